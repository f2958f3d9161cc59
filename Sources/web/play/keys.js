// What was set for keys, and where they are (Rules of rendering, section 8).

import { drawable, newContext } from "../draw/pictures.js";
import { fontOf, newText } from "../draw/text.js";

/** What makes a page less responsive. */
const slowMilliseconds = 50;

/** What was set for the keys of a movie. A key is that of a sprite, with or without its suffix. */
class KeyedContent extends EventTarget {
  /** @type {SVGP.Movie | null} */
  movie = null;
  /** @type {import("../draw/painter.js").Painter | null} */
  painter = null;
  /** @type {Map<string, SVGP.Content>} */
  #changes = new Map();
  /** Whether drawing changes takes so long that several are drawn together. */
  #isSlow = false;
  /** When changes are drawn. @type {number | undefined} */
  #timer;
  /** Of the last image of each key: one that loads longer than a later one is dropped. */
  #orders = new Map();

  /** Draws the visible frame again. */
  redraw() {}

  get keys() {
    return [...new Set(this.movie?.sprites.map((sprite) => sprite.key))].filter((key) => key !== "");
  }

  /** The indices of the sprites of a key. @param {string} key @throws {RangeError} */
  spritesOf(key) {
    /** @type {number[]} */
    const indices = [];
    this.movie?.sprites.forEach((sprite, index) => {
      if (sprite.key === key || sprite.name === key) indices.push(index);
    });
    if (indices.length === 0 && this.movie) throw new RangeError(`there is no key ${key}; there are ${this.keys.slice(0, 20).join(", ")}`);
    return indices;
  }

  /** What was set for a sprite: for its whole key, or for its key without the suffix. @param {SVGP.Sprite} sprite @returns {SVGP.Content | undefined} */
  content(sprite) {
    const [whole, plain] = [this.#changes.get(sprite.name), this.#changes.get(sprite.key)];
    if (!whole || !plain || whole === plain) return whole ?? plain;
    return { ...plain, ...whole };
  }

  /** @param {string} key @param {SVGP.Content} change */
  #set(key, change) {
    const sprites = this.spritesOf(key);
    const content = { ...this.#changes.get(key), ...change };
    content.isLive = Boolean(content.drawing) || content.image?.image instanceof HTMLVideoElement;
    this.#changes.set(key, content);
    this.#refresh(sprites);
  }

  /** Draws again what was changed. @param {number[]} sprites */
  #refresh(sprites) {
    const { painter, movie } = this;
    if (!painter || !movie) return;
    for (const index of sprites) {
      painter.contents[index] = this.content(movie.sprites[index]);
      painter.touch(index);
    }
    painter.isLive = painter.contents.some((content) => content?.isLive);
    if (this.#isSlow) this.#timer ??= setTimeout(() => this.#redrawChanges());
    else this.#redrawChanges();
  }

  #redrawChanges() {
    this.#timer = undefined;
    const start = performance.now();
    this.redraw();
    this.#isSlow = performance.now() - start > slowMilliseconds;
  }

  /** @param {string} [key] */
  reset(key) {
    const sprites = key === undefined ? this.movie?.sprites.map((_, index) => index) ?? [] : this.spritesOf(key);
    for (const map of [this.#changes, this.#orders]) {
      if (key === undefined) map.clear();
      else map.delete(key);
    }
    this.#refresh(sprites);
  }

  /** @param {string} key @param {boolean} [isHidden] */
  hide(key, isHidden = true) {
    this.#set(key, { isHidden });
  }

  /** @param {string} key @param {number} opacity */
  setOpacity(key, opacity) {
    this.#set(key, { opacity: Math.min(1, Math.max(0, opacity)) || 0 });
  }

  /** @param {string} key @param {number} x @param {number} y */
  setOffset(key, x, y) {
    this.#set(key, { x, y });
  }

  /** @param {string} key @param {SVGP.Drawing | null} drawing */
  setDrawing(key, drawing) {
    this.#set(key, { drawing });
  }

  /** @param {string} key @param {SVGP.Picture | null} picture @param {SVGP.ImageStyle} [style] */
  async setImage(key, picture, { fit = "fill", mask = "none", transform } = {}) {
    this.spritesOf(key);
    const order = {};
    this.#orders.set(key, order);
    const image = picture === null ? null : await drawable(picture);
    if (this.#orders.get(key) === order) this.#set(key, { image: image && { image, fit, mask, transform } });
  }

  /** @param {string} key @param {string | null} text @param {SVGP.TextStyle} [style] */
  setText(key, text, style = {}) {
    const set = text === null ? null : newText(text, style);
    this.#set(key, { text: set });
    return set ? this.#awaitFont(key, set) : Promise.resolve();
  }

  /** Draws a text again when its font is loaded: those of style sheets load when they are first used. @param {string} key @param {SVGP.SetText} set */
  async #awaitFont(key, set) {
    // The browser takes another font in place of an invalid one.
    const faces = await document.fonts.load(fontOf(set.style, 20), set.text.slice(0, 200)).catch(() => []);
    if (faces.length === 0 || this.#changes.get(key)?.text !== set) return;
    set.layouts.clear();
    this.#refresh(this.spritesOf(key));
  }

  /** @param {string} key @param {string | null} color in CSS */
  setTint(key, color) {
    if (color === null) return this.#set(key, { tint: null, tintAlpha: 1 });
    const context = (probe ??= newContext(1, 1));
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = "#fff";
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    this.#set(key, { tint: [red / 255, green / 255, blue / 255], tintAlpha: alpha / 255 });
  }

  /** @param {string} key */
  info(key) {
    const indices = this.spritesOf(key);
    const movie = /** @type {SVGP.Movie} */ (this.movie);
    let [width, height, first, last] = [0, 0, Infinity, -1];
    for (const index of indices) {
      const { count, alpha, layout } = movie.sprites[index];
      for (let frame = 0; frame < Math.min(count, movie.frames); frame += 1) {
        if (!(alpha[frame] > 0)) continue;
        const [, , w, h] = movie.layouts[layout[frame]];
        [width, height] = [Math.max(width, w), Math.max(height, h)];
        [first, last] = [Math.min(first, frame), Math.max(last, frame)];
      }
    }
    const sprites = indices.map((index) => movie.sprites[index]);
    return {
      key: sprites[0]?.key ?? key, width, height, frames: last < 0 ? null : /** @type {[number, number]} */ ([first, last]), sprites: sprites.length,
      hasImage: sprites.some(({ image }) => image >= 0), hasShapes: sprites.some(({ shapes }) => shapes.some((list) => movie.shapes[list].length > 0)),
      isMatte: sprites.some(({ isMatte }) => isMatte),
    };
  }
}

/** @type {CanvasRenderingContext2D | undefined} */
let probe;

export { KeyedContent };
