// svga.js: plays SVGA files in browsers. Its types are in svga.d.ts.

import { environment } from "./environment.js";
import { defineElement, SVGAPlayerElement } from "./play/element.js";
import { SVGAPlayer } from "./play/player.js";
import { MovieSound } from "./play/sound.js";
import { SVGAError } from "./read/errors.js";
import { parsePath } from "./read/path.js";
import { readFile } from "./read/read.js";

/** The movies of URLs, while they are loaded and while something uses them. @type {Map<string, Promise<SVGP.Movie> | WeakRef<SVGP.Movie>>} */
const cache = new Map();

environment.readPath = parsePath;
environment.extra = () => import("./svga-extra.js").catch((cause) => {
  throw new SVGAError("network", "svga-extra.js cannot be loaded", { cause });
});
environment.newSound = (movie, state) => new MovieSound(movie, state);

environment.read = (source, options = {}) => {
  if (!(typeof source === "string" || source instanceof URL) || options.limits || options.signal || options.request) return readFile(source, options);
  const url = new URL(source, document.baseURI).href;
  const known = cache.get(url);
  const movie = known instanceof WeakRef ? known.deref() : known;
  if (movie) return Promise.resolve(movie);
  const promise = readFile(url);
  cache.set(url, promise);
  promise.then((read) => cache.set(url, new WeakRef(read)), () => cache.delete(url));
  return promise;
};

/** Reads a movie for several players. @param {SVGP.AnySource} source @param {SVGP.ReadOptions} [options] @returns {Promise<SVGP.Movie>} */
function readMovie(source, options) {
  return typeof source === "object" && "sprites" in source ? Promise.resolve(source) : environment.read(source, options);
}

defineElement();

export { defineElement, readMovie, SVGAError, SVGAPlayer, SVGAPlayerElement };
