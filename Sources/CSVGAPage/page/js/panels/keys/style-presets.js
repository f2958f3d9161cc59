import { h } from "../../dom.js";
import { t } from "../../i18n.js";

/** @typedef {import("../../vars.js").StyleValue} StyleValue */
/** @typedef {Record<string, StyleValue>} Style */

/** Looks that gifts often have. Each replaces the properties of `look`; font, size and position stay. @type {Record<string, Style>} */
const presets = {
  plain: {},
  bold: { weight: "bold" },
  outline: { weight: "bold", color: "#ffffff", outline: "#000000/2" },
  shadow: { color: "#ffffff", shadow: "#000000b0/0/2/3" },
  gold: { weight: "bold", color: "#ffe08a", outline: "#7a3e00/1.5", shadow: "#00000080/0/2/2" },
  neon: { weight: "bold", color: "#ffffff", shadow: "#ff3fa4/0/0/5" },
};
const look = ["weight", "italic", "color", "outline", "shadow"];

/**
 * A row of looks for a text.
 * @param {(change: (style: Style) => void) => void} onchoose
 */
export function stylePresets(onchoose) {
  const buttons = Object.entries(presets).map(([name, preset]) => h("button", {
    type: "button", class: `style-preset ${name}`, "aria-pressed": "false", "aria-label": t(`keys.preset.${name}`), "data-tip": t(`keys.preset.${name}`), "data-test": `preset-${name}`,
    "data-name": name, onclick: () => onchoose((style) => {
      for (const property of look) delete style[property];
      Object.assign(style, preset);
    }),
  }, h("span", { "aria-hidden": "true" }, t("keys.preset.sample"))));
  const element = h("div", { class: "style-presets", role: "group", "aria-label": t("keys.presets") }, buttons);
  /** @param {Style} style */
  const set = (style) => {
    for (const button of buttons) {
      const preset = presets[button.dataset.name ?? ""];
      button.setAttribute("aria-pressed", String(look.every((property) => String(style[property] ?? "") === String(preset[property] ?? ""))));
    }
  };
  return { element, set };
}
