import { h } from "../dom.js";

/** @typedef {import("./collection.js").Item} Item */

/**
 * `shown` is called with the visible cards.
 * @template Item
 * @typedef {{label: string, key: (item: Item) => string, isHeading: (item: Item) => boolean, make: (item: Item) => HTMLElement,
 *   drop: (item: Item, node: HTMLElement) => void, focusTarget: (node: HTMLElement) => HTMLElement, shown: (items: Item[]) => void,
 *   metrics: (width: number) => {columns: number, height: number, headingHeight: number, gap: number, padding: number}}} GridOptions
 */

/**
 * A virtual grid of cards with headings: only visible ones are in the document. It handles layout and the keyboard; its owner creates
 * cards and headings.
 * @template Item
 */
export class Grid {
  /** The scroll container. */
  element;

  #content;
  #options;
  /** @type {Item[]} */
  #items = [];
  /** @type {{top: number, height: number, first: number, count: number, isHeading: boolean}[]} from top to bottom; `first` is the index of an item */
  #lines = [];
  /** The line of each item. @type {number[]} */
  #lineOf = [];
  /** Nodes in the document, by the keys of their items. @type {Map<string, {node: HTMLElement, item: Item}>} */
  #nodes = new Map();
  #current = 0;
  #frame = 0;
  #observer;

