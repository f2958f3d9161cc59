// Reads the server's stream of frames: a header of seven little-endian UInt32 for each, then its pixels.

/**
 * One frame's pixels. They fill a rectangle of the scene; outside of it the frame is transparent.
 * @typedef {object} FrameRecord
 * @property {number} frame
 * @property {number} x
 * @property {number} y
 * @property {number} width 0 when the frame is empty
 * @property {number} height
 * @property {Uint8ClampedArray<ArrayBuffer>} data straight RGBA, row by row
 * @property {{width: number, height: number}} [size] of its scene
 */

const headerBytes = 28;
const rawEncoding = 0;

/** The approximate memory overhead of a frame. */
export const recordOverhead = 256;

/** Parses the records of a response from chunks of any length. Each record is passed on when its last byte arrives. */
export class RecordReader {
  #size;
  #receive;
  #header = new Uint8Array(headerBytes);
  #fields = new DataView(this.#header.buffer);
  #headerFilled = 0;
  /** @type {FrameRecord|null} */
  #record = null;
  #bytes = new Uint8Array(0);
  #filled = 0;

  /**
   * @param {{width: number, height: number, frames: number}} size of the scene, which no record may exceed
   * @param {(record: FrameRecord) => void} receive
   */
  constructor(size, receive) {
    this.#size = size;
    this.#receive = receive;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    let at = 0;
    while (at < chunk.length) {
      at = this.#record ? this.#readPixels(this.#record, chunk, at) : this.#readHeader(chunk, at);
    }
  }

  /** Whether the response ended between two records. */
  get isComplete() {
    return !this.#record && this.#headerFilled === 0;
  }

  /** @param {Uint8Array} chunk @param {number} at */
  #readHeader(chunk, at) {
    const count = Math.min(headerBytes - this.#headerFilled, chunk.length - at);
    this.#header.set(chunk.subarray(at, at + count), this.#headerFilled);
    this.#headerFilled += count;
    if (this.#headerFilled === headerBytes) this.#begin();
    return at + count;
  }

  #begin() {
    const [frame, x, y, width, height, encoding, byteCount] = Array.from({ length: 7 }, (_, i) => this.#fields.getUint32(4 * i, true));
    const { width: fullWidth, height: fullHeight, frames } = this.#size;
    const fits = frame < frames && x + width <= fullWidth && y + height <= fullHeight;
    if (!fits || encoding !== rawEncoding || byteCount !== 4 * width * height) throw new Error("unexpected bytes between frames");
    const data = new Uint8ClampedArray(byteCount);
    this.#record = { frame, x, y, width, height, data };
    this.#bytes = new Uint8Array(data.buffer);
    this.#filled = 0;
    if (byteCount === 0) this.#finish(this.#record);
  }

  /** @param {FrameRecord} record @param {Uint8Array} chunk @param {number} at */
  #readPixels(record, chunk, at) {
    const count = Math.min(this.#bytes.length - this.#filled, chunk.length - at);
    this.#bytes.set(count === chunk.length ? chunk : chunk.subarray(at, at + count), this.#filled);
    this.#filled += count;
    if (this.#filled === this.#bytes.length) this.#finish(record);
    return at + count;
  }

  /** @param {FrameRecord} record */
  #finish(record) {
    this.#record = null;
    this.#bytes = new Uint8Array(0);
    this.#headerFilled = 0;
    this.#receive(record);
  }
}

/**
 * Clears the canvas and draws a frame.
 * @param {CanvasRenderingContext2D} context of a canvas with the scene's size
 * @param {FrameRecord} record
 */
export function draw(context, record) {
  const { width, height } = context.canvas;
  if (record.width < width || record.height < height) context.clearRect(0, 0, width, height);
  if (record.data.length > 0) context.putImageData(new ImageData(record.data, record.width, record.height), record.x, record.y);
}

/**
 * The straight RGBA bytes of one pixel.
 * @param {FrameRecord} record @param {number} x @param {number} y
 * @returns {number[]}
 */
export function pixel(record, x, y) {
  const column = x - record.x;
  const row = y - record.y;
  if (column < 0 || row < 0 || column >= record.width || row >= record.height) return [0, 0, 0, 0];
  const at = 4 * (row * record.width + column);
  return Array.from(record.data.subarray(at, at + 4));
}
