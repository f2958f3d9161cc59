import { h, shortened } from "../../dom.js";
import { t } from "../../i18n.js";
import { runsBar, union } from "../runs-bar.js";

/** @typedef {import("../runs-bar.js").Run} Run */

/** The maximum number of characters of the label. */
const labelLength = 28;

/**
 * The frames of the selected key or sprite, aligned with the player's timeline; of a sprite, also the frames in which it changes. Without a
 * selection the row stays empty, so that the picture does not move.
 */
export class TimelineRow {
  #element = h("div", { class: "key-timeline vacant", role: "img", "data-test": "key-timeline" });
  #session;
  #abort = new AbortController();

  /** @param {HTMLElement} slot @param {import("../../session.js").Session} session */
  constructor(slot, session) {
    this.#session = session;
    slot.append(this.#element);
    session.addEventListener("selection", () => this.#show(), { signal: this.#abort.signal });
    this.#show();
  }

  async #show() {
    const { selection } = this.#session;
    if (!selection) return this.#element.classList.add("vacant");
    // The panels report an error of this request.
    const sprites = await this.#session.layers().catch(() => []);
    if (this.#abort.signal.aborted || this.#session.selection !== selection) return;
    const own = sprites.filter(({ index, key }) => (selection.sprite === undefined ? key === selection.key : index === selection.sprite));
    this.#element.classList.toggle("vacant", own.length === 0);
    if (own.length === 0) return;
    const [{ index, key, changes }] = own;
    const isSprite = selection.sprite !== undefined;
    const name = isSprite ? t("keys.timeline.sprite", { key, index: String(index) }) : key;
    this.#element.setAttribute("aria-label", t("keys.timeline", { key: name }));
    this.#element.replaceChildren(runsBar(this.#session.facts.frames, union(own.map(({ shown }) => shown)), isSprite ? changes : []),
      h("span", { class: "key-timeline-label small" }, isSprite ? `${shortened(key, labelLength)} #${index}` : shortened(key, labelLength)));
  }

  destroy() {
    this.#abort.abort();
    this.#element.remove();
  }
}
