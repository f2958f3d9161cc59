// The frames of one sprite while it is read, and their columns.

import { check } from "./errors.js";

/** Of a frame: alpha, the transform, and the indices of its layout, its clip path and its shapes. */
const [width, integers] = [10, 3];
const floats = width - integers;

class FrameRows {
  /** The numbers of each frame. */
  rows = new Float64Array(64 * width);
  /** The layout of the frame that is read. */
  rect = new Float64Array(4);
  /** How many numbers are used. */
  #end = 0;
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

  /** Begins a frame. Returns the index of its alpha, before its transform. */
  begin() {
    this.#frames += 1;
    check(this.limits, "spriteFrames", this.#frames);
    const start = this.#end;
    this.#end += width;
    if (this.#end > this.rows.length) {
      const { rows } = this;
      this.rows = new Float64Array(2 * rows.length);
      this.rows.set(rows);
    }
    const { rect, rows } = this;
    // A loop is faster than fill for so few numbers.
    for (let index = start; index < this.#end; index += 1) rows[index] = 0;
    rows[start + 1] = rows[start + 4] = 1;
    rect[0] = rect[1] = rect[2] = rect[3] = 0;
    return start;
  }

  /** @param {string} clipPath @param {SVGP.Loose[]} shapes */
  end(clipPath, shapes) {
    const [rect, last, rows] = [this.rect, this.#last, this.rows];
    if (rect[0] !== last[0] || rect[1] !== last[1] || rect[2] !== last[2] || rect[3] !== last[3]) {
      last.set(rect);
      this.#layout = this.tables.layout(rect);
    }
    this.#kept = shapes.length === 0 ? 0 : this.onShapes(shapes) ?? this.#kept;
    rows[this.#end - 3] = this.#layout;
    rows[this.#end - 2] = this.tables.clip(clipPath);
    rows[this.#end - 1] = this.#kept;
  }

  /** Ends the sprite. @returns {SVGP.Columns} */
  columns() {
    const { rows } = this;
    const count = this.#end / width;
    this.#end = this.#kept = 0;
    const [reals, indices] = [new Float32Array(floats * count), new Int32Array(integers * count)];
    for (let frame = 0, at = 0; frame < count; frame += 1) {
      for (let column = 0; column < floats; column += 1, at += 1) reals[column * count + frame] = rows[at];
      for (let column = 0; column < integers; column += 1, at += 1) indices[column * count + frame] = rows[at];
    }
    const [alpha, a, b, c, d, tx, ty] = Array.from({ length: floats }, (_, column) => reals.subarray(column * count, (column + 1) * count));
    const [layout, clip, shapes] = Array.from({ length: integers }, (_, column) => indices.subarray(column * count, (column + 1) * count));
    return { count, alpha, a, b, c, d, tx, ty, layout, clip, shapes };
  }
}

export { FrameRows };
