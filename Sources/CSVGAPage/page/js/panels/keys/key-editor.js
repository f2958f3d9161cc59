import { api } from "../../api.js";
import { errorState, h, icon } from "../../dom.js";
import { t } from "../../i18n.js";
import { toastError } from "../../overlays.js";
import { isSet, resetKey, setHidden } from "../../vars.js";
import { pictureSection } from "./picture-section.js";
import { textSection } from "./text-section.js";

/** @typedef {import("../../vars.js").Vars} Vars */
/** @typedef {import("./key-facts.js").KeyFacts} KeyFacts */

/** @typedef {{element: HTMLElement, update: () => void, destroy: () => void}} Section */

/** The settings of one key. */
export class KeyEditor {
  /** @type {HTMLElement} */
  element;
  /** @type {Promise<void>} resolved when all controls are created */
  loaded;
  #session;
  #key;
  /** @type {Section[]} */
  #sections = [];
  /** @type {HTMLInputElement} */
  #hide;
  #reset;
  #isClosed = false;

  /** @param {import("../../session.js").Session} session @param {import("./key-facts.js").KeyFacts} facts */
  constructor(session, facts) {
    this.#session = session;
    this.#key = facts.key;
    this.#hide = h("input", { type: "checkbox", role: "switch", "data-test": "hide-key", onchange: () =>
      this.#apply((vars) => setHidden(vars, facts.key, this.#hide.checked)) });
    this.#reset = h("button", { type: "button", class: "button quiet", "data-test": "reset-key", onclick: () => this.#apply((vars) => resetKey(vars, facts.key)) },
      icon("refresh"), t("keys.reset"));
    this.element = h("div", { class: "key-editor", role: "group", "aria-label": t("keys.edit", { key: facts.key }) });
    this.loaded = this.#load(facts);
  }

  /** @param {KeyFacts} facts */
  async #load(facts) {
    try {
      const vocabulary = await api.vocabulary();
      if (this.#isClosed) return;
      this.#sections = [pictureSection(this.#session, facts, vocabulary), textSection(this.#session, facts.key, vocabulary)];
      this.element.replaceChildren(...this.#sections.map((section) => section.element),
        h("div", { class: "key-actions" }, h("label", { class: "switch" }, this.#hide, t("keys.hide")), h("span", { class: "spacer" }), this.#reset));
      this.update();
    } catch (error) {
      this.element.replaceChildren(errorState(error, { label: t("common.retry"), run: () => this.#load(facts) }));
    }
  }

  /** @param {(vars: Vars) => void} change */
  async #apply(change) {
    try {
      await this.#session.update(({ vars }) => change(vars));
    } catch (error) {
      toastError(error);
      this.update();
    }
  }

  /** Shows the current settings. */
  update() {
    for (const section of this.#sections) section.update();
    this.#hide.checked = this.#session.vars.hide.includes(this.#key);
    this.#reset.disabled = !isSet(this.#session.vars, this.#key);
  }

  destroy() {
    this.#isClosed = true;
    for (const section of this.#sections) section.destroy();
    this.element.remove();
  }
}
