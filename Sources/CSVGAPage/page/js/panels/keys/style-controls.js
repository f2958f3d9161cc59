import { hexColour, parseColour } from "../../colour.js";
import { h, iconButton, uniqueId } from "../../dom.js";
import { hasText, t } from "../../i18n.js";
import { debounced } from "../../timing.js";
import { styleForm } from "./style-form.js";

/** After a letter, live changes wait this long for the next one, in milliseconds. */
export const TYPING_PAUSE = 120;

/**
 * A control of one property of a text style.
 * @typedef {{element: HTMLElement, name: string, set: (value: string|number|boolean|undefined) => void, showProblem: (text: string|null) => void,
 *   flush: () => void}} StyleControl
 */

/**
 * @param {{name: string, form: string}} property
 * @param {(value: string|true|undefined) => void} onchange undefined: as the default is
 * @returns {StyleControl}
 */
export function styleControl({ name, form }, onchange) {
  const description = styleForm(form);
  const label = hasText(`keys.style.${name}`) ? t(`keys.style.${name}`) : name;
  const change = debounced(TYPING_PAUSE, onchange);
  const problem = h("p", { class: "problem", id: uniqueId("problem"), role: "alert", hidden: true });
  const { element, input, set } = inputs[description.kind](description, { label, name }, change);
  input.setAttribute("aria-describedby", problem.id);
  input.addEventListener("change", () => change.flush());
  const isSwitch = description.kind === "switch";
  if (!isSwitch) input.id ||= uniqueId("style");
  const field = isSwitch
    ? h("div", { class: "field style-switch", "data-style": name }, element, problem)
    : h("div", { class: `field style-${description.kind}`, "data-style": name }, h("label", { for: input.id }, label), element, problem);
  function showProblem(text) {
    problem.hidden = !text;
    problem.textContent = text ?? "";
    input.classList.toggle("invalid", Boolean(text));
    input.setAttribute("aria-invalid", String(Boolean(text)));
  }
  return {
    element: field,
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

const wordLabel = (name, word) => (hasText(`keys.word.${word}`) ? t(`keys.word.${word}`) : word);

/** For each kind of form: the control, the element in it that has the label, and a function that shows a value. */
const inputs = {
  switch(description, { label }, change) {
    const input = h("input", { type: "checkbox", role: "switch", onchange: () => change(input.checked || undefined) });
    const set = (value) => { input.checked = value === true || value === "yes" || value === "true"; };
    return { element: h("label", { class: "switch" }, input, label), input, set };
  },

  words({ words }, { name }, change) {
    const input = h("select", { class: "select", onchange: () => change(input.value || undefined) },
      h("option", { value: "" }, t("keys.default")), words.map((word) => h("option", { value: word }, wordLabel(name, word))));
    return { element: input, input, set: (value) => { input.value = value ?? ""; } };
  },

  number({ words }, context, change) {
    const input = h("input", { class: "input", type: "number", step: "any", placeholder: words[0] ? wordLabel(context.name, words[0]) : t("keys.default"),
      oninput: () => change(input.value === "" ? undefined : input.value) });
    return { element: input, input, set: (value) => { input.value = words.includes(value) ? "" : value ?? ""; } };
  },

  range({ low, high, words }, { name }, change) {
    const list = uniqueId("list");
    const steps = Array.from({ length: 9 }, (_, index) => Math.round(low + ((high - low) * index) / 9));
    const input = h("input", { class: "input", list, placeholder: `${low}–${high}`, autocomplete: "off", oninput: () => change(input.value.trim() || undefined) });
    const options = h("datalist", { id: list }, [...words, ...steps].map((value) => h("option", { value }, wordLabel(name, String(value)))));
    return { element: h("div", {}, input, options), input, set: (value) => { input.value = value ?? ""; } };
  },

  text({ form }, context, change) {
    const input = h("input", { class: "input", placeholder: form, autocomplete: "off", spellcheck: "false", oninput: () => change(input.value.trim() || undefined) });
    return { element: input, input, set: (value) => { input.value = value ?? ""; } };
  },

  /** A colour, and the numbers behind it: `#000/2`. */
  parts({ parts, words }, { label }, change) {
    const numbers = parts.slice(1).map((part) => {
      const title = hasText(`keys.part.${part}`) ? t(`keys.part.${part}`) : part;
      return { title, input: h("input", { class: "input", type: "number", step: "any", "aria-label": `${label}: ${title}`, oninput: tell }) };
    });
    const inputs = numbers.map(({ input }) => input);
    const row = numbers.length > 0 && h("div", { class: "parts-numbers" }, numbers.map(({ title, input }) => h("label", {}, title, input)));
    const colour = colourField(label, tell);
    const showNumbers = () => { if (row) row.hidden = !colour.value(); };
    function tell() {
      showNumbers();
      const word = colour.value();
      if (!word) return change(undefined);
      // Numbers belong to the value all or none; those that are left empty count as 0.
      const rest = inputs.some(({ value }) => value !== "") ? inputs.map(({ value }) => value || "0") : [];
      change([word, ...rest].join("/"));
    }
    const set = (value) => {
      const [word = "", ...rest] = value === undefined || words.includes(value) ? [] : String(value).split("/");
      colour.set(word);
      inputs.forEach((input, index) => { input.value = rest[index] ?? ""; });
      showNumbers();
    };
    showNumbers();
    for (const input of inputs) input.addEventListener("change", () => change.flush());
    return { element: h("div", { class: "parts", role: "group", "aria-label": label }, colour.element, row), input: colour.input, set };
  },
};

/** A colour with its alpha: a swatch, how it is written, and a button that takes it back. */
function colourField(label, onchange) {
  const swatch = h("input", { class: "color", type: "color", "aria-label": t("keys.colour.pick", { name: label }), oninput: () => {
    const alpha = parseColour(input.value)?.alpha ?? 255;
    write(hexColour({ ...parseColour(swatch.value), alpha: alpha === 0 ? 255 : alpha }));
  } });
  const input = h("input", { class: "input mono", placeholder: "#rrggbbaa", autocomplete: "off", spellcheck: "false", oninput: () => { show(); onchange(); } });
  const alpha = h("input", { class: "slider", type: "range", min: "0", max: "255", "aria-label": t("keys.colour.alpha", { name: label }), oninput: () =>
    write(hexColour({ ...(parseColour(input.value) ?? parseColour(swatch.value)), alpha: Number(alpha.value) })) });
  const clear = iconButton("close", t("keys.colour.clear", { name: label }), { onclick: () => write("") });
  function write(text) {
    input.value = text;
    show();
    onchange();
  }
  function show() {
    const colour = parseColour(input.value);
    if (colour) swatch.value = hexColour({ ...colour, alpha: 255 });
    alpha.value = String(colour?.alpha ?? 255);
    alpha.setAttribute("aria-valuetext", `${Math.round((Number(alpha.value) / 255) * 100)} %`);
    swatch.classList.toggle("unset", !colour);
    alpha.disabled = !colour;
    clear.hidden = input.value === "";
  }
  show();
  const element = h("div", { class: "colour-field" }, swatch, input, h("span", { class: "colour-alpha", "data-tip": t("keys.colour.alphaShort") }, alpha), clear);
  return { element, input, value: () => input.value.trim(), set: (text) => { input.value = text; show(); } };
}
