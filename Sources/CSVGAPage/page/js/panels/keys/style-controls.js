import { hexColor, parseColor } from "../../color.js";
import { h, iconButton, uniqueId } from "../../dom.js";
import { hasText, t } from "../../i18n.js";
import { scrubField } from "../../scrub.js";
import { debounced } from "../../timing.js";
import { fontField } from "./font-field.js";
import { styleForm } from "./style-form.js";
import { boldButton, iconChoice, toggleButton, weightSelect } from "./style-buttons.js";

/** @typedef {import("../../vars.js").StyleValue} StyleValue */
/** @typedef {import("./style-form.js").StyleForm} StyleForm */

/** The debounce time of live changes while typing, in milliseconds. */
export const TYPING_PAUSE = 120;

/** The switches that are on by default. */
const onByDefault = ["shrink"];

/**
 * A control of one property of a text style; `extra` is a second one for the same property, which stands elsewhere.
 * @typedef {{element: HTMLElement, name: string, extra?: HTMLElement, set: (value: StyleValue|undefined) => void, showProblem: (text: string|null) => void,
 *   flush: () => void}} StyleControl
 */

/**
 * @param {{name: string, form: string}} property
 * @param {(value: string|boolean|undefined) => void} onchange undefined: the default
 * @returns {StyleControl}
 */
export function styleControl({ name, form }, onchange) {
  const description = styleForm(form);
  const label = hasText(`keys.style.${name}`) ? t(`keys.style.${name}`) : name;
  const change = debounced(TYPING_PAUSE, onchange);
  const problem = h("p", { class: "problem", id: uniqueId("problem"), role: "alert", hidden: true });
  const { element, input, set, extra, hasLabel = false } = named[name]?.(label, change) ?? control(description, label, change, onByDefault.includes(name), name);
  input.setAttribute("aria-describedby", problem.id);
  input.addEventListener("change", () => change.flush());
  const isSwitch = description.kind === "switch";
  if (!isSwitch && !hasLabel) input.id ||= uniqueId("style");
  const field = isSwitch || hasLabel
    ? h("div", { class: hasLabel ? "field" : "field style-switch", "data-style": name }, hasLabel && !isSwitch && h("span", { class: "label" }, label), element, problem)
    : h("div", { class: `field style-${description.kind}`, "data-style": name }, h("label", { for: input.id }, label), element, problem);
  /** @param {string|null} text */
  function showProblem(text) {
    problem.hidden = !text;
    problem.textContent = text ?? "";
    input.classList.toggle("invalid", Boolean(text));
    input.setAttribute("aria-invalid", String(Boolean(text)));
  }
  return {
    element: field,
    extra,
    name,
    set(value) {
      if (field.contains(document.activeElement)) return;
      set(value);
      showProblem(null);
    },
    showProblem,
    flush: change.flush,
  };
}

/** @param {string} word */
const wordLabel = (word) => (hasText(`keys.word.${word}`) ? t(`keys.word.${word}`) : word);

/**
 * A control, the element in it that has the label, and a function that shows a value. `hasLabel`: its elements name themselves.
 * @typedef {{element: HTMLElement, input: HTMLElement, set: (value: StyleValue|undefined) => void, extra?: HTMLElement, hasLabel?: boolean}} Control
 * @typedef {import("../../timing.js").Debounced<[value: string|boolean|undefined]>} Change
 */

/** What the numbers of properties without a value start with when they are dragged, and their steps. @type {Record<string, {start?: number, step?: number, min?: number}>} */
const numbers = { size: { start: 24, min: 1 }, "min-size": { start: 12, min: 1 }, lines: { start: 1, min: 1 }, "line-spacing": { start: 1, step: 0.05, min: 0.1 } };

