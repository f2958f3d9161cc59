// The table of a batch as CSV, for spreadsheets.
import { t } from "../i18n.js";

/** @typedef {import("./batches.js").Batch} Batch */
/** @typedef {import("./row.js").Column} Column */

/** @param {Batch} batch @param {Column[]} columns */
export function csvOf(batch, columns) {
  const head = [t("batch.column.name"), ...columns.map(({ name }) => t(`batch.column.${name}`))];
  const lines = batch.movies.map((entry, index) => {
    const row = batch.rows.get(index);
    const name = [entry.folder, entry.name].filter(Boolean).join("/");
    return [name, ...columns.map((column) => (row && batch.state ? column.text(row, batch.state.kind) : ""))];
  });
  // The mark at the start tells spreadsheets that the text is UTF-8.
  return `\uFEFF${[head, ...lines].map((line) => line.map(quoted).join(",")).join("\r\n")}\r\n`;
}

/** Spreadsheets compute texts that begin like a formula, unless a quotation mark is in front. @param {string} text */
function quoted(text) {
  const isFormula = /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && Number.isNaN(Number(text)));
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
