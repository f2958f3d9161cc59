// Plays a movie on a canvas: loading, time, layout, events.

import { Painter } from "../draw/painter.js";
import { endWatching, startTicking, stopTicking, watchVisibility } from "./clock.js";
import { fitted } from "./fit.js";
import { Keys } from "./keys.js";
import { Timeline } from "./timeline.js";

/** Set by the module that a page imports. @type {SVGP.Environment} */
const environment = { detailedPixels: 1 << 14, read: () => Promise.reject(new Error("nothing can be loaded")) };

/** The maximum pixels of a canvas that follows its element. */
const canvasPixels = 1 << 24;
/** Of a canvas on which shapes are drawn in more detail also if the movie has images. */
const tinyPixels = 1 << 14;

class SVGAPlayer extends EventTarget {
  /** The frame on the canvas, or -1 before the first. */
  frame = -1;
  isPlaying = false;
  /** @type {SVGP.Movie | null} */
  #movie = null;
  /** @type {HTMLCanvasElement} */
  #canvas;
  /** Whether the canvas was made here. */
  #isOwnCanvas = false;
  /** @type {CanvasRenderingContext2D} */
  #context;
  /** @type {Painter | null} */
  #painter = null;
  /** @type {SVGP.Sound | undefined} */
  #sound;
  #timeline = new Timeline();
  #keys = new Keys((sprites) => this.#refresh(sprites));
  /** @type {SVGP.PlayerOptions} */
  #options;
  /** @type {[number, number] | null} */
  #range = null;
  /** @type {SVGP.Fit | null} */
  #fit;
  #align = "center";
  #ratio = 1;
  /** @type {ResizeObserver | undefined} */
  #resizes;
  /** Whether play begins at the start: the last frame was asked for, or all repetitions are over. Playing to it is not an end. */
  #isAtEnd = false;
  /** Which call of load it is that loads. */
  #turn = 0;
  /** @type {Promise<SVGP.Movie>} */
  #ready;
  #wantsToPlay = false;
  /** @type {{promise: Promise<void>, resolve: () => void} | null} */
  #finish = null;
  /** Whether no frame was asked for yet. */
  #isFresh = false;
  /** @type {number | null} */
  #poster = null;
  #isOutside = false;
  #isDestroyed = false;
  /** Listeners of "frame" are rare, and an event would be made for each frame. */
  #hasFrameListener = false;
  #isMuted = false;
  #volume = 1;
  /** @type {SVGP.FillMode} */
  fillMode;

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
    super();
    const isMovie = "sprites" in options;
    /** @type {SVGP.PlayerOptions} */
    const given = (this.#options = isMovie ? { src: options } : options);
    const element = typeof target === "string" ? document.querySelector(target) : target;
    if (!element) throw new TypeError(`there is no element ${target}`);
    if (element instanceof HTMLCanvasElement) this.#canvas = element;
    else {
      this.#canvas = document.createElement("canvas");
      Object.assign(this.#canvas.style, { display: "block", width: "100%", height: "100%" });
      element.append(this.#canvas);
      this.#isOwnCanvas = true;
    }
    // null only for a canvas that has a context of another kind already.
    this.#context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    const { loop, muted = false, volume = 1, speed = 1, range = null, fillMode = "forwards", fit, align = "center" } = given;
    if (loop !== undefined) this.loops = typeof loop === "number" ? loop : loop ? 0 : 1;
    this.#isMuted = muted;
    this.#volume = volume;
    this.fillMode = fillMode;
    this.#fit = fit === undefined ? (this.#isOwnCanvas ? "contain" : null) : fit;
    this.#align = align;
    this.#poster = given.poster ?? null;
    this.speed = speed;
    this.#range = range;
    /** @type {Promise<SVGP.Movie>} */
    this.#ready = new Promise(() => {});
    document.addEventListener("visibilitychange", this.#onVisibility);
    if (given.pausesOffscreen !== false) {
      watchVisibility(this.#canvas, (isVisible) => {
        this.#isOutside = !isVisible;
        this.#onVisibility();
      });
    }
    if (given.src !== undefined) this.load(given.src, given).catch(() => {});
  }

  // Loading.

  get canvas() { return this.#canvas; }
  get movie() { return this.#movie; }
  get ready() { return this.#ready; }

  /** @param {SVGP.AnySource} source @param {SVGP.ReadOptions} [options] */
  load(source, options) {
    const turn = (this.#turn += 1);
    this.#wantsToPlay ||= this.isPlaying;
    this.pause();
    if (typeof source === "object" && "sprites" in source) {
      this.#show(source, false);
      return (this.#ready = Promise.resolve(source));
    }
    this.#ready = environment.read(source, options).then((movie) => {
      if (turn === this.#turn) this.#show(movie, true);
      else environment.release?.(movie);
      return movie;
    }, (error) => {
      if (turn === this.#turn) this.#emit("error", { error });
      throw error;
    });
    // A page may listen to the event instead.
    this.#ready.catch(() => {});
    return this.#ready;
  }

  #isShared = false;
  /** Whether `loops` was set; otherwise it is the movie's. */
  #hasLoops = false;

  /** @param {SVGP.Movie} movie @param {boolean} isShared whether it must be released */
  #show(movie, isShared) {
    this.#release();
    this.#isShared = isShared;
    this.#movie = movie;
    this.#keys.setMovie(movie);
    this.#painter = new Painter(this.#context, movie);
    this.#painter.contents = movie.sprites.map((sprite) => this.#keys.content(sprite));
    if (movie.audios?.length) this.#sound = environment.newSound?.(movie, this.#soundState());
    this.frame = -1;
    this.#timeline.rate = movie.rate[0] / movie.rate[1];
    this.#timeline.rounds = 0;
    if (!this.#hasLoops) this.#timeline.loops = movie.loops;
    this.range = this.#range;
    this.#follow();
    this.#layOut();
    const { autoplay, respectsReducedMotion } = this.#options;
    this.#isFresh = true;
    this.#draw(this.#freshFrame);
    this.#isAtEnd = false;
    const isStill = respectsReducedMotion !== false && matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#emit("load", { movie });
    if (this.#wantsToPlay || (autoplay && !isStill)) this.play();
  }

  #release() {
    this.#sound?.close();
    this.#sound = undefined;
    if (this.#movie && this.#isShared) environment.release?.(this.#movie);
    this.#movie = this.#painter = null;
  }

  destroy() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#turn += 1;
    this.pause();
    this.#release();
    this.#resizes?.disconnect();
    endWatching(this.#canvas);
    document.removeEventListener("visibilitychange", this.#onVisibility);
    if (this.#isOwnCanvas) this.#canvas.remove();
    // Also frees its memory.
    else this.#canvas.width = this.#canvas.height = 0;
  }

  // Time.

  get frames() { return this.#movie ? this.#movie.order?.length ?? this.#movie.frames : 0; }
  get rate() { return this.#movie ? this.#timeline.rate : 0; }
  get duration() { return this.#movie ? this.frames / this.rate : 0; }
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
    if (!this.#movie) return 0;
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
    if (this.#isFresh) this.#draw(this.#freshFrame);
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
    if (!this.#movie || this.frames === 0) {
      this.#wantsToPlay = true;
      return this.#ready.then(() => {});
    }
    this.#wantsToPlay = false;
    if (this.isPlaying) return Promise.resolve();
    const timeline = this.#timeline;
    const isBackward = timeline.speed < 0;
    const isOver = this.#isAtEnd && (isBackward ? this.frame <= timeline.first : this.frame >= timeline.last);
    this.isPlaying = true;
    timeline.start(isOver || this.#isFresh || this.frame < timeline.first || this.frame > timeline.last ? timeline.frameOf(0) : this.frame, performance.now());
    this.#isAtEnd = this.#isFresh = false;
    this.#resume();
    this.#emit("play");
    return Promise.resolve();
  }

  pause() {
    this.#wantsToPlay = false;
    if (!this.isPlaying) return;
    this.isPlaying = false;
    stopTicking(this.#tick);
    this.#updateSound(false);
    this.#emit("pause");
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
    this.#draw(frame);
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
      this.#emit("end");
      this.#finish?.resolve();
      this.#finish = null;
      return;
    }
    // Frames that come too late are left out, never shown slower.
    const frame = timeline.frameOf(step % timeline.count);
    const isAgain = rounds > timeline.rounds;
    timeline.rounds = rounds;
    if (frame !== this.frame || this.#painter?.isLive) this.#draw(frame);
    if (isAgain) this.#emit("loop", { count: rounds });
    if (this.isPlaying) this.#updateSound(isAgain);
  };

  /** Shows what is visible after the end. */
  #end() {
    this.#timeline.rounds = 0;
    this.#isFresh = false;
    if (!this.#movie) return;
    const { count } = this.#timeline;
    if (this.fillMode === "none") {
      this.#painter?.clear();
      this.frame = -1;
    } else this.#draw(this.#timeline.frameOf(this.fillMode === "backwards" ? 0 : count - 1));
    this.#isAtEnd = true;
  }

  // Visibility.

  get #isSuspended() {
    return this.#options.pausesOffscreen !== false && (document.hidden || this.#isOutside);
  }

  #onVisibility = () => {
    if (!this.isPlaying) return;
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

  // Layout. The view goes from points of the movie to pixels of the canvas.

  get fit() { return this.#fit; }
  set fit(fit) {
    this.#fit = fit;
    this.#follow();
    this.#redraw();
  }
  get align() { return this.#align; }
  set align(align) {
    this.#align = align;
    this.#redraw();
  }

  get matrix() {
    const { width, height } = this.#canvas;
    const box = this.#canvas.getBoundingClientRect();
    const [a, b, c, d, e, f] = this.#painter?.view ?? [1, 0, 0, 1, 0, 0];
    const [x, y] = [box.width / width || 1, box.height / height || 1];
    return /** @type {SVGP.Transform} */ ([a * x, b * y, c * x, d * y, e * x, f * y]);
  }

  /** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  point({ clientX, clientY }) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const [a, b, c, d, e, f] = this.matrix;
    const [x, y, area] = [clientX - left - e, clientY - top - f, a * d - b * c];
    return [(d * x - c * y) / area, (a * y - b * x) / area];
  }

  /** Follows the size of the element, or stops to. */
  #follow() {
    if (this.#fit === null) {
      this.#resizes?.disconnect();
      this.#resizes = undefined;
    } else if (!this.#resizes) {
      this.#resizes = new ResizeObserver(([{ contentRect, devicePixelContentBoxSize }]) => {
        const [size] = devicePixelContentBoxSize ?? [];
        this.#resize(size?.inlineSize ?? contentRect.width * devicePixelRatio, size?.blockSize ?? contentRect.height * devicePixelRatio);
      });
      try {
        this.#resizes.observe(this.#canvas, { box: "device-pixel-content-box" });
      } catch {
        this.#resizes.observe(this.#canvas);
      }
      const { width, height } = this.#canvas.getBoundingClientRect();
      this.#resize(width * devicePixelRatio, height * devicePixelRatio);
    }
  }

  /** @param {number} width @param {number} height in pixels */
  #resize(width, height) {
    if (!(width > 0 && height > 0)) return;
    const reduction = Math.min(1, Math.sqrt(canvasPixels / (width * height)));
    this.#ratio = devicePixelRatio * reduction;
    [width, height] = [Math.max(1, Math.round(width * reduction)), Math.max(1, Math.round(height * reduction))];
    if (width === this.#canvas.width && height === this.#canvas.height) return;
    [this.#canvas.width, this.#canvas.height] = [width, height];
    this.#redraw();
  }

  #layOut() {
    const movie = this.#movie;
    if (!movie) return;
    if (this.#fit === null) [this.#canvas.width, this.#canvas.height] = movie.size;
    const { width, height } = this.#canvas;
    const { view, box } = fitted(movie, this.#fit ?? "fill", this.#align, width, height, this.#ratio);
    const limit = movie.images.length > 0 ? tinyPixels : environment.detailedPixels;
    this.#painter?.setView(view, box, this.#fit === null && width * height <= limit);
    this.#painter?.touch();
  }

  #redraw() {
    this.#layOut();
    if (this.frame >= 0) this.#draw(this.frame);
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
      onBlocked: () => this.#emit("sound-blocked"),
      onResumed: () => this.#updateSound(true),
    };
  }

  // Content by key.

  get keys() { return this.#keys.names; }
  /** @param {string} key */
  info(key) { return this.#keys.info(key); }
  /** @param {string} key @param {SVGP.Picture | null} picture @param {SVGP.ImageStyle} [style] */
  setImage(key, picture, style = {}) { return this.#keys.setImage(key, picture, style); }
  /** @param {string} key @param {string | null} text @param {SVGP.TextStyle} [style] */
  setText(key, text, style = {}) {
    this.#keys.sprites(key);
    return this.#keys.setText(key, text, style);
  }
  /** @param {string} key @param {boolean} [isHidden] */
  hide(key, isHidden = true) { this.#keys.set(key, { isHidden }); }
  /** @param {string} key @param {string | null} color */
  setTint(key, color) { this.#keys.setTint(key, color); }
  /** @param {string} key @param {number} opacity */
  setOpacity(key, opacity) { this.#keys.set(key, { opacity: Math.min(1, Math.max(0, opacity)) || 0 }); }
  /** @param {string} key @param {number} x @param {number} y */
  setOffset(key, x, y) { this.#keys.set(key, { x, y }); }
  /** @param {string} key @param {SVGP.Drawing | null} drawing */
  setDrawing(key, drawing) { this.#keys.set(key, { drawing }); }
  /** @param {string} [key] */
  reset(key) { this.#keys.reset(key); }

  /** Draws again what was changed. @param {number[]} sprites */
  #refresh(sprites) {
    const [painter, movie] = [this.#painter, this.#movie];
    if (!painter || !movie) return;
    for (const index of sprites) {
      painter.contents[index] = this.#keys.content(movie.sprites[index]);
      painter.touch(index);
    }
    painter.isLive = painter.contents.some((content) => content?.isLive);
    if (this.frame >= 0) this.#draw(this.frame);
  }

  /** @param {number} x @param {number} y @param {{alpha?: number, keys?: string[]}} [options] */
  hitTest(x, y, { alpha: least = 0.5, keys } = {}) {
    const [painter, movie] = [this.#painter, this.#movie];
    if (!painter || !movie || this.frame < 0) return null;
    const frame = movie.order?.[this.frame] ?? this.frame;
    for (let index = movie.sprites.length - 1; index >= 0; index -= 1) {
      const { key, name, isMatte } = movie.sprites[index];
      if (isMatte || (keys && !keys.includes(key) && !keys.includes(name))) continue;
      const alpha = painter.alphaAt(index, frame, x, y);
      if (alpha > 0 && alpha >= least) return { key, sprite: index, alpha };
    }
    return null;
  }

  /** @param {string} key @param {number} [frame] */
  placement(key, frame = this.frame) {
    const [painter, movie] = [this.#painter, this.#movie];
    if (!painter || !movie) return null;
    for (const index of this.#keys.sprites(key).reverse()) {
      const placement = painter.placement(index, movie.order?.[frame] ?? frame);
      if (placement) return placement;
    }
    return null;
  }

  // Drawing and events.

  /** @param {number} frame */
  #draw(frame) {
    const [painter, movie] = [this.#painter, this.#movie];
    if (!painter || !movie || !(frame >= 0)) return;
    painter.paint(movie.order ? movie.order[frame] : frame);
    if (frame === this.frame) return;
    this.frame = frame;
    if (this.#hasFrameListener) this.#emit("frame", { frame, progress: (frame + 1) / this.frames });
  }

  /** @param {string} name @param {EventListenerOrEventListenerObject | null} listener @param {boolean | AddEventListenerOptions} [options] @override */
  addEventListener(name, listener, options) {
    if (name === "frame") this.#hasFrameListener = true;
    super.addEventListener(name, listener, options);
  }

  /** @param {string} name @param {unknown} [detail] */
  #emit(name, detail) {
    this.dispatchEvent(detail === undefined ? new Event(name) : new CustomEvent(name, { detail }));
  }
}

export { environment, SVGAPlayer };
