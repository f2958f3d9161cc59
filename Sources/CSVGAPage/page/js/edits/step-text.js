import { number } from "../format.js";
import { t } from "../i18n.js";

/** @typedef {import("../icons.js").IconName} IconName */
/** @typedef {API.EditStep} Step */

/** @type {Record<string, IconName>} */
const icons = {
  "set-image": "image", "set-text": "text", hide: "eyeOff", rename: "key", delete: "trash", "remove-sprites": "layers", reorder: "sort", trim: "film",
  "set-fps": "film", "loop-section": "loop", canvas: "fit", crop: "fit", scale: "fit", "canvas-color": "theme", "remove-audio": "muted",
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
  if (typeof value === "object") return { file: edits.picture(String(value.file))?.name ?? String(value.file) };
  if (name === "trim") {
    const [first, last] = words.split("-");
    return { first, last };
  }
  if (name === "loop-section") {
    const [, first, last, count] = /^(\d+)-(\d+)x(\d+)$/.exec(words) ?? [];
    return { first, last, count: Number(count) };
  }
  if (name === "crop") {
    const [x, y, size] = words.split(",");
    return { x, y, size: size.replace("x", " × ") };
  }
  if (name === "canvas") return { size: words.split(/[+-]/)[0].replace("x", " × ") };
  if (name === "scale") return { percent: number(100 * Number(value)) };
  if (name === "reorder") {
    const [sprite, position] = words.split("=");
    return { sprite, position: t(`edit.position.${position}`) };
  }
  return {};
}

/** @param {Step} step */
function wholeText({ command, options }) {
  const value = (/** @type {string} */ name) => String(options.find((option) => option.name === name)?.value ?? "");
  if (command === "fix") {
    const players = value("for").split(",").filter((player) => player && player !== "all");
    return players.length > 0 ? t("edit.step.fix", { players: players.map((player) => t(`check.player.${player}`)).join(", ") }) : t("edit.step.fixAll");
  }
  const size = value("target-size");
  const quality = value("quality");
  return size ? t("edit.step.optimizeTo", { size }) : quality ? t("edit.step.optimizeQuality", { quality }) : t("edit.step.optimize");
}
