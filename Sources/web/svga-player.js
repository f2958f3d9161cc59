// Draws an SVGA movie on a canvas. It reads what `svga render` writes, loads nothing, and needs no other script than the two beside it.
// Frame i is shown for [i / rate, (i + 1) / rate): nothing lies between two frames.

import { clear, drawPicture, drawShape, drawText, identity, lay, tintedPicture } from "./svga-drawing.js";
import { drawable, readMovie } from "./svga-movie.js";

/** Pixels of the largest canvas that is drawn in more detail. */
/** @type {number} Exported pages contain the names and comments of this file, except such lines of types: they stay as they are. */
const mostDetailed = 1 << 18;

/**
 * Plays one movie on one canvas.
 *
 * Events: "frame" after another frame was drawn, "end" when the last repetition is over.
 */
export class SVGAPlayer extends EventTarget {
  /** The frame on the canvas, or -1 before the first. */
  frame = -1;
  isPlaying = false;
  /** How often it is played; 0: for ever. */
  loops;

  /** @type {SVGP.Movie} */
  #movie;
  #canvas;
  /** @type {CanvasRenderingContext2D} */
  #context;
  /** How many pixels are drawn for one of the canvas, in a row. */
  #detail = 1;
  /** From points to pixels that are drawn. */
  /** @type {SVGP.Transform} */
  #transform;
  /** @type {CanvasRenderingContext2D[]} */
  #scratch = [];
  /** @type {Map<string, boolean>} */
  #hidden = new Map();
  /** @type {Map<string, SVGP.SetImage | null>} */
  #images = new Map();
  /** @type {Map<string, SVGP.ExportText | null>} */
  #texts = new Map();
  /** Of the last setImage of each key: one that loads longer than a later one comes to nothing. */
  #orders = new Map();
  #speed = 1;
  /** The place in the movie, in frames through all repetitions, at a time in milliseconds. */
  #base = { place: 0, time: 0 };
  #request = 0;
  /** Which call of play it is that plays. */
  #turn = 0;
  /** How many repetitions are over. */
  #rounds = 0;
  /** Whether play begins with the first frame: the last one was asked for, or all repetitions are over. Playing to it is no end. */
  #isAtEnd = false;

  /**
   * Reads a movie and draws its first frame.
   * @param {HTMLCanvasElement} canvas gets the movie's size
   * @param {string | ArrayBuffer | Uint8Array} source what `svga render` wrote: in base64 or as bytes
   * @returns {Promise<SVGAPlayer>}
   */
  static async open(canvas, source) {
    return new SVGAPlayer(canvas, await readMovie(source));
  }

  /** @param {HTMLCanvasElement} canvas @param {SVGP.Movie} movie as {@link readMovie} gives it */
  constructor(canvas, movie) {
    super();
    this.#movie = movie;
    this.#canvas = canvas;
    [canvas.width, canvas.height] = movie.size;
    // @ts-expect-error: null only for a canvas that has a context of another kind already
    this.#context = canvas.getContext("2d");
    // Browsers place edges in quarters of a pixel, which shows in small drawings.
    const hasPictures = movie.images.length > 0;
    if (!hasPictures && canvas.width * canvas.height <= mostDetailed) this.#detail = 2;
    // @ts-expect-error: they stay six numbers
    this.#transform = movie.transform.map((number) => number * this.#detail);
    this.loops = movie.loops;
    this.draw(0);
  }

