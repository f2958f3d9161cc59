// One movie: the player at the left, and the panels at the right. In narrow windows the panels are a sheet over the lower part.
import { errorState, fill, h, iconButton, scaled } from "./dom.js";
import { setHeader } from "./header.js";
import { t } from "./i18n.js";
import { library } from "./library.js";
import { importTools } from "./lottie.js";
import { factsButton } from "./movie-facts.js";
import { toast, toastError } from "./overlays.js";
import { Edits } from "./edits/edits.js";
import { mountCheck } from "./panels/check.js";
import { mountEdit } from "./panels/edit.js";
import { mountKeys } from "./panels/keys.js";
import { mountLayers } from "./panels/layers.js";
import { mountSend } from "./panels/send.js";
import { carryPlayback, loadedFrames, mountPlayer } from "./player/player.js";
import { problemOf } from "./problem.js";
import { Session } from "./session.js";
import { remember, remembered } from "./settings.js";
import { shortcuts } from "./shortcuts.js";
import { sheetHandle } from "./sheet.js";
import { splitter } from "./splitter.js";
import { tabs } from "./tabs.js";

/** @typedef {import("./icons.js").IconName} IconName */
/** @typedef {import("./player/player.js").Player} Player */

/** The panel Edit stays while sessions change, so the view creates it. @type {{id: string, icon: IconName, mount?: (panel: HTMLElement, session: Session, player: Player) => Mounted, isEager?: boolean}[]} */
const panels = [
  // The panel Keys finds the sprites under the pointer, also while another panel is visible. So it is created at the start.
  { id: "keys", icon: "key", mount: mountKeys, isEager: true },
  { id: "layers", icon: "layers", mount: mountLayers },
  { id: "edit", icon: "pen" },
  { id: "check", icon: "check", mount: mountCheck },
  { id: "send", icon: "send", mount: mountSend },
];

/** Sessions of closed movies, which restore the settings when a movie is opened again. @type {Map<string, Session>} */
const left = new Map();
const LEFT_LIMIT = 16;

/** @param {Session} session */
function leave(session) {
  left.set(session.id, session);
  if (left.size <= LEFT_LIMIT) return;
  const [oldest] = left.values();
  left.delete(oldest.id);
  oldest.close();
}

/** Removes and returns the session of a closed movie. @param {string} id */
function comeBack(id) {
  const session = left.get(id);
  left.delete(id);
  return session;
}

class MovieView {
  #element;
  #id;
  /** @type {string|undefined} */
  #name;
  /** @type {Session|null} */
  #session = null;
  /** @type {Mounted[]} */
  #parts = [];
  /** @type {Player|null} */
  #player = null;
  #edits;
  #editPanel = h("div", { class: "panel", "data-test": "edit-panel" });
  /** @type {ReturnType<typeof mountEdit>|null} */
  #editPart = null;
  /** Whether the shown movie is being replaced by the result of other steps. */
  #isSwapping = false;
  #isClosed = false;
  /** The button of a Lottie's import, and its popover. @type {Child[]} */
  #importTools = [];
  /** The number of times that the file was opened. If it changes while it is read, only the last result is shown. */
  #turn = 0;
  /** @param {CustomEvent<API.LibraryChange>} event */
  #follow = (event) => this.#libraryChanged(event.detail);

