// A movie's row in the table of a batch.
import { api } from "../api.js";
import { playerTitle } from "../chosen-players.js";
import { fill, h, icon, iconButton } from "../dom.js";
import { bytes, percent } from "../format.js";
import { groundOf } from "../ground.js";
import { t } from "../i18n.js";
import { inPageLanguage } from "../problem.js";
import { isUnchanged } from "./batches.js";

/** @typedef {import("./batches.js").Row} Row */
/** @typedef {API.BatchState["kind"]} Kind */
/** @typedef {{name: string, isNumber?: boolean, text: (row: Row, kind: Kind) => string, value: (row: Row) => number|string|null, cell: (row: Row, kind: Kind) => Child}} Column */

/** @param {Row} row */
function change({ bytesBefore, bytesAfter }) {
  return bytesBefore === null || bytesAfter === null || bytesBefore === 0 ? null : (bytesAfter - bytesBefore) / bytesBefore;
}

/** @param {number} share */
function changeText(share) {
  return share === 0 ? "0 %" : `${share > 0 ? "+" : "−"}${percent(Math.abs(share))}`;
}

/** The similarity without rounding up to 1. @param {number} similarity */
function similarityText(similarity) {
  return similarity === 1 ? "1" : (Math.floor(similarity * 10_000) / 10_000).toFixed(4);
}

/** @param {Row} row */
function findingsText({ findings, codes }) {
  if (!findings) return "";
  return findings.errors + findings.warnings === 0 ? "0" : codes.join(" ");
}

/** @param {Row["players"][number]} player */
function playerText({ player, before, after }) {
  const name = playerTitle(player);
  const isChange = before !== null && before !== after;
  return t(isChange ? "batch.player.change" : "batch.player.state", { player: name, before: before === null ? "" : t(`batch.player.${before}`), after: t(`batch.player.${after}`) });
}

/** The state, or the error. @param {Row} row @param {Kind} kind */
function resultText(row, kind) {
  if (row.state === "failed") return inPageLanguage(row.message, row.chinese);
  if (row.writeProblem) return t("batch.notReplaced", { reason: row.writeProblem });
  if (row.backup !== null) return t("batch.replaced", { name: row.backup });
  return t(isUnchanged(row, kind) ? "batch.state.unchanged" : `batch.state.${row.state}`);
}

/** @param {Row} row @returns {Child} */
function findingsCell({ findings, codes, players }) {
  if (!findings) return null;
  const { errors, warnings } = findings;
  const others = players.filter(({ before, after }) => after !== "same" || (before !== null && before !== after));
  return h("div", { class: "batch-findings" },
    errors > 0 && h("span", { class: "badge error", title: codes.join(" ") }, icon("error"), t("batch.errors", { count: errors })),
    warnings > 0 && h("span", { class: "badge warning", title: codes.join(" ") }, icon("alert"), t("batch.warnings", { count: warnings })),
    errors + warnings === 0 && h("span", { class: "quiet" }, t("batch.noFindings")),
    others.map((player) => h("span", { class: player.after === "same" ? "badge success" : "badge" }, playerText(player))));
}

/** @param {Row} row @param {Kind} kind @returns {Child} */
function resultCell(row, kind) {
  const text = resultText(row, kind);
  if (row.state === "failed" || row.writeProblem) return h("span", { class: "batch-problem" }, icon("error"), h("span", {}, text));
  const warnings = row.warnings.map(({ code, message, chinese }) => `${code}: ${inPageLanguage(message, chinese)}`);
  return [h("span", { class: row.state === "done" ? "success-text" : "quiet" }, text),
    warnings.length > 0 && h("span", { class: "badge warning", title: warnings.join("\n") }, t("batch.warning.count", { count: warnings.length }))];
}

