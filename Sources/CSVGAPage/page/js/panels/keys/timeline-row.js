import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { runsBar } from "../runs-bar.js";

/** The frames of the selected key, aligned with the player's timeline. Without a key the row stays empty, so that the picture does not move. */
export class TimelineRow {
  #element = h("div", { class: "key-timeline vacant", role: "img", "data-test": "key-timeline" });
  #session;

  /** @param {HTMLElement} slot @param {import("../../session.js").Session} session */
  constructor(slot, session) {
    this.#session = session;
    slot.append(this.#element);
  }

  /** @param {string|null} key null: nothing @param {import("../runs-bar.js").Run[]} runs */
  show(key, runs) {
    this.#element.classList.toggle("vacant", key === null);
    if (key === null) return;
    this.#element.setAttribute("aria-label", t("keys.timeline", { key }));
    this.#element.replaceChildren(runsBar(this.#session.facts.frames, runs), h("span", { class: "key-timeline-label small" }, key));
  }

  destroy() {
    this.#element.remove();
  }
}
