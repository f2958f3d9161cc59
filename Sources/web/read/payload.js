// What bytes are, by how they start.

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function latin(bytes, start, end) {
  return String.fromCharCode(...bytes.subarray(start, end));
}

/** How files of images and sounds start (Rules of rendering, section 3). Layer bits 00 of an MPEG audio sync are an AAC stream. */
const mediaTypes = /** @type {const} */ ([
  [/^\x89PNG/, "image/png"], [/^\xFF\xD8\xFF/, "image/jpeg"], [/^RIFF[^]{4}WEBP/, "image/webp"], [/^GIF8[79]a/, "image/gif"], [/^RIFF[^]{4}WAVE/, "audio/wav"],
  [/^(ID3|\xFF[\xE2-\xE7\xEA-\xEF\xF2-\xF7\xFA-\xFE])/, "audio/mpeg"], [/^OggS/, "audio/ogg"], [/^fLaC/, "audio/flac"], [/^\xFF[\xE0-\xFE]/, "audio/aac"],
  // deno-lint-ignore no-control-regex
  [/^[^]{4}ftyp(?!hei[cx]|mif1|avi[fs])/, "audio/mp4"], [/^BM[^]{12}[\x0C(48@l|]\0/, "image/bmp"],
]);

/** The type of an image or a sound; undefined: neither. @param {Uint8Array} bytes @returns {string | undefined} */
function mediaType(bytes) {
  const start = latin(bytes, 0, 16);
  return mediaTypes.find(([pattern]) => pattern.test(start))?.[1];
}

export { latin, mediaType };
