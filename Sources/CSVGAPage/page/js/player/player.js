// The player of one movie: the stage, the timeline, and one bar of buttons.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { toastError } from "../overlays.js";
import { debounced } from "../timing.js";
import { FrameSource } from "./frame-source.js";
import { Keyboard } from "./keyboard.js";
import { Playback } from "./playback.js";
import { Sound } from "./sound.js";
import { Stage } from "./stage.js";
import { Timeline } from "./timeline.js";
import { Transport } from "./transport.js";
import { ViewBar } from "./view-bar.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("./playback.js").Range} Range */

/** A movie whose frames have more bytes is played in the size in which it is shown, if that is at most half of its own. */
const maximumPlayedBytes = 256 << 20;
/** The widths of such frames are multiples of this, in pixels, so that most changes of the zoom need no new frames. */
const widthStep = 64;

/**
 * The playback state of a session whose player was closed. The new player, for example in another language, restores it.
 * @type {WeakMap<Session, {isPlaying: boolean, how: {speed: number, isReverse: boolean, isLooping: boolean}, range: Range|null, ground: import("./stage-ground.js").Choice|null}>}
 */
const remembered = new WeakMap();

/** Gives the playback state of one session to another, which shows the same movie after a change. @param {Session} from @param {Session} to */
export function carryPlayback(from, to) {
  const state = remembered.get(from);
  if (state) remembered.set(to, state);
}

/**
 * The frames of a session, with the shown one loaded, so that a player can show it at once.
 * @param {Session} session
 */
export async function loadedFrames(session) {
  const source = new FrameSource(session.scene, { renew: (dropped) => session.renew(dropped) });
  const wait = new Promise((resolve) => setTimeout(resolve, 2_000));
  await Promise.race([source.frame(session.frame).catch(() => {}), wait]);
  return source;
}

/** Creates and destroys the parts. */
export class Player {
  element;
  stage;
  playback;
  timeline;

  #session;
  #source;
  /** Smaller frames for playback, and their width. @type {FrameSource|null} */
  #played = null;
  /** @type {number|null} */
  #playedWidth = null;
  #sound;
  #parts;
  #listeners = new AbortController();
  #spinner = h("div", { class: "stage-waiting", hidden: true }, h("span", { class: "spinner" }), t("player.waiting"));

