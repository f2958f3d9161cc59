// The time that playing goes by.

/** The clock starts half a tick of a display with 60 Hz into a frame, so that ticks a little early or late fall into the same frame. */
const headStart = 1 / 120;
/** Sound that is further away from the picture than this, in seconds, moves the picture at once; else it is moved by and by. */
const tolerance = 0.08;

/** Counts frames from a moment on, at a rate. Moments are those of requestAnimationFrame, in milliseconds. */
export class Clock {
  /** Frames a second, the speed included. */
  rate = 1;
  #moment = 0;
  #step = 0;

  /**
   * @param {object} start
   * @param {number} start.now
   * @param {number} start.step the frame, counted in the order of playing
   * @param {number} start.rate
   * @param {number} start.delay seconds until the sound is heard that was started now
   */
  start({ now, step, rate, delay }) {
    this.rate = rate;
    this.#step = step;
    this.#moment = now + 1000 * (delay - headStart);
  }

  /** Frames that have passed, with the part of the present one. @param {number} now */
  position(now) {
    return this.#step + Math.max(0, now - this.#moment) / 1000 * this.rate;
  }

  /**
   * Follows the sound, whose device has a clock of its own.
   * @param {number} now
   * @param {number | null} elapsed seconds since the start as they are heard; null: nothing is heard
   */
  follow(now, elapsed) {
    if (elapsed === null) return;
    const ahead = (now - this.#moment) / 1000 - headStart - elapsed;
    this.#moment += 1000 * ahead * (Math.abs(ahead) > tolerance ? 1 : 0.05);
  }
}
