// The steps that a user can add: their fields, and how these become options of the commands.
import { keyFacts } from "../keys/key-facts.js";

/** @typedef {import("../../icons.js").IconName} IconName */
/** @typedef {API.EditStep} Step */
/** @typedef {import("../../session.js").Session} Session */
/** @typedef {{session: Session, range: {first: number, last: number}, sprite: number|null}} Context what is shown now */
/** @typedef {Record<string, string>} Values of the fields, by their names */
/**
 * A field: `kind` says which control it gets. `initial` is its first value. `isOptional` permits an empty value.
 * @typedef {{name: string, kind: "key"|"sprite"|"picture"|"number"|"text"|"line"|"choice"|"color"|"players", initial?: (context: Context) => string|number,
 *   choices?: readonly string[], unit?: string, min?: number, max?: number, step?: number|string, isOptional?: boolean, prefix?: string}} Field
 */
/**
 * @typedef {{id: string, icon: IconName, fields: Field[], write: (values: Values) => Step, read: (step: Step) => Values|null,
 *   isPossible?: (context: Context) => boolean}} Action
 */

/** @param {string} name @param {API.EditValue} [value] @param {string} [key] @returns {Step} */
export const edit = (name, value, key) => ({ command: "edit", options: [{ name, ...(key === undefined ? {} : { key }), ...(value === undefined ? {} : { value }) }] });

/** @param {Context} context */
const selectedKey = ({ session }) => session.selection?.key ?? keyFacts(session)[0]?.key ?? "";

/** @type {Field} */
const key = { name: "key", kind: "key", initial: selectedKey };
/** @type {Field} */
const sprite = { name: "sprite", kind: "sprite", initial: ({ sprite: index }) => index ?? 0 };

/** @param {Context} context */
const hasKeys = ({ session }) => session.facts.keys.length > 0;
/** @param {Context} context */
const hasFrames = ({ session }) => session.facts.frames > 1;
/** @param {Context} context */
const hasSprites = ({ session }) => session.facts.sprites.length > 0;

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
    { id: "mute", icon: "muted", isPossible: ({ session }) => session.facts.audios.length > 0, fields: [], write: () => edit("remove-audio"), read: one("remove-audio", () => ({})) },
  ] },
  { group: "canvas", actions: [
    { id: "crop", icon: "fit", fields: [length("x", () => 0), length("y", () => 0), length("width", ({ session }) => session.facts.viewBox.width, 1),
      length("height", ({ session }) => session.facts.viewBox.height, 1)],
      write: ({ x, y, width, height }) => edit("crop", `${x},${y},${width}x${height}`),
      read: one("crop", (value) => { const [x, y, width, height] = value.split(/[,x]/); return { x, y, width, height }; }) },
    { id: "size", icon: "fit", fields: [length("width", ({ session }) => session.facts.viewBox.width, 1), length("height", ({ session }) => session.facts.viewBox.height, 1),
      length("x", () => 0), length("y", () => 0)],
      write: ({ width, height, x, y }) => edit("canvas", `${width}x${height}${signed(x)}${signed(y)}`),
      read: one("canvas", (value) => { const [, width, height, x = "0", y = "0"] = /^([\d.]+)x([\d.]+)([+-][\d.]+)?([+-][\d.]+)?$/.exec(value) ?? []; return { width, height, x: String(Number(x)), y: String(Number(y)) }; }) },
    { id: "scale", icon: "fit", fields: [{ name: "percent", kind: "number", min: 1, max: 1000, unit: "%", initial: () => 50 }],
      write: ({ percent }) => edit("scale", String(Number(percent) / 100)), read: one("scale", (value) => ({ percent: String(Number((100 * Number(value)).toFixed(4))) })) },
    { id: "color", icon: "theme", fields: [{ name: "color", kind: "color", initial: () => "#ffffff" }],
      write: ({ color }) => edit("canvas-color", color), read: one("canvas-color", (value) => ({ color: value })) },
  ] },
  { group: "sprites", actions: [
    { id: "order", icon: "sort", isPossible: hasSprites, fields: [sprite, { name: "position", kind: "choice", choices: ["front", "back"], prefix: "edit.position", initial: () => "front" }],
      write: ({ sprite: index, position }) => edit("reorder", `${index}=${position}`), read: one("reorder", (value) => ({ sprite: value.split("=")[0], position: value.split("=")[1] })) },
    { id: "removeSprite", icon: "layers", isPossible: hasSprites, fields: [sprite], write: ({ sprite: index }) => edit("remove-sprites", index),
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
