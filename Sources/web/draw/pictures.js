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

/** A new canvas with a picture. @param {SVGP.Drawable} picture @param {number} width @param {number} height */
function copied(picture, width, height) {
  const context = newContext(width, height);
  context.drawImage(picture, 0, 0);
  return context;
}

/** A larger image that moves at a quarter of its size or less is drawn from a copy of each second pixel: few pixels of a large image take long to read. */
const largePixels = 1 << 18;

/**
 * An image of a movie, to be drawn in this size. At half of its size or less, browsers reduce an element in another way than `svga render`, so a bitmap is drawn.
 * @param {SVGP.Movie} movie @param {number} index @param {number} width @param {number} height pixels @param {boolean} isMoving
 */
function imageFor(movie, index, width, height, isMoving) {
  const image = movie.images[index];
  if (!image) return null;
  const scale = Math.max(width / image.width, height / image.height);
  const step = isMoving && scale <= 0.25 && image.width * image.height > largePixels ? 2 : 1;
  return step > 1 || (image instanceof HTMLImageElement && scale <= 0.5) ? resized(movie, index, image.width / step, image.height / step) : image;
}

/** A copy of an image in another size, made once. A smaller one skips pixels. @param {SVGP.Movie} movie @param {number} index @param {number} width @param {number} height */
function resized(movie, index, width, height) {
  const { copies } = movie;
  const key = `${[index, width, height]}`;
  let copy = copies.get(key);
  if (!copy) {
    const image = /** @type {ImageBitmap} */ (movie.images[index]);
    const canvas = new OffscreenCanvas(width, height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    // The first pixel is then the image's first pixel.
    const offset = width < image.width ? 0.25 : 0;
    context.imageSmoothingEnabled = !offset;
    context.drawImage(image, offset, offset, width, height);
    copies.set(key, (copy = canvas.transferToImageBitmap()));
  }
  return copy;
}

/**
 * Something that a canvas can draw.
 * @param {string | URL | Blob | SVGP.Drawable} picture
 * @returns {Promise<SVGP.Drawable>}
 */
async function drawable(picture) {
  if (typeof picture === "string" || picture instanceof URL) {
    const image = Object.assign(new Image(), { crossOrigin: "anonymous", src: `${picture}` });
    return orThrow(image.decode().then(() => image), image.src.slice(0, 80));
  }
  if (picture instanceof Blob) return orThrow(createImageBitmap(picture), "this file");
  if (picture instanceof HTMLImageElement) return orThrow(picture.decode().then(() => picture), "this element");
  const [width, height] = sizeOf(picture);
  if (!(width > 0 && height > 0)) throw new Error("cannot load an image from it");
  return picture;
}

/** @template Value @param {Promise<Value>} promise @param {string} source */
function orThrow(promise, source) {
  return promise.catch((cause) => { throw new Error(`cannot load an image from ${source}`, { cause }); });
}

/** @type {WeakMap<SVGP.Drawable, {tint: SVGP.Tint, canvas: HTMLCanvasElement}>} */
const tintedPictures = new WeakMap();

/** A picture with its colors multiplied; its alpha stays. @param {SVGP.Drawable} picture @param {SVGP.Tint | undefined} tint */
function tintedPicture(picture, tint) {
  if (!tint) return picture;
  const known = tintedPictures.get(picture);
  if (known?.tint.join() === tint.join()) return known.canvas;
  const [width, height] = sizeOf(picture);
  const context = copied(picture, width, height);
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

export { copied, drawable, drawPicture, imageFor, newContext, resized, tintedPicture };
