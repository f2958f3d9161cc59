// The backgrounds behind transparent frames.
import { h, iconButton } from "../dom.js";
import { t } from "../i18n.js";
import { menu } from "../overlays.js";
import { remember, remembered } from "../settings.js";
import { phone } from "./phone.js";

/**
 * @typedef {object} Background
 * @property {string} id also its class in the style sheet
 * @property {string} [color]
 * @property {(canvas: {width: number, height: number}) => {node?: Element, bounds?: {x: number, y: number, width: number, height: number}}} make
 *   the background below the frames, and its visibility
 */

const plain = () => ({});
// "grey" is stored in browsers as a setting.
const fixed = ["checker", "white", "grey", "black", "green", "phone"];

/** The available backgrounds and the chosen one, which `show` receives. */
export class Backgrounds {
  /** A button that opens the list. */
  element = h("div", { class: "line" });

  #show;
  #chosen = remembered("player.background", "checker");
  #color = remembered("player.background.color", "#3a56d4");
  /** The object URL of the user's image. @type {string|null} */
  #picture = null;
  /** @type {HTMLButtonElement} */
  #button = iconButton("image", t("player.background"), { shortcut: "B", "data-test": "background", onclick: () => this.#openMenu() });
  /** @type {HTMLInputElement} */
  #colorInput = h("input", {
    type: "color", class: "sr-only", tabindex: "-1", "aria-label": t("player.background.color"), value: this.#color,
    oninput: () => { this.#color = this.#colorInput.value; remember("player.background.color", this.#color); this.choose("color"); },
  });
  /** @type {HTMLInputElement} */
  #fileInput = h("input", {
    type: "file", accept: "image/*", class: "sr-only", tabindex: "-1", "aria-label": t("player.background.picture"),
    onchange: () => this.#setPicture(this.#fileInput.files?.[0]),
  });

  /** @param {(background: Background) => void} show */
  constructor(show) {
    this.#show = show;
    this.element.append(this.#button, this.#colorInput, this.#fileInput);
    this.choose(this.#known(this.#chosen));
  }

  destroy() {
    if (this.#picture) URL.revokeObjectURL(this.#picture);
  }

  /** @param {string} id */
  choose(id) {
    this.#chosen = id;
    remember("player.background", id);
    this.#show(this.#background(id));
  }

  next() {
    const all = [...fixed, "color", ...(this.#picture ? ["picture"] : [])];
    this.choose(all[(all.indexOf(this.#chosen) + 1) % all.length]);
  }

  /** @param {string} id */
  #known(id) {
    return fixed.includes(id) || id === "color" ? id : "checker";
  }

  /** @returns {Background} @param {string} id */
  #background(id) {
    if (id === "phone") return { id, make: phone };
    if (id === "picture") return { id, make: () => ({ node: h("img", { src: this.#picture, alt: "", draggable: "false" }) }) };
    return { id, color: id === "color" ? this.#color : undefined, make: plain };
  }

  #openMenu() {
    /** @param {string} id */
    const choice = (id) => ({ label: t(`player.background.${id}`), checked: this.#chosen === id, run: () => this.choose(id) });
    menu(this.#button, [
      ...fixed.map(choice),
      "line",
      { label: t("player.background.color"), checked: this.#chosen === "color", run: () => { this.choose("color"); this.#colorInput.click(); } },
      { label: t("player.background.picture"), checked: this.#chosen === "picture", run: () => this.#fileInput.click() },
    ]);
  }

  /** @param {File|undefined} file */
  #setPicture(file) {
    if (!file) return;
    if (this.#picture) URL.revokeObjectURL(this.#picture);
    this.#picture = URL.createObjectURL(file);
    this.choose("picture");
  }
}
