// Reads a message of proto/svga.proto as an object like that of movie.spec, the JSON of 1.x.

import { check, damaged } from "./errors.js";

const float = 5;
const integer = 0;
const text = "";
const bytes = null;

/** Fields in the order of their numbers. @param {...(SVGP.Field | undefined)} fields @returns {SVGP.Schema} */
function schema(...fields) {
  /** @type {SVGP.Loose} */
  const empty = {};
  for (const field of fields) if (field) empty[field[0]] = typeof field[1] === "number" ? 0 : field[1] === text ? text : undefined;
  return { fields, empty };
}

/** @param {string} names @returns {SVGP.Schema} */
function floats(names) {
  return schema(...names.split(" ").map((name) => /** @type {SVGP.Field} */ ([name, float])));
}

const color = floats("r g b a");
const transform = floats("a b c d tx ty");
const style = schema(
  ["fill", color], ["stroke", color], ["strokeWidth", float], ["lineCap", integer], ["lineJoin", integer], ["miterLimit", float], ["dash", float], ["gap", float],
  ["phase", float],
);
const shape = schema(
  ["type", integer], ["args", schema(["d", text])], ["args", floats("x y width height cornerRadius")], ["args", floats("x y radiusX radiusY")],
  undefined, undefined, undefined, undefined, undefined, ["styles", style], ["transform", transform],
);
const frame = schema(["alpha", float], ["layout", floats("x y width height")], ["transform", transform], ["clipPath", text], ["shapes", shape, true]);
const sprite = schema(["imageKey", text], ["frames", frame, true], ["matteKey", text]);
const audio = schema(["audioKey", text], ["startFrame", integer], ["endFrame", integer], ["startTime", integer], ["totalTime", integer]);
const movie = schema(
  ["ver", text], ["params", schema(["width", float], ["height", float], ["fps", integer], ["frames", integer])], ["images", schema(["key", text], ["bytes", bytes]), true],
  ["sprites", sprite, true], ["audios", audio, true],
);

const decoder = new TextDecoder();
/** The memory of an object, for the limit of a document. */
const objectBytes = 64;

class ProtobufReader {
  #at = 0;
  #objects = 0;
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
    return this.#message(movie, this.bytes.length, { ...movie.empty });
  }

  /** @param {SVGP.Schema} schema @param {number} end @param {SVGP.Loose} message what is completed @returns {SVGP.Loose} */
  #message({ fields }, end, message) {
    this.#objects += 1;
    check(this.limits, "documentBytes", objectBytes * this.#objects);
    while (this.#at < end) {
      const offset = this.#at;
      const tag = this.#varint();
      const type = tag & 7;
      const field = fields[Math.floor(tag / 8) - 1];
      if (!field) {
        this.#skip(tag, offset);
        continue;
      }
      this.hasFields = true;
      const [name, kind, isRepeated] = field;
      if (type !== (typeof kind === "number" ? kind : 2)) throw damaged(`the field ${name} at byte ${offset} has the wrong type ${type}`);
      if (kind === integer) message[name] = this.#varint() | 0;
      else if (kind === float) {
        if (this.#at + 4 > end) throw damaged(`a number is truncated at byte ${offset}`);
        message[name] = this.view.getFloat32(this.#at, true);
        this.#at += 4;
      } else {
        const stop = this.#end(offset);
        if (stop > end) throw damaged(`the field ${name} at byte ${offset} exceeds its message`);
        const value = this.#value(kind, stop, isRepeated ? undefined : message[name]);
        this.#at = stop;
        if (!isRepeated) message[name] = value;
        else (message[name] ??= []).push(kind === sprite ? this.onSprite(/** @type {SVGP.Loose} */ (value)) : value);
        if (kind === frame) check(this.limits, "spriteFrames", message[name].length);
      }
    }
    return message;
  }

  /** @param {SVGP.Field[1]} kind @param {number} stop @param {SVGP.Loose | undefined} before a message that occurs twice is merged */
  #value(kind, stop, before) {
    if (kind === null) return this.bytes.subarray(this.#at, stop);
    if (typeof kind === "object") return this.#message(kind, stop, before ?? { ...kind.empty });
    const nul = this.bytes.subarray(this.#at, stop).indexOf(0);
    return decoder.decode(this.bytes.subarray(this.#at, nul < 0 ? stop : this.#at + nul));
  }

  /** The end of a message, text or payload that begins here. @param {number} offset */
  #end(offset) {
    const length = this.#varint();
    const left = this.bytes.length - this.#at;
    if (length > left) throw damaged(`a field at byte ${offset} has ${length} bytes, but only ${left} are left`);
    return this.#at + length;
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
      if (byte === undefined || this.#at - offset > 9) throw damaged(`a number is invalid at byte ${offset}`);
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
    if (tag < 8 || ![0, 1, 2, 5].includes(type)) throw damaged(`there is no field at byte ${offset}`);
    if (type === 0) this.#varint();
    else this.#at = type === 2 ? this.#end(offset) : this.#at + (type === 1 ? 8 : 4);
    if (this.#at > this.bytes.length) throw damaged("it is truncated");
  }
}

export { ProtobufReader };
