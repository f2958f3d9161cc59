import { Newest } from "../../timing.js";

/** @typedef {import("../../session.js").Outline} Outline */

/** The interval for updates of outlines during playback, in milliseconds. */
const interval = 80;

/** Outlines the sprite of a finding in the current frame. */
export class FindingOutline {
  /** @type {API.Finding|null} the finding that is outlined */
  finding = null;
  #session;
  #requests = new Newest(interval);
  #abort = new AbortController();

  /** @param {import("../../session.js").Session} session */
  constructor(session) {
    this.#session = session;
    for (const event of /** @type {const} */ (["frame", "scene"])) session.addEventListener(event, () => this.#follow(), { signal: this.#abort.signal });
  }

  /** Shows a finding in the picture. @param {API.Finding} finding @param {number|null} frame in which it is visible; null: the current frame */
  show(finding, frame) {
    this.finding = finding;
    if (frame !== null) this.#session.seek(frame, { pause: true });
    this.#session.select(finding.sprite === null ? null : { sprite: finding.sprite });
    this.#follow();
  }

  clear() {
    this.finding = null;
    this.#requests.cancel();
    this.#draw([]);
  }

  close() {
    this.#abort.abort();
    this.clear();
  }

  #follow() {
    if (!this.finding) return;
    this.#requests.run(async () => {
      const { finding } = this;
      if (!finding) return;
      const placements = finding.sprite === null ? [] : await this.#session.placements(this.#session.frame, { sprite: finding.sprite });
      if (finding === this.finding) this.#draw(placements.map(({ corners }) => ({ corners, kind: "finding", label: finding.code })));
    });
  }

  /** @param {Outline[]} outlines */
  #draw(outlines) {
    this.#session.setOutlines([...this.#session.outlines.filter((outline) => outline.kind !== "finding"), ...outlines]);
  }
}
