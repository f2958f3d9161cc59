// The steps that a user can add: their fields, and how these become options of the commands.
import { keyFacts } from "../keys/key-facts.js";
import { soundKeys, spriteWord } from "./fields.js";

/** @typedef {import("../../icons.js").IconName} IconName */
/** @typedef {API.EditStep} Step */
/** @typedef {import("../../session.js").Session} Session */
/** @typedef {import("../../player/view.js").Rect} Rect */
/** @typedef {{session: Session, player: import("../../player/player.js").Player, range: {first: number, last: number}, sprite: number|null}} Context what is shown now */
/** @typedef {Record<string, string>} Values of the fields, by their names */
/**
 * A field: `kind` says which control it gets, `label` is the name of its text if it differs. `initial` is its first value. `isOptional` permits an
 * empty value, `isSingle` only one sprite. A field with `isShown` depends on the values of others.
 * @typedef {{name: string, kind: "key"|"sprite"|"sound"|"picture"|"soundFile"|"movie"|"number"|"text"|"line"|"choice"|"color"|"players", label?: string,
 *   initial?: (context: Context) => string|number, choices?: readonly string[], unit?: string, min?: number, max?: number, step?: number|string,
 *   isOptional?: boolean, isSingle?: boolean, prefix?: string, suggestions?: (context: Context) => string[], isShown?: (values: Values) => boolean}} Field
 */
/**
 * The area of the canvas that a step keeps or adds, as values of its fields.
 * @typedef {{isInside: boolean, rect: (values: Values) => Rect, values: (rect: Rect) => Values}} Area
 */
/**
 * @typedef {{id: string, icon: IconName, fields: Field[], write: (values: Values) => Step, read: (step: Step) => Values|null,
 *   isPossible?: (context: Context) => boolean, area?: Area}} Action
 */

/** @param {string} name @param {API.EditValue} [value] @param {string} [key] @returns {Step} */
export const edit = (name, value, key) => ({ command: "edit", options: [{ name, ...(key === undefined ? {} : { key }), ...(value === undefined ? {} : { value }) }] });

/** @param {Context} context */
const selectedKey = ({ session }) => session.selection?.key ?? keyFacts(session)[0]?.key ?? "";

/** @type {Field} */
const key = { name: "key", kind: "key", initial: selectedKey };
/** @type {Field} the selected sprite, otherwise the selected key */
const sprite = { name: "sprite", kind: "sprite", initial: ({ session, sprite: index }) => (index !== null ? index : session.selection?.key ? spriteWord(session.selection.key) : 0) };
/** @type {Field} */
const sound = { name: "sound", kind: "sound", initial: (context) => soundKeys(context)[0] ?? "" };

/** @param {Context} context */
const hasKeys = ({ session }) => session.facts.keys.length > 0;
/** @param {Context} context */
const hasFrames = ({ session }) => session.facts.frames > 1;
/** @param {Context} context */
const hasSprites = ({ session }) => session.facts.sprites.length > 0;
/** @param {Context} context */
const hasSound = ({ session }) => session.facts.audios.length > 0;

/** @type {Area} */
const cropArea = {
  isInside: true,
  rect: ({ x, y, width, height }) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }),
  values: ({ x, y, width, height }) => ({ x: String(x), y: String(y), width: String(width), height: String(height) }),
};
/** The content moves against the corner of the new canvas. @type {Area} */
const sizeArea = {
  isInside: false,
  rect: ({ x, y, width, height }) => ({ x: -Number(x), y: -Number(y), width: Number(width), height: Number(height) }),
  values: ({ x, y, width, height }) => ({ x: String(0 - x), y: String(0 - y), width: String(width), height: String(height) }),
};

/** The values of a step that is one option of `svga edit`. @param {string} name @param {(value: string, key: string, whole: API.EditValue) => Values} values */
const one = (name, values) => (/** @type {Step} */ step) => {
  const option = step.command === "edit" ? step.options[0] : undefined;
  return option?.name === name ? values(String(option.value ?? ""), option.key ?? "", option.value ?? "") : null;
};

/** @param {Step} step @param {string} name */
const optionOf = (step, name) => String(step.options.find((option) => option.name === name)?.value ?? "");

