import { api } from "../../api.js";
import { choosePlayers, chosenPlayers, playerTitle } from "../../chosen-players.js";
import { fill, h, icon } from "../../dom.js";
import { t } from "../../i18n.js";
import { toastError } from "../../overlays.js";

/**
 * One row for each player: whether it is checked for, how it shows the movie, and a switch that shows the movie as this player does. The first
 * row is the design.
 */
export class Players {
  #session;
  #onChange;
  #names = chosenPlayers();
  #ready;
  #body = h("tbody", {});
  #failure = h("p", { class: "check-failure", role: "status", hidden: true, "data-test": "player-failure" });
  /** @type {Map<string, HTMLElement>} */
  #results = new Map();
  /** @type {Map<string, HTMLInputElement>} */
  #views = new Map();
  #abort = new AbortController();

  /** @param {import("../../session.js").Session} session @param {() => void} onChange the choice of players to check for has changed */
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
    const column = (/** @type {string} */ name) => h("th", { scope: "col" }, t(`check.players.${name}`));
    this.element = h("div", { class: "stack" }, h("table", { class: "table check-players", "data-test": "players" },
      h("caption", { class: "sr-only" }, t("check.verdicts")), h("thead", {}, h("tr", {}, ["check", "player", "result", "show"].map(column))), this.#body), this.#failure);
    session.addEventListener("scene", () => this.#showView(), { signal: this.#abort.signal });
    this.#ready = this.#show();
  }

  close() {
    this.#abort.abort();
  }

  /** The names of the chosen players, after the list of players was loaded. @returns {Promise<string[]>} */
  async chosen() {
    await this.#ready;
    return this.#names;
  }

  /** @param {API.PlayerVerdict[]} verdicts of the players that were checked for */
  showVerdicts(verdicts) {
    const found = new Map(verdicts.map((verdict) => [verdict.player, verdict]));
    for (const [player, cell] of this.#results) {
      const verdict = found.get(player);
      fill(cell, verdict ? result(verdict) : h("span", { class: "quiet" }, t("check.verdict.none")));
    }
  }

  async #show() {
    const { players, playerVersions } = await api.vocabulary();
    this.#names = this.#names.filter((name) => players.includes(name));
    fill(this.#body, h("tr", {}, h("td", {}), h("th", { scope: "row" }, t("check.byTheRules")), h("td", { class: "quiet" }, t("check.byTheRules.text")), h("td", {}, this.#view(null))),
      players.map((name) => this.#row(name, playerVersions[name] ?? "")));
    this.#showView();
  }

  /** @param {string} name @param {string} version the version whose source the rules follow */
  #row(name, version) {
    const title = playerTitle(name);
    const box = h("input", { type: "checkbox", checked: this.#names.includes(name), "aria-label": t("check.players.checkFor", { player: title }), "data-test": `player-${name}`,
      onchange: ({ currentTarget: { checked } }) => this.#choose(name, checked) });
    const cell = h("td", { class: "check-result" });
    this.#results.set(name, cell);
    return h("tr", {}, h("td", {}, h("label", { class: "checkbox" }, box)), h("th", { scope: "row", title: version }, title), cell, h("td", {}, this.#view(name)));
  }

  /** The switch that shows the movie as this player does; null: as designed. @param {string|null} name */
  #view(name) {
    const label = name === null ? t("check.byTheRules") : playerTitle(name);
    const input = h("input", { type: "radio", class: "sr-only", name: "shown-as", "aria-label": t("check.showAs", { player: label }), "data-player": name ?? "",
      "data-test": `shown-as-${name ?? "rules"}`, onchange: () => this.#showAs(name) });
    this.#views.set(name ?? "", input);
    return h("label", { class: "check-view", "data-tip": t("check.showAs", { player: label }) }, input, icon("eye"));
  }

  /** @param {string} name @param {boolean} isChosen */
  #choose(name, isChosen) {
    this.#names = isChosen ? [...this.#names, name] : this.#names.filter((other) => other !== name);
    choosePlayers(this.#names);
    this.#onChange();
  }

  /** @param {string|null} name */
  async #showAs(name) {
    try {
      await this.#session.update((draft) => (draft.player = name));
    } catch (error) {
      toastError(error);
    }
    this.#showView();
  }

  #showView() {
    const { player, scene } = this.#session;
    for (const [name, input] of this.#views) input.checked = name === (player ?? "");
    const { failure } = scene;
    const position = !failure || failure.frame === null ? "" : t(failure.isFinal ? "check.failsFrom" : "check.failsAt", { frame: failure.frame });
    this.#failure.textContent = failure ? t("check.fails", { reason: failure.reason, place: position }) : "";
    this.#failure.hidden = !failure;
  }
}

/** How a player shows the movie. @param {API.PlayerVerdict} verdict */
function result({ result: kind, differences, frames }) {
  const count = frames.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const key = kind === "different" && count > 0 ? "differentFrames" : kind;
  /** @type {Record<string, import("../../icons.js").IconName>} */
  const icons = { same: "check", different: "alert", stops: "error", nothing: "error" };
  return h("span", { class: `check-verdict ${kind}` }, icon(icons[kind] ?? "info"), h("span", {}, t(`check.verdict.${key}`, { count: differences, frames: count, frame: frames[0]?.[0] ?? 0 })));
}
