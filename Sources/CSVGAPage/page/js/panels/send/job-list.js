import { api } from "../../api.js";
import { fill, h, icon, iconButton } from "../../dom.js";
import { bytes, percent, seconds } from "../../format.js";
import { t } from "../../i18n.js";
import { jobs } from "../../jobs.js";
import { toast } from "../../overlays.js";

/** @typedef {import("../../jobs.js").Job} Job */

/** The elements for results that the browser can show. @type {Record<string, "img"|"video"|"audio">} */
const shown = { webp: "img", avif: "img", apng: "img", gif: "img", png: "img", jpg: "img", mp4: "video", webm: "video", wav: "audio" };

/** The maximum size of a result that is loaded for display. */
const shownBytes = 30_000_000;

/**
 * The parts of a row that change while the job runs, and the state that it shows.
 * @typedef {{state: Job["state"], element: HTMLElement, progress: HTMLProgressElement, text: HTMLElement}} JobRow
 */

/** The exports of a movie and their results, the newest first. */
export class JobList {
  #file;
  /** @type {Map<Job, JobRow>} */
  #rows = new Map();
  #abort = new AbortController();
  #announcement = h("p", { class: "sr-only", role: "status" });
  #list = h("ul", { class: "send-jobs", "data-test": "jobs" });