  /**
   * @param {HTMLElement} element
   * @param {import("../session.js").Session} session
   * @param {FrameSource} [source] its frames, see {@link loadedFrames}
   */
  constructor(element, session, source) {
    this.#session = session;
    const { scene, facts } = session;
    this.#source = this.#makeSource(source);
    this.#sound = new Sound(session.id, { hasSound: facts.audios.length > 0, seconds: scene.frames / scene.fps });
    this.stage = new Stage(session);
    this.playback = new Playback(session, { canvas: this.stage.canvas, sound: this.#sound, source: this.#source, onError: toastError });
    this.timeline = new Timeline(this.playback);
    const toggleFullScreen = () => this.#toggleFullScreen();
    const viewBar = new ViewBar(this.stage, { toggleFullScreen });
    const transport = new Transport(this.playback, this.#sound);
    const keyboard = new Keyboard(this.playback, { stage: this.stage, viewBar, sound: this.#sound, toggleFullScreen });
    this.#parts = [keyboard, transport, viewBar, this.timeline, this.stage, this.playback, this.#sound];
    this.element = h("div", { class: "player", "data-test": "player" }, this.stage.element, this.timeline.element,
      h("div", { class: "player-bar" }, transport.element, viewBar.element));
    // For tests.
    Object.assign(this.element, { playback: this.playback });
    this.stage.element.append(viewBar.pointer, this.#spinner);
    element.append(this.element);
    this.#listen();
    this.#begin();
  }

  /** The container for rows of panels, with the scale of `timeline`. */
  get timelineSlot() {
    return this.timeline.slot;
  }

  destroy() {
    const { isPlaying, speed, isReverse, isLooping, range, hasRange } = this.playback;
    remembered.set(this.#session, { isPlaying, how: { speed, isReverse, isLooping }, range: hasRange ? range : null, ground: this.stage.ground.chosen });
    this.#listeners.abort();
    for (const part of this.#parts) part.destroy();
    this.#source.close();
    this.#played?.close();
    this.element.remove();
  }

  /** @param {FrameSource} [source] */
  #makeSource(source = new FrameSource(this.#session.scene, { renew: (dropped) => this.#session.renew(dropped) })) {
    source.addEventListener("error", ({ error }) => toastError(error), { once: true });
    source.addEventListener("record", () => {
      if (source === (this.#played ?? this.#source)) this.timeline.showLoaded((frame) => source.peek(frame) !== undefined);
    });
    return source;
  }

  /** Plays smaller frames if those of the scene are too many bytes a second, and shown much smaller. */
  async #fitPlayed() {
    const session = this.#session;
    const { scene } = session;
    const { zoom } = this.stage.view;
    const isLarge = 4 * scene.width * scene.height * scene.frames > maximumPlayedBytes && zoom <= 0.5;
    const width = isLarge ? Math.ceil((scene.width * zoom) / widthStep) * widthStep : null;
    if (width === this.#playedWidth) return;
    this.#dropPlayed();
    this.#playedWidth = width;
    if (width === null) return;
    const resized = await session.resized(width).catch(() => null);
    // Otherwise the frames of the scene are played.
    if (!resized || this.#listeners.signal.aborted || session.scene !== scene || this.#playedWidth !== width) return;
    this.#played = this.#makeSource(new FrameSource(resized, { renew: () => session.resized(width) }));
    this.playback.setPlayed(this.#played);
  }

  #dropPlayed() {
    this.#played?.close();
    this.#played = null;
    this.#playedWidth = null;
    this.playback.setPlayed(null);
  }

  #listen() {
    const { signal } = this.#listeners;
    const session = this.#session;
    const fitPlayed = debounced(100, () => { if (!signal.aborted) this.#fitPlayed(); });
    this.stage.view.addEventListener("change", fitPlayed, { signal });
    session.addEventListener("scene", () => {
      this.#source.close();
      this.#dropPlayed();
      this.#source = this.#makeSource();
      this.playback.setSource(this.#source);
      fitPlayed();
    }, { signal });
    session.addEventListener("seek", ({ detail }) => this.playback.seek(detail.frame, { pause: detail.pause }), { signal });
    this.playback.addEventListener("frame", () => this.stage.frameChanged(), { signal });
    this.playback.addEventListener("waiting", () => { this.#spinner.hidden = !this.playback.isWaiting; }, { signal });
    this.#sound.addEventListener("ready", () => this.playback.joinSound(), { signal });
    this.#sound.addEventListener("error", ({ error }) => toastError(error), { signal });
    // A hidden page gets no animation frames; these do not count as dropped.
    let goesOn = false;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        goesOn = this.playback.isPlaying;
        this.playback.pause();
      } else if (goesOn) {
        this.playback.play();
      }
    }, { signal });
    // Clicked buttons lose the focus, so that Space plays and pauses.
    this.element.addEventListener("mousedown", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
    }, { signal });
  }

  #begin() {
    const before = remembered.get(this.#session);
    if (before) {
      this.playback.set(before.how);
      this.playback.setRange(before.range);
      if (before.ground) this.stage.ground.choose(before.ground);
    }
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.playback.seek(this.#session.frame);
    if (before?.isPlaying ?? (!isCalm && this.playback.frames > 1)) this.playback.play();
  }

  #toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.element.requestFullscreen?.().catch(() => {});
  }
}

/**
 * Shows the player of a session in `element`.
 * @param {HTMLElement} element
 * @param {import("../session.js").Session} session
 * @param {FrameSource} [source] its frames, see {@link loadedFrames}
 */
export function mountPlayer(element, session, source) {
  return new Player(element, session, source);
}
