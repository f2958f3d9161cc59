// The position and zoom of the canvas in the stage.

/** The zoom levels of buttons and shortcuts: device pixels per pixel of the frame. */
const zooms = [0.25, 0.5, 1, 2, 3, 4, 6, 8];
const minimumZoom = 0.1;
const maximumZoom = 32;
/** The maximum CSS pixels per point of a fitted canvas: small movies are enlarged, too. */
const maximumFit = 8;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {Point & Size} Rect */

/**
 * The size and position of the canvas on the screen. Screen coordinates are CSS pixels from the stage's upper left corner, movie coordinates are
 * points of the canvas. Event: "change".
 */
export class View extends /** @type {EventTargetOf<{change: Event}>} */ (EventTarget) {
  /** CSS pixels per point. */
  scale = 1;
  /** The position of the canvas's upper left corner. */
  x = 0;
  y = 0;
  /** Whether the content is fitted into the stage, also when the stage is resized. */
  isFitted = true;

  #stage = { width: 0, height: 0 };
  #canvas;
  #pixelsPerPoint;
  /** What fits into the stage: the canvas, or the phone around it. @type {Rect} */
  #bounds;

  /**
   * @param {Size} canvas in points
   * @param {number} pixelsPerPoint of the frames
   */
  constructor(canvas, pixelsPerPoint) {
    super();
    this.#canvas = canvas;
    this.#bounds = { x: 0, y: 0, ...canvas };
    this.#pixelsPerPoint = pixelsPerPoint;
  }

  get stage() {
    return this.#stage;
  }

  /** Device pixels per pixel of the frame. */
  get zoom() {
    return (this.scale * devicePixelRatio) / this.#pixelsPerPoint;
  }

  /** Whether the content exceeds the stage. */
  get isLarger() {
    return this.#bounds.width * this.scale > this.#stage.width + 1 || this.#bounds.height * this.scale > this.#stage.height + 1;
  }

  /** @param {number} width @param {number} height */
  setStage(width, height) {
    const moved = { x: (width - this.#stage.width) / 2, y: (height - this.#stage.height) / 2 };
    this.#stage = { width, height };
    if (this.isFitted) this.fit();
    else this.pan(moved.x, moved.y);
  }

  /** @param {Rect} bounds */
  setBounds(bounds) {
    this.#bounds = bounds;
    if (this.isFitted) this.fit();
    else this.#changed();
  }

  /** Fits the content into the stage. Small content is enlarged. */
  fit() {
    const margin = Math.min(24, this.#stage.width / 20);
    const room = { width: this.#stage.width - 2 * margin, height: this.#stage.height - 2 * margin };
    const { x, y, width, height } = this.#bounds;
    this.scale = Math.max(0.01, Math.min(maximumFit, room.width / width, room.height / height));
    this.x = Math.round(this.#stage.width / 2 - (x + width / 2) * this.scale);
    this.y = Math.round(this.#stage.height / 2 - (y + height / 2) * this.scale);
    this.isFitted = true;
    this.#changed();
  }

  /** Zooms around a position of the stage. @param {number} zoom @param {number} [atX] @param {number} [atY] */
  zoomTo(zoom, atX = this.#stage.width / 2, atY = this.#stage.height / 2) {
    const wanted = Math.min(maximumZoom, Math.max(minimumZoom, zoom));
    const scale = (wanted * this.#pixelsPerPoint) / devicePixelRatio;
    this.x = atX - ((atX - this.x) * scale) / this.scale;
    this.y = atY - ((atY - this.y) * scale) / this.scale;
    this.scale = scale;
    this.isFitted = false;
    this.#keepVisible();
    this.#changed();
  }

  zoomIn() {
    this.zoomTo(zooms.find((zoom) => zoom > this.zoom * 1.01) ?? this.zoom * 2);
  }

  zoomOut() {
    this.zoomTo(zooms.findLast((zoom) => zoom < this.zoom * 0.99) ?? this.zoom / 2);
  }

  /** @param {number} x @param {number} y */
  pan(x, y) {
    this.x += x;
    this.y += y;
    this.isFitted = false;
    this.#keepVisible();
    this.#changed();
  }

  /** The point of the canvas at a position of the stage. @param {number} x @param {number} y @returns {Point} */
  toCanvas(x, y) {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  /** The position of a point of the canvas in the stage. @param {number} x @param {number} y @returns {Point} */
  toStage(x, y) {
    return { x: this.x + x * this.scale, y: this.y + y * this.scale };
  }

  /** Keeps a part of the canvas within the stage, and the canvas aligned to device pixels, so that pixels stay sharp. */
  #keepVisible() {
    const { x, y, width, height } = this.#bounds;
    const piece = 48;
    /** @param {number} value @param {number} start @param {number} length @param {number} room */
    const clamp = (value, start, length, room) =>
      Math.min(Math.max(value, piece - (start + length) * this.scale), room - piece - start * this.scale);
    /** @param {number} value */
    const snapped = (value) => Math.round(value * devicePixelRatio) / devicePixelRatio;
    this.x = snapped(clamp(this.x, x, width, this.#stage.width));
    this.y = snapped(clamp(this.y, y, height, this.#stage.height));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  get canvas() {
    return this.#canvas;
  }
}
