// Decompression with the browser's streams, within a limit.

import { environment } from "../environment.js";
import { check, damaged, SVGAError } from "./errors.js";

/**
 * All bytes of a stream.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {SVGP.Limits} limits @param {"inputBytes" | "inflatedBytes"} limit
 * @param {number} [used] how many bytes of the limit are used already
 */
async function collect(stream, limits, limit, used = 0) {
  const pieces = [];
  let count = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    count += value.length;
    if (used + count > limits[limit]) reader.cancel().catch(() => {});
    check(limits, limit, used + count);
  }
  if (pieces.length === 1) return pieces[0];
  const bytes = new Uint8Array(count);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * Decompresses a stream; bytes after its end are ignored.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionFormat} format @param {SVGP.Limits} limits @param {number} [used]
 */
async function inflate(bytes, format, limits, used = 0) {
  /** @param {number} length how many bytes are decompressed @param {[start?: number, size?: number]} chunks */
  const attempt = (length, ...chunks) => inflated(bytes.subarray(0, length), format, limits, used, ...chunks);
  const result = await attempt(bytes.length);
  if (typeof result !== "number") return result;
  return (await environment.extra()).recovered(attempt, result, bytes.length, damaged);
}

/**
 * What the browser makes of a stream, or the offset of the chunk that it rejects.
 * Browsers decompress a whole chunk before they give anything back, so large ones could exceed the limit.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionFormat} format @param {SVGP.Limits} limits @param {number} used
 * @param {number} [start] the end of the first chunk, or 0 @param {number} [size] of the others
 */
async function inflated(bytes, format, limits, used, start = 0, size = 1 << 15) {
  const { readable, writable } = new DecompressionStream(format);
  const reading = collect(readable, limits, "inflatedBytes", used);
  reading.catch(() => {});
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  let at = 0;
  try {
    while (at < bytes.length) {
      const next = at < start ? start : at + size;
      await writer.write(bytes.subarray(at, next));
      at = next;
    }
    at = bytes.length;
    await writer.close();
    return await reading;
  } catch {
    await reading.catch((error) => {
      if (error instanceof SVGAError) throw error;
    });
    return at;
  }
}

export { collect, inflate, inflated };
