import { playerTitle } from "../chosen-players.js";
import { number } from "../format.js";
import { t } from "../i18n.js";

/** @typedef {import("../icons.js").IconName} IconName */
/** @typedef {API.EditStep} Step */

/** @type {Record<string, IconName>} */
const icons = {
  "set-image": "image", "set-text": "text", hide: "eyeOff", rename: "key", delete: "trash", "remove-sprites": "layers", reorder: "sort", trim: "film",
  "set-fps": "film", "loop-section": "loop", canvas: "fit", crop: "fit", scale: "fit", "canvas-color": "theme", "remove-audio": "muted",
  duplicate: "copy", opacity: "eye", offset: "swap", retime: "film", "set-audio": "volume", "audio-start": "volume", "audio-volume": "volume", merge: "plus",
};

/**
 * What a step does, as one line.
 * @param {Step} step @param {import("./edits.js").Edits} edits
 * @returns {{icon: IconName, text: string}}
 */
export function stepText(step, edits) {
  if (step.command !== "edit") return { icon: step.command === "fix" ? "check" : "download", text: wholeText(step) };
  const [{ name, key = "", value = "" }] = step.options;
  const words = String(value);
  return { icon: icons[name] ?? "file", text: t(`edit.step.${name}`, { key, value: words, ...values(name, value, edits) }) };
}

/** @param {string} name @param {API.EditValue} value @param {import("./edits.js").Edits} edits @returns {Record<string, string|number>} */
function values(name, value, edits) {
  const words = String(value);
  if (name === "merge" && typeof value === "object") {
    return { file: nameOf(value, edits), how: value.at === undefined ? t("edit.merge.append") : t("edit.step.merge.at", { frame: Number(value.at) }) };
  }
  if (typeof value === "object") return { file: nameOf(value, edits) };
  if (name === "trim") {
    const [first, last] = words.split("-");
    return { first, last };
  }
  if (name === "loop-section") {
    const [, first, last, count] = /^(\d+)-(\d+)x(\d+)$/.exec(words) ?? [];
    return { first, last, count: Number(count) };
  }
  if (name === "retime") {
    const [, first, last, count] = /^(\d+)-(\d+)=(\d+)/.exec(words) ?? [];
    return { first, last, count: Number(count) };
  }
  if (name === "crop") {
    const [x, y, size] = words.split(",");
    return { x, y, size: size.replace("x", " × ") };
  }
  if (name === "canvas") return { size: words.split(/[+-]/)[0].replace("x", " × ") };
  if (name === "scale") return { percent: number(100 * Number(value)) };
  return spriteValues(name, words);
}

/** @param {Record<string, string|number|boolean>} value @param {import("./edits.js").Edits} edits */
function nameOf(value, edits) {
  return edits.picture(String(value.file))?.name ?? String(value.file);
}

/** The values of options such as `crown=0.5`. @param {string} name @param {string} words @returns {Record<string, string|number>} */
function spriteValues(name, words) {
  const sign = words.lastIndexOf("=");
  const [left, right] = [words.slice(0, sign), words.slice(sign + 1)];
  switch (name) {
    case "reorder": {
      const [, sprite, position, other] = /^(.*)=(front|back|above|below)(?::(.*))?$/s.exec(words) ?? ["", words, "front", ""];
      return { sprite: spriteName(sprite), position: t(`edit.position.${position}`), other: other === undefined ? "" : ` ${spriteName(other)}` };
    }
    case "remove-sprites": return { value: spriteName(words) };
    case "duplicate": {
      const [sprite, key] = words.split(",as=");
      return { sprite: key === undefined ? spriteName(sprite) : `${spriteName(sprite)} → ${key}` };
    }
    case "opacity": return { sprite: spriteName(left), percent: number(100 * Number(right)) };
    case "offset": return { sprite: spriteName(left), x: right.split(",")[0], y: right.split(",")[1] };
    case "audio-start": return { key: left, frame: right };
    case "audio-volume": return { key: left, percent: number(100 * Number(right)) };
    default: return {};
  }
}

/** Sprites by key or by index, as options name them. @param {string} word */
function spriteName(word) {
  if (/^[\d,-]+$/.test(word)) return t("edit.sprite", { index: word });
  return word.startsWith("key=") ? word.slice(4) : word;
}

/** @param {Step} step */
function wholeText({ command, options }) {
  const value = (/** @type {string} */ name) => String(options.find((option) => option.name === name)?.value ?? "");
  if (command === "fix") {
    const players = value("for").split(",").filter((player) => player && player !== "all");
    return players.length > 0 ? t("edit.step.fix", { players: players.map((player) => playerTitle(player)).join(", ") }) : t("edit.step.fixAll");
  }
  const size = value("target-size");
  const quality = value("quality");
  return size ? t("edit.step.optimizeTo", { size }) : quality ? t("edit.step.optimizeQuality", { quality }) : t("edit.step.optimize");
}
