// Colors as `svga` writes them: #rgb, #rgba, #rrggbb, #rrggbbaa, or a basic color name.

import { context2D } from "./dom.js";

/** @typedef {{red: number, green: number, blue: number, alpha: number}} Color each 0…255 */

/** @param {string} text @returns {Color|null} */
export function parseColor(text) {
  const word = String(text).trim().toLowerCase();
  if (word === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 };
  const hex = word.startsWith("#") ? word : hexOfName(word);
  if (!hex || !/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(hex)) return null;
  const digits = hex.length <= 5 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g) ?? [];
  const [red, green, blue, alpha = 255] = digits.map((pair) => parseInt(pair, 16));
  return { red, green, blue, alpha };
}

/** The browser supports more color names than `svga`, which reports an error for the others. @param {string} word @returns {string|null} */
function hexOfName(word) {
  if (!/^[a-z]+$/.test(word)) return null;
  const context = context2D(document.createElement("canvas"));
  context.fillStyle = "#010203";
  context.fillStyle = word;
  return context.fillStyle === "#010203" ? null : context.fillStyle;
}

/** #rrggbb, or #rrggbbaa if it is not opaque. @param {Color} color */
export function hexColor({ red, green, blue, alpha }) {
  const parts = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha];
  return "#" + parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
}
