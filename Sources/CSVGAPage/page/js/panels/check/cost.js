import { api } from "../../api.js";
import { fill, find, h, icon } from "../../dom.js";
import { bytes } from "../../format.js";
import { groundOf } from "../../ground.js";
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
  /** @type {HTMLElement} */
  #figures = h("dl", {});
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

  /** The size of the file and the memory of its images, each with its share of the budget; then the parts of the file. */
  #totals() {
    const { facts } = this.#session;
    /** @param {(number|null)[]} counts */
    const sum = (counts) => counts.reduce((/** @type {number} */ total, count) => total + (count ?? 0), 0);
    const images = sum(this.#images.map((image) => image.bytes));
    const sound = sum(facts.audios.map((audio) => audio.bytes));
    /** @type {[string, number][]} */
    const parts = [["images", images], ["sound", sound], ["frames", Math.max(0, facts.bytes - images - sound)]];
    const shown = parts.filter(([, count]) => count > 0);
    const whole = Math.max(1, sum(shown.map(([, count]) => count)));
    const unused = this.#images.filter((image) => image.usedBy === 0);
    /** @param {"file"|"memory"} name @param {number} count */
    const figure = (name, count) => h("div", { class: "cost-figure", "data-test": `cost-${name}` }, h("dt", {}, t(`check.total.${name}`)),
      h("dd", {}, h("strong", {}, bytes(count))), h("dd", { class: "cost-limit", hidden: true }));
    const figures = h("dl", { class: "cost-figures" }, figure("file", facts.bytes), figure("memory", facts.decodedImageBytes));
    this.#figures = figures;
    return [figures,
      h("div", { class: "cost-parts", "aria-hidden": "true" }, shown.map(([name, count]) => h("span", { class: name, style: { width: `${(100 * count) / whole}%` } }))),
      h("ul", { class: "cost-legend small" }, shown.map(([name, count]) => h("li", {}, h("span", { class: `cost-mark ${name}` }), t(`check.total.${name}`), " ", h("strong", {}, bytes(count))))),
      unused.length > 0 && h("p", { class: "line warning-text small" }, icon("alert"), t("check.total.unused", { count: unused.length, bytes: bytes(sum(unused.map((image) => image.decodedBytes))) }))];
  }

  /** Shows how much of the budget the file and its images use. @param {API.BudgetReport} report */
  showBudget({ limits }) {
    for (const [name, limit] of /** @type {const} */ ([["file", "bytes"], ["memory", "decodedImageBytes"]])) {
      const found = limits.find((line) => line.limit === limit);
      const { value = null, allowed = null, isWithin = true } = found ?? {};
      if (value === null || allowed === null) continue;
      const line = find(this.#figures, `[data-test=cost-${name}] > .cost-limit`);
      line.hidden = false;
      fill(line, h("span", { class: isWithin ? "cost-gauge" : "cost-gauge over" }, h("span", { style: { width: `${Math.min(100, (100 * value) / Math.max(1, allowed))}%` } })),
        t(isWithin ? "check.total.of" : "check.total.over", { limit: bytes(allowed), share: Math.round((100 * value) / Math.max(1, allowed)) }));
    }
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
      h("td", { class: "cost-picture" }, h("img", { class: "checker", src: api.imageURL(this.#session.id, image.index), alt: "", loading: "lazy", onload: groundOf })),
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