/** The properties with a control of their own. @type {Record<string, (label: string, change: Change) => Control>} */
const named = {
  font: (_, change) => {
    const { element, input } = fontField(change);
    return { element, input, set: (value) => { input.value = String(value ?? ""); } };
  },
  weight: (_, change) => {
    const select = weightSelect(change);
    const bold = boldButton(change);
    return { element: select.element, input: select.element, extra: bold.element, set: (value) => { select.set(value); bold.set(value); } };
  },
  italic: (label, change) => {
    const button = toggleButton("italic", label, (isOn) => change(isOn ? true : undefined));
    return { element: button.element, input: button.element, hasLabel: true, set: (value) => button.set(value === true || value === "yes" || value === "true") };
  },
  align: (label, change) => iconChoice(label, [["left", "alignLeft"], ["center", "alignCenter"], ["right", "alignRight"]], { leading: "left", trailing: "right" }, change),
  valign: (label, change) => iconChoice(label, [["top", "valignTop"], ["center", "valignMiddle"], ["bottom", "valignBottom"]], {}, change),
};

/** The controls by the kind of the form. */
const controls = {
  /** @param {string} label @param {Change} change @param {boolean} isOn by default @returns {Control} */
  switch(label, change, isOn) {
    const input = h("input", { type: "checkbox", role: "switch", checked: isOn, onchange: ({ currentTarget: { checked } }) =>
      change(checked === isOn ? undefined : checked) });
    /** @param {StyleValue|undefined} value */
    const set = (value) => { input.checked = value === undefined ? isOn : value === true || value === "yes" || value === "true"; };
    return { element: h("label", { class: "switch" }, input, label), input, set };
  },

  /** @param {string[]} words @param {Change} change @returns {Control} */
  words(words, change) {
    const input = h("select", { class: "select", onchange: (event) => change(event.currentTarget.value || undefined) },
      h("option", { value: "" }, t("keys.default")), words.map((word) => h("option", { value: word }, wordLabel(word))));
    return { element: input, input, set: (value) => { input.value = String(value ?? ""); } };
  },

  /** @param {string[]} words @param {Change} change @param {string} name @returns {Control} */
  number(words, change, name) {
    const { start, step, min } = numbers[name] ?? {};
    const input = h("input", { class: "input", type: "number", step: "any", min, placeholder: words[0] ? wordLabel(words[0]) : t("keys.default"),
      oninput: ({ currentTarget: { value } }) => change(value === "" ? undefined : value) });
    return { element: scrubField(input, { mark: hasText(`keys.mark.${name}`) ? t(`keys.mark.${name}`) : "↔", start, step }), input, set: (value) => { input.value = words.includes(String(value)) ? "" : String(value ?? ""); } };
  },

  /** @param {StyleForm & {kind: "range"}} form @param {Change} change @returns {Control} */
  range({ low, high, words }, change) {
    const list = uniqueId("list");
    const steps = Array.from({ length: 9 }, (_, index) => Math.round(low + ((high - low) * index) / 9));
    const input = h("input", { class: "input", list, placeholder: t("common.example", { value: `${low}–${high}` }), autocomplete: "off", oninput: (event) => change(event.currentTarget.value.trim() || undefined) });
    const options = h("datalist", { id: list }, [...words, ...steps].map((value) => h("option", { value }, wordLabel(String(value)))));
    return { element: h("div", {}, input, options), input, set: (value) => { input.value = String(value ?? ""); } };
  },

  /** @param {string} form @param {Change} change @returns {Control} */
  text(form, change) {
    const input = h("input", { class: "input", placeholder: t("common.example", { value: form }), autocomplete: "off", spellcheck: "false", oninput: (event) => change(event.currentTarget.value.trim() || undefined) });
    return { element: input, input, set: (value) => { input.value = String(value ?? ""); } };
  },

  /**
   * A color with numbers: `#000/2`.
   * @param {StyleForm & {kind: "parts"}} form @param {string} label @param {Change} change @returns {Control}
   */
  parts({ parts, words }, label, change) {
    const numbers = parts.slice(1).map((part) => {
      const title = hasText(`keys.part.${part}`) ? t(`keys.part.${part}`) : part;
      return { title, input: h("input", { class: "input", type: "number", step: "any", min: part === "WIDTH" || part === "BLUR" ? 0 : undefined, "aria-label": `${label}: ${title}`, oninput: notify }) };
    });
    const inputs = numbers.map(({ input }) => input);
    const row = numbers.length > 0 && h("div", { class: "parts-numbers" }, numbers.map(({ title, input }) => scrubField(input, { mark: title, step: 0.5 })));
    const color = colorField(label, notify);
    const showNumbers = () => { if (row) row.hidden = !color.value(); };
    function notify() {
      showNumbers();
      const word = color.value();
      if (!word) return change(undefined);
      // A value has all numbers or none; empty ones count as 0.
      const rest = inputs.some(({ value }) => value !== "") ? inputs.map(({ value }) => value || "0") : [];
      change([word, ...rest].join("/"));
    }
    /** @param {StyleValue|undefined} value */
    const set = (value) => {
      const [word = "", ...rest] = value === undefined || words.includes(String(value)) ? [] : String(value).split("/");
      color.set(word);
      inputs.forEach((input, index) => { input.value = rest[index] ?? ""; });
      showNumbers();
    };
    showNumbers();
    for (const input of inputs) input.addEventListener("change", () => change.flush());
    return { element: h("div", { class: "parts", role: "group", "aria-label": label }, color.element, row), input: color.input, set };
  },
};

