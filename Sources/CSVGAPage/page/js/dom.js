// Creates elements. A string is always text, never markup, because names and keys from files may contain markup.
import { icon } from "./icons.js";
import { problemOf } from "./problem.js";

export { icon };

/** @typedef {import("./icons.js").IconName} IconName */

/** Attributes that are set as properties, because their attribute is only the first value. */
const properties = new Set(["value", "checked", "disabled", "hidden", "selected", "indeterminate", "open", "readOnly", "htmlFor", "scrollTop"]);

/**
 * An element: `h("button", {class: "button", onclick: run, "aria-label": "Play"}, icon("play"))`.
 * Attributes that are null, undefined or false are left out; `style` is an object, whose names may be custom properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes<HTMLElementTagNameMap[Tag]>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

/**
 * Creates an SVG element, as `h` creates HTML elements.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

/**
 * Sets attributes, listeners and properties as `h` does.
 * @param {HTMLElement|SVGElement} element
 * @param {Attributes<never>} [attributes]
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) {
      if (value) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "style") {
      for (const [property, text] of Object.entries(/** @type {Record<string, string>} */ (value))) {
        if (property.startsWith("--")) element.style.setProperty(property, text);
        else Object.assign(element.style, { [property]: text });
      }
    } else if (properties.has(name)) {
      if (value !== undefined && value !== null) Object.assign(element, { [name]: value });
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    } else {
      element.removeAttribute(name);
    }
  }
}

/**
 * Replaces all children of `element`.
 * @template {Element} Kind
 * @param {Kind} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/** @param {readonly Child[]} children @returns {Node[]} */
function nodes(children) {
  const flat = /** @type {readonly unknown[]} */ (children).flat(Infinity);
  return flat.filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/**
 * The first element in `parent` that a selector matches.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {{new (): Kind}} [kind] such as HTMLInputElement
 * @returns {Kind}
 * @throws {TypeError} if there is none of that kind
 */
export function find(parent, selector, kind) {
  const found = parent.querySelector(selector);
  if (!(found instanceof (kind ?? HTMLElement))) throw new TypeError(`no element ${selector}`);
  return /** @type {Kind} */ (found);
}

/**
 * The 2D context of a canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [options]
 * @throws {Error} if the browser has no memory for it
 */
export function context2D(canvas, options) {
  const context = canvas.getContext("2d", options);
  if (!context) throw new Error("the browser gives no canvas to draw on");
  return context;
}

/**
 * A button with an icon only. The label is its accessible name and, with the shortcut, its tooltip.
 * @param {IconName} name
 * @param {string} label
 * @param {{shortcut?: string, pressed?: boolean, class?: string} & Attributes<HTMLButtonElement>} [options] and any attribute
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

/**
 * Changes the icon and label of an icon button, for example from play to pause.
 * @param {HTMLElement} button @param {IconName} name @param {string} label
 */
export function setIcon(button, name, label) {
  fill(button, icon(name));
  button.setAttribute("aria-label", label);
  button.dataset.tip = label;
}

/**
 * An empty state: an icon, one line, and advice.
 * @param {IconName} iconName @param {string} title @param {string|null} [text] @param {...Child} more
 */
export function emptyState(iconName, title, text, ...more) {
  return h("div", { class: "empty" }, h("span", { class: "empty-mark" }, icon(iconName)), h("strong", {}, title), text && h("p", {}, text), ...more);
}

/** An empty state that is good news. @param {string} title @param {string|null} [text] */
export function successState(title, text) {
  const element = emptyState("check", title, text);
  element.classList.add("success");
  return element;
}

/**
 * An error state of a panel: its message, its advice, and an optional retry button.
 * @param {unknown} error what was thrown, or a Problem
 * @param {{label: string, run: () => void}} [retry]
 */
export function errorState(error, retry) {
  const { message, advice } = problemOf(error);
  return h("div", { class: "empty error", role: "alert" }, h("span", { class: "empty-mark" }, icon("error")), h("strong", {}, message), advice && h("p", {}, advice),
    retry && h("button", { type: "button", class: "button", onclick: retry.run }, retry.label));
}

/** Escape empties a search field and leaves it, so that the keyboard controls the page again. @param {KeyboardEvent & {currentTarget: HTMLInputElement}} event */
export function leaveSearch(event) {
  if (event.key !== "Escape") return;
  const input = event.currentTarget;
  event.preventDefault();
  event.stopPropagation();
  if (input.value !== "") {
    input.value = "";
    input.dispatchEvent(new Event("input"));
  }
  input.blur();
}

let identifiers = 0;

/** An id that no other element has, for labels and descriptions. */
export function uniqueId(prefix = "id") {
  identifiers += 1;
  return `${prefix}-${identifiers}`;
}

/**
 * A label and its control, one above the other; `inline`: side by side.
 * @param {string} label @param {HTMLElement} control @param {{hint?: string, inline?: boolean}} [options]
 */
export function field(label, control, { hint, inline = false } = {}) {
  control.id ||= uniqueId("field");
  return h("div", { class: inline ? "field inline" : "field" }, h("label", { for: control.id }, label), control, hint && h("span", { class: "hint" }, hint));
}

/** A length of the design in CSS pixels: as many sixteenths of the root's font size, which follows the screen. @param {number} sixteenths */
export function scaled(sixteenths) {
  return (sixteenths / 16) * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
}

/** A text of at most so many characters: its middle is left out. @param {string} text @param {number} limit */
export function shortened(text, limit) {
  const letters = [...text];
  if (letters.length <= limit) return text;
  const half = Math.floor((limit - 1) / 2);
  return `${letters.slice(0, limit - 1 - half).join("")}…${letters.slice(-half).join("")}`;
}