  /** @param {string} file the identifier of the file that the movie was, or was edited from */
  constructor(file) {
    this.#file = file;
    this.element = h("section", { class: "section stack send-dock" }, h("h2", {}, t("send.jobs")), this.#announcement, this.#list);
    jobs.addEventListener("change", ({ detail }) => this.#changed(detail), { signal: this.#abort.signal });
    this.#show();
  }

  close() {
    this.#abort.abort();
  }

  #own() {
    return jobs.list.filter(({ body, file }) => file === this.#file && body.kind !== "diff");
  }

  /** @param {Job} job */
  #changed(job) {
    const row = this.#rows.get(job);
    if (row && job.state === "running") return showProgress(row, job);
    if (row && job.state !== row.state) {
      this.#rows.delete(job);
      const text = `${job.title}: ${t(`send.state.${job.state}`)}`;
      this.#announcement.textContent = text;
      // Another panel is visible, so the list's announcement would not be noticed.
      if (!this.element.checkVisibility()) toast(text, { kind: job.state === "failed" ? "error" : "success" });
    }
    this.#show();
    if (!row && this.#rows.has(job) && job.state === "running") this.element.scrollTop = 0;
  }

  #show() {
    const own = this.#own();
    this.element.hidden = own.length === 0;
    const rows = own.map((job) => this.#rows.get(job) ?? jobRow(job));
    own.forEach((job, index) => this.#rows.set(job, rows[index]));
    for (const job of this.#rows.keys()) if (!own.includes(job)) this.#rows.delete(job);
    fill(this.#list, rows.map((row) => row.element));
  }
}

/** A job's row, with the parts that change while it runs. @param {Job} job @returns {JobRow} */
function jobRow(job) {
  const progress = h("progress", { class: "progress", max: 1, "aria-label": job.title });
  const text = h("span", { class: "quiet small" });
  const isRunning = job.state === "running";
  const button = isRunning
    ? h("button", { type: "button", class: "button", "data-test": "cancel-job", onclick: () => jobs.cancel(job) }, t("common.cancel"))
    : iconButton("close", t("send.remove"), { onclick: () => jobs.remove(job) });
  const element = h("li", { class: "send-job", "data-test": `job-${job.state}` },
    h("div", { class: "line" }, h("strong", { class: "truncate" }, job.title), h("span", { class: "spacer" }), button),
    isRunning && progress, isRunning && text, !isRunning && ended(job));
  const row = { state: job.state, element, progress, text };
  if (isRunning) showProgress(row, job);
  return row;
}

/** @param {JobRow} row @param {Job} job */
function showProgress({ progress, text }, job) {
  if (job.total > 0) progress.value = job.done / job.total;
  else progress.removeAttribute("value");
  const left = jobs.secondsLeft(job);
  const parts = [job.total > 0 ? t("send.progress", { done: job.done, total: job.total }) : t("send.preparing"), left !== null && t("send.left", { time: seconds(Math.ceil(left)) })];
  text.textContent = parts.filter(Boolean).join(" · ");
}

/** @param {Job} job @returns {Child} */
function ended(job) {
  if (job.state === "cancelled") return h("p", { class: "quiet" }, t("send.state.cancelled"));
  if (job.state === "failed") {
    return h("div", { class: "send-problem", role: "alert" }, icon("error"), h("div", {}, h("p", {}, job.message), job.advice && h("p", { class: "small" }, job.advice)));
  }
  const warnings = job.warnings.map(({ code, text }) => h("li", {}, h("strong", {}, code), ` ${text}`));
  return [job.report && "decodedBytesBefore" in job.report && optimized(job.report), result(job),
    warnings.length > 0 && h("ul", { class: "send-warnings small", "data-test": "warnings" }, warnings), job.message && h("p", { class: "quiet small send-message" }, job.message)];
}

/** The download links, and the result if the browser can show it. @param {Job} job @returns {Child} */
function result(job) {
  const { id } = job;
  if (id === null) return null;
  const tag = job.body.kind === "render" ? shown[job.body.format] : undefined;
  const isShown = tag !== undefined && job.files.length > 0 && job.files[0].bytes <= shownBytes && !job.files[0].name.endsWith(".zip");
  const url = isShown ? api.jobFileURL(id, 0) : null;
  const view = isShown && (tag === "img" ? h("img", { class: "send-result checker", src: url, alt: t("send.result", { name: job.files[0].name }) })
    : h(tag, { class: "send-result", src: url, controls: true, loop: true, preload: "metadata", "aria-label": t("send.result", { name: job.files[0].name }) }));
  return [view, h("div", { class: "line wrap" }, job.files.map((file, index) => h("a", {
    class: index === 0 ? "button primary" : "button", href: api.jobFileURL(id, index), download: file.name, "data-test": "download",
  }, icon("download"), h("span", { class: "truncate" }, file.name), h("span", { class: "small" }, bytes(file.bytes)))), job.movie && comparison(job))];
}

/** The results of an optimization. @param {API.OptimizeReport} report @returns {Child} */
function optimized(report) {
  /** @param {number} before @param {number} after */
  const saved = (before, after) => (before > 0 && after !== before ? percent((after - before) / before) : "");
  /** @param {string} name @param {number} before @param {number} after */
  const line = (name, before, after) => h("tr", {}, h("th", { scope: "row" }, t(`send.report.${name}`)), h("td", { class: "number" }, bytes(before)),
    h("td", { class: "number" }, bytes(after)), h("td", { class: after < before ? "number success-text" : "number" }, saved(before, after)));
  const images = report.images.filter((image) => image.action);
  return [
    h("table", { class: "table send-report", "data-test": "optimize-report" },
      h("thead", {}, h("tr", {}, h("td", {}), ["before", "after", "change"].map((name) => h("th", { scope: "col", class: "number" }, t(`send.report.${name}`))))),
      h("tbody", {}, line("file", report.bytesBefore, report.bytesAfter), line("memory", report.decodedBytesBefore, report.decodedBytesAfter))),
    h("p", { class: "small" }, report.differingFrames === 0 ? t("send.report.same", { count: report.frames })
      : t("send.report.differing", { count: report.differingFrames, frames: report.frames, ssim: report.lowestSimilarity.toFixed(4) })),
    [...report.notes, ...report.undone.map((name) => t("send.report.undone", { name }))].map((note) => h("p", { class: "quiet small" }, note)),
    images.length > 0 && h("details", { class: "send-details" }, h("summary", {}, t("send.report.images", { count: images.length })),
      h("div", { class: "table-scroll" }, h("table", { class: "table" }, h("tbody", {}, images.map((image) => h("tr", {},
        h("th", { scope: "row" }, image.key), h("td", {}, t(`send.action.${image.action}`)),
        h("td", { class: "number" }, `${bytes(image.bytesBefore)} → ${bytes(image.bytesAfter)}`))))))),
  ];
}

/** The actions for an optimized file, which is also in the library. @param {Job} job */
function comparison({ movie, body }) {
  return [
    h("a", { class: "button", href: `#/compare/${body.movie}/${movie}`, "data-test": "compare-result" }, icon("compare"), t("send.compare")),
    h("a", { class: "button", href: `#/movie/${movie}`, "data-test": "open-result" }, icon("play"), t("send.open")),
  ];
}
