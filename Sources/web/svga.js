// svga.js: plays SVGA files in browsers. Its types are in svga.d.ts.

import { environment } from "./environment.js";
import { defineElement, SVGAPlayerElement } from "./play/element.js";
import { SVGAPlayer } from "./play/player.js";
import { MovieSound } from "./play/sound.js";
import { SVGAError } from "./read/errors.js";
import { parsePath } from "./read/path.js";
import { readFile } from "./read/read.js";

/** The movies of URLs that players use. @type {Map<string, {promise: Promise<SVGP.Movie>, users: number}>} */
const cache = new Map();

environment.readPath = parsePath;
environment.extra = () => import("./svga-extra.js").catch((cause) => {
  throw new SVGAError("network", "svga-extra.js cannot be loaded, which reads files of version 1", { cause });
});
environment.newSound = (movie, state) => new MovieSound(movie, state);

environment.read = (source, options = {}) => {
  if (!(typeof source === "string" || source instanceof URL) || options.limits || options.signal || options.request) return readFile(source, options);
  const url = new URL(source, document.baseURI).href;
  const entry = cache.get(url) ?? { promise: readFile(url), users: 0 };
  cache.set(url, entry);
  entry.users += 1;
  // A later attempt may succeed.
  entry.promise.catch(() => cache.delete(url));
  return entry.promise;
};

environment.release = async (movie) => {
  for (const [url, entry] of cache) {
    if (await entry.promise.catch(() => null) !== movie) continue;
    entry.users -= 1;
    if (entry.users === 0 && cache.get(url) === entry) cache.delete(url);
  }
};

/** Reads a movie for several players. @param {SVGP.AnySource} source @param {SVGP.ReadOptions} [options] @returns {Promise<SVGP.Movie>} */
function readMovie(source, options) {
  return typeof source === "object" && "sprites" in source ? Promise.resolve(source) : environment.read(source, options);
}

defineElement();

export { defineElement, readMovie, SVGAError, SVGAPlayer, SVGAPlayerElement };
