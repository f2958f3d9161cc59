// The gallery: all movies of the given files and folders. A file is read when its card becomes visible, or when a filter needs its facts.
import { api } from "./api.js";
import { chosenPlayers } from "./chosen-players.js";
import { emptyState, fill, find, h, icon, scaled } from "./dom.js";
import { chooseFiles } from "./drop.js";
import { batchLink } from "./gallery/batch-link.js";
import { dropCard, loadPicture, makeCard, showSummary } from "./gallery/card.js";
import { collection } from "./gallery/collection.js";
import { Grid } from "./gallery/grid.js";
import { MovingThumbnail } from "./gallery/hover.js";
import { ViewportQueue } from "./gallery/queue.js";
import { selectionBar } from "./gallery/selection-bar.js";
import { cardSizes, folderHeading, listHeader, searchField, toolbar } from "./gallery/toolbar.js";
import { setGround } from "./ground.js";
import { setHeader } from "./header.js";
import { t } from "./i18n.js";
import { library } from "./library.js";
import { toastError } from "./overlays.js";
import { remember, remembered } from "./settings.js";
import { shortcuts } from "./shortcuts.js";

/** @typedef {import("./gallery/collection.js").Item} Item */
/** @typedef {import("./gallery/queue.js").Piece} Piece */

/** The scroll position and the selection that the next view restores. @type {{id: string|null, scrollTop: number, selection: Set<string>}} */
const last = { id: null, scrollTop: 0, selection: new Set() };

