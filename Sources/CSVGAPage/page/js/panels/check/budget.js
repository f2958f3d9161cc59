import { api } from "../../api.js";
import { errorState, fill, h, icon } from "../../dom.js";
import { bytes, number, seconds } from "../../format.js";
import { t } from "../../i18n.js";

/** The verdict on each limit of `svga preview --budget`. Hidden without a budget. */
export class BudgetTable {
  #session;
  #abort = new AbortController();
  #verdict = h("p", { class: "line", role: "status", "data-test": "budget-verdict" });
  #content = h("div", { class: "table-scroll" });

  #onReport;

  /** @param {import("../../session.js").Session} session @param {(report: API.BudgetReport) => void} onReport */
  constructor(session, onReport) {
    this.#session = session;
    this.#onReport = onReport;
    this.element = h("section", { class: "section stack", hidden: true, "data-test": "budget" }, h("h2", {}, t("check.budget")), this.#verdict, this.#content);
    this.#load();
  }

  close() {
    this.#abort.abort();
  }

  async #load() {
    const { signal } = this.#abort;
    try {
      if ((await api.vocabulary()).budget === null || signal.aborted) return;
      this.element.hidden = false;
      fill(this.#verdict, h("span", { class: "spinner" }), t("check.checking"));
      const report = await api.budget(this.#session.id, signal);
      if (signal.aborted) return;
      this.#show(report);
      this.#onReport(report);
    } catch (error) {
      if (signal.aborted) return;
      this.#verdict.textContent = "";
      fill(this.#content, errorState(error, { label: t("common.retry"), run: () => this.#load() }));
    }
  }

  /** @param {API.BudgetReport} report */
  #show({ limits }) {
    const over = limits.filter((limit) => !limit.isWithin).length;
    this.#verdict.textContent = over === 0 ? t("check.budget.within") : t("check.budget.over", { over, count: limits.length });
    this.#verdict.classList.toggle("check-failure", over > 0);
    fill(this.#content, h("table", { class: "table", "data-test": "budget-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("check.budget.limit")), h("th", { scope: "col", class: "number" }, t("check.budget.value")),
        h("th", { scope: "col", class: "number" }, t("check.budget.allowed")))),
      h("tbody", {}, limits.map((limit) => this.#row(limit)))));
  }

  /** @param {API.BudgetLimit} line */
  #row({ limit, subject, allowed, value, frame, isWithin, message }) {
    const name = subject === null ? t(`check.budget.${limit}`) : `${t(`check.budget.${limit}`)} ${subject}`;
    /** @param {number|null} amount */
    const text = (amount) => (amount === null ? "" : amountText(limit, amount));
    return h("tr", { class: isWithin ? null : "check-over", "data-test": isWithin ? "budget-ok" : "budget-over" },
      h("th", { scope: "row" },
        h("div", { class: "line" }, icon(isWithin ? "check" : "error"),
          h("span", {}, h("span", { class: "sr-only" }, `${t(isWithin ? "check.budget.ok" : "check.budget.exceeded")} `), name)),
        message && h("p", { class: "quiet small" }, message)),
      h("td", { class: "number" }, text(value), frame !== null && h("button", {
        type: "button", class: "button quiet", onclick: () => this.#session.seek(frame, { pause: true }),
      }, t("check.frame", { frame }))),
      h("td", { class: "number" }, text(allowed)));
  }
}

/** @param {string} limit @param {number} amount */
function amountText(limit, amount) {
  switch (limit) {
    case "bytes":
    case "decodedImageBytes": return bytes(amount);
    case "durationSeconds": return seconds(amount);
    case "overdraw": return `${number(amount)}×`;
    default: return number(amount, 4);
  }
}
