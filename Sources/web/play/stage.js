// A movie on a canvas: how it is laid out, the content of its keys, and what is where.

import { Painter } from "../draw/painter.js";
import { fitted } from "./fit.js";
import { KeyedContent } from "./keys.js";

/** The maximum pixels of a canvas that follows its element. */
const canvasPixels = 1 << 24;
/** Of a canvas on which shapes are drawn in more detail. */
const tinyPixels = 1 << 14;
/** The same in a module that `svga render` wrote, if the movie has no images. */
const writtenPixels = 1 << 18;

class Stage extends KeyedContent {
  /** The frame on the canvas, or -1 before the first. */
  frame = -1;
  /** @type {HTMLCanvasElement} */
  canvas;
  /** Whether the canvas was made here. */
  #isOwnCanvas = false;
  /** @type {SVGP.Fit | null} */
  #fit;
  #align;
  #ratio = 1;
  /** From points to pixels. @type {SVGP.Transform} */
  #view = [1, 0, 0, 1, 0, 0];
  /** @type {ResizeObserver | undefined} */
  #resizes;
  /** Listeners of "frame" are rare, and an event would be made for each frame. */
  #hasFrameListener = false;

  /** @param {HTMLCanvasElement | Element | string} target @param {SVGP.PlayerOptions} options */
  constructor(target, { fit, align = "center" }) {
    super();
    const element = typeof target === "string" ? document.querySelector(target) : target;
    if (!element) throw new TypeError(`there is no element ${target}`);
    if (element instanceof HTMLCanvasElement) this.canvas = element;
    else {
      this.canvas = document.createElement("canvas");
      this.canvas.style.cssText = "display:block;width:100%;height:100%";
      element.append(this.canvas);
      this.#isOwnCanvas = true;
    }
    this.#fit = fit === undefined ? (this.#isOwnCanvas ? "contain" : null) : fit;
    this.#align = align;
  }

  /** The frame count. */
  get frames() { return this.movie ? (import.meta.isWritten ? this.movie.order?.length : null) ?? this.movie.frames : 0; }

