// The theme: light or dark, by default that of the system.
import { remember, remembered } from "./settings.js";

/** @typedef {typeof themes[number]} Theme */

export const themes = /** @type {const} */ (["auto", "light", "dark"]);

/** The chosen theme. @returns {Theme} */
export function theme() {
  const chosen = remembered("theme", /** @type {Theme} */ ("auto"));
  return themes.includes(chosen) ? chosen : "auto";
}

/** Chooses a theme, for this and later visits. @param {Theme} name */
export function setTheme(name) {
  remember("theme", name);
  applyTheme(name);
}

/** Applies a theme; initially the stored one. */
export function applyTheme(name = theme()) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

/** Whether the page is dark now. */
export function isDark() {
  const chosen = theme();
  return chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
}
