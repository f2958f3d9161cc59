// Decompression with the browser's streams, within a limit.

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
    try {
      check(limits, limit, used + count);
    } catch (error) {
      reader.cancel().catch(() => {});
      throw error;
    }
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

/** Browsers decompress a whole chunk before they give anything back, so large ones could exceed the limit. */
const chunkBytes = 1 << 15;

/** @param {WritableStream<BufferSource>} stream @param {Uint8Array<ArrayBuffer>} bytes */
async function write(stream, bytes) {
  const writer = stream.getWriter();
  for (let at = 0; at < bytes.length; at += chunkBytes) await writer.write(bytes.subarray(at, at + chunkBytes));
  await writer.close();
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionFormat} format @param {SVGP.Limits} limits @param {number} used */
function inflateExactly(bytes, format, limits, used) {
  const { readable, writable } = new DecompressionStream(format);
  // The reader gets its errors.
  write(writable, bytes).catch(() => {});
  return collect(readable, limits, "inflatedBytes", used);
}

/**
 * Decompresses a stream; bytes after its end are ignored.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionFormat} format @param {SVGP.Limits} limits @param {number} [used]
 */
async function inflate(bytes, format, limits, used = 0) {
  try {
    return await inflateExactly(bytes, format, limits, used);
  } catch (error) {
    if (error instanceof SVGAError) throw error;
    const end = await endOfStream(bytes, format, limits.inflatedBytes);
    try {
      if (end < bytes.length) return await inflateExactly(bytes.subarray(0, end), format, limits, used);
    } catch (cause) {
      if (cause instanceof SVGAError) throw cause;
    }
    throw damaged(end < bytes.length ? `its compressed data is invalid near byte ${end}` : `its compressed data ends at byte ${end}, too early`);
  }
}

/**
 * The offset of the first byte that the browser's decompressor rejects: it rejects what follows the end of a stream.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionFormat} format @param {number} allowed
 */
async function endOfStream(bytes, format, allowed) {
  let [start, end] = [0, bytes.length];
  // Narrows to one byte in few passes.
  for (const size of [1 << 16, 1 << 8, 1]) {
    const { readable, writable } = new DecompressionStream(format);
    const reader = readable.getReader();
    let count = 0;
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        count += value.length;
        if (count > allowed) reader.cancel();
      }
    })().catch(() => {});
    const writer = writable.getWriter();
    writer.closed.catch(() => {});
    let at = 0;
    try {
      if (start > 0) await writer.write(bytes.subarray(0, start));
      for (at = start; at < end; at += size) await writer.write(bytes.subarray(at, Math.min(at + size, end)));
      writer.close().catch(() => {});
      await reading;
      return end;
    } catch {
      await reading;
    }
    [start, end] = [at, Math.min(at + size, end)];
  }
  return start;
}

export { collect, inflate };