/** The columns between the name and the actions. @type {Column[]} */
const columns = [
  { name: "size", isNumber: true, text: (row) => String(row.bytesBefore ?? ""), value: (row) => row.bytesBefore, cell: (row) => (row.bytesBefore === null ? null : bytes(row.bytesBefore)) },
  { name: "before", isNumber: true, text: (row) => String(row.bytesBefore ?? ""), value: (row) => row.bytesBefore, cell: (row) => (row.bytesBefore === null ? null : bytes(row.bytesBefore)) },
  { name: "after", isNumber: true, text: (row) => String(row.bytesAfter ?? ""), value: (row) => row.bytesAfter, cell: (row) => (row.bytesAfter === null ? null : bytes(row.bytesAfter)) },
  {
    name: "change", isNumber: true, text: (row) => { const share = change(row); return share === null ? "" : (share * 100).toFixed(1); }, value: change,
    cell: (row) => { const share = change(row); return share === null ? null : h("span", { class: share < 0 ? "success-text" : "" }, changeText(share)); },
  },
  {
    name: "ssim", isNumber: true, text: (row) => (row.similarity === null ? "" : similarityText(row.similarity)), value: (row) => row.similarity,
    cell: (row) => (row.similarity === null ? null : similarityText(row.similarity)),
  },
  { name: "memory", isNumber: true, text: (row) => String(row.memoryBefore ?? ""), value: (row) => row.memoryBefore, cell: (row) => (row.memoryBefore === null ? null : bytes(row.memoryBefore)) },
  {
    name: "findings", text: findingsText, value: (row) => (row.findings ? row.findings.errors * 1000 + row.findings.warnings : null), cell: findingsCell,
  },
  {
    name: "budget", text: (row) => (row.budget ? inPageLanguage(row.budget.message, row.budget.chinese) || t("batch.within") : ""),
    value: (row) => (row.budget ? Number(!row.budget.isWithin) : null),
    cell: ({ budget }) => budget && h("span", { class: budget.isWithin ? "badge success" : "badge error", title: inPageLanguage(budget.message, budget.chinese) },
      icon(budget.isWithin ? "check" : "error"), t(budget.isWithin ? "batch.within" : "batch.over")),
  },
  { name: "result", text: resultText, value: (row) => row.state, cell: resultCell },
];

/** What each kind of batch has results for. @type {Record<Kind, string[]>} */
const shown = {
  optimize: ["before", "after", "change", "ssim", "findings", "budget", "result"],
  fix: ["before", "after", "change", "ssim", "findings", "budget", "result"],
  check: ["size", "memory", "findings", "budget", "result"],
  render: ["before", "after", "result"],
  copy: ["size", "result"],
};

/** @param {Kind} kind @param {boolean} hasBudget @returns {Column[]} */
export function columnsOf(kind, hasBudget) {
  return columns.filter(({ name }) => shown[kind].includes(name) && (name !== "budget" || hasBudget));
}

/**
 * @param {API.Entry} entry @param {number} index
 * @param {{columns: Column[], oncompare: (index: number) => void}} options
 */
export function makeRow(entry, index, { columns, oncompare }) {
  const state = h("span", { class: "quiet batch-state" }, t("batch.state.waiting"));
  const cells = columns.map((column) => h("td", { class: column.isNumber ? "number" : `batch-cell-${column.name}`, "data-label": t(`batch.column.${column.name}`) }));
  const actions = h("td", { class: "batch-row-actions" });
  cells.at(-1)?.append(state);
  const name = [entry.folder, entry.name].filter(Boolean).join("/");
  const element = h("tr", { "data-test": "batch-row", "data-state": "waiting" },
    h("th", { scope: "row" }, h("a", { class: "batch-name", href: `#/movie/${encodeURIComponent(entry.id)}`, title: name },
      h("img", { class: "checker", src: api.thumbnailURL(entry.id, 80, entry.version), alt: "", loading: "lazy", width: 32, height: 32, onload: groundOf }), h("span", { class: "truncate" }, entry.name))),
    cells, actions);
  return {
    element,
    /** Shows the progress of its job; null: it waits. @param {number|null} share */
    progress(share) {
      element.dataset.state = share === null ? "waiting" : "running";
      state.textContent = share === null ? t("batch.state.waiting") : share > 0 ? t("batch.state.percent", { percent: Math.floor(share * 100) }) : t("batch.state.running");
    },
    /** @param {Row} row @param {Kind} kind @param {string} batch */
    show(row, kind, batch) {
      element.dataset.state = row.state;
      for (const [position, column] of columns.entries()) fill(cells[position], column.cell(row, kind));
      fill(actions, row.state === "done" && row.files.length > 0 && [
        kind !== "render" && row.backup === null && iconButton("compare", t("batch.compare", { name: entry.name }), { "data-test": "batch-compare", onclick: () => oncompare(index) }),
        row.files.length === 1 && h("a", { class: "button icon-only quiet", href: api.batchFileURL(batch, index, 0), download: row.files[0].name, "data-test": "batch-file",
          "aria-label": t("batch.save", { name: row.files[0].name }), "data-tip": t("batch.save", { name: row.files[0].name }) }, icon("download")),
      ]);
    },
  };
}
