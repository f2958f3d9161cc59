import { commandLine, shellWord, swiftCode, varsJSON, withFileNames } from "../../copy-as.js";
import { h, icon } from "../../dom.js";
import { t } from "../../i18n.js";
import { dialog } from "../../overlays.js";
import { tabs } from "../../tabs.js";
import { effectiveVars } from "../../vars.js";

/** Shows the settings as a command line, as JSON and as Swift code. @param {import("../../session.js").Session} session */
export function copyDialog(session) {
  const vars = withFileNames(effectiveVars(session.vars), session.uploads);
  const command = commandLine(session.name, vars);
  const forms = [
    { id: "command", label: t("keys.copy.command"), text: command ?? `svga render ${shellWord(session.name)} -o out.webp --vars vars.json`, hint: command === null ? t("keys.copy.onlyJSON") : "" },
    { id: "json", label: t("keys.copy.json"), text: varsJSON(vars), hint: t("keys.copy.json.hint") },
    { id: "swift", label: t("keys.copy.swift"), text: swiftCode(session.name, vars), hint: "" },
  ];
  const list = tabs(forms.map(({ id, label, text, hint }) => ({ id, label, panel: panel(text, hint, id) })), { label: t("keys.copyAs"), isSegmented: true });
  const notes = [Object.keys(vars.images).length > 0 && t("keys.copy.files"), session.hiddenSprites.size > 0 && t("keys.copy.layers")].filter(Boolean);
  dialog({ title: t("keys.copyAs"), wide: true, body: [list.element, list.panels, notes.map((note) => h("p", { class: "quiet small copy-note" }, note))] });
}

/** @param {string} text @param {string} hint @param {string} id */
function panel(text, hint, id) {
  const label = h("span", { "aria-live": "polite" }, t("common.copy"));
  const button = h("button", { type: "button", class: "button primary", "data-test": `copy-${id}`, onclick: copy }, icon("copy"), label);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      label.textContent = t("common.copied");
      setTimeout(() => { label.textContent = t("common.copy"); }, 2_000);
    } catch {
      // Without permission, the user can copy the text by hand.
      getSelection()?.selectAllChildren(code);
    }
  }
  const code = h("pre", { class: "copy-text mono", tabindex: "0", "data-test": `text-${id}` }, text);
  return h("div", { class: "copy-panel" }, hint && h("p", { class: "quiet small" }, hint), code, h("div", { class: "copy-actions" }, button));
}
