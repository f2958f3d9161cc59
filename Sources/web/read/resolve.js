// Resolves what was read to a movie: keys, mattes, sounds, time (Rules of rendering, sections 2 to 5 and 7).

import { check, damaged } from "./errors.js";
import { mediaType } from "./payload.js";

/** Finds an entry by its key: exactly, then without a suffix, then without the last extension on either side. */
class KeyIndex {
  /** @type {Map<string, number>} */
  #exact = new Map();
  /** @type {Map<string, number>} */
  #short = new Map();

  /** @param {string} key @param {number} index */
  add(key, index) {
    this.#exact.set(key, index);
    const short = withoutExtension(key);
    if (short !== key && !this.#short.has(short)) this.#short.set(short, index);
  }

  /** @param {string} key */
  find(key) {
    const short = withoutExtension(key);
    return this.#exact.get(key) ?? this.#exact.get(withoutSuffix(key)) ?? this.#exact.get(short) ?? this.#short.get(key) ?? this.#short.get(short) ?? -1;
  }
}

/** @param {string} key */
function withoutExtension(key) {
  const dot = key.lastIndexOf(".");
  return dot > 0 ? key.slice(0, dot) : key;
}

/** @param {string} key */
function withoutSuffix(key) {
  return key.replace(/\.(matte|vector)$/, "");
}

/** @param {SVGP.Wire} wire @param {SVGP.Limits} limits @returns {SVGP.Resolved} */
function resolve(wire, limits) {
  const isVisible = wire.width > 0 && wire.height > 0 && Number.isFinite(wire.width * wire.height);
  const size = [wire.width, wire.height].map((side) => isVisible ? Math.max(1, Math.round(side)) : 1);
  check(limits, "canvasPixels", Math.round(size[0] * size[1]), "the canvas");
  check(limits, "frames", wire.frames);
  const { frames } = wire;
  if (!(frames > 0)) throw damaged("the movie has no frames");

  // For two payloads with one key, the last counts.
  const payloads = [...new Map(wire.images.filter(({ isMissing }) => !isMissing).map(({ key, bytes }) => [key, bytes]))];
  const [images, sounds] = [new KeyIndex(), new KeyIndex()];
  for (const [index, [key, bytes]] of payloads.entries()) (mediaType(bytes)?.startsWith("audio/") ? sounds : images).add(key, index);

  /** The payloads that are drawn, in the order of their first sprite. @type {Map<number, number>} */
  const used = new Map();
  /** Those that are visible in some frame; others are not decoded. @type {Set<number>} */
  const visible = new Set();
  /** @type {Map<string, number>} */
  const mattes = new Map();
  for (const [index, { imageKey }] of wire.sprites.entries()) {
    if (imageKey.endsWith(".matte") && !mattes.has(imageKey)) mattes.set(imageKey, index);
  }
  const sprites = wire.sprites.map(({ imageKey, matteKey, columns }) => {
    const payload = images.find(imageKey);
    if (payload >= 0 && !used.has(payload)) used.set(payload, used.size);
    if (columns.alpha.some((alpha, frame) => alpha > 0 && frame < frames)) visible.add(payload);
    const isMatte = imageKey.endsWith(".matte");
    return Object.assign(columns, {
      key: withoutSuffix(imageKey), name: imageKey, image: used.get(payload) ?? -1,
      matte: isMatte || matteKey === "" ? -1 : mattes.get(matteKey) ?? -1, isMatte,
    });
  });
  /** @type {number[]} */
  const heard = [];
  const audios = wire.audios.flatMap(({ audioKey = "", startFrame = 0, endFrame = 0, startTime = 0 }) => {
    const payload = sounds.find(audioKey);
    const start = Math.max(0, startFrame);
    const end = Math.min(frames, endFrame <= start ? frames : endFrame);
    if (payload < 0 || start >= end) return [];
    if (!heard.includes(payload)) heard.push(payload);
    return [{ sound: heard.indexOf(payload), start, end, offset: startTime / 1000 }];
  });
  return {
    movie: {
      size: [size[0], size[1]], rate: [wire.fps > 0 ? wire.fps : 20, 1], frames, loops: 1, images: [], copies: new Map(),
      layouts: wire.tables.layouts, clips: wire.tables.clips, shapes: wire.tables.lists, sprites, audios, sounds: heard.map((payload) => payloads[payload][1]),
    },
    images: [...used.keys()].map((payload) => visible.has(payload) ? payloads[payload][1] : new Uint8Array()),
  };
}

export { resolve };
