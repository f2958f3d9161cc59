// The player in the modules and pages that `svga render` writes. It reads only what MovieData.swift of Sources/SVGAExport writes.

import { extend } from "./draw/shapes.js";
import { environment } from "./environment.js";
import { SVGAPlayer } from "./play/player.js";

const magic = 0x50475653; // "SVGP"

/**
 * Reads a header in JSON, the sprites' numbers in columns, and the files of the images.
 * @param {SVGP.AnySource} source in base64, or as bytes
 * @returns {Promise<SVGP.Movie>}
 */
async function readMovie(source) {
  const packed = typeof source === "string" ? bytesOf(source) : new Uint8Array(/** @type {ArrayBuffer} */ (source));
  const { buffer } = await inflated(packed);
  const [mark, version, length] = new Uint32Array(buffer, 0, 3);
  if (mark !== magic || version !== 2) throw new Error("this is not a movie that svga render has written");
  /** @type {SVGP.Header} */
  const movie = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 12, length)));
  let at = 12 + 4 * Math.ceil(length / 4);
  // All first bytes of a column's numbers, then all second ones: they compress better, because neighbors are alike.
  /** @template Column @param {new (buffer: ArrayBuffer) => Column} Kind @param {number} count */
  const column = (Kind, count) => {
    const numbers = new Uint8Array(4 * count);
    const planes = new Uint8Array(buffer, at, 4 * count);
    for (let index = 0; index < planes.length; index += 1) numbers[4 * (index % count) + Math.floor(index / count)] = planes[index];
    at += planes.length;
    return new Kind(numbers.buffer);
  };
  for (const sprite of movie.sprites) {
    for (const name of /** @type {const} */ (["alpha", "a", "b", "c", "d", "tx", "ty"])) sprite[name] = column(Float32Array, sprite.count);
    for (const name of /** @type {const} */ (["layout", "clip", "shapes"])) sprite[name] = column(Int32Array, sprite.count);
    adjust(sprite);
  }
  const files = movie.images.map(({ type, bytes: count }) => {
    at += count;
    return new Blob([new Uint8Array(buffer, at - count, count)], { type });
  });
  // An image that the browser cannot decode is not drawn; the rest is.
  const images = files.map((file) => createImageBitmap(file, { colorSpaceConversion: "none", imageOrientation: "none" }).catch(() => null));
  return { ...movie, copies: new Map(), images: await Promise.all(images) };
}

/** Applies to the frames of a sprite what was set for all of them. @param {SVGP.WrittenSprite} sprite */
function adjust({ alpha, tx, ty, isHidden, opacity, offset: [x, y] }) {
  for (let frame = 0; frame < alpha.length; frame += 1) {
    alpha[frame] *= isHidden ? 0 : opacity;
    tx[frame] += x;
    ty[frame] += y;
  }
}

/** Decompresses the chunks, each of which follows its count of bytes. @param {Uint8Array<ArrayBuffer>} packed */
async function inflated(packed) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const chunks = [];
  let end = 0;
  for (let at = 0; at < packed.length; at = end) {
    end = at + 4 + view.getUint32(at, true);
    chunks.push(new Blob([packed.subarray(at + 4, end)]).stream().pipeThrough(new DecompressionStream("deflate")));
  }
  const parts = await Promise.all(chunks.map((chunk) => new Response(chunk).blob()));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The bounds of path data with absolute commands: its control points. @param {string} d @returns {SVGP.Clip} */
function readPath(d) {
  const numbers = d.match(/[-+]?[\d.]+(?:e[-+]?\d+)?/gi) ?? [];
  /** @type {SVGP.Box} */
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index + 1 < numbers.length; index += 2) extend(box, Number(numbers[index]), Number(numbers[index + 1]));
  return { d, box: numbers.length < 2 ? null : box };
}

environment.read = readMovie;
environment.readPath = readPath;

export { readMovie, SVGAPlayer };
