// Reads the entries of a ZIP in memory.

import { check, damaged, SVGAError } from "./errors.js";
import { inflate } from "./inflate.js";

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

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @param {number} used decompressed bytes that count for the limit already */
  constructor(bytes, limits, used) {
    this.bytes = bytes;
    this.limits = limits;
    this.#used = used;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.#readDirectory();
    } catch (error) {
      throw error instanceof RangeError ? invalidDirectory() : error;
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
    if (at < 0) throw invalidDirectory();
    const count = view.getUint16(at + 10, true);
    check(this.limits, "entries", count, "the ZIP");
    let entry = view.getUint32(at + 16, true);
    const decoder = new TextDecoder();
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(entry, true) !== directory) throw invalidDirectory();
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
    const what = `the entry ${JSON.stringify(name.slice(0, 80))} of the ZIP`;
    if (isEncrypted) throw new SVGAError("format", `${what} is encrypted`);
    if (method !== 0 && method !== 8) throw new SVGAError("format", `${what} has the unsupported compression method ${method}`);
    check(this.limits, "inflatedBytes", this.#used + size, what);
    if (offset + 30 > this.bytes.length || this.#view.getUint32(offset, true) !== local) throw damaged(`${what} is missing`);
    const start = offset + 30 + this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    const content = this.bytes.subarray(start, start + packed);
    const bytes = method === 0 ? content : await inflate(content, "deflate-raw", this.limits, this.#used);
    this.#used += bytes.length;
    if (bytes.length !== size || crc32(bytes) !== checksum) throw damaged(`${what} has the wrong checksum`);
    return bytes;
  }
}

function invalidDirectory() {
  return damaged("the ZIP has no valid directory");
}

/** Folders and metadata of file managers. @param {string} name */
function isClutter(name) {
  return name === "" || name.endsWith("/") || /^__MACOSX\/|(?:^|\/)(?:\.DS_Store$|\._)/.test(name);
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  const table = Int32Array.from({ length: 256 }, (_, index) => {
    for (let bit = 0; bit < 8; bit += 1) index = index & 1 ? (index >>> 1) ^ 0xEDB88320 : index >>> 1;
    return index;
  });
  let result = -1;
  for (let index = 0; index < bytes.length; index += 1) result = table[(result ^ bytes[index]) & 255] ^ (result >>> 8);
  return ~result >>> 0;
}

export { Archive };
