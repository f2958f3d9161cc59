import { emptyState, errorState, h, icon, iconButton, leaveSearch } from "../dom.js";
import { t } from "../i18n.js";
import { toastError } from "../overlays.js";
import { remember, remembered } from "../settings.js";
import { shortcuts } from "../shortcuts.js";
import { Newest } from "../timing.js";
import { LayerDetails } from "./layers/layer-details.js";
import { layerRow } from "./layers/layer-row.js";
import { LayerTree } from "./layers/layer-tree.js";
import { VirtualList } from "./layers/virtual-list.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("./layers/layer-tree.js").Row} Row */

/** The interval for updates of the list during playback if it shows only the layers of the current frame, in milliseconds. */
const FOLLOW_INTERVAL = 200;

/** Hidden, solo and folded sprites of a session: they stay when the panel is rendered again.
 * @type {WeakMap<Session, {hidden: Set<number>, solo: Set<number>, folded: Set<number>}>} */
const views = new WeakMap();

/**
 * The sprites of a movie as a tree, with their values in the current frame.
 * @param {HTMLElement} element
 * @param {import("../session.js").Session} session
 * @returns {{destroy: () => void}}
 */
export function mountLayers(element, session) {
  const panel = new LayersPanel(element, session);
  return { destroy: () => panel.destroy() };
}

class LayersPanel {
  #element;
  #session;
  #abort = new AbortController();
  /** @type {LayerTree|null} */
  #tree = null;
  /** @type {Row[]} */
  #rows = [];
  #focused = -1;
  #view;
  #topFirst = remembered("layers.order", "top") === "top";
  #onlyFrame = false;
  /** @type {HTMLInputElement} */
  #search;
  #order;
  #only;
  #showAll;
  #summary;
  #list;
  #head = h("div", { class: "layer-head", "aria-hidden": "true" });
  #details;
  #follow = new Newest(FOLLOW_INTERVAL);
  #removeShortcuts;

