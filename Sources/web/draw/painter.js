// Draws frames of a movie on a canvas. Only what differs from the frame before is drawn again, and drawing creates no objects.

import { drawPicture, imageAt, newContext, tintedPicture } from "./pictures.js";
import { drawShape, outline, pathBox, prepared } from "./shapes.js";
import { drawText, textLayout } from "./text.js";

/** Below this, alpha changes no pixel of 8 bits, even where several sprites are drawn over each other. */
const minimumAlpha = 0.25 / 255;
/** After so many times of drawing the same, a sprite is kept as a bitmap. */
const drawsBeforeCache = 2;
/** The maximum pixels of these bitmaps: so many times those of the canvas, and so many in all. */
const cachedCanvases = 4;
const cachedPixels = 1 << 23;
/** Chromium moves the edges of images to whole pixels, unless they are turned. It takes time, so it is done on canvases where one pixel counts. */
const minimumSkew = 1e-6;
const smoothPixels = 1 << 17;
/** Of an image that is always smooth; larger ones only while they stay where they are. */
const smallPixels = 1 << 12;
/** The state of a sprite that is invisible. */
const hidden = -1;
/** The state of a sprite before anything was drawn. */
const unknown = -2;

class Painter {
  /** The changes for each sprite. @type {(SVGP.Content | undefined)[]} */
  contents = [];
  /** Whether one of them changes at each frame. */
  isLive = false;
  /** From points to pixels. @type {SVGP.Transform} */
  view = [1, 0, 0, 1, 0, 0];
  /** The pixels that are drawn. */
  #clip = new Float64Array(4);
  /** The pixels that the last paint has drawn: left, top, right, bottom. */
  changed = new Float64Array(4);
  /** What is drawn on. @type {CanvasRenderingContext2D} */
  context;
  #movie;
  /** For each sprite, a number for each frame; frames in a row with equal numbers look the same. @type {(Int32Array | undefined)[]} */
  #states = [];
  /** What is on the canvas, for each sprite. @type {Int32Array} */
  #drawn;
  /** Where, in pixels: left, top, right, bottom. @type {Float64Array} */
  #boxes;
  /** When it changed, in paints. @type {Float64Array} */
  #changes;
  #paint = 1;
  #mustSmooth = false;
  #mustClear = true;
  /** From a sprite's space to pixels. */
  #matrix = new Float64Array(6);
  #box = new Float64Array(4);
  #dirty = new Float64Array(4);
  /** Where the output's corner is on the canvas that is drawn to. */
  #left = 0;
  #top = 0;
  /** Canvases to draw apart on. @type {CanvasRenderingContext2D[]} */
  #scratch = [];
  /** For each run of sprites with one matte, by its first sprite. @type {Map<number, SVGP.Group>} */
  #groups = new Map();
  /** Sprites that were drawn before, at whole pixels. @type {(SVGP.CachedSprite | undefined)[]} */
  #cache = [];
  #cachedPixels = 0;
  /** @type {Int32Array} */
  #order;

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Movie} movie */
  constructor(context, movie) {
    this.context = context;
    this.#movie = movie;
    const { sprites } = movie;
    this.#drawn = new Int32Array(sprites.length).fill(unknown);
    this.#boxes = new Float64Array(4 * sprites.length);
    this.#changes = new Float64Array(sprites.length);
    // Mattes first, because the boxes of other sprites depend on them.
    const indices = sprites.map((_, index) => index);
    this.#order = Int32Array.from([...indices.filter((index) => sprites[index].isMatte), ...indices.filter((index) => !sprites[index].isMatte)]);
    let index = 0;
    while (index < sprites.length) {
      const { matte } = sprites[index];
      let end = index + 1;
      // A run of neighbors with one matte is one group, also where mattes stand between them.
      while (matte >= 0 && end < sprites.length && (sprites[end].matte === matte || sprites[end].isMatte)) end += 1;
      if (matte >= 0) this.#groups.set(index, { end, context: null, paint: 0 });
      index = end;
    }
  }

  /** @param {SVGP.Transform} view @param {SVGP.Box} clip the pixels that are drawn */
  setView(view, clip) {
    this.view = view;
    this.#clip.set(clip);
    this.#mustSmooth = (clip[2] - clip[0]) * (clip[3] - clip[1]) <= smoothPixels;
    this.touch();
  }

  /** The next paint draws a sprite again, or all. @param {number} [index] */
  touch(index) {
    if (index !== undefined) {
      this.#changes[index] = Infinity;
      this.#forget(index);
    } else {
      this.#drawn.fill(unknown);
      this.#mustClear = true;
      for (let each = 0; each < this.#drawn.length; each += 1) this.#forget(each);
    }
  }

  clear() {
    const { canvas } = this.context;
    this.touch();
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.#empty(0, 0, canvas.width, canvas.height);
  }

  /** @param {number} frame @returns {boolean} whether anything changed */
  paint(frame) {
    const { context } = this;
    const dirty = this.#dirty;
    const clip = this.#clip;
    this.#paint += 1;
    dirty[0] = dirty[1] = Infinity;
    dirty[2] = dirty[3] = -Infinity;
    for (let position = 0; position < this.#order.length; position += 1) this.#update(this.#order[position], frame);
    const { canvas } = context;
    if (this.#mustClear) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      this.#empty(0, 0, canvas.width, canvas.height);
    }
    dirty[0] = Math.max(dirty[0], clip[0]);
    dirty[1] = Math.max(dirty[1], clip[1]);
    dirty[2] = Math.min(dirty[2], clip[2]);
    dirty[3] = Math.min(dirty[3], clip[3]);
    this.changed.set(dirty);
    if (this.#mustClear) {
      this.changed[0] = this.changed[1] = 0;
      this.changed[2] = canvas.width;
      this.changed[3] = canvas.height;
    }
    if (!(dirty[0] < dirty[2] && dirty[1] < dirty[3])) {
      const wasCleared = this.#mustClear;
      this.#mustClear = false;
      return wasCleared;
    }
    const isWhole = dirty[0] <= 0 && dirty[1] <= 0 && dirty[2] >= canvas.width && dirty[3] >= canvas.height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (!isWhole) {
      context.save();
      context.beginPath();
      context.rect(dirty[0], dirty[1], dirty[2] - dirty[0], dirty[3] - dirty[1]);
      context.clip();
    }
    if (!this.#mustClear) this.#empty(dirty[0], dirty[1], dirty[2] - dirty[0], dirty[3] - dirty[1]);
    this.#mustClear = false;
    this.#sprites(context, frame);
    if (!isWhole) context.restore();
    context.globalAlpha = 1;
    return true;
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height */
  #empty(left, top, width, height) {
    const { context } = this;
    context.clearRect(left, top, width, height);
    if (!this.#movie.background) return;
    context.globalAlpha = 1;
    context.fillStyle = this.#movie.background;
    context.fillRect(left, top, width, height);
  }

  // States and boxes.

  /** @param {number} index */
  #statesOf(index) {
    const known = this.#states[index];
    if (known) return known;
    const sprite = this.#movie.sprites[index];
    const { count, alpha, a, b, c, d, tx, ty } = sprite;
    const states = new Int32Array(count);
    for (let frame = 0; frame < count; frame += 1) {
      const area = a[frame] * d[frame] - b[frame] * c[frame];
      if (!(alpha[frame] >= minimumAlpha && area !== 0 && Number.isFinite(area + tx[frame] + ty[frame]))) states[frame] = hidden;
      else if (frame > 0 && alpha[frame] === alpha[frame - 1] && isSame(sprite, frame, frame - 1)) states[frame] = states[frame - 1];
      else states[frame] = frame;
    }
    return (this.#states[index] = states);
  }

  /** @param {number} index @param {number} frame */
  #isVisible(index, frame) {
    const sprite = this.#movie.sprites[index];
    const content = this.contents[index];
    return frame < sprite.count && this.#statesOf(index)[frame] >= 0 && !sprite.isHidden && !content?.isHidden && this.#opacity(index) > 0;
  }

  /** @param {number} index */
  #opacity(index) {
    const content = this.contents[index];
    return this.#movie.sprites[index].opacity * (content?.opacity ?? 1) * (content?.tintAlpha ?? 1);
  }

  /** Finds out whether a sprite has changed, and adds the pixels where it was and where it is to those that must be drawn. @param {number} index @param {number} frame */
  #update(index, frame) {
    const content = this.contents[index];
    const state = this.#isVisible(index, frame) ? this.#statesOf(index)[frame] : hidden;
    const isForced = this.#changes[index] === Infinity || (content?.isLive && state >= 0);
    if (state === this.#drawn[index] && !isForced) return;
    const boxes = this.#boxes;
    const at = 4 * index;
    if (this.#drawn[index] >= 0) this.#mark(index, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    this.#drawn[index] = state;
    this.#changes[index] = this.#paint;
    if (state < 0) return;
    this.#findBox(index, frame);
    boxes.set(this.#box, at);
    this.#mark(index, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
  }

  /** @param {number} index @param {number} left @param {number} top @param {number} right @param {number} bottom */
  #mark(index, left, top, right, bottom) {
    const { matte } = this.#movie.sprites[index];
    // Outside of an unchanged matte nothing is visible; a changed one is marked itself.
    if (matte >= 0) {
      if (this.#drawn[matte] < 0) return;
      const boxes = this.#boxes;
      left = Math.max(left, boxes[4 * matte]);
      top = Math.max(top, boxes[4 * matte + 1]);
      right = Math.min(right, boxes[4 * matte + 2]);
      bottom = Math.min(bottom, boxes[4 * matte + 3]);
    }
    if (!(left < right && top < bottom)) return;
    const dirty = this.#dirty;
    if (left < dirty[0]) dirty[0] = left;
    if (top < dirty[1]) dirty[1] = top;
    if (right > dirty[2]) dirty[2] = right;
    if (bottom > dirty[3]) dirty[3] = bottom;
  }

  /** The pixels that a sprite may touch. @param {number} index @param {number} frame */
  #findBox(index, frame) {
    const { layouts, clips, shapes } = this.#movie;
    const sprite = this.#movie.sprites[index];
    const content = this.contents[index];
    const layout = sprite.layout[frame];
    const width = layouts[layout][2];
    const height = layouts[layout][3];
    const box = this.#box;
    this.#findMatrix(index, frame);
    box[0] = box[1] = Infinity;
    box[2] = box[3] = -Infinity;
    if (content?.drawing) box.set(this.#clip);
    if ((sprite.image >= 0 || content?.image) && !sprite.replaced) this.#extend(0, 0, width, height);
    const list = prepared(shapes[sprite.shapes[frame]]).box;
    if (list) this.#extend(list[0], list[1], list[2], list[3]);
    if (sprite.replaced) {
      this.#extendBy(sprite.replaced[layout]);
      if (content?.image) this.#extend(0, 0, width, height);
    }
    this.#extendBy(sprite.texts[layout]);
    const text = content?.text && textLayout(this.context, content.text, width, height);
    if (text) this.#extend(text.box[0], text.box[1], text.box[2], text.box[3]);
    if (sprite.clip[frame] >= 0) this.#cut(pathBox(clips[sprite.clip[frame]]));
    const clip = this.#clip;
    // A pixel more, for smooth edges.
    box[0] = Math.max(clip[0], Math.floor(box[0] - 1));
    box[1] = Math.max(clip[1], Math.floor(box[1] - 1));
    box[2] = Math.min(clip[2], Math.ceil(box[2] + 1));
    box[3] = Math.min(clip[3], Math.ceil(box[3] + 1));
    if (!(box[0] < box[2] && box[1] < box[3])) box.fill(0);
  }

  /** @param {SVGP.Place | undefined} place */
  #extendBy(place) {
    if (place) this.#extend(place.frame[0], place.frame[1], place.frame[0] + place.frame[2], place.frame[1] + place.frame[3]);
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom in the sprite's space */
  #extend(left, top, right, bottom) {
    if (!(left < right || top < bottom)) return;
    const box = this.#box;
    const m = this.#matrix;
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

  /** Reduces the box to that of a clip path. @param {SVGP.Box | null} path */
  #cut(path) {
    const box = this.#box;
    const [left, top, right, bottom] = box;
    box[0] = box[1] = Infinity;
    box[2] = box[3] = -Infinity;
    if (path) this.#extend(path[0], path[1], path[2], path[3]);
    box[0] = Math.max(box[0], left);
    box[1] = Math.max(box[1], top);
    box[2] = Math.min(box[2], right);
    box[3] = Math.min(box[3], bottom);
  }

  /** From a sprite's space, whose origin is its layout's corner, to pixels. @param {number} index @param {number} frame */
  #findMatrix(index, frame) {
    const sprite = this.#movie.sprites[index];
    const content = this.contents[index];
    const layout = this.#movie.layouts[sprite.layout[frame]];
    const a = sprite.a[frame];
    const b = sprite.b[frame];
    const c = sprite.c[frame];
    const d = sprite.d[frame];
    const x = sprite.tx[frame] + a * layout[0] + c * layout[1] + sprite.offset[0] + (content?.x ?? 0);
    const y = sprite.ty[frame] + b * layout[0] + d * layout[1] + sprite.offset[1] + (content?.y ?? 0);
    const view = this.view;
    const m = this.#matrix;
    m[0] = view[0] * a + view[2] * b;
    m[1] = view[1] * a + view[3] * b;
    m[2] = view[0] * c + view[2] * d;
    m[3] = view[1] * c + view[3] * d;
    m[4] = view[0] * x + view[2] * y + view[4];
    m[5] = view[1] * x + view[3] * y + view[5];
  }

  // Drawing.

  /** Whether a sprite is drawn, and touches the pixels that must be drawn. @param {number} index */
  #isNeeded(index) {
    const boxes = this.#boxes;
    const dirty = this.#dirty;
    const at = 4 * index;
    return this.#drawn[index] >= 0 && boxes[at] < dirty[2] && boxes[at + 1] < dirty[3] && boxes[at + 2] > dirty[0] && boxes[at + 3] > dirty[1];
  }

  /** @param {CanvasRenderingContext2D} context @param {number} frame */
  #sprites(context, frame) {
    const { sprites } = this.#movie;
    let index = 0;
    while (index < sprites.length) {
      const group = this.#groups.get(index);
      if (!group) {
        if (!sprites[index].isMatte && this.#isNeeded(index)) this.#sprite(context, index, frame, 1);
        index += 1;
        continue;
      }
      const { matte } = sprites[index];
      if (this.#isNeeded(matte)) this.#group(context, group, index, matte, frame);
      index = group.end;
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Group} group @param {number} start @param {number} matte @param {number} frame */
  #group(context, group, start, matte, frame) {
    const boxes = this.#boxes;
    const { sprites } = this.#movie;
    let changed = this.#changes[matte];
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let index = start; index < group.end; index += 1) {
      if (sprites[index].isMatte || this.#drawn[index] < 0) continue;
      left = Math.min(left, boxes[4 * index]);
      top = Math.min(top, boxes[4 * index + 1]);
      right = Math.max(right, boxes[4 * index + 2]);
      bottom = Math.max(bottom, boxes[4 * index + 3]);
    }
    for (let index = start; index < group.end; index += 1) if (this.#changes[index] > changed) changed = this.#changes[index];
    left = Math.max(left, boxes[4 * matte]);
    top = Math.max(top, boxes[4 * matte + 1]);
    right = Math.min(right, boxes[4 * matte + 2]);
    bottom = Math.min(bottom, boxes[4 * matte + 3]);
    if (!(left < right && top < bottom)) return;
    const dirty = this.#dirty;
    if (!(left < dirty[2] && top < dirty[3] && right > dirty[0] && bottom > dirty[1])) return;
    if (this.#isClip(matte, frame)) {
      context.save();
      this.#clipTo(context, matte, frame);
      for (let index = start; index < group.end; index += 1) if (!sprites[index].isMatte && this.#isNeeded(index)) this.#sprite(context, index, frame, 1);
      context.restore();
      return;
    }
    if (!group.context || changed > group.paint) {
      this.#drawGroup(group, left, top, right, bottom, start, matte, frame);
      group.paint = this.#paint;
    }
    this.#lay(context, /** @type {CanvasRenderingContext2D} */ (group.context), left, top, right - left, bottom - top, 1);
  }

  /** @param {SVGP.Group} group @param {number} left @param {number} top @param {number} right @param {number} bottom @param {number} start @param {number} matte @param {number} frame */
  #drawGroup(group, left, top, right, bottom, start, matte, frame) {
    const { sprites } = this.#movie;
    const [outerLeft, outerTop] = [this.#left, this.#top];
    const context = (group.context = this.#begin(group.context, left, top, right, bottom));
    for (let index = start; index < group.end; index += 1) {
      if (!sprites[index].isMatte && this.#drawn[index] >= 0) this.#sprite(context, index, frame, 1);
    }
    context.globalCompositeOperation = "destination-in";
    if (this.#paints(matte, frame) === 1 && sprites[matte].clip[frame] < 0) this.#sprite(context, matte, frame, 1);
    else {
      const mask = (this.#scratch[0] = this.#begin(this.#scratch[0], left, top, right, bottom));
      this.#sprite(mask, matte, frame, 2);
      mask.restore();
      this.#lay(context, mask, left, top, right - left, bottom - top, 1);
    }
    context.globalCompositeOperation = "source-over";
    context.restore();
    [this.#left, this.#top] = [outerLeft, outerTop];
  }

  /** Whether a matte is one opaque shape, so that clipping has the same effect. @param {number} matte @param {number} frame */
  #isClip(matte, frame) {
    const { shapes, sprites } = this.#movie;
    const sprite = sprites[matte];
    return prepared(shapes[sprite.shapes[frame]]).isOpaqueFill && sprite.alpha[frame] * this.#opacity(matte) >= 1 && this.#paints(matte, frame) === 1
      && sprite.clip[frame] < 0;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} matte @param {number} frame */
  #clipTo(context, matte, frame) {
    const { shapes, sprites } = this.#movie;
    const [shape] = shapes[sprites[matte].shapes[frame]];
    this.#apply(context, matte, frame);
    if (shape.transform) context.transform(...shape.transform);
    context.clip(outline(shape));
  }

  /** An empty canvas for a part of the output; call `restore` after drawing. @param {CanvasRenderingContext2D | null | undefined} known @param {number} left @param {number} top @param {number} right @param {number} bottom */
  #begin(known, left, top, right, bottom) {
    const [width, height] = [right - left, bottom - top];
    const context = known ?? newContext(width, height);
    const { canvas } = context;
    // Browsers copy the entire canvas when it is drawn, so it must not be much too large.
    if (canvas.width < width || canvas.height < height || canvas.width * canvas.height > 2 * width * height) {
      [canvas.width, canvas.height] = [width, height];
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.save();
    if (canvas.width > width || canvas.height > height) {
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
    }
    this.#left = left;
    this.#top = top;
    return context;
  }

  /** Draws a canvas of `begin` to its part of the output. @param {CanvasRenderingContext2D} context @param {CanvasRenderingContext2D} drawn @param {number} left @param {number} top @param {number} width @param {number} height @param {number} alpha */
  #lay(context, drawn, left, top, width, height, alpha) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = alpha;
    context.drawImage(drawn.canvas, 0, 0, width, height, left - this.#left, top - this.#top, width, height);
  }

  /** How many things are drawn over each other. @param {number} index @param {number} frame */
  #paints(index, frame) {
    const sprite = this.#movie.sprites[index];
    const content = this.contents[index];
    const layout = sprite.layout[frame];
    const count = sprite.image >= 0 || sprite.replaced || content?.image ? 1 : 0;
    return count + prepared(this.#movie.shapes[sprite.shapes[frame]]).paints + (sprite.texts[layout] ? 1 : 0) + (content?.text ? 1 : 0) + (content?.drawing ? 2 : 0);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index @param {number} frame @param {number} depth of canvases to draw apart on */
  #sprite(context, index, frame, depth) {
    const sprite = this.#movie.sprites[index];
    const alpha = Math.min(1, sprite.alpha[frame] * this.#opacity(index));
    const isSingle = this.#paints(index, frame) <= 1;
    // A faded bitmap would be rounded twice.
    const cached = alpha === 1 || !isSingle ? this.#cachedSprite(index, frame) : null;
    if (cached) return this.#lay(context, cached.context, cached.left, cached.top, cached.width, cached.height, alpha);
    if (alpha === 1 || isSingle) return this.#content(context, index, frame, alpha);
    const boxes = this.#boxes;
    const [left, top, right, bottom] = [boxes[4 * index], boxes[4 * index + 1], boxes[4 * index + 2], boxes[4 * index + 3]];
    const [outerLeft, outerTop] = [this.#left, this.#top];
    if (!(left < right)) return;
    const apart = (this.#scratch[depth] = this.#begin(this.#scratch[depth], left, top, right, bottom));
    this.#content(apart, index, frame, 1);
    apart.restore();
    [this.#left, this.#top] = [outerLeft, outerTop];
    this.#lay(context, apart, left, top, right - left, bottom - top, alpha);
  }

  /** The bitmap of a sprite that has not changed but for its alpha. @param {number} index @param {number} frame */
  #cachedSprite(index, frame) {
    if (this.contents[index]?.isLive) return null;
    let cached = this.#cache[index];
    if (!cached) this.#cache[index] = cached = { frame, draws: 0, context: null, left: 0, top: 0, width: 0, height: 0 };
    if (!isSame(this.#movie.sprites[index], frame, cached.frame)) {
      this.#forget(index);
      cached.frame = frame;
    }
    cached.draws += 1;
    if (cached.context) return /** @type {typeof cached & {context: CanvasRenderingContext2D}} */ (cached);
    if (cached.draws <= drawsBeforeCache || this.#isCheap(index, frame)) return null;
    const boxes = this.#boxes;
    const at = 4 * index;
    const pixels = (boxes[at + 2] - boxes[at]) * (boxes[at + 3] - boxes[at + 1]);
    const clip = this.#clip;
    const room = Math.min(cachedPixels, cachedCanvases * (clip[2] - clip[0]) * (clip[3] - clip[1]));
    if (!(pixels > 0) || this.#cachedPixels + pixels > room) return null;
    const outerLeft = this.#left;
    const outerTop = this.#top;
    cached.context = this.#begin(null, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    this.#content(cached.context, index, frame, 1);
    cached.context.restore();
    this.#left = outerLeft;
    this.#top = outerTop;
    this.#cachedPixels += pixels;
    cached.left = boxes[at];
    cached.top = boxes[at + 1];
    cached.width = boxes[at + 2] - boxes[at];
    cached.height = boxes[at + 3] - boxes[at + 1];
    return /** @type {typeof cached & {context: CanvasRenderingContext2D}} */ (cached);
  }

  /** Whether a sprite is only a bitmap at whole pixels, which is copied as fast. @param {number} index @param {number} frame */
  #isCheap(index, frame) {
    const { images, layouts, sprites } = this.#movie;
    const { image, layout, clip } = sprites[index];
    const bitmap = imageAt(images, image);
    if (!bitmap || clip[frame] >= 0 || this.#paints(index, frame) !== 1 || this.contents[index]?.image) return false;
    this.#findMatrix(index, frame);
    const m = this.#matrix;
    return m[0] === 1 && m[1] === 0 && m[2] === 0 && m[3] === 1 && m[4] % 1 === 0 && m[5] % 1 === 0 && layouts[layout[frame]][2] === bitmap.width
      && layouts[layout[frame]][3] === bitmap.height;
  }

  /** @param {number} index */
  #forget(index) {
    const cached = this.#cache[index];
    if (!cached) return;
    if (cached.context) this.#cachedPixels -= cached.width * cached.height;
    cached.context = null;
    cached.draws = 0;
    cached.frame = -1;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index @param {number} frame */
  #apply(context, index, frame) {
    this.#findMatrix(index, frame);
    const m = this.#matrix;
    context.setTransform(m[0], m[1], m[2], m[3], m[4] - this.#left, m[5] - this.#top);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index @param {number} frame @param {number} alpha */
  #content(context, index, frame, alpha) {
    const { layouts, clips, shapes, sprites } = this.#movie;
    const sprite = sprites[index];
    const content = this.contents[index];
    const layout = sprite.layout[frame];
    const width = layouts[layout][2];
    const height = layouts[layout][3];
    const list = shapes[sprite.shapes[frame]];
    const clip = sprite.clip[frame];
    const tint = content?.tint ?? sprite.tint;
    if (clip >= 0) context.save();
    this.#apply(context, index, frame);
    context.globalAlpha = alpha;
    if (clip >= 0) context.clip(outline(clips[clip]));
    const m = this.#matrix;
    if (sprite.image >= 0 && this.#mustSmooth && (m[0] * width * m[3] * height < smallPixels || isSame(sprite, frame, frame + 1) || isSame(sprite, frame, frame - 1))
      && m[1] === 0 && m[2] === 0 && (m[4] % 1 || m[5] % 1 || (m[4] + m[0] * width) % 1 || (m[5] + m[3] * height) % 1)) {
      context.setTransform(m[0], minimumSkew, 0, m[3], m[4] - this.#left, m[5] - this.#top);
    }
    this.#picture(context, index, layout, width, height, tint);
    for (let shape = 0; shape < list.length; shape += 1) {
      const { transform } = list[shape];
      if (!transform) drawShape(context, list[shape], tint);
      else {
        context.transform(transform[0], transform[1], transform[2], transform[3], transform[4], transform[5]);
        drawShape(context, list[shape], tint);
        this.#apply(context, index, frame);
      }
    }
    const text = sprite.texts[layout];
    if (text) this.#bitmap(context, text, tint);
    if (content?.text) {
      drawText(context, content.text, width, height, Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2])), tint);
    }
    if (content?.drawing) {
      context.save();
      content.drawing(context, { width, height }, frame);
      context.restore();
    }
    if (clip >= 0) context.restore();
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index @param {number} layout @param {number} width @param {number} height @param {SVGP.Tint | undefined} tint */
  #picture(context, index, layout, width, height, tint) {
    const { images, sprites } = this.#movie;
    const { image, replaced } = sprites[index];
    const set = this.contents[index]?.image;
    if (set) drawPicture(context, set, tint, width, height, imageAt(images, image));
    else if (replaced) this.#bitmap(context, replaced[layout], tint);
    else if (image >= 0 && width > 0 && height > 0) {
      const bitmap = imageAt(images, image);
      if (bitmap) context.drawImage(tintedPicture(bitmap, tint), 0, 0, width, height);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Place | undefined} place @param {SVGP.Tint | undefined} tint */
  #bitmap(context, place, tint) {
    const image = place && imageAt(this.#movie.images, place.image);
    if (!image) return;
    context.save();
    if (place.clip) {
      context.beginPath();
      context.rect(...place.clip);
      context.clip();
    }
    context.drawImage(tintedPicture(image, tint), ...place.frame);
    context.restore();
  }

  // Questions.

  /** From a sprite's space to points of the canvas; null: invisible, or hidden by its matte. @param {number} index @param {number} frame @returns {SVGP.Placement | null} */
  placement(index, frame) {
    const { layouts, sprites } = this.#movie;
    const sprite = sprites[index];
    if (!this.#isVisible(index, frame) || (sprite.matte >= 0 && !this.#isVisible(sprite.matte, frame))) return null;
    const view = this.view;
    this.view = [1, 0, 0, 1, 0, 0];
    this.#findMatrix(index, frame);
    this.view = view;
    const [a, b, c, d, e, f] = this.#matrix;
    const [, , width, height] = layouts[sprite.layout[frame]];
    /** @param {number} x @param {number} y @returns {[number, number]} */
    const corner = (x, y) => [a * x + c * y + e, b * x + d * y + f];
    return {
      matrix: [a, b, c, d, e, f], width, height, alpha: Math.min(1, sprite.alpha[frame] * this.#opacity(index)),
      corners: [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)],
    };
  }

  /** The alpha of a sprite at a point of the canvas, with its clip path and its matte. @param {number} index @param {number} frame @param {number} x @param {number} y */
  alphaAt(index, frame, x, y) {
    const { matte } = this.#movie.sprites[index];
    if (!this.placement(index, frame)) return 0;
    return this.#ownAlphaAt(index, frame, x, y) * (matte < 0 ? 1 : this.#ownAlphaAt(matte, frame, x, y));
  }

  /** @param {number} index @param {number} frame @param {number} x @param {number} y */
  #ownAlphaAt(index, frame, x, y) {
    const [view, clip, box] = [this.view, this.#clip, this.#boxes];
    const probe = (probeContext ??= newContext(1, 1));
    // One pixel of the output, whose middle is the point.
    this.view = [1, 0, 0, 1, 0.5 - x, 0.5 - y];
    this.#clip = Float64Array.of(0, 0, 1, 1);
    this.#boxes = new Float64Array(box.length);
    this.#findBox(index, frame);
    this.#boxes.set(this.#box, 4 * index);
    const scratch = this.#scratch;
    const cache = this.#cache;
    this.#scratch = [];
    this.#cache = [];
    probe.setTransform(1, 0, 0, 1, 0, 0);
    probe.clearRect(0, 0, 1, 1);
    this.#sprite(probe, index, frame, 0);
    [this.view, this.#clip, this.#boxes, this.#scratch, this.#cache] = [view, clip, box, scratch, cache];
    return probe.getImageData(0, 0, 1, 1).data[3] / 255;
  }
}

/** Whether two frames of a sprite differ only in alpha. @param {SVGP.Sprite} sprite @param {number} one @param {number} other */
function isSame({ a, b, c, d, tx, ty, layout, clip, shapes }, one, other) {
  return a[one] === a[other] && b[one] === b[other] && c[one] === c[other] && d[one] === d[other] && tx[one] === tx[other] && ty[one] === ty[other]
    && layout[one] === layout[other] && clip[one] === clip[other] && shapes[one] === shapes[other];
}

/** @type {CanvasRenderingContext2D | undefined} */
let probeContext;

export { Painter };
