// Draws sprites on a canvas, or on one of their own where several things are drawn over each other. Drawing creates no objects.

import { Geometry, isSame } from "./geometry.js";
import { drawPicture, imageFor, newContext, resized, tintedPicture } from "./pictures.js";
import { drawShape, outline, prepared } from "./shapes.js";
import { drawText } from "./text.js";

/** After so many times of drawing the same, a sprite is kept as a bitmap. */
const drawsBeforeCache = 2;
/** The maximum pixels of these bitmaps. */
const cachedPixels = 1 << 22;
/** Chromium moves the edges of images to whole pixels, unless they are turned. It takes time, so it is done on canvases where one pixel counts. */
const minimumSkew = 1e-6;
const smoothPixels = 1 << 17;
/** Of a canvas on which clip paths are drawn in detail. */
const clippedPixels = 1 << 18;
/** Of an image that is always smooth; larger ones only while they stay where they are. */
const smallPixels = 1 << 10;
/** The maximum pixels of the copy of an image that is drawn at twice its size or larger. */
const enlargedPixels = 1 << 20;
/** If a movie has so many copies of images, images are enlarged each time that they are drawn. */
const maximumCopies = 32;

class SpritePainter extends Geometry {
  /** What the movie is drawn on. @type {SVGP.Layer} */
  output;
  /** Where sprites are, in pixels: left, top, right, bottom of each. @type {Float64Array} */
  boxes;
  /** Layers to draw apart on: content in detail, sprites, sprites of mattes, mattes, what is clipped. @type {SVGP.Layer[]} */
  #scratch = [];
  /** Sprites that were drawn before, at whole pixels. @type {(SVGP.CachedSprite | undefined)[]} */
  #cache = [];
  #cachedPixels = 0;
  /** Draws single pixels. @type {SpritePainter | undefined} */
  #probe;
  /** Whether sprites of shapes are drawn in double height, and reduced: browsers place edges in quarters of a pixel, which shows in small drawings. */
  #isDetailed = false;
  #mustSmooth = false;
  #hasSmoothClips = false;
  /** Whether the sprite that is drawn looks different in the frames beside this one. */
  #isMoving = false;

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Movie} movie */
  constructor(context, movie) {
    super(context, movie);
    this.output = { context, left: 0, top: 0, width: 0, height: 0 };
    this.boxes = new Float64Array(4 * movie.sprites.length);
  }

  /** @param {SVGP.Transform} view @param {SVGP.Box} bounds @param {boolean} isDetailed */
  setView(view, bounds, isDetailed) {
    this.view = view;
    this.bounds.set(bounds);
    this.#isDetailed = isDetailed;
    const pixels = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]);
    this.#mustSmooth = pixels <= smoothPixels;
    this.#hasSmoothClips = pixels <= clippedPixels;
  }

  /** An empty layer for a part of the output, in a context that is saved. @param {SVGP.Layer | null | undefined} known @param {number} left @param {number} top @param {number} right @param {number} bottom */
  begin(known, left, top, right, bottom) {
    const [width, height] = [right - left, bottom - top];
    const layer = known ?? { context: newContext(width, height), left, top, width, height };
    Object.assign(layer, { left, top, width, height });
    const { context } = layer;
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
    return layer;
  }

  /** Draws a layer on another one. @param {SVGP.Layer} target @param {SVGP.Layer} layer @param {number} [alpha] @param {number} [scale] of the layer's height */
  lay({ context, left, top }, layer, alpha = 1, scale = 1) {
    const { width, height } = layer;
    context.setTransform(1, 0, 0, 1 / scale, 0, 0);
    context.globalAlpha = alpha;
    context.drawImage(layer.context.canvas, 0, 0, width, height, layer.left - left, layer.top - scale * top, width, height);
  }

  /** How many things are drawn over each other. @param {number} index @param {number} frame */
  paints(index, frame) {
    const sprite = this.movie.sprites[index];
    const content = this.contents[index];
    const count = (sprite.image >= 0 || (import.meta.isWritten && sprite.replaced) || content?.image ? 1 : 0) + (content?.text ? 1 : 0) + (content?.drawing ? 2 : 0)
      + prepared(this.movie.shapes[sprite.shapes[frame]]).paints;
    return import.meta.isWritten && sprite.texts?.[sprite.layout[frame]] ? count + 1 : count;
  }

  /** @param {SVGP.Layer} layer @param {number} index @param {number} frame @param {number} depth of the scratch layer */
  drawSprite(layer, index, frame, depth) {
    if (!(this.boxes[4 * index] < this.boxes[4 * index + 2])) return;
    const alpha = Math.min(1, this.movie.sprites[index].alpha[frame] * this.opacity(index));
    const isSingle = this.paints(index, frame) <= 1;
    // A faded bitmap would be rounded twice.
    const cached = alpha === 1 || !isSingle ? this.#cachedSprite(index, frame) : null;
    if (cached) this.lay(layer, cached, alpha);
    else if (alpha === 1 || isSingle) this.#content(layer, index, frame, alpha);
    else this.lay(layer, this.#apart(depth, index, frame), alpha);
  }

  /** An empty layer for a sprite. @param {number} slot of a scratch layer, -1: a new one @param {number} index @param {number} [scale] of its height */
  #layerOf(slot, index, scale = 1) {
    const { boxes } = this;
    const at = 4 * index;
    const layer = this.begin(this.#scratch[slot], boxes[at], scale * boxes[at + 1], boxes[at + 2], scale * boxes[at + 3]);
    if (slot >= 0) this.#scratch[slot] = layer;
    return layer;
  }

  /** Draws a sprite on a layer of its own. @param {number} slot @param {number} index @param {number} frame */
  #apart(slot, index, frame) {
    const layer = this.#layerOf(slot, index);
    this.#content(layer, index, frame, 1);
    layer.context.restore();
    return layer;
  }

  /** A layer with a matte. @param {number} index @param {number} frame */
  matteLayer(index, frame) {
    const layer = this.#layerOf(3, index);
    this.drawSprite(layer, index, frame, 2);
    layer.context.restore();
    return layer;
  }

  /** The bitmap of a sprite that has not changed but for its alpha. @param {number} index @param {number} frame */
  #cachedSprite(index, frame) {
    if (this.contents[index]?.isLive) return null;
    const cached = (this.#cache[index] ??= { frame, draws: 0, layer: null });
    if (!isSame(this.movie.sprites[index], frame, cached.frame)) {
      this.forget(index);
      cached.frame = frame;
    }
    cached.draws += 1;
    if (cached.layer || cached.draws <= drawsBeforeCache || this.#isCheap(index, frame)) return cached.layer;
    const { boxes } = this;
    const at = 4 * index;
    const pixels = this.#cachedPixels + (boxes[at + 2] - boxes[at]) * (boxes[at + 3] - boxes[at + 1]);
    if (pixels > cachedPixels) return null;
    this.#cachedPixels = pixels;
    return (cached.layer = this.#apart(-1, index, frame));
  }

  /** Whether a sprite is only a bitmap at whole pixels, which is copied as fast. @param {number} index @param {number} frame */
  #isCheap(index, frame) {
    const { images, layouts, sprites } = this.movie;
    const { image, layout, clip } = sprites[index];
    const bitmap = images[image];
    if (!bitmap || clip[frame] >= 0 || this.paints(index, frame) !== 1 || this.contents[index]?.image) return false;
    const m = this.findMatrix(index, frame);
    return isUnscaled(m) && m[4] % 1 === 0 && m[5] % 1 === 0 && layouts[layout[frame]][2] === bitmap.width
      && layouts[layout[frame]][3] === bitmap.height;
  }

  /** @param {number} index */
  forget(index) {
    const cached = this.#cache[index];
    if (!cached) return;
    if (cached.layer) this.#cachedPixels -= cached.layer.width * cached.layer.height;
    cached.layer = null;
    cached.draws = 0;
    cached.frame = -1;
  }

  /** @param {SVGP.Layer} layer @param {number} index @param {number} frame */
  apply({ context, left, top }, index, frame) {
    const m = this.findMatrix(index, frame);
    context.setTransform(m[0], m[1], m[2], m[3], m[4] - left, m[5] - top);
  }

  /** @param {SVGP.Layer} layer @param {number} index @param {number} frame @param {number} alpha */
  #content(layer, index, frame, alpha) {
    const { clip, image } = this.movie.sprites[index];
    if (this.#isDetailed && image < 0 && !this.contents[index]?.image) this.lay(layer, this.#inDetail(index, frame, clip[frame], false), alpha, 2);
    else if (clip[frame] >= 0 && this.#hasSmoothClips) this.lay(layer, this.#clipped(index, frame, clip[frame]), alpha);
    else this.#plain(layer, index, frame, alpha, clip[frame]);
  }

  /** A layer in double height with a sprite, or only with its clip path. @param {number} index @param {number} frame @param {number} clip @param {boolean} isMask */
  #inDetail(index, frame, clip, isMask) {
    const { view } = this;
    this.view = /** @type {SVGP.Transform} */ (view.map((number, at) => at % 2 ? 2 * number : number));
    const layer = this.#layerOf(0, index, 2);
    if (isMask) {
      this.apply(layer, index, frame);
      layer.context.fill(outline(this.movie.clips[clip]));
    } else this.#plain(layer, index, frame, 1, clip);
    layer.context.restore();
    this.view = view;
    return layer;
  }

  /** @param {number} index @param {number} frame @param {number} clip */
  #clipped(index, frame, clip) {
    const mask = this.#inDetail(index, frame, clip, true);
    const layer = this.#layerOf(4, index);
    this.#plain(layer, index, frame, 1, -1);
    layer.context.globalCompositeOperation = "destination-in";
    this.lay(layer, mask, 1, 2);
    layer.context.restore();
    return layer;
  }

  /** @param {SVGP.Layer} layer @param {number} index @param {number} frame @param {number} alpha @param {number} clip */
  #plain(layer, index, frame, alpha, clip) {
    const { layouts, clips, shapes, sprites } = this.movie;
    const { context, left, top } = layer;
    const sprite = sprites[index];
    const content = this.contents[index];
    const layout = sprite.layout[frame];
    const width = layouts[layout][2];
    const height = layouts[layout][3];
    const list = shapes[sprite.shapes[frame]];
    const tint = content?.tint ?? (import.meta.isWritten ? sprite.tint : undefined);
    if (clip >= 0) context.save();
    this.apply(layer, index, frame);
    context.globalAlpha = alpha;
    if (clip >= 0) context.clip(outline(clips[clip]));
    const m = this.spriteMatrix;
    this.#isMoving = !isSame(sprite, frame, frame + 1) && !isSame(sprite, frame, frame - 1);
    if (sprite.image >= 0 && this.#mustSmooth && (m[0] * width * m[3] * height < smallPixels || !this.#isMoving)
      && !m[1] && !m[2] && (m[4] % 1 || m[5] % 1 || m[0] * width % 1 || m[3] * height % 1)) {
      context.setTransform(m[0], minimumSkew, 0, m[3], m[4] - left, m[5] - top);
    }
    this.#picture(layer, index, layout, width, height, tint);
    for (let shape = 0; shape < list.length; shape += 1) {
      const { transform } = list[shape];
      if (transform) context.transform(transform[0], transform[1], transform[2], transform[3], transform[4], transform[5]);
      drawShape(context, list[shape], tint);
      if (transform) this.apply(layer, index, frame);
    }
    if (import.meta.isWritten) drawPlaced(context, sprite.texts?.[layout], tint, (...size) => this.#image(...size));
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

  /** @param {SVGP.Layer} layer @param {number} index @param {number} layout @param {number} width @param {number} height @param {SVGP.Tint | undefined} tint */
  #picture({ context }, index, layout, width, height, tint) {
    const { movie } = this;
    const sprite = movie.sprites[index];
    const set = this.contents[index]?.image;
    let bitmap = this.#image(sprite.image, width, height);
    if (set) drawPicture(context, set, tint, width, height, bitmap);
    else if (import.meta.isWritten && sprite.replaced) drawPlaced(context, sprite.replaced[layout], tint, (...size) => this.#image(...size));
    else if (bitmap && width > 0 && height > 0) {
      const m = this.spriteMatrix;
      // A copy with a step of two begins at the middle of the first pixel.
      const step = bitmap.width < /** @type {ImageBitmap} */ (movie.images[sprite.image]).width ? -0.25 : 0;
      let x = step * width / bitmap.width;
      let y = step * height / bitmap.height;
      if (!this.#mustSmooth && isUnscaled(m) && 2 * bitmap.width <= width && 2 * bitmap.height <= height && width * height <= enlargedPixels
        && movie.copies.size < maximumCopies) {
        // An enlarged image has no sharp edges, so it looks the same at whole pixels, where it is copied in a fifth of the time.
        bitmap = resized(movie, sprite.image, width, height);
        x = Math.round(m[4]) - m[4];
        y = Math.round(m[5]) - m[5];
      }
      context.drawImage(tintedPicture(bitmap, tint), x, y, width, height);
    }
  }

  /** An image that is drawn in this size in the sprite's space. @param {number} image @param {number} width @param {number} height */
  #image(image, width, height) {
    const m = this.spriteMatrix;
    return imageFor(this.movie, image, Math.hypot(m[0], m[1]) * width, Math.hypot(m[2], m[3]) * height, this.#isMoving);
  }

  /** The alpha of a sprite at a point of the canvas, with its clip path and its matte. @param {number} index @param {number} frame @param {number} x @param {number} y */
  alphaAt(index, frame, x, y) {
    const { matte } = this.movie.sprites[index];
    if (!this.placement(index, frame)) return 0;
    return this.#ownAlphaAt(index, frame, x, y) * (matte < 0 ? 1 : this.#ownAlphaAt(matte, frame, x, y));
  }

  /** @param {number} index @param {number} frame @param {number} x @param {number} y */
  #ownAlphaAt(index, frame, x, y) {
    // One pixel of the output, whose middle is the point.
    const probe = (this.#probe ??= new SpritePainter(newContext(1, 1), this.movie));
    probe.contents = this.contents;
    probe.#cache = [];
    probe.setView([1, 0, 0, 1, 0.5 - x, 0.5 - y], [0, 0, 1, 1], false);
    probe.boxes.set(probe.findBox(index, frame), 4 * index);
    const layer = probe.begin(probe.output, 0, 0, 1, 1);
    probe.drawSprite(layer, index, frame, 1);
    layer.context.restore();
    return layer.context.getImageData(0, 0, 1, 1).data[3] / 255;
  }
}

/** @param {Float64Array} m */
function isUnscaled(m) {
  return m[0] === 1 && !m[1] && !m[2] && m[3] === 1;
}

/**
 * @param {CanvasRenderingContext2D} context @param {SVGP.Place | undefined} place @param {SVGP.Tint | undefined} tint
 * @param {(index: number, width: number, height: number) => SVGP.Drawable | null} imageOf
 */
function drawPlaced(context, place, tint, imageOf) {
  const image = place && imageOf(place.image, place.frame[2], place.frame[3]);
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

export { SpritePainter };
