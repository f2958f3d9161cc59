/**
 * Runs one request at a time; of those that are wanted meanwhile, only the newest. Failures are dropped: the pointer moves on anyway.
 */
export class Newest {
  #next = null;
  #isRunning = false;
  #interval;

  /** @param {number} interval milliseconds between the beginnings of two requests, at least */
  constructor(interval) {
    this.#interval = interval;
  }

  /** @param {() => Promise<void>} request */
  async run(request) {
    this.#next = request;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#next) {
      const current = this.#next;
      this.#next = null;
      await Promise.allSettled([current(), new Promise((done) => setTimeout(done, this.#interval))]);
    }
    this.#isRunning = false;
  }

  cancel() {
    this.#next = null;
  }
}
