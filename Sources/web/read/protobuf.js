// Reads a message of proto/svga.proto as an object like that of movie.spec, the JSON of 1.x.

import { check, damaged } from "./errors.js";

const integer = 0;
const float = 5;
/** A message of floats, as a list of 6: those that it has not are 0. */
const floats = 6;
const text = "";
const payload = null;

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
/** Frames are most of a file, so they have a function of their own. @type {SVGP.Schema} */
const frame = [];
/** @type {SVGP.Schema} */
const sprite = [["imageKey", text], ["frames", frame, true], ["matteKey", text]];
/** @type {SVGP.Schema} */
const movie = [
  ["ver", text], ["params", [["width", float], ["height", float], ["fps", integer], ["frames", integer]]], ["images", [["key", text], ["bytes", payload]], true],
  ["sprites", sprite, true], ["audios", [["audioKey", text], ["startFrame", integer], ["endFrame", integer], ["startTime", integer]], true],
];

const decoder = new TextDecoder();
/** Makes bytes a key. */
const latin = new TextDecoder("latin1");
/** The memory of an object, for the limit of a document. */
const objectBytes = 64;
/** Larger frames, and lists of shapes, are not compared. */
const comparedBytes = 1024;

/** The shapes of a frame without. @type {SVGP.Loose[]} */
const none = [];

// What is read. Reading is never interrupted, and variables of the module take less time than members of an object.

let data = new Uint8Array();
let view = new DataView(data.buffer);
/** @type {SVGP.Limits} */
let limits;
/** @type {SVGP.FrameSink} */
let frames;
/** @type {(sprite: SVGP.Loose) => unknown} */
let onSprite;
let at = 0;
let objects = 0;
let hasFields = false;
/** Shapes by their bytes: many frames repeat them. @type {Map<string, SVGP.Loose>} */
let shapes = new Map();
/** The list that was read last, and its bytes: most frames repeat those of the frame before. @type {SVGP.Loose[]} */
let lastList = none;
let lastLength = -1;
let lastEnd = 0;
/** The frame before in its sprite, and its bytes: most frames are equal. */
let lastFrameLength = -1;
let lastFrame = 0;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} allowed
 * @param {SVGP.FrameSink} sink gets the frames of a sprite, one after the other
 * @param {(sprite: SVGP.Loose) => unknown} complete called after the frames of each; its result replaces the sprite
 * @returns {SVGP.Loose | null} null: no field of a movie was found
 */
