// Controls of a form, each bound to one of its settings.
import { field, fill, h } from "../../dom.js";
import { language, t } from "../../i18n.js";

/**
 * Makes controls for an object of settings: each shows a setting, and changes it.
 * A field is hidden while its `when` says no; `update` asks all of them again.
 */
export class Controls {
  #settings;
  #onChange;
  /** @type {(() => void)[]} */
  #updates = [];
  /** The fields that one types into. @type {{input: HTMLInputElement, isWrong: () => boolean}[]} */
  #typed = [];

  /** @param {Object<string, string|boolean>} settings @param {() => void} onChange */
  constructor(settings, onChange) {
    this.#settings = settings;
    this.#onChange = onChange;
  }

  update() {
    for (const update of this.#updates) update();
  }

  /**
   * Shows the first field in sight that does not say what it has to.
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

  /** A choice of few. @param {() => [string, string][]} choices values and their labels; called again at each update */
  select(name, choices, { when, hint, label } = {}) {
    const select = h("select", { class: "select", "data-test": `send-${name}`, onchange: () => this.#change(name, select.value) });
    let shown = "";
    this.#updates.push(() => {
      const list = choices();
      const text = JSON.stringify(list);
      if (text !== shown) fill(select, list.map(([value, label]) => h("option", { value }, label)));
      shown = text;
      // What another movie offered and this one does not must not be sent unseen.
      if (!list.some(([value]) => value === this.#settings[name])) this.#settings[name] = list[0][0];
      select.value = this.#settings[name];
    });
    return this.#field(name, select, when, hint, label);
  }

  /** @param {() => boolean} [isNeeded] whether there has to be one */
  number(name, { min, max, step = "any", placeholder, when, isNeeded = () => false, hint }) {
    const input = h("input", {
      class: "input", type: "number", inputmode: "decimal", min, max, step, placeholder, "data-test": `send-${name}`, value: this.#settings[name],
      oninput: () => this.#change(name, input.validity.valid ? input.value : ""),
    });
    return this.#type(name, input, () => !input.validity.valid || (input.value === "" && isNeeded()), when, hint);
  }

  /** @param {() => boolean} [isNeeded] whether there has to be one */
  text(name, { placeholder, pattern = ".*", when, isNeeded = () => false, hint, label }) {
    const input = h("input", {
      class: "input", type: "text", placeholder, spellcheck: "false", autocomplete: "off", "data-test": `send-${name}`, value: this.#settings[name],
      oninput: () => this.#change(name, input.value.trim()),
    });
    const expression = new RegExp(`^(${pattern})?$`);
    const isWrong = () => !expression.test(input.value.trim()) || (input.value.trim() === "" && isNeeded());
    return this.#type(name, input, isWrong, when, hint, label);
  }

  /** A colour that may be left out. @param {() => boolean} [isNeeded] whether there has to be one */
  color(name, { when, isNeeded = () => false, hint }) {
    const color = h("input", {
      class: "color", type: "color", "data-test": `send-${name}`, "aria-label": t(`send.${name}`), oninput: () => this.#change(name, color.value),
    });
    const button = h("input", { type: "checkbox", onchange: () => this.#change(name, button.checked ? color.value : "") });
    const none = h("label", { class: "checkbox" }, button, t("send.colored"));
    this.#updates.push(() => {
      const value = this.#settings[name];
      none.hidden = isNeeded();
      button.checked = value !== "";
      color.hidden = value === "" && !isNeeded();
      color.value = value || "#ffffff";
    });
    const group = h("div", { class: "line", role: "group", "aria-label": t(`send.${name}`) }, none, color);
    return this.#hide(h("div", { class: "field inline" }, h("span", { class: "label" }, t(`send.${name}`)), group, hint && h("span", { class: "hint" }, hint)), when);
  }

  toggle(name, { when, hint, label = t(`send.${name}`) } = {}) {
    const input = h("input", {
      type: "checkbox", role: "switch", "data-test": `send-${name}`, checked: this.#settings[name], onchange: () => this.#change(name, input.checked),
    });
    return this.#hide(h("div", { class: "field" }, h("label", { class: "switch" }, input, label), hint && h("span", { class: "hint" }, hint)), when);
  }

  /** A number between two ends, or none: then the program chooses. */
  slider(name, { min, max, step = 1, usual, when, hint }) {
    const slider = h("input", {
      class: "slider", type: "range", min, max, step, "data-test": `send-${name}`, "aria-label": t(`send.${name}`),
      oninput: () => this.#change(name, slider.value),
    });
    const button = h("input", { type: "checkbox", onchange: () => this.#change(name, button.checked ? slider.value : "") });
    const value = h("output", { class: "send-value" });
    slider.value = this.#settings[name] === "" ? usual : this.#settings[name];
    this.#updates.push(() => {
      button.checked = this.#settings[name] !== "";
      slider.hidden = !button.checked;
      value.textContent = button.checked ? slider.value : t("send.automatic");
    });
    const head = h("label", { class: "checkbox" }, button, t(`send.${name}`), value);
    return this.#hide(h("div", { class: "field send-slider" }, head, slider, hint && h("span", { class: "hint" }, hint)), when);
  }

  /**
   * An option of the program that has no control of its own: labelled by its name, with its help.
   * @param {import("./formats.js").Option} option
   */
  option({ name, isFlag, form, values, help }, when) {
    const setting = `option.${name}`;
    const about = { when, hint: help[language()], label: name };
    this.#settings[setting] ??= isFlag ? false : "";
    if (isFlag) return this.toggle(setting, about);
    if (values.length === 0) return this.text(setting, { placeholder: form, ...about });
    return this.select(setting, () => ["", ...values].map((value) => [value, value || t("send.automatic")]), about);
  }

  #type(name, input, isWrong, when, hint, label) {
    input.addEventListener("input", () => markWrong(input, isWrong()));
    this.#typed.push({ input, isWrong });
    return this.#field(name, input, when, hint, label);
  }

  #change(name, value) {
    this.#settings[name] = value;
    this.update();
    this.#onChange();
  }

  #field(name, control, when, hint, label = t(`send.${name}`)) {
    return this.#hide(field(label, control, { inline: true, hint }), when);
  }

  #hide(element, when) {
    if (when) this.#updates.push(() => { element.hidden = !when(); });
    return element;
  }
}

function markWrong(input, isWrong) {
  input.classList.toggle("invalid", isWrong);
  input.setAttribute("aria-invalid", String(isWrong));
}
