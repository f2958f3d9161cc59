// Draws the parts of a frame on a canvas: shapes, pictures, texts.

import { sizeOf } from "./svga-movie.js";

/** @type {SVGP.Transform} */
const identity = [1, 0, 0, 1, 0, 0];

/** @param {CanvasRenderingContext2D} context */
function clear(context) {
  context.setTransform(...identity);
  context.globalAlpha = 1;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
}

/** Lays a canvas over what a context has drawn. */
/** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D} context @param {number} alpha */
function lay(canvas, context, alpha) {
  context.save();
  context.setTransform(...identity);
  context.globalAlpha = alpha;
  context.drawImage(canvas, 0, 0);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {SVGP.Shape} shape @param {SVGP.Tint | undefined} tint what its colors are multiplied by */
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

/** @param {SVGP.Shape} shape */
function outline({ d, rect, ellipse }) {
  const path = new Path2D(d);
  if (rect) path.roundRect(...rect);
  if (ellipse) path.ellipse(...ellipse, 0, 0, 2 * Math.PI);
  return path;
}

/** A color of the movie, "rgba(1,2,3,0.4)", multiplied. */
/** @param {string} color @param {SVGP.Tint | undefined} tint */
function tinted(color, tint) {
  if (!tint) return color;
  const parts = color.slice(5, -1).split(",");
  // @ts-expect-error: the digits of a color count as numbers
  return `rgba(${parts.map((part, index) => part * (tint[index] ?? 1)).join()})`;
}

/** @type {WeakMap<SVGP.Drawable, {tint: SVGP.Tint, canvas: HTMLCanvasElement}>} */
const tintedPictures = new WeakMap();

/** A picture with its colors multiplied; its alpha stays. */
/** @template {SVGP.Drawable | null} Picture @param {Picture} picture @param {SVGP.Tint | undefined} tint @returns {Picture | HTMLCanvasElement} */
function tintedPicture(picture, tint) {
  if (!picture || !tint) return picture;
  const known = tintedPictures.get(picture);
  if (known?.tint.join() === tint.join()) return known.canvas;
  const [width, height] = sizeOf(picture);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  /** @type {CanvasRenderingContext2D} */
  // @ts-expect-error: null only for a canvas that has a context of another kind already
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, width, height);
  for (let index = 0; index < pixels.data.length; index += 1) if (index % 4 < 3) pixels.data[index] *= tint[index % 4];
  context.putImageData(pixels, 0, 0);
  tintedPictures.set(picture, { tint, canvas });
  return canvas;
}

/** Draws what was set for a key, in a box of points. */
/** @param {CanvasRenderingContext2D} context @param {SVGP.SetImage} set @param {SVGP.Tint | undefined} tint @param {number} width @param {number} height */
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

/** @param {CanvasRenderingContext2D} context @param {SVGP.ExportText} set @param {number} width @param {number} height */
function drawText(context, { text, size, color, font, weight }, width, height) {
  const full = size || height * 0.6;
  context.font = `${weight} ${full}px ${font}`;
  // As TextStyle of SVGAKit: a text that is too wide is drawn smaller, down to 60 % of its size, and then cut between characters.
  const scale = Math.max(0.6, Math.min(1, width / context.measureText(text).width));
  context.font = `${weight} ${scale * full}px ${font}`;
  const fits = (/** @type {string} */ shown) => context.measureText(shown).width <= width + 0.5;
  if (!fits(text)) {
    const letters = "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text];
    while (letters.length > 0 && !fits(`${letters.join("").trimEnd()}…`)) letters.pop();
    text = `${letters.join("").trimEnd()}…`;
  }
  context.fillStyle = color;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, width / 2, height / 2);
}

export { clear, drawPicture, drawShape, drawText, identity, lay, tintedPicture };
