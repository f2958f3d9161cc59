import { shellWord } from "../../copy-as.js";
import { h, icon } from "../../dom.js";
import { t } from "../../i18n.js";
import { dialog } from "../../overlays.js";
import { tabs } from "../../tabs.js";

/** @typedef {import("../../edits/edits.js").Edits} Edits */

/** Shows the command lines and programs that write the same file. @param {Edits} edits */
export function copyLinesDialog(edits) {
  const { answer } = edits;
  if (!answer) return;
  const forms = [
    { id: "command", label: t("edit.copy.command"), text: answer.commands && commandText(answer.commands), hint: "" },
    { id: "python", label: "Python", text: answer.python, hint: t("edit.copy.python.hint") },
    { id: "swift", label: "Swift", text: answer.swift, hint: t("edit.copy.swift.hint") },
  ];
  const list = tabs(forms.map(({ id, label, text, hint }) => ({ id, label, panel: panel(id, text, hint) })), { label: t("edit.command") });
  dialog({ title: t("edit.command"), wide: true, body: [h("p", { class: "quiet small" }, t("edit.command.hint")), list.element, list.panels] });
}

/** @param {string} id @param {string|null} text @param {string} hint */
function panel(id, text, hint) {
  if (text === null) return h("div", { class: "copy-panel" }, h("p", { class: "edit-copy-none", "data-test": `edit-none-${id}` }, t(`edit.copy.${id}.none`)));
  const label = h("span", { "aria-live": "polite" }, t("common.copy"));
  const code = h("pre", { class: "copy-text mono", tabindex: "0", "data-test": `edit-${id}` }, text);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      label.textContent = t("common.copied");
      setTimeout(() => { label.textContent = t("common.copy"); }, 2_000);
    } catch {
      // Without permission, the user can copy the text by hand.
      getSelection()?.selectAllChildren(code);
    }
  };
  return h("div", { class: "copy-panel" }, hint && h("p", { class: "quiet small" }, hint), code,
    h("div", { class: "copy-actions" }, h("button", { type: "button", class: "button primary", "data-test": `copy-${id}`, onclick: copy }, icon("copy"), label)));
}

/** Command lines for a shell. An option and its value stay on one line. @param {string[][]} commands */
function commandText(commands) {
  return commands.map((words) => {
    /** @type {string[]} */
    const lines = [];
    for (const word of words) {
      const isOption = word.startsWith("--");
      if (lines.length === 0 || isOption) lines.push(quoted(word));
      else lines.push(`${lines.pop()} ${quoted(word)}`);
    }
    return `svga ${lines.join(" \\\n    ")}`;
  }).join(" && \\\n");
}

/** @param {string} word */
function quoted(word) {
  const option = /^(--[a-z-]+=)(.*)$/s.exec(word);
  return option ? option[1] + shellWord(option[2]) : shellWord(word);
}
