// Reads a MovieEntity of proto/svga.proto. Field numbers with their wire types are the cases: 10 is field 1 of type 2 (1 << 3 | 2).

import { check, damaged } from "./errors.js";
import { columns, Tables } from "./tables.js";

const decoder = new TextDecoder();

class ProtobufReader {
  #at = 0;
  #spriteFrames = 0;
  /** Whether a field of a movie was found. */
  hasFields = false;
  /** Shapes by a hash of their bytes: movies repeat them in many frames. @type {Map<number, {start: number, end: number, shape: SVGP.Shape | null | "keep"}[]>} */
  #shapes = new Map();

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} limits */
  constructor(bytes, limits) {
    this.bytes = bytes;
    this.limits = limits;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.tables = new Tables(limits);
  }

  /** @returns {SVGP.Wire} */
  read() {
    /** @type {SVGP.Wire} */
    const movie = { width: 0, height: 0, fps: 0, frames: 0, images: [], sprites: [], audios: [], tables: this.tables };
    while (this.#at < this.bytes.length) {
      const tag = this.#varint();
      this.hasFields ||= tag >>> 3 <= 5;
      switch (tag) {
        case 10: this.#at = this.#message(); break;
        case 18: this.#params(movie, this.#message()); break;
        case 26:
          movie.images.push(this.#image(this.#message()));
          check(this.limits, "images", movie.images.length);
          break;
        case 34:
          movie.sprites.push(this.#sprite(this.#message()));
          check(this.limits, "sprites", movie.sprites.length);
          break;
        case 42: movie.audios.push(this.#audio(this.#message())); break;
        default: this.#skip(tag, 5);
      }
    }
    return movie;
  }

  /** @param {SVGP.Wire} movie @param {number} end */
  #params(movie, end) {
    while (this.#at < end) {
      const tag = this.#varint();
      switch (tag) {
        case 13: movie.width = this.#float(); break;
        case 21: movie.height = this.#float(); break;
        case 24: movie.fps = this.#varint() | 0; break;
        case 32: movie.frames = this.#varint() | 0; break;
        default: this.#skip(tag, 4);
      }
    }
    this.#finish(end);
  }

  /** @param {number} end @returns {SVGP.Payload} */
  #image(end) {
    const image = { key: "", bytes: new Uint8Array() };
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === 10) image.key = this.#key();
      else if (tag === 18) {
        const stop = this.#message();
        image.bytes = this.bytes.subarray(this.#at, stop);
        this.#at = stop;
      } else this.#skip(tag, 2);
    }
    this.#finish(end);
    return image;
  }

  /** @param {number} end */
  #audio(end) {
    const audio = { key: "", startFrame: 0, endFrame: 0, startTime: 0 };
    while (this.#at < end) {
      const tag = this.#varint();
      switch (tag) {
        case 10: audio.key = this.#key(); break;
        case 16: audio.startFrame = this.#varint() | 0; break;
        case 24: audio.endFrame = this.#varint() | 0; break;
        case 32: audio.startTime = this.#varint() | 0; break;
        default: this.#skip(tag, 4);
      }
    }
    this.#finish(end);
    return audio;
  }

  /** @param {number} end @returns {SVGP.WireSprite} */
  #sprite(end) {
    const start = this.#at;
    let [imageKey, matteKey, count] = ["", "", 0];
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === 10) imageKey = this.#key();
      else if (tag === 26) matteKey = this.#key();
      else if (tag === 18) {
        count += 1;
        this.#at = this.#message();
      } else this.#skip(tag, 3);
    }
    this.#finish(end);
    this.#spriteFrames += count;
    check(this.limits, "spriteFrames", this.#spriteFrames);
    const sprite = { imageKey, matteKey, columns: columns(count) };
    this.#at = start;
    const state = { index: 0, kept: 0 };
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === 18) this.#frame(sprite.columns, state, this.#message());
      else this.#skip(tag, 0);
    }
    return sprite;
  }

  /** @param {SVGP.Columns} columns @param {{index: number, kept: number}} state the index of the shapes that KEEP repeats @param {number} end */
  #frame(columns, state, end) {
    const index = state.index;
    let [hasTransform, layout, clip] = [false, 0, -1];
    let [x, y, width, height] = [0, 0, 0, 0];
    /** @type {(SVGP.Shape | null | "keep")[]} */
    const shapes = [];
    while (this.#at < end) {
      const tag = this.#varint();
      switch (tag) {
        case 13: columns.alpha[index] = this.#float(); break;
        case 18: {
          const stop = this.#message();
          while (this.#at < stop) {
            const part = this.#varint();
            switch (part) {
              case 13: x = this.#float(); break;
              case 21: y = this.#float(); break;
              case 29: width = this.#float(); break;
              case 37: height = this.#float(); break;
              default: this.#skip(part, 4);
            }
          }
          this.#finish(stop);
          break;
        }
        case 26: {
          hasTransform = true;
          const stop = this.#message();
          while (this.#at < stop) {
            const part = this.#varint();
            switch (part) {
              case 13: columns.a[index] = this.#float(); break;
              case 21: columns.b[index] = this.#float(); break;
              case 29: columns.c[index] = this.#float(); break;
              case 37: columns.d[index] = this.#float(); break;
              case 45: columns.tx[index] = this.#float(); break;
              case 53: columns.ty[index] = this.#float(); break;
              default: this.#skip(part, 6);
            }
          }
          this.#finish(stop);
          break;
        }
        case 34: clip = this.tables.clip(this.#text()); break;
        case 42: shapes.push(this.#shape(this.#message())); break;
        default: this.#skip(tag, 5);
      }
    }
    this.#finish(end);
    if (!hasTransform) columns.a[index] = columns.d[index] = 1;
    layout = this.tables.layout(x, y, width, height);
    if (shapes[0] !== "keep") state.kept = this.tables.list(drawn(shapes));
    columns.layout[index] = layout;
    columns.clip[index] = clip;
    columns.shapes[index] = state.kept;
    state.index += 1;
  }

  /** @param {number} end */
  #shape(end) {
    const start = this.#at;
    let hash = end - start;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ this.bytes[at], 16777619);
    const known = this.#shapes.get(hash) ?? [];
    for (const other of known) {
      if (this.#isEqual(other.start, other.end, start, end)) {
        this.#at = end;
        return other.shape;
      }
    }
    const wire = this.#wireShape(end);
    const shape = wire.type === 3 ? "keep" : this.tables.shape(wire);
    this.#shapes.set(hash, [...known.slice(0, 8), { start, end, shape }]);
    return shape;
  }

  /** @param {number} start @param {number} end @param {number} otherStart @param {number} otherEnd */
  #isEqual(start, end, otherStart, otherEnd) {
    if (end - start !== otherEnd - otherStart) return false;
    for (let index = 0; index < end - start; index += 1) if (this.bytes[start + index] !== this.bytes[otherStart + index]) return false;
    return true;
  }

  /** @param {number} end @returns {SVGP.WireShape} */
  #wireShape(end) {
    /** @type {SVGP.WireShape} */
    const shape = { type: 0 };
    while (this.#at < end) {
      const tag = this.#varint();
      switch (tag) {
        case 8: shape.type = this.#varint() | 0; break;
        case 18: {
          const stop = this.#message();
          shape.args = { d: "" };
          while (this.#at < stop) {
            const part = this.#varint();
            if (part === 10) shape.args.d = this.#text();
            else this.#skip(part, 1);
          }
          this.#finish(stop);
          break;
        }
        // @ts-expect-error: five numbers
        case 26: shape.args = { rect: this.#floats(5, this.#message()) }; break;
        // @ts-expect-error: four numbers
        case 34: shape.args = { ellipse: this.#floats(4, this.#message()) }; break;
        case 82: this.#styles(shape, this.#message()); break;
        // @ts-expect-error: six numbers
        case 90: shape.transform = this.#floats(6, this.#message()); break;
        default: this.#skip(tag, 4);
      }
    }
    this.#finish(end);
    return shape;
  }

  /** @param {SVGP.WireShape} shape @param {number} end */
  #styles(shape, end) {
    const styles = (shape.styles ??= { width: 0, cap: 0, join: 0, miter: 0, dash: [0, 0, 0] });
    while (this.#at < end) {
      const tag = this.#varint();
      switch (tag) {
        // @ts-expect-error: four numbers
        case 10: styles.fill = this.#floats(4, this.#message()); break;
        // @ts-expect-error: four numbers
        case 18: styles.stroke = this.#floats(4, this.#message()); break;
        case 29: styles.width = this.#float(); break;
        case 32: styles.cap = this.#varint() | 0; break;
        case 40: styles.join = this.#varint() | 0; break;
        case 53: styles.miter = this.#float(); break;
        case 61: styles.dash[0] = this.#float(); break;
        case 69: styles.dash[1] = this.#float(); break;
        case 77: styles.dash[2] = this.#float(); break;
        default: this.#skip(tag, 9);
      }
    }
    this.#finish(end);
  }

  /** A message of numbers, in fields from 1 to their count. @param {number} count @param {number} end */
  #floats(count, end) {
    const numbers = /** @type {number[]} */ (Array(count).fill(0));
    while (this.#at < end) {
      const tag = this.#varint();
      if ((tag & 7) === 5 && tag >> 3 <= count) numbers[(tag >> 3) - 1] = this.#float();
      else this.#skip(tag, count);
    }
    this.#finish(end);
    return numbers;
  }

  // Values.

  /** The end of a message, text or payload that begins here. */
  #message() {
    const offset = this.#at;
    const length = this.#varint();
    const left = this.bytes.length - this.#at;
    if (length > left) throw damaged(`a field at byte ${offset} has ${length} bytes, but only ${left} are left`);
    return this.#at + length;
  }

  /** @param {number} end */
  #finish(end) {
    if (this.#at !== end) throw damaged(`a field exceeds its message at byte ${end}`);
  }

  #text() {
    const end = this.#message();
    const nul = this.bytes.subarray(this.#at, end).indexOf(0);
    const text = decoder.decode(this.bytes.subarray(this.#at, nul < 0 ? end : this.#at + nul));
    this.#at = end;
    return text;
  }

  #key() {
    const key = this.#text();
    check(this.limits, "keyBytes", key.length, "a key");
    return key;
  }

  #float() {
    if (this.#at + 4 > this.bytes.length) throw damaged(`a number is truncated at byte ${this.#at}`);
    this.#at += 4;
    return this.view.getFloat32(this.#at - 4, true);
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

  /** Skips an unknown field. @param {number} tag @param {number} known the highest number of the message's known fields, which have another type here */
  #skip(tag, known) {
    const [number, type] = [Math.floor(tag / 8), tag & 7];
    if (number === 0 || (number <= known && number > 0)) throw damaged(`field ${number} before byte ${this.#at} has the wrong type ${type}`);
    if (type === 0) this.#varint();
    else if (type === 1) this.#at += 8;
    else if (type === 5) this.#at += 4;
    else if (type === 2) this.#at = this.#message();
    else throw damaged(`the wire type ${type} before byte ${this.#at} is unknown`);
    if (this.#at > this.bytes.length) throw damaged("it is truncated");
  }
}

/** Without KEEP, which draws nothing here, and without empty ones. @param {(SVGP.Shape | null | "keep")[]} shapes */
function drawn(shapes) {
  return /** @type {SVGP.Shape[]} */ (shapes.filter((shape) => shape && shape !== "keep"));
}

export { ProtobufReader };
