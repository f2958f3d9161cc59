import { api } from "../../api.js";
import { fill, h } from "../../dom.js";
import { bytes } from "../../format.js";
import { t } from "../../i18n.js";

/** @typedef {"key"|"bytes"|"memory"|"uses"} Column */

/** The sort keys of the columns: names initially from A to Z, numbers from the largest. @type {Record<Column, (image: API.Image) => string|number>} */
const columns = {
  key: ({ key }) => key,
  bytes: ({ bytes: count }) => count,
  memory: ({ decodedBytes }) => decodedBytes ?? 0,
  uses: ({ usedBy }) => usedBy,
};

/** Each image's bytes in the file and in memory, and the number of sprites that show it. */
export class CostTable {
  #session;
  #images;
  /** @type {{column: Column, isAscending: boolean}} */
  #order = { column: "memory", isAscending: false };
  #heads = /** @type {Column[]} */ (Object.keys(columns)).map((column) => this.#head(column));
  #body = h("tbody", {});
  #abort = new AbortController();

  /** @param {import("../../session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.#images = session.facts.images.map((image, index) => ({ ...image, index }));
    this.element = h("section", { class: "section stack" }, h("h2", {}, t("check.cost")), this.#totals(),
      this.#images.length === 0 ? h("p", { class: "quiet" }, t("check.noImages")) : h("div", { class: "table-scroll" },
        h("table", { class: "table cost-table", "data-test": "cost-table" },
          h("thead", {}, h("tr", {}, h("td", {}), this.#heads)), this.#body)));
    session.addEventListener("selection", () => this.#markSelected(), { signal: this.#abort.signal });
    this.#show();
  }

  close() {
    this.#abort.abort();
  }

  /** @param {Column} column */
  #head(column) {
    const name = t(`check.column.${column}`);
    const cell = h("th", { scope: "col", class: column === "key" ? null : "number", "data-column": column },
      h("button", { type: "button", class: "cost-sort", onclick: () => this.#sort(column) }, name));
    return cell;
  }

  /** @param {Column} column */
  #sort(column) {
    const isSame = this.#order.column === column;
    this.#order = { column, isAscending: isSame ? !this.#order.isAscending : column === "key" };
    this.#show();
  }

  /** The parts of the file (images, sound, frames and vectors), and the images' memory. */
  #totals() {
    const { facts } = this.#session;
    /** @param {(number|null)[]} counts */
    const sum = (counts) => counts.reduce((/** @type {number} */ total, count) => total + (count ?? 0), 0);
    const images = sum(this.#images.map((image) => image.bytes));
    const sound = sum(facts.audios.map((audio) => audio.bytes));
    const rest = facts.bytes - images - sound;
    const unused = this.#images.filter((image) => image.usedBy === 0);
    /** @type {([string, number]|false)[]} */
    const figures = [
      [t("check.total.file"), facts.bytes],
      [t("check.total.images"), images],
      facts.audios.length > 0 && [t("check.total.sound"), sound],
      rest > 0 && [t("check.total.frames"), rest],
      [t("check.total.memory"), facts.decodedImageBytes],
      unused.length > 0 && [t("check.total.unused", { count: unused.length }), sum(unused.map((image) => image.decodedBytes))],
    ];
    return h("dl", { class: "cost-totals" }, figures.map((figure) => figure && h("div", {}, h("dt", {}, figure[0]), h("dd", {}, bytes(figure[1])))));
  }

  #show() {
    const value = columns[this.#order.column];
    const sign = this.#order.isAscending ? 1 : -1;
    /** @param {string|number} a @param {string|number} b */
    const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
    const images = this.#images.toSorted((a, b) => sign * compare(value(a), value(b)) || a.index - b.index);
    for (const head of this.#heads) {
      const isSorted = head.dataset.column === this.#order.column;
      if (isSorted) head.setAttribute("aria-sort", this.#order.isAscending ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
    /** @param {"bytes"|"decodedBytes"} name */
    const largest = (name) => Math.max(1, ...this.#images.map((image) => image[name] ?? 0));
    const most = { bytes: largest("bytes"), decodedBytes: largest("decodedBytes") };
    fill(this.#body, images.map((image) => this.#row(image, most)));
    this.#markSelected();
  }

  /** @param {API.Image & {index: number}} image @param {{bytes: number, decodedBytes: number}} most */
  #row(image, most) {
    const row = h("tr", { "data-test": "cost-row" },
      h("td", { class: "cost-picture" }, h("img", { class: "checker", src: api.imageURL(this.#session.id, image.index), alt: "", loading: "lazy" })),
      h("th", { scope: "row" },
        h("button", { type: "button", class: "cost-key truncate", onclick: () => this.#session.select({ key: image.key }) }, image.key),
        h("span", { class: "quiet small truncate cost-format" }, image.width === null ? image.format : `${image.format} · ${image.width}×${image.height}`)),
      amount(image.bytes, most.bytes), amount(image.decodedBytes, most.decodedBytes),
      h("td", { class: "number" }, image.usedBy > 0 ? image.usedBy : h("span", { class: "badge warning" }, t("check.unused"))));
    row.dataset.key = image.key;
    return row;
  }

  #markSelected() {
    const key = this.#session.selection?.key;
    for (const row of this.#body.rows) row.classList.toggle("selected", row.dataset.key === key);
  }
}

/** A number of bytes over a bar for its share of the largest. @param {number|null} count @param {number} most */
function amount(count, most) {
  if (count === null) return h("td", { class: "number quiet" }, "–");
  const share = `${Math.max(2, (100 * count) / most)}%`;
  return h("td", { class: "number" }, bytes(count), h("span", { class: "cost-track" }, h("span", { class: "cost-bar", style: { width: share } })));
}
