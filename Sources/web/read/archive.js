// Reads the movie of a ZIP, and its entries.

import { readSpec } from "./spec.js";

/** The longest payload that may be the name of an entry. */
const maximumNameLength = 1024;

const end = 0x06054B50;
const directory = 0x02014B50;
const local = 0x04034B50;

class Archive {
  /** @type {Map<string, SVGP.ZipEntry>} */
  #entries = new Map();
  /** From a name in lower case. @type {Map<string, SVGP.ZipEntry>} */
  #folded = new Map();
  #used = 0;
  /** @type {DataView<ArrayBuffer>} */
  #view;

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @param {number} used decompressed bytes that count for the limit already @param {SVGP.Core} core */
  constructor(bytes, limits, used, core) {
    this.bytes = bytes;
    this.limits = limits;
    this.core = core;
    this.#used = used;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.#readDirectory();
    } catch (error) {
      throw error instanceof RangeError ? this.#invalid() : error;
    }
  }

  get names() {
    return [...this.#entries.keys()];
  }

  #readDirectory() {
    const view = this.#view;
    let at = this.bytes.length - 22;
    while (at >= 0 && view.getUint32(at, true) !== end) {
      at -= 1;
      if (at < this.bytes.length - 22 - 0xFFFF) at = -1;
    }
    if (at < 0) throw this.#invalid();
    const count = view.getUint16(at + 10, true);
    this.core.check(this.limits, "entries", count, "the ZIP");
    let entry = view.getUint32(at + 16, true);
    const decoder = new TextDecoder();
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(entry, true) !== directory) throw this.#invalid();
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(entry + offset, true));
      const name = decoder.decode(this.bytes.subarray(entry + 46, entry + 46 + nameLength));
      const found = {
        name, isEncrypted: (view.getUint16(entry + 8, true) & 1) > 0, method: view.getUint16(entry + 10, true), checksum: view.getUint32(entry + 16, true),
        packed: view.getUint32(entry + 20, true), size: view.getUint32(entry + 24, true), offset: view.getUint32(entry + 42, true),
      };
      if (!isClutter(name) && !this.#entries.has(name)) {
        this.#entries.set(name, found);
        if (!this.#folded.has(name.toLowerCase())) this.#folded.set(name.toLowerCase(), found);
      }
      entry += 46 + nameLength + extra + comment;
    }
  }

  #invalid() {
    return this.core.damaged("the ZIP has no valid directory");
  }

  /** The first of the names that exists; if none does, ignoring case. @param {string[]} names */
  find(...names) {
    for (const entries of [this.#entries, this.#folded]) {
      for (const name of names) {
        const entry = entries.get(entries === this.#folded ? name.toLowerCase() : name);
        if (entry) return entry;
      }
    }
    return undefined;
  }

  /** @param {SVGP.ZipEntry} entry */
  read(entry) {
    return (entry.content ??= this.#read(entry));
  }

  /** @param {SVGP.ZipEntry} entry */
  async #read({ name, isEncrypted, method, checksum, packed, size, offset }) {
    const { check, damaged, inflate, inflated, SVGAError } = this.core;
    const what = `the entry ${JSON.stringify(name.slice(0, 80))} of the ZIP`;
    if (isEncrypted) throw new SVGAError("format", `${what} is encrypted`);
    if (method !== 0 && method !== 8) throw new SVGAError("format", `${what} has the unsupported compression method ${method}`);
    check(this.limits, "inflatedBytes", this.#used + size, what);
    if (offset + 30 > this.bytes.length || this.#view.getUint32(offset, true) !== local) throw damaged(`${what} is missing`);
    const start = offset + 30 + this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    const content = this.bytes.subarray(start, start + packed);
    const verified = method === 0 ? null : await inflated(asGzip(content, checksum, size), "gzip", this.limits, this.#used);
    // What is wrong, or follows the compressed data, is found without the checksum.
    const bytes = verified instanceof Uint8Array && verified.length === size ? verified : method === 0 ? content : await inflate(content, "deflate-raw", this.limits, this.#used);
    this.#used += bytes.length;
    if (bytes !== verified && (bytes.length !== size || crc32(bytes) !== checksum)) throw damaged(`${what} has the wrong checksum`);
    return bytes;
  }
}

/** Folders and metadata of file managers. @param {string} name */
function isClutter(name) {
  return name === "" || name.endsWith("/") || /^__MACOSX\/|(?:^|\/)(?:\.DS_Store$|\._)/.test(name);
}

/** A gzip file with compressed data, of which the browser compares checksum and size. @param {Uint8Array} content @param {number} checksum @param {number} size */
function asGzip(content, checksum, size) {
  const bytes = new Uint8Array(content.length + 18);
  const view = new DataView(bytes.buffer);
  // The signature, and that the compression is Deflate.
  view.setUint32(0, 0x1F8B0800);
  bytes.set(content, 10);
  view.setUint32(content.length + 10, checksum, true);
  view.setUint32(content.length + 14, size, true);
  return bytes;
}

/** The checksums of single bytes. */
const table = Int32Array.from({ length: 256 }, (_, index) => {
  for (let bit = 0; bit < 8; bit += 1) index = index & 1 ? (index >>> 1) ^ 0xEDB88320 : index >>> 1;
  return index;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let result = -1;
  for (let index = 0; index < bytes.length; index += 1) result = table[(result ^ bytes[index]) & 255] ^ (result >>> 8);
  return ~result >>> 0;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @param {number} used decompressed bytes that count for the limit already
 * @param {SVGP.Core} core @returns {Promise<SVGP.Wire>}
 */
async function readArchive(bytes, limits, used, core) {
  const { damaged, DocumentReader, SVGAError } = core;
  const archive = new Archive(bytes, limits, used, core);
  const { names } = archive;
  const isBinary = names.includes("movie.binary");
  if (!isBinary && !names.includes("movie.spec")) {
    const entries = names.slice(0, 5).map((name) => name.slice(0, 60)).join(", ");
    throw new SVGAError("format", `the file is a ZIP without movie.binary or movie.spec; it has ${entries || "no entries"}${names.length > 5 ? ", …" : ""}`);
  }
  const entry = archive.find(isBinary ? "movie.binary" : "movie.spec");
  if (!entry) throw damaged("the movie of the ZIP is missing");
  const document = await archive.read(entry);
  const reader = new DocumentReader(limits);
  const wire = isBinary ? reader.protobuf(document) : readSpec(document, reader, core);
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

export { readArchive };
