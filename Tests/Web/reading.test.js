// Tests of what svga.js reads, without a browser. Run by `ci/lint-page`.

import { environment } from "../../Sources/web/environment.js";
import { DocumentReader } from "../../Sources/web/read/document.js";
import { check, damaged, defaultLimits, SVGAError } from "../../Sources/web/read/errors.js";
import { inflate, inflated } from "../../Sources/web/read/inflate.js";
import { parsePath } from "../../Sources/web/read/path.js";
import { pixelCount } from "../../Sources/web/read/pixels.js";
import { readFile } from "../../Sources/web/read/read.js";
import { recovered } from "../../Sources/web/read/recover.js";
import { resolve } from "../../Sources/web/read/resolve.js";
import { readSpec } from "../../Sources/web/read/spec.js";
import { Tables } from "../../Sources/web/read/tables.js";

environment.extra = () => import("../../Sources/web/svga-extra.js");
const core = { check, damaged, DocumentReader, inflate, inflated, SVGAError };

function equal(found, expected) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

async function failure(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing failed");
}

// Messages of protobuf.

const varint = (value) => value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
const bytesOf = (value) => typeof value === "string" ? [...new TextEncoder().encode(value)] : value;
const part = (field, value) => [...varint((field << 3) | 2), ...varint(bytesOf(value).length), ...bytesOf(value)];
const whole = (field, value) => [...varint(field << 3), ...varint(value)];
const real = (field, value) => [...varint((field << 3) | 5), ...new Uint8Array(new Float32Array([value]).buffer)];
const reals = (...values) => values.flatMap((value, index) => value === 0 ? [] : real(index + 1, value));

const red = part(10, [...part(1, reals(1, 0, 0, 1)), ...part(2, reals(0, 0, 1, 1)), ...real(3, 2)]);
const shape = part(5, [...whole(1, 0), ...part(2, part(1, "M0 0L9 9")), ...red]);
const rect = part(5, [...whole(1, 1), ...part(3, reals(1, 2, 3, 4, 1)), ...red]);
const keep = part(5, whole(1, 3));
const frames = [
  [...real(1, 1), ...part(2, reals(0, 0, 40, 40)), ...shape],
  [...real(1, 0.5), ...part(2, reals(0, 0, 40, 40)), ...part(3, reals(2, 0, 0, 2, 5, 6)), ...keep],
  [...real(1, 1), ...part(4, "M1 1H5V5Z"), ...rect, ...shape],
  [],
];
const sprite = part(4, [...part(1, "one"), ...frames.flatMap((frame) => part(2, frame))]);
const hiddenSprite = part(4, [...part(1, "two"), ...part(2, real(1, 0))]);
const params = part(2, [...real(1, 60), ...real(2, 60), ...whole(3, 20), ...whole(4, 4)]);
const images = ["one", "two"].flatMap((key) => part(3, [...part(1, key), ...part(2, [0x89, 0x50, 0x4E, 0x47])]));
const protobuf = new Uint8Array([...params, ...images, ...sprite, ...hiddenSprite]);

const styles = { fill: [1, 0, 0, 1], stroke: [0, 0, 1, 1], strokeWidth: 2 };
const layout = { x: 0, y: 0, width: 40, height: 40 };
const spec = {
  ver: "1.1.0", movie: { viewBox: { width: 60, height: 60 }, fps: "20", frames: 4 }, images: {},
  sprites: [
    {
      imageKey: "one", frames: [
        { alpha: 1, layout, shapes: [{ type: "shape", args: { d: "M0 0L9 9" }, styles }] },
        { alpha: "0.5", layout, transform: { a: 2, b: 0, c: 0, d: 2, tx: 5, ty: 6 }, shapes: [{ type: "KEEP" }] },
        {
          alpha: 1, clipPath: "M1 1H5V5Z",
          shapes: [{ type: 1, args: { x: 1, y: 2, width: 3, height: 4, cornerRadius: 1 }, styles }, { type: "shape", args: { d: "M0 0L9 9" }, styles }],
        },
        {},
      ],
    },
    { imageKey: "two", frames: [{ alpha: 0 }] },
  ],
};

const read = (bytes = protobuf) => resolve(new DocumentReader(defaultLimits).protobuf(bytes), defaultLimits);

