// Says what a file is that is not a movie.

/** How files start. */
const fileKinds = /** @type {const} */ ([
  [/^(\xEF\xBB\xBF)?\s*<(!doctype html|html|head|body|script)/i, "a web page (HTML)"], [/^(\xEF\xBB\xBF)?\s*</, "an XML or SVG file"],
  [/^\s*\{\s*"(v|fr|ip|op|w|h|nm|ddd|assets|layers)"/, "a Lottie animation"], [/^\s*[[{]/, "a JSON file"], [/^%PDF/, "a PDF"], [/^PAG/, "a PAG animation"],
  [/^RIVE/, "a Rive animation"], [/^version https:\/\/git-lfs/, "a pointer of Git LFS"], [/^[^]E\xDF\xA3/, "a video"], [/^(Rar!|7z\xBC)/, "another archive"],
  [/^[\t\n\r -~\x80-\xFF]+$/, "a text"],
]);

/**
 * The error for a file that cannot be read.
 * @param {Uint8Array} bytes @param {string | undefined} type of an image or a sound @param {Error | undefined} error why it cannot be read @param {SVGP.Core} core
 */
function explained(bytes, type, error, { SVGAError }) {
  const start = String.fromCharCode(...bytes.subarray(0, 512));
  const kind = type ? `a file of the type ${type}` : fileKinds.find(([pattern]) => pattern.test(start))?.[1];
  if (kind) return new SVGAError("format", `the file is ${kind}, not an SVGA animation`, { cause: error });
  const first = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return error ?? new SVGAError("format", `the file is not an SVGA animation; it starts with the bytes ${first}`);
}

export { explained };
