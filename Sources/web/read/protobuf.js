// Reads a message of proto/svga.proto as an object like that of movie.spec, the JSON of 1.x.

import { check, damaged } from "./errors.js";

const integer = 0;
const float = 5;
/** A message of floats, as a list of 6: those that it has not are 0. */
const floats = 6;
const text = "";
const bytes = null;

/** Fields in the order of their numbers: a name, a kind, whether it is repeated. @type {SVGP.Schema} */
const style = [
  ["fill", floats], ["stroke", floats], ["strokeWidth", float], ["lineCap", integer], ["lineJoin", integer], ["miterLimit", float], ["dash", float], ["gap", float],
  ["phase", float],
];
/** @type {SVGP.Schema} */
const shape = [
  ["type", integer], ["path", [["d", text]]], ["rect", floats], ["ellipse", floats], undefined, undefined, undefined, undefined, undefined, ["styles", style],
  ["transform", floats],
];
/** @type {SVGP.Schema} */
const frame = [["alpha", float], ["layout", floats], ["transform", floats], ["clipPath", text], ["shapes", shape, true]];
/** @type {SVGP.Schema} */
const sprite = [["imageKey", text], ["frames", frame, true], ["matteKey", text]];
/** @type {SVGP.Schema} */
const movie = [
  ["ver", text], ["params", [["width", float], ["height", float], ["fps", integer], ["frames", integer]]], ["images", [["key", text], ["bytes", bytes]], true],
  ["sprites", sprite, true], ["audios", [["audioKey", text], ["startFrame", integer], ["endFrame", integer], ["startTime", integer]], true],
];

const decoder = new TextDecoder();
/** Makes bytes a key. */
const latin = new TextDecoder("latin1");
/** The memory of an object, for the limit of a document. */
const objectBytes = 64;

class ProtobufReader {
  #at = 0;
  #objects = 0;
  /** By their bytes, what frames have from their first shape on. Most frames repeat them. @type {Map<string, SVGP.Loose>} */
  #rests = new Map();
  /** Whether a field of a movie was found. */
  hasFields = false;

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits @param {(sprite: SVGP.Loose) => unknown} onSprite called for each, so that only one is in memory */
  constructor(bytes, limits, onSprite) {
    this.bytes = bytes;
    this.limits = limits;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.onSprite = onSprite;
  }

  read() {
    return this.#message(movie, this.bytes.length);
  }

  /** @param {SVGP.Schema} schema @param {number} end @param {SVGP.Loose} [message] what is completed @param {boolean} [isRest] @returns {SVGP.Loose} */
  #message(schema, end, message = {}, isRest = false) {
    this.#objects += 1;
    check(this.limits, "documentBytes", objectBytes * this.#objects);
    while (this.#at < end) {
      const offset = this.#at;
      const tag = this.#varint();
      const field = schema[Math.floor(tag / 8) - 1];
      if (!field) {
        this.#skip(tag, offset);
        continue;
      }
      this.hasFields = true;
      const [name, kind, isRepeated] = field;
      if ((tag & 7) !== (kind === integer || kind === float ? kind : 2)) throw invalid(offset);
      if (kind === integer) message[name] = this.#varint() | 0;
      else if (kind === float) message[name] = this.#float(end);
      else if (kind === shape && !isRest) {
        const key = latin.decode(this.bytes.subarray(offset, end));
        this.#at = offset;
        const rest = this.#rests.get(key) ?? this.#message(schema, end, {}, true);
        this.#rests.set(key, rest);
        Object.assign(message, rest);
        this.#at = end;
      } else {
        const stop = this.#end(offset);
        if (stop > end) throw invalid(offset);
        const value = this.#value(kind, stop, isRepeated ? undefined : message[name]);
        this.#at = stop;
        if (!isRepeated) message[name] = value;
        else (message[name] ??= []).push(kind === sprite ? this.onSprite(/** @type {SVGP.Loose} */ (value)) : value);
        if (kind === frame) check(this.limits, "spriteFrames", message[name].length);
      }
    }
    return message;
  }

  /** @param {SVGP.Field[1]} kind @param {number} stop @param {any} before a message that occurs twice is merged */
  #value(kind, stop, before) {
    if (kind === floats) return this.#floats(stop, before);
    if (typeof kind === "object") return kind ? this.#message(kind, stop, before) : this.bytes.subarray(this.#at, stop);
    const nul = this.bytes.subarray(this.#at, stop).indexOf(0);
    return decoder.decode(this.bytes.subarray(this.#at, nul < 0 ? stop : this.#at + nul));
  }

  /** @param {number} end @param {number[]} [numbers] */
  #floats(end, numbers = [0, 0, 0, 0, 0, 0]) {
    while (this.#at < end) {
      const offset = this.#at;
      const tag = this.#varint();
      if (tag < 8 || tag >= 56) this.#skip(tag, offset);
      else if ((tag & 7) === float) numbers[(tag >> 3) - 1] = this.#float(end);
      else throw invalid(offset);
    }
    return numbers;
  }

  /** @param {number} end */
  #float(end) {
    this.#at += 4;
    if (this.#at > end) throw invalid(end);
    return this.view.getFloat32(this.#at - 4, true);
  }

  /** The end of a message, text or payload that begins here. @param {number} offset */
  #end(offset) {
    const end = this.#varint() + this.#at;
    if (end > this.bytes.length) throw invalid(offset);
    return end;
  }

  /** Its lowest 49 bits. */
  #varint() {
    let byte = this.bytes[this.#at];
    if (byte < 0x80) {
      this.#at += 1;
      return byte;
    }
    const offset = this.#at;
    let result = 0;
    let factor = 1;
    do {
      byte = this.bytes[this.#at];
      if (byte === undefined || this.#at - offset > 9) throw invalid(offset);
      // The highest bits of a negative number would be lost in rounding, and `| 0` does not need them.
      if (factor < 2 ** 43) result += (byte & 0x7F) * factor;
      factor *= 128;
      this.#at += 1;
    } while (byte >= 0x80);
    return result;
  }

  /** Skips an unknown field. @param {number} tag @param {number} offset */
  #skip(tag, offset) {
    const type = tag & 7;
    if (type === 0) this.#varint();
    else if (type === 2) this.#at = this.#end(offset);
    else this.#at += type === 1 ? 8 : 4;
    if (tag < 8 || (type > 2 && type < 5) || type > 5 || this.#at > this.bytes.length) throw invalid(offset);
  }
}

/** @param {number} offset */
function invalid(offset) {
  return damaged(`the movie is invalid at byte ${offset}`);
}

export { ProtobufReader };
