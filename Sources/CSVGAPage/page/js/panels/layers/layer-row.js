import { api } from "../../api.js";
import { h, icon, iconButton } from "../../dom.js";
import { groundOf } from "../../ground.js";
import { t } from "../../i18n.js";
import { runsBar } from "../runs-bar.js";

/** @typedef {import("../../icons.js").IconName} IconName */

/**
 * A sprite in the tree of layers.
 * @param {import("../../session.js").Session} session
 * @param {import("./layer-tree.js").Row} row
 * @param {{isSelected: boolean, isFocused: boolean, isHidden: boolean, isSolo: boolean}} state
 * @param {{select: () => void, fold: () => void, hide: () => void, solo: () => void}} actions
 */
export function layerRow(session, { sprite, level, position, siblings, isParent, isOpen }, state, actions) {
  const name = sprite.imageKey || t("layers.unnamed");
  const kind = sprite.isMatte ? "matte" : sprite.kind;
  /** @param {IconName} iconName @param {string} label @param {string} extra @param {(event: MouseEvent) => void} run */
  const button = (iconName, label, extra, run) => iconButton(iconName, t(label), { tabindex: "-1", class: `quiet layer-button ${extra}`,
    onclick: (event) => { event.stopPropagation(); run(event); } });
  const element = h("div", {
    class: ["layer-row", state.isHidden && "off", state.isSolo && "solo"].filter(Boolean).join(" "),
    role: "treeitem", "aria-level": level, "aria-posinset": position, "aria-setsize": siblings, "aria-expanded": isParent ? String(isOpen) : null,
    "aria-selected": String(state.isSelected), tabindex: state.isFocused ? "0" : "-1", "data-test": "layer-row", "data-sprite": sprite.index,
    "aria-label": [`${name} #${sprite.index}`, t(`layers.kind.${kind}`), state.isHidden && t("layers.hidden"), state.isSolo && t("layers.soloed")].filter(Boolean).join(", "),
    onclick: actions.select, onpointerenter: () => session.hover({ key: sprite.key, sprite: sprite.index }), onpointerleave: () => session.hover(null),
    style: { "--level": level },
  },
  isParent ? h("span", { class: "layer-twist", onclick: (event) => { event.stopPropagation(); actions.fold(); } }, icon(isOpen ? "expand" : "forward")) : h("span", { class: "layer-twist" }),
  h("span", { class: "layer-picture checker" }, sprite.image === null ? icon(kind) : h("img", { src: api.imageURL(session.id, sprite.image), alt: "", loading: "lazy", onload: groundOf })),
  h("span", { class: "layer-name truncate" }, name, h("span", { class: "quiet small" }, ` #${sprite.index}`)),
  h("span", { class: "layer-kind quiet", "data-tip": t(`layers.kind.${kind}`) }, icon(kind)),
  h("span", { class: "layer-bar" }, runsBar(session.facts.frames, sprite.shown, sprite.changes)),
  button("solo", "layers.solo", state.isSolo ? "on" : "", actions.solo),
  button(state.isHidden ? "eyeOff" : "eye", state.isHidden ? "layers.show" : "layers.hide", state.isHidden ? "on" : "", (event) => (event.altKey ? actions.solo() : actions.hide())));
  return element;
}
