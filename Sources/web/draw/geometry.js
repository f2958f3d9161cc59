// Where the sprites of a movie are on a canvas, and whether they are visible.

import { pathBox, prepared } from "./shapes.js";
import { textLayout } from "./text.js";

/** Below this, alpha changes no pixel of 8 bits, even where several sprites are drawn over each other. */
const minimumAlpha = 0.25 / 255;
/** The state of a sprite that is invisible. */
const hidden = -1;

class Geometry {
  /** The changes for each sprite. @type {(SVGP.Content | undefined)[]} */
  contents = [];
  /** From points to pixels. @type {SVGP.Transform} */
  view = [1, 0, 0, 1, 0, 0];
  /** The pixels that are drawn: left, top, right, bottom. */
  bounds = new Float64Array(4);
  /** Of the last call of `findMatrix`: from a sprite's space to pixels. */
  spriteMatrix = new Float64Array(6);
  /** Of the last call of `findBox`, in pixels. */
  box = new Float64Array(4);
  /** For each sprite, a number for each frame up to the last that was asked for; frames in a row with equal numbers look the same. @type {(Int32Array | undefined)[]} */
  #states = [];
  /** How many of these numbers are known. @type {number[]} */
  #known = [];

  /** @param {CanvasRenderingContext2D} context what is drawn on @param {SVGP.Movie} movie */
  constructor(context, movie) {
    this.context = context;
    this.movie = movie;
  }

  /** @param {number} index @param {number} last */
  #stateOf(index, last) {
    const sprite = this.movie.sprites[index];
    const states = (this.#states[index] ??= new Int32Array(sprite.count));
    let frame = this.#known[index] ?? 0;
    if (frame <= last) {
      const { alpha, a, b, c, d, tx, ty } = sprite;
      for (; frame <= last; frame += 1) {
        const area = a[frame] * d[frame] - b[frame] * c[frame];
        if (!(alpha[frame] >= minimumAlpha && area !== 0 && Number.isFinite(area + tx[frame] + ty[frame]))) states[frame] = hidden;
        else if (frame > 0 && alpha[frame] === alpha[frame - 1] && isSame(sprite, frame, frame - 1)) states[frame] = states[frame - 1];
        else states[frame] = frame;
      }
      this.#known[index] = frame;
    }
    return states[last];
  }

  /** A number that is equal for frames in a row in which a sprite looks the same; negative: invisible. @param {number} index @param {number} frame */
  stateAt(index, frame) {
    const sprite = this.movie.sprites[index];
    const isHidden = frame >= sprite.count || this.contents[index]?.isHidden || !(this.opacity(index) > 0);
    return isHidden ? hidden : this.#stateOf(index, frame);
  }

  /** @param {number} index */
  opacity(index) {
    const content = this.contents[index];
    return (content?.opacity ?? 1) * (content?.tintAlpha ?? 1);
  }

  /** From a sprite's space, whose origin is its layout's corner, to pixels. @param {number} index @param {number} frame */
  findMatrix(index, frame) {
    const sprite = this.movie.sprites[index];
    const content = this.contents[index];
    const layout = this.movie.layouts[sprite.layout[frame]];
    const a = sprite.a[frame];
    const b = sprite.b[frame];
    const c = sprite.c[frame];
    const d = sprite.d[frame];
    const x = sprite.tx[frame] + a * layout[0] + c * layout[1] + (content?.x ?? 0);
    const y = sprite.ty[frame] + b * layout[0] + d * layout[1] + (content?.y ?? 0);
    const view = this.view;
    const m = this.spriteMatrix;
    m[0] = view[0] * a + view[2] * b;
    m[1] = view[1] * a + view[3] * b;
    m[2] = view[0] * c + view[2] * d;
    m[3] = view[1] * c + view[3] * d;
    m[4] = view[0] * x + view[2] * y + view[4];
    m[5] = view[1] * x + view[3] * y + view[5];
    return m;
  }