class GalleryView {
  #element;
  #view = remembered("gallery.view", /** @type {"grid"|"list"} */ ("grid"));
  #cardSize = Math.min(cardSizes.most, Math.max(cardSizes.least, Number(remembered("gallery.size", cardSizes.usual)) || cardSizes.usual));
  #grid;
  #bar;
  /** @type {ReturnType<typeof listHeader>|null} */
  #columns = null;
  #body = h("div", { class: "gallery" });
  #content = h("div", { class: "gallery-content" });
  #selection = last.selection;
  /** The movie that was selected last, for ranges. @type {string|null} */
  #anchor = null;
  #selectionBar = selectionBar({
    compare: () => this.#compare(), clear: () => this.#selectOnly([]), selectAll: () => this.#selectAll(),
    ordered: () => library.order.filter((id) => this.#selection.has(id)).concat([...this.#selection].filter((id) => !library.order.includes(id))),
  });
  #moving = new MovingThumbnail();
  #queue = new ViewportQueue(3);
  #end = new AbortController();

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
    const search = searchField();
    setHeader({ title: t("gallery.title"), tools: [search] });
    this.#bar = toolbar({
      view: () => this.#view, setView: (view) => this.#setView(view), size: this.#cardSize, setSize: (size, isFinal) => this.#setSize(size, isFinal),
      groundChanged: () => { for (const image of this.#content.querySelectorAll("img.loaded")) if (image instanceof HTMLImageElement) setGround(image); },
    });
    this.#grid = this.#makeGrid();
    fill(element, fill(this.#body, this.#bar.element, this.#content, batchLink(this.#end.signal), this.#selectionBar.element));
    const { signal } = this.#end;
    collection.addEventListener("items", () => this.#show(), { signal });
    collection.addEventListener("progress", () => this.#bar.update(this.#count), { signal });
    collection.addEventListener("summary", (event) => event.detail.forEach((id) => this.#showSummary(id)), { signal });
    collection.addEventListener("problem", (event) => toastError(event.detail), { signal });
    search.addEventListener("keydown", (event) => this.#searchKey(event));
    const remove = shortcuts.add("gallery", [
      { keys: ["/"], key: "/", label: "gallery.shortcut.search", run: () => find(search, "input", HTMLInputElement).select() },
      { keys: ["←", "→", "↑", "↓"], label: "gallery.shortcut.move" },
      { keys: ["Enter"], label: "gallery.shortcut.open" },
      { keys: ["Space"], label: "gallery.shortcut.select" },
      { keys: ["Ctrl", "A"], label: "batch.shortcut.all" },
      { keys: ["C"], key: "c", label: "gallery.shortcut.compare", run: () => this.#compare() },
    ]);
    signal.addEventListener("abort", remove);
    this.#show();
    this.#grid.element.scrollTop = last.scrollTop;
    if (last.id) this.#grid.select(last.id);
  }

  #count = 0;

  destroy() {
    last.scrollTop = this.#grid.element.scrollTop;
    last.selection = this.#selection;
    this.#end.abort();
    this.#moving.stop();
    this.#queue.want([]);
    this.#grid.destroy();
    fill(this.#element);
  }

  #makeGrid() {
    /** @type {Grid<Item>} */
    const grid = new Grid({
      label: t("gallery.title"),
      key: (item) => ("id" in item ? item.id : `folder:${item.folder}`),
      isHeading: (item) => !("id" in item),
      make: (item) => ("id" in item ? this.#makeCard(item) : folderHeading(item)),
      drop: (item, node) => { if ("id" in item) this.#dropCard(node); },
      focusTarget: (node) => find(node, "a, h2"),
      shown: (items) => this.#visible(items),
      metrics: (width) => this.#metrics(width),
    });
    grid.element.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a" && !(event.target instanceof HTMLInputElement && event.target.type !== "checkbox")) {
        event.preventDefault();
        this.#selectAll();
        return;
      }
      if (event.key !== " " || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      const { current } = grid;
      if (current && "id" in current) this.#select(current.id, !this.#selection.has(current.id));
    });
    return grid;
  }

  /** @param {number} width */
  #metrics(width) {
    const isTouched = matchMedia("(pointer: coarse), (max-width: 600px)").matches;
    if (this.#view === "list") return { columns: 1, height: scaled(isTouched ? 64 : 48), headingHeight: scaled(36), gap: 0, padding: width < 600 ? 8 : 12 };
    const padding = width < 600 ? 8 : 16;
    const gap = width < 600 ? 8 : 12;
    const columns = Math.max(width < 600 && this.#cardSize > 320 ? 1 : 2, Math.floor((width - 2 * padding + gap) / (scaled(this.#cardSize) + gap)));
    const cardWidth = (width - 2 * padding - (columns - 1) * gap) / columns;
    return { columns, height: Math.round(cardWidth * 0.86 + scaled(82)), headingHeight: scaled(30), gap, padding };
  }

  /** @param {API.Entry} entry */
  #makeCard(entry) {
    const card = makeCard(entry, {
      summary: collection.summaries.get(entry.id), findings: collection.findings.get(entry.id), mark: collection.marks.get(entry.id), isSelected: this.#selection.has(entry.id),
      onselect: (isSelected) => this.#select(entry.id, isSelected),
    });
    const link = find(card, "a");
    const play = () => this.#moving.start(card, entry, this.#pictureSize());
    card.addEventListener("pointerenter", (event) => { if (event.pointerType !== "touch") play(); });
    card.addEventListener("pointerleave", () => { if (!link.matches(":focus-visible")) this.#moving.stop(card); });
    link.addEventListener("focus", () => { if (link.matches(":focus-visible")) play(); });
    link.addEventListener("blur", () => { if (!card.matches(":hover")) this.#moving.stop(card); });
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) {
        event.preventDefault();
        if (event.shiftKey) this.#selectRange(entry.id);
        else this.#select(entry.id, !this.#selection.has(entry.id));
        return;
      }
      last.id = entry.id;
      collection.marks.delete(entry.id);
    });
    return card;
  }

  /** @param {string} id */
  #showSummary(id) {
    const card = this.#grid.node(id);
    const entry = library.entries.get(id);
    if (card && entry) showSummary(card, entry, collection.summaries.get(id), collection.findings.get(id));
  }

  /** @param {HTMLElement} card */
  #dropCard(card) {
    this.#moving.stop(card);
    dropCard(card);
  }

  #pictureSize() {
    return this.#view === "list" ? 128 : Math.min(1024, Math.round(1.3 * scaled(this.#cardSize) * Math.min(devicePixelRatio, 2)));
  }

  /** Loads the pictures and summaries of visible cards. @param {Item[]} items */
  #visible(items) {
    /** @type {Piece[]} */
    const pieces = [];
    /** Findings of players take longer, so they come last. @type {Piece[]} */
    const checks = [];
    const players = chosenPlayers();
    for (const entry of items) {
      if (!("id" in entry)) continue;
      const card = this.#grid.node(entry.id);
      const summary = collection.summaries.get(entry.id);
      if (!card || summary?.error) continue;
      const version = `${entry.id} ${entry.version}`;
      if (!card.querySelector("img, .failed")) pieces.push({ key: `picture ${version}`, run: () => this.#loadPicture(entry) });
      if (!summary) pieces.push({ key: `summary ${version}`, run: () => this.#loadSummary(entry) });
      if (!collection.findings.has(entry.id)) checks.push({ key: `findings ${version} ${players}`, run: () => this.#loadFindings(entry, players) });
    }
    this.#queue.want([...pieces, ...checks]);
  }

  /** @param {API.Entry} entry */
  async #loadPicture(entry) {
    const card = this.#grid.node(entry.id);
    if (card) await loadPicture(card, api.thumbnailURL(entry.id, this.#pictureSize(), entry.version));
  }

  /** @param {API.Entry} entry */
  async #loadSummary(entry) {
    const summary = await api.summary(entry.id, [], this.#end.signal);
    if (library.entries.get(entry.id)?.version === entry.version) collection.keep(summary);
  }

  /** @param {API.Entry} entry @param {string[]} players */
  async #loadFindings(entry, players) {
    if (collection.findings.has(entry.id) || collection.summaries.get(entry.id)?.error) return;
    const summary = await api.summary(entry.id, players, this.#end.signal);
    if (library.entries.get(entry.id)?.version === entry.version && String(chosenPlayers()) === String(players)) collection.keepFindings(summary);
  }

  #show() {
    const items = collection.items();
    this.#count = items.filter((item) => "id" in item).length;
    for (const id of this.#selection) if (!library.entries.has(id)) this.#selection.delete(id);
    this.#showSelection();
    this.#bar.update(this.#count);
    this.#body.classList.toggle("list-view", this.#view === "list");
    if (this.#count > 0) {
      if (!this.#grid.element.isConnected || (this.#view === "list") !== Boolean(this.#columns)) {
        this.#columns = this.#view === "list" ? listHeader() : null;
        fill(this.#content, this.#columns?.element, this.#grid.element);
      }
      this.#columns?.update();
      this.#grid.setItems(items);
    } else {
      this.#grid.setItems([]);
      this.#columns = null;
      fill(this.#content, this.#nothing());
    }
  }

  #nothing() {
    /** @param {string} label @param {() => void} run */
    const button = (label, run) => h("button", { type: "button", class: "button", onclick: run }, label);
    if (library.entries.size === 0) {
      return emptyState("film", t("gallery.empty"), t("gallery.empty.advice"), h("code", {}, "svga preview FOLDER"),
        h("button", { type: "button", class: "button primary", onclick: chooseFiles }, icon("folder"), t("common.open")));
    }
    if (collection.progress?.isRunning) return emptyState("search", t("gallery.searching"), null);
    return emptyState("search", t("gallery.noMatch"), t("gallery.noMatch.advice"), button(t("gallery.clear"), () => {
      collection.clearFilter();
      find(document, ".gallery-search input", HTMLInputElement).value = "";
    }));
  }

  /** @param {number} size the width of a card @param {boolean} isFinal the slider was released, so the pictures are loaded in this size */
  #setSize(size, isFinal) {
    this.#cardSize = size;
    if (!isFinal) return this.#grid.layout();
    remember("gallery.size", size);
    this.#grid.setItems([]);
    this.#show();
  }

  /** @param {"grid"|"list"} view */
  #setView(view) {
    this.#view = view;
    remember("gallery.view", view);
    this.#show();
    this.#grid.layout();
  }

  /** @param {KeyboardEvent} event */
  #searchKey(event) {
    if (event.key === "Escape") {
      if (event.target instanceof HTMLInputElement) event.target.value = "";
      collection.setFilter({ text: "" });
    }
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    const { current } = this.#grid;
    if (current && "id" in current) this.#grid.select(current.id);
  }

  /** @param {string} id @param {boolean} isSelected */
  #select(id, isSelected) {
    if (isSelected) this.#selection.add(id);
    else this.#selection.delete(id);
    this.#anchor = id;
    this.#mark(id, isSelected);
    this.#showSelection();
  }

  /** Shows whether a card is selected. @param {string} id @param {boolean} isSelected */
  #mark(id, isSelected) {
    const card = this.#grid.node(id);
    card?.classList.toggle("selected", isSelected);
    if (card) find(card, "input", HTMLInputElement).checked = isSelected;
  }

  /** Selects the movies from the one that was selected last to this one. @param {string} id */
  #selectRange(id) {
    const [first, last] = [library.order.indexOf(this.#anchor ?? id), library.order.indexOf(id)].sort((a, b) => a - b);
    const shown = new Set(this.#shownMovies());
    const movies = first < 0 ? [id] : library.order.slice(first, last + 1).filter((movie) => shown.has(movie));
    this.#selectOnly([...new Set([...this.#selection, ...movies])]);
  }

  /** Selects what the filter shows, in addition to what was selected before. */
  #selectAll() {
    this.#selectOnly([...this.#selection, ...this.#shownMovies()]);
  }

  /** The movies that the filter shows. */
  #shownMovies() {
    return collection.items().flatMap((item) => ("id" in item ? [item.id] : []));
  }

  /** @param {string[]} ids */
  #selectOnly(ids) {
    const wanted = new Set(ids);
    for (const id of new Set([...this.#selection, ...wanted])) this.#mark(id, wanted.has(id));
    this.#selection = wanted;
    this.#showSelection();
  }

  #showSelection() {
    const count = this.#selection.size;
    this.#selectionBar.update(count, this.#count, count > 0 && this.#shownMovies().every((id) => this.#selection.has(id)));
    this.#body.classList.toggle("selecting", count > 0);
  }

  #compare() {
    if (this.#selection.size !== 2) return;
    location.hash = `#/compare/${[...this.#selection].map(encodeURIComponent).join("/")}`;
  }
}

/** Shows the gallery in `element`. @param {HTMLElement} element */
export function mountGallery(element) {
  return new GalleryView(element);
}
