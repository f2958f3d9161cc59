// The parts that frames share, each stored once: layouts, clip paths, shapes and lists of shapes. Resolves them by Rules of rendering, section 6,
// as FrameBuilder and StyleReading of Sources/SVGAFormat/Resolve do.

import { check } from "./errors.js";
import { parsePath } from "./path.js";

/** One path may have this part of the segments of all paths. */
const shareOfPath = 200;
/** The fewest letters of a segment. */
const lettersOfSegment = 2;
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
  /** By their text. @type {Map<string, SVGP.Clip>} */
  #paths = new Map();
  #segments = 0;
  #shapeCount = 0;

  /** @param {SVGP.Limits} limits */
  constructor(limits) {
    this.limits = limits;
  }

  /** @param {ArrayLike<number> & Iterable<number>} rect */
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
      this.clips.push(this.#path(text));
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

  /** null if it draws nothing. @param {SVGP.Loose} message @returns {SVGP.Shape | null} */
  shape({ type = 0, path, rect, ellipse, styles = {}, transform }) {
    /** @type {SVGP.Shape} */
    const shape = { id: this.#shapeCount };
    this.#shapeCount += 1;
    if (type === 0 && path) shape.outline = this.#path(path.d ?? "");
    else {
      const [x, y, width, height, radius] = (type === 1 ? rect : type === 2 && ellipse) || [NaN];
      if (!Number.isFinite(x + y + width + height)) return null;
      const [w, h] = [Math.abs(width), Math.abs(height)];
      if (type === 2) shape.ellipse = [x, y, w, h];
      else shape.rect = [Math.min(x, x + width), Math.min(y, y + height), w, h, Number.isFinite(radius) ? Math.min(Math.max(radius, 0), w / 2, h / 2) : 0];
    }
    if (transform && transform.join() !== "1,0,0,1,0,0") shape.transform = transform;
    if (styles.fill) shape.fill = color(styles.fill);
    shape.stroke = stroke(styles);
    const dash = shape.stroke?.dash;
    if (dash) check(this.limits, "dashes", Math.ceil(lengthOf(shape) / (dash[0] + dash[1])), "a dashed stroke");
    return shape.fill || shape.stroke ? shape : null;
  }

  /** A path, which is read when it is drawn, unless it may have too many segments. @param {string} text */
  #path(text) {
    let path = this.#paths.get(text);
    if (!path) {
      path = { d: text };
      const { pathSegments } = this.limits;
      // Browsers fill a path in a time that grows with its segments times its height.
      const allowed = Math.min(pathSegments - this.#segments, pathSegments / shareOfPath);
      if (text.length > lettersOfSegment * allowed) {
        const parsed = parsePath(text, allowed);
        if (!parsed) check({ ...this.limits, pathSegments: allowed }, "pathSegments", allowed + 1, "a path");
        Object.assign(path, parsed);
      }
      this.#segments += path.segments ?? text.length / lettersOfSegment;
      this.#paths.set(text, path);
    }
    return path;
  }
}

/** An upper bound of the length of an outline. @param {SVGP.Shape} shape */
function lengthOf({ outline, rect, ellipse }) {
  if (outline?.d !== undefined) return (outline.length ??= parsePath(outline.d)?.length ?? 0);
  const [, , width, height] = rect ?? ellipse ?? [0, 0, 0, 0];
  return 4 * (width + height);
}

/** @param {SVGP.Loose} styles @returns {SVGP.Stroke | undefined} */
function stroke({ stroke: wire, strokeWidth: width, lineCap: cap, lineJoin: join, miterLimit: miter, dash: on = 0, gap: off = 0, phase }) {
  if (!wire || !(width > 0 && width < Infinity)) return undefined;
  /** @type {SVGP.Stroke} */
  const stroke = { color: color(wire), width, cap: caps[cap] ?? "butt", join: joins[join] ?? "miter" };
  if (miter > 0 && miter < Infinity) stroke.miter = Math.max(1, miter);
  if (Number.isFinite(on + off) && (on > 0 || off > 0)) {
    const [dash, gap] = [Math.max(1, on), Math.max(0.1, off)];
    const offset = Number.isFinite(phase) ? phase % (dash + gap) : 0;
    stroke.dash = [dash, gap, offset < 0 ? offset + dash + gap : offset];
  }
  return stroke;
}

/** In CSS syntax. Components above 1 mean that the range is 0…255. @param {number[]} wire */
function color([red, green, blue, alpha]) {
  /** @param {number} value @param {boolean} is255 */
  const component = (value, is255) => value > 0 ? Math.min(value / (is255 ? 255 : 1), 1) : 0;
  const is255 = red > 1 || green > 1 || blue > 1;
  const bytes = [red, green, blue].map((value) => Math.round(component(value, is255) * 255));
  return `rgba(${bytes.join()},${component(alpha, alpha > 1)})`;
}

export { Tables };
