// Makes images of the files in a movie.

import { check } from "./errors.js";
import { mediaType, pixelCount } from "./payload.js";

/** So many images are begun at once, so that the page stays responsive. */
const groupSize = 50;
/** The maximum images that are decoded when they are first drawn. All may be drawn at once. */
const lazyImages = 500;
/** What an `<img>` would apply, and SVGA does not: color profiles and orientation. They are near the start. */
const profilePattern = /iCCP|ICC|gAMA(?!\0\0\xB1\x8F)|cHRM|cICP|Exif|eXIf/;
const profileBytes = 1 << 16;
const latin = new TextDecoder("latin1");

/** null for an image that the browser cannot decode. @param {Uint8Array<ArrayBuffer>[]} files @param {SVGP.Limits} limits */
async function readImages(files, limits) {
  let decoded = 0;
  const types = files.map((bytes) => {
    const type = mediaType(bytes) ?? "";
    const pixels = type ? pixelCount(bytes, type) : 0;
    check(limits, "imagePixels", pixels, "an image");
    decoded += 4 * pixels;
    check(limits, "decodedBytes", decoded, "all images");
    return type;
  });
  const images = [];
  for (let start = 0; start < files.length; start += groupSize) {
    images.push(...await Promise.all(files.slice(start, start + groupSize).map((bytes, index) => readImage(bytes, types[start + index], files.length <= lazyImages))));
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
  return mayWait && isPlain(bytes, type) ? loaded(bytes, type).catch(() => bitmap(bytes, type)) : bitmap(bytes, type);
}

/** Whether an image is complete, and looks the same in an element. @param {Uint8Array<ArrayBuffer>} bytes @param {string} type */
function isPlain(bytes, type) {
  const end = latin.decode(bytes.subarray(-12));
  return "toBase64" in bytes && (type === "image/png" ? end.startsWith("\0\0\0\0IEND") : type === "image/jpeg" && end.endsWith("\xFF\xD9"))
    && !profilePattern.test(latin.decode(bytes.subarray(0, profileBytes)));
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
