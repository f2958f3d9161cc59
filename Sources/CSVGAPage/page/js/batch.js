// A batch: one table of its movies with their results, the progress, and the archive.
import { api } from "./api.js";
import { Batch, hasProblem } from "./batch/batches.js";
import { csvOf } from "./batch/csv.js";
import { askReplace, replaceable } from "./batch/replace.js";
import { columnsOf, makeRow } from "./batch/row.js";
import { emptyState, errorState, fill, h, icon } from "./dom.js";
import { bytes, percent, seconds } from "./format.js";
import { setHeader } from "./header.js";
import { t } from "./i18n.js";
import { library } from "./library.js";
import { toastError } from "./overlays.js";

class BatchView {
  #element;
  #batch;
  #bar = h("progress", { class: "progress", max: 1, "aria-label": t("batch.table") });
  #text = h("span", { class: "batch-text" });
  /** Announced once, at the end. */
  #end = h("p", { class: "sr-only", role: "status" });
  #buttons = h("div", { class: "line wrap batch-buttons" });
  #filters = h("div", { class: "line wrap", role: "group", "aria-label": t("batch.filter") });
  #table = h("div", { class: "table-scroll batch-table", tabindex: "0", role: "region", "aria-label": t("batch.table") });
  #body = h("tbody");
  /** @type {ReturnType<typeof makeRow>[]} */
  #rows = [];
  /** @type {import("./batch/row.js").Column[]} */
  #columns = [];
  #onlyProblems = false;
  /** @type {{name: string, isDescending: boolean}|null} */
  #sort = null;
  /** The indices of jobs whose progress is shown. @type {Set<number>} */
  #running = new Set();
  #hasEnded = false;
  #canWrite = false;
  /** Of files that are being replaced. @type {{done: number, total: number}|null} */
  #replacing = null;
  #shownButtons = "";
  #shownFilters = "";