function readProtobuf(bytes, allowed, sink, complete) {
  start(bytes, allowed, sink, complete);
  try {
    const message = readMessage(movie, data.length, {});
    return hasFields ? message : null;
  } finally {
    // Nothing of a movie stays in memory.
    start(new Uint8Array(), allowed);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {SVGP.Limits} allowed @param {any} [sink] @param {any} [complete] */
function start(bytes, allowed, sink, complete) {
  data = bytes;
  limits = allowed;
  frames = sink;
  onSprite = complete;
  view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  shapes = new Map();
  lastList = none;
  at = objects = 0;
  lastLength = lastFrameLength = -1;
  hasFields = false;
}

/** @param {SVGP.Schema} schema @param {number} end @param {SVGP.Loose} message what is completed @returns {SVGP.Loose} */
function readMessage(schema, end, message) {
  count();
  while (at < end) {
    const offset = at;
    const tag = varint();
    const field = schema[Math.floor(tag / 8) - 1];
    if (!field) {
      skip(tag, offset);
      continue;
    }
    hasFields = true;
    const name = field[0];
    const kind = field[1];
    expect(tag, kind === integer || kind === float ? kind : 2, offset);
    if (kind === integer) message[name] = varint() | 0;
    else if (kind === float) message[name] = readFloat(end);
    else {
      const stop = endOf(offset, end);
      if (kind === frame) readFrame(stop);
      else if (!field[2]) message[name] = readValue(kind, stop, message[name]);
      else {
        const value = readValue(kind, stop, undefined);
        (message[name] ??= []).push(kind === sprite ? completed(/** @type {SVGP.Loose} */ (value)) : value);
      }
      at = stop;
    }
  }
  return message;
}

/** @param {SVGP.Loose} value of a sprite */
function completed(value) {
  // The frames of another sprite follow.
  lastFrameLength = -1;
  return onSprite(value);
}

/** @param {SVGP.Field[1]} kind @param {number} stop @param {any} before a message that occurs twice is merged */
function readValue(kind, stop, before) {
  if (kind === floats) return readFloats(stop, before ?? [0, 0, 0, 0, 0, 0], -1, 1);
  if (typeof kind === "object") return kind ? readMessage(kind, stop, before ?? {}) : data.subarray(at, stop);
  return readText(stop);
}

/** @param {number} end */
function readFrame(end) {
  count();
  const length = end - at;
  const isRepeated = isSame(length, end, lastFrameLength, lastFrame);
  lastFrame = end;
  lastFrameLength = length;
  if (isRepeated) {
    frames.repeat();
    return;
  }
  const row = frames.begin();
  const { reals, capacity } = frames;
  let hasTransform = false;
  let clipPath = "";
  /** @type {SVGP.Loose[]} */
  let found = none;
  while (at < end) {
    const offset = at;
    const tag = varint();
    if (tag === 0x0D) {
      reals[row] = readFloat(end);
      continue;
    }
    // The others are not numbers.
    if ((tag & 7) !== 2 || tag < 0x12 || tag > 0x2A) {
      skipOther(tag, offset, 5);
      continue;
    }
    const stop = endOf(offset, end);
    if (tag === 0x12) readFloats(stop, frames.rect, -1, 1);
    else if (tag === 0x1A) {
      if (!hasTransform) reals[row + capacity] = reals[row + 4 * capacity] = 0;
      hasTransform = true;
      readFloats(stop, reals, row, capacity);
    } else if (tag === 0x22) clipPath = readText(stop);
    else {
      const list = readList(offset, end);
      found = found.length > 0 ? [...found, ...list] : list;
      continue;
    }
    at = stop;
  }
  frames.end(clipPath, found);
}

/** Whether other bytes are equal. @param {number} length @param {number} end @param {number} otherLength @param {number} otherEnd */
function isSame(length, end, otherLength, otherEnd) {
  if (length !== otherLength || length > comparedBytes) return false;
  // From the end: a matrix ends with the position.
  for (let index = 1; index <= length; index += 1) if (data[end - index] !== data[otherEnd - index]) return false;
  return true;
}

/** Shapes in a row. @param {number} start @param {number} end of their frame */
function readList(start, end) {
  let stop = start;
  do {
    at = stop + 1;
    stop = endOf(stop, end);
  } while (stop < end && data[stop] === data[start]);
  const length = stop - start;
  if (!isSame(length, stop, lastLength, lastEnd)) {
    lastList = [];
    for (at = start; at < stop;) {
      at += 1;
      const limit = endOf(start, end);
      const key = latin.decode(data.subarray(at, limit));
      let message = shapes.get(key);
      if (!message) shapes.set(key, (message = readMessage(shape, limit, {})));
      lastList.push(message);
      at = limit;
    }
  }
  at = lastEnd = stop;
  lastLength = length;
  return lastList;
}

/** @param {number} stop */
function readText(stop) {
  const nul = data.subarray(at, stop).indexOf(0);
  return decoder.decode(data.subarray(at, nul < 0 ? stop : at + nul));
}

/** @template {number[] | Float32Array | Float64Array} Numbers @param {number} end @param {Numbers} numbers @param {number} first @param {number} stride from field to field */
function readFloats(end, numbers, first, stride) {
  while (at < end) {
    const offset = at;
    const tag = varint();
    if ((tag & 7) !== float || tag < 8 || tag > 0x37) skipOther(tag, offset, 6);
    else {
      numbers[first + stride * (tag >> 3)] = readFloat(end);
    }
  }
  return numbers;
}

/** Skips a field that is unknown by its number. @param {number} tag @param {number} offset @param {number} last the last known number */
function skipOther(tag, offset, last) {
  if (tag >> 3 && tag >> 3 <= last) throw invalid(offset);
  skip(tag, offset);
}

function count() {
  objects += 1;
  if (objectBytes * objects > limits.documentBytes) check(limits, "documentBytes", objectBytes * objects);
}

/** @param {number} tag @param {number} type the wire type that its field must have @param {number} offset */
function expect(tag, type, offset) {
  if ((tag & 7) !== type) throw invalid(offset);
}

/** @param {number} end */
function readFloat(end) {
  at += 4;
  if (at > end) throw invalid(end);
  return view.getFloat32(at - 4, true);
}

/** The end of a message, text or payload that begins here. @param {number} offset @param {number} limit the end of what contains it */
function endOf(offset, limit) {
  const end = varint() + at;
  if (end > limit) throw invalid(offset);
  return end;
}

/** Its lowest 49 bits. */
function varint() {
  let byte = data[at];
  if (byte < 0x80) {
    at += 1;
    return byte;
  }
  const offset = at;
  let result = 0;
  let factor = 1;
  do {
    byte = data[at];
    if (byte === undefined || at - offset > 9) throw invalid(offset);
    // The highest bits of a negative number would be lost in rounding, and `| 0` does not need them.
    if (factor < 2 ** 43) result += (byte & 0x7F) * factor;
    factor *= 128;
    at += 1;
  } while (byte >= 0x80);
  return result;
}

/** Skips an unknown field. @param {number} tag @param {number} offset */
function skip(tag, offset) {
  const type = tag & 7;
  if (type === 0) varint();
  else if (type === 2) at = endOf(offset, data.length);
  else at += type === 1 ? 8 : 4;
  if (tag < 8 || (type > 2 && type < 5) || type > 5 || at > data.length) throw invalid(offset);
}

/** @param {number} offset */
function invalid(offset) {
  return damaged(`the movie is invalid at byte ${offset}`);
}

export { readProtobuf };
