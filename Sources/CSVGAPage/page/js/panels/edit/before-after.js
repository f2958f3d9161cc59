import { api } from "../../api.js";
import { playerTitle } from "../../chosen-players.js";
import { fill, h } from "../../dom.js";
import * as format from "../../format.js";
import { t } from "../../i18n.js";
import { isAbort, problemText } from "../../problem.js";
import { remember, remembered } from "../../settings.js";

/** @typedef {import("../../edits/edits.js").Edits} Edits */
/** @typedef {{facts: API.Facts, findings: Map<string, number>}} Side */

/** A table of the movie before and after the steps. Less is better in each row with `isCost`. */
export class BeforeAfter {
  #edits;
  /** @type {AbortController|null} */
  #request = null;
  #shown = "";
  /** @type {Map<string, Side>} by movie */
  #known = new Map();
  #table = h("div", {});
  #link = h("a", { class: "button", "data-test": "compare-edit" }, t("edit.compare.frames"));
  #line = h("span", { class: "edit-sizes" });

  /** @param {Edits} edits */
  constructor(edits) {
    this.#edits = edits;
    const isOpen = remembered("edit.compare", true);
    this.element = h("details", { class: "edit-compare", open: isOpen, "data-test": "before-after", ontoggle: (event) => remember("edit.compare", event.currentTarget.open) },
      h("summary", {}, t("edit.compare"), this.#line), h("div", { class: "stack" }, this.#table, h("div", { class: "line" }, this.#link)));
  }

  close() {
    this.#request?.abort();
  }

  async update() {
    const before = this.#edits.base?.movie;
    const after = this.#edits.result;
    this.element.hidden = !before || !after;
    if (!before || !after || this.#edits.isRunning) return;
    this.#link.setAttribute("href", `#/compare/${encodeURIComponent(before)}/${encodeURIComponent(after)}`);
    if (this.#shown === `${before} ${after}`) return;
    this.#shown = `${before} ${after}`;
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    if (this.#table.childElementCount === 0) fill(this.#table, h("p", { class: "quiet line" }, h("span", { class: "spinner" }), t("edit.compare.waiting")));
    else this.#table.setAttribute("aria-busy", "true");
    try {
      const { players } = await api.vocabulary();
      const [old, now] = await Promise.all([this.#side(before, players, request.signal), this.#side(after, players, request.signal)]);
      if (request.signal.aborted) return;
      fill(this.#table, table(old, now, players));
      const saved = now.facts.bytes - old.facts.bytes;
      fill(this.#line, `${format.bytes(old.facts.bytes)} → `, h("span", { class: saved < 0 ? "success-text" : "" }, format.bytes(now.facts.bytes)));
    } catch (error) {
      if (isAbort(error) || request.signal.aborted) return;
      this.#shown = "";
      fill(this.#table, h("p", { class: "edit-problem" }, problemText(error, " ")));
    }
    this.#table.removeAttribute("aria-busy");
  }

  /** @param {string} movie @param {string[]} players @param {AbortSignal} signal @returns {Promise<Side>} */
  async #side(movie, players, signal) {
    const known = this.#known.get(movie);
    if (known) return known;
    const [facts, report] = await Promise.all([api.movie(movie, signal), api.findings(movie, players, signal)]);
    const findings = new Map(players.map((player) => [player, report.findings.filter((finding) => finding.severity !== "info" && finding.players.includes(player)).length]));
    const side = { facts, findings };
    if (this.#known.size > 20) this.#known.clear();
    this.#known.set(movie, side);
    return side;
  }
}

/** @param {Side} before @param {Side} after @param {string[]} players */
function table(before, after, players) {
  const length = (/** @type {API.Facts} */ { frames, durationSeconds }) => `${format.frames(frames)}, ${format.seconds(durationSeconds)}`;
  const canvas = (/** @type {API.Facts} */ { viewBox }) => format.size(viewBox.width, viewBox.height);
  /** @type {{name: string, before: string, after: string, change?: number}[]} */
  const rows = [
    { name: t("edit.row.length"), before: length(before.facts), after: length(after.facts) },
    { name: t("edit.row.canvas"), before: canvas(before.facts), after: canvas(after.facts) },
    { name: t("edit.row.file"), before: format.bytes(before.facts.bytes), after: format.bytes(after.facts.bytes), change: after.facts.bytes - before.facts.bytes },
    { name: t("edit.row.memory"), before: format.bytes(before.facts.decodedImageBytes), after: format.bytes(after.facts.decodedImageBytes),
      change: after.facts.decodedImageBytes - before.facts.decodedImageBytes },
    ...players.map((player) => {
      const [old, now] = [before.findings.get(player) ?? 0, after.findings.get(player) ?? 0];
      return { name: t("edit.row.findings", { player: playerTitle(player) }), before: String(old), after: String(now), change: now - old };
    }),
  ];
  const row = (/** @type {typeof rows[number]} */ { name, before: old, after: now, change = 0 }) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, old),
    h("td", { class: change < 0 ? "number success-text" : change > 0 ? "number warning-text" : "number" }, now,
      change !== 0 && h("span", { class: "sr-only" }, ` ${t(change < 0 ? "edit.better" : "edit.worse")}`)));
  return h("table", { class: "table edit-table" }, h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col", class: "number" }, t("send.report.before")),
    h("th", { scope: "col", class: "number" }, t("send.report.after")))), h("tbody", {}, rows.map(row)));
}
