// Takes the frames of a sprite, one after the other, and makes columns of them.

import { check } from "./errors.js";

/** Columns: alpha, the transform, and the indices of layout, clip path and shapes, which a float holds exactly: there are less than 2 ** 24. */
const width = 10;

class FrameRows {
  /** How many frames there is room for. */
  capacity = 64;
  /** One column after the other. */
  reals = new Float32Array(width * this.capacity);
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
  /** The index of the shapes that KEEP repeats. */
  #kept = 0;

  /** @param {SVGP.Limits} limits @param {import("./tables.js").Tables} tables @param {(shapes: SVGP.Loose[]) => number | null} onShapes the index of a list; null: KEEP */
  constructor(limits, tables, onShapes) {
    this.limits = limits;
    this.tables = tables;
    this.onShapes = onShapes;
  }

  /** Begins a frame. Returns the index of its alpha; its transform is in the columns after it. */
  begin() {
    this.#fill();
    this.repeat();
    this.#repeated = 0;
    const { rect, reals, capacity } = this;
    const row = this.#count;
    this.#count += 1;
    // a and d are 1.
    for (let column = 0; column < 7; column += 1) reals[row + column * capacity] = column % 3 === 1 ? 1 : 0;
    rect[0] = rect[1] = rect[2] = rect[3] = 0;
    return row;
  }

  /** Adds a frame that is like the one before. */
  repeat() {
    this.#frames += 1;
    this.#repeated += 1;
    check(this.limits, "spriteFrames", this.#frames);
  }

  /** Writes the frames that are like the last, and makes room for another one. */
  #fill() {
    const start = this.#count;
    const end = (this.#count += this.#repeated);
    while (end >= this.capacity) {
      const { reals, capacity } = this;
      this.capacity *= 2;
      this.reals = new Float32Array(2 * reals.length);
      for (let column = 0; column < width; column += 1) this.reals.set(reals.subarray(column * capacity, column * capacity + start), column * this.capacity);
    }
    const { reals } = this;
    for (let at = start; end > start && at < reals.length; at += this.capacity) reals.fill(reals[at - 1], at, at + this.#repeated);
    this.#repeated = 0;
  }

  /** @param {string} clipPath @param {SVGP.Loose[]} shapes */
  end(clipPath, shapes) {
    const { rect, tables, reals, capacity } = this;
    const last = this.#last;
    if (rect[0] !== last[0] || rect[1] !== last[1] || rect[2] !== last[2] || rect[3] !== last[3]) {
      last.set(rect);
      this.#layout = tables.layout(rect);
    }
    this.#kept = shapes.length === 0 ? 0 : this.onShapes(shapes) ?? this.#kept;
    const row = this.#count - 1;
    reals[row + 7 * capacity] = this.#layout;
    reals[row + 8 * capacity] = tables.clip(clipPath);
    reals[row + 9 * capacity] = this.#kept;
  }

  /** Ends the sprite. @returns {SVGP.Columns} */
  columns() {
    this.#fill();
    const count = this.#count;
    const [alpha, a, b, c, d, tx, ty, ...indices] = Array.from({ length: width }, (_, column) => this.reals.slice(column * this.capacity, column * this.capacity + count));
    const [layout, clip, shapes] = indices.map((numbers) => new Int32Array(numbers));
    this.#count = this.#kept = 0;
    return { count, alpha, a, b, c, d, tx, ty, layout, clip, shapes };
  }
}

export { FrameRows };
