// Reads movie.spec, the JSON of 1.x, with the tolerance that files need (Rules of rendering, section 2).

import { check, damaged } from "./errors.js";
import { columns, Tables } from "./tables.js";

const kinds = ["shape", "rect", "ellipse", "keep"];

/** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @returns {SVGP.Wire} images without bytes: their `name` is that of an entry */
function readSpec(bytes, limits) {
  const root = object(parse(new TextDecoder().decode(bytes)));
  if (!root) throw damaged("movie.spec is not an object");
  const params = object(root.movie);
  const viewBox = object(params?.viewBox);
  const images = Object.entries(object(root.images) ?? {});
  const sprites = array(root.sprites);
  check(limits, "images", images.length);
  check(limits, "sprites", sprites.length);
  const tables = new Tables(limits);
  let total = 0;
  return {
    width: number(viewBox?.width), height: number(viewBox?.height), fps: integer(params?.fps), frames: integer(params?.frames), tables,
    images: images.map(([key, name]) => ({ key, bytes: new Uint8Array(), name: text(name) })),
    audios: array(root.audios).map(object).map((audio) => ({
      key: text(audio?.audioKey), startFrame: integer(audio?.startFrame), endFrame: integer(audio?.endFrame), startTime: integer(audio?.startTime),
    })),
    sprites: sprites.map(object).map((sprite) => {
      const frames = array(sprite?.frames);
      total += frames.length;
      check(limits, "spriteFrames", total);
      const [imageKey, matteKey] = [text(sprite?.imageKey), text(sprite?.matteKey)];
      check(limits, "keyBytes", Math.max(imageKey.length, matteKey.length), "a key");
      return { imageKey, matteKey, columns: readFrames(frames, tables) };
    }),
  };
}

/** @param {unknown[]} frames @param {Tables} tables */
function readFrames(frames, tables) {
  const sprite = columns(frames.length);
  // The index of the shapes that KEEP repeats.
  let kept = 0;
  for (const [index, value] of frames.entries()) {
    const frame = object(value) ?? {};
    const layout = object(frame.layout);
    sprite.alpha[index] = number(frame.alpha);
    const matrix = transform(frame.transform) ?? [1, 0, 0, 1, 0, 0];
    for (const [position, name] of /** @type {const} */ (["a", "b", "c", "d", "tx", "ty"]).entries()) sprite[name][index] = matrix[position];
    sprite.layout[index] = tables.layout(number(layout?.x), number(layout?.y), number(layout?.width), number(layout?.height));
    sprite.clip[index] = tables.clip(text(frame.clipPath));
    const shapes = array(frame.shapes).map(wireShape);
    if (shapes[0]?.type !== 3) {
      const list = shapes.map((shape) => shape.type === 3 ? null : tables.shape(shape));
      kept = tables.list(/** @type {SVGP.Shape[]} */ (list.filter(Boolean)));
    }
    sprite.shapes[index] = kept;
  }
  return sprite;
}

/** @param {unknown} value @returns {SVGP.WireShape} */
function wireShape(value) {
  const shape = object(value);
  if (!shape) return { type: -1 };
  const type = shape.type === null || shape.type === undefined ? 0 : choice(shape.type, kinds);
  const args = object(shape.args);
  return {
    type, styles: style(shape.styles), transform: transform(shape.transform),
    args: args && {
      d: text(args.d),
      rect: [number(args.x), number(args.y), number(args.width), number(args.height), number(args.cornerRadius)],
      ellipse: [number(args.x), number(args.y), number(args.radiusX), number(args.radiusY)],
    },
  };
}

/** @param {unknown} value @returns {SVGP.WireStyle | undefined} */
function style(value) {
  const styles = object(value);
  if (!styles) return undefined;
  const dash = array(styles.lineDash).map((part) => number(part));
  return {
    fill: color(styles.fill), stroke: color(styles.stroke), width: number(styles.strokeWidth),
    cap: Math.max(0, choice(styles.lineCap ?? 0, ["butt", "round", "square"])), join: Math.max(0, choice(styles.lineJoin ?? 0, ["miter", "round", "bevel"])),
    miter: number(styles.miterLimit), dash: [dash[0] ?? 0, dash[1] ?? 0, dash[2] ?? 0],
  };
}

/** `[r, g, b, a]`, `[r, g, b]` or `{r, g, b, a}`. @param {unknown} value @returns {SVGP.WireColor | undefined} */
function color(value) {
  const named = object(value);
  if (named) return [number(named.r), number(named.g), number(named.b), number(named.a, 1)];
  const parts = array(value);
  return parts.length < 3 ? undefined : [number(parts[0]), number(parts[1]), number(parts[2]), number(parts.length > 3 ? parts[3] : 1)];
}

/** @param {unknown} value @returns {SVGP.Transform | undefined} */
function transform(value) {
  const matrix = object(value);
  return matrix && [number(matrix.a, 1), number(matrix.b), number(matrix.c), number(matrix.d, 1), number(matrix.tx), number(matrix.ty)];
}

/** The index of a word, also in capitals or as `LineCap_ROUND`, or a number in its place; -1: an unknown word. @param {unknown} value @param {string[]} words */
function choice(value, words) {
  if (typeof value !== "string") return integer(value);
  const word = value.split("_").at(-1)?.toLowerCase() ?? "";
  const index = words.indexOf(word);
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
      const reason = cause instanceof Error ? cause.message.slice(0, 120) : "";
      throw damaged(`movie.spec is not JSON: ${reason}`);
    }
  }
}

/** @param {unknown} value @returns {Record<string, unknown> | undefined} */
function object(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : undefined;
}

/** @param {unknown} value @returns {unknown[]} */
function array(value) {
  return Array.isArray(value) ? value : [];
}

/** In 32 bits. @param {unknown} value @param {number} [missing] */
function number(value, missing = 0) {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" && value.trim() === "") return missing;
  const result = typeof value === "number" || typeof value === "string" ? Number(value) : NaN;
  return Number.isNaN(result) ? missing : Math.fround(result);
}

/** @param {unknown} value */
function integer(value) {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(number(value))));
}

/** @param {unknown} value */
function text(value) {
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}

export { readSpec };
