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

/**
 * Calls `run` when nothing has been asked of it for a while, with the newest arguments.
 * @template {any[]} A @param {number} milliseconds @param {(...args: A) => void} run
 * @returns {((...args: A) => void) & {flush: () => void}} `flush` calls it at once if it is waiting
 */
export function debounced(milliseconds, run) {
  let timer = 0;
  let waiting = null;
  const fire = () => {
    clearTimeout(timer);
    const args = waiting;
    waiting = null;
    if (args) run(...args);
  };
  const call = (...args) => {
    waiting = args;
    clearTimeout(timer);
    timer = setTimeout(fire, milliseconds);
  };
  return Object.assign(call, { flush: fire });
}
