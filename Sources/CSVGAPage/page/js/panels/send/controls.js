// Controls of a form, each bound to one of its settings.
import { field, fill, h } from "../../dom.js";
import { language, t } from "../../i18n.js";

/**
 * The names of settings.
 * @template Values
 * @typedef {keyof Values & string} Name
 */

/**
 * Options of all fields: a condition for their visibility, a hint below them, and a label if `strings/` has none.
 * @typedef {{when?: () => boolean, hint?: string, label?: string}} FieldOptions
 * @typedef {FieldOptions & {isNeeded?: () => boolean}} TypedOptions `isNeeded`: whether the field may not be empty
 */

/**
 * Creates controls for an object of settings: each shows and changes one setting.
 * A field is hidden while its `when` returns false; `update` evaluates all of them again.
 * @template {Record<string, string|boolean>} Values the type of the settings, which are texts but for switches
 */
export class Controls {
  #settings;
  #onChange;
  /** @type {(() => void)[]} */
  #updates = [];
  /** @type {(() => void)[]} */
  #shows = [];
  /** The text fields. @type {{input: HTMLInputElement, isWrong: () => boolean}[]} */
  #typed = [];

  /** @param {Values} settings @param {() => void} onChange */
  constructor(settings, onChange) {
    this.#settings = settings;
    this.#onChange = onChange;
  }

