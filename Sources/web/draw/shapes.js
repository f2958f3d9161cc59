// Shapes on a canvas: outlines, bounds, colors (Rules of rendering, section 6).

import { environment } from "../environment.js";

/** @type {number[]} */
const solid = [];

/** What outlines a shape. Shapes of one path share it. @param {SVGP.Shape} shape @returns {SVGP.Shape} */
function source(shape) {
  const found = shape.outline ?? shape;
  // Most paths of a movie are not in its first frame, so they are read when they are drawn.
  if (found.d !== undefined && found.box === undefined) Object.assign(found, environment.readPath(found.d));
  return found;
}

/** The outline of a shape or of a clip path, made once. @param {SVGP.Shape} shape */
function outline(shape) {
  const found = source(shape);
  if (found.path) return found.path;
  const path = new Path2D(found.d);
  if (found.rect) path.roundRect(...found.rect);
  if (found.ellipse) path.ellipse(...found.ellipse, 0, 0, 2 * Math.PI);
  return (found.path = path);
}

/** The bounds of a path. null: nothing is drawn. @param {SVGP.Shape} path */
function pathBox(path) {
  return source(path).box ?? null;
}

/** @param {SVGP.Box} box @param {number} x @param {number} y */
function extend(box, x, y) {
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}

/** The bounds of a shape before its transform, with its stroke. @param {SVGP.Shape} shape @returns {SVGP.Box | null} */
function shapeBox(shape) {
  const { rect, ellipse, stroke } = shape;
  /** @type {SVGP.Box | null} */
  let box;
  if (rect) box = [rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3]];
  else if (ellipse) box = [ellipse[0] - ellipse[2], ellipse[1] - ellipse[3], ellipse[0] + ellipse[2], ellipse[1] + ellipse[3]];
  else box = pathBox(shape);
  if (!box || !stroke) return box;
  // How far a corner or the end of a line may be from the outline.
  const corner = ellipse ? 1 : rect || stroke.join !== "miter" ? 1.5 : Math.max(1.5, stroke.miter ?? 10);
  const reach = corner * stroke.width / 2;
  return [box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach];
}

/** Completes what drawing needs to know of a list. @param {SVGP.ShapeList} list @returns {SVGP.PreparedList} */
function prepared(list) {
  if (list.prepared) return list.prepared;
  /** @type {SVGP.Box} */
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  let paints = 0;
  for (const shape of list) {
    paints += (shape.fill ? 1 : 0) + (shape.stroke ? 1 : 0);
    const part = shapeBox(shape);
    if (!part) continue;
    const [a, b, c, d, tx, ty] = shape.transform ?? [1, 0, 0, 1, 0, 0];
    for (const x of [part[0], part[2]]) for (const y of [part[1], part[3]]) extend(box, a * x + c * y + tx, b * x + d * y + ty);
  }
  const [first] = list;
  const isOpaqueFill = list.length === 1 && !first.stroke && Boolean(first.fill?.endsWith(",1)"));
  return (list.prepared = { box: box[0] <= box[2] ? box : null, paints, isOpaqueFill });
}

/** @param {CanvasRenderingContext2D} context @param {SVGP.Shape} shape @param {SVGP.Tint | undefined} tint */
function drawShape(context, shape, tint) {
  const path = outline(shape);
  if (shape.fill) {
    context.fillStyle = tinted(shape.fill, tint);
    context.fill(path);
  }
  const { stroke } = shape;
  if (!stroke) return;
  context.strokeStyle = tinted(stroke.color, tint);
  context.lineWidth = stroke.width;
  context.lineCap = /** @type {CanvasLineCap} */ (import.meta.isWritten ? stroke.cap ?? "butt" : stroke.cap);
  context.lineJoin = /** @type {CanvasLineJoin} */ (import.meta.isWritten ? stroke.join ?? "miter" : stroke.join);
  context.miterLimit = stroke.miter ?? 10;
  if (stroke.dash) {
    context.setLineDash((stroke.pattern ??= [stroke.dash[0], stroke.dash[1]]));
    context.lineDashOffset = stroke.dash[2];
  }
  context.stroke(path);
  if (stroke.dash) context.setLineDash(solid);
}

/** A color of the movie, "rgba(1,2,3,0.4)", multiplied. @param {string} color @param {SVGP.Tint | undefined} tint */
function tinted(color, tint) {
  if (!tint) return color;
  const parts = color.slice(5, -1).split(",").map(Number);
  return `rgba(${parts.map((part, index) => part * (tint[index] ?? 1)).join()})`;
}

export { drawShape, extend, outline, pathBox, prepared };
