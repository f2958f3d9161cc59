// Reads any .svga file (Rules of rendering, section 1).

import { environment } from "../environment.js";
import { check, damaged, defaultLimits, SVGAError } from "./errors.js";
import { DocumentReader } from "./document.js";
import { readImages } from "./images.js";
import { collect, inflate, inflated } from "./inflate.js";
import { mediaType } from "./payload.js";
import { resolve } from "./resolve.js";

/** What svga-extra.js needs, so that neither file contains it twice. @type {SVGP.Core} */
const core = { check, damaged, DocumentReader, inflate, inflated, SVGAError };

/** @param {SVGP.Source} source @param {SVGP.ReadOptions} [options] @returns {Promise<SVGP.Movie>} */
async function readFile(source, { limits: changed, signal, request } = {}) {
  const limits = { ...defaultLimits, ...changed };
  const bytes = await bytesOf(source, limits, signal, request);
  signal?.throwIfAborted();
  const { movie, images } = resolve(await readWire(bytes, limits), limits);
  signal?.throwIfAborted();
  movie.images = await readImages(images, limits);
  return movie;
}

/** @param {SVGP.Source} source @param {SVGP.Limits} limits @param {AbortSignal} [signal] @param {RequestInit} [request] */
async function bytesOf(source, limits, signal, request) {
  if (source instanceof Blob) {
    check(limits, "inputBytes", source.size);
    return new Uint8Array(await source.arrayBuffer());
  }
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const name = `${source}`.slice(0, 120);
  let response;
  try {
    response = await fetch(/** @type {string | URL} */ (source), { ...request, signal });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new SVGAError("network", `${name} cannot be loaded: there is no connection, or the server refuses`, { cause });
  }
  const { ok, status, body } = response;
  if (!ok) throw new SVGAError("network", `${name} cannot be loaded: status ${status}`, { status });
  check(limits, "inputBytes", Number(response.headers.get("content-length")));
  if (!body) return new Uint8Array();
  try {
    return await collect(body, limits, "inputBytes");
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof SVGAError ? cause : new SVGAError("network", `${name}: the connection broke off`, { cause });
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @returns {Promise<SVGP.Wire>} */
async function readWire(bytes, limits) {
  if (bytes.length === 0) throw new SVGAError("damaged", "the file is empty");
  check(limits, "inputBytes", bytes.length);
  let error;
  try {
    const isGzip = signature(bytes) === "gzip";
    const inner = isGzip ? await inflate(bytes, "gzip", limits) : bytes;
    const wire = await readContainer(inner, limits, isGzip ? inner.length : 0);
    if (wire) return wire;
  } catch (cause) {
    if (!(cause instanceof SVGAError) || cause.code === "limit" || cause.code === "network") throw cause;
    error = cause;
  }
  throw (await environment.extra()).explained(bytes, mediaType(bytes), error, core);
}

/** null: it may be anything. @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @param {number} used @returns {Promise<SVGP.Wire | null>} */
async function readContainer(bytes, limits, used) {
  const kind = signature(bytes);
  if (kind === "zip") return (await environment.extra()).readArchive(bytes, limits, used, core);
  if (kind === "zlib") {
    const wire = new DocumentReader(limits).protobuf(await inflate(bytes, "deflate", limits, used));
    if (!wire) throw damaged("it has no movie");
    return wire;
  }
  try {
    return new DocumentReader(limits).protobuf(bytes);
  } catch (error) {
    if (error instanceof SVGAError && error.code === "limit") throw error;
    return null;
  }
}

/** @param {Uint8Array} bytes */
function signature([first, second, third, fourth]) {
  if (first === 0x50 && second === 0x4B && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))) return "zip";
  if (first === 0x1F && second === 0x8B) return "gzip";
  return (first & 15) === 8 && first >> 4 <= 7 && (first << 8 | second) % 31 === 0 ? "zlib" : "";
}

export { readFile };
