import { api } from "../api.js";
import { chosenPlayers, playerEvents } from "../chosen-players.js";
import { language, languageEvents } from "../i18n.js";
import { library } from "../library.js";
import { isAbort } from "../problem.js";
import { remember, remembered } from "../settings.js";

/**
 * @typedef {{folder: string, count: number}} Heading
 * @typedef {Heading|API.Entry} Item a heading or a movie
 * @typedef {typeof sorts[number]} Sort
 * @typedef {{text: string, key: string, hasSound: boolean, hasFindings: boolean, isOverBudget: boolean}} Filter
 * @typedef {{sort: Sort, isDescending: boolean, isGrouped: boolean}} Order
 * @typedef {{done: number, total: number, isRunning: boolean}} Progress
 * @typedef {{items: Event, progress: Event, summary: CustomEvent<string[]>, problem: CustomEvent<unknown>}} Events
 */

/** The sort keys. Those of `fromSummary` need the summaries of all movies. */
export const sorts = /** @type {const} */ (["name", "size", "date", "length", "memory", "canvas"]);
/** @type {Partial<Record<Sort, (summary: API.SummaryOfMovie) => number>>} */
const fromSummary = {
  length: (summary) => summary.durationSeconds,
  memory: (summary) => summary.decodedBytes,
  canvas: (summary) => summary.width * summary.height,
};

/**
 * The filtered and sorted movies of the gallery. It exists longer than the view, so that the state of the gallery is kept.
 * Events: "items" when the list changes, "summary" with the ids whose summary was added or removed, "progress" while all summaries are read.
 */
class Collection extends /** @type {EventTargetOf<Events>} */ (EventTarget) {
  /** The search, which is not stored. @type {Filter} */
  filter = { text: "", key: "", hasSound: false, hasFindings: false, isOverBudget: false };
  /** @type {Order} */
  order = { sort: "name", isDescending: false, isGrouped: true, ...remembered("gallery.order", {}) };
  /** @type {Map<string, API.Summary>} */
  summaries = new Map();
  /** The numbers of findings for the chosen players, which take longer than the other facts. @type {Map<string, API.SummaryOfMovie["findings"]>} */
  findings = new Map();
  /** Movies that came or changed while the page was open and were not opened since: "added" or "changed". @type {Map<string, "added"|"changed">} */
  marks = new Map();
  /** The progress of reading all summaries; null if it was not started. @type {Progress|null} */
  progress = null;

  /** @type {API.Entry[]|null} */
  #sorted = null;
  /** @type {Map<string, string>} */
  #haystacks = new Map();
  /** @type {AbortController|null} */
  #stream = null;
  /** Whether the stream has the findings for the chosen players. */
  #hasFindings = false;
  /** Whether another stream begins after this one. */
  #isStale = false;

