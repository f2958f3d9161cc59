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
/** Frames are most of a file, so they have a method of their own. @type {SVGP.Schema} */
const frame = [];
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
  /** By the bytes of a frame's shapes: most frames repeat them. @type {Map<string, SVGP.Loose[]>} */
  #shapes = new Map();
  /** Whether a field of a movie was found. */
  hasFields = false;

  /**
   * @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits
   * @param {SVGP.FrameSink} frames gets the frames of a sprite, one after the other
   * @param {(sprite: SVGP.Loose) => unknown} onSprite called after the frames of each; its result replaces the sprite
   */
  constructor(bytes, limits, frames, onSprite) {
    this.bytes = bytes;
    this.limits = limits;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.frames = frames;
    this.onSprite = onSprite;
  }

  read() {
    return this.#message(movie, this.bytes.length);
  }

  /** @param {SVGP.Schema} schema @param {number} end @param {SVGP.Loose} [message] what is completed @returns {SVGP.Loose} */
  #message(schema, end, message = {}) {
    this.#count();
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
      this.#expect(tag, kind === integer || kind === float ? kind : 2, offset);
      if (kind === integer) message[name] = this.#varint() | 0;
      else if (kind === float) message[name] = this.#float(end);
      else {
        const stop = this.#end(offset, end);
        if (kind === frame) this.#frame(stop);
        else {
          const value = this.#value(kind, stop, isRepeated ? undefined : message[name]);
          if (!isRepeated) message[name] = value;
          else (message[name] ??= []).push(kind === sprite ? this.onSprite(/** @type {SVGP.Loose} */ (value)) : value);
        }
        this.#at = stop;
      }
    }
    return message;
  }

  /** @param {SVGP.Field[1]} kind @param {number} stop @param {any} before a message that occurs twice is merged */
  #value(kind, stop, before) {
    if (kind === floats) return this.#floats(stop, before ?? [0, 0, 0, 0, 0, 0], 0);
    if (typeof kind === "object") return kind ? this.#message(kind, stop, before) : this.bytes.subarray(this.#at, stop);
    return this.#text(stop);
  }

  /** @param {number} end */
  #frame(end) {
    this.#count();
    const { frames } = this;
    const row = frames.begin();
    let hasTransform = false;
    let clipPath = "";
    /** @type {SVGP.Loose[]} */
    let shapes = [];
    while (this.#at < end) {
      const offset = this.#at;
      const tag = this.#varint();
      const field = tag >> 3;
      if (field < 1 || field > 5) {
        this.#skip(tag, offset);
        continue;
      }
      this.#expect(tag, field === 1 ? float : 2, offset);
      if (field === 1) {
        frames.rows[row] = this.#float(end);
        continue;
      }
      const stop = this.#end(offset, end);
      if (field === 2) this.#floats(stop, frames.rect, 0);
      else if (field === 3) {
        if (!hasTransform) frames.rows.fill(0, row + 1, row + 7);
        hasTransform = true;
        this.#floats(stop, frames.rows, row + 1);
      } else if (field === 4) clipPath = this.#text(stop);
      else {
        const list = this.#list(offset, end);
        shapes = shapes.length > 0 ? [...shapes, ...list] : list;
        continue;
      }
      this.#at = stop;
    }
    frames.end(clipPath, shapes);
  }

  /** Shapes in a row. @param {number} start @param {number} end of their frame */
  #list(start, end) {
    let stop = start;
    do {
      this.#at = stop + 1;
      stop = this.#end(stop, end);
    } while (stop < end && this.bytes[stop] === this.bytes[start]);
    const key = latin.decode(this.bytes.subarray(start, stop));
    let list = this.#shapes.get(key);
    if (!list) {
      list = [];
      for (this.#at = start; this.#at < stop;) {
        this.#at += 1;
        list.push(this.#message(shape, this.#end(start, end)));
      }
      this.#shapes.set(key, list);
    }
    this.#at = stop;
    return list;
  }

  /** @param {number} stop */
  #text(stop) {
    const nul = this.bytes.subarray(this.#at, stop).indexOf(0);
    return decoder.decode(this.bytes.subarray(this.#at, nul < 0 ? stop : this.#at + nul));
  }

  /** @template {number[] | Float64Array} Numbers @param {number} end @param {Numbers} numbers @param {number} first the index of the first */
  #floats(end, numbers, first) {
    while (this.#at < end) {
      const offset = this.#at;
      const tag = this.#varint();
      if (tag < 8 || tag >= 56) this.#skip(tag, offset);
      else {
        this.#expect(tag, float, offset);
        numbers[first + (tag >> 3) - 1] = this.#float(end);
      }
    }
    return numbers;
  }

  #count() {
    this.#objects += 1;
    check(this.limits, "documentBytes", objectBytes * this.#objects);
  }

  /** @param {number} tag @param {number} type the wire type that its field must have @param {number} offset */
  #expect(tag, type, offset) {
    if ((tag & 7) !== type) throw invalid(offset);
  }

  /** @param {number} end */
  #float(end) {
    this.#at += 4;
    if (this.#at > end) throw invalid(end);
    return this.view.getFloat32(this.#at - 4, true);
  }

  /** The end of a message, text or payload that begins here. @param {number} offset @param {number} limit the end of what contains it */
  #end(offset, limit) {
    const end = this.#varint() + this.#at;
    if (end > limit) throw invalid(offset);
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
    else if (type === 2) this.#at = this.#end(offset, this.bytes.length);
    else this.#at += type === 1 ? 8 : 4;
    if (tag < 8 || (type > 2 && type < 5) || type > 5 || this.#at > this.bytes.length) throw invalid(offset);
  }
}

/** @param {number} offset */
function invalid(offset) {
  return damaged(`the movie is invalid at byte ${offset}`);
}

export { ProtobufReader };
