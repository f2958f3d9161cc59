// The difference of two frames, pixel by pixel, as `svga diff --pixels` counts it.

/** The color of marked different pixels. */
const markColor = [255, 0, 170];

/**
 * @typedef {import("../player/records.js").FrameRecord} FrameRecord
 *
 * @typedef {object} FrameDifference
 * @property {number} differingPixels
 * @property {number} largestDifference  of any premultiplied channel, 0 to 255
 *
 * @typedef {{amplification: number, marks: boolean}} Look
 */

/**
 * Draws the difference of two frames into a picture, and counts it.
 * @param {FrameRecord} before
 * @param {FrameRecord} after
 * @param {ImageData|null} picture  receives the difference, opaque on black; null only counts
 * @param {number} width  of the compared area, from the top left
 * @param {number} height
 * @param {Look} look
 * @returns {FrameDifference}
 */
export function difference(before, after, picture, width, height, look) {
  const result = { differingPixels: 0, largestDifference: 0 };
  const rows = [new Uint32Array(width), new Uint32Array(width)];
  const bytes = rows.map((row) => new Uint8ClampedArray(row.buffer));
  if (picture) new Uint32Array(picture.data.buffer).fill(opaqueBlack());
  const { top, bottom } = rowsWithInk(before, after, height);
  for (let y = top; y < bottom; y += 1) {
    copyRow(before, y, bytes[0], width);
    copyRow(after, y, bytes[1], width);
    const target = picture ? picture.data.subarray(y * picture.width * 4) : null;
    for (let x = 0; x < width; x += 1) {
      if (rows[0][x] === rows[1][x]) continue;
      const largest = comparePixel(bytes[0], bytes[1], x * 4, target, look);
      if (largest === 0) continue;
      result.differingPixels += 1;
      if (largest > result.largestDifference) result.largestDifference = largest;
    }
  }
  return result;
}

/** Opaque black as one number, in the byte order of this machine. */
function opaqueBlack() {
  return new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0];
}

/** The rows in which at least one of the frames has a pixel. @param {FrameRecord} before @param {FrameRecord} after @param {number} height */
function rowsWithInk(before, after, height) {
  const inked = [before, after].filter((record) => record.width > 0 && record.height > 0);
  if (inked.length === 0) return { top: 0, bottom: 0 };
  return {
    top: Math.max(0, Math.min(...inked.map((record) => record.y))),
    bottom: Math.min(height, Math.max(...inked.map((record) => record.y + record.height))),
  };
}

/**
 * Copies row `y` of a frame, transparent where the frame has no pixels.
 * @param {FrameRecord} record @param {number} y @param {Uint8ClampedArray} row @param {number} width
 */
function copyRow(record, y, row, width) {
  row.fill(0);
  if (y < record.y || y >= record.y + record.height || record.x >= width) return;
  const first = (y - record.y) * record.width * 4;
  const count = Math.min(record.width, width - record.x) * 4;
  row.set(record.data.subarray(first, first + count), record.x * 4);
}

/**
 * The largest difference of one pixel's premultiplied channels. Premultiplying straight colors restores the renderer's exact values, so the
 * numbers equal those of the command. The picture shows the larger one of the differences over black and over white.
 * @param {Uint8ClampedArray} before @param {Uint8ClampedArray} after @param {number} i @param {Uint8ClampedArray|null} target
 * @param {Look} look
 */
function comparePixel(before, after, i, target, { amplification, marks }) {
  const alpha = after[i + 3] - before[i + 3];
  let largest = Math.abs(alpha);
  for (let c = i; c < i + 3; c += 1) {
    const change = premultiplied(after[c], after[i + 3]) - premultiplied(before[c], before[i + 3]);
    largest = Math.max(largest, Math.abs(change));
    if (target) target[c] = Math.max(Math.abs(change), Math.abs(change - alpha)) * amplification;
  }
  if (target && marks && largest > 0) [target[i], target[i + 1], target[i + 2]] = markColor;
  return largest;
}

/** @param {number} value @param {number} alpha */
function premultiplied(value, alpha) {
  return Math.round((value * alpha) / 255);
}