  /** The pixels that a sprite may touch. @param {number} index @param {number} frame */
  findBox(index, frame) {
    const { layouts, clips, shapes, sprites } = this.movie;
    const { clip, image, layout, shapes: lists } = sprites[index];
    const replaced = import.meta.isWritten && sprites[index].replaced;
    const content = this.contents[index];
    const place = layout[frame];
    const width = layouts[place][2];
    const height = layouts[place][3];
    const { bounds, box } = this;
    this.findMatrix(index, frame);
    empty(box);
    if (content?.drawing) box.set(bounds);
    if (content?.image || (image >= 0 && !replaced)) this.#extend(0, 0, width, height);
    const list = prepared(shapes[lists[frame]]).box;
    if (list) this.#extend(list[0], list[1], list[2], list[3]);
    if (import.meta.isWritten) {
      for (const placed of [sprites[index].replaced?.[place], sprites[index].texts?.[place]]) {
        if (placed) this.#extend(placed.frame[0], placed.frame[1], placed.frame[0] + placed.frame[2], placed.frame[1] + placed.frame[3]);
      }
    }
    const text = content?.text && textLayout(this.context, content.text, width, height)?.box;
    if (text) this.#extend(text[0], text[1], text[2], text[3]);
    if (clip[frame] >= 0) {
      const [left, top, right, bottom] = box;
      const path = pathBox(clips[clip[frame]]);
      empty(box);
      if (path) this.#extend(path[0], path[1], path[2], path[3]);
      cut(box, left, top, right, bottom);
    }
    // A pixel more, for smooth edges.
    box[0] = Math.floor(box[0] - 1);
    box[1] = Math.floor(box[1] - 1);
    box[2] = Math.ceil(box[2] + 1);
    box[3] = Math.ceil(box[3] + 1);
    if (!cut(box, bounds[0], bounds[1], bounds[2], bounds[3])) box.fill(0);
    return box;
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom in the sprite's space */
  #extend(left, top, right, bottom) {
    if (!(left < right || top < bottom)) return;
    const { box, spriteMatrix: m } = this;
    for (let corner = 0; corner < 4; corner += 1) {
      const px = corner & 1 ? right : left;
      const py = corner & 2 ? bottom : top;
      const x = m[0] * px + m[2] * py + m[4];
      const y = m[1] * px + m[3] * py + m[5];
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
  }

  /** From a sprite's space to points of the canvas; null: invisible, or hidden by its matte. @param {number} index @param {number} frame @returns {SVGP.Placement | null} */
  placement(index, frame) {
    const { layouts, sprites } = this.movie;
    const sprite = sprites[index];
    if (this.stateAt(index, frame) < 0 || (sprite.matte >= 0 && this.stateAt(sprite.matte, frame) < 0)) return null;
    const { view } = this;
    this.view = [1, 0, 0, 1, 0, 0];
    const [a, b, c, d, e, f] = this.findMatrix(index, frame);
    this.view = view;
    const [, , width, height] = layouts[sprite.layout[frame]];
    /** @param {number} x @param {number} y @returns {[number, number]} */
    const corner = (x, y) => [a * x + c * y + e, b * x + d * y + f];
    return {
      matrix: [a, b, c, d, e, f], width, height, alpha: Math.min(1, sprite.alpha[frame] * this.opacity(index)),
      corners: [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)],
    };
  }
}

/** @param {Float64Array} box */
function empty(box) {
  box[0] = box[1] = Infinity;
  box[2] = box[3] = -Infinity;
}

/** Reduces a box to another one; false: nothing is left. @param {Float64Array} box @param {number} left @param {number} top @param {number} right @param {number} bottom */
function cut(box, left, top, right, bottom) {
  if (left > box[0]) box[0] = left;
  if (top > box[1]) box[1] = top;
  if (right < box[2]) box[2] = right;
  if (bottom < box[3]) box[3] = bottom;
  return box[0] < box[2] && box[1] < box[3];
}

/** Whether two frames of a sprite differ only in alpha. @param {SVGP.Sprite} sprite @param {number} one @param {number} other */
function isSame({ a, b, c, d, tx, ty, layout, clip, shapes }, one, other) {
  return a[one] === a[other] && b[one] === b[other] && c[one] === c[other] && d[one] === d[other] && tx[one] === tx[other] && ty[one] === ty[other]
    && layout[one] === layout[other] && clip[one] === clip[other] && shapes[one] === shapes[other];
}

export { cut, empty, Geometry, isSame };
