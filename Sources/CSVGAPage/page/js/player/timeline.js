// The timeline: a ruler of frames with the playhead and the playback range, and space for rows of panels.
import { context2D, h } from "../dom.js";
import { t } from "../i18n.js";
import { timecode } from "../format.js";

/** @typedef {import("./playback.js").PlaybackControls} PlaybackControls */
/** @typedef {import("../compare/pair.js").Pair} Pair */

/** The horizontal padding for the handles in CSS pixels. */
const margin = 12;
/** The minimum distance of the ruler's labels. */
const labelDistance = 56;

/** @typedef {"first"|"last"} End */

/**
 * The timeline of one movie. `slot` contains rows of panels: it is as wide as all frames, `scale(frame)` is the start of a frame in it, and the
 * line of the playhead crosses it. Event: "scale" when the scale changes.
 */
export class Timeline extends /** @type {EventTargetOf<{scale: Event}>} */ (EventTarget) {
  element;
  /** The container for rows of panels. */
  slot = h("div", { class: "timeline-slot" });

  #playback;
  #rate;
  #width = 0;
  #ticks = h("div", { class: "timeline-ticks", "aria-hidden": "true" });
  #loaded = h("canvas", { class: "timeline-loaded", height: 1, "aria-hidden": "true" });
  #span = h("div", { class: "timeline-range", "aria-hidden": "true" });
  #head = h("div", { class: "timeline-head", "aria-hidden": "true" });
  #track;
  #handles;
  #resizes = new ResizeObserver(() => this.#layOut());
  #listeners = new AbortController();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #loadedTimer;
  /** @type {(frame: number) => boolean} */
  #isLoaded = () => false;