  update() {
    for (const update of this.#updates) update();
  }

  /** Shows settings that were changed elsewhere also in the fields for typing and in the switches. */
  show() {
    for (const show of this.#shows) show();
  }

  /**
   * Scrolls to the first visible field with an invalid value.
   * @returns {boolean} whether there is one
   */
  complain() {
    const wrong = this.#typed.filter(({ input, isWrong }) => !input.closest("[hidden]") && isWrong());
    for (const { input } of wrong) markWrong(input, true);
    const [first] = wrong;
    first?.input.closest("details")?.setAttribute("open", "");
    first?.input.focus();
    return wrong.length > 0;
  }

  /**
   * A choice of a few values.
   * @param {Name<Values>} name
   * @param {() => [value: string, label: string][]} choices called again at each update
   * @param {FieldOptions} [options]
   */
  select(name, choices, { when, hint, label } = {}) {
    const select = h("select", { class: "select", "data-test": `send-${name}`, onchange: (event) => this.#change(name, event.currentTarget.value) });
    let shown = "";
    this.#updates.push(() => {
      const list = choices();
      const text = JSON.stringify(list);
      if (text !== shown) fill(select, list.map(([value, label]) => h("option", { value }, label)));
      shown = text;
      // A value that is only valid for another movie must not be sent.
      if (!list.some(([value]) => value === this.#settings[name])) this.#put(name, list[0][0]);
      select.value = this.#text(name);
    });
    return this.#field(name, select, when, hint, label);
  }

  /** @param {Name<Values>} name @param {{min?: number, max?: number, step?: number|string, placeholder?: string} & TypedOptions} options */
  number(name, { min, max, step = "any", placeholder, when, isNeeded = () => false, hint }) {
    const input = h("input", {
      class: "input", type: "number", inputmode: "decimal", min, max, step, placeholder, "data-test": `send-${name}`, value: this.#settings[name],
      oninput: ({ currentTarget: { validity, value } }) => this.#change(name, validity.valid ? value : ""),
    });
    return this.#type(name, input, () => !input.validity.valid || (input.value === "" && isNeeded()), when, hint);
  }

  /** @param {Name<Values>} name @param {{placeholder?: string, pattern?: string} & TypedOptions} options */
  text(name, { placeholder, pattern = ".*", when, isNeeded = () => false, hint, label }) {
    const input = h("input", {
      class: "input", type: "text", placeholder, spellcheck: "false", autocomplete: "off", "data-test": `send-${name}`, value: this.#settings[name],
      oninput: (event) => this.#change(name, event.currentTarget.value.trim()),
    });
    const expression = new RegExp(`^(${pattern})?$`);
    const isWrong = () => !expression.test(input.value.trim()) || (input.value.trim() === "" && isNeeded());
    return this.#type(name, input, isWrong, when, hint, label);
  }

  /** Elements that are shown together. @param {Child} elements @param {() => boolean} when */
  group(elements, when) {
    return this.#hide(h("div", { class: "stack" }, elements), when);
  }

  /** An optional color. @param {Name<Values>} name @param {TypedOptions} options */
  color(name, { when, isNeeded = () => false, hint }) {
    const color = h("input", {
      class: "color", type: "color", "data-test": `send-${name}`, "aria-label": t(`send.${name}`), oninput: (event) => this.#change(name, event.currentTarget.value),
    });
    const button = h("input", { type: "checkbox", onchange: (event) => this.#change(name, event.currentTarget.checked ? color.value : "") });
    const none = h("label", { class: "checkbox" }, button, t("send.colored"));
    this.#updates.push(() => {
      const value = this.#text(name);
      none.hidden = isNeeded();
      button.checked = value !== "";
      color.hidden = value === "" && !isNeeded();
      color.value = value || "#ffffff";
    });
    const group = h("div", { class: "line", role: "group", "aria-label": t(`send.${name}`) }, none, color);
    return this.#hide(h("div", { class: "field inline" }, h("span", { class: "label" }, t(`send.${name}`)), group, hint && h("span", { class: "hint" }, hint)), when);
  }

  /** @param {Name<Values>} name @param {FieldOptions} [options] */
  toggle(name, { when, hint, label = t(`send.${name}`) } = {}) {
    const input = h("input", {
      type: "checkbox", role: "switch", "data-test": `send-${name}`, checked: this.#settings[name], onchange: (event) => this.#change(name, event.currentTarget.checked),
    });
    this.#shows.push(() => { input.checked = Boolean(this.#settings[name]); });
    return this.#hide(h("div", { class: "field" }, h("label", { class: "switch" }, input, label), hint && h("span", { class: "hint" }, hint)), when);
  }

  /**
   * An optional number in a range; the program has a default.
   * @param {Name<Values>} name @param {{min: number, max: number, step?: number, usual: number} & FieldOptions} options
   */
  slider(name, { min, max, step = 1, usual, when, hint }) {
    const slider = h("input", {
      class: "slider", type: "range", min, max, step, "data-test": `send-${name}`, "aria-label": t(`send.${name}`),
      oninput: (event) => this.#change(name, event.currentTarget.value),
    });
    const button = h("input", { type: "checkbox", onchange: (event) => this.#change(name, event.currentTarget.checked ? slider.value : "") });
    const value = h("output", { class: "send-value" });
    slider.value = this.#text(name) || String(usual);
    this.#shows.push(() => { slider.value = this.#text(name) || String(usual); });
    this.#updates.push(() => {
      button.checked = this.#settings[name] !== "";
      slider.hidden = !button.checked;
      value.textContent = button.checked ? slider.value : t("send.automatic");
    });
    const head = h("label", { class: "checkbox" }, button, t(`send.${name}`), value);
    return this.#hide(h("div", { class: "field send-slider" }, head, slider, hint && h("span", { class: "hint" }, hint)), when);
  }

  /**
   * A generic control for an option of the program: its label is the name, and its hint is the help.
   * @param {API.FormOption} option @param {() => boolean} [when]
   */
  option({ name, isFlag, form, values, help }, when) {
    const setting = /** @type {Name<Values>} */ (`option.${name}`);
    const about = { when, hint: help[language()], label: name };
    if (this.#settings[setting] === undefined) this.#put(setting, isFlag ? false : "");
    if (isFlag) return this.toggle(setting, about);
    if (values.length === 0) return this.text(setting, { placeholder: t("send.form", { form }), ...about });
    return this.select(setting, () => ["", ...values].map((value) => /** @type {[string, string]} */ ([value, value || t("send.automatic")])), about);
  }

  /**
   * @param {Name<Values>} name @param {HTMLInputElement} input @param {() => boolean} isWrong @param {FieldOptions["when"]} when
   * @param {string|undefined} hint @param {string} [label]
   */
  #type(name, input, isWrong, when, hint, label) {
    input.addEventListener("input", () => markWrong(input, isWrong()));
    this.#shows.push(() => { input.value = this.#text(name); markWrong(input, false); });
    this.#typed.push({ input, isWrong });
    return this.#field(name, input, when, hint, label);
  }

  /** @param {Name<Values>} name */
  #text(name) {
    return String(this.#settings[name]);
  }

  /** @param {Name<Values>} name @param {string|boolean} value */
  #put(name, value) {
    Object.assign(this.#settings, { [name]: value });
  }

  /** @param {Name<Values>} name @param {string|boolean} value */
  #change(name, value) {
    this.#put(name, value);
    this.update();
    this.#onChange();
  }

  /** @param {Name<Values>} name @param {HTMLElement} control @param {FieldOptions["when"]} when @param {string|undefined} hint @param {string} [label] */
  #field(name, control, when, hint, label = t(`send.${name}`)) {
    return this.#hide(field(label, control, { inline: true, hint }), when);
  }

  /** @param {HTMLElement} element @param {FieldOptions["when"]} when */
  #hide(element, when) {
    if (when) this.#updates.push(() => { element.hidden = !when(); });
    return element;
  }
}

/** @param {HTMLElement} input @param {boolean} isWrong */
function markWrong(input, isWrong) {
  input.classList.toggle("invalid", isWrong);
  input.setAttribute("aria-invalid", String(isWrong));
}
