import { ApiError, api } from "./api.js";
import { t } from "./i18n.js";
import { library } from "./library.js";
import { Pointing } from "./pointing.js";
import { copyVars } from "./vars.js";

/**
 * @typedef {import("./vars.js").Vars} Vars
 * @typedef {API.Scene} Scene
 * @typedef {{key?: string, sprite?: number}} Selection
 * @typedef {{corners: number[][], kind: "hover"|"selected"|"finding", label: string}} Outline
 * @typedef {{vars: Vars, hiddenSprites: Set<number>, player: string|null}} Draft the inputs that determine the pixels of a scene; `player` is
 *   emulated, null: our own rules
 * @typedef {{file: string, name: string, width: number, height: number, bytes: number, url: string, blob: Blob}} Upload a picture; `name` is its
 *   name on the user's disk, `url` shows it in an <img>
 * @typedef {{x: number, y: number, kind: "move"|"click"|"leave"}} PointEvent an action of the pointer, in points of the canvas
 * @typedef {{scene: Event, vars: Event, frame: Event, selection: Event, hover: Event, outlines: Event, uploads: Event,
 *   seek: CustomEvent<{frame: number, pause: boolean}>, point: CustomEvent<PointEvent>,
 *   droppicture: CustomEvent<{x: number, y: number, file: File}>}} Events
 */

/**
 * An open movie: its content, the settings of its keys, the current frame, and the selection. Panels and player communicate
 * only through its events: "scene", "vars", "frame", "selection", "hover", "seek" {frame, pause}, "outlines", "uploads".
 */
export class Session extends /** @type {EventTargetOf<Events>} */ (EventTarget) {
  /** @type {Scene} a new object for each change of the pixels; {@link Session.open} creates the first */
  scene = /** @type {Scene} */ (/** @type {unknown} */ (undefined));
  frame = 0;
  /** @type {Selection|null} */
  selection = null;
  /** @type {Selection|null} the hovered object in the picture or in a list */
  hovered = null;
  /** @type {Outline[]} */
  outlines = [];
  /** @type {Map<string, Upload>} by the names that vars have for them */
  uploads = new Map();

  /** @type {Draft} the inputs of the scene */
  #state;
  /** @type {Draft} the inputs with pending changes */
  #wanted;
  #turn = 0;
  /** @type {Promise<unknown>} the newest request for a scene; never rejected */
  #posting = Promise.resolve();
  /** @type {Promise<Scene>|null} an evicted scene that is created again */
  #renewing = null;
  /** @type {Promise<API.Sprite[]>|null} */
  #layers = null;
  /** @type {Pointing|undefined} */
  #pointing;
  #isClosed = false;

  /**
   * Opens a movie. A movie that changed on disk is opened again with its previous session, and keeps the settings that still apply.
   * @param {string} id
   * @param {Session} [previous]
   */
  static async open(id, previous) {
    const player = previous ? previous.player : (await api.vocabulary()).player;
    const session = new Session(id, await api.movie(id), previous, player);
    try {
      session.scene = await session.#post(session.#state);
    } catch (error) {
      if (!previous || !(error instanceof ApiError) || error.status !== 422) throw error;
      session.#state = session.#wanted = { vars: copyVars(), hiddenSprites: new Set(), player: null };
      session.scene = await session.#post(session.#state);
    }
    // From here on, this session revokes the object URLs of the pictures.
    previous?.uploads.clear();
    session.frame = Math.min(previous?.frame ?? 0, Math.max(0, session.scene.frames - 1));
    session.#pointing = new Pointing(session);
    return session;
  }

