import { h, scaled } from "../../dom.js";

/** @typedef {import("./layer-tree.js").Row} Row */

/** The number of rows that are rendered outside of the visible part. */
const MARGIN = 6;

/**
 * A virtual list of rows with equal height: only visible rows and the focused row are in the document.
 * @template Row
 */
export class VirtualList {
  /** @type {HTMLElement} scrolls */
  element;
  #body;
  #make;
  /** @type {Row[]} */
  #rows = [];
  /** @type {Map<number, HTMLElement>} by index */
  #made = new Map();
  #pinned = -1;
  #observer;

  /**
   * @param {Attributes<HTMLDivElement>} attributes of the element around the rows
   * @param {(row: Row, index: number) => HTMLElement} make
   */
  constructor(attributes, make) {
    this.#make = make;
    this.#body = h("div", { ...attributes, class: "virtual-body" });
    this.element = h("div", { class: "virtual-list", onscroll: () => this.#show() }, this.#body);
    this.#observer = new ResizeObserver(() => this.refresh());
    this.#observer.observe(this.element);
  }

  /** The element around the rows. */
  get body() {
    return this.#body;
  }

  /** Renders all rows again. @param {Row[]} rows @param {number} [pinned] the row that stays in the document */
  setRows(rows, pinned = -1) {
    this.#rows = rows;
    this.#pinned = pinned;
    this.refresh();
  }

  /** Renders the visible rows again. */
  refresh() {
    const hadFocus = this.#body.contains(document.activeElement);
    for (const row of this.#made.values()) row.remove();
    this.#made.clear();
    this.#body.style.height = `${this.#rows.length * this.#height()}px`;
    this.#show();
    if (hadFocus) this.focus();
  }

  /** The rows in the document, with their indices. */
  get visible() {
    return this.#made;
  }

  /** @param {number} index the row that stays in the document */
  pin(index) {
    this.#pinned = index;
    this.#show();
  }

  focus() {
    this.#made.get(this.#pinned)?.focus({ preventScroll: true });
  }

  /** Scrolls a row into view. @param {number} index */
  reveal(index) {
    const height = this.#height();
    const { scrollTop, clientHeight } = this.element;
    if (index * height < scrollTop) this.element.scrollTop = index * height;
    else if ((index + 1) * height > scrollTop + clientHeight) this.element.scrollTop = (index + 1) * height - clientHeight;
    this.#show();
  }

  /** In pixels; larger on touch devices. */
  #height() {
    return scaled(parseFloat(getComputedStyle(this.element).getPropertyValue("--row-height")) || 32);
  }

  #show() {
    const height = this.#height();
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / height) - MARGIN);
    const last = Math.min(this.#rows.length - 1, Math.ceil((scrollTop + clientHeight) / height) + MARGIN);
    /** @param {number} index */
    const isWanted = (index) => index < this.#rows.length && ((index >= first && index <= last) || index === this.#pinned);
    for (const [index, row] of this.#made) {
      if (isWanted(index)) continue;
      row.remove();
      this.#made.delete(index);
    }
    for (let index = first; index <= last; index += 1) this.#add(index, height);
    if (this.#pinned >= 0 && isWanted(this.#pinned)) this.#add(this.#pinned, height);
  }

  /** @param {number} index @param {number} height */
  #add(index, height) {
    if (this.#made.has(index)) return;
    const row = this.#make(this.#rows[index], index);
    row.style.top = `${index * height}px`;
    this.#made.set(index, row);
    this.#body.append(row);
  }

  destroy() {
    this.#observer.disconnect();
  }
}
