// What few files need: version 1, images that are no PNG, broken files, and other kinds of files. svga.js loads this module with the first of them.

export { readArchive } from "./read/archive.js";
export { explained } from "./read/kinds.js";
export { pixelCount } from "./read/pixels.js";
export { recovered } from "./read/recover.js";
