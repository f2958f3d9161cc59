/** @typedef {{key: string, run: () => Promise<void>}} Piece */

/** Work for what is in sight: a few pieces at a time, and what went out of sight before its turn is never started. */
export class ViewportQueue {
  #atOnce;
  /** @type {Piece[]} */
  #waiting = [];
  /** @type {Set<string>} */
  #running = new Set();

  /** @param {number} atOnce how many pieces run at a time */
  constructor(atOnce) {
    this.#atOnce = atOnce;
  }

  /**
   * Says what is wanted now, the first ones first; what was wanted before and has not started is forgotten.
   * @param {Piece[]} pieces of which those that run already are left alone
   */
  want(pieces) {
    this.#waiting = pieces.filter((piece) => !this.#running.has(piece.key));
    this.#start();
  }

  #start() {
    while (this.#running.size < this.#atOnce) {
      const piece = this.#waiting.shift();
      if (!piece) return;
      this.#running.add(piece.key);
      piece.run().catch(() => {}).finally(() => {
        this.#running.delete(piece.key);
        this.#start();
      });
    }
  }
}
