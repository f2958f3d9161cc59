// The position of a player in its movie: range, direction, loops. Frame i is shown for [i / rate, (i + 1) / rate); nothing lies between two frames.

class Timeline {
  /** How many times the range is played; 0: endlessly. */
  loops = 1;
  /** How many repetitions are over. */
  rounds = 0;
  #speed = 1;
  /** The steps since the start of the first repetition, at a time in milliseconds. */
  #base = { steps: 0, time: 0 };
  first = 0;
  last = 0;
  rate = 1;

  get count() {
    return this.last - this.first + 1;
  }

  get speed() {
    return this.#speed;
  }

  /** @param {number} frame */
  #stepOf(frame) {
    const inside = Math.min(Math.max(frame, this.first), this.last);
    return this.#speed < 0 ? this.last - inside : inside - this.first;
  }

  /** The frame of a step of one repetition. @param {number} step */
  frameOf(step) {
    return this.#speed < 0 ? this.last - step : this.first + step;
  }

  /** Begins at a frame. @param {number} frame @param {number} time */
  start(frame, time) {
    this.#base = { steps: this.rounds * this.count + this.#stepOf(frame), time };
  }

  /** A browser's time of a repaint may lie before the call that asked for it. @param {number} time */
  steps(time) {
    return this.#base.steps + (Math.max(0, time - this.#base.time) / 1000) * this.rate * Math.abs(this.#speed);
  }

  /** A change of speed continues at the same position. @param {number} speed @param {number} frame the visible one @param {number} time */
  setSpeed(speed, frame, time) {
    const steps = this.steps(time);
    const isTurn = speed < 0 !== this.#speed < 0;
    this.#speed = speed;
    if (isTurn) this.start(frame, time);
    else this.#base = { steps, time };
  }
}

export { Timeline };
