// Overlays: toasts, dialogs and menus.
import { fill, find, h, icon, iconButton, uniqueId } from "./dom.js";
import { t } from "./i18n.js";
import { problemOf } from "./problem.js";

/** @typedef {import("./icons.js").IconName} IconName */

/** @type {Record<string, IconName>} */
const toastIcons = { info: "info", success: "check", warning: "alert", error: "error" };

/**
 * A toast, which screen readers announce. Errors and toasts with an action stay twice as long. Hover and focus keep it open.
 * @param {string} text
 * @param {{kind?: "info"|"success"|"warning"|"error", detail?: string, action?: {label: string, run: () => void}}} [options]
 * @returns {{close: () => void}}
 */
export function toast(text, { kind = "info", detail, action } = {}) {
  /** @returns {void} */
  const close = () => element.remove();
  const element = h("div", { class: `toast ${kind}`, "data-test": "toast" }, icon(toastIcons[kind]),
    h("div", { class: "toast-text" }, text, detail && h("small", {}, detail)),
    action && h("button", { type: "button", class: "button", onclick: () => { close(); action.run(); } }, action.label),
    iconButton("close", t("common.close"), { onclick: close }));
  const list = find(document, "#toasts");
  list.append(element);
  while (list.children.length > 4) list.firstElementChild?.remove();
  const milliseconds = action || kind === "error" ? 10_000 : 5_000;
  const end = () => {
    if (element.matches(":hover, :focus-within")) setTimeout(end, 1_000);
    else close();
  };
  setTimeout(end, milliseconds);
  return { close };
}

/** Shows an error with its advice as a toast. @param {unknown} error what was thrown */
export function toastError(error) {
  const { message, advice } = problemOf(error);
  return toast(message, { kind: "error", detail: advice });
}

/**
 * A modal dialog. Escape, the close button and a click outside close it and restore the focus.
 * @param {{title: string, body: Child, wide?: boolean|"widest", onclose?: () => void,
 *   actions?: {label: string, kind?: "primary", run?: () => unknown}[]}} options an action whose `run` returns false keeps it open
 * @returns {{element: HTMLDialogElement, close: () => void}}
 */
export function dialog({ title, body, actions = [], wide = false, onclose }) {
  const heading = uniqueId("dialog");
  /** @returns {void} */
  const close = () => element.close();
  const element = h("dialog", { class: wide ? `dialog ${wide === true ? "wide" : wide}` : "dialog", "aria-labelledby": heading, "data-test": "dialog" },
    h("div", { class: "dialog-header" }, h("h2", { id: heading }, title), iconButton("close", t("common.close"), { onclick: close })),
    h("div", { class: "dialog-body" }, body),
    actions.length > 0 && h("div", { class: "dialog-actions" }, actions.map((action) => h("button", {
      type: "button", class: `button ${action.kind ?? ""}`, onclick: () => { if (action.run?.() !== false) close(); },
    }, action.label))));
  element.addEventListener("keydown", (event) => event.stopPropagation());
  element.addEventListener("pointerdown", (event) => {
    const box = element.getBoundingClientRect();
    const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (event.target === element && !isInside) close();
  });
  element.addEventListener("close", () => { element.remove(); onclose?.(); });
  document.body.append(element);
  element.showModal();
  // The first control of the body, not the close button; a body without controls can be scrolled with the keyboard.
  const content = find(element, ".dialog-body");
  /** @type {HTMLElement|null} */
  const control = content.querySelector("[autofocus], input, select, textarea, button, a[href]");
  if (!control) content.tabIndex = 0;
  (control ?? content).focus();
  return { element, close };
}

/**
 * An item of a menu; those with `checked` are choices, or with `isSwitch` switches.
 * @typedef {{label: string, icon?: IconName, keys?: string, checked?: boolean, isSwitch?: boolean, disabled?: boolean, run: () => void}} MenuChoice
 * @typedef {"line"|{title: string}|MenuChoice} MenuItem
 */

/**
 * A menu below `anchor`, which gets the focus back.
 * @param {HTMLElement} anchor
 * @param {MenuItem[]} items
 */
