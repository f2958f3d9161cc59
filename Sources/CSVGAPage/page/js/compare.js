// Two movies side by side at the same time, and their differences.
import { api } from "./api.js";
import { factsTable } from "./compare/facts.js";
import { chooseMovie } from "./compare/choose.js";
import { modes, Pictures } from "./compare/pictures.js";
import { PairPlayback } from "./compare/playback.js";
import { Report } from "./compare/report.js";
import { errorState, fill, h, icon, iconButton } from "./dom.js";
import { percent, size } from "./format.js";
import { setHeader } from "./header.js";
import { t } from "./i18n.js";
import { library } from "./library.js";
import { FrameSource } from "./player/frame-source.js";
import { remember, remembered } from "./settings.js";

/** @typedef {import("./player/view.js").Size} Size */
/** @typedef {import("./compare/difference.js").FrameDifference} FrameDifference */
/** @typedef {import("./compare/pictures.js").Mode} Mode */

/** The maximum number of cached frames per movie. */
const budgetBytes = 128 << 20;
const amplifications = [1, 4, 16, 64];
const zooms = [null, 1, 2, 4, 8];

class CompareView {
  #element;
  #ids;
  /** @type {PairPlayback|null} */
  #time = null;
  /** @type {Report|null} */
  #report = null;
  /** @type {FrameSource[]} */
  #sources = [];
  /** Cancels opening. */
  #abort = new AbortController();
  /** @param {CustomEvent<API.LibraryChange>} event */
  #follow = (event) => this.#libraryChanged(event.detail);

