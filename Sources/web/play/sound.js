// The sounds of a movie, by Web Audio (Rules of rendering, section 7).

/** One for all players, because browsers allow only a few. @type {AudioContext | undefined} */
let context;
/** @type {WeakMap<Uint8Array<ArrayBuffer>, Promise<AudioBuffer | null>>} */
const decoded = new WeakMap();
/** A tone may be as much too early or too late, in seconds, before it is started again. */
const tolerance = 0.08;

class MovieSound {
  /** For each span of the movie. @type {({source: AudioBufferSourceNode, start: number} | undefined)[]} */
  #sources = [];
  /** @type {(AudioBuffer | null)[]} */
  #buffers = [];
  /** @type {GainNode | undefined} */
  #gain;
  #position = 0;
  #isLoading = false;
  #isClosed = false;
  isBlocked = false;

  /** @param {SVGP.Movie} movie @param {SVGP.SoundState} state */
  constructor(movie, state) {
    this.movie = movie;
    this.state = state;
  }

  /** @param {number} position frames @param {boolean} isJump */
  update(position, isJump) {
    this.#position = position;
    const { isAudible, volume } = this.state;
    if (this.#gain) this.#gain.gain.value = volume;
    if (isJump || !isAudible) this.#stop();
    if (!isAudible) return;
    if (this.#buffers.length === 0) {
      this.#load();
      return;
    }
    if (context?.state !== "running") {
      this.#unblock();
      return;
    }
    for (const [index, span] of (this.movie.audios ?? []).entries()) this.#updateSpan(index, span, position);
  }

  /** @param {number} index @param {SVGP.Audio} span @param {number} position */
  #updateSpan(index, span, position) {
    const isOn = position >= span.start && position < span.end;
    const playing = this.#sources[index];
    if (!isOn || !context) {
      playing?.source.stop();
      this.#sources[index] = undefined;
      return;
    }
    const rate = this.movie.rate[0] / this.movie.rate[1];
    const { speed } = this.state;
    const elapsed = (position - span.start) / rate;
    if (playing && Math.abs((context.currentTime - playing.start) * speed - elapsed) < tolerance * Math.max(1, speed)) return;
    playing?.source.stop();
    const buffer = this.#buffers[span.sound];
    if (!buffer) return;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = speed;
    this.#gain ??= connected(context);
    this.#gain.gain.value = this.state.volume;
    source.connect(this.#gain);
    const offset = elapsed + span.offset;
    if (offset < buffer.duration) source.start(0, Math.max(0, offset), (span.end - position) / rate);
    this.#sources[index] = { source: offset < buffer.duration ? source : started(source), start: context.currentTime - elapsed / speed };
  }

  #stop() {
    for (const playing of this.#sources) {
      playing?.source.stop();
      playing?.source.disconnect();
    }
    this.#sources = [];
  }

  async #load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const audio = (context ??= new AudioContext());
    this.#buffers = await Promise.all((this.movie.sounds ?? []).map((bytes) => {
      // The browser takes the bytes, so it gets a copy.
      const buffer = decoded.get(bytes) ?? audio.decodeAudioData(bytes.slice().buffer).catch(() => null);
      decoded.set(bytes, buffer);
      return buffer;
    }));
    if (!this.#isClosed && this.state.isAudible) this.state.onResumed();
  }

  /** Browsers allow sound only after the user did something on the page. */
  #unblock() {
    if (this.isBlocked || !context) return;
    const { state } = this;
    this.isBlocked = true;
    context.resume().catch(() => {});
    const wait = setTimeout(() => state.onBlocked(), 300);
    const resume = () => context?.resume().catch(() => {});
    for (const event of ["pointerup", "keydown"]) addEventListener(event, resume, { once: true });
    const listener = () => {
      if (context?.state !== "running") return;
      clearTimeout(wait);
      this.isBlocked = false;
      context.removeEventListener("statechange", listener);
      if (!this.#isClosed) state.onResumed();
    };
    context.addEventListener("statechange", listener);
    listener();
  }

  async resume() {
    context ??= new AudioContext();
    await context.resume();
    this.update(this.#position, true);
  }

  close() {
    this.#isClosed = true;
    this.#stop();
    this.#gain?.disconnect();
  }
}

/** @param {AudioContext} audio */
function connected(audio) {
  const gain = audio.createGain();
  gain.connect(audio.destination);
  return gain;
}

/** A source that is over already. @param {AudioBufferSourceNode} source */
function started(source) {
  source.start(0, source.buffer?.duration ?? 0);
  return source;
}

export { MovieSound };
