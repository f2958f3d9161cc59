import { h, icon, iconButton, uniqueId } from "../../dom.js";
import { frameRange, size } from "../../format.js";
import { groundOf } from "../../ground.js";
import { t } from "../../i18n.js";
import { isSet } from "../../vars.js";
import { runsBar } from "../runs-bar.js";
import { acceptDrops, givePicture } from "./picture-section.js";

/** @typedef {import("../../icons.js").IconName} IconName */

/** A key in the list; the editor opens below it. */
export class KeyRow {
  /** @type {HTMLElement} */
  element;
  /** @type {HTMLButtonElement} opens and closes the key */
  button;
  /** @type {import("./key-facts.js").KeyFacts} */
  facts;
  #session;
  #thumbnail;
  #marks;
  #text;
  #bar;
  #editorSlot;

  /**
   * @param {import("../../session.js").Session} session @param {import("./key-facts.js").KeyFacts} facts
   * @param {{toggle: () => void}} actions
   */
  constructor(session, facts, { toggle }) {
    this.#session = session;
    this.facts = facts;
    this.#editorSlot = h("div", { id: uniqueId("editor"), class: "key-slot" });
    this.#thumbnail = h("span", { class: "key-thumbnail checker" });
    this.#marks = h("span", { class: "key-marks" });
    this.#text = h("span", { class: "key-set-text truncate" });
    this.#bar = h("span", { class: "key-bar" }, runsBar(session.facts.frames, facts.shown));
    this.button = h("button", { type: "button", class: "key-open", "aria-expanded": "false", "aria-controls": this.#editorSlot.id, "data-test": "key-row", "data-key": facts.key,
      onclick: toggle }, this.#thumbnail,
    h("span", { class: "key-lines" },
      h("span", { class: "line" }, h("span", { class: "key-name truncate" }, facts.key), this.#marks, h("span", { class: "spacer" }), this.#text),
      h("span", { class: "key-meta quiet small truncate" }, describe(facts)), this.#bar));
    const seek = iconButton("film", t("keys.seek", { key: facts.key }), { "data-test": "key-seek", disabled: facts.firstVisibleFrame === null,
      onclick: () => session.seek(facts.firstVisibleFrame ?? 0, { pause: true }) });
    const header = h("div", { class: "key-row" }, this.button, seek);
    this.element = h("li", { class: "key-item", onpointerenter: () => session.hover({ key: facts.key }), onpointerleave: () => session.hover(null) }, header, this.#editorSlot);
    header.addEventListener("focusin", () => { if (header.matches(":has(:focus-visible)")) session.hover({ key: facts.key }); });
    header.addEventListener("focusout", () => session.hover(null));
    acceptDrops(header, (file) => givePicture(session, facts.key, file));
    this.update();
  }

  /** Shows the current settings of the key. */
  update() {
    const { vars, uploads } = this.#session;
    const { key, kind, picture } = this.facts;
    const upload = uploads.get(vars.images[key]?.file ?? "");
    const address = upload?.url ?? picture;
    this.#thumbnail.replaceChildren(address ? h("img", { src: address, alt: "", loading: "lazy", onload: groundOf }) : icon(kind === "vector" ? "vector" : "empty"));
    /** @type {[boolean, IconName, string][]} */
    const marks = [[key in vars.images, "image", "keys.mark.picture"], [vars.texts[key]?.text !== undefined, "text", "keys.mark.text"], [vars.hide.includes(key), "eyeOff", "keys.mark.hidden"]];
    this.#marks.replaceChildren(...marks.filter(([isOn]) => isOn).map(([, name, label]) => h("span", { class: "badge accent", role: "img", "aria-label": t(label) }, icon(name))));
    this.#text.textContent = vars.texts[key]?.text ?? "";
    this.element.classList.toggle("set", isSet(vars, key));
  }

  /** @param {import("../runs-bar.js").Run[]} runs */
  showFrames(runs) {
    this.facts.shown = runs;
    this.#bar.replaceChildren(runsBar(this.#session.facts.frames, runs));
  }

  /** @param {boolean} isHovered */
  markHovered(isHovered) {
    this.element.classList.toggle("hovered", isHovered);
  }

  /** @param {HTMLElement|null} editor null: closed */
  open(editor) {
    this.button.setAttribute("aria-expanded", String(editor !== null));
    this.element.classList.toggle("open", editor !== null);
    this.#editorSlot.replaceChildren(...(editor ? [editor] : []));
  }
}

/** Sizes, number of sprites, frames: one line. @param {import("./key-facts.js").KeyFacts} facts */
function describe(facts) {
  const { imageWidth, imageHeight, layoutWidth, layoutHeight, firstVisibleFrame, lastVisibleFrame } = facts;
  const parts = [];
  if (imageWidth !== null && imageHeight !== null) parts.push(size(imageWidth, imageHeight));
  else parts.push(t(`keys.kind.${facts.kind}`));
  if (layoutWidth !== null && layoutHeight !== null && (layoutWidth !== imageWidth || layoutHeight !== imageHeight)) parts.push(t("keys.layout", { size: size(layoutWidth, layoutHeight) }));
  if (facts.kind === "matte" && imageWidth !== null) parts.push(t("keys.kind.matte"));
  parts.push(t("keys.sprites", { count: facts.sprites }));
  const isSeen = firstVisibleFrame !== null && lastVisibleFrame !== null;
  parts.push(isSeen ? t("keys.frames", { range: frameRange(firstVisibleFrame, lastVisibleFrame) }) : t("keys.never"));
  return parts.join(" · ");
}