  /** Use {@link Session.open}. @param {string} id @param {API.Facts} facts @param {Session|undefined} previous @param {string|null} player */
  constructor(id, facts, previous, player) {
    super();
    this.id = id;
    /** The identifier of the file; that of the movie itself unless it is edited. @type {string} */
    this.file = previous && library.isEdited(id) ? previous.file : id;
    this.facts = facts;
    this.name = facts.name;
    const keys = new Set(facts.keys.map((key) => key.key));
    this.#state = { vars: copyVars(previous?.vars), hiddenSprites: new Set(), player };
    for (const settings of [this.#state.vars.images, this.#state.vars.texts]) {
      for (const key of Object.keys(settings)) if (!keys.has(key)) delete settings[key];
    }
    this.#state.vars.hide = this.#state.vars.hide.filter((key) => keys.has(key));
    this.#wanted = this.#state;
    if (previous) {
      this.uploads = new Map(previous.uploads);
      const key = previous.selection?.key;
      if (key !== undefined && keys.has(key)) this.selection = { key };
    }
  }

  /** Reads the diagnostics of the file in the page's language. */
  async translate() {
    if (this.facts.diagnostics.length > 0) this.facts = await api.movie(this.id).catch(() => this.facts);
  }

  close() {
    this.#isClosed = true;
    this.#pointing?.destroy();
    for (const upload of this.uploads.values()) URL.revokeObjectURL(upload.url);
    this.uploads.clear();
  }

  /** Gives the pictures back to the session before, which stays. @param {Session} previous */
  giveBack(previous) {
    for (const [file, upload] of this.uploads) previous.uploads.set(file, upload);
    this.uploads.clear();
  }

  /** The settings of the keys. Read-only: {@link update} changes them. @returns {Vars} */
  get vars() {
    return this.#state.vars;
  }

  /** The sprites that the layers panel hides. Read-only. @returns {Set<number>} */
  get hiddenSprites() {
    return this.#state.hiddenSprites;
  }

  /** The emulated player; null: no emulation. @returns {string|null} */
  get player() {
    return this.#state.player;
  }

  /**
   * Changes the settings and requests a scene for them. While a request is active, only the newest change waits; it contains
   * the others.
   * @param {(draft: Draft) => void} change
   * @returns {Promise<boolean>} false: a newer change has replaced this one
   * @throws {ApiError} and the old settings stay
   */
  async update(change) {
    const { vars, hiddenSprites, player } = this.#wanted;
    const draft = { vars: copyVars(vars), hiddenSprites: new Set(hiddenSprites), player };
    change(draft);
    this.#wanted = draft;
    const turn = ++this.#turn;
    await this.#posting;
    if (turn !== this.#turn || this.#isClosed) return false;
    let scene;
    try {
      scene = await this.#post(draft);
    } catch (error) {
      if (turn === this.#turn) this.#wanted = this.#state;
      throw error;
    }
    if (this.#isClosed) return false;
    this.#state = draft;
    this.#show(scene);
    this.#emit("vars");
    return turn === this.#turn;
  }

  /**
   * The scene for the current settings after the server has evicted one (410).
   * @param {{scene: string}} dropped
   * @returns {Promise<Scene>}
   */
  renew(dropped) {
    if (this.scene.scene !== dropped.scene) return Promise.resolve(this.scene);
    return (this.#renewing ??= this.#remake(dropped).finally(() => (this.#renewing = null)));
  }

  /** @param {{scene: string}} dropped */
  async #remake(dropped) {
    await this.#posting;
    if (this.scene.scene !== dropped.scene) return this.scene;
    const state = this.#state;
    const scene = await this.#post(state);
    if (state === this.#state && !this.#isClosed) this.#show(scene);
    return this.scene;
  }

  /** The scene with the current settings in another width, in pixels. @param {number} width */
  resized(width) {
    return this.#post(this.#state, width);
  }

  /** Requests a scene; requests are serialized. @param {Draft} draft @param {number|null} [width] in pixels; null: the movie's own @returns {Promise<Scene>} */
  #post({ vars, hiddenSprites, player }, width = null) {
    const request = this.#posting.then(() =>
      api.scene({ movie: this.id, vars, hiddenSprites: [...hiddenSprites].sort((a, b) => a - b), width, player }));
    this.#posting = request.catch(() => {});
    return request;
  }

  /** @param {Scene} scene */
  #show(scene) {
    if (scene.scene === this.scene.scene) return;
    this.scene = scene;
    this.#emit("scene");
  }

  /**
   * Calls a function with the current scene, and again if the server has evicted that scene.
   * @template T @param {(scene: string) => Promise<T>} request @returns {Promise<T>}
   */
  async #ask(request) {
    const scene = this.scene;
    try {
      return await request(scene.scene);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 410) throw error;
      return request((await this.renew(scene)).scene);
    }
  }

  /** The sprites at a point of the canvas, topmost first. @param {number} frame @param {number} x @param {number} y */
  async hits(frame, x, y) {
    return (await this.#ask((scene) => api.hits(scene, { frame, x, y }))).hits;
  }

  /** The corners of a key's sprites, or of one sprite, in a frame. @param {number} frame @param {Selection} selection */
  async placements(frame, selection) {
    const what = selection.sprite === undefined ? { key: selection.key } : { sprite: selection.sprite };
    return (await this.#ask((scene) => api.placements(scene, { frame, ...what }))).places;
  }

  /** The sprites, and the frames in which they are visible. Loaded once. */
  layers() {
    const layers = (this.#layers ??= api.layers(this.id).then((answer) => answer.sprites));
    layers.catch(() => (this.#layers = null));
    return layers;
  }

  /**
   * Uploads an image, which vars refer to by its `file`.
   * @param {File} file
   * @returns {Promise<Upload>}
   * @throws {ApiError} also if it is a movie
   */
  async upload(file) {
    const { name } = file;
    const answer = await api.upload(file);
    if (answer.kind !== "image") throw new ApiError(422, t("keys.notPicture", { name }));
    const upload = { ...answer, name, url: URL.createObjectURL(file), blob: file };
    if (this.#isClosed) URL.revokeObjectURL(upload.url);
    this.uploads.set(upload.file, upload);
    this.#emit("uploads");
    return upload;
  }

  /** Sets the current frame; called by the player. @param {number} frame */
  setFrame(frame) {
    if (frame === this.frame) return;
    this.frame = frame;
    this.#emit("frame");
  }

  /** Asks the player to show a frame. @param {number} frame @param {{pause?: boolean}} [options] */
  seek(frame, { pause = true } = {}) {
    this.dispatchEvent(new CustomEvent("seek", { detail: { frame, pause } }));
  }

  /** @param {Selection|null} selection */
  select(selection) {
    if (isSame(selection, this.selection)) return;
    this.selection = selection;
    this.#emit("selection");
  }

  /** @param {Selection|null} selection */
  hover(selection) {
    if (isSame(selection, this.hovered)) return;
    this.hovered = selection;
    this.#emit("hover");
  }

  /** @param {Outline[]} outlines drawn over the stage */
  setOutlines(outlines) {
    if (outlines.length === 0 && this.outlines.length === 0) return;
    this.outlines = outlines;
    this.#emit("outlines");
  }

  /** @param {keyof Events} event */
  #emit(event) {
    this.dispatchEvent(new Event(event));
  }
}

/** @param {Selection|null} a @param {Selection|null} b */
export function isSame(a, b) {
  return a?.key === b?.key && a?.sprite === b?.sprite;
}