/** @param {StyleForm} form @param {string} label @param {Change} change @param {boolean} isOn for a switch @param {string} name @returns {Control} */
function control(form, label, change, isOn, name) {
  switch (form.kind) {
    case "switch": return controls.switch(label, change, isOn);
    case "words": return controls.words(form.words, change);
    case "number": return controls.number(form.words, change, name);
    case "range": return controls.range(form, change);
    case "parts": return controls.parts(form, label, change);
    case "text": return controls.text(form.form, change);
  }
}

/** A color with alpha: a swatch, its text, and a reset button. @param {string} label @param {() => void} onchange */
function colorField(label, onchange) {
  const swatch = h("input", { class: "color", type: "color", "aria-label": t("keys.color.pick", { name: label }), oninput: () => {
    const alpha = parseColor(input.value)?.alpha ?? 255;
    write(hexColor({ ...picked(), alpha: alpha === 0 ? 255 : alpha }));
  } });
  const input = h("input", { class: "input mono", placeholder: t("keys.color.none"), autocomplete: "off", spellcheck: "false", oninput: () => { show(); onchange(); } });
  const alpha = h("input", { class: "slider", type: "range", min: "0", max: "255", "aria-label": t("keys.color.alpha", { name: label }), oninput: (event) =>
    write(hexColor({ ...(parseColor(input.value) ?? picked()), alpha: Number(event.currentTarget.value) })) });
  const clear = iconButton("close", t("keys.color.clear", { name: label }), { onclick: () => write("") });
  function picked() {
    return parseColor(swatch.value) ?? { red: 0, green: 0, blue: 0, alpha: 255 };
  }

  /** @param {string} text */
  function write(text) {
    input.value = text;
    show();
    onchange();
  }
  function show() {
    const color = parseColor(input.value);
    if (color) swatch.value = hexColor({ ...color, alpha: 255 });
    alpha.value = String(color?.alpha ?? 255);
    alpha.setAttribute("aria-valuetext", `${Math.round((Number(alpha.value) / 255) * 100)} %`);
    swatch.classList.toggle("unset", !color);
    alpha.disabled = !color;
    clear.hidden = input.value === "";
  }
  show();
  const element = h("div", { class: "color-field" }, swatch, input, h("span", { class: "color-alpha", "data-tip": t("keys.color.alphaShort") }, alpha), clear);
  return { element, input, value: () => input.value.trim(), set: (/** @type {string} */ text) => { input.value = text; show(); } };
}