/** @type {{group: string, actions: Action[]}[]} */
export const actionGroups = [
  { group: "keys", actions: [
    { id: "picture", icon: "image", isPossible: hasKeys, fields: [key, { name: "file", kind: "picture" },
      { name: "fit", kind: "choice", choices: ["fill", "contain", "cover", "none"], prefix: "keys.fit", initial: () => "cover" },
      { name: "mask", kind: "choice", choices: ["none", "circle", "original"], prefix: "keys.mask", initial: () => "none" },
      { name: "density", kind: "choice", choices: ["1", "2", "3"], prefix: "edit.density", initial: () => "2" }],
      write: ({ key: name, ...parts }) => edit("set-image", parts, name),
      read: one("set-image", (_, name, value) => (typeof value === "object"
        ? { key: name, file: "", fit: "fill", mask: "none", density: "1", .../** @type {Values} */ (value) } : { key: name })) },
    { id: "text", icon: "text", isPossible: hasKeys, fields: [key, { name: "text", kind: "text" }, { name: "size", kind: "number", min: 1, isOptional: true, unit: "pt" },
      { name: "color", kind: "color", isOptional: true }, { name: "weight", kind: "choice", choices: ["", "400", "500", "700", "900"], prefix: "edit.weight", initial: () => "" }],
      write: writeText, read: readText },
    { id: "hide", icon: "eyeOff", isPossible: hasKeys, fields: [key], write: ({ key: name }) => edit("hide", name), read: one("hide", (value) => ({ key: value })) },
    { id: "rename", icon: "key", isPossible: hasKeys, fields: [key, { name: "name", kind: "line" }],
      write: ({ key: old, name }) => edit("rename", name, old), read: one("rename", (value, name) => ({ key: name, name: value })) },
    { id: "delete", icon: "trash", isPossible: hasKeys, fields: [key], write: ({ key: name }) => edit("delete", name), read: one("delete", (value) => ({ key: value })) },
  ] },
  { group: "time", actions: [
    { id: "trim", icon: "film", isPossible: hasFrames, fields: [frame("first", ({ range }) => range.first), frame("last", ({ range }) => range.last)],
      write: ({ first, last }) => edit("trim", `${first}-${last}`), read: one("trim", (value) => ({ first: value.split("-")[0], last: value.split("-")[1] })) },
    { id: "rate", icon: "film", fields: [{ name: "rate", kind: "number", min: 1, max: 120, step: 1, unit: "fps", initial: ({ session }) => session.facts.fps }],
      write: ({ rate }) => edit("set-fps", rate), read: one("set-fps", (value) => ({ rate: value })) },
    { id: "loop", icon: "loop", isPossible: hasFrames, fields: [frame("first", ({ range }) => range.first), frame("last", ({ range }) => range.last),
      { name: "times", kind: "number", min: 2, max: 100, step: 1, initial: () => 2 }],
      write: ({ first, last, times }) => edit("loop-section", `${first}-${last}x${times}`),
      read: one("loop-section", (value) => { const [first, last, times] = value.split(/[-x]/); return { first, last, times }; }) },
    { id: "retime", icon: "film", isPossible: hasFrames, fields: [frame("first", ({ range }) => range.first), frame("last", ({ range }) => range.last),
      { name: "count", kind: "number", min: 1, max: 100_000, step: 1, initial: ({ range }) => range.last - range.first + 1 },
      { name: "easing", kind: "choice", choices: ["linear", "ease-in", "ease-out", "ease-in-out"], prefix: "edit.easing", initial: () => "linear" }],
      write: ({ first, last, count, easing }) => edit("retime", `${first}-${last}=${count}${easing === "linear" ? "" : `,${easing}`}`),
      read: one("retime", (value) => { const [, first, last, count, easing] = /^(\d+)-(\d+)=(\d+)(?:,(.*))?$/.exec(value) ?? []; return { first, last, count, easing: easing ?? "linear" }; }) },
    { id: "merge", icon: "plus", fields: [{ name: "movie", kind: "movie" },
      { name: "mode", kind: "choice", choices: ["append", "overlay"], prefix: "edit.merge", initial: () => "append" },
      { ...frame("at", ({ session }) => session.frame), isShown: ({ mode }) => mode === "overlay" }],
      write: ({ movie, mode, at }) => edit("merge", mode === "overlay" ? { file: movie, at: Number(at) } : { file: movie }),
      read: one("merge", (_, __, value) => (typeof value === "object" ? { movie: String(value.file), mode: value.at === undefined ? "append" : "overlay", at: String(value.at ?? 0) } : { movie: "", mode: "append", at: "0" })) },
  ] },
  { group: "sound", actions: [
    { id: "sound", icon: "volume", fields: [{ name: "soundKey", kind: "line", suggestions: soundKeys, initial: (context) => soundKeys(context)[0] ?? "sound" }, { name: "soundFile", kind: "soundFile" }],
      write: ({ soundKey, soundFile }) => edit("set-audio", { file: soundFile }, soundKey),
      read: one("set-audio", (_, name, value) => ({ soundKey: name, soundFile: typeof value === "object" ? String(value.file) : "" })) },
    { id: "soundStart", icon: "volume", isPossible: hasSound, fields: [sound, frame("frame", ({ session }) => session.frame)],
      write: ({ sound: name, frame: start }) => edit("audio-start", `${name}=${start}`), read: one("audio-start", (value) => ({ sound: left(value), frame: right(value) })) },
    { id: "volume", icon: "volume", isPossible: hasSound, fields: [sound, { name: "volume", kind: "number", min: 1, max: 400, unit: "%", initial: () => 50 }],
      write: ({ sound: name, volume }) => edit("audio-volume", `${name}=${Number(volume) / 100}`), read: one("audio-volume", (value) => ({ sound: left(value), volume: percent(right(value)) })) },
    { id: "removeSound", icon: "trash", isPossible: hasSound, fields: [sound], write: ({ sound: name }) => edit("delete", name), read: () => null },
    { id: "mute", icon: "muted", isPossible: hasSound, fields: [], write: () => edit("remove-audio"), read: one("remove-audio", () => ({})) },
  ] },
  { group: "canvas", actions: [
    { id: "crop", icon: "fit", area: cropArea, fields: [length("x", () => 0), length("y", () => 0), length("width", ({ session }) => session.facts.viewBox.width, 1),
      length("height", ({ session }) => session.facts.viewBox.height, 1)],
      write: ({ x, y, width, height }) => edit("crop", `${x},${y},${width}x${height}`),
      read: one("crop", (value) => { const [x, y, width, height] = value.split(/[,x]/); return { x, y, width, height }; }) },
    { id: "size", icon: "fit", area: sizeArea, fields: [length("width", ({ session }) => session.facts.viewBox.width, 1), length("height", ({ session }) => session.facts.viewBox.height, 1),
      length("x", () => 0), length("y", () => 0)],
      write: ({ width, height, x, y }) => edit("canvas", `${width}x${height}${signed(x)}${signed(y)}`),
      read: one("canvas", (value) => { const [, width, height, x = "0", y = "0"] = /^([\d.]+)x([\d.]+)([+-][\d.]+)?([+-][\d.]+)?$/.exec(value) ?? []; return { width, height, x: String(Number(x)), y: String(Number(y)) }; }) },
    { id: "scale", icon: "fit", fields: [{ name: "percent", kind: "number", min: 1, max: 1000, unit: "%", initial: () => 50 }],
      write: (values) => edit("scale", String(Number(values.percent) / 100)), read: one("scale", (value) => ({ percent: percent(value) })) },
    { id: "color", icon: "theme", fields: [{ name: "color", kind: "color", initial: () => "#ffffff" }],
      write: ({ color }) => edit("canvas-color", color), read: one("canvas-color", (value) => ({ color: value })) },
  ] },
  { group: "sprites", actions: [
    { id: "duplicate", icon: "copy", isPossible: hasSprites, fields: [sprite, { name: "copyKey", kind: "line", isOptional: true }],
      write: ({ sprite: word, copyKey }) => edit("duplicate", copyKey ? `${word},as=${copyKey}` : word),
      read: one("duplicate", (value) => { const [word, copyKey = ""] = value.split(",as="); return { sprite: word, copyKey }; }) },
    { id: "order", icon: "sort", isPossible: hasSprites, fields: [sprite,
      { name: "position", kind: "choice", choices: ["front", "back", "above", "below"], prefix: "edit.position", initial: () => "front" },
      { name: "other", kind: "sprite", initial: () => 0, isShown: ({ position }) => position === "above" || position === "below" }],
      write: ({ sprite: word, position, other }) => edit("reorder", `${word}=${position}${other === undefined ? "" : `:${other}`}`),
      read: one("reorder", (value) => { const [, word, position, other] = /^(.*)=(front|back|above|below)(?::(.*))?$/s.exec(value) ?? []; return { sprite: word, position, other: other ?? "0" }; }) },
    { id: "offset", icon: "swap", isPossible: hasSprites, fields: [sprite, length("x", () => 0), length("y", () => 0)],
      write: ({ sprite: word, x, y }) => edit("offset", `${word}=${x},${y}`), read: one("offset", (value) => ({ sprite: left(value), x: right(value).split(",")[0], y: right(value).split(",")[1] })) },
    { id: "opacity", icon: "eye", isPossible: hasSprites, fields: [sprite, { name: "opacity", kind: "number", min: 0, max: 100, unit: "%", initial: () => 50 }],
      write: ({ sprite: word, opacity }) => edit("opacity", `${word}=${Number(opacity) / 100}`), read: one("opacity", (value) => ({ sprite: left(value), opacity: percent(right(value)) })) },
    { id: "removeSprite", icon: "trash", isPossible: hasSprites, fields: [sprite], write: ({ sprite: word }) => edit("remove-sprites", word),
      read: one("remove-sprites", (value) => ({ sprite: value })) },
  ] },
  { group: "file", actions: [
    { id: "optimize", icon: "download", fields: [{ name: "size", kind: "line", isOptional: true }, { name: "quality", kind: "number", min: 1, max: 100, step: 1, isOptional: true }],
      write: ({ size, quality }) => ({ command: "optimize", options: [...(size ? [{ name: "target-size", value: size.replaceAll(" ", "") }] : []), ...(quality ? [{ name: "quality", value: quality }] : [])] }),
      read: (step) => (step.command === "optimize" ? { size: optionOf(step, "target-size"), quality: optionOf(step, "quality") } : null) },
    { id: "fix", icon: "check", fields: [{ name: "players", kind: "players", initial: () => "ios,android" }],
      write: ({ players }) => ({ command: "fix", options: players ? [{ name: "for", value: players }] : [] }),
      read: (step) => (step.command === "fix" ? { players: optionOf(step, "for") } : null) },
  ] },
];

