// Reads any .svga file (Rules of rendering, section 1).

import { Archive } from "./archive.js";
import { check, damaged, defaultLimits, SVGAError } from "./errors.js";
import { DocumentReader } from "./document.js";
import { readImages } from "./images.js";
import { collect, inflate } from "./inflate.js";
import { fileKind } from "./payload.js";
import { resolve } from "./resolve.js";

/** The longest payload that may be the name of an entry. */
const maximumNameLength = 1024;

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
    throw new SVGAError("network", `${name} cannot be loaded: there is no connection, or the server does not allow this page to read it`, { cause });
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
  try {
    if (signature(bytes) !== "gzip") return await readContainer(bytes, limits, 0);
    const inner = await inflate(bytes, "gzip", limits);
    return await readContainer(inner, limits, inner.length);
  } catch (error) {
    const kind = error instanceof SVGAError && error.code !== "limit" ? fileKind(bytes) : "";
    throw kind ? new SVGAError("format", `the file is ${kind}, not an SVGA animation`, { cause: error }) : error;
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @param {number} used @returns {Promise<SVGP.Wire>} */
async function readContainer(bytes, limits, used) {
  const kind = signature(bytes);
  if (kind === "zip") return readArchive(new Archive(bytes, limits, used), limits);
  if (kind === "zlib") {
    const wire = new DocumentReader(limits).protobuf(await inflate(bytes, "deflate", limits, used));
    if (wire) return wire;
    throw damaged("it has no movie");
  }
  // Without a container, it may be anything.
  try {
    const wire = new DocumentReader(limits).protobuf(bytes);
    if (wire) return wire;
  } catch (error) {
    if (error instanceof SVGAError && error.code === "limit") throw error;
  }
  const start = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  throw new SVGAError("format", `the file is not an SVGA animation; it starts with the bytes ${start}`);
}

/** @param {Uint8Array} bytes */
function signature([first, second, third, fourth]) {
  if (first === 0x50 && second === 0x4B && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))) return "zip";
  if (first === 0x1F && second === 0x8B) return "gzip";
  return (first & 15) === 8 && first >> 4 <= 7 && (first << 8 | second) % 31 === 0 ? "zlib" : "";
}

/** @param {Archive} archive @param {SVGP.Limits} limits @returns {Promise<SVGP.Wire>} */
async function readArchive(archive, limits) {
  const { names } = archive;
  const isBinary = names.includes("movie.binary");
  if (!isBinary && !names.includes("movie.spec")) {
    const entries = names.slice(0, 5).map((name) => name.slice(0, 60)).join(", ");
    throw new SVGAError("format", `the file is a ZIP without movie.binary or movie.spec; it has ${entries || "no entries"}${names.length > 5 ? ", …" : ""}`);
  }
  const entry = archive.find(isBinary ? "movie.binary" : "movie.spec");
  if (!entry) throw damaged("the movie of the ZIP is missing");
  const bytes = await archive.read(entry);
  const reader = new DocumentReader(limits);
  const wire = isBinary ? reader.protobuf(bytes) : reader.spec(bytes);
  if (!wire) throw damaged("movie.binary has no movie");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (const image of wire.images) {
    let name = image.name;
    if (name === undefined) {
      if (image.bytes.length > maximumNameLength) continue;
      try {
        name = decoder.decode(image.bytes);
      } catch {
        continue;
      }
    }
    const found = archive.find(`${name}.png`, name, `${image.key}.png`, image.key);
    if (found) image.bytes = await archive.read(found);
    else image.isMissing = image.name !== undefined;
  }
  return wire;
}

export { readFile };
