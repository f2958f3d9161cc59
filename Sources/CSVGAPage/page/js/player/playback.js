// Controls which frame is shown at a time.
import { isAbort } from "../problem.js";
import { Clock } from "./clock.js";

/** The speeds of buttons and shortcuts. */
export const speeds = [0.1, 0.25, 0.5, 1, 2, 4];

/** The maximum wait for frames before the clock starts, in milliseconds. */
const maximumWait = 4000;
/** The maximum wait for a page that is still busy, for example with its opening, in milliseconds. */
const maximumBusyWait = 300;
/** The number of display frames without delay that shows that the page is not busy. */
const steadyTicks = 3;
/** The minimum delay of a late frame in seconds: more than one tick of a 60 Hz display. */
const lateAfter = 0.025;

/**
 * @typedef {{first: number, last: number}} Range both included
 * @typedef {{state: Event, frame: Event, target: Event, waiting: Event}} Events
 * @typedef {{scene: {frames: number, fps: number}, frame: number, setFrame: (frame: number) => void}} PlayedSession
 * @typedef {Omit<Playback, "setSource">} PlaybackControls what buttons and keys need
 * @typedef {object} PlayedSound
 * @property {boolean} isReady
 * @property {(part: {from: number, first: number, end: number, speed: number, isLooping: boolean}) => number} start
 * @property {() => void} stop
 * @property {(now: number) => number|null} elapsed
 */
/**
 * The source of frames, see FrameSource.
 * @template Shown
 * @typedef {object} FrameSupply
 * @property {(frame: number) => Shown|undefined} peek
 * @property {(frame: number, signal?: AbortSignal) => Promise<Shown>} frame
 * @property {(frame: number, direction: 1|-1, range: Range) => void} want
 * @property {(rate: number) => boolean} canPlay
 * @property {() => void} [rest] ends preloading until the next `want`
 */

/**
 * Plays a session's scene. During playback, the frame floor(time × rate) is shown: late frames are dropped, and playback does not slow down.
 * `session.frame` is always the frame on the canvas.
 *
 * Events: "state" when playback starts, pauses or changes its settings; "frame" when another frame is shown, "target" when one is requested;
 * "waiting" when playback starts or stops waiting for frames.
 *
 * @template {{frame: number}} [Shown=import("./records.js").FrameRecord] what the source gives for a frame
 */
export class Playback extends /** @type {EventTargetOf<Events>} */ (EventTarget) {
  isPlaying = false;
  isWaiting = false;
  isReverse = false;
  isLooping = true;
  speed = 1;
  /** The numbers of shown, late and dropped frames since the last start. */
  statistics = { shown: 0, late: 0, dropped: 0 };

  #session;
  #canvas;
  #sound;
  #source;
  /** The frames that are shown during playback, if they are others. @type {FrameSupply<Shown>|null} */
  #played = null;
  #onError;
  /** @type {Range|null} */
  #range = null;
  #clock = new Clock();
  #tickRequest = 0;
  /** The latest seek target while its frame is loading. @type {{frame: number, controller: AbortController}|null} */
  #seeking = null;
  #lastStep = 0;
  #isLastShown = true;

  /**
   * @param {PlayedSession} session
   * @param {object} parts
   * @param {{show: (record: Shown, stays: boolean) => void, isExact?: boolean}} parts.canvas
   * @param {PlayedSound} parts.sound
   * @param {FrameSupply<Shown>} parts.source
   * @param {(error: unknown) => void} parts.onError
   */
  constructor(session, { canvas, sound, source, onError }) {
    super();
    this.#session = session;
    this.#canvas = canvas;
    this.#sound = sound;
    this.#source = source;
    this.#onError = onError;
  }

  get frames() {
    return this.#session.scene.frames;
  }

  /** Frames per second at speed 1. */
  get rate() {
    return this.#session.scene.fps;
  }

  /** The frame on the canvas. */
  get shownFrame() {
    return this.#session.frame;
  }

  /** The frame on the canvas, or the one that is loading. */
  get target() {
    return this.#seeking?.frame ?? this.#session.frame;
  }

  /** Whether the canvas shows the exact frame: shortly after playback stopped. */
  get isExact() {
    return this.#canvas.isExact ?? false;
  }