  /** @param {HTMLElement} element @param {Session} session */
  constructor(element, session) {
    this.#element = element;
    this.#session = session;
    this.#view = views.get(session) ?? { hidden: new Set(), solo: new Set(), folded: new Set() };
    views.set(session, this.#view);
    this.#search = h("input", { class: "input", type: "search", placeholder: t("layers.search"), "aria-label": t("layers.search"), "data-test": "layer-search", onkeydown: leaveSearch, oninput: () => this.#fill() });
    this.#order = iconButton("sort", t("layers.order"), { pressed: !this.#topFirst, "data-test": "layer-order", onclick: () => this.#turn() });
    this.#only = h("button", { type: "button", class: "chip", "aria-pressed": "false", "data-test": "only-frame", onclick: () => this.#toggleOnly() }, t("layers.onlyFrame"));
    this.#showAll = h("button", { type: "button", class: "button quiet", "data-test": "show-all-layers", onclick: () => this.#showEverything() }, icon("eye"), t("layers.showAll"));
    this.#summary = h("span", { class: "quiet small", "aria-live": "polite" });
    this.#list = new VirtualList({ role: "tree", "aria-label": t("layers.tree"), onkeydown: (event) => this.#key(event), onfocusin: (event) => this.#focusIn(event) },
      (row, index) => this.#row(row, index));
    this.#details = new LayerDetails(session);
    element.classList.add("layers-panel");
    element.replaceChildren(
      h("div", { class: "panel-header" }, h("span", { class: "input-icon layer-search" }, icon("search"), this.#search), this.#only, this.#order),
      h("div", { class: "layer-summary" }, this.#summary, h("span", { class: "spacer" }), this.#showAll),
      this.#list.element, this.#details.element);
    const { signal } = this.#abort;
    session.addEventListener("frame", () => this.#frameChanged(), { signal });
    session.addEventListener("selection", () => this.#select(), { signal });
    session.addEventListener("hover", () => this.#hover(), { signal });
    element.addEventListener("shown", () => this.#shown(), { signal });
    this.#removeShortcuts = shortcuts.add("layers", [
      { keys: ["↑", "↓"], label: "layers.shortcut.move" },
      { keys: ["←", "→"], label: "layers.shortcut.fold" },
      { keys: ["Enter"], label: "layers.shortcut.select" },
      { keys: ["Space"], label: "layers.shortcut.hide" },
      { keys: ["S"], label: "layers.shortcut.solo" },
    ]);
    this.#load();
  }

  async #load() {
    try {
      const sprites = await this.#session.layers();
      if (this.#abort.signal.aborted) return;
      this.#tree = new LayerTree(sprites);
      if (sprites.length === 0) {
        this.#list.element.replaceChildren(emptyState("layers", t("layers.none.title")));
        return;
      }
      this.#fill();
      this.#select();
      this.#frameChanged();
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#list.element.replaceWith(errorState(error));
    }
  }

  // The list

  #fill() {
    if (!this.#tree) return;
    const focused = this.#rows[this.#focused]?.sprite.index;
    this.#rows = this.#tree.rows({
      topFirst: this.#topFirst, folded: this.#view.folded, search: this.#search.value, frame: this.#onlyFrame ? this.#session.frame : null,
    });
    const index = this.#rows.findIndex(({ sprite }) => sprite.index === focused);
    this.#focused = index >= 0 ? index : Math.min(0, this.#rows.length - 1);
    this.#list.setRows(this.#rows, this.#focused);
    this.#list.body.append(this.#head);
    this.#summarise(this.#tree);
  }

  /** @param {LayerTree} tree */
  #summarise(tree) {
    const { hidden, solo } = this.#view;
    const parts = [this.#rows.length === tree.sprites.length ? t("layers.count", { count: this.#rows.length })
      : t("layers.countOf", { count: this.#rows.length, total: tree.sprites.length })];
    if (solo.size > 0) parts.push(t("layers.countSolo", { count: solo.size }));
    if (hidden.size > 0) parts.push(t("layers.countHidden", { count: hidden.size }));
    this.#summary.textContent = parts.join(" · ");
    this.#showAll.hidden = hidden.size === 0 && solo.size === 0;
  }

  /** @param {Row} row @param {number} index */
  #row(row, index) {
    const { sprite } = row;
    const state = { isSelected: this.#isSelected(sprite), isFocused: index === this.#focused, isHidden: this.#session.hiddenSprites.has(sprite.index), isSolo: this.#view.solo.has(sprite.index) };
    return layerRow(this.#session, row, state, {
      select: () => { this.#focus(index); this.#toggleSelection(sprite); },
      fold: () => this.#fold(sprite.index),
      hide: () => this.#toggle("hidden", sprite.index),
      solo: () => this.#toggle("solo", sprite.index),
    });
  }

  /** @param {API.Sprite} sprite */
  #isSelected(sprite) {
    const selection = this.#session.selection;
    if (!selection) return false;
    return selection.sprite === undefined ? selection.key === sprite.key : selection.sprite === sprite.index;
  }

  #turn() {
    this.#topFirst = !this.#topFirst;
    remember("layers.order", this.#topFirst ? "top" : "file");
    this.#order.setAttribute("aria-pressed", String(!this.#topFirst));
    this.#fill();
  }

  #toggleOnly() {
    this.#onlyFrame = !this.#onlyFrame;
    this.#only.setAttribute("aria-pressed", String(this.#onlyFrame));
    this.#fill();
  }

  /** @param {number} index @param {boolean} [isFolded] */
  #fold(index, isFolded = !this.#view.folded.has(index)) {
    if (isFolded) this.#view.folded.add(index);
    else this.#view.folded.delete(index);
    this.#fill();
  }

  // Visibility

  /** Toggles hiding or solo of a sprite. @param {"hidden"|"solo"} name @param {number} index */
  #toggle(name, index) {
    const set = this.#view[name];
    if (!set.delete(index)) set.add(index);
    this.#draw();
  }

  #showEverything() {
    this.#view.hidden.clear();
    this.#view.solo.clear();
    this.#draw();
  }

  async #draw() {
    const tree = this.#tree;
    if (!tree) return;
    const { hidden, solo } = this.#view;
    const hiddenSprites = new Set(hidden);
    if (solo.size > 0) {
      const shown = new Set([...solo].flatMap((index) => [...tree.family(index)]));
      for (const { index } of tree.sprites) if (!shown.has(index)) hiddenSprites.add(index);
    }
    try {
      await this.#session.update((draft) => { draft.hiddenSprites = hiddenSprites; });
    } catch (error) {
      toastError(error);
    }
    if (this.#abort.signal.aborted) return;
    this.#list.refresh();
    this.#list.body.append(this.#head);
    this.#summarise(tree);
  }

  // Selection and focus

  /** @param {API.Sprite} sprite */
  #toggleSelection(sprite) {
    const isSelected = this.#session.selection?.sprite === sprite.index;
    this.#session.select(isSelected ? null : { key: sprite.key, sprite: sprite.index });
  }

  #select() {
    if (!this.#tree) return;
    const sprite = this.#tree.sprites.find((other) => this.#isSelected(other)) ?? null;
    // First, because the details reduce the list's height.
    this.#details.show(sprite);
    if (sprite) {
      const parent = this.#tree.parent(sprite.index);
      if (parent !== null && this.#view.folded.has(parent)) this.#fold(parent, false);
      const index = this.#rows.findIndex((row) => row.sprite === sprite);
      if (index >= 0) {
        this.#focused = index;
        this.#list.pin(index);
        if (!this.#element.hidden) this.#list.reveal(index);
      }
    }
    for (const [index, row] of this.#list.visible) {
      row.setAttribute("aria-selected", String(this.#isSelected(this.#rows[index].sprite)));
      row.tabIndex = index === this.#focused ? 0 : -1;
    }
  }

  /** @param {number} index */
  #focus(index) {
    if (index < 0 || index >= this.#rows.length) return;
    const { visible } = this.#list;
    const before = visible.get(this.#focused);
    if (before) before.tabIndex = -1;
    this.#focused = index;
    this.#list.pin(index);
    this.#list.reveal(index);
    const row = visible.get(index);
    if (!row) return;
    row.tabIndex = 0;
    row.focus({ preventScroll: true });
  }

  /** @param {FocusEvent} event */
  #focusIn(event) {
    if (!(event.target instanceof Element) || !event.target.matches("[role=treeitem]:focus-visible")) return;
    const { sprite } = this.#rows[this.#focused];
    this.#session.hover({ key: sprite.key, sprite: sprite.index });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.#rows[this.#focused];
    if (!row) return;
    const { index } = row.sprite;
    const page = Math.max(1, Math.floor(this.#list.visible.size / 2));
    /** @param {number} rowIndex */
    const move = (rowIndex) => this.#focus(Math.max(0, Math.min(this.#rows.length - 1, rowIndex)));
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowDown: () => move(this.#focused + 1),
      ArrowUp: () => move(this.#focused - 1),
      PageDown: () => move(this.#focused + page),
      PageUp: () => move(this.#focused - page),
      Home: () => move(0),
      End: () => move(this.#rows.length - 1),
      ArrowRight: () => {
        if (row.isParent && !row.isOpen) this.#fold(index, false);
        else if (row.isParent) move(this.#focused + 1);
      },
      ArrowLeft: () => {
        if (row.isParent && row.isOpen) this.#fold(index, true);
        else if (row.level > 1) move(this.#rows.findLastIndex((other, rowIndex) => rowIndex < this.#focused && other.level < row.level));
      },
      Enter: () => this.#toggleSelection(row.sprite),
      " ": () => this.#toggle("hidden", index),
      h: () => this.#toggle("hidden", index),
      s: () => this.#toggle("solo", index),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  // Updates from the player

  #hover() {
    const sprite = this.#session.hovered?.sprite;
    for (const [index, row] of this.#list.visible) row.classList.toggle("hovered", this.#rows[index].sprite.index === sprite);
  }

  #frameChanged() {
    if (this.#element.hidden || !this.#tree) return;
    const { frame, facts } = this.#session;
    this.#head.style.setProperty("--at", String((frame + 0.5) / Math.max(1, facts.frames)));
    this.#details.update();
    if (this.#onlyFrame) this.#follow.run(async () => this.#fill());
  }

  #shown() {
    this.#frameChanged();
    this.#select();
  }

  destroy() {
    this.#abort.abort();
    this.#follow.cancel();
    this.#removeShortcuts();
    this.#list.destroy();
    this.#details.destroy();
    this.#element.replaceChildren();
  }
}