  /** @param {HTMLElement} element @param {string[]} ids */
  constructor(element, ids) {
    this.#element = element;
    this.#ids = ids;
    library.addEventListener("change", this.#follow);
    this.#open();
  }

  destroy() {
    this.#abort.abort();
    library.removeEventListener("change", this.#follow);
    this.#unmount();
  }

  /** Renders all parts again, for example in another language. */
  remount() {
    this.#open();
  }

  async #open() {
    const frame = this.#time?.playback.target ?? 0;
    this.#unmount();
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    fill(this.#element, h("div", { class: "empty" }, h("span", { class: "spinner" }), h("p", {}, t("common.loading"))));
    try {
      const facts = await Promise.all(this.#ids.map((id) => api.movie(id, signal)));
      // The renderer draws both at the width of the wider canvas, so pixels are not stretched.
      const width = Math.max(...facts.map(({ viewBox }) => Math.round(viewBox.width)));
      /** @param {number} side */
      const make = (side) => api.scene(this.#sceneBody(side, facts[side], width), signal);
      const scenes = await Promise.all([make(0), make(1)]);
      if (signal.aborted) return;
      this.#sources = scenes.map((scene, side) => new FrameSource(scene, { budgetBytes, renew: () => make(side) }));
      this.#mount(facts, scenes, frame);
    } catch (error) {
      if (signal.aborted) return;
      fill(this.#element, errorState(error, { label: t("common.retry"), run: () => this.#open() }), h("div", { class: "compare-bar" }, this.#names()));
    }
  }

  /** @param {number} side @param {API.Facts} facts @param {number} width @returns {API.SceneRequest} */
  #sceneBody(side, { viewBox }, width) {
    return { movie: this.#ids[side], vars: {}, hiddenSprites: [], width: Math.round(viewBox.width) === width ? null : width };
  }

  /** @param {API.Facts[]} facts @param {API.Scene[]} scenes @param {number} start */
  #mount(facts, scenes, start) {
    const names = facts.map(({ name }) => name);
    const canvas = { width: Math.max(...scenes.map(({ width }) => width)), height: Math.max(...scenes.map(({ height }) => height)) };
    const pictures = new Pictures(canvas, names);
    const report = new Report(this.#ids, (frame) => this.#time?.playback.seek(frame));
    const status = h("p", { class: "compare-status", "data-test": "compare-status" });
    const ended = h("p", { class: "quiet" });
    const transport = h("div", { class: "compare-transport" });
    /** @param {boolean} isByTime */
    const setTime = (isByTime) => {
      const frame = this.#time?.playback.target ?? start;
      this.#time?.destroy();
      const time = new PairPlayback(scenes, isByTime, { pictures, sources: this.#sources });
      this.#time = time;
      time.playback.addEventListener("frame", () => {
        report.setFrame(time.playback.shownFrame);
        ended.textContent = time.ended.map((side) => t("compare.ended", { name: names[side] })).join(" ");
      });
      fill(transport, time.timeline.element, time.transport.element);
      time.showRuns(report.runs, report.worst);
      time.playback.seek(frame);
    };
    report.addEventListener("report", () => this.#time?.showRuns(report.runs, report.worst));
    pictures.addEventListener("measured", () => { status.textContent = measuredText(pictures.measured, pictures.frame, canvas); });
    setTime(false);

    const isAlike = scenes[0].fps === scenes[1].fps;
    const isScaled = scenes.some((scene, side) => scene.width !== Math.round(facts[side].viewBox.width));
    fill(this.#element, h("div", { class: "compare" },
      h("div", { class: "compare-bar" }, this.#names(), h("span", { class: "spacer" }), viewControls(pictures), !isAlike && timeControl(setTime)),
      h("div", { class: "compare-body" },
        h("div", { class: "compare-main" },
          isScaled && h("p", { class: "compare-note" }, icon("info"), t("compare.scaled", { size: size(canvas.width, canvas.height) })),
          pictures.element, h("div", { class: "compare-line" }, status, ended), transport),
        h("aside", { class: "compare-side", "aria-label": t("compare.differences") }, report.element, factsTable(facts, names)))));
    this.#report = report;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#time?.playback.play();
  }

  #unmount() {
    this.#time?.destroy();
    this.#report?.close();
    for (const source of this.#sources) source.close();
    this.#time = this.#report = null;
    this.#sources = [];
  }

  /** The two files, each a button to choose another, and a button that swaps them. */
  #names() {
    /** @param {string[]} ids */
    const go = (ids) => { location.hash = `#/compare/${ids.map(encodeURIComponent).join("/")}`; };
    /** @param {number} side */
    const name = (side) => library.nameOf(this.#ids[side]);
    /** @param {number} side */
    const button = (side) => h("button", {
      type: "button", class: "button compare-file", "data-test": `choose-${side === 0 ? "a" : "b"}`, "data-tip": t("compare.choose"), "aria-label": `${t("compare.choose")}: ${name(side)}`,
      onclick: () => chooseMovie(t("compare.choose"), (id) => go(this.#ids.with(side, id))),
    }, h("span", { class: "badge accent" }, side === 0 ? "A" : "B"), h("span", { class: "truncate" }, name(side)), icon("expand"));
    setHeader({ title: `${name(0)} ↔ ${name(1)}`, crumbs: [{ label: t("common.gallery"), href: "#/" }] });
    return h("div", { class: "line compare-names" }, button(0), iconButton("swap", t("compare.swap"), { "data-test": "swap", onclick: () => go(this.#ids.toReversed()) }), button(1));
  }

  /** @param {API.LibraryChange} change */
  #libraryChanged({ changed }) {
    if (changed.some(({ id }) => this.#ids.includes(id))) this.#open();
  }
}

/** The controls of the display mode. @param {Pictures} pictures */
function viewControls(pictures) {
  const look = h("div", { class: "line" },
    h("select", { class: "select compare-select", "aria-label": t("compare.amplification"), "data-test": "amplification", onchange: (event) => pictures.setLook({ amplification: Number(event.currentTarget.value) }) },
      amplifications.map((factor) => h("option", { value: factor, selected: factor === pictures.amplification }, t("compare.amplified", { factor })))),
    h("label", { class: "checkbox" }, h("input", { type: "checkbox", "data-test": "mark", onchange: (event) => pictures.setLook({ marks: event.currentTarget.checked }) }), t("compare.mark")));
  const buttons = modes.map((mode) => h("button", { type: "button", class: "button", "data-test": `mode-${mode}`, onclick: () => choose(mode) }, t(`compare.mode.${mode}`)));
  const zoom = h("select", { class: "select compare-select", "aria-label": t("compare.zoom"), "data-test": "compare-zoom", onchange: (event) => pictures.setZoom(zooms[Number(event.currentTarget.value)]) },
    zooms.map((factor, index) => h("option", { value: index }, factor === null ? t("compare.fit") : `${factor * 100} %`)));

  /** @param {Mode} mode */
  function choose(mode) {
    pictures.setMode(mode);
    remember("compare.mode", mode);
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(modes[index] === mode)));
    look.hidden = mode !== "difference";
  }

  const stored = remembered("compare.mode", /** @type {Mode} */ ("side"));
  choose(modes.includes(stored) ? stored : "side");
  return [look, h("div", { class: "group", role: "group", "aria-label": t("compare.mode") }, buttons), zoom];
}

/** The choice to compare frames by index or by time. @param {(isByTime: boolean) => void} setTime */
function timeControl(setTime) {
  return h("select", { class: "select compare-select", "aria-label": t("compare.by"), "data-test": "compare-by", onchange: (event) => setTime(event.currentTarget.value === "time") },
    ["frame", "time"].map((by) => h("option", { value: by }, t(`compare.by.${by}`))));
}

/** The measurements of the current frame. @param {FrameDifference|null} measured @param {number} frame @param {Size} size */
function measuredText(measured, frame, { width, height }) {
  if (!measured) return "\u00a0";
  const { differingPixels, largestDifference } = measured;
  if (differingPixels === 0) return t("compare.measuredSame", { frame });
  return t("compare.measured", { frame, count: differingPixels, share: percent(differingPixels / (width * height)), largest: largestDifference });
}

/**
 * Shows two movies in `element`.
 * @param {HTMLElement} element
 * @param {string[]} ids
 */
export function mountCompare(element, ids) {
  return new CompareView(element, ids);
}
