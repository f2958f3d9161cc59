// The facts about a file: the main ones on a button in the header, all of them in its popover.
import { h, icon } from "./dom.js";
import * as format from "./format.js";
import { t } from "./i18n.js";
import { popover } from "./overlays.js";

/**
 * The button, and its popover.
 * @param {API.Facts} facts
 * @param {API.Entry} [entry]
 */
export function factsButton(facts, entry) {
  const { width, height } = facts.viewBox;
  /** The first ones stay where the header is narrow. @type {[string, string][]} */
  const main = [
    ["file", format.bytes(facts.bytes)], ["canvas", format.size(width, height)], ["length", format.seconds(facts.durationSeconds)],
    ["rate", t("movie.fps", { fps: facts.fps })], ["memory", t("movie.memory", { bytes: format.bytes(facts.decodedImageBytes) })],
  ];
  const problems = facts.diagnostics.length;
  const button = h("button", { type: "button", class: "button quiet facts", "data-test": "facts", "aria-label": t("movie.facts"), "data-tip": t("movie.facts") },
    h("span", { class: "facts-line" }, main.map(([name, text]) => h("span", { class: `fact ${name}` }, text))),
    problems > 0 && h("span", { class: "badge warning" }, icon("alert"), String(problems)), icon("info"));
  const content = popover(button, [h("h2", { class: "section-title" }, t("movie.facts")), table(facts, entry), diagnostics(facts.diagnostics)], t("movie.facts"));
  content.classList.add("facts-all");
  return [button, content];
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
