// Draws the parts of a frame on a canvas: shapes, pictures, texts.

import { sizeOf } from "./svga-movie.js";

const identity = [1, 0, 0, 1, 0, 0];

function clear(context) {
  context.setTransform(...identity);
  context.globalAlpha = 1;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
}

/** Lays a canvas over what a context has drawn. */
function lay(canvas, context, alpha) {
  context.save();
  context.setTransform(...identity);
  context.globalAlpha = alpha;
  context.drawImage(canvas, 0, 0);
  context.restore();
}

/** @param {number[] | undefined} tint what colors are multiplied by: red, green, blue */
function drawShape(context, shape, tint) {
  shape.path ??= outline(shape);
  if (shape.transform) {
    context.save();
    context.transform(...shape.transform);
  }
  if (shape.fill) {
    context.fillStyle = tinted(shape.fill, tint);
    context.fill(shape.path, "nonzero");
  }
  if (shape.stroke) {
    const { color, width, cap = "butt", join = "miter", miter = 10, dash } = shape.stroke;
    context.strokeStyle = tinted(color, tint);
    context.lineWidth = width;
    context.lineCap = cap;
    context.lineJoin = join;
    context.miterLimit = miter;
    context.setLineDash(dash ? [dash[0], dash[1]] : []);
    context.lineDashOffset = dash ? dash[2] : 0;
    context.stroke(shape.path);
  }
  if (shape.transform) context.restore();
}

function outline({ d, rect, ellipse }) {
  const path = new Path2D(d);
  if (rect) path.roundRect(...rect);
  if (ellipse) path.ellipse(...ellipse, 0, 0, 2 * Math.PI);
  return path;
}

/** A color of the movie, "rgba(1,2,3,0.4)", multiplied. */
function tinted(color, tint) {
  if (!tint) return color;
  const parts = color.slice(5, -1).split(",");
  return `rgba(${parts.map((part, index) => part * (tint[index] ?? 1)).join()})`;
}

const tintedPictures = new WeakMap();

/** A picture with its colors multiplied; its alpha stays. */
function tintedPicture(picture, tint) {
  if (!picture || !tint) return picture;
  const known = tintedPictures.get(picture);
  if (known?.tint.join() === tint.join()) return known.canvas;
  const [width, height] = sizeOf(picture);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, width, height);
  for (let index = 0; index < pixels.data.length; index += 1) if (index % 4 < 3) pixels.data[index] *= tint[index % 4];
  context.putImageData(pixels, 0, 0);
  tintedPictures.set(picture, { tint, canvas });
  return canvas;
}

/** Draws what was set for a key, in a box of points. */
function drawPicture(context, { image, fit, mask }, tint, width, height) {
  const [w, h] = sizeOf(image);
  if (!(w > 0 && h > 0 && width > 0 && height > 0)) return;
  const scale = fit === "cover" ? Math.max(width / w, height / h) : Math.min(width / w, height / h);
  const [shownWidth, shownHeight] = fit === "fill" ? [width, height] : [w * scale, h * scale];
  context.save();
  context.beginPath();
  if (mask === "circle") context.arc(width / 2, height / 2, Math.min(width, height) / 2, 0, 2 * Math.PI);
  else context.rect(0, 0, width, height);
  if (mask === "circle" || fit === "cover") context.clip();
  context.drawImage(tintedPicture(image, tint), (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight);
  context.restore();
}

function drawText(context, { text, size, color, font, weight }, width, height) {
  context.font = `${weight} ${size || height * 0.6}px ${font}`;
  context.fillStyle = color;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, width / 2, height / 2, Math.max(1, width));
}

export { clear, drawPicture, drawShape, drawText, identity, lay, tintedPicture };
