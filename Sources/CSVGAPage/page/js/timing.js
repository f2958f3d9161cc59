/**
 * Runs one request at a time, and then only the newest pending one. Errors are ignored, because later requests follow.
 */
export class Newest {
  /** @type {(() => Promise<void>)|null} */
  #next = null;
  #isRunning = false;
  #interval;

  /** @param {number} interval the minimum interval between two starts in milliseconds */
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
 * @template {any[]} A
 * @typedef {((...args: A) => void) & {flush: () => void}} Debounced
 */

/**
 * Calls `run` after a time without calls, with the newest arguments.
 * @template {any[]} A @param {number} milliseconds @param {(...args: A) => void} run
 * @returns {Debounced<A>} `flush` runs a pending call at once
 */
export function debounced(milliseconds, run) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  /** @type {A|null} */
  let waiting = null;
  const fire = () => {
    clearTimeout(timer);
    const args = waiting;
    waiting = null;
    if (args) run(...args);
  };
  /** @param {A} args */
  const call = (...args) => {
    waiting = args;
    clearTimeout(timer);
    timer = setTimeout(fire, milliseconds);
  };
  return Object.assign(call, { flush: fire });
}
