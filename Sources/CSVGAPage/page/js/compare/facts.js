import { h } from "../dom.js";
import { bytes, number, percent, seconds } from "../format.js";
import { t } from "../i18n.js";

/**
 * The facts of both movies, each with its text. Facts with a `value` also show the size of the change. Of a `cost`, less is better.
 * @type {{name: string, text: (facts: API.Facts) => string, value?: (facts: API.Facts) => number, isCost?: boolean}[]}
 */
const rows = [
  { name: "format", text: ({ version, container }) => `${version}, ${container}` },
  { name: "canvas", text: ({ viewBox }) => `${number(viewBox.width, 6)} × ${number(viewBox.height, 6)}` },
  { name: "rate", text: ({ fps }) => t("movie.fps", { fps }) },
  { name: "length", text: ({ frames, durationSeconds }) => `${t("common.frames", { count: frames })}, ${seconds(durationSeconds)}` },
  { name: "file", text: (facts) => bytes(facts.bytes), value: (facts) => facts.bytes, isCost: true },
  { name: "memory", text: (facts) => bytes(facts.decodedImageBytes), value: (facts) => facts.decodedImageBytes, isCost: true },
  { name: "images", text: ({ images }) => number(images.length), value: ({ images }) => images.length },
  { name: "sprites", text: ({ sprites }) => number(sprites.length), value: ({ sprites }) => sprites.length },
  { name: "keys", text: ({ keys }) => number(keys.length), value: ({ keys }) => keys.length },
  { name: "sound", text: ({ audios }) => (audios.length > 0 ? t("movie.sounds", { count: audios.length }) : t("movie.fact.none")) },
];

/** A table of the facts of both files with marked differences. @param {API.Facts[]} facts @param {string[]} names */
export function factsTable(facts, names) {
  /** @param {typeof rows[number]} row */
  const row = ({ name, text, value, isCost }) => {
    const [before, after] = facts.map(text);
    const isDifferent = before !== after;
    const change = isDifferent && value && value(facts[0]) > 0 ? (value(facts[1]) - value(facts[0])) / value(facts[0]) : 0;
    const rating = isCost && change !== 0 && (change < 0 ? "better" : "worse");
    return h("tr", { class: ["is-different", rating].filter((word) => isDifferent && word).join(" ") || null }, h("th", { scope: "row" }, t(`movie.fact.${name}`)), h("td", {}, before),
      h("td", {}, isDifferent && h("span", { class: "sr-only" }, t("compare.different")), after,
        change !== 0 && h("span", { class: "small compare-change-share" }, ` ${change > 0 ? "+" : ""}${percent(change)}`)));
  };
  return h("section", { class: "section stack" }, h("h2", {}, t("compare.facts")), h("div", { class: "table-scroll" }, h("table", { class: "table compare-facts", "data-test": "compare-facts" },
    h("thead", {}, h("tr", {}, h("td", {}), names.map((name) => h("th", { scope: "col", title: name }, h("span", { class: "compare-name" }, name))))),
    h("tbody", {}, rows.map(row)))));
}
