// The facts about a file: a line of the main facts, and all facts when it is expanded.
import { h, icon } from "./dom.js";
import * as format from "./format.js";
import { t } from "./i18n.js";

/** @typedef {import("./icons.js").IconName} IconName */

/**
 * @param {API.Facts} facts
 * @param {API.Entry} [entry]
 */
export function factsBar(facts, entry) {
  /** @param {string} key @param {number} number */
  const count = (key, number) => t(`movie.${key}`, { count: number });
  /** @type {([IconName, string]|false)[]} */
  const line = [
    ["file", `${facts.version} ${facts.container}`],
    ["fit", format.size(facts.viewBox.width, facts.viewBox.height)],
    ["film", `${format.frames(facts.frames)} · ${t("movie.fps", { fps: facts.fps })} · ${format.seconds(facts.durationSeconds)}`],
    ["download", format.bytes(facts.bytes)],
    ["memory", t("movie.memory", { bytes: format.bytes(facts.decodedImageBytes) })],
    ["image", count("images", facts.images.length)],
    ["layers", count("sprites", facts.sprites.length)],
    facts.audios.length > 0 && ["volume", count("sounds", facts.audios.length)],
  ];
  const problems = facts.diagnostics.length;
  const summary = h("summary", { class: "facts-line", "data-test": "facts" },
    line.map((fact) => fact && h("span", { class: "fact" }, icon(fact[0]), fact[1])),
    problems > 0 && h("span", { class: "badge warning" }, icon("alert"), String(problems)),
    h("span", { class: "facts-more" }, t("movie.facts"), icon("expand")));
  return h("details", { class: "facts" }, summary, h("div", { class: "facts-all", tabindex: "0", role: "region", "aria-label": t("movie.facts") }, table(facts, entry), diagnostics(facts.diagnostics)));
}

/**
 * A sound's key and what is known of it: a file may name a sound that it does not have.
 * @param {API.Audio} audio
 */
function soundText({ key, format: kind, bytes, startFrame, endFrame }) {
  const frames = startFrame !== null && endFrame !== null && format.frameRange(startFrame, endFrame);
  const parts = [kind, bytes !== null && format.bytes(bytes), frames].filter(Boolean);
  return parts.length > 0 ? `${key} (${parts.join(", ")})` : key;
}

/** @param {API.Facts} facts @param {API.Entry} [entry] */
function table(facts, entry) {
  const none = t("movie.fact.none");
  const sounds = facts.audios.map(soundText);
  /** @type {[string, string|number|undefined][]} */
  const rows = [
    ["path", [entry?.folder, entry?.name].filter(Boolean).join("/") || facts.name],
    ["format", `${facts.version}, ${facts.container}`],
    ["canvas", `${format.size(facts.viewBox.width, facts.viewBox.height)} px`],
    ["rate", t("movie.fps", { fps: facts.fps })],
    ["length", `${format.frames(facts.frames)}, ${format.seconds(facts.durationSeconds)}`],
    ["file", format.bytes(facts.bytes)],
    ["changed", entry?.modified && format.date(entry.modified)],
    ["memory", format.bytes(facts.decodedImageBytes)],
    ["images", facts.images.length],
    ["keys", facts.keys.length],
    ["sprites", facts.sprites.length],
    ["shapes", facts.sprites.reduce((sum, sprite) => sum + sprite.shapes, 0)],
    ["mattes", facts.sprites.filter((sprite) => sprite.kind === "matte").length],
    ["sound", sounds.length > 0 ? sounds.join(", ") : none],
  ];
  return h("dl", { class: "facts-table" }, rows.map(([name, value]) => value !== undefined && h("div", {},
    h("dt", {}, t(`movie.fact.${name}`)), h("dd", {}, typeof value === "number" ? format.number(value, 6) : value))));
}

/** @param {API.Diagnostic[]} list */
function diagnostics(list) {
  if (list.length === 0) return h("p", { class: "quiet" }, t("movie.diagnostics.none"));
  /** @param {API.Diagnostic} diagnostic */
  const row = ({ code, message }) => h("li", {}, h("code", {}, code), " ", message);
  return h("div", {}, h("h2", {}, t("movie.diagnostics")), h("ul", { class: "facts-diagnostics" }, list.map(row)));
}
