// The canvases that show the frames.
import { h } from "../dom.js";
import { draw, pixel } from "./records.js";

/** How long a frame has to stay before it is made exact, in milliseconds: longer than the steps of a hand on the scrubber. */
const restBeforeExact = 80;

/**
 * Shows one frame at a time in device pixels of the scene. There are two canvases, because browsers keep a canvas premultiplied. With 8 bits
 * a channel they show the right pixels, but those read back can be one step off where alpha is below 255. With 16 bits what is read back is
 * exact, but putting a frame of 750 × 750 takes 8 ms instead of 0.3 ms. So the first shows each frame at once, and the second takes its place
 * when a frame has stayed for a while. Firefox has no canvas with 16 bits: there both are of the first kind.
 */
export class StageCanvas {
  /** Holds both. */
  element = h("div", { class: "stage-frames" });
  /** @type {import("./records.js").FrameRecord | null} the frame that is shown */
  record = null;
  /** Whether what is read back from the canvas is exact. */
  isExact = false;

  #fast = context({ willReadFrequently: true });
  #exact = context({ willReadFrequently: true, colorType: "float16" });
  #settling = 0;

  constructor() {
    this.#exact.canvas.hidden = true;
    this.element.append(this.#fast.canvas, this.#exact.canvas);
  }

  /** @param {{width: number, height: number}} scene */
  setSize({ width, height }) {
    for (const { canvas } of [this.#fast, this.#exact]) {
      if (canvas.width === width && canvas.height === height) continue;
      canvas.width = width;
      canvas.height = height;
    }
  }

  /**
   * @param {import("./records.js").FrameRecord} record
   * @param {boolean} stays whether the frame is to be exact by and by, because nothing plays
   */
  show(record, stays) {
    clearTimeout(this.#settling);
    this.record = record;
    this.#draw(this.#fast, this.#exact);
    this.isExact = false;
    if (stays) this.#settling = setTimeout(() => this.#settle(), restBeforeExact);
  }

  #settle() {
    this.#draw(this.#exact, this.#fast);
    this.isExact = true;
  }

  #draw(shown, hidden) {
    draw(shown, this.record);
    shown.canvas.hidden = false;
    hidden.canvas.hidden = true;
  }

  /** The straight RGBA of a pixel of the frame that is shown, or null outside of it. */
  pixel(x, y) {
    const { width, height } = this.#fast.canvas;
    if (!this.record || x < 0 || y < 0 || x >= width || y >= height) return null;
    return pixel(this.record, x, y);
  }
}

function context(options) {
  return h("canvas", { "aria-hidden": "true" }).getContext("2d", options);
}
