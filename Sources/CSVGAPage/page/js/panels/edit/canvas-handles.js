// A rectangle over the picture with handles, for steps that crop or extend the canvas.
import { h } from "../../dom.js";
import { t } from "../../i18n.js";

/** @typedef {import("../../player/view.js").Rect} Rect */
/** @typedef {{left?: number, top?: number, right?: number, bottom?: number}} Edges the edges that a handle moves, each by this factor */

/** @type {{name: string, edges: Edges}[]} the area itself first, because handles lie above it */
const parts = [
  { name: "move", edges: { left: 1, top: 1, right: 1, bottom: 1 } },
  { name: "top", edges: { top: 1 } }, { name: "right", edges: { right: 1 } }, { name: "bottom", edges: { bottom: 1 } }, { name: "left", edges: { left: 1 } },
  { name: "top-left", edges: { top: 1, left: 1 } }, { name: "top-right", edges: { top: 1, right: 1 } },
  { name: "bottom-left", edges: { bottom: 1, left: 1 } }, { name: "bottom-right", edges: { bottom: 1, right: 1 } },
];

/** Steps of the arrow keys in points. */
const keyStep = 1;
const largeKeyStep = 10;
/** The stage shows this part of its size for an area that may exceed the canvas. */
const roomForMore = 0.7;

/**
 * Shows a rectangle in whole points, which the pointer and the arrow keys change.
 * @param {import("../../player/stage.js").Stage} stage
 * @param {{within: Rect|null, onchange: (rect: Rect) => void}} options `within`: the rectangle stays inside
 * @returns {{show: (rect: Rect) => void, destroy: () => void}}
 */
export function canvasHandles(stage, { within, onchange }) {
  const { view } = stage;
  /** @type {Rect} */
  let rect = { x: 0, y: 0, ...view.canvas };
  const abort = new AbortController();
  const wasFitted = view.isFitted;
  const size = h("span", { class: "edit-area-size", "aria-hidden": "true" });
  const box = h("div", { class: "edit-area-box" }, parts.map(({ name, edges }) => h("button", {
    type: "button", class: `edit-area-handle ${name}`, "aria-label": t(`edit.area.${name}`), "data-test": `area-${name}`,
    onpointerdown: (event) => drag(event, edges), onkeydown: (event) => key(event, edges),
  })), size);
  const element = h("div", { class: "edit-area", role: "group", "aria-label": t("edit.area") }, box);
  // Beside the stage, whose role hides its content from screen readers.
  stage.element.after(element);
  // The wheel zooms as it does beside the rectangle.
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    stage.element.dispatchEvent(new WheelEvent("wheel", event));
  }, { passive: false, signal: abort.signal });
  view.addEventListener("change", layOut, { signal: abort.signal });
  if (!within && wasFitted) view.zoomTo(view.zoom * roomForMore);

  function layOut() {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = stage.element;
    Object.assign(element.style, { left: `${offsetLeft}px`, top: `${offsetTop}px`, width: `${offsetWidth}px`, height: `${offsetHeight}px` });
    const corner = view.toStage(rect.x, rect.y);
    Object.assign(box.style, { left: `${corner.x}px`, top: `${corner.y}px`, width: `${rect.width * view.scale}px`, height: `${rect.height * view.scale}px` });
    size.textContent = `${rect.width} × ${rect.height}`;
  }

  /** Moves edges by a number of points. @param {Rect} from @param {Edges} edges @param {number} x @param {number} y */
  function move(from, { left = 0, top = 0, right = 0, bottom = 0 }, x, y) {
    const limits = within ?? { x: -1e5, y: -1e5, width: 2e5, height: 2e5 };
    const horizontal = span(from.x, from.x + from.width, left * x, right * x, limits.x, limits.x + limits.width);
    const vertical = span(from.y, from.y + from.height, top * y, bottom * y, limits.y, limits.y + limits.height);
    rect = { x: horizontal[0], y: vertical[0], width: horizontal[1] - horizontal[0], height: vertical[1] - vertical[0] };
    layOut();
    onchange(rect);
  }

  /** @param {PointerEvent & {currentTarget: HTMLElement}} event @param {Edges} edges */
  function drag(event, edges) {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, y: event.clientY, rect };
    const ends = new AbortController();
    handle.addEventListener("pointermove", (/** @type {PointerEvent} */ now) => {
      move(start.rect, edges, Math.round((now.clientX - start.x) / view.scale), Math.round((now.clientY - start.y) / view.scale));
    }, { signal: ends.signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) handle.addEventListener(name, () => ends.abort(), { signal: ends.signal });
  }

  /** @param {KeyboardEvent} event @param {Edges} edges */
  function key(event, edges) {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? largeKeyStep : keyStep;
    move(rect, edges, direction[0] * step, direction[1] * step);
  }

  layOut();
  return {
    show: (shown) => {
      if (![shown.x, shown.y, shown.width, shown.height].every(Number.isFinite) || shown.width <= 0 || shown.height <= 0) return;
      rect = shown;
      layOut();
    },
    destroy: () => {
      abort.abort();
      element.remove();
      if (wasFitted) view.fit();
    },
  };
}

/**
 * An interval whose ends move, at least one point long and within limits. If both move, its length stays.
 * @param {number} start @param {number} end @param {number} moveStart @param {number} moveEnd @param {number} minimum @param {number} maximum
 * @returns {[number, number]}
 */
function span(start, end, moveStart, moveEnd, minimum, maximum) {
  if (moveStart !== 0 && moveStart === moveEnd) {
    const by = Math.min(Math.max(moveStart, minimum - start), maximum - end);
    return [start + by, end + by];
  }
  return [Math.max(minimum, Math.min(start + moveStart, end - 1)), Math.min(maximum, Math.max(end + moveEnd, start + 1))];
}