export function menu(anchor, items) {
  const close = (returnsFocus = true) => {
    if (!element.isConnected) return;
    element.remove();
    anchor.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", closeOnResize);
    if (returnsFocus) anchor.focus();
  };
  const closeOnResize = () => close();
  /** @param {PointerEvent} event */
  const outside = (event) => {
    const target = /** @type {Node} */ (event.target);
    if (element.contains(target)) return;
    close(false);
    // A click on the anchor would open it again.
    if (anchor.contains(target)) anchor.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
  };
  /** @param {MenuItem} item */
  const entry = (item) => {
    if (item === "line") return h("div", { class: "menu-line", role: "separator" });
    if ("title" in item) return h("div", { class: "menu-title", role: "presentation" }, item.title);
    const isChoice = item.checked !== undefined;
    return h("button", {
      type: "button", class: "menu-item", tabindex: "-1", disabled: item.disabled,
      role: isChoice ? (item.isSwitch ? "menuitemcheckbox" : "menuitemradio") : "menuitem", "aria-checked": isChoice ? String(item.checked) : null,
      onclick: () => { close(); item.run(); },
    }, isChoice ? h("span", { class: "mark" }, item.checked && icon("check")) : item.icon && icon(item.icon), h("span", { class: "truncate" }, item.label),
    item.keys && h("span", { class: "keys" }, item.keys));
  };
  const element = h("div", { class: "menu", role: "menu", "aria-label": anchor.getAttribute("aria-label") ?? anchor.textContent }, items.map(entry));
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    event.stopPropagation();
    const list = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(".menu-item:not(:disabled)")]);
    const index = list.findIndex((item) => item === document.activeElement);
    /** @type {Record<string, number>} */
    const targets = { ArrowDown: index + 1, ArrowUp: index - 1 + (index < 0 ? 1 : 0), Home: 0, End: list.length - 1 };
    const target = targets[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    if (target === undefined) {
      if (event.key === "Escape" || event.key === "Tab") event.preventDefault();
      return;
    }
    event.preventDefault();
    list[(target + list.length) % list.length]?.focus();
  };
  element.addEventListener("keydown", move);
  // In a landmark, so that screen readers can go to it.
  (anchor.closest("dialog") ?? document.querySelector("#main") ?? document.body).append(element);
  positionBeside(element, anchor);
  anchor.setAttribute("aria-haspopup", "menu");
  anchor.setAttribute("aria-expanded", "true");
  const first = element.querySelector("[aria-checked=true]") ?? element.querySelector(".menu-item:not(:disabled)");
  if (first instanceof HTMLElement) first.focus();
  addEventListener("pointerdown", outside, true);
  addEventListener("resize", closeOnResize);
  return { close };
}

/**
 * A popover that `button` opens and closes. Escape and a click outside close it, too. Its owner adds it to the page, beside the button.
 * @param {HTMLButtonElement} button @param {Child} content @param {string} label
 */
export function popover(button, content, label) {
  const element = h("div", { class: "popover", popover: "auto", role: "dialog", "aria-label": label, tabindex: "-1" }, content);
  button.popoverTargetElement = element;
  button.setAttribute("aria-expanded", "false");
  element.addEventListener("toggle", ({ newState }) => {
    const isOpen = newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    positionBeside(element, button);
    element.focus({ preventScroll: true });
  });
  element.addEventListener("keydown", (event) => { if (event.key !== "Escape") event.stopPropagation(); });
  return element;
}

/**
 * Positions the fixed `element` below `anchor`, or above it without space below, within the window.
 * @param {HTMLElement} element @param {Element} anchor
 */
function positionBeside(element, anchor) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = box.bottom + 4;
  const top = below + height > innerHeight - 8 ? Math.max(8, box.top - 4 - height) : below;
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  Object.assign(element.style, { top: `${top}px`, left: `${left}px` });
}

/** Tooltips of elements with `data-tip` and optional `data-keys`: after a delay under the pointer, immediately with the keyboard. */
export function startTooltips() {
  const element = h("div", { class: "tooltip", role: "tooltip", hidden: true });
  document.body.append(element);
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const hide = () => { clearTimeout(timer); element.hidden = true; };
  /** @param {HTMLElement} target */
  const show = (target) => {
    if (!target.isConnected || target.getAttribute("aria-expanded") === "true") return;
    fill(element, h("span", {}, target.dataset.tip), target.dataset.keys && h("kbd", {}, target.dataset.keys));
    (target.closest("dialog") ?? document.body).append(element);
    element.hidden = false;
    positionBeside(element, target);
  };
  /** @param {Event} event @returns {HTMLElement|null} */
  const tipped = ({ target }) => (target instanceof Element ? target.closest("[data-tip]") : null);
  addEventListener("pointerover", (event) => {
    const target = tipped(event);
    hide();
    if (target && event.pointerType !== "touch") timer = setTimeout(show, 450, target);
  });
  addEventListener("focusin", (event) => {
    hide();
    const target = tipped(event);
    if (target?.matches(":focus-visible")) show(target);
  });
  for (const name of ["pointerdown", "keydown", "focusout", "scroll"]) addEventListener(name, hide, true);
}
