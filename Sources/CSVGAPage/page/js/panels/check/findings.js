import { api } from "../../api.js";
import { playerTitle } from "../../chosen-players.js";
import { errorState, fill, find, h, icon, iconButton, successState } from "../../dom.js";
import { t } from "../../i18n.js";
import { FixButtons } from "./fix.js";
import { FindingOutline } from "./outline.js";
import { Players } from "./players.js";

/** @typedef {import("../../icons.js").IconName} IconName */

/** Most severe first. */
const severities = ["error", "warning", "info"];
/** @type {Record<string, IconName>} */
const icons = { error: "error", warning: "alert", info: "info" };

/** The maximum number of findings per code that are listed initially. */
const shownAtFirst = 4;

/**
 * Findings of the same code, severity and remedy.
 * @typedef {{key: string, code: string, severity: string, remedy: string, findings: API.Finding[]}} Group
 */

/** The findings of `svga validate` for the chosen players; `players` is the choice. */
export class Findings {
  #session;
  #outline;
  #fixes;
  #players;
  #abort = new AbortController();
  /** The active request. */
  #request = new AbortController();
  /** @type {API.Finding[]} */
  #findings = [];
  /** Severities that are not listed, closed groups, and groups that list all findings. @type {Set<string>} */
  #hidden = new Set();
  /** @type {Set<string>} */
  #folded = new Set();
  /** @type {Set<string>} */
  #complete = new Set();
  /** @type {WeakMap<Element, API.Finding>} the findings of the rows */
  #items = new WeakMap();
  #filter = h("div", { class: "line wrap", role: "group", "aria-label": t("check.severities") });
  #list = h("div", { class: "check-list", "data-test": "findings" });
  #status = h("p", { class: "check-status quiet small", role: "status", "data-test": "check-status" });

