// Decompresses a stream that other bytes follow: browsers reject them.

/**
 * The decompressed bytes.
 * @param {(length: number, start: number, size?: number) => Promise<Uint8Array<ArrayBuffer> | number>} attempt decompresses bytes up to a length, in chunks
 *   of this size after the start; returns where it failed otherwise
 * @param {number} failed where it failed first @param {number} length of all bytes
 * @param {SVGP.Core["damaged"]} damaged
 */
async function recovered(attempt, failed, length, damaged) {
  let end = failed;
  // Smaller and smaller chunks find the first byte after the stream.
  for (const size of [1 << 8, 1]) {
    const result = end < length ? await attempt(length, end, size) : end;
    if (typeof result !== "number") return result;
    end = result;
  }
  const result = end > 0 && end < length ? await attempt(end, 0) : end;
  if (typeof result !== "number") return result;
  throw damaged(end < length ? `its compressed data is invalid near byte ${end}` : `its compressed data ends at byte ${end}, too early`);
}

export { recovered };
