// Jobs on the server: export, optimization, comparison. They continue while the page shows another movie.
import { ApiError, api } from "./api.js";
import { languageEvents } from "./i18n.js";
import { library } from "./library.js";
import { inPageLanguage, problemOf } from "./problem.js";

/** The polling interval of a running job without events, in milliseconds. */
const pollInterval = 2_000;

/**
 * One job and its state. `id` is null until the server has accepted it.
 * `file` is the file that the movie was edited from.
 * @typedef {{id: string|null, file: string, body: API.JobRequest, title: string, state: "running"|"done"|"failed"|"cancelled", done: number, total: number, message: string,
 *   warnings: {code: string, text: string}[],
 *   files: {name: string, bytes: number}[], movie: string|null, report: API.JobState["report"], advice: string|undefined, startedAt: number, receivedAt: number}} Job
 */

/** All jobs of this page, the newest first. Event "change", whose detail is the job. */
class Jobs extends /** @type {EventTargetOf<{change: CustomEvent<Job>}>} */ (EventTarget) {
  /** @type {Job[]} */
  list = [];

  constructor() {
    super();
    api.events.addEventListener("job", ({ detail }) => {
      const job = this.list.find((candidate) => candidate.id === detail.job);
      if (job?.state === "running") this.#receive(job, detail);
    });
    languageEvents.addEventListener("language", () => this.list.forEach((job) => this.#translate(job)));
  }

  /**
   * Starts a job. If the server refuses it, the list shows it as failed.
   * @param {API.JobRequest} body
   * @param {string} title
   * @param {string} [file] the file that the movie was edited from
   * @returns {Job}
   */
  start(body, title, file = body.movie) {
    const now = performance.now();
    /** @type {Job} */
    const job = {
      id: null, file, body, title, state: "running", done: 0, total: 0, message: "", warnings: [], files: [], movie: null, report: null, advice: undefined,
      startedAt: now, receivedAt: now,
    };
    this.list.unshift(job);
    this.#emit(job);
    api.job(body).then(({ job: id }) => {
      job.id = id;
      if (job.state === "cancelled") this.cancel(job);
      else this.#poll(job);
    }, (error) => this.#fail(job, error));
    return job;
  }

  /** Cancels a running job. @param {Job} job */
  async cancel(job) {
    job.state = "cancelled";
    this.#emit(job);
    // A job that the server has removed counts as canceled.
    if (job.id !== null) await api.cancelJob(job.id).catch(() => {});
  }

  /** Removes a finished job from the list. @param {Job} job */
  remove(job) {
    this.list = this.list.filter((other) => other !== job);
    this.#emit(job);
  }

  /** The estimated remaining seconds of a job; null if unknown. @param {Job} job */
  secondsLeft({ done, total, startedAt }) {
    const seconds = (performance.now() - startedAt) / 1000;
    return done > 0 && total > done && seconds > 1 ? (seconds / done) * (total - done) : null;
  }

  /** @param {Job} job */
  async #poll(job) {
    while (job.state === "running") {
      try {
        const isSilent = performance.now() - job.receivedAt >= pollInterval || job.receivedAt === job.startedAt;
        if (isSilent && job.id !== null) this.#receive(job, await api.jobState(job.id));
      } catch (error) {
        // The server may be unreachable for a moment; an unknown job is lost.
        if (!(error instanceof ApiError && error.status === 0)) this.#fail(job, error);
      }
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
    }
  }

  /** @param {Job} job @param {API.JobState} state */
  async #receive(job, { job: id, state, done, total, message, chinese, warnings, files, movie, report }) {
    if (job.state !== "running") return;
    job.receivedAt = performance.now();
    Object.assign(job, { done, total, files, movie }, texts({ message, chinese, warnings }));
    if (state === "done" && report === undefined) {
      try {
        report = (await api.jobState(id)).report;
      } catch (error) {
        return this.#fail(job, error);
      }
    }
    // The page knows the name of a movie that the job has written.
    if (state === "done" && movie !== null) await library.load().catch(() => {});
    if (job.state !== "running") return;
    job.report = report ?? null;
    job.state = state;
    this.#emit(job);
  }

  /** The texts of a finished job in another language. If the server has removed the job, they stay. @param {Job} job */
  async #translate(job) {
    if (job.id === null || job.state === "running") return;
    const state = await api.jobState(job.id).catch(() => null);
    if (!state) return;
    Object.assign(job, texts(state), { report: state.report ?? null });
    this.#emit(job);
  }

  /** @param {Job} job @param {unknown} error */
  #fail(job, error) {
    if (job.state !== "running") return;
    const { message, advice } = problemOf(error);
    Object.assign(job, { state: "failed", message, advice });
    this.#emit(job);
  }

  /** @param {Job} job */
  #emit(job) {
    this.dispatchEvent(new CustomEvent("change", { detail: job }));
  }
}

/**
 * The message and the warnings in the page's language.
 * @param {Pick<API.JobState, "message"|"chinese"|"warnings">} state @returns {Pick<Job, "message"|"warnings">}
 */
function texts({ message, chinese, warnings }) {
  return {
    message: inPageLanguage(message, chinese),
    warnings: warnings.map((warning) => ({ code: warning.code, text: inPageLanguage(warning.message, warning.chinese) })),
  };
}

export const jobs = new Jobs();
