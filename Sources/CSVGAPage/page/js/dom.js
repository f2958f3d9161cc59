// Elements made by script. A string is always text, never markup: names and keys of files may hold anything.
import { icon } from "./icons.js";

export { icon };
export { toast, dialog, menu } from "./overlays.js";
export { tabs } from "./tabs.js";

/** Attributes that are set as properties, because their attribute is only the first value. */
const properties = new Set(["value", "checked", "disabled", "hidden", "selected", "indeterminate", "open", "readOnly", "htmlFor", "scrollTop"]);

/**
 * An element: `h("button", {class: "button", onclick: run, "aria-label": "Play"}, icon("play"))`.
 * Attributes that are null, undefined or false are left out; `style` is an object, whose names may be custom properties.
 * @param {string} tag
 * @param {Object<string, any>} [attributes]
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

/** An element of SVG, as `h` makes those of HTML. */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

/** Sets attributes, listeners and properties as `h` does. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) {
      if (value) element.addEventListener(name.slice(2), value);
    } else if (name === "style") {
      for (const [property, text] of Object.entries(value)) {
        if (property.startsWith("--")) element.style.setProperty(property, text);
        else element.style[property] = text;
      }
    } else if (properties.has(name)) {
      if (value !== undefined && value !== null) element[name] = value;
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    } else {
      element.removeAttribute(name);
    }
  }
  return element;
}

/** Puts `children` in place of all that `element` holds. */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/**
 * A button that is only an icon: its label is its name for screen readers and its tooltip, beside the shortcut.
 * @param {string} name the icon
 * @param {string} label
 * @param {{shortcut?: string, pressed?: boolean, class?: string}} [options] and any attribute
 */
export function iconButton(name, label, { shortcut, pressed, class: extra = "quiet", ...attributes } = {}) {
  return h("button", {
    type: "button",
    class: `button icon-only ${extra}`,
    "aria-label": label,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    "data-tip": label,
    "data-keys": shortcut,
    ...attributes,
  }, icon(name));
}

/** Gives an icon button another icon and label, such as play that becomes pause. */
export function setIcon(button, name, label) {
  fill(button, icon(name));
  button.setAttribute("aria-label", label);
  button.dataset.tip = label;
}

/** What stands where nothing is to be shown: an icon, one line, and what to do. */
export function emptyState(iconName, title, text, ...more) {
  return h("div", { class: "empty" }, icon(iconName), h("strong", {}, title), text && h("p", {}, text), ...more);
}

/** An error as a state of a panel: its line, its advice, and a button that tries again where that may help. */
export function errorState(error, retry) {
  return h("div", { class: "empty error", role: "alert" }, icon("error"), h("strong", {}, error.message),
    error.advice && h("p", {}, error.advice), retry && h("button", { type: "button", class: "button", onclick: retry.run }, retry.label));
}

let identifiers = 0;

/** An id that no other element has, for labels and descriptions. */
export function uniqueId(prefix = "id") {
  identifiers += 1;
  return `${prefix}-${identifiers}`;
}

/** A label and its control, one above the other; `inline`: side by side. */
export function field(label, control, { hint, inline = false } = {}) {
  control.id ||= uniqueId("field");
  return h("div", { class: inline ? "field inline" : "field" }, h("label", { for: control.id }, label), control, hint && h("span", { class: "hint" }, hint));
}
