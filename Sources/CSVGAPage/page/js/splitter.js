import { h } from "./dom.js";
import { remember, remembered } from "./settings.js";

/**
 * The line between two parts of a view, which the user drags, or moves with the arrow keys. It sets the size of the part at its right.
 * @param {{label: string, name: string, value: number, least: number, most: number, apply: (pixels: number) => void}} options
 *   `name`: the name under which the size is stored
 */
export function splitter({ label, name, value, least, most, apply }) {
  const element = h("div", {
    class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": label,
    "aria-valuemin": least, "aria-valuemax": most, "data-test": "splitter",
  });
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: 16, ArrowRight: -16 };
  let pixels = 0;
  /** @param {number} wanted */
  const move = (wanted) => {
    pixels = Math.round(Math.max(least, Math.min(wanted, most)));
    element.setAttribute("aria-valuenow", String(pixels));
    apply(pixels);
  };
  element.addEventListener("pointerdown", (event) => {
    const start = { x: event.clientX, pixels };
    element.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} moved */
    const drag = (moved) => move(start.pixels + start.x - moved.clientX);
    element.addEventListener("pointermove", drag);
    element.addEventListener("lostpointercapture", () => {
      element.removeEventListener("pointermove", drag);
      remember(name, pixels);
    }, { once: true });
  });
  element.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    move(pixels + step);
    remember(name, pixels);
  });
  element.addEventListener("dblclick", () => { move(value); remember(name, value); });
  const stored = remembered(name, value);
  // `apply` may use elements that are created after this one.
  queueMicrotask(() => move(Number.isFinite(stored) ? stored : value));
  return element;
}
