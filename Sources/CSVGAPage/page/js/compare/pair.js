// Two movies on one timeline.

/** @typedef {import("../player/records.js").FrameRecord} FrameRecord */
/** @typedef {import("../player/playback.js").Range} Range */

/** @typedef {{frame: number, records: FrameRecord[]}} Pair a frame of the pair, with one record of each movie */

/** Maps frames of the pair to frames of two movies. */
export class PairTime {
  /** @param {{frames: number, fps: number}[]} sides @param {boolean} isByTime whether frames are matched by time, else by index */
  constructor(sides, isByTime) {
    this.sides = sides;
    this.isByTime = isByTime;
    this.fps = isByTime ? Math.max(...sides.map(({ fps }) => fps)) : sides[0].fps;
    const lengths = sides.map(({ frames, fps }) => (isByTime ? Math.round((frames * this.fps) / fps) : frames));
    this.frames = Math.max(...lengths);
    /** The first frame of the pair at which each movie has ended. */
    this.ends = lengths;
  }

  /** The frame that one movie shows; after its end that is its last. @param {number} side @param {number} frame */
  frameOf(side, frame) {
    const { frames, fps } = this.sides[side];
    // The tolerance corrects a quotient slightly below an integer.
    const own = this.isByTime ? Math.floor((frame * fps) / this.fps + 1e-6) : frame;
    return Math.max(0, Math.min(own, frames - 1));
  }
}

/** The frame source for Playback: a record has a frame of each movie. */
export class PairSource {
  #sources;
  #time;

  /** @param {import("../player/frame-source.js").FrameSource[]} sources @param {PairTime} time */
  constructor(sources, time) {
    this.#sources = sources;
    this.#time = time;
  }

  /** @param {number} frame @returns {Pair|undefined} */
  peek(frame) {
    const records = this.#sources.map((source, side) => source.peek(this.#time.frameOf(side, frame)));
    const there = records.filter((record) => record !== undefined);
    return there.length === records.length ? { frame, records: there } : undefined;
  }

  /** @param {number} frame @param {AbortSignal} [signal] @returns {Promise<Pair>} */
  async frame(frame, signal) {
    return { frame, records: await Promise.all(this.#sources.map((source, side) => source.frame(this.#time.frameOf(side, frame), signal))) };
  }

  /** @param {number} frame @param {1|-1} direction @param {Range} range */
  want(frame, direction, { first, last }) {
    this.#sources.forEach((source, side) => {
      /** @param {number} number */
      const own = (number) => this.#time.frameOf(side, number);
      source.want(own(frame), direction, { first: own(first), last: own(last) });
    });
  }

  /** @param {number} rate */
  canPlay(rate) {
    return this.#sources.every((source, side) => source.canPlay(this.#time.isByTime ? (rate * this.#time.sides[side].fps) / this.#time.fps : rate));
  }
}

/** The session interface for Playback: the duration and rate of the pair, and its current frame. */
export class PairSession {
  frame = 0;

  /** @param {PairTime} time */
  constructor(time) {
    this.scene = time;
  }

  /** @param {number} frame */
  setFrame(frame) {
    this.frame = frame;
  }
}

/** A silent replacement for Sound, because comparisons play no sound. */
export class Silence extends /** @type {EventTargetOf<{volume: Event, ready: Event, error: ErrorEventOf}>} */ (EventTarget) {
  hasSound = false;
  isMuted = true;
  volume = 0;
  isReady = true;

  start() {
    return 0;
  }

  stop() {}

  setMuted() {}

  setVolume() {}

  /** @returns {number|null} */
  elapsed() {
    return null;
  }
}
