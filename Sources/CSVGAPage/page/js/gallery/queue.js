/** Work for what is in sight: a few pieces at a time, and what went out of sight before its turn is never started. */
export class SightQueue {
  #atOnce;
  #waiting = [];
  #running = new Set();

  /** @param {number} atOnce how many pieces run at a time */
  constructor(atOnce) {
    this.#atOnce = atOnce;
  }

  /**
   * Says what is wanted now, the first ones first; what was wanted before and has not started is forgotten.
   * @param {{key: string, run: () => Promise<void>}[]} pieces of which those that run already are left alone
   */
  want(pieces) {
    this.#waiting = pieces.filter((piece) => !this.#running.has(piece.key));
    this.#start();
  }

  #start() {
    while (this.#running.size < this.#atOnce && this.#waiting.length > 0) {
      const piece = this.#waiting.shift();
      this.#running.add(piece.key);
      piece.run().catch(() => {}).finally(() => {
        this.#running.delete(piece.key);
        this.#start();
      });
    }
  }
}
