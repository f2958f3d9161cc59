// The parts that frames share, each stored once: layouts, clip paths, shapes and lists of shapes. Resolves them by Rules of rendering, section 6,
// as FrameBuilder and StyleReading of Sources/SVGAFormat/Resolve do.

import { check, SVGAError } from "./errors.js";
import { parsePath } from "./path.js";

/** One path may have this part of the segments of all paths. */
const shareOfPath = 200;
const caps = /** @type {const} */ (["butt", "round", "square"]);
const joins = /** @type {const} */ (["miter", "round", "bevel"]);

class Tables {
  /** @type {SVGP.Rect[]} */
  layouts = [];
  /** @type {SVGP.Clip[]} */
  clips = [];
  /** List 0 is empty. @type {SVGP.ShapeList[]} */
  lists = [[]];
  #layoutIndices = new Map();
  #clipIndices = new Map();
  #listIndices = new Map([["", 0]]);
  /** @type {Map<string, SVGP.ParsedPath>} */
  #paths = new Map();
  #segments = 0;
  #shapeCount = 0;

  /** @param {SVGP.Limits} limits */
  constructor(limits) {
    this.limits = limits;
  }

  /** @param {number[]} rect */
  layout([x, y, width, height]) {
    const key = `${x},${y},${width},${height}`;
    let index = this.#layoutIndices.get(key);
    if (index === undefined) {
      index = this.layouts.length;
      const isFinite = Number.isFinite(x + y + width + height);
      const isEmpty = !isFinite || width < 0 || height < 0;
      this.layouts.push([isFinite ? x : 0, isFinite ? y : 0, isEmpty ? 0 : width, isEmpty ? 0 : height]);
      this.#layoutIndices.set(key, index);
    }
    return index;
  }

  /** -1: no clip. @param {string} text */
  clip(text) {
    if (text === "") return -1;
    let index = this.#clipIndices.get(text);
    if (index === undefined) {
      index = this.clips.length;
      const { d, box } = this.#path(text);
      this.clips.push({ d, box });
      this.#clipIndices.set(text, index);
    }
    return index;
  }

  /** @param {SVGP.Shape[]} shapes as `shape` made them */
  list(shapes) {
    const key = shapes.map((shape) => shape.id).join();
    let index = this.#listIndices.get(key);
    if (index === undefined) {
      index = this.lists.length;
      this.lists.push(shapes);
      this.#listIndices.set(key, index);
    }
    return index;
  }

  /**
   * null if it draws nothing.
   * @param {number} type @param {string | number[] | undefined} args path data or numbers @param {SVGP.WireStyle | undefined} styles
   * @param {SVGP.Transform | undefined} transform
   * @returns {SVGP.Shape | null}
   */
  shape(type, args, styles, transform) {
    /** @type {SVGP.Shape} */
    const shape = { id: this.#shapeCount };
    this.#shapeCount += 1;
    let length = 0;
    if (args === undefined) return null;
    if (typeof args === "string") {
      const path = this.#path(args);
      shape.d = path.d;
      shape.box = path.box;
      length = path.length;
    } else {
      const [x, y, width, height, radius = 0] = args;
      if (!Number.isFinite(x + y + width + height)) return null;
      const [w, h] = [Math.abs(width), Math.abs(height)];
      if (type === 1) shape.rect = [Math.min(x, x + width), Math.min(y, y + height), w, h, Number.isFinite(radius) ? Math.min(Math.max(radius, 0), w / 2, h / 2) : 0];
      else if (type === 2) shape.ellipse = [x, y, w, h];
      else return null;
      length = 4 * (w + h);
    }
    if (transform && transform.join() !== "1,0,0,1,0,0") shape.transform = transform;
    if (styles?.fill) shape.fill = color(styles.fill);
    shape.stroke = stroke(styles);
    const dash = shape.stroke?.dash;
    if (dash) check(this.limits, "dashes", Math.ceil(length / (dash[0] + dash[1])), "a dashed stroke");
    return shape.fill || shape.stroke ? shape : null;
  }

  /** @param {string} text */
  #path(text) {
    let path = this.#paths.get(text);
    if (!path) {
      const { pathSegments } = this.limits;
      // Browsers fill a path in a time that grows with its segments times its height.
      const allowed = Math.min(pathSegments - this.#segments, pathSegments / shareOfPath);
      const parsed = parsePath(text, allowed);
      if (!parsed) throw new SVGAError("limit", `a path has more than ${Math.floor(allowed)} segments, by the limit pathSegments`, { limit: "pathSegments" });
      path = parsed;
      this.#segments += path.segments;
      this.#paths.set(text, path);
    }
    return path;
  }
}

/** @param {SVGP.WireStyle | undefined} styles @returns {SVGP.Stroke | undefined} */
function stroke(styles) {
  const width = styles?.width ?? 0;
  if (!styles?.stroke || !(width > 0 && width < Infinity)) return undefined;
  const { cap, join, miter, dash: [on, off, phase] } = styles;
  /** @type {SVGP.Stroke} */
  const stroke = { color: color(styles.stroke), width, cap: caps[cap] ?? "butt", join: joins[join] ?? "miter" };
  if (miter > 0 && miter < Infinity) stroke.miter = Math.max(1, miter);
  if (Number.isFinite(on + off) && (on > 0 || off > 0)) {
    const [dash, gap] = [Math.max(1, on), Math.max(0.1, off)];
    const offset = Number.isFinite(phase) ? phase % (dash + gap) : 0;
    stroke.dash = [dash, gap, offset < 0 ? offset + dash + gap : offset];
  }
  return stroke;
}

/** In CSS syntax. Components above 1 mean that the range is 0…255. @param {SVGP.WireColor} wire */
function color([red, green, blue, alpha]) {
  /** @param {number} value @param {boolean} is255 */
  const component = (value, is255) => value > 0 ? Math.min(value / (is255 ? 255 : 1), 1) : 0;
  const is255 = red > 1 || green > 1 || blue > 1;
  const bytes = [red, green, blue].map((value) => Math.round(component(value, is255) * 255));
  return `rgba(${bytes.join()},${component(alpha, alpha > 1)})`;
}

/** The frames of one sprite as columns of numbers. @param {number} count @returns {SVGP.Columns} */
function columns(count) {
  const [floats, integers] = [new Float32Array(7 * count), new Int32Array(3 * count)];
  /** @param {number} index */
  const float = (index) => floats.subarray(index * count, (index + 1) * count);
  /** @param {number} index */
  const integer = (index) => integers.subarray(index * count, (index + 1) * count);
  return {
    count,
    alpha: float(0), a: float(1), b: float(2), c: float(3), d: float(4), tx: float(5), ty: float(6),
    layout: integer(0), clip: integer(1), shapes: integer(2),
  };
}

export { columns, Tables };