  constructor() {
    super();
    library.addEventListener("change", (event) => this.#libraryChanged(event.detail));
    library.addEventListener("loaded", () => this.#reset());
    languageEvents.addEventListener("language", () => this.#forgetErrors());
    playerEvents.addEventListener("players", () => this.#forgetFindings());
  }

  /** Changes the filter, for example `{text: "gift"}`. @param {Partial<Filter>} change */
  setFilter(change) {
    Object.assign(this.filter, change);
    this.#readAllIfNeeded();
    this.#emit("items");
  }

  /** Changes the order, for example `{sort: "size", isDescending: true}`; it is stored. @param {Partial<Order>} change */
  setOrder(change) {
    Object.assign(this.order, change);
    remember("gallery.order", this.order);
    this.#sorted = null;
    this.#readAllIfNeeded();
    this.#emit("items");
  }

  get isFiltered() {
    return Boolean(this.filter.text || this.filter.key || this.filter.hasSound || this.filter.hasFindings || this.filter.isOverBudget);
  }

  clearFilter() {
    this.setFilter({ text: "", key: "", hasSound: false, hasFindings: false, isOverBudget: false });
  }

  /** The movies to show with the headings of their folders. @returns {Item[]} */
  items() {
    const words = folded(this.filter.text).split(/\s+/).filter(Boolean);
    const key = folded(this.filter.key);
    const entries = this.#inOrder().filter((entry) => words.every((word) => this.#haystack(entry).includes(word)) && this.#hasAll(entry, key));
    library.order = entries.map((entry) => entry.id);
    if (!this.order.isGrouped) return entries;
    /** @type {Map<string, API.Entry[]>} */
    const folders = new Map();
    for (const entry of entries) {
      const list = folders.get(entry.folder);
      if (list) list.push(entry);
      else folders.set(entry.folder, [entry]);
    }
    if (folders.size < 2) return entries;
    const collator = new Intl.Collator(language(), { numeric: true });
    const sorted = [...folders].sort(([a], [b]) => collator.compare(a, b));
    library.order = sorted.flatMap(([, list]) => list.map((entry) => entry.id));
    return sorted.flatMap(([folder, list]) => [{ folder, count: list.length }, ...list]);
  }

  /** Stores a summary that was loaded for a card. @param {API.Summary} summary */
  keep(summary) {
    this.summaries.set(summary.id, summary);
    if (chosenPlayers().length === 0) this.findings.set(summary.id, summary.findings);
    this.dispatchEvent(new CustomEvent("summary", { detail: [summary.id] }));
  }

  /** Stores the findings for the chosen players. @param {API.Summary} summary that counts them */
  keepFindings({ id, findings }) {
    this.findings.set(id, findings);
    this.dispatchEvent(new CustomEvent("summary", { detail: [id] }));
  }

  /** Stops reading the summaries of all movies. */
  stopReading() {
    this.#stream?.abort();
  }

  /** Reads the summaries of all movies again after they were stopped. */
  resumeReading() {
    this.#readAllIfNeeded();
  }

  /** @param {"items"|"progress"} name */
  #emit(name) {
    this.dispatchEvent(new Event(name));
  }

  #reset() {
    this.#sorted = null;
    this.summaries.clear();
    this.findings.clear();
    this.#haystacks.clear();
    this.#readAllIfNeeded();
    this.#emit("items");
  }

  /** Errors are in the language in which they were read. */
  #forgetErrors() {
    for (const { id, error } of [...this.summaries.values()]) if (error !== null) this.summaries.delete(id);
    this.#readAllIfNeeded();
  }

  /** Other players are checked. */
  #forgetFindings() {
    this.findings.clear();
    this.#restart();
    this.#readAllIfNeeded();
    this.#emit("items");
  }

  /** Ends the stream that is read, after which another one begins. */
  #restart() {
    if (!this.#stream) return;
    this.#isStale = true;
    this.#stream.abort();
  }

