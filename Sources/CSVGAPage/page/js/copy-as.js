// Converts the settings of a movie's keys to a command line, to the JSON of `--vars`, and to Swift code.

import { parseColor } from "./color.js";
import { copyVars } from "./vars.js";

/** @typedef {import("./vars.js").Vars} Vars */
/** @typedef {import("./vars.js").ImageSetting} ImageSetting */
/** @typedef {import("./vars.js").TextSetting} TextSetting */
/** @typedef {import("./vars.js").StyleValue} StyleValue */

/** Replaces the uploads by the file names on the user's disk, without duplicates.
 * @param {Vars} vars @param {Map<string, {name: string}>} uploads
 * @returns {Vars} with those names */
export function withFileNames(vars, uploads) {
  const named = copyVars(vars);
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const setting of Object.values(named.images)) {
    const name = names.get(setting.file) ?? unusedName(uploads.get(setting.file)?.name ?? setting.file, [...names.values()]);
    names.set(setting.file, name);
    setting.file = name;
  }
  return named;
}

/** @param {string} name @param {string[]} used */
function unusedName(name, used) {
  const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  let candidate = name;
  for (let number = 2; used.includes(candidate); number += 1) candidate = `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
  return candidate;
}

// Command line

/** One word of a POSIX shell. Control characters are escaped, because a terminal executes them when they are pasted.
 * @param {string} word */
export function shellWord(word) {
  if (/^[\p{L}\p{N}_@%+:,./-][\p{L}\p{N}_@%+=:,./-]*$/u.test(word)) return word;
  if (!/[^\P{Cc}\n]/u.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = word.replace(/[\\'\p{Cc}]/gu, (character) => {
    if (character === "\\" || character === "'") return "\\" + character;
    return [...new TextEncoder().encode(character)].map((byte) => "\\" + byte.toString(8).padStart(3, "0")).join("");
  });
  return `$'${escaped}'`;
}

/** The `svga render` command line with the same settings, or null if only JSON can represent them.
 * @param {string} movie the name of its file @param {Vars} vars with the names of files
 * @param {{output?: string, more?: Record<string, string>}} [render] options without their dashes; a switch has the value ""
 * @returns {string|null} */
export function commandLine(movie, vars, { output = "out.webp", more = {} } = {}) {
  /** @type {[string, string|null][]} */
  const options = Object.entries(more).map(([name, value]) => [`--${name}`, value]);
  for (const [key, setting] of Object.entries(vars.images)) options.push(["--set-image", keyed(key, imageWord(setting))]);
  for (const [key, setting] of Object.entries(vars.texts)) {
    if (setting.text !== undefined) options.push(["--set-text", keyed(key, setting.text)]);
    const style = styleWord(setting);
    if (style) options.push(["--text-style", style.includes("\u0000") ? null : keyed(key, style)]);
  }
  for (const key of vars.hide) options.push(["--hide", key]);
  const words = [];
  for (const [name, value] of options) {
    if (value === null || value.includes("\u0000")) return null;
    if (value === "" && name.slice(2) in more) words.push(name);
    else words.push(value.startsWith("-") ? shellWord(`${name}=${value}`) : `${name} ${shellWord(value)}`);
  }
  return [`svga render ${shellWord(notAnOption(movie))} -o ${shellWord(notAnOption(output))}`, ...words].join(" \\\n    ");
}

/**
 * `KEY=VALUE`; null for a key with an equals sign, because the command line ends a key at the first one.
 * @param {string} key @param {string} value @returns {string|null}
 */
function keyed(key, value) {
  return key === "" || key.includes("=") ? null : `${key}=${value}`;
}

/** Makes a file name that begins with - a path. The command line reads it as an option, and - alone as standard input. @param {string} file */
function notAnOption(file) {
  return file.startsWith("-") ? `./${file}` : file;
}

/** @param {ImageSetting} setting */
function imageWord({ file, fit, mask }) {
  // The end of a file name may look like an option. With explicit options after it, it belongs to the name.
  const isAmbiguous = /,(fit|mask)=/.test(file);
  const words = [notAnOption(file)];
  if (isAmbiguous || (fit && fit !== "fill")) words.push(`fit=${fit ?? "fill"}`);
  if (isAmbiguous || (mask && mask !== "none")) words.push(`mask=${mask ?? "none"}`);
  return words.join(",");
}

/** `name:value,switch,…`. A NUL marks a value that cannot be represented: with a comma, or with a space at an end. @param {TextSetting} setting */
function styleWord({ style = {}, markup }) {
  const parts = Object.entries(style).map(([name, value]) => {
    if (value === true || value === "yes") return name;
    const word = value === false ? "no" : String(value);
    const isPlain = word === word.trim() && (name === "font" ? !/:|^,|,\s*(,|$)/.test(word) : !word.includes(","));
    return isPlain ? `${name}:${word}` : "\u0000";
  });
  if (markup) parts.push("markup");
  return parts.join(",");
}

// JSON

/** The JSON of `--vars`. @param {Vars} vars with the names of files */
export function varsJSON(vars) {
  /** @type {Partial<Vars>} */
  const document = {};
  if (Object.keys(vars.images).length > 0) document.images = vars.images;
  if (Object.keys(vars.texts).length > 0) document.texts = vars.texts;
  if (vars.hide.length > 0) document.hide = vars.hide;
  return JSON.stringify(document, null, 2);
}

// Swift

/** A string literal. Invisible characters are escaped. @param {string} text */
function swiftLiteral(text) {
  /** @type {Record<string, string>} */
  const named = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const body = text.replace(/[\\"\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
  return `"${body}"`;
}

/** @param {string} movie the name of its file @param {Vars} vars with the names of files */
export function swiftCode(movie, vars) {
  const lines = ["import SVGAKit", "", "var person = Substitutions()"];
  for (const [key, { file, fit, mask }] of Object.entries(vars.images)) {
    const parts = [`try ReplacementImage(path: ${swiftLiteral(file)})`];
    if (fit && fit !== "fill") parts.push(`fit: .${fit}`);
    if (mask && mask !== "none") parts.push(`mask: ${swiftMask(mask)}`);
    lines.push(`person.setImage(${[...parts, `forKey: ${swiftLiteral(key)}`].join(", ")})`);
  }
  for (const [key, { text, markup, style }] of Object.entries(vars.texts)) {
    if (text === undefined) continue;
    const parts = [swiftLiteral(text)];
    if (markup || isYes(style?.markup)) parts.push("isMarkup: true");
    const fields = styleFields({ ...vars.texts["*"]?.style, ...style });
    if (fields.length > 0) parts.push(`style: TextStyle(${fields.join(", ")})`);
    lines.push(`person.setText(${[...parts, `forKey: ${swiftLiteral(key)}`].join(", ")})`);
  }
  for (const key of vars.hide) lines.push(`person.setHidden(true, forKey: ${swiftLiteral(key)})`);
  lines.push(`let movie = try VideoEntity(path: ${swiftLiteral(movie)})`);
  lines.push("let scene = try PreparedMovie(movie).scene(substitutions: person)");
  return lines.join("\n");
}

/** @param {string} mask */
function swiftMask(mask) {
  return mask.startsWith("round:") ? `.roundedCorners(radius: ${Number(mask.slice(6))})` : `.${mask}`;
}

/** @param {StyleValue|undefined} value */
function isYes(value) {
  return value === true || value === "yes" || value === "true";
}

/** A number literal; undefined for words such as `auto`. @param {StyleValue|undefined} value */
function number(value) {
  return value === undefined || value === "" || !Number.isFinite(Number(value)) ? undefined : Number(value);
}

/**
 * The arguments of `TextStyle(…)` in their order, each with a function that gets its value from the style.
 * @type {[string, (style: Record<string, string|undefined>) => string|number|true|undefined][]}
 */
const styleArguments = [
  ["fontFamily", ({ font }) => font && swiftLiteral(font)],
  ["language", ({ language }) => language && swiftLiteral(language)],
  ["weight", ({ weight }) => (weight === "normal" ? 400 : weight === "bold" ? 700 : number(weight))],
  ["isItalic", ({ italic }) => isYes(italic) || undefined],
  ["size", ({ size }) => number(size)],
  ["color", ({ color }) => swiftColor(color)],
  ["outlineColor", ({ outline }) => (outline === "none" ? undefined : swiftColor(outline?.split("/")[0]))],
  ["outlineWidth", ({ outline }) => number(outline?.split("/")[1])],
  ["shadow", ({ shadow }) => (shadow === "none" ? undefined : swiftShadow(shadow))],
  ["horizontalAlignment", ({ align }) => align && `.${align}`],
  ["verticalAlignment", ({ valign }) => valign && `.${valign}`],
  ["maxLines", ({ lines }) => number(lines)],
  ["wrap", ({ wrap }) => wrap && `.${wrap}`],
  ["ellipsis", ({ ellipsis }) => ellipsis && `.${ellipsis}`],
  ["shrinksToFit", ({ shrink }) => (shrink === undefined || isYes(shrink) ? undefined : "false")],
  ["minimumSize", (style) => number(style["min-size"])],
  ["lineSpacing", (style) => number(style["line-spacing"])],
  ["offsetX", (style) => number(style["offset-x"])],
  ["offsetY", (style) => number(style["offset-y"])],
  ["clipsToLayout", ({ overflow }) => overflow === "clip" || undefined],
];

/** @param {Record<string, StyleValue>} style */
function styleFields(style) {
  const words = Object.fromEntries(Object.entries(style).map(([name, value]) => [name, String(value)]));
  return styleArguments
    .map(([name, value]) => [name, value(words)])
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}: ${value}`);
}

/** @param {StyleValue|undefined} word */
function swiftColor(word) {
  const color = word && parseColor(String(word));
  if (!color) return undefined;
  /** @type {[string, number][]} */
  const parts = [["red", color.red], ["green", color.green], ["blue", color.blue]];
  if (color.alpha !== 255) parts.push(["alpha", color.alpha]);
  return `SVGAColor(${parts.map(([name, value]) => `${name}: ${Number((value / 255).toFixed(3))}`).join(", ")})`;
}

/** @param {string|undefined} word */
function swiftShadow(word) {
  const [color, x, y, blur] = word?.split("/") ?? [];
  if (!swiftColor(color)) return undefined;
  const parts = [`color: ${swiftColor(color)}`];
  if (blur !== undefined) parts.push(`offsetX: ${number(x)}`, `offsetY: ${number(y)}`, `blur: ${number(blur)}`);
  return `TextShadow(${parts.join(", ")})`;
}
