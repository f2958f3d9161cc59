// Batches on the server: one kind of job on many movies. They continue while the page shows something else.
import { ApiError, api } from "../api.js";

/** The polling interval without events, in milliseconds. */
const pollInterval = 2_000;
/** Events arrive after each frame; rows are requested less often. */
const minimumPause = 250;

/** @typedef {API.BatchRow & {writeProblem?: string}} Row `writeProblem`: why its file was not replaced */
/** @typedef {{change: CustomEvent<number[]>, lost: Event, problem: CustomEvent<unknown>}} Events "change" with the indices of new rows */

/** A batch while its view is open. Events: "change", "lost" if the server no longer has it, "problem" with an error. */
export class Batch extends /** @type {EventTargetOf<Events>} */ (EventTarget) {
  /** @type {API.BatchState|null} */
  state = null;
  /** In the order of the request. @type {API.Entry[]} */
  movies = [];
  /** By the index of the movie. @type {Map<number, Row>} */
  rows = new Map();
  isCancelling = false;
  startedAt = performance.now();

  #end = new AbortController();
  #isLoading = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    api.events.addEventListener("batch", ({ detail }) => {
      if (detail.batch === id) this.#soon(minimumPause);
    }, { signal: this.#end.signal });
    this.#load();
  }

  close() {
    this.#end.abort();
    clearTimeout(this.#timer);
  }

  get isClosed() {
    return this.#end.signal.aborted;
  }

  get isRunning() {
    return this.state === null || ["waiting", "running", "packing"].includes(this.state.state);
  }

  /** The estimated remaining seconds; null if unknown. */
  get secondsLeft() {
    if (this.state?.state !== "running") return null;
    const { done, total, running } = this.state;
    const share = (done + running.reduce((sum, job) => sum + (job.total > 0 ? job.done / job.total : 0), 0)) / total;
    const seconds = (performance.now() - this.startedAt) / 1000;
    return share > 0.02 && seconds > 2 ? (seconds / share) * (1 - share) : null;
  }

  async cancel() {
    this.isCancelling = true;
    this.#emit([]);
    try {
      await api.cancelBatch(this.id);
    } catch (error) {
      this.isCancelling = false;
      this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }
    this.#soon(0);
  }

  /** @param {number} milliseconds */
  #soon(milliseconds) {
    if (this.#isLoading) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), milliseconds);
  }

  async #load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    /** @type {number[]} */
    let fresh = [];
    try {
      const { rows, movies, ...state } = await api.batchState(this.id, this.rows.size);
      if (this.#end.signal.aborted) return;
      if (movies) this.movies = movies;
      for (const row of rows) this.rows.set(row.index, row);
      fresh = rows.map((row) => row.index);
      this.state = state;
      if (!this.isRunning) fresh = [...fresh, ...await this.#readFailures()];
    } catch (error) {
      if (this.#end.signal.aborted) return;
      if (error instanceof ApiError && error.status === 410) {
        this.close();
        this.dispatchEvent(new Event("lost"));
        return;
      }
      // The server may be unreachable for a moment.
      if (!(error instanceof ApiError && error.status === 0)) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    } finally {
      this.#isLoading = false;
    }
    this.#emit(fresh);
    if (this.isRunning) this.#soon(pollInterval);
  }

  /** A row that was sent before may have failed while the archive was written. @returns {Promise<number[]>} the changed rows */
  async #readFailures() {
    this.isCancelling = false;
    const known = [...this.rows.values()].filter(({ state }) => state === "failed").length;
    if (known === this.state?.failed) return [];
    const { rows } = await api.batchState(this.id, 0);
    for (const row of rows) this.rows.set(row.index, row);
    return rows.map((row) => row.index);
  }

  /** @param {number[]} fresh */
  #emit(fresh) {
    this.dispatchEvent(new CustomEvent("change", { detail: fresh }));
  }
}

/** Whether a row needs attention. @param {Row} row */
export function hasProblem(row) {
  return row.state === "failed" || row.writeProblem !== undefined || (row.findings?.errors ?? 0) + (row.findings?.warnings ?? 0) > 0 || row.budget?.isWithin === false
    || row.players.some(({ after }) => after !== "same");
}

/** Whether the result has the bytes of the movie. @param {API.BatchRow} row @param {API.BatchState["kind"]} kind */
export function isUnchanged(row, kind) {
  return row.state === "done" && ["optimize", "fix"].includes(kind) && row.bytesAfter !== null && row.bytesAfter === row.bytesBefore;
}
