// Makes a movie's parts of the messages of proto/svga.proto.

import { check } from "./errors.js";
import { ProtobufReader } from "./protobuf.js";
import { FrameRows } from "./rows.js";
import { Tables } from "./tables.js";

/** The type of a shape that stands for the shapes of the frame before. */
const keep = 3;

class DocumentReader {
  /** @type {Map<SVGP.Loose[], number>} */
  #lists = new Map();
  /** By their text. @type {Map<string, SVGP.Shape | null>} */
  #shapes = new Map();

  /** @param {SVGP.Limits} limits */
  constructor(limits) {
    this.limits = limits;
    this.tables = new Tables(limits);
    this.frames = new FrameRows(limits, this.tables, (shapes) => shapes[0].type === keep ? null : this.#list(shapes));
  }

  /** null: the bytes have no field of a movie. @param {Uint8Array<ArrayBuffer>} bytes @returns {SVGP.Wire | null} */
  protobuf(bytes) {
    const reader = new ProtobufReader(bytes, this.limits, this.frames, (sprite) => this.sprite(sprite));
    const { params = {}, images = [], sprites = [], audios = [] } = reader.read();
    /** @type {SVGP.Payload[]} */
    const payloads = images.map(({ key = "", bytes: file = new Uint8Array() }) => ({ key, bytes: file }));
    return reader.hasFields ? this.wire(params, payloads, sprites, audios) : null;
  }

  /** @param {SVGP.Loose} params @param {SVGP.Payload[]} images @param {SVGP.WireSprite[]} sprites @param {SVGP.Loose[]} audios @returns {SVGP.Wire} */
  wire({ width = 0, height = 0, fps = 0, frames = 0 }, images, sprites, audios) {
    check(this.limits, "images", images.length);
    check(this.limits, "sprites", sprites.length);
    return { width, height, fps, frames, images, sprites, audios, tables: this.tables };
  }

  /** Ends a sprite, whose frames were read before. @param {SVGP.Loose} sprite @returns {SVGP.WireSprite} */
  sprite({ imageKey = "", matteKey = "" }) {
    check(this.limits, "keyBytes", Math.max(imageKey.length, matteKey.length), "a key");
    return { imageKey, matteKey, columns: this.frames.columns() };
  }

  /** Equal lists, and equal shapes, are made once. @param {SVGP.Loose[]} list */
  #list(list) {
    let index = this.#lists.get(list);
    if (index === undefined) {
      index = this.tables.list(list.map((value) => this.#shape(value)).filter((shape) => shape !== null));
      this.#lists.set(list, index);
    }
    return index;
  }

  /** @param {SVGP.Loose} value @returns {SVGP.Shape | null} */
  #shape(value) {
    const key = JSON.stringify(value);
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      shape = this.tables.shape(value);
      this.#shapes.set(key, shape);
    }
    return shape;
  }
}

export { DocumentReader };
