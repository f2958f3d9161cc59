// Images on a canvas: those of the movie, and those that were set for a key.

/** The size of what a canvas can draw, in its pixels. @param {SVGP.Drawable} picture @returns {[number, number]} */
function sizeOf(picture) {
  /** @type {{naturalWidth?: number, naturalHeight?: number, videoWidth?: number, videoHeight?: number, displayWidth?: number, displayHeight?: number, width?: number, height?: number}} */
  const sizes = picture;
  return [
    sizes.naturalWidth ?? sizes.videoWidth ?? sizes.displayWidth ?? sizes.width ?? 0,
    sizes.naturalHeight ?? sizes.videoHeight ?? sizes.displayHeight ?? sizes.height ?? 0,
  ];
}

/** A new canvas with its context. @param {number} width @param {number} height @returns {CanvasRenderingContext2D} */
function newContext(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  // null only for a canvas with a context of another kind.
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/** An image that is drawn at this scale or smaller. */
const reducedScale = 0.5;

/**
 * An image of a movie, to be drawn in this size. Browsers reduce an element in another way than `svga render`, so it becomes a bitmap.
 * @param {SVGP.Movie["images"]} images @param {number} index @param {number} width @param {number} height pixels
 */
function imageFor(images, index, width, height) {
  const image = images[index];
  if (!(image instanceof HTMLImageElement) || Math.max(width / image.width, height / image.height) > reducedScale) return image ?? null;
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return (images[index] = canvas.transferToImageBitmap());
}

/**
 * Something that a canvas can draw.
 * @param {string | URL | Blob | SVGP.Drawable} picture
 * @returns {Promise<SVGP.Drawable>}
 */
async function drawable(picture) {
  if (typeof picture === "string" || picture instanceof URL) {
    const image = Object.assign(new Image(), { crossOrigin: "anonymous", src: `${picture}` });
    const name = image.src.length > 80 ? `${image.src.slice(0, 80)}…` : image.src;
    return orThrow(image.decode().then(() => image), `no image can be loaded from ${name}`);
  }
  if (picture instanceof Blob) return orThrow(createImageBitmap(picture), "this file is not an image that the browser reads");
  if (picture instanceof HTMLImageElement) return orThrow(picture.decode().then(() => picture), "this image cannot be loaded");
  const [width, height] = sizeOf(picture);
  if (!(width > 0 && height > 0)) throw new Error("the image is empty");
  return picture;
}

/** @template Value @param {Promise<Value>} promise @param {string} message */
function orThrow(promise, message) {
  return promise.catch((cause) => { throw new Error(message, { cause }); });
}

/** @type {WeakMap<SVGP.Drawable, {tint: SVGP.Tint, canvas: HTMLCanvasElement}>} */
const tintedPictures = new WeakMap();

/** A picture with its colors multiplied; its alpha stays. @param {SVGP.Drawable} picture @param {SVGP.Tint | undefined} tint */
function tintedPicture(picture, tint) {
  if (!tint) return picture;
  const known = tintedPictures.get(picture);
  if (known?.tint.join() === tint.join()) return known.canvas;
  const [width, height] = sizeOf(picture);
  const context = newContext(width, height);
  context.drawImage(picture, 0, 0);
  context.globalCompositeOperation = "multiply";
  context.fillStyle = `rgb(${tint.slice(0, 3).map((factor) => factor * 255).join()})`;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = "destination-in";
  context.drawImage(picture, 0, 0);
  tintedPictures.set(picture, { tint, canvas: context.canvas });
  return context.canvas;
}

/**
 * Draws what was set for a key, in a layout rectangle that begins at 0, 0.
 * @param {CanvasRenderingContext2D} context @param {SVGP.SetImage} set @param {SVGP.Tint | undefined} tint
 * @param {number} width @param {number} height @param {SVGP.Drawable | null} original the replaced image
 */
function drawPicture(context, set, tint, width, height, original) {
  if (set.mask === "original" && original) return drawMasked(context, set, tint, width, height, original);
  const { image, fit, mask, transform } = set;
  const [w, h] = sizeOf(image);
  if (!(w > 0 && h > 0 && width > 0 && height > 0)) return;
  context.save();
  if (mask === "circle" || typeof mask === "number" || fit === "cover" || fit === "none" || transform) {
    context.beginPath();
    if (mask === "circle") context.arc(width / 2, height / 2, Math.min(width, height) / 2, 0, 2 * Math.PI);
    else if (typeof mask === "number") context.roundRect(0, 0, width, height, Math.min(Math.max(0, mask), width / 2, height / 2));
    else context.rect(0, 0, width, height);
    context.clip();
  }
  if (transform) context.transform(...transform);
  const scale = fit === "cover" ? Math.max(width / w, height / h) : fit === "none" ? 1 : Math.min(width / w, height / h);
  const [shownWidth, shownHeight] = fit === "fill" ? [width, height] : [w * scale, h * scale];
  context.drawImage(tintedPicture(image, tint), (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight);
  context.restore();
}

/** @type {WeakMap<SVGP.SetImage, CanvasRenderingContext2D>} */
const maskedPictures = new WeakMap();

/**
 * With the alpha of the image that it replaces.
 * @param {CanvasRenderingContext2D} context @param {SVGP.SetImage} set @param {SVGP.Tint | undefined} tint
 * @param {number} width @param {number} height @param {SVGP.Drawable} original
 */
function drawMasked(context, set, tint, width, height, original) {
  const [w, h] = sizeOf(original);
  let masked = maskedPictures.get(set);
  const isVideo = set.image instanceof HTMLVideoElement;
  if (!masked || isVideo || masked.canvas.width !== w || masked.canvas.height !== h) {
    masked ??= newContext(w, h);
    masked.canvas.width = w;
    masked.canvas.height = h;
    maskedPictures.set(set, masked);
    masked.save();
    masked.scale(w / width, h / height);
    drawPicture(masked, { ...set, mask: "none" }, tint, width, height, null);
    masked.restore();
    masked.globalCompositeOperation = "destination-in";
    masked.drawImage(original, 0, 0);
  }
  context.drawImage(masked.canvas, 0, 0, width, height);
}

export { drawable, drawPicture, imageFor, newContext, tintedPicture };
