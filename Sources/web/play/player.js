// Plays a movie on a canvas: loading, time, sound.

import { environment } from "../environment.js";
import { endWatching, startTicking, stopTicking, watchVisibility } from "./clock.js";
import { Stage } from "./stage.js";
import { Timeline } from "./timeline.js";

class SVGAPlayer extends Stage {
  isPlaying = false;
  /** @type {SVGP.FillMode} */
  fillMode;
  /** @type {Promise<SVGP.Movie>} */
  ready = new Promise(() => {});
  /** @type {SVGP.Sound | undefined} */
  #sound;
  #timeline = new Timeline();
  /** @type {SVGP.PlayerOptions} */
  #options;
  /** @type {[number, number] | null} */
  #range;
  /** Whether play begins at the start: the last frame was asked for, or all repetitions are over. Playing to it is not an end. */
  #isAtEnd = false;
  /** Which call of load it is that loads. */
  #turn = 0;
  #wantsToPlay = false;
  /** @type {{promise: Promise<void>, resolve: () => void} | null} */
  #finish = null;
  /** Whether no frame was asked for yet. */
  #isFresh = false;
  /** @type {number | null} */
  #poster;
  #isOutside = false;
  #isMuted;
  #volume;
  /** Whether `loops` was set; otherwise it is the movie's. */
  #hasLoops = false;

  /**
   * Loads a movie. The promise is fulfilled when the first frame is drawn.
   * @param {HTMLCanvasElement | Element | string} target
   * @param {SVGP.AnySource} source
   * @param {SVGP.PlayerOptions} [options]
   */
  static async open(target, source, options) {
    const player = new this(target, { ...options, src: source });
    try {
      await player.ready;
    } catch (error) {
      player.destroy();
      throw error;
    }
    return player;
  }

  /** @param {HTMLCanvasElement | Element | string} target @param {SVGP.PlayerOptions | SVGP.Movie} [options] also a movie */
  constructor(target, options = {}) {
    /** @type {SVGP.PlayerOptions} */
    const given = "sprites" in options ? { src: options } : options;
    super(target, given);
    this.#options = given;
    const { loop, muted = false, volume = 1, speed = 1, range = null, fillMode = "forwards", poster = null } = given;
    if (loop !== undefined) this.loops = typeof loop === "number" ? loop : loop ? 0 : 1;
    this.#isMuted = muted;
    this.#volume = volume;
    this.fillMode = fillMode;
    this.#poster = poster;
    this.speed = speed;
    this.#range = range;
    if (given.src !== undefined) this.load(given.src, given).catch(() => {});
  }

  // Loading.

