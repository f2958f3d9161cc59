// Makes images of the files in a movie.

import { environment } from "../environment.js";
import { check } from "./errors.js";
import { latin, mediaType } from "./payload.js";

const png = "image/png";
/** So many images are begun at once, so that the page stays responsive. */
const groupSize = 50;
/** The maximum bytes of decoded images that are decoded when they are first drawn. All may be drawn at once. */
const lazyBytes = 1 << 27;
/** What an `<img>` applies to a PNG, and SVGA does not: color profiles, and Exif with its orientation. */
const profileChunks = ["iCCP", "gAMA", "cHRM", "cICP", "eXIf"];
/** The gamma of sRGB. */
const normalGamma = 45_455;

/** null for an image that the browser cannot decode. @param {Uint8Array<ArrayBuffer>[]} files @param {SVGP.Limits} limits */
async function readImages(files, limits) {
  let decoded = 0;
  /** @type {string[]} */
  const types = [];
  for (const bytes of files) {
    const type = mediaType(bytes) ?? "";
    types.push(type);
    if (!type) continue;
    const pixels = type === png ? pixelsOf(bytes) : (await environment.extra()).pixelCount(bytes, type);
    check(limits, "imagePixels", pixels, "an image");
    decoded += 4 * pixels;
    check(limits, "decodedBytes", decoded, "all images");
  }
  const images = [];
  for (let start = 0; start < files.length; start += groupSize) {
    images.push(...await Promise.all(files.slice(start, start + groupSize).map((bytes, index) => readImage(bytes, types[start + index], decoded <= lazyBytes))));
  }
  return images;
}

/**
 * An element, which is decoded when it is first drawn: that is many times as fast as a bitmap of each image before the first frame.
 * A page may forbid data URLs.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {string} type @param {boolean} mayWait
 */
function readImage(bytes, type, mayWait) {
  if (!type) return null;
  return mayWait && type === png && "toBase64" in bytes && isPlain(bytes) ? loaded(bytes, type).catch(() => bitmap(bytes, type)) : bitmap(bytes, type);
}

/** The pixels of a PNG by its header, before it is decoded. @param {Uint8Array<ArrayBuffer>} bytes */
function pixelsOf(bytes) {
  return bytes.length < 24 ? 0 : viewOf(bytes).getUint32(16) * viewOf(bytes).getUint32(20);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether a PNG is complete, and looks the same in an element. @param {Uint8Array<ArrayBuffer>} bytes */
function isPlain(bytes) {
  const view = viewOf(bytes);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = latin(bytes, at + 4, at + 8);
    if (chunk === "IEND") return true;
    if (profileChunks.includes(chunk) && !(chunk === "gAMA" && view.getUint32(at + 8) === normalGamma)) return false;
  }
  return false;
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} type @returns {Promise<HTMLImageElement>} */
function loaded(bytes, type) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = `data:${type};base64,${bytes.toBase64()}`;
  });
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} type */
function bitmap(bytes, type) {
  return createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: "none", imageOrientation: "none" }).catch(() => null);
}

export { readImages };