  get canvas() { return this.#canvas; }
  /** How many frames there are. */
  get frames() { return this.#movie.order?.length ?? this.#movie.frames; }
  /** Frames a second at speed 1. */
  get rate() { return this.#movie.rate[0] / this.#movie.rate[1]; }
  /** What can be replaced or hidden. */
  get keys() { return [...new Set(this.#movie.sprites.map((sprite) => sprite.key))].filter((key) => key !== ""); }

  /** 1: as fast as the movie says. A change while it plays goes on from the same frame. */
  get speed() { return this.#speed; }
  set speed(speed) {
    if (!(speed >= 0 && speed < Infinity)) throw new RangeError(`a speed is a number from 0 up, not ${speed}`);
    const time = performance.now();
    this.#base = { place: this.#place(time), time };
    this.#speed = speed;
  }

  /** Goes on from the frame that is shown, or from the first after the last. Repetitions that were over before a pause still count. */
  play() {
    if (this.isPlaying) return;
    this.isPlaying = true;
    const isOver = this.#isAtEnd && this.frame >= this.frames - 1;
    this.#base = { place: this.#rounds * this.frames + (isOver ? 0 : this.frame), time: performance.now() };
    this.#isAtEnd = false;
    const turn = (this.#turn += 1);
    /** @param {number} time */
    const tick = (time) => {
      // A listener may have paused it, and played it again.
      if (!this.isPlaying || turn !== this.#turn) return;
      const step = Math.floor(this.#place(time) + 1e-6);
      if (this.loops && step >= this.frames * this.loops) {
        this.#rounds = 0;
        this.seek(this.frames - 1);
        this.dispatchEvent(new Event("end"));
        return;
      }
      // Frames that come too late are left out, never shown slower.
      const frame = step % this.frames;
      this.#rounds = Math.floor(step / this.frames);
      if (frame !== this.frame) this.#draw(frame);
      if (turn === this.#turn) this.#request = requestAnimationFrame(tick);
    };
    this.#request = requestAnimationFrame(tick);
  }

  /** A browser's time of a picture may lie before the call that asked for it. */
  /** @param {number} time */
  #place(time) {
    return this.#base.place + (Math.max(0, time - this.#base.time) / 1000) * this.rate * this.#speed;
  }

  pause() {
    this.isPlaying = false;
    cancelAnimationFrame(this.#request);
  }

  /** Shows a frame and stays there. @param {number} frame */
  seek(frame) {
    this.pause();
    this.draw(Math.min(Math.max(0, Math.floor(frame)), this.frames - 1));
  }

  /**
   * Shows another picture for a key, also while it plays.
   * @param {string} key
   * @param {string | Blob | Exclude<CanvasImageSource, SVGImageElement> | null} picture an address, a file or what a canvas can draw; null: the movie's own again
   * @param {{fit?: "fill" | "contain" | "cover", mask?: "none" | "circle"}} [options]
   * @throws {Error} where there is no such key or no picture; nothing changes then
   */
  async setImage(key, picture, { fit = "fill", mask = "none" } = {}) {
    const order = {};
    this.#orders.set(this.#checked(key), order);
    const image = picture === null ? null : await drawable(picture);
    if (this.#orders.get(key) === order) this.#set(this.#images, key, image && { image, fit, mask });
  }

  /**
   * Lays a text over what a key shows, centered. A text that is too wide is drawn smaller, down to 60 %, and then cut.
   * @param {string} key
   * @param {string | null} text null: none
   * @param {{size?: number, color?: string, font?: string, weight?: string | number}} [style] size in points
   */
  setText(key, text, { size = 0, color = "#000", font = "sans-serif", weight = 400 } = {}) {
    this.#set(this.#texts, key, text === null ? null : { text, size, color, font, weight });
  }

  /** @param {string} key @param {boolean} [isHidden] */
  hide(key, isHidden = true) {
    this.#set(this.#hidden, key, isHidden);
  }

  /** @template Value @param {Map<string, Value>} map @param {string} key @param {Value} value */
  #set(map, key, value) {
    map.set(this.#checked(key), value);
    this.#draw(this.frame);
  }

  /** @param {string} key */
  #checked(key) {
    if (this.#movie.sprites.some((sprite) => sprite.key === key || sprite.name === key)) return key;
    throw new RangeError(`there is no key ${key}; there are ${this.keys.join(", ") || "none"}`);
  }

  /** What was set for a sprite: for its whole key, or for its key without the suffix. */
  /** @template Value @param {Map<string, Value>} map @param {SVGP.Sprite} sprite */
  #setting(map, sprite) {
    return map.get(sprite.name) ?? map.get(sprite.key);
  }

  // Drawing. A context has the canvas's size; transforms go from a sprite's space to its pixels.

  /** Draws a frame. Takes no time of the movie: see play and seek for that. @param {number} frame */
  draw(frame) {
    this.#isAtEnd = frame >= this.frames - 1;
    this.#draw(frame);
  }

  /** @param {number} frame */
  #draw(frame) {
    const { background, clip, order } = this.#movie;
    const context = this.#detail > 1 ? this.#layer(3) : this.#context;
    clear(context);
    if (clip) {
      context.save();
      context.setTransform(...this.#transform);
      context.beginPath();
      context.rect(...clip);
      context.clip();
    }
    this.#layers(context, order ? order[frame] : frame);
    if (clip) context.restore();
    this.#show(context, background);
    if (frame === this.frame) return;
    this.frame = frame;
    this.dispatchEvent(new Event("frame"));
  }

  /** @param {CanvasRenderingContext2D} drawn @param {string | undefined} background */
  #show(drawn, background) {
    const context = this.#context;
    const { width, height } = this.#canvas;
    if (drawn !== context) {
      clear(context);
      context.drawImage(drawn.canvas, 0, 0, width, height);
    }
    if (!background) return;
    context.setTransform(...identity);
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = "source-over";
  }

  /** @param {CanvasRenderingContext2D} context @param {number} frame */
  #layers(context, frame) {
    const { sprites } = this.#movie;
    let index = 0;
    while (index < sprites.length) {
      const { matte } = sprites[index];
      if (matte < 0) {
        this.#sprite(context, sprites[index], frame, 0);
        index += 1;
        continue;
      }
      // A run of neighbors with one matte is one group, also where mattes stand between them.
      let end = index + 1;
      while (end < sprites.length && (sprites[end].matte === matte || sprites[end].isMatte)) end += 1;
      if (this.#isVisible(sprites[matte], frame)) this.#group(context, sprites.slice(index, end), sprites[matte], frame);
      index = end;
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Sprite[]} sprites @param {SVGP.Sprite} matte @param {number} frame */
  #group(context, sprites, matte, frame) {
    const group = this.#layer(0);
    for (const sprite of sprites) this.#sprite(group, sprite, frame, 2);
    group.setTransform(...identity);
    group.globalCompositeOperation = "destination-in";
    if (this.#paints(matte, frame) === 1 && matte.clip[frame] < 0) {
      this.#sprite(group, matte, frame, 2, true);
    } else {
      const mask = this.#layer(1);
      this.#sprite(mask, matte, frame, 2, true);
      lay(mask.canvas, group, 1);
    }
    group.globalCompositeOperation = "source-over";
    lay(group.canvas, context, 1);
  }

  /** @param {SVGP.Sprite} sprite @param {number} frame */
  #isVisible(sprite, frame) {
    if (frame >= sprite.count || sprite.isHidden || this.#setting(this.#hidden, sprite)) return false;
    const { a, b, c, d, alpha } = sprite;
    const area = a[frame] * d[frame] - b[frame] * c[frame];
    return alpha[frame] * sprite.opacity > 0 && area !== 0 && Number.isFinite(area);
  }

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Sprite} sprite @param {number} frame @param {number} scratch the layer to fade parts in that lie over each other */
  #sprite(context, sprite, frame, scratch, asMatte = false) {
    if ((sprite.isMatte && !asMatte) || !this.#isVisible(sprite, frame)) return;
    const alpha = Math.min(1, sprite.alpha[frame] * sprite.opacity);
    if (alpha === 1 || this.#paints(sprite, frame) <= 1) return this.#content(context, sprite, frame, alpha);
    const apart = this.#layer(scratch);
    this.#content(apart, sprite, frame, 1);
    lay(apart.canvas, context, alpha);
  }

  /** How many things are drawn over each other. */
  /** @param {SVGP.Sprite} sprite @param {number} frame */
  #paints(sprite, frame) {
    let count = sprite.image >= 0 || sprite.replaced || this.#setting(this.#images, sprite) ? 1 : 0;
    for (const shape of this.#movie.shapes[sprite.shapes[frame]]) count += (shape.fill ? 1 : 0) + (shape.stroke ? 1 : 0);
    return count + (sprite.texts[sprite.layout[frame]] ? 1 : 0) + (this.#setting(this.#texts, sprite) ? 1 : 0);
  }

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Sprite} sprite @param {number} frame @param {number} alpha */
  #content(context, sprite, frame, alpha) {
    const { layouts, clips, shapes } = this.#movie;
    const layout = layouts[sprite.layout[frame]];
    context.save();
    this.#move(context, sprite, frame, layout);
    context.globalAlpha = alpha;
    const clip = sprite.clip[frame];
    if (clip >= 0) context.clip((clips[clip].path ??= new Path2D(clips[clip].d)));
    this.#picture(context, sprite, frame, layout);
    for (const shape of shapes[sprite.shapes[frame]]) drawShape(context, shape, sprite.tint);
    this.#bitmap(context, sprite.texts[sprite.layout[frame]], sprite.tint);
    const text = this.#setting(this.#texts, sprite);
    if (text) drawText(context, text, layout[2], layout[3]);
    context.restore();
  }

  /** From a sprite's points, whose origin is its layout's, to pixels. */
  /** @param {CanvasRenderingContext2D} context @param {SVGP.Sprite} sprite @param {number} frame @param {SVGP.Rect} layout */
  #move(context, sprite, frame, [left, top]) {
    const { a, b, c, d, tx, ty, offset } = sprite;
    context.setTransform(...this.#transform);
    const x = tx[frame] + a[frame] * left + c[frame] * top + offset[0];
    const y = ty[frame] + b[frame] * left + d[frame] * top + offset[1];
    context.transform(a[frame], b[frame], c[frame], d[frame], x, y);
  }

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Sprite} sprite @param {number} frame @param {SVGP.Rect} layout */
  #picture(context, sprite, frame, [, , width, height]) {
    const set = this.#setting(this.#images, sprite);
    if (set) return drawPicture(context, set, sprite.tint, width, height);
    if (sprite.replaced) return this.#bitmap(context, sprite.replaced[sprite.layout[frame]], sprite.tint);
    if (sprite.image >= 0 && width > 0 && height > 0) this.#bitmap(context, { image: sprite.image, frame: [0, 0, width, height] }, sprite.tint);
  }

  /** @param {CanvasRenderingContext2D} context @param {SVGP.Place | undefined} place @param {SVGP.Tint | undefined} tint */
  #bitmap(context, place, tint) {
    const image = place && tintedPicture(this.#movie.images[place.image], tint);
    if (!image) return;
    context.save();
    if (place.clip) {
      context.beginPath();
      context.rect(...place.clip);
      context.clip();
    }
    context.drawImage(image, ...place.frame);
    context.restore();
  }

  /** An empty canvas to draw apart on. */
  /** @param {number} index */
  #layer(index) {
    const [width, height] = this.#movie.size.map((side) => side * this.#detail);
    // @ts-expect-error: null only for a canvas that has a context of another kind already
    this.#scratch[index] ??= Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    clear(this.#scratch[index]);
    return this.#scratch[index];
  }
}

export { readMovie };
