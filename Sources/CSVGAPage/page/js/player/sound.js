// The movie's sound, in sync with the picture.
import { api, refusal } from "../api.js";
import { remember, remembered } from "../settings.js";

/**
 * Plays the sound of one movie. The browser allows sound only after a click or a key. Until then, and in reverse, playback is silent
 * and the picture follows its own clock.
 *
 * Events: "volume" when volume or mute changes, "ready" when the sound is loaded, "error" with `error`, once.
 */
export class Sound extends /** @type {EventTargetOf<{volume: Event, ready: Event, error: ErrorEventOf}>} */ (EventTarget) {
  /** Whether the movie has audible sound. */
  hasSound;
  volume = remembered("player.volume", 1);
  isMuted = remembered("player.muted", false);

  #movie;
  #seconds;
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {GainNode|null} */
  #gain = null;
  /** @type {AudioBuffer | null} */
  #buffer = null;
  /** @type {Promise<void>|null} */
  #loading = null;
  /** @type {AudioBufferSourceNode | null} */
  #playing = null;
  #startTime = 0;
  #speed = 1;
  #gesture = () => this.#wake();

  /**
   * @param {string} movie its id
   * @param {{hasSound: boolean, seconds: number}} facts
   */
  constructor(movie, { hasSound, seconds }) {
    super();
    this.#movie = movie;
    this.hasSound = hasSound;
    this.#seconds = seconds;
    if (!hasSound) return;
    for (const name of ["pointerup", "keydown"]) addEventListener(name, this.#gesture);
    if (navigator.userActivation?.hasBeenActive) this.#wake();
  }

  /** False while audible sound is loading. */
  get isReady() {
    return !this.#loading || this.isMuted || this.#buffer !== null;
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.volume = Math.min(1, Math.max(0, volume));
    this.isMuted = this.volume === 0;
    this.#volumeChanged();
  }

  /** @param {boolean} isMuted */
  setMuted(isMuted) {
    this.isMuted = isMuted;
    if (!isMuted && this.volume === 0) this.volume = 1;
    this.#volumeChanged();
  }

  /**
   * Starts at a time of the movie.
   * @param {object} part all in seconds of the movie.
   * @param {number} part.from
   * @param {number} part.first the start of the part that is played.
   * @param {number} part.end its end
   * @param {number} part.speed the pitch follows it, as in exports.
   * @param {boolean} part.isLooping
   * @returns {number} seconds until it is audible
   */
  start({ from, first, end, speed, isLooping }) {
    this.stop();
    if (!this.#buffer || !this.#gain || this.#context?.state !== "running") return 0;
    const source = new AudioBufferSourceNode(this.#context, {
      buffer: this.#buffer, playbackRate: speed, loop: isLooping, loopStart: first, loopEnd: Math.min(end, this.#buffer.duration),
    });
    source.connect(this.#gain);
    if (isLooping) source.start(0, from);
    else source.start(0, from, Math.max(0, end - from));
    this.#playing = source;
    this.#speed = speed;
    this.#startTime = this.#context.currentTime;
    return this.#context.outputLatency || this.#context.baseLatency || 0;
  }

  stop() {
    this.#playing?.stop();
    this.#playing?.disconnect();
    this.#playing = null;
  }

  /**
   * The audible seconds since the start; null during silence.
   * @param {number} now as of requestAnimationFrame
   */
  elapsed(now) {
    if (!this.#playing || this.#context?.state !== "running") return null;
    const { contextTime, performanceTime } = this.#context.getOutputTimestamp();
    if (!performanceTime || contextTime === undefined) return null;
    return Math.max(0, contextTime + (now - performanceTime) / 1000 - this.#startTime);
  }

  destroy() {
    this.#stopListening();
    this.stop();
    this.#context?.close();
    this.#context = null;
    this.hasSound = false;
  }

  #stopListening() {
    for (const name of ["pointerup", "keydown"]) removeEventListener(name, this.#gesture);
  }

  #wake() {
    this.#context ??= new AudioContext({ latencyHint: "interactive" });
    const { state } = this.#context;
    if (state === "suspended") this.#context.resume().catch(() => {});
    this.#stopListening();
    this.#loading ??= this.#load(this.#context).catch((error) => this.#failed(error));
  }

  /** @param {AudioContext} context */
  async #load(context) {
    this.#gain = new GainNode(context, { gain: this.#loudness });
    this.#gain.connect(context.destination);
    const response = await fetch(api.soundURL(this.#movie));
    if (!response.ok) throw await refusal(response);
    const decoded = await context.decodeAudioData(await response.arrayBuffer());
    this.#buffer = this.#fitted(decoded, context);
    this.dispatchEvent(new Event("ready"));
  }

  /** The sound, as long as the movie: so that it loops with the picture. @param {AudioBuffer} decoded @param {AudioContext} context */
  #fitted(decoded, context) {
    const length = Math.max(1, Math.round(this.#seconds * decoded.sampleRate));
    if (decoded.length === length) return decoded;
    const buffer = context.createBuffer(decoded.numberOfChannels, length, decoded.sampleRate);
    for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
      buffer.copyToChannel(decoded.getChannelData(channel).subarray(0, length), channel);
    }
    return buffer;
  }

  /** @param {unknown} error */
  #failed(error) {
    this.hasSound = false;
    this.#loading = null;
    this.dispatchEvent(Object.assign(new Event("error"), { error }));
  }

  /** The gain: the square of the volume, which sounds linear. */
  get #loudness() {
    return this.isMuted ? 0 : this.volume ** 2;
  }

  #volumeChanged() {
    remember("player.volume", this.volume);
    remember("player.muted", this.isMuted);
    if (this.#gain) this.#gain.gain.setTargetAtTime(this.#loudness, this.#gain.context.currentTime, 0.01);
    this.dispatchEvent(new Event("volume"));
  }
}