  /** @param {API.LibraryChange} change */
  #libraryChanged({ added, changed, removed }) {
    this.#sorted = null;
    for (const id of [...changed.map((entry) => entry.id), ...removed]) {
      this.summaries.delete(id);
      this.findings.delete(id);
      this.#haystacks.delete(id);
      this.marks.delete(id);
    }
    for (const entry of added) this.marks.set(entry.id, "added");
    for (const entry of changed) this.marks.set(entry.id, "changed");
    this.#readAllIfNeeded();
    this.#emit("items");
  }

  /** @returns {API.Entry[]} */
  #inOrder() {
    if (this.#sorted) return this.#sorted;
    const entries = [...library.entries.values()];
    const collator = new Intl.Collator(language(), { numeric: true });
    /** @param {API.Entry} a @param {API.Entry} b */
    const byName = (a, b) => collator.compare(a.name, b.name) || collator.compare(a.folder, b.folder);
    /** @type {Partial<Record<Sort, (entry: API.Entry) => number>>} */
    const values = { size: (entry) => entry.bytes, date: (entry) => entry.modified };
    const read = fromSummary[this.order.sort];
    // Unknown values are last in both directions.
    /** @param {API.Entry} entry */
    const ofSummary = (entry) => {
      const summary = this.summaries.get(entry.id);
      return read && summary && summary.error === null ? read(summary) : undefined;
    };
    const value = read ? ofSummary : values[this.order.sort];
    const sign = this.order.isDescending ? -1 : 1;
    entries.sort((a, b) => {
      if (!value) return sign * byName(a, b);
      const [first, second] = [value(a), value(b)];
      if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined) || byName(a, b);
      return sign * (first - second) || byName(a, b);
    });
    this.#sorted = entries;
    return entries;
  }

  /** Whether the summary of the file matches the filter. @param {API.Entry} entry @param {string} key */
  #hasAll(entry, key) {
    const { hasSound, hasFindings, isOverBudget } = this.filter;
    if (!key && !hasSound && !hasFindings && !isOverBudget) return true;
    const summary = this.summaries.get(entry.id);
    if (!summary) return false;
    if (hasSound && !summary.hasSound) return false;
    const { errors = 0, warnings = 0 } = this.findings.get(entry.id) ?? {};
    if (hasFindings && !summary.error && errors + warnings === 0) return false;
    if (isOverBudget && summary.budget?.isWithin !== false) return false;
    return !key || summary.keys.some((name) => folded(name).includes(key));
  }

  /** @param {API.Entry} entry */
  #haystack(entry) {
    let text = this.#haystacks.get(entry.id);
    if (text === undefined) {
      text = folded(`${entry.folder}/${entry.name}`);
      this.#haystacks.set(entry.id, text);
    }
    return text;
  }

  #needsAll() {
    return Boolean(this.filter.key || this.filter.hasSound || this.filter.hasFindings || this.filter.isOverBudget || fromSummary[this.order.sort]);
  }

  /** @returns {Promise<void>} */
  async #readAllIfNeeded() {
    const isNeeded = this.#needsAll();
    if (!isNeeded) {
      this.#stream?.abort();
      this.progress = null;
      this.#emit("progress");
      return;
    }
    const { hasFindings } = this.filter;
    // A file that cannot be read has no other findings.
    const count = () => [...library.entries.keys()].filter((id) => this.summaries.has(id)
      && (!hasFindings || this.findings.has(id) || this.summaries.get(id)?.error)).length;
    // The stream that is read has no findings of players: it ends, and another one begins.
    if (hasFindings && !this.#hasFindings) this.#restart();
    if (this.#stream || count() === library.entries.size) return;
    const stream = new AbortController();
    const players = hasFindings ? chosenPlayers() : [];
    this.#stream = stream;
    this.#hasFindings = hasFindings;
    this.progress = { done: count(), total: library.entries.size, isRunning: true };
    this.#emit("progress");
    let shown = performance.now();
    /** @type {string[]} */
    let fresh = [];
    /** @param {boolean} isRunning */
    const show = (isRunning) => {
      this.progress = { done: count(), total: library.entries.size, isRunning };
      this.#sorted = null;
      this.#emit("progress");
      this.#emit("items");
      this.dispatchEvent(new CustomEvent("summary", { detail: fresh }));
      fresh = [];
      shown = performance.now();
    };
    try {
      for await (const summary of api.summaries(players, stream.signal)) {
        if (!library.entries.has(summary.id)) continue;
        this.summaries.set(summary.id, summary);
        if (hasFindings) this.findings.set(summary.id, summary.findings);
        fresh.push(summary.id);
        // The list is sorted and rendered only a few times per second.
        if (performance.now() - shown > 300) show(true);
      }
    } catch (error) {
      if (!isAbort(error)) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    }
    this.#stream = null;
    if (this.#isStale) {
      this.#isStale = false;
      this.#readAllIfNeeded();
      return;
    }
    if (this.#needsAll()) show(false);
    else this.dispatchEvent(new CustomEvent("summary", { detail: fresh }));
    if (this.progress && this.progress.done >= this.progress.total) {
      this.progress = null;
      this.#emit("progress");
    }
  }
}

/** Normalizes case and full-width characters for comparisons. @param {string} text */
function folded(text) {
  return text.normalize("NFKC").toLocaleLowerCase();
}

export const collection = new Collection();