  /** Lays out another movie, or none. @param {SVGP.Movie | null} movie */
  setMovie(movie) {
    this.movie = movie;
    this.frame = -1;
    // null only for a canvas that has a context of another kind already.
    this.painter = movie && new Painter(/** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d")), movie);
    if (this.painter && movie) this.painter.contents = movie.sprites.map((sprite) => this.content(sprite));
    this.#follow();
    this.#layOut();
  }

  /** Ends the use of the canvas. */
  leaveCanvas() {
    if (this.#isOwnCanvas) this.canvas.remove();
    // Also frees its memory.
    else this.canvas.width = this.canvas.height = 0;
  }

  /** @param {number} frame */
  drawFrame(frame) {
    const { painter, movie } = this;
    if (!painter || !movie || !(frame >= 0)) return;
    painter.paint(drawnFrame(movie, frame));
    if (frame === this.frame) return;
    this.frame = frame;
    if (this.#hasFrameListener) this.emit("frame", { frame, progress: (frame + 1) / this.frames });
  }

  // Layout. The view goes from points of the movie to pixels of the canvas.

  get fit() { return this.#fit; }
  set fit(fit) {
    this.#fit = fit;
    this.#follow();
    this.#layOutAgain();
  }
  get align() { return this.#align; }
  set align(align) {
    this.#align = align;
    this.#layOutAgain();
  }

  get matrix() {
    const { width, height } = this.canvas;
    const box = this.canvas.getBoundingClientRect();
    const [a, b, c, d, e, f] = this.#view;
    const [x, y] = [box.width / width || 1, box.height / height || 1];
    return /** @type {SVGP.Transform} */ ([a * x, b * y, c * x, d * y, e * x, f * y]);
  }

  /** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  point({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const [a, b, c, d, e, f] = this.matrix;
    const [x, y, area] = [clientX - left - e, clientY - top - f, a * d - b * c];
    return [(d * x - c * y) / area, (a * y - b * x) / area];
  }

  /** Follows the size of the element, or stops to. */
  #follow() {
    if (this.#fit === null || !this.movie) {
      this.#resizes?.disconnect();
      this.#resizes = undefined;
    } else if (!this.#resizes) {
      this.#resizes = new ResizeObserver(([{ contentRect, devicePixelContentBoxSize }]) => {
        const [size] = devicePixelContentBoxSize ?? [];
        this.#resize(size?.inlineSize ?? contentRect.width * devicePixelRatio, size?.blockSize ?? contentRect.height * devicePixelRatio);
      });
      try {
        this.#resizes.observe(this.canvas, { box: "device-pixel-content-box" });
      } catch {
        this.#resizes.observe(this.canvas);
      }
      const { width, height } = this.canvas.getBoundingClientRect();
      this.#resize(width * devicePixelRatio, height * devicePixelRatio);
    }
  }

  /** @param {number} width @param {number} height in pixels */
  #resize(width, height) {
    if (!(width > 0 && height > 0)) return;
    const { canvas } = this;
    const reduction = Math.min(1, Math.sqrt(canvasPixels / (width * height)));
    this.#ratio = devicePixelRatio * reduction;
    [width, height] = [Math.max(1, Math.round(width * reduction)), Math.max(1, Math.round(height * reduction))];
    if (width === canvas.width && height === canvas.height) return;
    [canvas.width, canvas.height] = [width, height];
    this.#layOutAgain();
  }

  #layOut() {
    const { canvas, movie, painter } = this;
    if (!movie || !painter) return;
    if (this.#fit === null) [canvas.width, canvas.height] = movie.size;
    const { width, height } = canvas;
    const { view, box } = fitted(movie, this.#fit ?? "fill", this.#align, width, height, this.#ratio);
    this.#view = view;
    painter.setView(view, box, this.#fit === null && width * height <= (import.meta.isWritten && movie.images.length === 0 ? writtenPixels : tinyPixels));
  }

  #layOutAgain() {
    this.#layOut();
    this.redraw();
  }

  /** @override */
  redraw() {
    this.drawFrame(this.frame);
  }

  // What is where.

  /** @param {number} x @param {number} y @param {{alpha?: number, keys?: string[]}} [options] */
  hitTest(x, y, { alpha: least = 0.5, keys } = {}) {
    const { frame: position, painter, movie } = this;
    if (!painter || !movie || position < 0) return null;
    const frame = drawnFrame(movie, position);
    for (let index = movie.sprites.length - 1; index >= 0; index -= 1) {
      const { key, name, isMatte } = movie.sprites[index];
      if (isMatte || (keys && !keys.includes(key) && !keys.includes(name))) continue;
      const alpha = painter.alphaAt(index, frame, x, y);
      if (alpha > 0 && alpha >= least) return { key, sprite: index, alpha };
    }
    return null;
  }

  /** @param {string} key @param {number} [frame] */
  placement(key, frame = this.frame) {
    const { painter, movie } = this;
    if (!painter || !movie) return null;
    for (const index of this.spritesOf(key).reverse()) {
      const placement = painter.placement(index, drawnFrame(movie, frame));
      if (placement) return placement;
    }
    return null;
  }

  // Events.

  /** @param {string} name @param {EventListenerOrEventListenerObject | null} listener @param {boolean | AddEventListenerOptions} [options] @override */
  addEventListener(name, listener, options) {
    if (name === "frame") this.#hasFrameListener = true;
    super.addEventListener(name, listener, options);
  }

  /** @param {string} name @param {unknown} [detail] */
  emit(name, detail) {
    this.dispatchEvent(detail === undefined ? new Event(name) : new CustomEvent(name, { detail }));
  }
}

/** What is drawn at a frame. @param {SVGP.Movie} movie @param {number} frame */
function drawnFrame({ order }, frame) {
  return import.meta.isWritten ? order?.[frame] ?? frame : frame;
}

export { Stage };
