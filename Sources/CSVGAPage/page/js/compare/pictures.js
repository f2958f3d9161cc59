import { context2D, h } from "../dom.js";
import { t } from "../i18n.js";
import { draw } from "../player/frame-source.js";
import { difference } from "./difference.js";

/** @typedef {import("./pair.js").Pair} Pair */

/** The display modes of two pictures. */
export const modes = /** @type {const} */ (["side", "slider", "difference"]);

/** @typedef {typeof modes[number]} Mode */

/**
 * Shows a frame of two movies: side by side, one over the other with a movable line between them, or their difference.
 * Event "measured" when `measured` has the difference of the shown frame.
 */
export class Pictures extends /** @type {EventTargetOf<{measured: Event}>} */ (EventTarget) {
  /** @type {Mode} */
  mode = "side";
  amplification = 4;
  marks = false;
  /** @type {import("./difference.js").FrameDifference|null} null while it plays */
  measured = null;
  #size;
  /** @type {Pair|null} */
  #pair = null;
  #contexts;
  #picture;
  #frames;
  #rooms;
  #divider;
  #position = 50;

  /** @param {{width: number, height: number}} size of both, in pixels @param {string[]} names */
  constructor(size, names) {
    super();
    this.#size = size;
    this.#contexts = ["a", "b", "difference"].map((name) => {
      const canvas = h("canvas", { width: size.width, height: size.height, "data-test": `compare-${name}`, role: "img", "aria-label": names[name === "b" ? 1 : 0] });
      if (name === "difference") canvas.setAttribute("aria-label", t("compare.mode.difference"));
      return context2D(canvas, { willReadFrequently: true });
    });
    this.#picture = new ImageData(size.width, size.height);
    this.#divider = h("div", {
      class: "compare-divider", role: "slider", tabindex: "0", "aria-label": t("compare.divider"), "aria-valuemin": 0, "aria-valuemax": 100,
      "data-test": "compare-divider", onkeydown: (event) => this.#key(event),
    });
    const [a, b, change] = this.#contexts.map(({ canvas }) => canvas);
    this.#frames = [h("div", { class: "compare-frame checker" }, a), h("div", { class: "compare-frame checker is-b" }, b, this.#divider), h("div", { class: "compare-frame" }, change)];
    /** @param {string} name */
    const label = (name) => h("span", { class: `compare-label is-${name}`, "aria-hidden": "true" }, name.toUpperCase());
    this.#rooms = this.#frames.map((element) => h("div", { class: "compare-room" }, element));
    const cells = [["a"], ["a", "b"], []].map((letters, index) => h("div", { class: "compare-cell" }, this.#rooms[index], letters.map(label)));
    this.element = h("div", { class: "compare-pictures" }, cells);
    this.element.style.setProperty("--width", String(size.width));
    this.element.style.setProperty("--height", String(size.height));
    for (const name of /** @type {const} */ (["pointerdown", "pointermove"])) this.#frames[1].addEventListener(name, (event) => this.#drag(event));
    for (const room of this.#rooms) room.addEventListener("scroll", () => this.#scrollAlike(room));
    this.setMode(this.mode);
    this.#setPosition(this.#position);
  }

  /** @param {Mode} mode */
  setMode(mode) {
    const { scrollLeft, scrollTop } = this.#rooms[modes.indexOf(this.mode)];
    this.mode = mode;
    this.element.dataset.mode = mode;
    // The line divides both pictures, so they have the same position: the first is inside the second.
    if (mode === "slider") this.#divider.before(this.#contexts[0].canvas);
    else this.#frames[0].append(this.#contexts[0].canvas);
    for (const room of this.#rooms) room.scrollTo(scrollLeft, scrollTop);
    this.#redraw();
  }

  /** @param {number|null} zoom pixels of the screen for each of the picture; null: as large as there is room */
  setZoom(zoom) {
    this.element.classList.toggle("is-zoomed", zoom !== null);
    this.element.classList.toggle("is-pixelated", zoom !== null && zoom > 1);
    if (zoom === null) return;
    this.element.style.setProperty("--zoom", String(zoom));
    // The browser applies the zoom with its next animation frame.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#centre()));
  }

  #centre() {
    for (const room of this.#rooms) room.scrollTo((room.scrollWidth - room.clientWidth) / 2, (room.scrollHeight - room.clientHeight) / 2);
  }

  /** @param {Partial<import("./difference.js").Look>} look */
  setLook({ amplification = this.amplification, marks = this.marks }) {
    this.amplification = amplification;
    this.marks = marks;
    this.#redraw();
  }

  /** The current frame of the pair. */
  get frame() {
    return this.#pair?.frame ?? 0;
  }

  /** For Playback. @param {Pair} pair @param {boolean} stays whether there is time to measure it */
  show(pair, stays) {
    this.#pair = pair;
    pair.records.forEach((record, side) => draw(this.#contexts[side], record));
    this.#measure(pair, stays);
  }

  #redraw() {
    if (this.#pair) this.#measure(this.#pair, true);
  }

  /** @param {Pair} pair @param {boolean} stays */
  #measure(pair, stays) {
    const isShown = this.mode === "difference";
    if (!isShown && !stays) {
      this.measured = null;
    } else {
      const { width, height } = this.#size;
      const [before, after] = pair.records;
      this.measured = difference(before, after, isShown ? this.#picture : null, width, height, { amplification: this.amplification, marks: this.marks });
      if (isShown) this.#contexts[2].putImageData(this.#picture, 0, 0);
    }
    this.dispatchEvent(new Event("measured"));
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.mode !== "slider" || (event.type === "pointermove" && event.buttons === 0)) return;
    if (event.type === "pointerdown") {
      this.#frames[1].setPointerCapture(event.pointerId);
      event.preventDefault();
      this.#divider.focus({ preventScroll: true });
    }
    const box = this.#frames[1].getBoundingClientRect();
    this.#setPosition((100 * (event.clientX - box.left)) / box.width);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, number>} */
    const positions = { ArrowLeft: this.#position - step, ArrowRight: this.#position + step, Home: 0, End: 100 };
    const to = positions[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#setPosition(to);
  }

  /** @param {number} percent */
  #setPosition(percent) {
    this.#position = Math.min(100, Math.max(0, percent));
    this.element.style.setProperty("--position", `${this.#position}%`);
    this.#divider.setAttribute("aria-valuenow", String(Math.round(this.#position)));
  }

  /** Side by side, both pictures show the same part. @param {HTMLElement} moved */
  #scrollAlike(moved) {
    for (const room of this.#rooms) {
      if (room === moved || !moved.checkVisibility()) continue;
      room.scrollLeft = moved.scrollLeft;
      room.scrollTop = moved.scrollTop;
    }
  }
}
