// Buttons and lists for properties of a text style that others have as buttons, too.
import { h, icon, iconButton } from "../../dom.js";
import { hasText, t } from "../../i18n.js";

/**
 * @typedef {import("../../icons.js").IconName} IconName
 * @typedef {import("../../vars.js").StyleValue} StyleValue
 * @typedef {(value: string|boolean|undefined) => void} Change
 */

/** The weights that fonts usually have. */
const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900];
/** Above this weight a text counts as bold. */
const boldLimit = 600;

/** The number of a weight; null if there is none. @param {StyleValue|undefined} value */
function weightOf(value) {
  if (value === undefined || value === "") return null;
  if (value === "bold") return 700;
  return value === "normal" ? 400 : Number(value);
}

/** A list of weights by their names. Others that a file has are added to it. @param {Change} change */
export function weightSelect(change) {
  /** @param {number} weight */
  const option = (weight) => h("option", { value: String(weight) }, hasText(`keys.weight.${weight}`) ? t(`keys.weight.${weight}`) : String(weight));
  const element = h("select", { class: "select", "data-test": "weight", onchange: (event) => change(event.currentTarget.value || undefined) },
    h("option", { value: "" }, t("keys.default")), weights.map(option));
  /** @param {StyleValue|undefined} value */
  const set = (value) => {
    const weight = weightOf(value);
    if (weight !== null && ![...element.options].some((entry) => entry.value === String(weight))) element.append(option(weight));
    element.value = weight === null ? "" : String(weight);
  };
  return { element, set };
}

/** A button that makes a text bold. @param {Change} change */
export function boldButton(change) {
  return toggleButton("bold", t("keys.bold"), (isOn) => change(isOn ? "bold" : undefined), (value) => (weightOf(value) ?? 0) >= boldLimit);
}

/**
 * A button that is pressed while a property is on.
 * @param {IconName} name @param {string} label @param {(isOn: boolean) => void} onchange
 * @param {(value: StyleValue|undefined) => boolean} [isOn] whether a value counts as on
 */
export function toggleButton(name, label, onchange, isOn = Boolean) {
  const element = iconButton(name, label, { class: "", pressed: false, "data-test": `style-${name}`, onclick: () => {
    const now = element.getAttribute("aria-pressed") !== "true";
    element.setAttribute("aria-pressed", String(now));
    onchange(now);
  } });
  return { element, set: (/** @type {StyleValue|undefined} */ value) => element.setAttribute("aria-pressed", String(isOn(value))) };
}

/**
 * One button for each of a few values. The pressed one is released by another press, which restores the default.
 * @param {string} label @param {[value: string, icon: IconName][]} values
 * @param {Record<string, string>} alike values without a button, by the value whose button is pressed for them
 * @param {Change} change
 */
export function iconChoice(label, values, alike, change) {
  const buttons = values.map(([value, name]) => {
    const text = t(`keys.word.${value}`);
    const button = h("button", { type: "button", class: "button icon-only", "aria-pressed": "false", "aria-label": `${label}: ${text}`, "data-tip": text, "data-value": value, onclick: () => {
      const wasPressed = button.getAttribute("aria-pressed") === "true";
      set(wasPressed ? undefined : value);
      change(wasPressed ? undefined : value);
    } }, icon(name));
    return button;
  });
  const element = h("div", { class: "group", role: "group", "aria-label": label }, buttons);
  /** @param {StyleValue|undefined} value */
  function set(value) {
    const shown = alike[String(value)] ?? value;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === shown));
  }
  return { element, input: element, hasLabel: true, set };
}