Deno.test("frames become columns, and KEEP repeats the shapes before", () => {
  const { movie } = read();
  const [{ count, alpha, a, tx, ty, layout, clip, shapes }] = movie.sprites;
  equal([count, [...alpha], [...a], [...tx], [...ty]], [4, [1, 0.5, 1, 0], [1, 2, 1, 1], [0, 5, 0, 0], [0, 6, 0, 0]]);
  equal([[...layout], [...clip], [...shapes]], [[0, 0, 1, 1], [-1, -1, 0, -1], [1, 1, 2, 0]]);
  equal(movie.layouts, [[0, 0, 40, 40], [0, 0, 0, 0]]);
  equal(movie.shapes[2].map(({ rect }) => rect ?? null), [[1, 2, 3, 4, 1], null]);
});

Deno.test("frames that repeat the one before have its numbers, and a sprite begins without them", () => {
  const [shown, kept, cut, empty] = frames.map((frame) => part(2, frame));
  const long = part(2, [...real(1, 1), ...part(4, `M0 0${"L9 9".repeat(500)}Z`)]);
  const runs = [[shown, 1], [kept, 150], [empty, 70], [shown, 2], [cut, 1], [long, 2], [empty, 1]];
  const expected = runs.flatMap(([frame, count]) => Array(count).fill(frame));
  const sprites = [part(4, [...part(1, "one"), ...expected.flat()]), part(4, [...part(1, "two"), ...empty, ...shown])];
  const [one, two] = read(new Uint8Array([...params, ...sprites.flat()])).movie.sprites;
  const alphas = [1, 0.5, 0, 1, 1, 1, 0], places = [0, 5, 0, 0, 0, 0, 0], lists = [1, 1, 0, 1, 2, 0, 0], clips = [-1, -1, -1, -1, 0, 1, -1];
  const repeated = (values) => runs.flatMap(([, count], index) => Array(count).fill(values[index]));
  equal([one.count, [...one.alpha], [...one.tx]], [227, repeated(alphas), repeated(places)]);
  equal([[...one.shapes], [...one.clip]], [repeated(lists), repeated(clips)]);
  equal([two.count, [...two.alpha], [...two.a], [...two.shapes]], [2, [0, 1], [1, 1], [0, 1]]);
});

Deno.test("repeated frames count for the limit of frames", async () => {
  const movie = new Uint8Array([...params, ...part(4, Array(12).fill(part(2, [])).flat())]);
  const error = await failure(() => new DocumentReader({ ...defaultLimits, spriteFrames: 11 }).protobuf(movie));
  equal([error.code, error.limit], ["limit", "spriteFrames"]);
});

Deno.test("JSON of version 1 gives the same movie as protobuf", () => {
  const json = new TextEncoder().encode(JSON.stringify(spec));
  const { movie } = resolve(readSpec(json, new DocumentReader(defaultLimits), core), defaultLimits);
  const expected = read().movie;
  for (const [index, sprite] of movie.sprites.entries()) {
    for (const name of ["alpha", "a", "d", "tx", "layout", "clip", "shapes"]) equal([...sprite[name]], [...expected.sprites[index][name]]);
  }
  equal(movie.shapes, expected.shapes);
  equal([movie.size, movie.rate, movie.frames], [expected.size, expected.rate, expected.frames]);
});

Deno.test("an image that no frame shows is not decoded", () => {
  equal(read().images.map((bytes) => bytes.length), [4, 0]);
});

Deno.test("a path is read when it is drawn, and shapes share it", () => {
  const { movie } = read();
  const [[one], [, other]] = [movie.shapes[1], movie.shapes[2]];
  equal(one.outline.box === undefined && one.outline === other.outline, true);
  equal(parsePath(one.outline.d).box, [0, 0, 9, 9]);
});

Deno.test("a path with too many segments is refused before it is drawn", async () => {
  const tables = new Tables({ ...defaultLimits, pathSegments: 2000 });
  equal(tables.clip(`M0 0${"L1 1".repeat(9)}`), 0);
  equal((await failure(() => tables.clip(`M0 0${"L1 1".repeat(20)}`))).limit, "pathSegments");
});

Deno.test("curves are mirrored only after a curve of their kind", () => {
  equal(parsePath("M0 0C1 1 2 2 3 0S5 5 6 0").d, "M0 0C1 1 2 2 3 0C4 -2 5 5 6 0");
  equal(parsePath("M0 0Q3 3 6 0S5 5 6 0").d.slice(-12), "C6 0 5 5 6 0");
  equal(parsePath("M1 1h2v2z l1 0x").d, "M1 1L3 1L3 3ZM1 1L2 1");
});