  /** @param {HTMLElement} element @param {string} id @param {number|undefined} frame */
  constructor(element, id, frame) {
    this.#element = element;
    this.#id = id;
    this.#edits = new Edits(id);
    this.#editPanel.addEventListener("shown", () => this.#mountEdit());
    this.#edits.addEventListener("answer", () => this.#showEdited());
    library.addEventListener("change", this.#follow);
    this.#open({ frame, previous: comeBack(id) });
    this.#edits.start();
  }

  destroy() {
    this.#isClosed = true;
    library.removeEventListener("change", this.#follow);
    this.#edits.close();
    this.#editPart?.destroy();
    this.#unmount();
    // A session of an edited movie is made again from its steps.
    if (this.#session?.id === this.#id) leave(this.#session);
    else this.#session?.close();
  }

  /** Renders all parts again, for example in another language, and keeps the session. */
  async remount() {
    const session = this.#session;
    if (!session) return;
    await session.translate();
    if (this.#isClosed || session !== this.#session) return;
    const hadPanel = this.#editPart !== null;
    this.#editPart?.destroy();
    this.#editPart = null;
    this.#unmount();
    this.#mount();
    if (hadPanel) this.#mountEdit();
  }

  #mountEdit() {
    if (this.#editPart) return;
    this.#editPart = mountEdit(this.#editPanel, this.#edits, () => (this.#session && this.#player ? { session: this.#session, player: this.#player } : null));
  }

  /** Shows the movie that the steps make, or the file. The old picture stays until the new one can be drawn. */
  async #showEdited() {
    const id = this.#edits.shown ?? this.#id;
    if (this.#edits.isRunning || this.#isSwapping || !this.#session || this.#session.id === id || this.#isClosed) return;
    const turn = this.#turn;
    const before = this.#session;
    this.#isSwapping = true;
    try {
      const session = await Session.open(id, before);
      const source = await loadedFrames(session);
      if (this.#isClosed || turn !== this.#turn) {
        source.close();
        session.giveBack(before);
        session.close();
        return;
      }
      this.#swap(before, session, source);
    } catch (error) {
      if (!this.#isClosed) toastError(error);
      return;
    } finally {
      this.#isSwapping = false;
    }
    // Other steps may have come meanwhile.
    this.#showEdited();
  }

  /** @param {Session} before @param {Session} session @param {import("./player/frame-source.js").FrameSource} source */
  #swap(before, session, source) {
    const focused = this.#editPanel.contains(document.activeElement) ? document.activeElement : null;
    const positions = [...this.#editPanel.querySelectorAll(".panel-body")].map((body) => /** @type {const} */ ([body, body.scrollTop]));
    this.#unmount();
    carryPlayback(before, session);
    before.close();
    this.#session = session;
    this.#mount(source);
    this.#editPart?.update();
    for (const [body, top] of positions) body.scrollTop = top;
    if (!(focused instanceof HTMLElement)) return;
    // The update may have drawn the same button again.
    const { focus, test } = focused.dataset;
    const same = focused.isConnected ? focused : this.#editPanel.querySelector(focus ? `[data-focus="${focus}"]` : `[data-test="${test}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }

  /** Opens the file. If it is opened again, the settings and the frame are kept. @param {{frame?: number, previous?: Session}} [options] */
  async #open({ frame, previous } = {}) {
    const name = library.entries.get(this.#id)?.name ?? this.#name ?? this.#id;
    this.#name = name;
    const turn = (this.#turn += 1);
    this.#setHeader(name);
    fill(this.#element, h("div", { class: "empty" }, h("span", { class: "spinner" }), h("p", {}, t("common.loading"))));
    try {
      const session = await Session.open(this.#id, previous);
      if (this.#isClosed || turn !== this.#turn) {
        if (this.#isClosed) leave(session);
        else session.close();
        return;
      }
      this.#session = session;
      this.#setHeader(session.name);
      this.#mount();
      this.#showEdited();
      if (frame) session.seek(frame, { pause: true });
    } catch (error) {
      if (this.#isClosed || turn !== this.#turn) return;
      const { message, advice } = problemOf(error);
      const state = errorState({ message: t("movie.unreadable", { name }), advice: message });
      if (advice) state.append(h("p", {}, advice));
      state.append(h("a", { class: "button", href: "#/" }, t("movie.back")));
      fill(this.#element, state);
    } finally {
      if (turn === this.#turn) previous?.close();
    }
  }

  /** @param {import("./player/frame-source.js").FrameSource} [source] */
  #mount(source) {
    const session = this.#session;
    if (!session) return;
    const stage = h("section", { class: "movie-stage", "aria-label": session.name, "data-test": "movie-stage" });
    const panelTabs = tabs(panels.map(({ id, icon }) => ({ id, icon, label: t(`movie.tab.${id}`), panel: id === "edit" ? this.#editPanel : undefined })), {
      label: t("movie.tabs"), selected: remembered("movie.tab", "keys"), onselect: (id) => remember("movie.tab", id),
    });
    const side = h("aside", { class: "movie-side", "aria-label": t("movie.tabs") }, panelTabs.element, panelTabs.panels);
    const root = document.documentElement.style;
    const body = h("div", { class: "movie-body" }, stage, splitter({
      label: t("movie.split"), name: "movie.side", value: scaled(400), least: 280, most: scaled(760), apply: (pixels) => root.setProperty("--side", `${pixels}px`),
    }), side);
    side.prepend(sheetHandle(side));
    fill(this.#element, h("div", { class: "movie" }, body));
    this.#setHeader(session.name);
    this.#showImport(session);

    const player = mountPlayer(stage, session, source);
    this.#player = player;
    this.#parts.push(player);
    for (const { id, mount, isEager } of panels) {
      if (!mount) continue;
      const panel = panelTabs.panel(id);
      const start = () => this.#parts.push(mount(panel, session, player));
      if (isEager || panelTabs.selected === id) start();
      else panel.addEventListener("shown", start, { once: true });
    }
    this.#editPart?.update();
    /** @param {number} count */
    const step = (count) => {
      const id = library.neighbour(this.#id, count);
      if (id) location.hash = `#/movie/${id}`;
    };
    const remove = shortcuts.add("general", [
      { keys: ["["], key: "[", label: "movie.previous", run: () => step(-1) },
      { keys: ["]"], key: "]", label: "movie.next", run: () => step(1) },
    ]);
    this.#parts.push({ destroy: remove });
  }

  /** Asks whether the file is a Lottie. Without an answer the header stays as it is. @param {Session} session */
  async #showImport(session) {
    const tools = await importTools(this.#id).catch(() => []);
    if (this.#isClosed || session !== this.#session) return;
    const had = this.#importTools.length > 0;
    this.#importTools = tools;
    if (had || tools.length > 0) this.#setHeader(session.name);
  }

  #unmount() {
    for (const part of this.#parts) part.destroy();
    this.#parts = [];
    fill(this.#element);
    if (this.#session && !this.#isClosed) this.#setHeader(this.#session.name);
  }

  /** @param {string} title */
  #setHeader(title) {
    /** @param {IconName} name @param {string} label @param {string} shortcut @param {number} step */
    const button = (name, label, shortcut, step) => {
      const id = library.neighbour(this.#id, step);
      return iconButton(name, label, { shortcut, disabled: !id, onclick: () => { location.hash = `#/movie/${id}`; } });
    };
    const session = this.#session;
    setHeader({
      title,
      tools: session ? [factsButton(session.facts, session.id === this.#id ? library.entries.get(this.#id) : this.#edits.answer?.movie), this.#importTools] : [],
      crumbs: [{ label: t("common.gallery"), href: "#/" }],
      trailing: library.entries.size > 1 ? [h("span", { class: "group-quiet" }, button("back", t("movie.previous"), "[", -1), button("forward", t("movie.next"), "]", 1))] : [],
    });
  }

  /** @param {API.LibraryChange} change */
  #libraryChanged({ changed, removed }) {
    const name = this.#name ?? this.#id;
    if (removed.includes(this.#id)) toast(t("movie.removed", { name }), { kind: "warning", detail: t("movie.removed.advice") });
    if (!changed.some((entry) => entry.id === this.#id)) return;
    if (this.#session) this.#reopen(name);
    else this.#open();
  }

  /** The file has changed on disk. If it cannot be read, for example while it is written, the last good version stays. @param {string} name */
  async #reopen(name) {
    const turn = (this.#turn += 1);
    await this.#edits.fileChanged();
    const before = this.#session;
    if (this.#isClosed || turn !== this.#turn || !before) return;
    if (this.#edits.shown !== null) return toast(t("movie.changedEdited", { name }), { kind: "warning" });
    try {
      const session = await Session.open(this.#id, before);
      const source = await loadedFrames(session);
      if (this.#isClosed || turn !== this.#turn) {
        source.close();
        session.giveBack(before);
        session.close();
        return;
      }
      this.#swap(before, session, source);
      toast(t("movie.changed", { name }));
    } catch (error) {
      if (this.#isClosed || turn !== this.#turn) return;
      toast(t("movie.kept", { name }), { kind: "warning", detail: problemOf(error).message });
    }
  }
}

/**
 * Shows one movie in `element`.
 * @param {HTMLElement} element
 * @param {string} id
 * @param {{frame?: number}} [options] the frame to start with, paused
 */
export function mountMovie(element, id, { frame } = {}) {
  return new MovieView(element, id, frame);
}
