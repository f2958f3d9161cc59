/** @typedef {{key: string, run: () => Promise<void>}} Piece */

/** A queue of work for visible cards: a few items at a time; items that leave the view before their turn are not started. */
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
   * Replaces the pending items, in order of priority.
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
