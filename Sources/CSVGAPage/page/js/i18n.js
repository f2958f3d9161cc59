// The languages of the page. Each view has a separate file of strings; keys start with the view's name.
import batch from "./strings/batch.js";
import check from "./strings/check.js";
import common from "./strings/common.js";
import compare from "./strings/compare.js";
import edit from "./strings/edit.js";
import editForm from "./strings/edit-form.js";
import gallery from "./strings/gallery.js";
import keys from "./strings/keys.js";
import layers from "./strings/layers.js";
import player from "./strings/player.js";
import send from "./strings/send.js";
import { remember, remembered } from "./settings.js";

/** The native names of the languages by code. */
export const languages = { en: "English", zh: "中文" };

/** @typedef {keyof typeof languages} Language */

/** @type {Record<Language, Record<string, string>>} */
const strings = { en: {}, zh: {} };
const codes = /** @type {Language[]} */ (Object.keys(strings));
const numbers = { en: new Intl.NumberFormat("en"), zh: new Intl.NumberFormat("zh") };
for (const room of [common, gallery, player, keys, layers, edit, editForm, check, send, compare, batch]) {
  for (const code of codes) Object.assign(strings[code], room[code]);
}

/** Sends the event "language" when the language changes. */
export const languageEvents = new EventTarget();

let current = firstLanguage();
document.documentElement.lang = current;

/** @returns {Language} */
function firstLanguage() {
  const chosen = codes.find((code) => code === remembered("language", /** @type {Language|null} */ (null)));
  if (chosen) return chosen;
  for (const tag of navigator.languages ?? [navigator.language]) {
    const code = codes.find((known) => known === tag.toLowerCase().split("-")[0]);
    if (code) return code;
  }
  return "en";
}

/** The current language: "en" or "zh". */
export function language() {
  return current;
}

/** Changes the language and renders the view again. @param {Language} code */
export function setLanguage(code) {
  if (code === current) return;
  current = code;
  remember("language", code);
  document.documentElement.lang = code;
  languageEvents.dispatchEvent(new Event("language"));
}

/**
 * The text of a key in the current language. `{name}` is replaced by a value; `{count|frame|frames}` by the first word if
 * `count` is 1, else by the second. A key without a text is returned unchanged.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
  const text = strings[current][key] ?? strings.en[key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (match, name, one, other) => {
    if (!(name in values)) return match;
    if (one === undefined) return typeof values[name] === "number" ? numbers[current].format(values[name]) : String(values[name]);
    return Number(values[name]) === 1 ? one : other;
  });
}

/** Whether there is a text for this key. @param {string} key */
export function hasText(key) {
  return key in strings.en;
}
