import { api } from "../../api.js";
import { fill, h } from "../../dom.js";
import { t } from "../../i18n.js";
import { remember, remembered } from "../../settings.js";

/** The initial choice: the most common players. */
const usualPlayers = ["ios", "android"];

/** A toggle for each player to check. The choice is stored. */
export class PlayerChips {
  #onChange;
  #names = remembered("players", usualPlayers);
  #ready;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    this.element = h("div", { class: "line wrap", role: "group", "aria-label": t("check.players") });
    this.#ready = this.#show();
  }

  /** The names of the chosen players, after the list of players was loaded. @returns {Promise<string[]>} */
  async chosen() {
    await this.#ready;
    return this.#names;
  }

  async #show() {
    const { players } = await api.vocabulary();
    this.#names = this.#names.filter((name) => players.includes(name));
    fill(this.element, players.map((name) => h("button", {
      type: "button", class: "chip", "aria-pressed": String(this.#names.includes(name)), "data-test": `player-${name}`,
      onclick: (event) => this.#toggle(name, event.currentTarget),
    }, t(`check.player.${name}`))));
  }

  /** @param {string} name @param {HTMLElement} chip */
  #toggle(name, chip) {
    const isChosen = this.#names.includes(name);
    this.#names = isChosen ? this.#names.filter((other) => other !== name) : [...this.#names, name];
    chip.setAttribute("aria-pressed", String(!isChosen));
    remember("players", this.#names);
    this.#onChange();
  }
}
