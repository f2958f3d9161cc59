import { errorState, fill, h, icon } from "../dom.js";
import { bytes, frameRange, percent } from "../format.js";
import { t } from "../i18n.js";
import { jobs } from "../jobs.js";
import { library } from "../library.js";

/** @typedef {import("../jobs.js").Job} Job */

/** The maximum number of listed changes of a kind. */
const shownChanges = 100;

/** The versions of the files that a job has compared. Its result is reused while they are unchanged. @type {WeakMap<Job, string>} */
const versions = new WeakMap();

/** @param {string[]} ids */
function versionOf(ids) {
  return ids.map((id) => `${id} ${library.entries.get(id)?.version}`).join(" ");
}

/** The report of `svga diff`: the frames that differ most, and the differences of the files. Event "report". */
export class Report extends /** @type {EventTargetOf<{report: Event}>} */ (EventTarget) {
  /** The first and the last frame of each run of frames that differ, once it is known. @type {API.Run[]} */
  runs = [];
  /** The frames that differ most. @type {number[]} */
  worst = [];
  #ids;
  /** @type {Job|null} */
  #job = null;
  #seek;
  #frame = 0;
  #abort = new AbortController();
  #progress = h("progress", { class: "progress", max: 1, "aria-label": t("compare.comparing") });

