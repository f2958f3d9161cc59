import { api } from "../../api.js";
import { field, h, icon } from "../../dom.js";
import { t } from "../../i18n.js";
import { dialog, toast, toastError } from "../../overlays.js";
import { inPageLanguage, problemText } from "../../problem.js";

/** @typedef {import("../../edits/edits.js").Edits} Edits */

/** Asks for a name and downloads the edited movie. @param {Edits} edits */
export function saveDialog(edits) {
  const suggested = edits.answer && !edits.answer.isRunning ? edits.answer.output : "edited.svga";
  const input = h("input", { class: "input", type: "text", spellcheck: "false", autocomplete: "off", value: suggested, "data-test": "save-name" });
  const problem = h("p", { class: "edit-problem", role: "alert", hidden: true });
  const label = h("span", {}, t("edit.save.download"));
  const button = h("button", { type: "submit", class: "button primary", "data-test": "save-download" }, icon("download"), label);
  let allowsPlayerFindings = false;
  const form = h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); save(); } },
    field(t("edit.save.name"), input, { hint: t("edit.save.hint") }), problem, h("div", { class: "copy-actions" }, button));
  const shown = dialog({ title: t("edit.save"), body: form });
  input.setSelectionRange(0, Math.max(0, suggested.lastIndexOf(".")));

  async function save() {
    button.disabled = true;
    try {
      const answer = await edits.finish(allowsPlayerFindings);
      if (!answer.failure) {
        h("a", { href: api.editFileURL(answer.movie.id), download: fileName(input.value) }).click();
        shown.close();
        return;
      }
      problem.textContent = inPageLanguage(answer.failure.error, answer.failure.chinese);
      if (answer.failure.isPlayerFinding) {
        allowsPlayerFindings = true;
        label.textContent = t("edit.save.anyway");
      }
    } catch (error) {
      problem.textContent = problemText(error, " · ");
    } finally {
      button.disabled = false;
    }
    problem.hidden = false;
    button.focus();
  }
}

/** Replaces the file. Asks first if a player shows the result worse. @param {Edits} edits */
export async function saveInPlace(edits, allowsPlayerFindings = false) {
  try {
    const { failure, backup } = await edits.save(allowsPlayerFindings);
    if (!failure) {
      toast(t("edit.saved"), { kind: "success", detail: t("edit.saved.backup", { name: backup ?? "" }) });
      return;
    }
    const text = inPageLanguage(failure.error, failure.chinese);
    const anyway = { label: t("edit.save.anyway"), kind: /** @type {const} */ ("primary"), run: () => { saveInPlace(edits, true); } };
    dialog({ title: t("edit.saveInPlace"), body: h("p", { class: "edit-problem" }, text), actions: failure.isPlayerFinding ? [{ label: t("common.cancel") }, anyway] : [] });
  } catch (error) {
    toastError(error);
  }
}

/** @param {string} name */
function fileName(name) {
  const plain = name.trim().replaceAll(/[/\\]/g, "_");
  return /\.svga$/i.test(plain) ? plain : `${plain || "edited"}.svga`;
}
