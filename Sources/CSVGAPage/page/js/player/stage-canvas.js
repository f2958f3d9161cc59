// The canvases that show the frames.
import { context2D, h } from "../dom.js";
import { draw, pixel } from "./records.js";

/** @typedef {import("./records.js").FrameRecord} FrameRecord */

/** The delay before a still frame is drawn exactly, in milliseconds: longer than the steps of scrubbing. */
const restBeforeExact = 80;

/**
 * Shows one frame at a time in device pixels of the scene. Browsers store a canvas premultiplied. With 8 bits per channel, the shown pixels are
 * correct, but pixels that are read back may differ by one step if alpha is below 255. With 16 bits per channel, they are exact, but drawing a
 * frame of 750 × 750 takes 8 ms instead of 0.3 ms. So there are two canvases: one with 8 bits shows each frame at once, and one with 16 bits
 * replaces it when a frame stays visible. Firefox does not support 16 bits, so both have 8 bits there.
 */
export class StageCanvas {
  /** The container of both canvases. */
  element = h("div", { class: "stage-frames" });
  /** @type {FrameRecord|null} the frame that is shown */
  record = null;
  /** Whether pixels read from the canvas are exact. */
  isExact = false;

  /** Of the scene in full size. */
  #size = { width: 1, height: 1 };
  #fast = context({ willReadFrequently: true });
  #exact = context({ willReadFrequently: true, colorType: "float16" });
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #settling;

  constructor() {
    this.#exact.canvas.hidden = true;
    this.element.append(this.#fast.canvas, this.#exact.canvas);
  }

  /** @param {{width: number, height: number}} scene */
  setSize(scene) {
    this.#size = scene;
    for (const { canvas } of [this.#fast, this.#exact]) resize(canvas, scene);
  }

  /**
   * @param {FrameRecord} record
   * @param {boolean} stays whether the frame is to be exact by and by, because nothing plays
   */
  show(record, stays) {
    clearTimeout(this.#settling);
    // For tools that measure how soon a movie is shown.
    if (!this.record) performance.mark("first-frame");
    this.record = record;
    this.#draw(record, this.#fast, this.#exact);
    this.isExact = false;
    if (stays) this.#settling = setTimeout(() => this.#settle(record), restBeforeExact);
  }

  /** @param {FrameRecord} record */
  #settle(record) {
    this.#draw(record, this.#exact, this.#fast);
    this.isExact = true;
  }

  /** @param {FrameRecord} record @param {CanvasRenderingContext2D} shown @param {CanvasRenderingContext2D} hidden */
  #draw(record, shown, hidden) {
    // Frames of playback may be smaller.
    resize(shown.canvas, record.size ?? this.#size);
    draw(shown, record);
    shown.canvas.hidden = false;
    hidden.canvas.hidden = true;
  }

  /** The straight RGBA of a pixel of the current frame, or null outside of it. @param {number} x @param {number} y */
  pixel(x, y) {
    const { record } = this;
    const { width, height } = this.#size;
    if (!record || x < 0 || y < 0 || x >= width || y >= height) return null;
    const scale = (record.size?.width ?? width) / width;
    return pixel(record, Math.floor(x * scale), Math.floor(y * scale));
  }
}

/** @param {HTMLCanvasElement} canvas @param {{width: number, height: number}} size */
function resize(canvas, { width, height }) {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

/** @param {CanvasRenderingContext2DSettings & {colorType?: string}} options */
function context(options) {
  return context2D(h("canvas", { "aria-hidden": "true" }), options);
}
