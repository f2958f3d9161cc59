// Reads movie.spec, the JSON of 1.x, with the tolerance that files need (Rules of rendering, section 2). Makes messages like those of protobuf.

const shapeTypes = ["shape", "rect", "ellipse", "keep"];
const caps = ["butt", "round", "square"];
const joins = ["miter", "round", "bevel"];
const identity = [1, 0, 0, 1, 0, 0];
/** @type {SVGP.Loose[]} */
const none = [];
/** The names of numbers. */
const layoutNames = "x y width height".split(" ");
const rectNames = [...layoutNames, "cornerRadius"];
const ellipseNames = "x y radiusX radiusY".split(" ");
const transformNames = "a b c d tx ty".split(" ");

/** Images get the names of their entries. @param {Uint8Array<ArrayBuffer>} bytes @param {InstanceType<SVGP.Core["DocumentReader"]>} reader @param {SVGP.Core} core @returns {SVGP.Wire} */
function readSpec(bytes, reader, { check, damaged }) {
  // Objects take more memory than their text.
  check(reader.limits, "documentBytes", 4 * bytes.length, "movie.spec");
  const root = object(parse(new TextDecoder().decode(bytes), damaged));
  if (!root) throw damaged("movie.spec is not an object");
  const { viewBox, fps, frames } = object(root.movie) ?? {};
  const { width, height } = object(viewBox) ?? {};
  const images = Object.entries(object(root.images) ?? {}).map(([key, name]) => ({ key, bytes: new Uint8Array(), name: textOf(name) }));
  /** By their text. @type {Map<string, SVGP.Loose[]>} */
  const lists = new Map();
  /** @type {Map<string, SVGP.Loose>} */
  const shapes = new Map();
  const sprites = array(root.sprites).map((value) => {
    const sprite = object(value);
    for (const frame of array(sprite?.frames)) readFrame(object(frame) ?? {}, reader.frames, lists, shapes);
    return reader.sprite({ imageKey: textOf(sprite?.imageKey), matteKey: textOf(sprite?.matteKey) });
  });
  const audios = array(root.audios).map(object).map((audio) => ({
    audioKey: textOf(audio?.audioKey), startFrame: whole(audio?.startFrame), endFrame: whole(audio?.endFrame), startTime: whole(audio?.startTime),
  }));
  return reader.wire({ width: number(width), height: number(height), fps: whole(fps), frames: whole(frames) }, images, sprites, audios);
}

/** @param {SVGP.Loose} frame @param {SVGP.FrameSink} sink @param {Map<string, SVGP.Loose[]>} lists @param {Map<string, SVGP.Loose>} known */
function readFrame({ alpha, layout, transform, clipPath, shapes }, sink, lists, known) {
  const row = sink.begin();
  const { reals, rect, capacity } = sink;
  reals[row] = number(alpha);
  // There are many frames, so no lists are made of their numbers.
  if (isObject(transform)) for (let index = 0; index < 6; index += 1) reals[row + (index + 1) * capacity] = part(transform, transformNames, index, identity);
  if (isObject(layout)) for (let index = 0; index < 4; index += 1) rect[index] = part(layout, layoutNames, index);
  const values = array(shapes);
  sink.end(textOf(clipPath), values.length === 0 ? none : remembered(lists, values, () => values.map((value) => remembered(known, value, shapeOf))));
}

/** What is made of a value; of equal ones, once. @template Value, Result @param {Map<string, Result>} known @param {Value} value @param {(value: Value) => Result} make */
function remembered(known, value, make) {
  const key = JSON.stringify(value);
  const found = known.get(key) ?? make(value);
  known.set(key, found);
  return found;
}

/** @param {unknown} value @returns {SVGP.Loose} */
function shapeOf(value) {
  const shape = object(value);
  if (!shape) return { type: -1 };
  const { type = 0, args, path = args, rect = args, ellipse = args, styles, transform } = shape;
  return {
    type: choice(type, shapeTypes), path: path && { d: textOf(object(path)?.d) }, rect: numbersOf(rect, rectNames),
    ellipse: numbersOf(ellipse, ellipseNames), styles: styleOf(styles), transform: transformOf(transform),
  };
}

/** @param {unknown} value @returns {SVGP.Loose | undefined} */
function styleOf(value) {
  const styles = object(value);
  if (!styles) return undefined;
  const [dash, gap, phase] = array(styles.lineDash ?? [styles.dash, styles.gap, styles.phase]).map((part) => number(part));
  return {
    fill: colorOf(styles.fill), stroke: colorOf(styles.stroke), strokeWidth: number(styles.strokeWidth), lineCap: choice(styles.lineCap ?? 0, caps),
    lineJoin: choice(styles.lineJoin ?? 0, joins), miterLimit: number(styles.miterLimit), dash, gap, phase,
  };
}

/** `[r, g, b, a]`, `[r, g, b]` or `{r, g, b, a}`. @param {unknown} value */
function colorOf(value) {
  const named = object(value);
  const parts = named ? [named.r, named.g, named.b, named.a] : array(value);
  return parts.length < 3 ? undefined : [number(parts[0]), number(parts[1]), number(parts[2]), number(parts[3], 1)];
}

/** @param {unknown} value */
function transformOf(value) {
  return numbersOf(value, transformNames, identity);
}

/** The named numbers of an object, or a list of them. @param {unknown} value @param {string[]} names @param {number[]} [missing] @returns {number[] | undefined} */
function numbersOf(value, names, missing) {
  return isObject(value) ? names.map((_, index) => part(value, names, index, missing)) : undefined;
}

/** One of them. @param {SVGP.Loose} values @param {string[]} names @param {number} index @param {number[]} [missing] */
function part(values, names, index, missing) {
  return number(values[Array.isArray(values) ? index : names[index]], missing?.[index]);
}

/** The index of a word, also in capitals or as `LineCap_ROUND`, or a number in its place; -1: an unknown word. @param {unknown} value @param {string[]} words */
function choice(value, words) {
  if (typeof value !== "string") return whole(value);
  const index = words.indexOf(value.split("_").at(-1)?.toLowerCase() ?? "");
  return index < 0 && /^\d+$/.test(value) ? Number(value) : index;
}

/** @param {string} json @param {SVGP.Core["damaged"]} damaged */
function parse(json, damaged) {
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

/** Also a list. @param {unknown} value @returns {value is SVGP.Loose} */
function isObject(value) {
  return typeof value === "object" && value !== null;
}

/** @param {unknown} value @returns {SVGP.Loose | undefined} */
function object(value) {
  return isObject(value) && !Array.isArray(value) ? value : undefined;
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

export { readSpec };
