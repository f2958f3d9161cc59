// What is known of a file: a line of the main facts, and all of them when it is opened.
import { h, icon } from "./dom.js";
import * as format from "./format.js";
import { t } from "./i18n.js";

/**
 * @param {object} facts as in GET api/movies/ID
 * @param {object} [entry] as in the library
 */
export function factsBar(facts, entry) {
  const count = (key, number) => t(`movie.${key}`, { count: number });
  const line = [
    ["file", `${facts.version} ${facts.container}`],
    ["fit", format.size(facts.viewBox.width, facts.viewBox.height)],
    ["film", `${format.frames(facts.frames)} · ${t("movie.fps", { fps: facts.fps })} · ${format.seconds(facts.durationSeconds)}`],
    ["download", format.bytes(facts.bytes)],
    ["memory", t("movie.memory", { bytes: format.bytes(facts.decodedImageBytes) })],
    ["image", count("images", facts.images.length)],
    ["layers", count("sprites", facts.sprites.length)],
    facts.audios.length > 0 && ["volume", count("sounds", facts.audios.length)],
  ].filter(Boolean);
  const problems = facts.diagnostics.length;
  const summary = h("summary", { class: "facts-line", "data-test": "facts" },
    line.map(([name, text]) => h("span", { class: "fact" }, icon(name), text)),
    problems > 0 && h("span", { class: "badge warning" }, icon("alert"), String(problems)),
    h("span", { class: "facts-more" }, t("movie.facts"), icon("expand")));
  return h("details", { class: "facts" }, summary, h("div", { class: "facts-all", tabindex: "0", role: "region", "aria-label": t("movie.facts") }, table(facts, entry), diagnostics(facts.diagnostics)));
}

function table(facts, entry) {
  const none = t("movie.fact.none");
  const total = (name) => facts.sprites.reduce((sum, sprite) => sum + (sprite[name] ?? 0), 0);
  const sounds = facts.audios.map((audio) => `${audio.key} (${audio.format}, ${format.bytes(audio.bytes)}, ${format.frameRange(audio.startFrame, audio.endFrame)})`);
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
    ["shapes", total("shapes")],
    ["mattes", facts.sprites.filter((sprite) => sprite.kind === "matte").length],
    ["sound", sounds.length > 0 ? sounds.join(", ") : none],
  ];
  return h("dl", { class: "facts-table" }, rows.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => h("div", {},
    h("dt", {}, t(`movie.fact.${name}`)), h("dd", {}, typeof value === "number" ? format.number(value, 6) : value))));
}

function diagnostics(list) {
  if (list.length === 0) return h("p", { class: "quiet" }, t("movie.diagnostics.none"));
  const row = (diagnostic) => h("li", {}, diagnostic.code && h("code", {}, diagnostic.code), " ", diagnostic.message ?? String(diagnostic));
  return h("div", {}, h("h2", {}, t("movie.diagnostics")), h("ul", { class: "facts-diagnostics" }, list.map(row)));
}
