// What was set for keys, and where they are (Rules of rendering, section 8).

import { drawable, newContext } from "../draw/pictures.js";
import { fontOf, newText } from "../draw/text.js";

/** The changes of a movie's sprites by key. A key is that of a sprite, with or without its suffix. */
class Keys {
  /** @type {Map<string, SVGP.Content>} */
  #changes = new Map();
  /** Of the last image of each key: one that loads longer than a later one is dropped. */
  #orders = new Map();
  /** @type {SVGP.Movie | null} */
  movie = null;

  /** @param {(sprites: number[]) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
  }

  get names() {
    return [...new Set(this.movie?.sprites.map((sprite) => sprite.key))].filter((key) => key !== "");
  }

  /** The indices of the sprites of a key. @param {string} key @throws {RangeError} */
  sprites(key) {
    /** @type {number[]} */
    const indices = [];
    this.movie?.sprites.forEach((sprite, index) => {
      if (sprite.key === key || sprite.name === key) indices.push(index);
    });
    if (indices.length === 0 && this.movie) throw new RangeError(`there is no key ${key}; there are ${this.names.join(", ") || "none"}`);
    return indices;
  }

  /** What was set for a sprite: for its whole key, or for its key without the suffix. @param {SVGP.Sprite} sprite @returns {SVGP.Content | undefined} */
  content(sprite) {
    const [whole, plain] = [this.#changes.get(sprite.name), this.#changes.get(sprite.key)];
    if (!whole || !plain || whole === plain) return whole ?? plain;
    return { ...plain, ...whole };
  }

  /** @param {string} key @param {SVGP.Content} change */
  set(key, change) {
    const sprites = this.sprites(key);
    const content = { ...this.#changes.get(key), ...change };
    content.isLive = Boolean(content.drawing) || content.image?.image instanceof HTMLVideoElement;
    this.#changes.set(key, content);
    this.onChange(sprites);
  }

  /** @param {string} [key] */
  reset(key) {
    const sprites = key === undefined ? this.movie?.sprites.map((_, index) => index) ?? [] : this.sprites(key);
    if (key === undefined) {
      this.#changes.clear();
      this.#orders.clear();
    } else {
      this.#changes.delete(key);
      this.#orders.delete(key);
    }
    this.onChange(sprites);
  }

  /** @param {string} key @param {SVGP.Picture | null} picture @param {SVGP.ImageStyle} style */
  async setImage(key, picture, { fit = "fill", mask = "none", transform }) {
    this.sprites(key);
    const order = {};
    this.#orders.set(key, order);
    const image = picture === null ? null : await drawable(picture);
    if (this.#orders.get(key) === order) this.set(key, { image: image && { image, fit, mask, transform } });
  }

  /** @param {string} key @param {string | null} text @param {SVGP.TextStyle} style */
  async setText(key, text, style) {
    this.set(key, { text: text === null ? null : newText(text, style) });
    if (text === null) return;
    // Fonts of style sheets load when they are first used.
    const set = this.#changes.get(key)?.text;
    try {
      const faces = await document.fonts.load(fontOf(style, 20), text.slice(0, 200));
      if (faces.length === 0 || !set || this.#changes.get(key)?.text !== set) return;
      set.layouts.clear();
      this.onChange(this.sprites(key));
    } catch {
      // An invalid font; the browser takes another one.
    }
  }

  /** @param {string} key @param {string | null} color in CSS */
  setTint(key, color) {
    if (color === null) return this.set(key, { tint: null, tintAlpha: 1 });
    const context = (probe ??= newContext(1, 1));
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = "#fff";
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    this.set(key, { tint: [red / 255, green / 255, blue / 255], tintAlpha: alpha / 255 });
  }

  /** @param {string} key */
  info(key) {
    const indices = this.sprites(key);
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

export { Keys };
