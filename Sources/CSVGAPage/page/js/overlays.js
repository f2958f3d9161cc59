// What floats above the page: toasts, dialogs and menus.
import { fill, h, icon, iconButton, uniqueId } from "./dom.js";
import { t } from "./i18n.js";

const toastIcons = { info: "info", success: "check", warning: "alert", error: "error" };

/**
 * A short message in the corner, which is read aloud. Those with an action and errors stay twice as long; the pointer or the focus holds it.
 * @param {string} text
 * @param {{kind?: "info"|"success"|"warning"|"error", detail?: string, action?: {label: string, run: () => void}}} [options]
 * @returns {{close: () => void}}
 */
export function toast(text, { kind = "info", detail, action } = {}) {
  const close = () => element.remove();
  const element = h("div", { class: `toast ${kind}`, "data-test": "toast" }, icon(toastIcons[kind]),
    h("div", { class: "toast-text" }, text, detail && h("small", {}, detail)),
    action && h("button", { type: "button", class: "button", onclick: () => { close(); action.run(); } }, action.label),
    iconButton("close", t("common.close"), { onclick: close }));
  const list = document.getElementById("toasts");
  list.append(element);
  while (list.children.length > 4) list.firstElementChild.remove();
  const milliseconds = action || kind === "error" ? 10_000 : 5_000;
  const end = () => (element.matches(":hover, :focus-within") ? setTimeout(end, 1_000) : close());
  setTimeout(end, milliseconds);
  return { close };
}

/** Shows an error of the server, with its advice, as a toast. */
export function toastError(error) {
  return toast(error.message, { kind: "error", detail: error.advice });
}

/**
 * A modal dialog. Escape, the cross and a click beside it close it; the focus goes back to where it was.
 * @param {{title: string, body: Node|Node[], wide?: boolean|"widest", onclose?: () => void,
 *   actions?: {label: string, kind?: "primary"|"danger", run?: () => (boolean|void)}[]}} options an action whose `run` gives false keeps it open
 * @returns {{element: HTMLDialogElement, close: () => void}}
 */
export function dialog({ title, body, actions = [], wide = false, onclose }) {
  const heading = uniqueId("dialog");
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
  // The first control of the body, not the cross; a body without controls is scrolled by the keyboard.
  const content = element.querySelector(".dialog-body");
  const control = content.querySelector("[autofocus], input, select, textarea, button, a[href]");
  if (!control) content.tabIndex = 0;
  (control ?? content).focus();
  return { element, close };
}

/**
 * A menu below `anchor`, which gets the focus back.
 * @param {HTMLElement} anchor
 * @param {("line"|{title: string}|{label: string, icon?: string, keys?: string, checked?: boolean, disabled?: boolean, run: () => void})[]} items
 *   those with `checked` are choices
 */
export function menu(anchor, items) {
  const close = (returnsFocus = true) => {
    if (!element.isConnected) return;
    element.remove();
    anchor.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", close);
    if (returnsFocus) anchor.focus();
  };
  const outside = (event) => {
    if (element.contains(event.target)) return;
    close(false);
    // A click on the anchor would open it again.
    if (anchor.contains(event.target)) anchor.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
  };
  const entry = (item) => {
    if (item === "line") return h("div", { class: "menu-line", role: "separator" });
    if (item.title) return h("div", { class: "menu-title", role: "presentation" }, item.title);
    const isChoice = item.checked !== undefined;
    return h("button", {
      type: "button", class: "menu-item", tabindex: "-1", disabled: item.disabled,
      role: isChoice ? "menuitemradio" : "menuitem", "aria-checked": isChoice ? String(item.checked) : null,
      onclick: () => { close(); item.run(); },
    }, isChoice ? h("span", { class: "mark" }, item.checked && icon("check")) : item.icon && icon(item.icon), h("span", { class: "truncate" }, item.label),
    item.keys && h("span", { class: "keys" }, item.keys));
  };
  const element = h("div", { class: "menu", role: "menu", "aria-label": anchor.getAttribute("aria-label") ?? anchor.textContent }, items.map(entry));
  const move = (event) => {
    event.stopPropagation();
    const list = [...element.querySelectorAll(".menu-item:not(:disabled)")];
    const index = list.indexOf(document.activeElement);
    const target = { ArrowDown: index + 1, ArrowUp: index - 1 + (index < 0 ? 1 : 0), Home: 0, End: list.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    if (target === undefined) {
      if (event.key === "Escape" || event.key === "Tab") event.preventDefault();
      return;
    }
    event.preventDefault();
    list[(target + list.length) % list.length]?.focus();
  };
  element.addEventListener("keydown", move);
  document.body.append(element);
  place(element, anchor);
  anchor.setAttribute("aria-haspopup", "menu");
  anchor.setAttribute("aria-expanded", "true");
  (element.querySelector("[aria-checked=true]") ?? element.querySelector(".menu-item:not(:disabled)"))?.focus();
  addEventListener("pointerdown", outside, true);
  addEventListener("resize", close);
  return { close };
}

/** Puts `element`, which is fixed, below `anchor`, or above it where there is no room; within the window. */
export function place(element, anchor) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = box.bottom + 4;
  const top = below + height > innerHeight - 8 ? Math.max(8, box.top - 4 - height) : below;
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  Object.assign(element.style, { top: `${top}px`, left: `${left}px` });
}

/** Tooltips of everything that has `data-tip`, and `data-keys` beside it: after a moment under the pointer, at once with the keyboard. */
export function startTooltips() {
  const element = h("div", { class: "tooltip", role: "tooltip", hidden: true });
  document.body.append(element);
  let timer = 0;
  const hide = () => { clearTimeout(timer); element.hidden = true; };
  const show = (target) => {
    if (!target.isConnected || target.getAttribute("aria-expanded") === "true") return;
    fill(element, h("span", {}, target.dataset.tip), target.dataset.keys && h("kbd", {}, target.dataset.keys));
    (target.closest("dialog") ?? document.body).append(element);
    element.hidden = false;
    place(element, target);
  };
  addEventListener("pointerover", (event) => {
    const target = event.target.closest?.("[data-tip]");
    hide();
    if (target && event.pointerType !== "touch") timer = setTimeout(show, 450, target);
  });
  addEventListener("focusin", (event) => {
    hide();
    const target = event.target.closest?.("[data-tip]");
    if (target?.matches(":focus-visible")) show(target);
  });
  for (const name of ["pointerdown", "keydown", "focusout", "scroll"]) addEventListener(name, hide, true);
}