  /** @param {string[]} ids @param {(frame: number) => void} seek */
  constructor(ids, seek) {
    super();
    this.#ids = ids;
    this.#seek = seek;
    this.element = h("section", { class: "section stack", "data-test": "compare-report" });
    jobs.addEventListener("change", ({ detail }) => { if (detail === this.#job) this.#show(); }, { signal: this.#abort.signal });
    const known = jobs.list.find((job) => versions.get(job) === versionOf(ids) && ["running", "done"].includes(job.state));
    if (known) this.#follow(known);
    else this.#start();
  }

  #start() {
    const [movie, other] = this.#ids;
    const job = jobs.start({ kind: "diff", movie, other }, t("compare.comparing"));
    versions.set(job, versionOf(this.#ids));
    this.#follow(job);
  }

  /** @param {Job} job */
  #follow(job) {
    this.#job = job;
    this.#show();
  }

  /** Marks the current frame in the list. @param {number} frame */
  setFrame(frame) {
    this.#frame = frame;
    /** @type {NodeListOf<HTMLElement>} */
    const rows = this.element.querySelectorAll("[data-frame]");
    for (const row of rows) row.classList.toggle("selected", Number(row.dataset.frame) === frame);
  }

  close() {
    this.#abort.abort();
    if (this.#job?.state === "running") jobs.cancel(this.#job);
  }

  #show() {
    const job = this.#job;
    if (!job) return;
    const report = job.report && "pixels" in job.report ? job.report : null;
    const title = h("h2", {}, t("compare.worst"));
    const again = { label: t("common.retry"), run: () => this.#start() };
    if (job.state === "running") {
      if (job.total > 0) this.#progress.value = job.done / job.total;
      else this.#progress.removeAttribute("value");
      if (this.#progress.isConnected) return;
      fill(this.element, title, h("p", { class: "quiet small" }, t("compare.comparing")), this.#progress,
        h("div", {}, h("button", { type: "button", class: "button", onclick: () => jobs.cancel(job) }, t("common.cancel"))));
    } else if (job.state === "cancelled") {
      fill(this.element, title, h("p", { class: "quiet" }, t("compare.cancelled")), h("div", {}, h("button", { type: "button", class: "button", onclick: again.run }, again.label)));
    } else if (job.state === "failed" || !report?.pixels) {
      fill(this.element, title, errorState(job, again));
    } else {
      this.runs = report.pixels.frames;
      this.worst = report.pixels.worstFrames.map(({ frame }) => frame);
      fill(this.element, title, this.#pixels(report.pixels), this.#changes(report));
      this.setFrame(this.#frame);
      this.dispatchEvent(new Event("report"));
    }
  }

  /** @param {API.PixelReport} pixels */
  #pixels(pixels) {
    if (pixels.worstFrames.length === 0) {
      return h("p", { class: "compare-same", "data-test": "compare-same" }, icon("check"), t("compare.allSame", { count: pixels.framesCompared }));
    }
    const runs = pixels.frames.slice(0, 12).map(([first, last]) => frameRange(first, last)).join(", ") + (pixels.frames.length > 12 ? ", …" : "");
    const names = ["frame", "pixels", "largest", "ssim"];
    /** @param {API.ComparedFrame} frame */
    const row = (frame) => h("tr", { "data-frame": frame.frame, "data-test": "worst-frame" },
      h("th", { scope: "row" }, h("button", { type: "button", class: "compare-jump", onclick: () => this.#seek(frame.frame) }, t("compare.frame", { frame: frame.frame }))),
      h("td", { class: "number" }, percent(frame.differingPixels / (pixels.width * pixels.height))), h("td", { class: "number" }, frame.largestDifference),
      h("td", { class: "number" }, frame.ssim.toFixed(4)));
    return [
      h("p", { class: "small" }, t("compare.differing", { count: pixels.framesDiffering, all: pixels.framesCompared, runs })),
      pixels.isPart && h("p", { class: "quiet small" }, t("compare.part", { width: pixels.width, height: pixels.height })),
      h("div", { class: "compare-worst" }, h("table", { class: "table" },
        h("thead", {}, h("tr", {}, names.map((name, index) => h("th", { scope: "col", class: index > 0 ? "number" : null }, t(`compare.column.${name}`))))),
        h("tbody", {}, pixels.worstFrames.map(row)))),
    ];
  }

  /** The differences of the files: images, sprites, sounds. @param {API.DiffReport} report */
  #changes({ images, sprites, sounds, audios }) {
    /** @param {API.SpriteChange} change */
    const aspects = (change) => change.frames.map(({ aspect }) => t(`compare.aspect.${aspect}`)).join(", ");
    const lines = [
      ...images.map((change) => ({ ...change, name: t("compare.image", { key: (change.after ?? change.before)?.key ?? "" }), what: imageChange(change) })),
      ...sprites.map((change) => ({ ...change, name: spriteName(change.after ?? change.before), what: aspects(change) })),
      ...sounds.map(({ kind, key }) => ({ kind, name: t("compare.sound", { key }), what: "" })),
      ...audios.map(({ kind, key }) => ({ kind, name: t("compare.audio", { key }), what: "" })),
    ];
    if (lines.length === 0) return h("p", { class: "quiet small" }, t("compare.noChanges"));
    /** @param {{kind: API.Change, name: string, what: string}} line */
    const line = ({ kind, name, what }) => h("li", {}, h("span", { class: `badge ${kind === "added" ? "accent" : ""}` }, t(`compare.kind.${kind}`)),
      h("span", { class: "compare-change" }, name, what && h("span", { class: "quiet small" }, ` ${what}`)));
    const rest = lines.length - shownChanges;
    return h("details", { class: "compare-details" }, h("summary", {}, t("compare.changes", { count: lines.length })),
      h("ul", { class: "compare-changes" }, lines.slice(0, shownChanges).map(line), rest > 0 && h("li", { class: "quiet small" }, t("compare.more", { count: rest }))));
  }
}

/** @param {API.ComparedSprite|null} sprite */
function spriteName(sprite) {
  return t("compare.sprite", { index: sprite?.index ?? "", key: sprite?.imageKey ?? "" });
}

/** @param {API.ImageChange} change */
function imageChange({ before, after, pixels }) {
  if (!before || !after) return "";
  /** @param {API.ImageFacts} image */
  const size = ({ width, height }) => (width === null ? "–" : `${width}×${height}`);
  const parts = [before.bytes !== after.bytes && `${bytes(before.bytes)} → ${bytes(after.bytes)}`,
    (before.width !== after.width || before.height !== after.height) && `${size(before)} → ${size(after)}`,
    pixels === "same" && t("compare.samePixels")];
  return parts.filter(Boolean).join(", ");
}