  /** @param {SVGP.AnySource} source @param {SVGP.ReadOptions} [options] */
  load(source, options) {
    const turn = (this.#turn += 1);
    const wantsToPlay = this.#wantsToPlay || this.isPlaying;
    this.pause();
    this.#wantsToPlay = wantsToPlay;
    if (typeof source === "object" && "sprites" in source) {
      this.#show(source);
      return (this.ready = Promise.resolve(source));
    }
    this.ready = environment.read(source, options).then((movie) => {
      if (turn === this.#turn) this.#show(movie);
      return movie;
    }, (error) => {
      if (turn === this.#turn) this.emit("error", { error });
      throw error;
    });
    // A page may listen to the event instead.
    this.ready.catch(() => {});
    return this.ready;
  }

  /** @param {SVGP.Movie} movie */
  #show(movie) {
    this.#closeSound();
    this.setMovie(movie);
    if (movie.audios?.length) this.#sound = environment.newSound?.(movie, this.#soundState());
    this.#timeline.rate = movie.rate[0] / movie.rate[1];
    this.#timeline.rounds = 0;
    if (!this.#hasLoops) this.#timeline.loops = movie.loops;
    this.range = this.#range;
    const { autoplay, respectsReducedMotion } = this.#options;
    this.#isFresh = true;
    this.drawFrame(this.#freshFrame);
    this.#isAtEnd = false;
    this.emit("load", { movie });
    if (this.#wantsToPlay || (autoplay && (respectsReducedMotion === false || !matchMedia("(prefers-reduced-motion: reduce)").matches))) this.play();
  }

  #closeSound() {
    this.#sound?.close();
    this.#sound = undefined;
  }

  destroy() {
    this.#turn += 1;
    this.pause();
    this.#closeSound();
    this.setMovie(null);
    this.leaveCanvas();
  }

  // Time.

  get rate() { return this.movie ? this.#timeline.rate : 0; }
  get duration() { return this.movie ? this.frames / this.rate : 0; }
  get loops() { return this.#timeline.loops; }
  set loops(loops) {
    this.#hasLoops = true;
    this.#timeline.loops = Math.max(0, Math.floor(loops)) || 0;
  }

  get speed() { return this.#timeline.speed; }
  set speed(speed) {
    if (!Number.isFinite(speed)) throw new RangeError(`a speed is a number, not ${speed}`);
    this.#timeline.setSpeed(speed, this.frame, performance.now());
    this.#updateSound(true);
  }

  get currentTime() {
    if (!this.movie) return 0;
    if (!this.isPlaying || this.#isSuspended) return Math.max(0, this.frame) / this.rate;
    return this.#position(performance.now()) / this.rate;
  }
  set currentTime(seconds) {
    this.seek(seconds * this.rate, { play: this.isPlaying });
  }

  get range() { return this.#range; }
  set range(range) {
    this.#range = range;
    const last = Math.max(0, this.frames - 1);
    const [from, to] = range ?? [0, last];
    this.#timeline.first = Math.min(Math.max(0, Math.floor(Math.min(from, to)) || 0), last);
    this.#timeline.last = Math.min(Math.max(0, Math.floor(Math.max(from, to)) || 0), last);
    if (this.isPlaying) this.#timeline.start(this.frame, performance.now());
  }

  /** The frame that is shown until the movie plays; null: the first. */
  get poster() { return this.#poster; }
  set poster(poster) {
    this.#poster = poster;
    if (this.#isFresh) this.drawFrame(this.#freshFrame);
  }
  get #freshFrame() {
    return this.#poster === null ? this.#timeline.frameOf(0) : Math.min(Math.max(0, Math.floor(this.#poster)) || 0, this.frames - 1);
  }

  get finished() {
    if (!this.#finish) {
      let resolve = () => {};
      const promise = /** @type {Promise<void>} */ (new Promise((done) => { resolve = done; }));
      this.#finish = { promise, resolve };
    }
    return this.#finish.promise;
  }

  /** Continues from the visible frame, or starts again after the end. Repetitions that were over before a pause still count. */
  play() {
    if (!this.movie || this.frames === 0) {
      this.#wantsToPlay = true;
      return this.ready.then(() => {});
    }
    this.#wantsToPlay = false;
    if (this.isPlaying) return Promise.resolve();
    const timeline = this.#timeline;
    const isBackward = timeline.speed < 0;
    const isOver = this.#isAtEnd && (isBackward ? this.frame <= timeline.first : this.frame >= timeline.last);
    this.isPlaying = true;
    timeline.start(isOver || this.#isFresh || this.frame < timeline.first || this.frame > timeline.last ? timeline.frameOf(0) : this.frame, performance.now());
    this.#isAtEnd = this.#isFresh = false;
    // A player that does not play is not watched, so that the browser can free it with its element.
    if (this.#options.pausesOffscreen !== false) watchVisibility(this.canvas, this.#onVisibility);
    this.#resume();
    this.emit("play");
    return Promise.resolve();
  }

  pause() {
    this.#wantsToPlay = false;
    if (!this.isPlaying) return;
    this.isPlaying = false;
    stopTicking(this.#tick);
    endWatching(this.canvas);
    this.#updateSound(false);
    this.emit("pause");
  }

  stop() {
    this.pause();
    this.#end();
  }

  /** Shows a frame. Pauses, unless `play` is true. @param {number} frame @param {{play?: boolean}} [options] */
  seek(frame, { play = false } = {}) {
    if (!play) this.pause();
    const target = Math.min(Math.max(0, Math.floor(frame + 1e-6)), this.frames - 1) || 0;
    this.draw(target);
    if (!play) return;
    this.#timeline.start(target, performance.now());
    this.#isAtEnd = false;
    this.#updateSound(true);
    this.play();
  }

  /** @param {number} [count] */
  step(count = 1) {
    this.seek(this.frame + count);
  }

  reverse() {
    this.speed = -this.speed || -1;
    this.play();
  }

  /** Draws a frame. Takes no time of the movie: see play and seek for that. @param {number} frame */
  draw(frame) {
    this.#isFresh = false;
    this.#isAtEnd = this.#timeline.speed < 0 ? frame <= this.#timeline.first : frame >= this.#timeline.last;
    this.drawFrame(frame);
  }

  /** The position in frames, for sounds. @param {number} time */
  #position(time) {
    const { count } = this.#timeline;
    const step = this.#timeline.steps(time) % count;
    return this.#timeline.speed < 0 ? this.#timeline.last + 1 - step : this.#timeline.first + step;
  }

  /** @param {number} time */
  #tick = (time) => {
    const timeline = this.#timeline;
    const step = Math.floor(timeline.steps(time) + 1e-6);
    const rounds = Math.floor(step / timeline.count);
    if (timeline.loops && rounds >= timeline.loops) {
      this.pause();
      this.#end();
      this.emit("end");
      this.#finish?.resolve();
      this.#finish = null;
      return;
    }
    // Frames that come too late are left out, never shown slower.
    const frame = timeline.frameOf(step % timeline.count);
    const isAgain = rounds > timeline.rounds;
    timeline.rounds = rounds;
    if (frame !== this.frame || this.painter?.isLive) this.drawFrame(frame);
    if (isAgain) this.emit("loop", { count: rounds });
    if (this.isPlaying) this.#updateSound(isAgain);
  };

  /** Shows what is visible after the end. */
  #end() {
    this.#timeline.rounds = 0;
    this.#isFresh = false;
    if (!this.movie) return;
    const { count } = this.#timeline;
    if (this.fillMode === "none") {
      this.painter?.clear();
      this.frame = -1;
    } else this.drawFrame(this.#timeline.frameOf(this.fillMode === "backwards" ? 0 : count - 1));
    this.#isAtEnd = true;
  }

  // Visibility.

  get #isSuspended() {
    return this.#options.pausesOffscreen !== false && (document.hidden || this.#isOutside);
  }

  /** @param {boolean | undefined} isInside the viewport; undefined: as before */
  #onVisibility = (isInside) => {
    // The first call says only that all is as it was.
    if (isInside === !this.#isOutside) return;
    if (isInside !== undefined) this.#isOutside = !isInside;
    if (this.#isSuspended) {
      stopTicking(this.#tick);
      this.#updateSound(false);
    } else {
      this.#timeline.start(this.frame, performance.now());
      this.#resume();
    }
  };

  #resume() {
    if (this.#isSuspended) return;
    startTicking(this.#tick);
    this.#updateSound(true);
  }

  // Sound.

  get muted() { return this.#isMuted; }
  set muted(isMuted) {
    this.#isMuted = Boolean(isMuted);
    this.#updateSound(true);
  }
  get volume() { return this.#volume; }
  set volume(volume) {
    this.#volume = Math.min(1, Math.max(0, volume)) || 0;
    this.#updateSound(false);
  }
  get isSoundBlocked() { return this.#sound?.isBlocked ?? false; }
  async resumeSound() { await this.#sound?.resume(); }

  /** @param {boolean} isJump */
  #updateSound(isJump) {
    this.#sound?.update(this.isPlaying && !this.#isSuspended ? this.#position(performance.now()) : this.frame, isJump);
  }

  /** @returns {SVGP.SoundState} */
  #soundState() {
    // deno-lint-ignore no-this-alias
    const player = this;
    return {
      get isAudible() { return player.isPlaying && !player.#isMuted && player.speed > 0 && !player.#isSuspended; },
      get speed() { return player.speed; },
      get volume() { return player.#volume; },
      onBlocked: () => this.emit("sound-blocked"),
      onResumed: () => this.#updateSound(true),
    };
  }
}

export { SVGAPlayer };
