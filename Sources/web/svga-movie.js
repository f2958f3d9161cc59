// Reads the movie that `svga render` writes for svga-player.js.

const magic = 0x50475653; // "SVGP"

/**
 * Reads what `svga render` wrote: a header in JSON, the sprites' numbers in columns, and the pictures' files.
 * @param {string | ArrayBuffer | Uint8Array} source
 * @returns {Promise<SVGP.Movie>} what a player is made of
 */
export async function readMovie(source) {
  const packed = typeof source === "string" ? bytes(source) : new Uint8Array(source);
  const { buffer } = await inflated(packed);
  const [mark, version, length] = new Uint32Array(buffer, 0, 3);
  if (mark !== magic || version !== 2) throw new Error("this is no movie that this player reads");
  /** @type {SVGP.Header} */
  const movie = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 12, length)));
  let at = 12 + 4 * Math.ceil(length / 4);
  // All first bytes of a column's numbers, then all second ones: they pack better, because neighbors are alike.
  /** @template Column @param {new (buffer: ArrayBuffer) => Column} Kind @param {number} count */
  const column = (Kind, count) => {
    const numbers = new Uint8Array(4 * count);
    const planes = new Uint8Array(buffer, at, 4 * count);
    for (let index = 0; index < planes.length; index += 1) numbers[4 * (index % count) + Math.floor(index / count)] = planes[index];
    at += planes.length;
    return new Kind(numbers.buffer);
  };
  for (const sprite of movie.sprites) {
    // @ts-expect-error: these are the names of columns
    for (const name of ["alpha", "a", "b", "c", "d", "tx", "ty"]) sprite[name] = column(Float32Array, sprite.count);
    // @ts-expect-error: and these
    for (const name of ["layout", "clip", "shapes"]) sprite[name] = column(Int32Array, sprite.count);
  }
  const files = movie.images.map(({ type, bytes: count }) => {
    at += count;
    return new Blob([new Uint8Array(buffer, at - count, count)], { type });
  });
  // A picture that the browser cannot read is not drawn; the rest is.
  // @ts-expect-error: until here they were files
  movie.images = await Promise.all(files.map((file) => decoded(file).catch(() => null)));
  return movie;
}

/** Inflates the pieces, each of which follows its count of bytes. */
/** @param {Uint8Array<ArrayBuffer>} packed */
async function inflated(packed) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const pieces = [];
  let end = 0;
  for (let at = 0; at < packed.length; at = end) {
    end = at + 4 + view.getUint32(at, true);
    pieces.push(new Blob([packed.subarray(at + 4, end)]).stream().pipeThrough(new DecompressionStream("deflate")));
  }
  const parts = await Promise.all(pieces.map((piece) => new Response(piece).blob()));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} base64 */
function bytes(base64) {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) result[index] = text.charCodeAt(index);
  return result;
}

// Pictures.

/** A file of a picture, ready to be drawn. @param {Blob} file */
function decoded(file) {
  return createImageBitmap(file, { colorSpaceConversion: "none", imageOrientation: "none" });
}

/**
 * Something that a canvas can draw.
 * @param {string | Blob | SVGP.Drawable} picture an address, a file or what can be drawn already
 * @throws {Error} in one line, where it is none
 */
async function drawable(picture) {
  if (typeof picture === "string") {
    const image = Object.assign(new Image(), { crossOrigin: "anonymous", src: picture });
    const name = picture.length > 80 ? `${picture.slice(0, 80)}…` : picture;
    return orThrow(image.decode().then(() => image), `no picture can be loaded from ${name}: it is none, or the page's rules forbid it`);
  }
  if (picture instanceof Blob) return orThrow(createImageBitmap(picture), "this file is no picture that the browser reads");
  if (picture instanceof HTMLImageElement) return orThrow(picture.decode().then(() => picture), "this image cannot be loaded");
  const [width, height] = sizeOf(picture);
  if (!(width > 0 && height > 0)) throw new Error("a picture is an address, a Blob, an image or a canvas, and is not empty");
  return picture;
}

/** @template Value @param {Promise<Value>} promise @param {string} message */
function orThrow(promise, message) {
  return promise.catch((cause) => { throw new Error(message, { cause }); });
}

/** Of what a canvas can draw, in its pixels. */
/** @param {{naturalWidth?: number, naturalHeight?: number, videoWidth?: number, videoHeight?: number, displayWidth?: number, displayHeight?: number, width?: number, height?: number}} picture @returns {[number, number]} */
function sizeOf(picture) {
  return [
    // @ts-expect-error: each kind of picture has one of these
    picture.naturalWidth ?? picture.videoWidth ?? picture.displayWidth ?? picture.width,
    // @ts-expect-error: and one of these
    picture.naturalHeight ?? picture.videoHeight ?? picture.displayHeight ?? picture.height,
  ];
}

export { drawable, sizeOf };