  /** The first and the last frame of the playback range. */
  get range() {
    return this.#range ?? { first: 0, last: Math.max(0, this.frames - 1) };
  }

  get hasRange() {
    return this.#range !== null;
  }

  /** @param {{first: number, last: number} | null} range null: all frames */
  setRange(range) {
    if (range) {
      const first = this.#clamped(Math.min(range.first, range.last));
      const last = this.#clamped(Math.max(range.first, range.last));
      range = first === 0 && last === this.frames - 1 ? null : { first, last };
    }
    this.#range = range;
    this.#changed();
  }

  /**
   * Changes playback settings.
   * @param {{speed?: number, isReverse?: boolean, isLooping?: boolean}} how
   */
  set({ speed = this.speed, isReverse = this.isReverse, isLooping = this.isLooping }) {
    this.speed = Math.min(speeds[speeds.length - 1], Math.max(speeds[0], speed));
    this.isReverse = isReverse;
    this.isLooping = isLooping;
    this.#changed();
  }

  /** Shows the frames of another scene of the same movie from now on. @param {FrameSupply<Shown>} source */
  setSource(source) {
    this.#source = source;
    if (this.isPlaying) this.#restart(this.target);
    else this.seek(this.target, { pause: false });
  }

  /** Shows other frames of the same scene during playback, for example smaller ones. @param {FrameSupply<Shown>|null} played null: those of the source */
  setPlayed(played) {
    if (this.#played === played) return;
    this.#played = played;
    if (played) this.#source.rest?.();
    if (this.isPlaying) this.#restart(this.target);
  }

  /** Continues in sync with the sound, once it is audible. */
  joinSound() {
    if (this.isPlaying) this.#restart(this.target);
  }

  play() {
    if (this.isPlaying || this.frames === 0) return;
    this.isPlaying = true;
    this.statistics = { shown: 0, late: 0, dropped: 0 };
    const { first, last } = this.range;
    const end = this.isReverse ? first : last;
    const start = this.isReverse ? last : first;
    const isOutside = this.target < first || this.target > last;
    this.#restart(isOutside || (this.target === end && !this.isLooping) ? start : this.target);
    this.#emit("state");
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.#halt();
    this.#emit("state");
    // Shows the same frame again as a still frame: see StageCanvas.
    this.seek(this.target, { pause: false });
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /**
   * Seeks to a frame; the newest call wins while frames are loading. Playback continues from there.
   * @returns {Promise<boolean>} whether the frame was shown, and no newer call came before
   * @param {number} frame @param {{pause?: boolean}} [options]
   */
  seek(frame, { pause = true } = {}) {
    if (pause && this.isPlaying) {
      this.isPlaying = false;
      this.#halt();
      this.#emit("state");
    }
    frame = this.#clamped(frame);
    if (this.isPlaying) {
      this.#restart(frame);
      return Promise.resolve(true);
    }
    const shown = this.#fetch(frame);
    this.#source.want(frame, 1, this.range);
    return shown;
  }

  /** Steps by frames, and wraps around if the movie loops. @param {number} count */
  step(count) {
    const to = this.target + count;
    const isBeyond = to < 0 || to >= this.frames;
    const isOne = Math.abs(count) === 1;
    return this.seek(isBeyond && isOne && this.isLooping ? (to + this.frames) % this.frames : to);
  }

  destroy() {
    this.isPlaying = false;
    this.#halt();
    this.#seeking?.controller.abort();
  }

  /** @param {number} frame */
  #clamped(frame) {
    return Math.min(Math.max(0, Math.round(frame)), Math.max(0, this.frames - 1));
  }

  /** @param {keyof Events} event */
  #emit(event) {
    this.dispatchEvent(new Event(event));
  }

