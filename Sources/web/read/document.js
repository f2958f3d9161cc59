// Makes a movie's parts of the messages of proto/svga.proto.

import { check } from "./errors.js";
import { readProtobuf } from "./protobuf.js";
import { FrameRows } from "./rows.js";
import { Tables } from "./tables.js";

/** The type of a shape that stands for the shapes of the frame before. */
const keep = 3;

class DocumentReader {
  /** @param {SVGP.Limits} limits */
  constructor(limits) {
    this.limits = limits;
    this.tables = new Tables(limits);
    this.frames = new FrameRows(limits, this.tables, (shapes) => shapes[0].type === keep ? null : this.#list(shapes));
  }

  /** null: the bytes have no field of a movie. @param {Uint8Array<ArrayBuffer>} bytes @returns {SVGP.Wire | null} */
  protobuf(bytes) {
    const message = readProtobuf(bytes, this.limits, this.frames, (sprite) => this.sprite(sprite));
    if (!message) return null;
    const { params = {}, images = [], sprites = [], audios = [] } = message;
    /** @type {SVGP.Payload[]} */
    const payloads = images.map(({ key = "", bytes: file = new Uint8Array() }) => ({ key, bytes: file }));
    return this.wire(params, payloads, sprites, audios);
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

  /** A message of which the same shape was made before has it. @param {SVGP.Loose[]} list */
  #list(list) {
    const shapes = [];
    for (const message of list) {
      if (message.made === undefined) message.made = this.tables.shape(message);
      if (message.made) shapes.push(message.made);
    }
    return this.tables.list(shapes);
  }
}

export { DocumentReader };
