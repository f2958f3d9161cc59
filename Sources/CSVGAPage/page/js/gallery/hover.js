import { api } from "../api.js";
import { context2D, find, h } from "../dom.js";
import { FrameSource, draw } from "../player/frame-source.js";

/**
 * @typedef {{card: HTMLElement, end: AbortController, timer?: ReturnType<typeof setTimeout>, frame?: number, source?: FrameSource,
 *   canvas?: HTMLCanvasElement}} Playing
 */

/** Plays the movie of a hovered or focused card in its picture. Only one movie plays at a time. */
export class MovingThumbnail {
  /** @type {Playing|null} */
  #playing = null;

  /**
   * Starts playback after a delay unless it was stopped.
   * @param {HTMLElement} card
   * @param {API.Entry} entry
   * @param {number} longerSide of the pictures, in pixels
   */
  start(card, entry, longerSide) {
    if (this.#playing?.card === card) return;
    this.stop();
    /** @type {Playing} */
    const playing = { card, end: new AbortController() };
    this.#playing = playing;
    playing.timer = setTimeout(() => this.#play(playing, entry, longerSide).catch(() => this.#end(playing)), 160);
  }

  /** Stops playback, or only playback in this card. @param {HTMLElement} [card] */
  stop(card) {
    if (this.#playing && (!card || this.#playing.card === card)) this.#end(this.#playing);
  }

  /** @param {Playing} playing */
  #end(playing) {
    if (this.#playing === playing) this.#playing = null;
    clearTimeout(playing.timer);
    if (playing.frame !== undefined) cancelAnimationFrame(playing.frame);
    playing.end.abort();
    playing.source?.close();
    playing.canvas?.remove();
    playing.card.classList.remove("playing");
  }

  /** @param {Playing} playing @param {API.Entry} entry @param {number} longerSide */
  async #play(playing, entry, longerSide) {
    const { signal } = playing.end;
    const summary = await api.summary(entry.id, [], signal);
    // A file that cannot be read has no frames.
    if (summary.error !== null) return;
    const { width, height } = summary;
    const pixels = Math.round(Math.min(width, width >= height ? longerSide : (longerSide * width) / height));
    const scene = await api.scene({ movie: entry.id, vars: {}, hiddenSprites: [], width: Math.max(1, pixels) }, signal);
    if (signal.aborted) return;
    const source = new FrameSource(scene, { budgetBytes: 48 << 20 });
    playing.source = source;
    await source.frame(0);
    if (signal.aborted) return;
    const canvas = h("canvas", { width: scene.width, height: scene.height, class: "loaded" });
    playing.canvas = canvas;
    const context = context2D(canvas);
    find(playing.card, ".card-picture").append(canvas);
    playing.card.classList.add("playing");
    // The next frame is shown when it is due and loaded. A preview may be slower than the movie.
    let frame = -1;
    let due = 0;
    /** @param {number} now */
    const step = (now) => {
      const next = (frame + 1) % scene.frames;
      source.want(next);
      const record = now >= due && source.peek(next);
      if (record) {
        draw(context, record);
        frame = next;
        due = Math.max(due + 1000 / scene.fps, now - 1000 / scene.fps);
      }
      playing.frame = requestAnimationFrame(step);
    };
    playing.frame = requestAnimationFrame(step);
  }
}
