import { api } from "../../api.js";
import { playerTitle } from "../../chosen-players.js";
import { errorState, fill, h, icon, successState } from "../../dom.js";
import { t } from "../../i18n.js";
import { dialog } from "../../overlays.js";
import { isAbort } from "../../problem.js";

/** The width of a frame in the table, in CSS pixels. */
const cellWidth = 140;

/** A button that shows the frames in which players differ most: one row per frame, one column per player, with reasons. */
export class SideBySide {
  #session;
  #abort = new AbortController();
  /** @type {(() => void)|null} */
  #close = null;

  /** @param {import("../../session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.element = h("div", { class: "line" }, h("button", {
      type: "button", class: "button", "data-test": "compare-players", onclick: () => this.#open(),
    }, icon("compare"), t("check.sideBySide")));
  }

  close() {
    this.#abort.abort();
    this.#close?.();
  }

  async #open() {
    const body = h("div", { class: "players", "aria-busy": "true", "data-test": "players-sheet" }, h("p", { class: "line quiet", role: "status" }, h("span", { class: "spinner" }), t("check.checking")));
    const request = new AbortController();
    this.#close = dialog({ title: t("check.sideBySide"), body, wide: "widest", onclose: () => request.abort() }).close;
    try {
      const signal = AbortSignal.any([request.signal, this.#abort.signal]);
      // `tellingFrames` and `wasRun` are members of the JSON of `svga compare-players`, whose names are stable.
      const report = await api.comparePlayers(this.#session.id, signal);
      if (report.tellingFrames.length === 0) fill(body, successState(t("check.allAlike"), t("check.allAlikeHint")));
      else fill(body, await this.#table(report, signal));
    } catch (error) {
      if (!isAbort(error)) fill(body, errorState(error));
    }
    body.removeAttribute("aria-busy");
  }

  /** A scene for each column: without emulation, then for each player. @param {API.PlayerComparison} report @param {AbortSignal} signal */
  async #table(report, signal) {
    const width = Math.round(cellWidth * devicePixelRatio);
    const columns = [null, ...report.players];
    /** @type {API.Scene[]} */
    const scenes = [];
    for (const column of columns) scenes.push(await api.scene({ movie: this.#session.id, width, player: column?.player ?? null }, signal));
    /** @param {API.PlayerReport|null} column */
    const name = (column) => (column ? playerTitle(column.player) : t("check.byTheRules"));
    const head = h("tr", {}, h("td", {}), columns.map((column) => h("th", { scope: "col" }, name(column),
      column && !column.wasRun && h("span", { class: "quiet small players-source" }, t("check.fromSources")))));
    const rows = report.tellingFrames.map((frame, row) => h("tr", {},
      h("th", { scope: "row" }, h("button", { type: "button", class: "button quiet", onclick: () => this.#seek(frame) }, String(frame))),
      columns.map((column, index) => h("td", {},
        h("img", { class: "checker", src: api.stillURL(scenes[index].scene, frame), width: cellWidth, alt: `${name(column)}, ${t("check.frame", { frame })}` }),
        column && this.#reasons(column, column.shown[row])))));
    return h("table", { class: "table players-table" }, h("thead", {}, head), h("tbody", {}, rows));
  }

  /**
   * The difference of a frame and its reasons, or the reason of a failure.
   * @param {API.PlayerReport} report @param {API.PlayerFrame} shown @returns {Child}
   */
  #reasons({ failure }, { frame, difference, reasons }) {
    if (failure && (failure.frame === null || failure.frame === frame || (failure.isFinal && failure.frame < frame))) {
      return h("p", { class: "check-failure small" }, failure.reason);
    }
    if (reasons.length === 0) return h("p", { class: "quiet small" }, t("check.same"));
    const messages = [...new Set(reasons.map(({ message }) => message))];
    return [h("p", { class: "small" }, t("check.differs", { share: (100 * difference).toFixed(1) })),
      h("ul", { class: "quiet small" }, messages.map((message) => h("li", {}, message)))];
  }

  /** @param {number} frame */
  #seek(frame) {
    this.#close?.();
    this.#session.seek(frame, { pause: true });
  }
}