  /** Applies changed settings; playback continues from the current frame. */
  #changed() {
    this.#emit("state");
    if (!this.isPlaying) return;
    const { first, last } = this.range;
    this.#restart(Math.min(Math.max(this.target, first), last));
  }

  /** Loads and shows a frame. @param {number} frame */
  async #fetch(frame) {
    this.#seeking?.controller.abort();
    const seeking = { frame, controller: new AbortController() };
    this.#seeking = seeking;
    this.#emit("target");
    try {
      const record = this.#source.peek(frame) ?? (await this.#source.frame(frame, seeking.controller.signal));
      if (this.#seeking !== seeking) return false;
      this.#seeking = null;
      this.#show(record, !this.isPlaying);
      return true;
    } catch (error) {
      if (this.#seeking === seeking) this.#seeking = null;
      if (!isAbort(error)) this.#onError(error);
      return false;
    }
  }

  /** @param {Shown} record @param {boolean} stays */
  #show(record, stays) {
    this.#canvas.show(record, stays);
    this.#session.setFrame(record.frame);
    this.#emit("frame");
  }

  #halt() {
    cancelAnimationFrame(this.#tickRequest);
    this.#tickRequest = 0;
    this.#sound.stop();
    this.#setWaiting(false);
  }

  /** @param {boolean} isWaiting */
  #setWaiting(isWaiting) {
    if (this.isWaiting === isWaiting) return;
    this.isWaiting = isWaiting;
    this.#emit("waiting");
  }

  /** Shows a frame and starts the clock when enough frames are loaded for smooth playback, and the page is not busy. @param {number} frame */
  #restart(frame) {
    this.#halt();
    this.#fetch(frame);
    const source = this.#moving;
    source.want(frame, this.#direction, this.range);
    const since = performance.now();
    let ticks = 0;
    let last = since;
    /** @param {number} waited */
    const isReady = (waited) =>
      !this.#seeking && (waited > maximumWait || (source.canPlay(this.rate * this.speed) && this.#sound.isReady))
      && (ticks >= steadyTicks || waited > maximumBusyWait);
    /** @param {number} now */
    const wait = (now) => {
      const waited = performance.now() - since;
      ticks = now - last < 1000 * lateAfter ? ticks + 1 : 0;
      last = now;
      this.#setWaiting(waited > 250);
      if (isReady(waited)) this.#start(now);
      else this.#tickRequest = requestAnimationFrame(wait);
    };
    this.#tickRequest = requestAnimationFrame(wait);
  }

  /** The source of the frames of playback. */
  get #moving() {
    return this.#played ?? this.#source;
  }

  /** @returns {1|-1} */
  get #direction() {
    return this.isReverse ? -1 : 1;
  }

  /** @param {number} now */
  #start(now) {
    this.#setWaiting(false);
    const { first, last } = this.range;
    const frame = this.#session.frame;
    const step = this.isReverse ? last - frame : frame - first;
    const delay = this.isReverse ? 0 : this.#sound.start({
      from: frame / this.rate, first: first / this.rate, end: (last + 1) / this.rate, speed: this.speed, isLooping: this.isLooping,
    });
    this.#clock.start({ now, step, rate: this.rate * this.speed, delay });
    this.#lastStep = step;
    this.#isLastShown = true;
    this.#tickRequest = requestAnimationFrame((time) => this.#tick(time));
  }

  /** @param {number} now @returns {void} */
  #tick(now) {
    this.#clock.follow(now, this.#sound.elapsed(now));
    const { first, last } = this.range;
    const length = last - first + 1;
    const position = this.#clock.position(now);
    const step = Math.max(this.#lastStep, Math.floor(position));
    if (!this.isLooping && step >= length) return this.#end(this.isReverse ? first : last);
    if (step !== this.#lastStep) {
      this.statistics.dropped += Math.max(0, step - this.#lastStep - 1) + (this.#isLastShown ? 0 : 1);
      this.#lastStep = step;
      this.#isLastShown = false;
    }
    if (!this.#isLastShown) {
      const offset = step % length;
      const frame = this.isReverse ? last - offset : first + offset;
      const record = this.#moving.peek(frame);
      if (record) {
        this.#isLastShown = true;
        this.statistics.shown += 1;
        if ((position - step) / this.#clock.rate > lateAfter) this.statistics.late += 1;
        this.#show(record, false);
      }
      this.#moving.want(frame, this.#direction, this.range);
    }
    this.#tickRequest = requestAnimationFrame((time) => this.#tick(time));
  }

  /** @param {number} frame */
  #end(frame) {
    this.isPlaying = false;
    this.#halt();
    this.#emit("state");
    this.#fetch(frame);
  }
}
