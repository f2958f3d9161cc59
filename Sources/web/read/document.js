// Makes a movie's parts of objects as in movie.spec, the JSON of 1.x, with the tolerance that files need (Rules of rendering, section 2).

import { check, damaged } from "./errors.js";
import { ProtobufReader } from "./protobuf.js";
import { columns, Tables } from "./tables.js";

const kinds = ["shape", "rect", "ellipse", "keep"];
const origin = [0, 0, 0, 0];
/** @type {SVGP.Transform} */
const identity = [1, 0, 0, 1, 0, 0];

/** Reads the objects of a movie. */
class DocumentReader {
  #spriteFrames = 0;
  /** By the list itself, in JSON by its text. @type {Map<unknown, number>} */
  #lists = new Map();
  #isText = false;
  /** @type {Map<string, SVGP.Shape | null>} */
  #shapes = new Map();

  /** @param {SVGP.Limits} limits */
  constructor(limits) {
    this.limits = limits;
    this.tables = new Tables(limits);
  }

  /** null: the bytes have no field of a movie. @param {Uint8Array<ArrayBuffer>} bytes @returns {SVGP.Wire | null} */
  protobuf(bytes) {
    const reader = new ProtobufReader(bytes, this.limits, (sprite) => this.#sprite(sprite));
    const { params, images, sprites, audios } = reader.read();
    const payloads = /** @type {SVGP.Loose[]} */ (images ?? []).map(({ key, bytes: file = new Uint8Array() }) => ({ key: textOf(key), bytes: file }));
    return reader.hasFields ? this.#wire(params, params, payloads, sprites ?? [], audios) : null;
  }

  /** Images get the names of their entries. @param {Uint8Array<ArrayBuffer>} bytes @returns {SVGP.Wire} */
  spec(bytes) {
    this.#isText = true;
    // Objects take more memory than their text.
    check(this.limits, "documentBytes", 4 * bytes.length, "movie.spec");
    const root = object(parse(new TextDecoder().decode(bytes)));
    if (!root) throw damaged("movie.spec is not an object");
    const params = object(root.movie);
    const images = Object.entries(object(root.images) ?? {}).map(([key, name]) => ({ key, bytes: new Uint8Array(), name: textOf(name) }));
    return this.#wire(object(params?.viewBox), params, images, array(root.sprites).map((sprite) => this.#sprite(object(sprite))), root.audios);
  }

  /** @param {SVGP.Loose | undefined} size @param {SVGP.Loose | undefined} params @param {SVGP.Payload[]} images @param {SVGP.WireSprite[]} sprites @param {unknown} audios @returns {SVGP.Wire} */
  #wire(size, params, images, sprites, audios) {
    check(this.limits, "images", images.length);
    check(this.limits, "sprites", sprites.length);
    return {
      width: number(size?.width), height: number(size?.height), fps: whole(params?.fps), frames: whole(params?.frames), images, sprites, tables: this.tables,
      audios: array(audios).map(object).map((audio) => ({
        key: textOf(audio?.audioKey), startFrame: whole(audio?.startFrame), endFrame: whole(audio?.endFrame), startTime: whole(audio?.startTime),
      })),
    };
  }

  /** @param {SVGP.Loose | undefined} sprite @returns {SVGP.WireSprite} */
  #sprite(sprite) {
    const [imageKey, matteKey, frames] = [textOf(sprite?.imageKey), textOf(sprite?.matteKey), array(sprite?.frames)];
    this.#spriteFrames += frames.length;
    check(this.limits, "spriteFrames", this.#spriteFrames);
    check(this.limits, "keyBytes", Math.max(imageKey.length, matteKey.length), "a key");
    const result = columns(frames.length);
    // The index of the shapes that KEEP repeats.
    let kept = 0;
    /** @type {number[]} */
    let rect = [];
    let layout = 0;
    for (let index = 0; index < frames.length; index += 1) {
      const frame = object(frames[index]) ?? {};
      const found = numbersOf(frame.layout, "x y width height") ?? origin;
      // Most frames have the layout of the one before.
      if (rect[0] !== found[0] || rect[1] !== found[1] || rect[2] !== found[2] || rect[3] !== found[3]) layout = this.tables.layout(found);
      rect = found;
      const [a, b, c, d, tx, ty] = transformOf(frame.transform) ?? identity;
      result.alpha[index] = number(frame.alpha);
      result.a[index] = a;
      result.b[index] = b;
      result.c[index] = c;
      result.d[index] = d;
      result.tx[index] = tx;
      result.ty[index] = ty;
      result.layout[index] = layout;
      result.clip[index] = this.tables.clip(textOf(frame.clipPath));
      const shapes = array(frame.shapes);
      if (shapes.length === 0) kept = 0;
      else if (kindOf(shapes[0]) !== 3) kept = this.#list(shapes);
      result.shapes[index] = kept;
    }
    return { imageKey, matteKey, columns: result };
  }

