// A movie in the gallery: a link with its picture and facts, badges, and a check box.
import { fill, find, h, icon } from "../dom.js";
import * as format from "../format.js";
import { setGround } from "../ground.js";
import { t } from "../i18n.js";

/** @typedef {API.SummaryOfMovie["findings"]} Findings */

/**
 * The card of an entry. Its picture is loaded later, see `loadPicture`.
 * @param {API.Entry} entry
 * @param {{summary?: API.Summary, findings?: Findings, mark?: "added"|"changed", isSelected: boolean, onselect: (isSelected: boolean) => void}} state
 */
export function makeCard(entry, { summary, findings, mark, isSelected, onselect }) {
  const box = h("input", { type: "checkbox", checked: isSelected, tabindex: "-1", "aria-label": t("gallery.select", { name: entry.name }), "data-test": "card-select" });
  box.addEventListener("change", () => onselect(box.checked));
  const card = h("div", { class: isSelected ? "card selected" : "card", "data-id": entry.id, "data-test": "card" },
    h("a", { class: "card-link", href: `#/movie/${encodeURIComponent(entry.id)}`, draggable: "false" },
      h("span", { class: "card-picture checker" }),
      h("span", { class: "card-name", title: [entry.folder, entry.name].filter(Boolean).join("/") },
        mark && h("span", { class: "card-new", title: t(`gallery.mark.${mark}`) }, h("span", { class: "sr-only" }, t(`gallery.mark.${mark}`))),
        h("span", { class: "truncate" }, entry.name)),
      h("span", { class: "card-facts" })),
    h("span", { class: "card-marks" }),
    h("label", { class: "card-select" }, box));
  showSummary(card, entry, summary, findings);
  return card;
}

/**
 * Shows the loaded facts of the file in its card.
 * @param {HTMLElement} card @param {API.Entry} entry @param {API.Summary} [summary] @param {Findings} [findings] for the chosen players
 */
export function showSummary(card, entry, summary, findings) {
  fill(find(card, ".card-facts"), facts(entry, summary));
  fill(find(card, ".card-marks"), marks(summary, findings));
  card.classList.toggle("unreadable", Boolean(summary?.error));
  if (summary?.error) fill(find(card, ".card-picture"), icon("alert"));
}

/** @param {API.Entry} entry @param {API.Summary} [summary] @returns {Child[]} */
function facts(entry, summary) {
  /** @param {string} name @param {string} text */
  const fact = (name, text) => h("span", { class: `card-fact ${name}` }, text);
  if (summary && summary.error !== null) return [h("span", { class: "card-error", title: summary.error }, summary.error), fact("file", format.bytes(entry.bytes))];
  return [
    fact("folder", entry.folder),
    fact("canvas", summary ? format.size(summary.width, summary.height) : ""),
    fact("length", summary ? format.seconds(summary.durationSeconds) : ""),
    fact("file", format.bytes(entry.bytes)),
    h("span", { class: "card-fact memory", title: t("gallery.memory") }, summary ? [icon("memory"), format.bytes(summary.decodedBytes)] : ""),
    fact("date", format.date(entry.modified)),
  ];
}

/** @param {API.Summary} [summary] @param {Findings} [findings] @returns {Child[]} */
function marks(summary, findings) {
  if (!summary || summary.error) return [];
  const { errors = 0, warnings = 0 } = findings ?? {};
  /** @param {"error"|"warning"} kind @param {number} count */
  const badge = (kind, count) => count > 0 && h("span", { class: `badge ${kind}`, title: t(`gallery.findings.${kind}`, { count }) },
    icon(kind === "error" ? "error" : "alert"), h("span", { "aria-hidden": "true" }, String(count)), h("span", { class: "sr-only" }, t(`gallery.findings.${kind}`, { count })));
  return [
    summary.hasSound && h("span", { class: "badge", title: t("gallery.hasSound") }, icon("volume"), h("span", { class: "sr-only" }, t("gallery.hasSound"))),
    badge("error", errors), badge("warning", warnings), budgetBadge(summary),
  ];
}

/** The verdict of the budget. @param {API.Summary} summary @returns {Child} */
function budgetBadge({ budget }) {
  if (!budget) return null;
  const text = budget.isWithin ? t("gallery.budget.within") : t("gallery.budget.over", { limits: budget.message });
  return h("span", { class: budget.isWithin ? "badge success" : "badge error", title: text, "data-test": budget.isWithin ? "card-within" : "card-over" },
    icon(budget.isWithin ? "check" : "memory"), h("span", { class: "sr-only" }, text));
}

/**
 * Loads the still of a card, which fades in.
 * @param {HTMLElement} card
 * @param {string} address
 * @returns {Promise<void>} when it has loaded, failed, or was canceled
 */
export function loadPicture(card, address) {
  const frame = find(card, ".card-picture");
  if (frame.querySelector("img")) return Promise.resolve();
  return new Promise((resolve) => {
    const image = h("img", { alt: "", decoding: "async", draggable: "false" });
    image.addEventListener("load", () => { setGround(image); image.classList.add("loaded"); resolve(); });
    image.addEventListener("error", () => { image.remove(); frame.classList.add("failed"); resolve(); });
    image.addEventListener("dropped", () => resolve());
    frame.prepend(image);
    image.src = address;
  });
}

/** Releases a card that is out of view, and cancels loading its picture. @param {HTMLElement} card */
export function dropCard(card) {
  const image = card.querySelector("img");
  if (!image) return;
  image.removeAttribute("src");
  image.dispatchEvent(new Event("dropped"));
}
