// The playback clock.

/** The clock starts half a tick of a 60 Hz display after the start of a frame, so that slightly early or late ticks belong to the same frame. */
const headStart = 1 / 120;
/** The maximum offset between sound and picture, in seconds, that is corrected gradually; a larger one is corrected at once. */
const tolerance = 0.08;

/** Counts frames from a start time, at a rate. Times are those of requestAnimationFrame, in milliseconds. */
export class Clock {
  /** Frames per second, including the speed. */
  rate = 1;
  #start = 0;
  #step = 0;

  /**
   * @param {object} start
   * @param {number} start.now
   * @param {number} start.step the frame, counted in the order of playing.
   * @param {number} start.rate
   * @param {number} start.delay seconds until the sound that starts now is audible
   */
  start({ now, step, rate, delay }) {
    this.rate = rate;
    this.#step = step;
    this.#start = now + 1000 * (delay - headStart);
  }

  /** The elapsed frames, with the fraction of the current one. @param {number} now */
  position(now) {
    return this.#step + Math.max(0, now - this.#start) / 1000 * this.rate;
  }

  /**
   * Follows the sound, whose device has its own clock.
   * @param {number} now
   * @param {number | null} elapsed audible seconds since the start; null: silence
   */
  follow(now, elapsed) {
    if (elapsed === null) return;
    const ahead = (now - this.#start) / 1000 - headStart - elapsed;
    this.#start += 1000 * ahead * (Math.abs(ahead) > tolerance ? 1 : 0.05);
  }
}