  /**
   * @param {GridOptions<Item>} options
   */
  constructor(options) {
    this.#options = options;
    this.#content = h("div", { class: "grid-content", role: "list", "aria-label": options.label });
    this.element = h("div", { class: "grid", onkeydown: (event) => this.#move(event), onfocusin: (event) => this.#focused(event) }, this.#content);
    this.element.addEventListener("scroll", () => this.#later(), { passive: true });
    this.#observer = new ResizeObserver(() => this.layout());
    this.#observer.observe(this.element);
  }

  destroy() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    for (const [key, { node, item }] of this.#nodes) this.#remove(key, node, item);
  }

  /** The item with the keyboard focus. */
  get current() {
    return this.#items[this.#current];
  }

  /** Shows these items; the current card stays current if it is among them. @param {Item[]} items */
  setItems(items) {
    const before = this.current && this.#options.key(this.current);
    this.#items = items;
    const index = before === undefined ? -1 : items.findIndex((item) => this.#options.key(item) === before);
    this.#current = index >= 0 ? index : Math.max(0, items.findIndex((item) => !this.#options.isHeading(item)));
    this.layout();
  }

  /** The node of a key, if it is in the document. @param {string} key */
  node(key) {
    return this.#nodes.get(key)?.node;
  }

  /** Makes a card the current one. @param {string} key @param {{focus?: boolean}} [options] */
  select(key, { focus = true } = {}) {
    const index = this.#items.findIndex((item) => this.#options.key(item) === key);
    if (index < 0) return;
    this.#current = index;
    this.#reveal();
    this.#draw();
    if (focus) this.#focus();
  }

  /** Computes the layout again. */
  layout() {
    const width = this.element.clientWidth;
    if (width === 0) return;
    const { columns, height, headingHeight, gap, padding } = this.#options.metrics(width);
    const cardWidth = (width - 2 * padding - (columns - 1) * gap) / columns;
    this.#lines = [];
    this.#lineOf = [];
    let top = padding;
    for (let index = 0; index < this.#items.length;) {
      const isHeading = this.#options.isHeading(this.#items[index]);
      let count = 1;
      if (!isHeading) {
        while (count < columns && index + count < this.#items.length && !this.#options.isHeading(this.#items[index + count])) count += 1;
      }
      const line = { top, height: isHeading ? headingHeight : height, first: index, count, isHeading };
      for (let offset = 0; offset < count; offset += 1) this.#lineOf[index + offset] = this.#lines.length;
      this.#lines.push(line);
      top += line.height + gap;
      index += count;
    }
    this.#content.style.height = `${top + padding}px`;
    this.#position = (index, node) => {
      const line = this.#lines[this.#lineOf[index]];
      const x = padding + (index - line.first) * (cardWidth + gap);
      node.style.transform = `translate(${x}px, ${line.top}px)`;
      node.style.width = `${line.isHeading ? width - 2 * padding : cardWidth}px`;
      node.style.height = `${line.height}px`;
    };
    this.#draw();
  }

  /** @type {(index: number, node: HTMLElement) => void} */
  #position = () => {};

  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** The first line that ends below `y`. @param {number} y */
  #lineAt(y) {
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle].top + this.#lines[middle].height > y) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #draw() {
    const { scrollTop, clientHeight } = this.element;
    const margin = clientHeight / 2;
    const wanted = [];
    const visible = [];
    for (let line = this.#lineAt(scrollTop - margin); line < this.#lines.length && this.#lines[line].top < scrollTop + clientHeight + margin; line += 1) {
      const { first, count, top, height, isHeading } = this.#lines[line];
      for (let index = first; index < first + count; index += 1) {
        wanted.push(index);
        if (!isHeading && top + height > scrollTop && top < scrollTop + clientHeight) visible.push(this.#items[index]);
      }
    }
    // The focused card and the card that Tab reaches stay in the document.
    if (this.#items.length > 0 && !wanted.includes(this.#current)) {
      if (this.#current < (wanted[0] ?? 0)) wanted.unshift(this.#current);
      else wanted.push(this.#current);
    }
    const keys = new Set(wanted.map((index) => this.#options.key(this.#items[index])));
    for (const [key, { node, item }] of this.#nodes) if (!keys.has(key)) this.#remove(key, node, item);
    const nodes = wanted.map((index) => this.#nodeOf(this.#items[index]));
    let next = this.#content.firstChild;
    for (const [position, index] of wanted.entries()) {
      const node = nodes[position];
      this.#position(index, node);
      node.setAttribute("aria-setsize", String(this.#items.length));
      node.setAttribute("aria-posinset", String(index + 1));
      this.#options.focusTarget(node).tabIndex = index === this.#current ? 0 : -1;
      if (node === next) next = node.nextSibling;
      else this.#content.insertBefore(node, next);
    }
    this.#options.shown(visible);
  }

  /** @param {Item} item */
  #nodeOf(item) {
    const key = this.#options.key(item);
    const entry = this.#nodes.get(key);
    if (entry && entry.item === item) return entry.node;
    if (entry) this.#remove(key, entry.node, entry.item);
    const node = this.#options.make(item);
    node.setAttribute("role", "listitem");
    this.#nodes.set(key, { node, item });
    return node;
  }

  /** @param {string} key @param {HTMLElement} node @param {Item} item */
  #remove(key, node, item) {
    this.#options.drop(item, node);
    node.remove();
    this.#nodes.delete(key);
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    for (const { node, item } of this.#nodes.values()) {
      if (!node.contains(/** @type {Node} */ (event.target))) continue;
      const index = this.#items.indexOf(item);
      if (index >= 0 && !this.#options.isHeading(item) && index !== this.#current) {
        this.#current = index;
        this.#draw();
      }
      return;
    }
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    const target = this.#target(event.key);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#current = target;
    this.#reveal();
    this.#draw();
    this.#focus();
  }

  /** The item that a key leads to from the current one. @param {string} key */
  #target(key) {
    /** @param {number} index */
    const isCard = (index) => index >= 0 && index < this.#items.length && !this.#options.isHeading(this.#items[index]);
    /** @param {number} from @param {number} direction */
    const step = (from, direction) => {
      let index = from;
      while (index >= 0 && index < this.#items.length && !isCard(index)) index += direction;
      return isCard(index) ? index : undefined;
    };
    if (key === "ArrowRight") return step(this.#current + 1, 1);
    if (key === "ArrowLeft") return step(this.#current - 1, -1);
    if (key === "Home") return step(0, 1);
    if (key === "End") return step(this.#items.length - 1, -1);
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: this.#visibleLines(), PageUp: -this.#visibleLines() };
    const lines = steps[key];
    if (lines === undefined) return undefined;
    const here = this.#lines[this.#lineOf[this.#current]];
    if (!here) return undefined;
    const direction = Math.sign(lines);
    let line = Math.max(0, Math.min(this.#lineOf[this.#current] + lines, this.#lines.length - 1));
    if (this.#lines[line].isHeading) line += direction;
    const target = this.#lines[line];
    if (!target || target === here || target.isHeading) return undefined;
    return target.first + Math.min(this.#current - here.first, target.count - 1);
  }

  #visibleLines() {
    const height = this.#lines.at(-1)?.height ?? 1;
    return Math.max(1, Math.floor(this.element.clientHeight / height));
  }

  #reveal() {
    const line = this.#lines[this.#lineOf[this.#current]];
    if (!line) return;
    const { scrollTop, clientHeight } = this.element;
    const margin = 12;
    if (line.top - margin < scrollTop) this.element.scrollTop = line.top - margin;
    else if (line.top + line.height + margin > scrollTop + clientHeight) this.element.scrollTop = line.top + line.height + margin - clientHeight;
  }

  #focus() {
    const node = this.current && this.node(this.#options.key(this.current));
    if (node) this.#options.focusTarget(node).focus({ preventScroll: true });
  }
}
