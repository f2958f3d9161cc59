// The player's shortcuts, as in video editors.
import { isTyping, shortcuts } from "../shortcuts.js";

/** @typedef {import("./playback.js").PlaybackControls} PlaybackControls */
/**
 * @typedef {{stage: import("./stage.js").Stage, viewBar: import("./view-bar.js").ViewBar, sound: import("./sound.js").Sound,
 *   toggleFullScreen: () => void}} Picture
 */
/** @typedef {import("../compare/pair.js").Pair} Pair */

/** Elements that use the arrows, Space or Enter themselves. */
const arrowUsers = "input, select, [role=tab], [role=separator], [role=menu] *, [role=listbox] *, [role=tree] *, [role=treegrid] *, [role=radio], dialog *";
const spaceUsers = "button, a, input, select, summary, [role=button], [role=tab], [role=option], [role=treeitem], [role=radio], [role=switch], dialog *";

/** Listens while the player is shown. */
export class Keyboard {
  #actions;
  #forget;
  /** @param {KeyboardEvent} event */
  #listener = (event) => this.#run(event);

  /**
   * @param {PlaybackControls} playback
   * @param {Picture} [picture] without it there are only the keys of the playback
   */
  constructor(playback, picture) {
    this.#actions = [...playbackActions(playback), ...(picture ? pictureActions(picture) : [])];
    this.#forget = shortcuts.add("player", this.#actions.map(({ label, keys }) => ({ label, keys })));
    addEventListener("keydown", this.#listener);
  }

  destroy() {
    this.#forget();
    removeEventListener("keydown", this.#listener);
  }

  /** @param {KeyboardEvent} event */
  #run(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === " " && target.matches(spaceUsers)) return;
    if (/^(Arrow|Home|End)/.test(event.key) && target.matches(arrowUsers)) return;
    if (document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = this.#actions.find(({ listens }) => listens.includes(key));
    if (!found) return;
    event.preventDefault();
    found.run?.(event);
  }
}

/** @param {PlaybackControls} playback */
function playbackActions(playback) {
  return [
    action("player.key.play", ["Space"], [" "], () => playback.toggle()),
    action("player.key.shuttle", ["J", "K", "L"], ["j", "k", "l"], ({ key }) => shuttle(playback, /** @type {"j"|"k"|"l"} */ (key.toLowerCase()))),
    action("player.key.step", ["←", "→"], ["ArrowLeft", "ArrowRight"], ({ key, shiftKey }) =>
      playback.step((key === "ArrowLeft" ? -1 : 1) * (shiftKey ? 10 : 1))),
    action("player.key.leap", ["Shift", "←", "→"], []),
    action("player.key.ends", ["Home", "End"], ["Home", "End"], ({ key }) => playback.seek(key === "Home" ? playback.range.first : playback.range.last)),
    action("player.key.in", ["I"], ["i"], () => playback.setRange({ first: playback.shownFrame, last: Math.max(playback.shownFrame, playback.range.last) })),
    action("player.key.out", ["O"], ["o"], () => playback.setRange({ first: Math.min(playback.shownFrame, playback.range.first), last: playback.shownFrame })),
    action("player.key.clear", ["X"], ["x"], () => playback.setRange(null)),
    action("player.reverse", ["R"], ["r"], () => playback.set({ isReverse: !playback.isReverse })),
  ];
}

/** @param {Picture} picture */
function pictureActions({ stage: { view }, viewBar, sound, toggleFullScreen }) {
  return [
    action("player.mute", ["M"], ["m"], () => sound.setMuted(!sound.isMuted)),
    action("player.key.zoom", ["+", "−"], ["+", "=", "-"], ({ key }) => (key === "-" ? view.zoomOut() : view.zoomIn())),
    action("player.fit", ["0"], ["0"], () => view.fit()),
    action("player.key.actual", ["1"], ["1"], () => view.zoomTo(1)),
    action("player.grid", ["G"], ["g"], () => viewBar.toggleGrid()),
    action("player.key.background", ["B"], ["b"], () => viewBar.backgrounds.next()),
    action("player.fullScreen", ["F"], ["f"], toggleFullScreen),
  ];
}

/** @param {string} label @param {string[]} keys @param {string[]} listens @param {(event: KeyboardEvent) => unknown} [run] */
function action(label, keys, listens, run) {
  return { label, keys, listens, run };
}

/** J plays backwards, L forwards; again: twice as fast. K pauses. @param {PlaybackControls} playback @param {"j"|"k"|"l"} key */
function shuttle(playback, key) {
  if (key === "k") {
    playback.pause();
    playback.set({ speed: 1 });
    return;
  }
  const isReverse = key === "j";
  const isSame = playback.isPlaying && playback.isReverse === isReverse;
  playback.set({ isReverse, speed: isSame ? Math.min(4, playback.speed * 2) : 1 });
  playback.play();
}