export const actions = actionGroups.flatMap((group) => group.actions);

/** @param {string} name @param {(context: Context) => number} initial @returns {Field} */
function frame(name, initial) {
  return { name, kind: "number", min: 0, step: 1, initial };
}

/** @param {string} name @param {(context: Context) => number} initial @param {number} [min] @returns {Field} */
function length(name, initial, min) {
  return { name, kind: "number", min, unit: "px", initial };
}

/** The sprites or the key before the last equals sign. @param {string} word */
function left(word) {
  return word.slice(0, word.lastIndexOf("="));
}

/** @param {string} word */
function right(word) {
  return word.slice(word.lastIndexOf("=") + 1);
}

/** A factor as percent. @param {string} factor */
function percent(factor) {
  return String(Number((100 * Number(factor)).toFixed(4)));
}

/** @param {string} text */
function signed(text) {
  return Number(text) < 0 ? text : `+${text}`;
}

/** @param {Values} values @returns {Step} */
function writeText({ key: name, text, size, color, weight }) {
  /** @type {Record<string, string>} */
  const style = {};
  if (size) style.size = size;
  if (color) style.color = color;
  if (weight) style.weight = weight;
  const step = edit("set-text", text, name);
  if (Object.keys(style).length > 0) step.options.push({ name: "text-style", key: name, value: style });
  return step;
}

/** @param {Step} step @returns {Values|null} */
function readText({ command, options: [text, style] }) {
  if (command !== "edit" || text?.name !== "set-text") return null;
  const { size = "", color = "", weight = "" } = /** @type {Values} */ (typeof style?.value === "object" ? style.value : {});
  return { key: text.key ?? "", text: String(text.value), size: String(size), color: String(color), weight: String(weight) };
}
