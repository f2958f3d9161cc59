import { api } from "../../api.js";
import { playerTitle } from "../../chosen-players.js";
import { fill, h } from "../../dom.js";
import { t } from "../../i18n.js";
import { jobs } from "../../jobs.js";

/** @typedef {import("../../jobs.js").Job} Job */

/** Buttons that repair the movie as `svga fix` does, and download the result. */
export class FixButtons {
  #session;
  /** The running job. @type {Job|null} */
  #job = null;
  /** The buttons on the page. @type {Set<HTMLElement>} */
  #buttons = new Set();
  #abort = new AbortController();

  /** @param {import("../../session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.element = h("div", { class: "check-fixed stack", role: "status", hidden: true, "data-test": "fixed" });
    jobs.addEventListener("change", ({ detail }) => this.#changed(detail), { signal: this.#abort.signal });
  }

  close() {
    this.#abort.abort();
  }

  /**
   * A button for findings of one code; null if none of them can be repaired.
   * @param {string} code @param {API.Finding[]} findings
   */
  button(code, findings) {
    const players = [...new Set(findings.filter((finding) => finding.isRepairable).flatMap((finding) => finding.players))];
    if (players.length === 0) return null;
    const names = players.map((name) => playerTitle(name)).join(", ");
    const button = h("button", {
      type: "button", class: "button check-fix", title: t("check.fixFor", { code, players: names }), "aria-label": t("check.fixFor", { code, players: names }),
      "aria-disabled": String(this.#job !== null), "data-test": "fix", onclick: () => this.#start(players),
    }, t("check.fix"));
    this.#buttons.add(button);
    return button;
  }

  /** @param {string[]} players */
  #start(players) {
    if (this.#job !== null) return;
    const { id, file, name } = this.#session;
    this.#job = jobs.start({ kind: "fix", movie: id, options: { for: players.join(",") } }, t("check.fixedMovie", { name }), file);
    this.#show(h("p", { class: "quiet small" }, t("check.fixing")));
    this.#mark();
  }

  /** @param {Job} job */
  #changed(job) {
    if (job !== this.#job || job.state === "running") return;
    this.#job = null;
    this.#mark();
    const file = job.files.at(0);
    if (job.state === "cancelled") return this.#show(null);
    if (job.state === "failed" || job.id === null || !file) {
      return this.#show(h("p", { class: "check-failure" }, job.message, job.advice && ` ${job.advice}`));
    }
    const address = { href: api.jobFileURL(job.id, 0), download: file.name };
    h("a", address).click();
    this.#show([
      h("p", {}, t("check.fixed", { file: file.name })), h("p", { class: "quiet small check-fix-notes" }, job.message),
      h("div", { class: "line wrap" }, h("a", { class: "button", ...address }, t("check.downloadAgain")),
        job.movie && h("a", { class: "button", href: `#/movie/${job.movie}` }, t("send.open"))),
    ]);
  }

  /** Marks the buttons while a job runs. They stay focusable, so the keyboard's position is kept. */
  #mark() {
    for (const button of this.#buttons) {
      if (button.isConnected) button.setAttribute("aria-disabled", String(this.#job !== null));
      else this.#buttons.delete(button);
    }
  }

  /** @param {Child} content */
  #show(content) {
    this.element.hidden = content === null;
    fill(this.element, content);
  }
}
