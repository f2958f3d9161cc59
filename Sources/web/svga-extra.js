// What few files need: svga.js loads this module with the first file of version 1, and with the first that is not a movie.

export { readArchive } from "./read/archive.js";
export { explained } from "./read/kinds.js";
