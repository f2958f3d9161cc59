import { shortened } from "./dom.js";
import { t } from "./i18n.js";
import { Newest } from "./timing.js";
import { toast, toastError } from "./overlays.js";
import { setImage } from "./vars.js";

/** @typedef {import("./session.js").Selection} Selection */
/** @typedef {import("./player/view.js").Point} Point */

/** @typedef {{kind: "selected"|"hover", selection: Selection, cacheKey: string}} Wanted an outlined object; `cacheKey` is its key in the cached placements */
/** @typedef {import("./session.js").PointEvent} PointEvent */

/** The interval of requests for hits and placements during playback, in milliseconds. */
const HOVER_INTERVAL = 80;
const PLACEMENT_INTERVAL = 40;
/** Placements of this many frames are cached, so that outlines follow a repeated movie without new requests. */
const PLACEMENT_LIMIT = 2000;
/** The maximum number of characters of a key in its label. The number of its sprites follows. */
const LABEL_LENGTH = 18;
/** The maximum distance of a second click, in points of the canvas, that selects the sprite below the first one. */
const CLICK_DISTANCE = 4;

/**
 * Connects the picture with the lists: finds the sprites under the pointer, selects clicked sprites, and sets dropped images for the key under
 * the pointer. Outlines the selected and the hovered object, in the picture or in a list.
 */
export class Pointing {
  #session;
  #abort = new AbortController();
  #hits = new Newest(HOVER_INTERVAL);
  #placementRequests = new Newest(PLACEMENT_INTERVAL);
  /** The position of the pointer in the picture. @type {Point|null} */
  #point = null;
  /**
   * The position of the last click, and the selected one of its hits.
   * @type {(Point & {frame: number, index: number, selection: Selection|null})|null}
   */
  #click = null;
  /** Placements by scene, frame and selection. @type {Map<string, API.Placement[]>} */
  #placements = new Map();

  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.#session = session;
    const { signal } = this.#abort;
    session.addEventListener("point", ({ detail }) => this.#pointed(detail), { signal });
    session.addEventListener("droppicture", ({ detail }) => this.#dropped(detail), { signal });
    for (const event of /** @type {const} */ (["frame", "scene"])) session.addEventListener(event, () => this.#moved(), { signal });
    for (const event of /** @type {const} */ (["hover", "selection"])) session.addEventListener(event, () => this.#outline(), { signal });
    this.#outline();
  }

  destroy() {
    this.#abort.abort();
    this.#hits.cancel();
    this.#placementRequests.cancel();
  }

  // Hit testing

  /** @param {PointEvent} event */
  #pointed({ x, y, kind }) {
    this.#point = kind === "leave" ? null : { x, y };
    if (kind === "click") this.#select(x, y);
    else this.#find();
  }

  #find() {
    if (!this.#point) {
      this.#hits.cancel();
      this.#session.hover(null);
      return;
    }
    this.#hits.run(async () => {
      const point = this.#point;
      if (!point) return;
      const [top] = await this.#session.hits(this.#session.frame, point.x, point.y);
      if (this.#point) this.#session.hover(top ? { key: top.key, sprite: top.sprite } : null);
    });
  }

  /** @param {number} x @param {number} y */
  async #select(x, y) {
    const { frame } = this.#session;
    const before = this.#click;
    const isAgain = before !== null && before.frame === frame && Math.hypot(x - before.x, y - before.y) <= CLICK_DISTANCE
      && before.selection === this.#session.selection;
    try {
      const hits = await this.#session.hits(frame, x, y);
      const index = isAgain && hits.length > 0 ? (before.index + 1) % hits.length : 0;
      const hit = hits[index];
      this.#session.select(hit ? { key: hit.key, sprite: hit.sprite } : null);
      this.#click = { x, y, frame, index, selection: this.#session.selection };
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Point & {file: File}} drop */
  async #dropped({ x, y, file }) {
    try {
      const [hits, upload] = await Promise.all([this.#session.hits(this.#session.frame, x, y), this.#session.upload(file)]);
      const hit = hits.find((candidate) => candidate.key);
      if (!hit) {
        toast(t("keys.dropMissed"), { kind: "warning" });
        return;
      }
      await this.#session.update(({ vars }) => setImage(vars, hit.key, upload.file));
      this.#session.select({ key: hit.key });
      toast(t("keys.dropped", { name: upload.name, key: hit.key }), { kind: "success" });
    } catch (error) {
      toastError(error);
    }
  }

  // Outlines

  #moved() {
    if (this.#point) this.#find();
    this.#outline();
  }

  #outline() {
    const wanted = this.#wanted();
    if (wanted.every(({ cacheKey }) => this.#placements.has(cacheKey))) {
      this.#placementRequests.cancel();
      this.#draw(wanted);
      return;
    }
    this.#placementRequests.run(async () => {
      const now = this.#wanted();
      const { frame } = this.#session;
      for (const { cacheKey, selection } of now) {
        if (this.#placements.has(cacheKey)) continue;
        const placements = await this.#session.placements(frame, selection);
        if (this.#placements.size >= PLACEMENT_LIMIT) this.#placements.clear();
        this.#placements.set(cacheKey, placements);
      }
      // The selection may have changed in the meantime.
      const { selection, hovered } = this.#session;
      if (!this.#abort.signal.aborted) this.#draw(now.filter((entry) => entry.selection === selection || entry.selection === hovered));
    });
  }

  /** The outlines of the current frame. @returns {Wanted[]} */
  #wanted() {
    const { scene, frame, selection, hovered } = this.#session;
    /** @type {Wanted[]} */
    const list = [];
    const both = /** @type {const} */ ([["selected", selection], ["hover", hovered]]);
    for (const [kind, what] of both) {
      if (what) list.push({ kind, selection: what, cacheKey: `${scene.scene} ${frame} ${what.sprite ?? "key"} ${what.key ?? ""}` });
    }
    return list;
  }

  /** @param {Wanted[]} wanted */
  #draw(wanted) {
    const before = this.#session.outlines;
    const outlines = before.filter((outline) => outline.kind === "finding");
    const others = outlines.length;
    for (const { kind, selection, cacheKey } of wanted) {
      const shown = (this.#placements.get(cacheKey) ?? []).filter(({ isShown }) => isShown);
      // One label for all sprites of a key; more would cover the picture.
      shown.forEach(({ corners, key }, index) => {
        const count = shown.length > 1 ? ` × ${shown.length}` : "";
        outlines.push({ corners, kind, label: index === 0 ? shortened(selection.key ?? key, LABEL_LENGTH) + count : "" });
      });
    }
    if (outlines.length > others || before.length > others) this.#session.setOutlines(outlines);
  }
}
