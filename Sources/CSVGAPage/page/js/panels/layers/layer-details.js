import { api } from "../../api.js";
import { fill, h, icon, iconButton } from "../../dom.js";
import { frameRange, frames, number } from "../../format.js";
import { t } from "../../i18n.js";
import { Newest } from "../../timing.js";

/** The interval for updates of the values during playback, in milliseconds. */
const INTERVAL = 150;
/** The maximum number of listed frame runs. */
const RUN_LIMIT = 40;

/** The values of the selected sprite in the current frame, and the frames in which it is visible and changes. */
export class LayerDetails {
  element = h("section", { class: "layer-details", "data-test": "layer-details", hidden: true });
  #session;
  #requests = new Newest(INTERVAL);
  #values = h("dl", { class: "layer-values" });
  #frame = h("span", { class: "quiet small" });
  /** @type {API.Sprite|null} */
  #sprite = null;
  #isClosed = false;

  /** @param {import("../../session.js").Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {API.Sprite|null} sprite */
  show(sprite) {
    if (sprite === this.#sprite) return;
    this.#sprite = sprite;
    this.element.hidden = sprite === null;
    if (sprite === null) return;
    this.element.setAttribute("aria-label", t("layers.details", { key: sprite.imageKey }));
    fill(this.#values);
    fill(this.element,
      h("div", { class: "layer-title" }, h("h2", { class: "truncate" }, sprite.imageKey || t("layers.unnamed")), h("span", { class: "badge" }, `#${sprite.index}`), h("span", { class: "spacer" }),
        iconButton("previous", t("layers.previousChange"), { "data-test": "previous-change", onclick: () => this.#step(-1) }),
        iconButton("next", t("layers.nextChange"), { "data-test": "next-change", onclick: () => this.#step(1) })),
      this.#frame, this.#values,
      h("h3", {}, t("layers.shown", { frames: frames(count(sprite.shown)) })), this.#runs(sprite.shown),
      h("h3", {}, t("layers.changes", { frames: frames(count(sprite.changes)) })), this.#runs(sprite.changes),
      sprite.joined && h("p", { class: "quiet small" }, t("layers.joined")));
    this.update();
  }

  /** Shows the values of the current frame. */
  update() {
    if (this.#sprite === null || this.element.offsetParent === null) return;
    this.#requests.run(async () => {
      const { frame } = this.#session;
      const answer = await api.layersFrame(this.#session.id, frame);
      if (this.#isClosed || this.#sprite === null) return;
      this.#fill(answer.frame, answer.sprites.find(({ index }) => index === this.#sprite?.index));
    });
  }

  /** @param {number} frame @param {API.SpriteFrame|undefined} values */
  #fill(frame, values) {
    this.#frame.textContent = t("layers.inFrame", { frame });
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @param {string} label @param {...Child} value */
    const add = (label, ...value) => rows.push(h("div", {}, h("dt", {}, label), h("dd", { class: "mono" }, value)));
    // A sprite may have fewer frames than the movie.
    if (!values?.layout) {
      fill(this.#values, h("p", { class: "quiet" }, t("layers.noFrame")));
      return;
    }
    const [x, y, width, height] = values.layout;
    const [a, b, c, d, tx, ty] = values.transform;
    /** @param {number} value */
    const short = (value) => number(Math.round(value * 1e4) / 1e4, 6);
    add(t("layers.value.shown"), icon(values.isShown ? "check" : "close"), t(values.isShown ? "layers.yes" : "layers.no"));
    add(t("layers.value.alpha"), short(values.alpha));
    add(t("layers.value.layout"), `${short(x)}, ${short(y)}, ${short(width)} × ${short(height)}`);
    add(t("layers.value.move"), `${short(tx)}, ${short(ty)}`);
    add(t("layers.value.scale"), `${short(Math.hypot(a, b))} × ${short((a * d - b * c) / (Math.hypot(a, b) || 1))}`);
    add(t("layers.value.turn"), `${short((Math.atan2(b, a) * 180) / Math.PI)}°`);
    add(t("layers.value.matrix"), h("span", { class: "layer-matrix" }, [a, b, c, d, tx, ty].map((value) => h("span", {}, short(value)))));
    add(t("layers.value.shapes"), String(values.shapes));
    add(t("layers.value.clip"), values.clip ? h("code", { class: "layer-clip" }, values.clip) : t("layers.none"));
    fill(this.#values, rows);
  }

  /** Frames to jump to. @param {API.Run[]} runs */
  #runs(runs) {
    if (runs.length === 0) return h("p", { class: "quiet small" }, t("layers.none"));
    const more = runs.length > RUN_LIMIT && h("li", { class: "quiet small" }, t("layers.more", { count: runs.length - RUN_LIMIT }));
    return h("ul", { class: "layer-runs" }, runs.slice(0, RUN_LIMIT).map(([first, last]) => h("li", {}, h("button", {
      type: "button", class: "chip", "aria-label": t("layers.goTo", { frame: first }), onclick: () => this.#session.seek(first, { pause: true }),
    }, frameRange(first, last)))), more);
  }

  /** Seeks to the nearest frame in which the sprite changes. @param {1|-1} direction */
  #step(direction) {
    const { frame } = this.#session;
    /** @type {number|null} */
    let target = null;
    for (const [first, last] of this.#sprite?.changes ?? []) {
      if (direction > 0 && target === null && last > frame) target = Math.max(first, frame + 1);
      if (direction < 0 && first < frame) target = Math.min(last, frame - 1);
    }
    if (target !== null) this.#session.seek(target, { pause: true });
  }

  destroy() {
    this.#isClosed = true;
    this.#requests.cancel();
  }
}

/** @param {import("../runs-bar.js").Run[]} runs */
function count(runs) {
  return runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
