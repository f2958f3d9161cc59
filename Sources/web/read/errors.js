// Errors and limits of reading.

/** Why a movie could not be loaded. */
class SVGAError extends Error {
  /**
   * @param {"network" | "format" | "damaged" | "limit"} code
   * @param {string} message one line for a person
   * @param {ErrorOptions & {limit?: keyof SVGP.Limits, status?: number}} [details]
   */
  constructor(code, message, { limit, status, ...options } = {}) {
    super(message, options);
    this.name = "SVGAError";
    this.code = code;
    this.limit = limit;
    this.status = status;
  }
}

const mebi = 1 << 20;

/** The defaults of ReadLimits of SVGAKit. @type {SVGP.Limits} */
const defaultLimits = {
  inputBytes: 128 * mebi,
  inflatedBytes: 96 * mebi,
  documentBytes: 128 * mebi,
  entries: 10_000,
  sprites: 10_000,
  frames: 100_000,
  spriteFrames: 2_000_000,
  images: 10_000,
  keyBytes: 1 << 16,
  imagePixels: 64 * mebi,
  decodedBytes: 384 * mebi,
  pathSegments: 4_000_000,
  dashes: 50_000,
  canvasPixels: 16 * mebi,
};

/** @param {SVGP.Limits} limits @param {keyof SVGP.Limits} limit @param {number} found @param {string} [subject] */
function check(limits, limit, found, subject = "the file") {
  if (!(found > limits[limit])) return;
  throw new SVGAError("limit", `${subject}: ${found} exceeds the limit of ${limits[limit]} for ${limit}`, { limit });
}

/** @param {string} reason */
function damaged(reason) {
  return new SVGAError("damaged", `the file is damaged: ${reason}`);
}

export { check, damaged, defaultLimits, SVGAError };
