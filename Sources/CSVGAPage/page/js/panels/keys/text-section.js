import { h, icon, uniqueId } from "../../dom.js";
import { t } from "../../i18n.js";
import { problemText } from "../../problem.js";
import { debounced } from "../../timing.js";
import { changeText } from "../../vars.js";
import { TYPING_PAUSE, styleControl } from "./style-controls.js";
import { stylePresets } from "./style-presets.js";

/** @typedef {import("../../vars.js").TextSetting} TextSetting */
/** @typedef {import("../../vars.js").StyleValue} StyleValue */
/** @typedef {import("./style-controls.js").StyleControl} StyleControl */

/** The styles that are always visible. */
const common = ["font", "weight", "italic", "size", "align", "valign", "color", "outline", "shadow"];

/**
 * The text over a key's sprites, and its style.
 * @param {import("../../session.js").Session} session
 * @param {string} key
 * @param {API.Vocabulary} vocabulary
 */
export function textSection(session, key, vocabulary) {
  const problem = h("p", { class: "problem", id: uniqueId("problem"), role: "alert", hidden: true });
  const type = debounced(TYPING_PAUSE, (/** @type {string} */ text) => apply((setting) => { setting.text = text; }, showProblem));
  const input = h("textarea", { class: "textarea", rows: "2", id: uniqueId("text"), "data-test": "text", "aria-describedby": problem.id, spellcheck: "false",
    placeholder: t("keys.text.hint"), oninput: (event) => type(event.currentTarget.value), onchange: () => { type.flush(); } });
  const markup = h("input", { type: "checkbox", role: "switch", "data-test": "markup", onchange: ({ currentTarget: { checked } }) =>
    apply((setting) => { if (checked) setting.markup = true; else delete setting.markup; }, showProblem) });
  const controls = vocabulary.textStyles.filter(({ name }) => name !== "markup").map((property) => {
    /** @type {StyleControl} */
    const control = styleControl(property, (value) => apply((setting) => {
      if (value === undefined) delete setting.style[property.name];
      else setting.style[property.name] = value;
    }, control.showProblem));
    return control;
  });
  /** @param {string} name */
  const of = (name) => controls.find((control) => control.name === name);
  /** @param {string} name */
  const row = (name) => of(name)?.element;
  const presets = stylePresets((change) => apply((setting) => change(setting.style), showProblem));
  const rest = controls.filter(({ name }) => !common.includes(name));
  const count = h("span", { class: "badge accent", hidden: true });
  const clear = h("button", { type: "button", class: "button quiet", onclick: () => apply((setting) => { setting.style = Object.create(null); }, showProblem) },
    t("keys.style.clear"));
  const more = h("details", { class: "style-more" }, h("summary", {}, t("keys.style.more"), count),
    h("div", { class: "style-grid" }, rest.map(({ element }) => element)), clear);
  const weight = h("div", { class: "style-line" }, row("weight"), h("div", { class: "style-toggles" }, of("weight")?.extra, row("italic")), row("size"));
  const styles = h("div", { class: "stack" }, presets.element, h("div", { class: "style-grid" },
    row("font"), weight, h("div", { class: "style-line" }, row("align"), row("valign")), row("color"), row("outline"), row("shadow")), more);
  const element = h("section", { class: "key-section", "data-test": "text-section" }, h("h2", {}, icon("text"), t("keys.text")),
    h("div", { class: "field" }, h("label", { class: "sr-only", for: input.id }, t("keys.text")), input, problem),
    h("label", { class: "switch" }, markup, t("keys.markup")), styles);

  /** @param {(setting: TextSetting & {style: Record<string, StyleValue>}) => void} change @param {(text: string|null) => void} show */
  async function apply(change, show) {
    try {
      await session.update(({ vars }) => changeText(vars, key, change));
      show(null);
    } catch (error) {
      // The context shows the key and the style.
      show(problemText(error, " · ").replace(`texts.${key}.style: `, ""));
    }
  }

  /** @param {string|null} text */
  function showProblem(text) {
    problem.hidden = !text;
    problem.textContent = text ?? "";
    input.classList.toggle("invalid", Boolean(text));
  }

  function update() {
    const setting = session.vars.texts[key] ?? {};
    if (document.activeElement !== input) input.value = setting.text ?? "";
    markup.checked = setting.markup ?? false;
    for (const control of controls) control.set(setting.style?.[control.name]);
    presets.set(setting.style ?? {});
    const set = rest.filter(({ name }) => setting.style?.[name] !== undefined).length;
    count.hidden = set === 0;
    count.textContent = String(set);
    clear.hidden = Object.keys(setting.style ?? {}).length === 0;
    styles.hidden = setting.text === undefined && !setting.style;
  }

  update();
  if (rest.some(({ name }) => session.vars.texts[key]?.style?.[name] !== undefined)) more.open = true;
  return {
    element,
    update,
    destroy() {
      type.flush();
      for (const control of controls) control.flush();
    },
  };
}
