// Takes the frames of a sprite, one after the other, and makes columns of them.

import { check } from "./errors.js";

/** The columns of a frame's alpha and transform. */
const floats = 7;
/** Those of its layout, clip path and shapes. */
const integers = 3;

class FrameRows {
  /** How many frames there is room for. */
  capacity = 64;
  /** One column after the other. */
  reals = new Float32Array(floats * this.capacity);
  #indices = new Int32Array(integers * this.capacity);
  /** The layout of the frame. */
  rect = new Float64Array(4);
  /** The frames of the sprite. */
  #count = 0;
  /** How many frames after them are like the last. */
  #repeated = 0;
  /** Of all sprites. */
  #frames = 0;
  /** Most frames have the layout of the one before. */
  #last = new Float64Array(4).fill(NaN);
  #layout = 0;
  /** And its shapes and clip path. @type {SVGP.Loose[] | undefined} */
  #shapes;
  /** Their index, which KEEP repeats. */
  #kept = 0;
  #clipPath = "";
  #clip = -1;

  /** @param {SVGP.Limits} limits @param {import("./tables.js").Tables} tables @param {(shapes: SVGP.Loose[]) => number | null} onShapes the index of a list; null: KEEP */
  constructor(limits, tables, onShapes) {
    this.limits = limits;
    this.tables = tables;
    this.onShapes = onShapes;
  }

  /** Begins a frame. Returns the index of its alpha; its transform is in the columns after it. */
  begin() {
    const { rect } = this;
    this.#add();
    this.#fill();
    if (this.#count === this.capacity) this.#grow();
    const { reals, capacity } = this;
    const row = this.#count;
    reals[row] = reals[row + 2 * capacity] = reals[row + 3 * capacity] = reals[row + 5 * capacity] = reals[row + 6 * capacity] = 0;
    reals[row + capacity] = reals[row + 4 * capacity] = 1;
    rect[0] = rect[1] = rect[2] = rect[3] = 0;
    return row;
  }

  /** Adds a frame that is like the one before. */
  repeat() {
    this.#add();
    this.#repeated += 1;
  }

  #add() {
    const { limits } = this;
    this.#frames += 1;
    if (this.#frames > limits.spriteFrames) check(limits, "spriteFrames", this.#frames);
  }

  /** Writes the frames that are like the last. */
  #fill() {
    const start = this.#count;
    const end = start + this.#repeated;
    if (end === start) return;
    while (end > this.capacity) this.#grow();
    for (const columns of [this.reals, this.#indices]) {
      for (let column = 0; column < columns.length; column += this.capacity) columns.fill(columns[column + start - 1], column + start, column + end);
    }
    this.#count = end;
    this.#repeated = 0;
  }

  #grow() {
    const { reals, capacity } = this;
    this.capacity = 2 * capacity;
    this.reals = widened(reals, new Float32Array(2 * reals.length), capacity, 2 * capacity);
    this.#indices = widened(this.#indices, new Int32Array(2 * this.#indices.length), capacity, 2 * capacity);
  }

  /** @param {string} clipPath @param {SVGP.Loose[]} shapes */
  end(clipPath, shapes) {
    const { rect, tables, capacity } = this;
    const last = this.#last;
    const indices = this.#indices;
    if (rect[0] !== last[0] || rect[1] !== last[1] || rect[2] !== last[2] || rect[3] !== last[3]) {
      last.set(rect);
      this.#layout = tables.layout(rect);
    }
    if (clipPath !== this.#clipPath) {
      this.#clipPath = clipPath;
      this.#clip = tables.clip(clipPath);
    }
    if (shapes !== this.#shapes) {
      this.#shapes = shapes;
      this.#kept = shapes.length === 0 ? 0 : this.onShapes(shapes) ?? this.#kept;
    }
    const row = this.#count;
    indices[row] = this.#layout;
    indices[row + capacity] = this.#clip;
    indices[row + 2 * capacity] = this.#kept;
    this.#count = row + 1;
  }

  /** Ends the sprite. @returns {SVGP.Columns} */
  columns() {
    this.#fill();
    const { capacity } = this;
    const count = this.#count;
    const reals = widened(this.reals, new Float32Array(floats * count), capacity, count);
    const indices = widened(this.#indices, new Int32Array(integers * count), capacity, count);
    /** @template {Float32Array | Int32Array} Numbers @param {Numbers} numbers @param {number} column */
    const part = (numbers, column) => /** @type {Numbers} */ (numbers.subarray(column * count, (column + 1) * count));
    this.#count = this.#kept = 0;
    this.#shapes = undefined;
    return {
      count, alpha: part(reals, 0), a: part(reals, 1), b: part(reals, 2), c: part(reals, 3), d: part(reals, 4), tx: part(reals, 5), ty: part(reals, 6),
      layout: part(indices, 0), clip: part(indices, 1), shapes: part(indices, 2),
    };
  }
}

/** Copies columns of one height to columns of another. @template {Float32Array | Int32Array} Numbers @param {Numbers} from @param {Numbers} to @param {number} height @param {number} other */
function widened(from, to, height, other) {
  const count = Math.min(height, other);
  for (let start = 0, end = 0; start < from.length; start += height, end += other) to.set(from.subarray(start, start + count), end);
  return to;
}

export { FrameRows };
