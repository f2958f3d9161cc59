import { h } from "./dom.js";
import { t } from "./i18n.js";

/** The movement for one step in CSS pixels. */
const distance = 4;

/**
 * A field for a number, whose mark at the left is dragged to change it: with Shift ten steps at a time. Arrow keys change it as in any field for
 * numbers. It sends "input" during the drag, and "change" at its end.
 * @param {HTMLInputElement} input
 * @param {{mark: Child, step?: number, start?: number}} options `mark` is a letter, a unit or an icon; `start` is the number that an empty field
 *   begins with
 */
export function scrubField(input, { mark, step = 1, start = 0 }) {
  const handle = h("span", { class: "scrub", "aria-hidden": "true", "data-tip": t("common.scrub") }, mark);
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || input.disabled) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const from = { x: event.clientX, value: input.value === "" ? start : Number(input.value) };
    let hasMoved = false;
    /** @param {PointerEvent} moved */
    const drag = (moved) => {
      const steps = Math.round((moved.clientX - from.x) / distance);
      if (steps === 0 && !hasMoved) return;
      hasMoved = true;
      const value = limited(input, from.value + steps * step * (moved.shiftKey ? 10 : 1));
      if (value === input.value) return;
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", drag);
      if (hasMoved) input.dispatchEvent(new Event("change", { bubbles: true }));
      else input.focus();
    }, { once: true });
  });
  return h("div", { class: "scrub-field" }, handle, input);
}

/** A number within the limits of the field, without the noise of binary fractions. @param {HTMLInputElement} input @param {number} value */
function limited(input, value) {
  const least = input.min === "" ? -Infinity : Number(input.min);
  const most = input.max === "" ? Infinity : Number(input.max);
  return String(Number(Math.max(least, Math.min(most, value)).toFixed(4)));
}
