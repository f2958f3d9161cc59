// Draws frames of a movie on a canvas. Only what differs from the frame before is drawn again.

import { cut, empty } from "./geometry.js";
import { copied, newContext } from "./pictures.js";
import { outline, prepared } from "./shapes.js";
import { SpritePainter } from "./sprites.js";

/** The state of a sprite before anything was drawn. */
const unknown = -2;
/** The maximum pixels of all frames of a movie whose frames are kept. */
const keptPixels = 1 << 19;

class Painter extends SpritePainter {
  /** Whether content changes at each frame. */
  isLive = false;
  /** What is on the canvas, for each sprite. @type {Int32Array} */
  #drawn;
  /** When it changed, in paints. @type {Float64Array} */
  #changes;
  #paint = 1;
  #mustClear = true;
  /** The pixels that must be drawn. */
  #dirty = new Float64Array(4);
  /** Of a group of sprites. */
  #groupBox = new Float64Array(4);
  /** For each run of sprites with one matte, by its first sprite. @type {Map<number, SVGP.Group>} */
  #groups = new Map();
  /** @type {Int32Array} */
  #order;
  /** The frames of a small movie; null: drawn once. @type {(HTMLCanvasElement | null | undefined)[]} */
  #frames = [];

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Movie} movie */
  constructor(context, movie) {
    super(context, movie);
    const { sprites } = movie;
    this.#drawn = new Int32Array(sprites.length).fill(unknown);
    this.#changes = new Float64Array(sprites.length);
    // Mattes first, because the boxes of other sprites depend on them.
    this.#order = Int32Array.from(sprites.map((_, index) => index).sort((one, other) => Number(sprites[other].isMatte) - Number(sprites[one].isMatte)));
    let index = 0;
    while (index < sprites.length) {
      const { matte } = sprites[index];
      let end = index + 1;
      // A run of neighbors with one matte is one group, also where mattes stand between them.
      while (matte >= 0 && end < sprites.length && (sprites[end].matte === matte || sprites[end].isMatte)) end += 1;
      if (matte >= 0) this.#groups.set(index, { end, layer: null, paint: 0 });
      index = end;
    }
  }

  /** The next paint draws a sprite again, or all. @param {number} [index] */
  touch(index) {
    this.#frames = [];
    if (index !== undefined) {
      this.#changes[index] = Infinity;
      this.forget(index);
    } else {
      this.#drawn.fill(unknown);
      this.#mustClear = true;
      this.#drawn.forEach((_, each) => this.forget(each));
    }
  }

  /** @param {SVGP.Transform} view @param {SVGP.Box} bounds @param {boolean} isDetailed whether shapes are drawn in double size, and reduced @override */
  setView(view, bounds, isDetailed) {
    const { context, movie } = this;
    const { width, height } = context.canvas;
    this.output = { context, left: 0, top: 0, width, height };
    if (import.meta.isWritten && isDetailed && movie.images.length === 0) {
      // Without images, everything is drawn in double size.
      this.output = { context: newContext(2 * width, 2 * height), left: 0, top: 0, width: 2 * width, height: 2 * height };
      view = /** @type {SVGP.Transform} */ (view.map((number) => 2 * number));
      bounds = /** @type {SVGP.Box} */ (bounds.map((number) => 2 * number));
      isDetailed = false;
    }
    super.setView(view, bounds, isDetailed);
    this.touch();
  }

  clear() {
    const { width, height } = this.output;
    this.touch();
    this.#clear(0, 0, width, height);
    if (import.meta.isWritten) show(this, 0, 0, width, height);
  }

  /** @param {number} frame */
  paint(frame) {
    const { context, movie, output: { width, height } } = this;
    const mayKeep = !this.isLive && width * height * movie.frames <= keptPixels && (!import.meta.isWritten || this.output.context === context);
    const kept = mayKeep && this.#frames[frame];
    if (kept) {
      this.#clear(0, 0, width, height);
      context.drawImage(kept, 0, 0);
      this.#drawn.fill(unknown);
      this.#mustClear = true;
    } else if (this.#draw(frame) && mayKeep) {
      // A movie that does not loop needs no copies.
      this.#frames[frame] = kept === null ? copied(context.canvas, width, height).canvas : null;
    }
  }

  /** Whether anything was drawn: a frame that is already on the canvas is not. @param {number} frame */
  #draw(frame) {
    const { bounds, output } = this;
    const { context, width, height } = output;
    const dirty = this.#dirty;
    this.#paint += 1;
    empty(dirty);
    for (let position = 0; position < this.#order.length; position += 1) this.#update(this.#order[position], frame);
    if (this.#mustClear) this.#clear(0, 0, width, height);
    const isChanged = cut(dirty, bounds[0], bounds[1], bounds[2], bounds[3]);
    if (isChanged) {
      const [left, top, right, bottom] = dirty;
      const isWhole = left <= 0 && top <= 0 && right >= width && bottom >= height;
      context.setTransform(1, 0, 0, 1, 0, 0);
      if (!isWhole) {
        context.save();
        context.beginPath();
        context.rect(left, top, right - left, bottom - top);
        context.clip();
      }
      if (!this.#mustClear) this.#clear(left, top, right, bottom);
      this.#sprites(output, frame);
      if (!isWhole) context.restore();
      context.globalAlpha = 1;
      if (import.meta.isWritten && !this.#mustClear) show(this, left, top, right, bottom);
    }
    if (import.meta.isWritten && this.#mustClear) show(this, 0, 0, width, height);
    this.#mustClear = false;
    return isChanged;
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom */
  #clear(left, top, right, bottom) {
    const { movie, output: { context } } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(left, top, right - left, bottom - top);
    if (!import.meta.isWritten || !movie.background) return;
    context.globalAlpha = 1;
    context.fillStyle = movie.background;
    context.fillRect(left, top, right - left, bottom - top);
  }

  // Changes.

  /** Finds out whether a sprite has changed, and adds the pixels where it was and where it is to those that must be drawn. @param {number} index @param {number} frame */
  #update(index, frame) {
    const state = this.stateAt(index, frame);
    const isForced = this.#changes[index] === Infinity || (this.contents[index]?.isLive && state >= 0);
    if (state === this.#drawn[index] && !isForced) return;
    if (this.#drawn[index] >= 0) this.#mark(index);
    this.#drawn[index] = state;
    this.#changes[index] = this.#paint;
    if (state < 0) return;
    this.boxes.set(this.findBox(index, frame), 4 * index);
    this.#mark(index);
  }

  /** @param {number} index */
  #mark(index) {
    const { boxes, box } = this;
    const { matte } = this.movie.sprites[index];
    for (let side = 0; side < 4; side += 1) box[side] = boxes[4 * index + side];
    // Outside of an unchanged matte nothing is visible; a changed one is marked itself.
    if (matte >= 0 && (this.#drawn[matte] < 0 || !this.#cutTo(box, matte))) return;
    if (box[0] < box[2]) join(this.#dirty, box, 0);
  }

  /** @param {Float64Array} box @param {number} index */
  #cutTo(box, index) {
    const { boxes } = this;
    return cut(box, boxes[4 * index], boxes[4 * index + 1], boxes[4 * index + 2], boxes[4 * index + 3]);
  }

  // Drawing.

  /** Whether a sprite is drawn, and touches the pixels that must be drawn. @param {number} index */
  #isNeeded(index) {
    return this.#drawn[index] >= 0 && overlap(this.boxes, 4 * index, this.#dirty);
  }

  /** @param {SVGP.Layer} layer @param {number} frame */
  #sprites(layer, frame) {
    const { sprites } = this.movie;
    let index = 0;
    while (index < sprites.length) {
      const group = this.#groups.get(index);
      if (group) {
        if (this.#isNeeded(sprites[index].matte)) this.#group(layer, group, index, sprites[index].matte, frame);
        index = group.end;
      } else {
        if (!sprites[index].isMatte && this.#isNeeded(index)) this.drawSprite(layer, index, frame, 1);
        index += 1;
      }
    }
  }

  /** @param {SVGP.Layer} layer @param {SVGP.Group} group @param {number} start @param {number} matte @param {number} frame */
  #group(layer, group, start, matte, frame) {
    const { sprites } = this.movie;
    const box = this.#groupBox;
    let changed = this.#changes[matte];
    empty(box);
    for (let index = start; index < group.end; index += 1) {
      changed = Math.max(changed, this.#changes[index]);
      if (!sprites[index].isMatte && this.#drawn[index] >= 0) join(box, this.boxes, 4 * index);
    }
    if (!this.#cutTo(box, matte) || !overlap(box, 0, this.#dirty)) return;
    if (this.#isClip(matte, frame)) {
      const { context } = layer;
      const [shape] = this.movie.shapes[sprites[matte].shapes[frame]];
      context.save();
      this.apply(layer, matte, frame);
      if (shape.transform) context.transform(...shape.transform);
      context.clip(outline(shape));
      for (let index = start; index < group.end; index += 1) if (!sprites[index].isMatte && this.#isNeeded(index)) this.drawSprite(layer, index, frame, 1);
      context.restore();
      return;
    }
    if (!group.layer || changed > group.paint) {
      group.layer = this.#drawnGroup(group, box, start, matte, frame);
      group.paint = this.#paint;
    }
    this.lay(layer, group.layer);
  }

  /** @param {SVGP.Group} group @param {Float64Array} box @param {number} start @param {number} matte @param {number} frame */
  #drawnGroup(group, [left, top, right, bottom], start, matte, frame) {
    const { sprites } = this.movie;
    const layer = this.begin(group.layer, left, top, right, bottom);
    const { context } = layer;
    for (let index = start; index < group.end; index += 1) {
      if (!sprites[index].isMatte && this.#drawn[index] >= 0) this.drawSprite(layer, index, frame, 1);
    }
    const isSimple = this.paints(matte, frame) === 1 && sprites[matte].clip[frame] < 0;
    const mask = isSimple ? null : this.matteLayer(matte, frame);
    context.globalCompositeOperation = "destination-in";
    if (mask) this.lay(layer, mask);
    else this.drawSprite(layer, matte, frame, 1);
    context.globalCompositeOperation = "source-over";
    context.restore();
    return layer;
  }

  /** Whether a matte is one opaque shape, so that clipping has the same effect. @param {number} matte @param {number} frame */
  #isClip(matte, frame) {
    const { shapes, sprites } = this.movie;
    const sprite = sprites[matte];
    return prepared(shapes[sprite.shapes[frame]]).isOpaqueFill && sprite.alpha[frame] * this.opacity(matte) >= 1 && this.paints(matte, frame) === 1
      && sprite.clip[frame] < 0;
  }
}

/** Reduces what was drawn in double size. @param {Painter} painter @param {number} left @param {number} top @param {number} right @param {number} bottom */
function show({ context, output }, left, top, right, bottom) {
  if (output.context === context) return;
  const [x, y] = [Math.floor(left / 2), Math.floor(top / 2)];
  const [width, height] = [Math.ceil(right / 2) - x, Math.ceil(bottom / 2) - y];
  context.clearRect(x, y, width, height);
  context.drawImage(output.context.canvas, 2 * x, 2 * y, 2 * width, 2 * height, x, y, width, height);
}

/** Extends a box by one in a list of boxes. @param {Float64Array} box @param {Float64Array} boxes @param {number} at */
function join(box, boxes, at) {
  if (boxes[at] < box[0]) box[0] = boxes[at];
  if (boxes[at + 1] < box[1]) box[1] = boxes[at + 1];
  if (boxes[at + 2] > box[2]) box[2] = boxes[at + 2];
  if (boxes[at + 3] > box[3]) box[3] = boxes[at + 3];
}

/** @param {Float64Array} boxes @param {number} at @param {Float64Array} box */
function overlap(boxes, at, box) {
  return boxes[at] < box[2] && boxes[at + 1] < box[3] && boxes[at + 2] > box[0] && boxes[at + 3] > box[1];
}

export { Painter };