// Deno accepts what browsers reject, so this stands for a browser: a stream ends after some bytes.
const streamOf = (valid) => (length, start, size = 1 << 15) => {
  for (let at = 0; at < length;) {
    const next = at < start ? start : at + size;
    if (Math.min(next, length) > valid) return Promise.resolve(at);
    at = next;
  }
  return Promise.resolve(length === valid ? new Uint8Array([1]) : length);
};

Deno.test("bytes after a compressed stream are ignored", async () => {
  equal([...await recovered(streamOf(700), 0, 100_000, damaged)], [1]);
  equal([...await recovered(streamOf(40_000), 1 << 15, 100_000, damaged)], [1]);
});

Deno.test("a truncated or invalid stream is an error", async () => {
  const early = await failure(() => recovered(streamOf(Infinity), 500, 500, damaged));
  equal(early.message, "the file is damaged: its compressed data ends at byte 500, too early");
  const invalid = await failure(() => recovered(() => Promise.resolve(9), 0, 500, damaged));
  equal(invalid.message, "the file is damaged: its compressed data is invalid near byte 9");
});

/** A ZIP with a compressed movie.spec. @param {string} text @param {{checksum?: number, after?: number[]}} [options] wrong checksum; bytes after the data */
async function archiveOf(text, { checksum, after = [] } = {}) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const file = new Uint8Array(await new Response(stream).arrayBuffer());
  const data = [...file.subarray(10, -8), ...after];
  const numbers = new DataView(file.buffer, file.length - 8);
  const name = [...new TextEncoder().encode("movie.spec")];
  const words = (...values) => [...new Uint8Array(new Uint32Array(values).buffer)];
  const sizes = words(checksum ?? numbers.getUint32(0, true), data.length, numbers.getUint32(4, true));
  const local = [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0, ...sizes, name.length, 0, 0, 0, ...name, ...data];
  const entry = [0x50, 0x4B, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0, ...sizes, name.length, 0, ...Array(16).fill(0), ...name];
  return new Uint8Array([...local, ...entry, 0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, ...words(entry.length, local.length), 0, 0]);
}

const oddSpec = JSON.stringify({
  movie: { viewBox: { width: 8, height: 6 }, fps: 10, frames: 2 },
  sprites: [{ imageKey: "a", frames: [{ alpha: "0.5", layout: [1, 2, 3, 4], transform: { a: 2, tx: null, ty: "7" } }, { alpha: 1, transform: [1, 2, 3] }] }],
});

Deno.test("numbers of a JSON movie may be strings, lists or missing", async () => {
  const movie = await readFile(await archiveOf(oddSpec));
  const [{ alpha, a, b, c, d, tx, ty, layout }] = movie.sprites;
  equal([alpha, a, b, c, d, tx, ty].map((column) => [...column]), [[0.5, 1], [2, 1], [0, 2], [0, 3], [1, 1], [0, 0], [7, 0]]);
  equal([...layout].map((index) => movie.layouts[index]), [[1, 2, 3, 4], [0, 0, 0, 0]]);
});

Deno.test("bytes after the compressed data of an entry are ignored", async () => {
  equal((await readFile(await archiveOf(oddSpec, { after: [1, 2, 3] }))).frames, 2);
});

Deno.test("an entry with another checksum is an error", async () => {
  for (const after of [[], [1, 2, 3]]) {
    const error = await failure(async () => readFile(await archiveOf(oddSpec, { checksum: 1, after })));
    equal(error.message, 'the file is damaged: the entry "movie.spec" of the ZIP has the wrong checksum');
  }
});

Deno.test("an error says what a file is", async () => {
  const error = await failure(() => readFile(new TextEncoder().encode("%PDF-1.7")));
  equal([error.code, error.message], ["format", "the file is a PDF, not an SVGA animation"]);
  equal((await failure(() => readFile(new Uint8Array([1, 2, 3])))).message, "the file is not an SVGA animation; it starts with the bytes 01 02 03");
});

Deno.test("the pixels of images are known before they are decoded", () => {
  equal(pixelCount(new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 4, 0, 5, 0]), "image/gif"), 20);
  equal(pixelCount(new Uint8Array([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 6, 0, 7]), "image/jpeg"), 42);
  equal(pixelCount(new Uint8Array(3), "image/webp"), 0);
});