  /** Equal lists, and equal shapes, are made once. @param {unknown[]} list */
  #list(list) {
    const key = this.#isText ? JSON.stringify(list) : list;
    let index = this.#lists.get(key);
    if (index === undefined) {
      index = this.tables.list(list.map((value) => this.#shape(value)).filter((shape) => shape !== null));
      this.#lists.set(key, index);
    }
    return index;
  }

  /** @param {unknown} value @returns {SVGP.Shape | null} */
  #shape(value) {
    const key = JSON.stringify(value);
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      const { args, path = args, rect = args, ellipse = args, styles, transform } = object(value) ?? {};
      const kind = kindOf(value);
      const [d, numbers] = [object(path)?.d, kind === 1 ? numbersOf(rect, "x y width height cornerRadius") : numbersOf(ellipse, "x y radiusX radiusY")];
      shape = this.tables.shape(kind, kind === 0 ? path && textOf(d) : numbers, styleOf(styles), transformOf(transform));
      this.#shapes.set(key, shape);
    }
    return shape;
  }
}

/** @param {unknown} shape */
function kindOf(shape) {
  const type = object(shape) ? object(shape)?.type ?? 0 : -1;
  return choice(type, kinds);
}

/** @param {unknown} value @returns {SVGP.WireStyle | undefined} */
function styleOf(value) {
  const styles = object(value);
  if (!styles) return undefined;
  const [dash, gap, phase] = array(styles.lineDash ?? [styles.dash, styles.gap, styles.phase]);
  return {
    fill: colorOf(styles.fill), stroke: colorOf(styles.stroke), width: number(styles.strokeWidth), cap: choice(styles.lineCap ?? 0, ["butt", "round", "square"]),
    join: choice(styles.lineJoin ?? 0, ["miter", "round", "bevel"]), miter: number(styles.miterLimit), dash: [number(dash), number(gap), number(phase)],
  };
}

/** `[r, g, b, a]`, `[r, g, b]` or `{r, g, b, a}`. @param {unknown} value @returns {SVGP.WireColor | undefined} */
function colorOf(value) {
  const named = object(value);
  const parts = named ? [named.r, named.g, named.b, named.a] : array(value);
  return parts.length < 3 ? undefined : [number(parts[0]), number(parts[1]), number(parts[2]), number(parts[3], 1)];
}

/** @param {unknown} value @returns {SVGP.Transform | undefined} */
function transformOf(value) {
  return /** @type {SVGP.Transform | undefined} */ (numbersOf(value, "a b c d tx ty", identity));
}

/** The named numbers of an object of JSON; those of protobuf are a list already. @param {unknown} value @param {string} names @param {number[]} [missing] @returns {number[] | undefined} */
function numbersOf(value, names, missing = origin) {
  return Array.isArray(value) ? value : object(value) && names.split(" ").map((name, index) => number(/** @type {SVGP.Loose} */ (value)[name], missing[index]));
}

/** The index of a word, also in capitals or as `LineCap_ROUND`, or a number in its place; -1: an unknown word. @param {unknown} value @param {string[]} words */
function choice(value, words) {
  if (typeof value !== "string") return whole(value);
  const index = words.indexOf(value.split("_").at(-1)?.toLowerCase() ?? "");
  return index < 0 && /^\d+$/.test(value) ? Number(value) : index;
}

// Values of any type.

/** @param {string} json */
function parse(json) {
  try {
    return JSON.parse(json);
  } catch (cause) {
    // Some tools write NaN.
    const repaired = json.replace(/([:,[]\s*)-?(?:nan|inf|infinity)(?=\s*[,}\]])/gi, "$10");
    try {
      return JSON.parse(repaired);
    } catch {
      throw damaged(`movie.spec is not JSON: ${String(cause).slice(0, 120)}`);
    }
  }
}

/** @param {unknown} value @returns {SVGP.Loose | undefined} */
function object(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** @param {unknown} value @returns {unknown[]} */
function array(value) {
  return Array.isArray(value) ? value : [];
}

/** In 32 bits. @param {unknown} value @param {number} [missing] */
function number(value, missing = 0) {
  if (typeof value === "number" || typeof value === "boolean") return Math.fround(Number(value));
  const result = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
  return Number.isNaN(result) ? missing : Math.fround(result);
}

/** @param {unknown} value */
function whole(value) {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(number(value))));
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}

export { DocumentReader };
