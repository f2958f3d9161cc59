// Formats numbers for display.
import { language, t } from "./i18n.js";

/** A cache of formatters, because creating one takes longer than a hundred uses. */
const formatters = new Map();

/**
 * @template Options, Formatter @param {new (language: string, options: Options) => Formatter} kind @param {string} name
 * @param {Options} options @returns {Formatter}
 */
function formatter(kind, name, options) {
  const key = `${language()} ${name}`;
  if (!formatters.has(key)) formatters.set(key, new kind(language(), options));
  return formatters.get(key);
}

/** A localized number with `digits` significant digits, without trailing zeros. @param {number} value @param {number} [digits] */
export function number(value, digits = 3) {
  const significant = Math.max(digits, String(Math.trunc(Math.abs(value))).length);
  return formatter(Intl.NumberFormat, `number ${significant}`, { maximumSignificantDigits: significant }).format(value);
}

/** Bytes in the format of the command line: 197.3 KB, where 1 KB is 1000 bytes. @param {number} count */
export function bytes(count) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 10 ? 2 : 1;
  return `${formatter(Intl.NumberFormat, `digits ${digits}`, { maximumFractionDigits: digits }).format(value)} ${units[unit]}`;
}

/** A duration such as 2.5 s or 1:05. @param {number} value */
export function seconds(value) {
  if (value < 60) return `${number(value, value < 10 ? 2 : 3)} ${t("common.second")}`;
  const seconds = Math.round(value);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A time such as 0:02.500, with a constant width below an hour. @param {number} value */
export function timecode(value) {
  const milliseconds = Math.max(0, Math.round(value * 1000));
  const minutes = Math.floor(milliseconds / 60_000);
  const rest = ((milliseconds % 60_000) / 1000).toFixed(3).padStart(6, "0");
  return `${minutes}:${rest}`;
}

/** 750 × 750. @param {number} width @param {number} height */
export function size(width, height) {
  return `${Math.round(width * 100) / 100} × ${Math.round(height * 100) / 100}`;
}

/** "1 frame", "90 frames". @param {number} count */
export function frames(count) {
  return t("common.frames", { count });
}

/** 45–88, or 45 if it is one frame. @param {number} first @param {number} last */
export function frameRange(first, last) {
  return first === last ? String(first) : `${first}–${last}`;
}

/** A share such as 12.5 %. @param {number} share */
export function percent(share) {
  return `${number(share * 100, share < 0.1 ? 2 : 3)}\u00A0%`;
}

/** The modification time of a file: the date, or the time if it is today. @param {number} unixMilliseconds */
export function date(unixMilliseconds) {
  const date = new Date(unixMilliseconds);
  const isToday = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const options = isToday ? { hour: "2-digit", minute: "2-digit" } : { year: "numeric", month: "short", day: "numeric" };
  return formatter(Intl.DateTimeFormat, isToday ? "time" : "day", options).format(date);
}