  /** @param {HTMLElement} element @param {string} id */
  constructor(element, id) {
    this.#element = element;
    this.#batch = new Batch(id);
    setHeader({ title: t("common.loading"), crumbs: [{ label: t("common.gallery"), href: "#/" }] });
    fill(element, h("section", { class: "batch", "data-test": "batch" },
      h("div", { class: "batch-head" }, h("div", { class: "batch-progress" }, this.#text, this.#bar), this.#buttons, this.#filters, this.#end), this.#table));
    this.#batch.addEventListener("change", (event) => this.#changed(event.detail));
    this.#batch.addEventListener("problem", (event) => toastError(event.detail));
    this.#batch.addEventListener("lost", () => {
      const state = errorState({ message: t("batch.lost"), advice: t("batch.lost.advice") });
      state.append(h("a", { class: "button", href: "#/" }, t("movie.back")));
      setHeader({ title: t("batch.lost"), crumbs: [{ label: t("common.gallery"), href: "#/" }] });
      fill(this.#element, state);
    });
  }

  destroy() {
    this.#batch.close();
    fill(this.#element);
  }

  /** @param {number[]} fresh */
  async #changed(fresh) {
    const { state, movies, rows } = this.#batch;
    if (!state) return;
    if (this.#rows.length === 0) {
      const { budget, canWrite } = await api.vocabulary();
      this.#canWrite = canWrite;
      if (this.#rows.length === 0) this.#build(budget !== null);
      fresh = [...rows.keys()];
    }
    for (const index of fresh) {
      const row = rows.get(index);
      if (row) this.#rows[index].show(row, state.kind, this.#batch.id);
      this.#running.delete(index);
    }
    const running = new Map(state.running.filter(({ index }) => !rows.has(index)).map(({ index, done, total }) => [index, total > 0 ? done / total : 0]));
    for (const index of this.#running) if (!running.has(index) && !rows.has(index)) this.#rows[index].progress(null);
    for (const [index, share] of running) this.#rows[index].progress(share);
    this.#running = new Set(running.keys());
    if (fresh.length > 0 && (this.#onlyProblems || this.#sort)) this.#arrange();
    this.#showState(movies.length);
  }

  /** @param {boolean} hasBudget */
  #build(hasBudget) {
    const { state, movies } = this.#batch;
    if (!state) return;
    setHeader({ title: t("batch.title", { action: t(`batch.${state.kind}`), count: movies.length }), crumbs: [{ label: t("common.gallery"), href: "#/" }] });
    this.#columns = columnsOf(state.kind, hasBudget);
    this.#rows = movies.map((entry, index) => makeRow(entry, index, { columns: this.#columns, oncompare: (index) => this.#compare(index) }));
    fill(this.#table, h("table", { class: "table" }, this.#head(), this.#body));
    this.#arrange();
  }

  #head() {
    /** @param {string} name @param {boolean} [isNumber] */
    const column = (name, isNumber) => h("th", { scope: "col", class: isNumber ? "number" : null, "data-column": name },
      h("button", { type: "button", class: "batch-sort", onclick: () => this.#sortBy(name) }, t(`batch.column.${name}`)));
    return h("thead", {}, h("tr", {}, column("name"), this.#columns.map(({ name, isNumber }) => column(name, isNumber)),
      h("td", {}, h("span", { class: "sr-only" }, t("batch.column.actions")))));
  }

  /** Turns from ascending to descending, and then to the order of the gallery. @param {string} name */
  #sortBy(name) {
    if (this.#sort?.name !== name) this.#sort = { name, isDescending: false };
    else this.#sort = this.#sort.isDescending ? null : { name, isDescending: true };
    for (const head of this.#table.querySelectorAll("[data-column]")) {
      const isSorted = this.#sort !== null && head.getAttribute("data-column") === this.#sort.name;
      if (isSorted) head.setAttribute("aria-sort", this.#sort?.isDescending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    this.#arrange();
  }

  /** Puts the rows in order, and leaves out those that the filter hides. */
  #arrange() {
    const { movies, rows } = this.#batch;
    let indices = movies.map((_, index) => index);
    if (this.#onlyProblems) indices = indices.filter((index) => { const row = rows.get(index); return row !== undefined && hasProblem(row); });
    const sort = this.#sort;
    const column = this.#columns.find(({ name }) => name === sort?.name);
    if (sort) {
      const sign = sort.isDescending ? -1 : 1;
      /** @param {number} index @returns {number|string|null} */
      const value = (index) => {
        if (!column) return movies[index].name;
        const row = rows.get(index);
        return row ? column.value(row) : null;
      };
      // Unknown values are last in both directions.
      indices.sort((a, b) => {
        const [first, second] = [value(a), value(b)];
        if (first === null || second === null) return Number(first === null) - Number(second === null) || a - b;
        if (typeof first === "string") return sign * first.localeCompare(String(second), undefined, { numeric: true }) || a - b;
        return sign * (first - Number(second)) || a - b;
      });
    }
    fill(this.#body, indices.length > 0 || movies.length === 0 ? indices.map((index) => this.#rows[index].element)
      : h("tr", {}, h("td", { colspan: this.#columns.length + 2 }, emptyState("check", t("batch.filter.none"), null))));
  }

  /** @param {number} count */
  #showState(count) {
    const { state, rows } = this.#batch;
    if (!state) return;
    const done = [...rows.values()].filter((row) => row.state === "done").length;
    const left = this.#batch.secondsLeft;
    /** @type {Record<string, string>} */
    const texts = {
      waiting: t("batch.waiting"), running: t("batch.running", { done: state.done, total: count }), packing: t("batch.packing", { done: state.done, total: count }),
      done: t("batch.done", { count: done }), cancelled: t("batch.cancelled", { count: done, total: count }),
    };
    const message = this.#batch.isRunning ? "" : state.message && (document.documentElement.lang === "zh" ? state.chinese : state.message);
    const share = state.bytesBefore > 0 ? (state.bytesAfter - state.bytesBefore) / state.bytesBefore : 0;
    const saved = ["optimize", "fix"].includes(state.kind) && state.bytesBefore > 0 && t("batch.saved", {
      before: bytes(state.bytesBefore), after: bytes(state.bytesAfter), change: `${share > 0 ? "+" : share < 0 ? "−" : ""}${percent(Math.abs(share))}`,
    });
    const replaced = [...rows.values()].filter((row) => row.backup !== null).length;
    const notReplaced = [...rows.values()].filter((row) => row.writeProblem).length;
    const parts = [this.#batch.isCancelling ? t("batch.cancelling") : texts[state.state], state.failed > 0 && t("batch.failed", { count: state.failed }), saved,
      this.#replacing ? t("batch.replacing", this.#replacing) : replaced > 0 && t("batch.replaced.count", { count: replaced }),
      notReplaced > 0 && t("batch.notReplaced.count", { count: notReplaced }), left !== null && t("batch.left", { time: seconds(Math.ceil(left)) }), message];
    this.#text.textContent = parts.filter(Boolean).join(" · ");
    this.#bar.hidden = !this.#batch.isRunning;
    if (state.state === "waiting") this.#bar.removeAttribute("value");
    else this.#bar.value = count > 0 ? state.done / count : 0;
    this.#showFilters(count);
    const hasEnded = !this.#batch.isRunning && !this.#replacing;
    if (hasEnded && !this.#hasEnded) this.#end.textContent = this.#text.textContent;
    this.#hasEnded = hasEnded;
    this.#showButtons();
  }

  #showButtons() {
    const { state, isRunning, isCancelling } = this.#batch;
    const archive = state?.archive;
    // Unchanged buttons keep the focus.
    const isReplaceable = this.#canWrite && replaceable(this.#batch).length > 0;
    const key = `${isRunning} ${isCancelling} ${archive?.bytes} ${isReplaceable} ${this.#replacing !== null}`;
    if (key === this.#shownButtons) return;
    this.#shownButtons = key;
    const isFocused = this.#buttons.contains(document.activeElement);
    fill(this.#buttons,
      isRunning && h("button", { type: "button", class: "button", "data-test": "batch-cancel", "aria-disabled": String(isCancelling), onclick: () => { if (!isCancelling) this.#batch.cancel(); } }, t("batch.cancel")),
      archive && h("a", { class: "button primary", href: api.batchArchiveURL(this.#batch.id), download: archive.name, "data-test": "batch-download" },
        icon("download"), t("batch.download"), h("span", { class: "small" }, bytes(archive.bytes))),
      isReplaceable && h("button", { type: "button", class: "button", "data-test": "batch-replace", "aria-disabled": String(this.#replacing !== null),
        onclick: () => { if (!this.#replacing) this.#replace(); } }, icon("pen"), t("batch.replaceFiles")),
      !isRunning && h("button", { type: "button", class: "button", "data-test": "batch-csv", onclick: () => this.#saveTable() }, icon("list"), t("batch.csv")));
    const first = isFocused && this.#buttons.querySelector("a, button");
    if (first instanceof HTMLElement) first.focus();
  }

  /** @param {number} count */
  #showFilters(count) {
    const problems = [...this.#batch.rows.values()].filter(hasProblem).length;
    const key = `${problems} ${count} ${this.#onlyProblems}`;
    if (key === this.#shownFilters) return;
    this.#shownFilters = key;
    /** @param {"all"|"problems"} name @param {number} number */
    const chip = (name, number) => h("button", {
      type: "button", class: "chip", "aria-pressed": String(this.#onlyProblems === (name === "problems")), "data-test": `batch-${name}`,
      onclick: () => { this.#onlyProblems = name === "problems"; this.#arrange(); this.#showFilters(count); },
    }, t(`batch.filter.${name}`, { count: number }));
    const focused = this.#filters.contains(document.activeElement) ? document.activeElement?.getAttribute("data-test") : null;
    fill(this.#filters, chip("all", count), chip("problems", problems));
    const again = focused && this.#filters.querySelector(`[data-test="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {number} index */
  async #compare(index) {
    try {
      const { movie } = await api.openBatchMovie(this.#batch.id, index);
      library.nameEdited(movie.id, movie.name);
      location.hash = `#/compare/${encodeURIComponent(this.#batch.movies[index].id)}/${encodeURIComponent(movie.id)}`;
    } catch (error) {
      toastError(error);
    }
  }

  #replace() {
    askReplace(this.#batch, (indices, progress) => {
      this.#replacing = progress;
      const { state, movies, rows, id } = this.#batch;
      for (const index of indices) {
        const row = rows.get(index);
        if (row && state) this.#rows[index].show(row, state.kind, id);
      }
      this.#showState(movies.length);
    });
  }

  #saveTable() {
    const url = URL.createObjectURL(new Blob([csvOf(this.#batch, this.#columns)], { type: "text/csv;charset=utf-8" }));
    h("a", { href: url, download: `${this.#batch.id}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

/** Shows a batch in `element`. @param {HTMLElement} element @param {string} id */
export function mountBatch(element, id) {
  return new BatchView(element, id);
}