  /** @param {import("../../session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.#outline = new FindingOutline(session);
    this.#fixes = new FixButtons(session);
    this.#players = new Players(session, () => this.#load());
    this.players = h("section", { class: "section stack" }, h("h2", {}, t("check.players")), this.#players.element);
    this.element = h("section", { class: "section stack" }, h("div", { class: "line" }, h("h2", { class: "section-title" }, t("check.findings")), h("span", { class: "spacer" }), this.#status),
      this.#filter, this.#fixes.element, this.#list);
    session.addEventListener("selection", () => this.#followSelection(), { signal: this.#abort.signal });
    this.#load();
  }

  close() {
    this.#abort.abort();
    this.#request.abort();
    this.#players.close();
    this.#outline.close();
    this.#fixes.close();
  }

  /** Loads the findings; a newer request cancels an older one. */
  async #load() {
    this.#request.abort();
    const request = new AbortController();
    this.#request = request;
    fill(this.#status, h("span", { class: "spinner" }), t("check.checking"));
    this.#list.setAttribute("aria-busy", "true");
    try {
      const report = await api.findings(this.#session.id, await this.#players.chosen(), request.signal);
      if (request.signal.aborted) return;
      this.#findings = report.findings;
      this.#outline.clear();
      this.#players.showVerdicts(report.players);
      this.#show();
      this.#status.textContent = t("check.found", { count: report.findings.length });
    } catch (error) {
      if (request.signal.aborted) return;
      this.#status.textContent = "";
      this.#players.showVerdicts([]);
      fill(this.#filter);
      fill(this.#list, errorState(error, { label: t("common.retry"), run: () => this.#load() }));
    }
    this.#list.removeAttribute("aria-busy");
  }

  #show() {
    this.#showFilter();
    const shown = this.#findings.filter((finding) => !this.#hidden.has(finding.severity));
    if (this.#findings.length === 0) fill(this.#list, successState(t("check.nothing"), t("check.nothingHint")));
    else if (shown.length === 0) fill(this.#list, h("p", { class: "quiet" }, t("check.allHidden")));
    else fill(this.#list, severities.map((severity) => groups(shown.filter((finding) => finding.severity === severity)).map((group) => this.#group(group))));
  }

  /** A toggle for each severity, with its count. */
  #showFilter() {
    fill(this.#filter, severities.map((severity) => {
      const count = this.#findings.filter((finding) => finding.severity === severity).length;
      return count > 0 && h("button", {
        type: "button", class: `chip check-${severity}`, "aria-pressed": String(!this.#hidden.has(severity)), "data-test": `severity-${severity}`,
        onclick: () => this.#toggleSeverity(severity),
      }, icon(icons[severity]), t(`check.count.${severity}`, { count }));
    }));
  }

  /** @param {string} severity */
  #toggleSeverity(severity) {
    if (!this.#hidden.delete(severity)) this.#hidden.add(severity);
    this.#show();
    find(this.#filter, `[data-test="severity-${severity}"]`).focus();
  }

  /** The findings of one code below their remedy. @param {Group} group */
  #group({ key, code, severity, remedy, findings }) {
    const shown = this.#complete.has(key) ? findings : findings.slice(0, shownAtFirst);
    const rest = findings.length - shown.length;
    const items = h("ul", { hidden: this.#folded.has(key) }, shown.map((finding) => this.#item(finding)), rest > 0 && h("li", {}, h("button", {
      type: "button", class: "button quiet check-more", onclick: () => { this.#complete.add(key); this.#show(); },
    }, t("check.more", { count: rest }))));
    const head = h("button", { type: "button", class: "row check-head", "aria-expanded": String(!items.hidden) },
      h("span", { class: `badge ${severity}` }, icon(icons[severity]), h("span", { class: "sr-only" }, t(`check.${severity}`)), code),
      h("span", { class: "check-remedy" }, remedy), h("span", { class: "quiet small" }, String(findings.length)));
    head.addEventListener("click", () => {
      items.hidden = !items.hidden;
      head.setAttribute("aria-expanded", String(!items.hidden));
      if (items.hidden) this.#folded.add(key);
      else this.#folded.delete(key);
    });
    return h("div", { class: "check-group" }, h("div", { class: "check-title" }, head, this.#fixes.button(code, findings)), items);
  }

  /** @param {API.Finding} finding */
  #item(finding) {
    const isChosen = this.#outline.finding === finding;
    const row = h("li", { class: isChosen ? "check-item selected" : "check-item" },
      h("button", { type: "button", class: "check-finding", "aria-pressed": String(isChosen), "data-test": "finding", onclick: () => this.#choose(finding) },
        h("span", {}, finding.message),
        h("span", { class: "quiet small" }, [finding.place, finding.players.map((player) => playerTitle(player)).join(", ")].filter(Boolean).join(" · "))),
      finding.frames.length > 1 && h("span", { class: "line check-ranges" },
        iconButton("back", t("check.previousRange"), { onclick: () => this.#step(finding, -1) }),
        h("span", { class: "quiet small" }, t("check.ranges", { count: finding.frames.length })),
        iconButton("forward", t("check.nextRange"), { onclick: () => this.#step(finding, 1) })));
    this.#items.set(row, finding);
    return row;
  }

  /** Outlines the finding in its first frame; a second click removes the outline. @param {API.Finding} finding */
  #choose(finding) {
    if (this.#outline.finding === finding) {
      this.#outline.clear();
      this.#session.select(null);
    } else {
      this.#outline.show(finding, finding.frames[0]?.[0] ?? null);
    }
    this.#markChosen();
  }

  /**
   * Seeks to the previous or next run of frames, and wraps around.
   * @param {API.Finding} finding @param {number} step
   */
  #step(finding, step) {
    const starts = finding.frames.map(([first]) => first);
    const current = starts.findLastIndex((first) => first <= this.#session.frame);
    this.#outline.show(finding, starts.at((current + step) % starts.length) ?? null);
    this.#markChosen();
  }

  /** Removes the outline when something else is selected. */
  #followSelection() {
    const { finding } = this.#outline;
    if (finding && (this.#session.selection?.sprite ?? null) !== finding.sprite) this.#outline.clear();
    this.#markChosen();
  }

  #markChosen() {
    for (const row of this.#list.querySelectorAll(".check-item")) {
      const isChosen = this.#items.get(row) === this.#outline.finding;
      row.classList.toggle("selected", isChosen);
      find(row, ".check-finding").setAttribute("aria-pressed", String(isChosen));
    }
  }
}

/** Findings of the same code, severity and remedy, in the order in which they came. @param {API.Finding[]} findings */
function groups(findings) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const finding of findings) {
    const { code, severity, remedy } = finding;
    const key = `${severity} ${code} ${remedy}`;
    const group = found.get(key) ?? { key, code, severity, remedy, findings: [] };
    group.findings.push(finding);
    found.set(key, group);
  }
  return [...found.values()];
}