  /** @param {PlaybackControls} playback */
  constructor(playback) {
    super();
    this.#playback = playback;
    this.#rate = playback.rate;
    this.#track = h("div", {
      class: "timeline-track", role: "slider", tabindex: "0", "aria-label": t("player.scrubber"), "aria-valuemin": "0",
      "aria-valuemax": String(Math.max(0, playback.frames - 1)), "data-test": "scrubber",
      onpointerdown: (event) => this.#scrub(event), onkeydown: (event) => this.#trackKey(event),
    }, this.#loaded, this.#ticks);
    this.#handles = { first: this.#handle("first"), last: this.#handle("last") };
    this.element = h("div", { class: "timeline" }, this.#track, this.#span, this.#handles.first, this.#handles.last, this.slot, this.#head);
    const { signal } = this.#listeners;
    for (const name of /** @type {const} */ (["frame", "target"])) playback.addEventListener(name, () => this.#showHead(), { signal });
    playback.addEventListener("state", () => { this.#showRange(); this.#showHead(); }, { signal });
    this.#resizes.observe(this.element);
  }

  destroy() {
    this.#resizes.disconnect();
    this.#listeners.abort();
    clearTimeout(this.#loadedTimer);
  }

  /** Where a frame begins, in CSS pixels from the left edge of the slot. `scale(frames)` is the slot's width. @param {number} frame */
  scale(frame) {
    return (frame / Math.max(1, this.#playback.frames)) * Math.max(0, this.#width - 2 * margin);
  }

  /** The same from the left edge of the timeline. @param {number} frame */
  #x(frame) {
    return margin + this.scale(frame);
  }

  /** The frame at a position in the window. @param {number} clientX */
  frameAt(clientX) {
    const x = clientX - this.element.getBoundingClientRect().left;
    const share = (x - margin) / Math.max(1, this.#width - 2 * margin);
    return Math.min(Math.max(0, Math.floor(share * this.#playback.frames)), Math.max(0, this.#playback.frames - 1));
  }

  /** Shows which frames are loaded. @param {(frame: number) => boolean} isLoaded */
  showLoaded(isLoaded) {
    this.#isLoaded = isLoaded;
    this.#loadedTimer ||= setTimeout(() => this.#drawLoaded(), 200);
  }

  #drawLoaded() {
    this.#loadedTimer = undefined;
    const { frames } = this.#playback;
    const canvas = this.#loaded;
    canvas.width = Math.max(1, Math.min(frames, 1000));
    const context = context2D(canvas);
    context.fillStyle = getComputedStyle(canvas).color;
    for (let x = 0; x < canvas.width; x += 1) if (this.#isLoaded(Math.floor((x * frames) / canvas.width))) context.fillRect(x, 0, 1, 1);
  }

  /** @param {End} end */
  #handle(end) {
    return h("div", {
      class: `timeline-handle ${end}`, role: "slider", tabindex: "0", "aria-label": t(`player.range.${end}`), "aria-valuemin": "0",
      "aria-valuemax": String(Math.max(0, this.#playback.frames - 1)), "data-tip": t(`player.range.${end}`), "data-keys": end === "first" ? "I" : "O",
      "data-test": `range-${end}`, onpointerdown: (event) => this.#dragHandle(event, end), onkeydown: (event) => this.#handleKey(event, end),
    });
  }

  /** @param {End} end @param {number} frame */
  #setEnd(end, frame) {
    const { first, last } = this.#playback.range;
    this.#playback.setRange(end === "first" ? { first: Math.min(frame, last), last } : { first, last: Math.max(frame, first) });
  }

  /**
   * Follows the pointer until it goes up.
   * @param {PointerEvent & {currentTarget: HTMLElement}} event @param {(frame: number) => void} move @param {() => void} [end]
   */
  #drag(event, move, end) {
    if (event.button !== 0) return;
    /** @type {HTMLElement} */
    const target = event.currentTarget;
    event.preventDefault();
    target.focus(/** @type {FocusOptions} */ ({ focusVisible: false }));
    target.setPointerCapture(event.pointerId);
    const dragging = new AbortController();
    const { signal } = dragging;
    target.addEventListener("pointermove", (moved) => move(this.frameAt(moved.clientX)), { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) target.addEventListener(name, () => { dragging.abort(); end?.(); }, { signal });
    move(this.frameAt(event.clientX));
  }

  /** @param {PointerEvent & {currentTarget: HTMLElement}} event */
  #scrub(event) {
    const wasPlaying = this.#playback.isPlaying;
    let shown = -1;
    this.#drag(event, (frame) => {
      if (frame === shown) return;
      shown = frame;
      this.#playback.seek(frame);
    }, () => { if (wasPlaying) this.#playback.play(); });
  }

  /** @param {PointerEvent & {currentTarget: HTMLElement}} event @param {End} end */
  #dragHandle(event, end) {
    this.#drag(event, (frame) => this.#setEnd(end, frame));
  }

  /** @param {KeyboardEvent} event */
  #trackKey(event) {
    /** @type {Record<string, number>} */
    const pages = { PageUp: 10, PageDown: -10 };
    if (!(event.key in pages)) return;
    event.preventDefault();
    this.#playback.step(pages[event.key]);
  }

  /** @param {KeyboardEvent} event @param {End} end */
  #handleKey(event, end) {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    /** @type {Record<string, number>} */
    const edges = { Home: 0, End: this.#playback.frames - 1 };
    const frame = edges[event.key] ?? this.#playback.range[end] + (steps[event.key] ?? 0) * (event.shiftKey ? 10 : 1);
    if (!(event.key in edges) && !(event.key in steps)) return;
    event.preventDefault();
    this.#setEnd(end, frame);
  }

  #layOut() {
    this.#width = this.element.clientWidth;
    this.element.style.setProperty("--margin", `${margin}px`);
    this.#ruleTicks();
    this.#showRange();
    this.#head.hidden = this.#playback.frames === 0;
    this.#head.style.width = `${Math.max(1, this.#x(1) - this.#x(0))}px`;
    this.#showHead();
    this.dispatchEvent(new Event("scale"));
  }

  #ruleTicks() {
    const { frames } = this.#playback;
    const frameWidth = this.#x(1) - this.#x(0);
    const steps = [1, 2, 5].flatMap((digit) => [0, 1, 2, 3, 4].map((power) => digit * 10 ** power)).sort((a, b) => a - b);
    const step = steps.find((candidate) => candidate * frameWidth >= labelDistance) ?? frames;
    const minor = [step / 10, step / 5, step / 2, step].find((candidate) => candidate >= 1 && candidate % 1 === 0 && candidate * frameWidth >= 5) ?? step;
    const ticks = [];
    for (let frame = 0; frame < frames; frame += minor) {
      const isLabelled = frame % step === 0;
      const label = isLabelled && this.#x(frame) < this.#width - 28 ? String(frame) : "";
      ticks.push(h("span", { class: isLabelled ? "major" : "", style: { left: `${this.#x(frame)}px` } }, label));
    }
    this.#ticks.replaceChildren(...ticks);
  }

  #showHead() {
    const { target, isPlaying } = this.#playback;
    this.#head.style.transform = `translateX(${this.#x(target)}px)`;
    // Screen readers should not announce each frame during playback.
    if (isPlaying) return;
    this.#track.setAttribute("aria-valuenow", String(target));
    this.#track.setAttribute("aria-valuetext", t("player.frameAt", { frame: String(target), time: timecode(target / this.#rate) }));
  }

  #showRange() {
    const { first, last } = this.#playback.range;
    const left = this.#x(first);
    const right = this.#x(last + 1);
    Object.assign(this.#span.style, { left: `${left}px`, width: `${right - left}px` });
    this.element.classList.toggle("has-range", this.#playback.hasRange);
    for (const [end, frame, x] of /** @type {const} */ ([["first", first, left], ["last", last, right]])) {
      const handle = this.#handles[end];
      handle.style.left = `${x}px`;
      handle.setAttribute("aria-valuenow", String(frame));
    }
  }
}
