// The buttons below the picture.
import { h, iconButton, setIcon } from "../dom.js";
import { timecode } from "../format.js";
import { t } from "../i18n.js";
import { speeds } from "./playback.js";

/** @typedef {import("../icons.js").IconName} IconName */
/** @typedef {import("./playback.js").PlaybackControls} PlaybackControls */
/** @typedef {import("./sound.js").Sound} Sound */
/** @typedef {import("../compare/pair.js").Pair} Pair */

/** The interval for updates of the frame and time during playback, in milliseconds. */
const readingTime = 100;

/** Play, pause and step buttons, the frame and time, the playback settings, and the volume. */
export class Transport {
  element;

  #playback;
  #sound;
  #listeners = new AbortController();
  #play;
  #speed;
  #reverse;
  #loop;
  #mute = iconButton("volume", t("player.mute"), { shortcut: "M", "data-test": "mute", onclick: () => this.#sound.setMuted(!this.#sound.isMuted) });
  #volume = h("input", { type: "range", class: "slider", min: 0, max: 1, step: 0.05, "aria-label": t("player.volume"),
    oninput: (event) => this.#sound.setVolume(Number(event.currentTarget.value)) });
  #field;
  #time = h("span");
  #lastShown = 0;

  /**
   * @param {PlaybackControls} playback
   * @param {Sound|import("../compare/pair.js").Silence} sound
   */
  constructor(playback, sound) {
    this.#playback = playback;
    this.#sound = sound;
    /**
     * @param {IconName} name @param {string} key @param {string} shortcut @param {() => void} onclick
     * @param {Attributes<HTMLButtonElement>} [options]
     */
    const button = (name, key, shortcut, onclick, options) => iconButton(name, t(key), { shortcut, onclick, ...options });
    this.#play = button("play", "player.play", "Space", () => playback.toggle(), { class: "play", "data-test": "play" });
    this.#reverse = button("reverse", "player.reverse", "R", () => playback.set({ isReverse: !playback.isReverse }), { pressed: false, "data-test": "reverse" });
    this.#loop = button("loop", "player.loop", "", () => playback.set({ isLooping: !playback.isLooping }), { pressed: true, "data-test": "loop" });
    this.#speed = h("select", { class: "select transport-speed", "aria-label": t("player.speed"), "data-tip": t("player.speed"), "data-test": "speed",
      onchange: (event) => playback.set({ speed: Number(event.currentTarget.value) }) }, speeds.map((speed) => h("option", { value: String(speed) }, `${speed}×`)));
    this.#field = h("input", { class: "input short", inputmode: "numeric", autocomplete: "off", "aria-label": t("player.frame"), "data-test": "frame-field",
      onfocus: (event) => event.currentTarget.select(), onchange: () => this.#typed(), onblur: () => this.#showFrame(), onkeydown: (event) => this.#fieldKey(event) });
    this.element = h("div", { class: "transport", role: "group", "aria-label": t("player.transport") },
      h("div", { class: "transport-main" },
        button("first", "player.first", "Home", () => playback.seek(playback.range.first), { class: "quiet wide-bar" }),
        button("previous", "player.previous", "←", () => playback.step(-1), { "data-test": "previous-frame" }),
        this.#play,
        button("next", "player.next", "→", () => playback.step(1), { "data-test": "next-frame" }),
        button("last", "player.last", "End", () => playback.seek(playback.range.last), { class: "quiet wide-bar" })),
      h("div", { class: "transport-modes" }, this.#reverse, this.#loop),
      h("div", { class: "transport-position" }, this.#field, h("span", { class: "quiet" }, `/ ${Math.max(0, playback.frames - 1)}`),
        h("span", { class: "transport-time", "data-test": "time" }, this.#time, h("span", { class: "transport-length" }, ` / ${timecode(playback.frames / playback.rate)}`))),
      h("div", { class: "transport-pace" }, this.#speed, this.#mute, this.#volume));
    const { signal } = this.#listeners;
    playback.addEventListener("frame", () => this.#frameChanged(), { signal });
    playback.addEventListener("state", () => this.#showState(), { signal });
    sound.addEventListener("volume", () => this.#showVolume(), { signal });
    sound.addEventListener("error", () => this.#showVolume(), { signal });
    this.#showState();
    this.#showFrame();
    this.#showVolume();
  }

  destroy() {
    this.#listeners.abort();
  }

  /** Seeks to the field's frame or time, for example 1.5s or 0:01.500. */
  #typed() {
    const words = this.#field.value.trim();
    const time = /^(?:(\d+):)?(\d+(?:\.\d+)?)\s*s?$/.exec(words);
    const isTime = time && (time[1] !== undefined || words.endsWith("s"));
    if (isTime) this.#playback.seek(Math.floor((60 * Number(time[1] ?? 0) + Number(time[2])) * this.#playback.rate + 1e-6));
    else if (/^\d+$/.test(words)) this.#playback.seek(Number(words));
    else this.#showFrame(true);
  }

  /** @param {KeyboardEvent} event */
  #fieldKey(event) {
    if (event.key === "Escape") {
      this.#showFrame(true);
      this.#field.blur();
    } else if (event.key === "Enter") {
      this.#typed();
      this.#field.select();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.#playback.step(event.key === "ArrowUp" ? 1 : -1).then(() => this.#showFrame(true));
    }
  }

  /** Limits updates during playback, because layout 60 times per second would slow down the picture. */
  #frameChanged() {
    const now = performance.now();
    if (this.#playback.isPlaying && now - this.#lastShown < readingTime) return;
    this.#lastShown = now;
    this.#showFrame();
  }

  /** @param {boolean} [overwrites] also what is just being typed */
  #showFrame(overwrites = false) {
    const { shownFrame, rate } = this.#playback;
    if (overwrites || document.activeElement !== this.#field) this.#field.value = String(shownFrame);
    this.#time.textContent = timecode(shownFrame / rate);
  }

  #showState() {
    const { isPlaying, isReverse, isLooping, speed } = this.#playback;
    setIcon(this.#play, isPlaying ? "pause" : "play", t(isPlaying ? "player.pause" : "player.play"));
    this.#reverse.setAttribute("aria-pressed", String(isReverse));
    this.#loop.setAttribute("aria-pressed", String(isLooping));
    this.#speed.value = String(speed);
  }

  #showVolume() {
    const { isMuted, volume, hasSound } = this.#sound;
    const isSilent = isMuted || !hasSound;
    setIcon(this.#mute, isSilent ? "muted" : "volume", t(hasSound ? (isMuted ? "player.unmute" : "player.mute") : "player.noSound"));
    this.#mute.disabled = !hasSound;
    this.#volume.disabled = !hasSound;
    this.#volume.value = String(isSilent ? 0 : volume);
  }
}
