import { fill, h } from "../dom.js";
import { toastError } from "../overlays.js";
import { Keyboard } from "../player/keyboard.js";
import { Playback } from "../player/playback.js";
import { Timeline } from "../player/timeline.js";
import { Transport } from "../player/transport.js";
import { PairSession, PairSource, PairTime, Silence } from "./pair.js";

/** The player's controls for two movies on one timeline. */
export class PairPlayback {
  playback;
  timeline;
  transport;
  #time;
  #parts;
  /** @type {API.Run[]} */
  #runs = [];
  /** @type {number[]} */
  #worst = [];
  #row = h("div", { class: "compare-runs", "aria-hidden": "true" });

  /**
   * @param {{frames: number, fps: number}[]} scenes
   * @param {boolean} isByTime
   * @param {{pictures: import("./pictures.js").Pictures, sources: import("../player/frame-source.js").FrameSource[]}} parts
   */
  constructor(scenes, isByTime, { pictures, sources }) {
    this.#time = new PairTime(scenes, isByTime);
    const sound = new Silence();
    const source = new PairSource(sources, this.#time);
    this.playback = new Playback(new PairSession(this.#time), { canvas: pictures, sound, source, onError: toastError });
    this.timeline = new Timeline(this.playback);
    this.transport = new Transport(this.playback, sound);
    this.#parts = [new Keyboard(this.playback), this.transport, this.timeline, this.playback];
    this.timeline.slot.append(this.#row);
    this.timeline.addEventListener("scale", () => this.#drawRuns());
  }

  /** The movies, 0 and 1, that have ended before the current frame. @returns {number[]} */
  get ended() {
    return [0, 1].filter((side) => this.playback.shownFrame >= this.#time.ends[side]);
  }

  /**
   * Marks the differences of the movies in the timeline.
   * @param {API.Run[]} runs the first and the last frame of each
   * @param {number[]} worst
   */
  showRuns(runs, worst) {
    const isShown = !this.#time.isByTime;
    this.#runs = isShown ? runs : [];
    this.#worst = isShown ? worst : [];
    this.#drawRuns();
  }

  destroy() {
    for (const part of this.#parts) part.destroy();
  }

  #drawRuns() {
    const { timeline } = this;
    /** @param {number} first @param {number} last @param {string} name */
    const mark = (first, last, name) => {
      const left = timeline.scale(first);
      return h("span", { class: name, style: { left: `${left}px`, width: `${Math.max(2, timeline.scale(last + 1) - left)}px` } });
    };
    fill(this.#row, this.#runs.map(([first, last]) => mark(first, last, "")), this.#worst.map((frame) => mark(frame, frame, "is-worst")));
  }
}
