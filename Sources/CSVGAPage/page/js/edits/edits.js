import { ApiError, api } from "../api.js";
import { t } from "../i18n.js";
import { library } from "../library.js";
import { editStore } from "./store.js";

/** @typedef {API.EditStep} Step */
/** @typedef {{name: string, blob: Blob}} Picture */
/** @typedef {{steps: Event, answer: Event}} Events */

/** The errors for a file of another kind. */
const wrongKinds = {
  image: { english: "this is not a picture", chinese: "这不是图片" },
  sound: { english: "this is not a sound", chinese: "这不是声音" },
  svga: { english: "this is not an SVGA movie", chinese: "这不是 SVGA 动画" },
};

/** The server takes a newer order of the same page in place of an older one. */
const page = Math.random().toString(36).slice(2);

/**
 * The edit steps of a movie with their history, and the movie that they make. The browser keeps them by the content of the file.
 * Event "steps" when the list changes, "answer" when the server begins or ends to apply it.
 */
export class Edits extends /** @type {EventTargetOf<Events>} */ (EventTarget) {
  /** @type {API.EditResult|null} for the newest list that the server has applied */
  answer = null;
  /** @type {unknown} why the newest list could not be sent */
  problem = null;
  isRunning = false;
  /** Whether the file has changed on disk since the steps began. */
  isConflict = false;
  /** Whether the file on disk cannot be read, for example because it is being written. */
  isUnreadable = false;

  #movie;
  /** @type {Step[][]} */
  #history = [[]];
  #position = 0;
  /** @type {Map<string, Picture>} by the names of uploads */
  #pictures = new Map();
  /** @type {{movie: string, content: string}|null} the movie before all steps */
  #base = null;
  /** The movie before a step that is being changed. @type {string|null} */
  #beforeStep = null;
  #turn = 0;
  #isClosed = false;
  /** The file is being replaced by the edited one. @type {Promise<unknown>|null} */
  #writing = null;

  /** @param {string} movie */
  constructor(movie) {
    super();
    this.#movie = movie;
  }

  close() {
    this.#isClosed = true;
    this.#turn += 1;
  }

  /** @returns {readonly Step[]} */
  get steps() {
    return this.#history[this.#position];
  }

  get canUndo() {
    return this.#position > 0;
  }

  get canRedo() {
    return this.#position < this.#history.length - 1;
  }

  /** The identifier of the file. */
  get file() {
    return this.#movie;
  }

  /** The movie before all steps; null before the first step. */
  get base() {
    return this.#base;
  }

  /** The identifier of the movie to show; null: the file itself. */
  get shown() {
    return this.#beforeStep ?? this.result;
  }

  /** The identifier of the movie that the steps make; null: the file itself. */
  get result() {
    return this.steps.length > 0 && this.answer ? this.answer.movie.id : null;
  }

  /** The file of an upload. @param {string} file */
  picture(file) {
    return this.#pictures.get(file);
  }

  /** Loads the kept steps of the file. */
  async start() {
    try {
      if (await editStore.isEmpty()) return;
      this.isRunning = true;
      this.#emit("answer");
      await this.#findBase();
      const kept = this.#base && await editStore.get(this.#base.content);
      if (this.#history.length > 1) return;
      this.isRunning = false;
      if (!kept || this.#isClosed) return this.#emit("answer");
      await this.#restorePictures(kept);
      this.#history = kept.steps;
      this.#position = kept.position;
      this.#emit("steps");
      await this.#apply();
    } catch {
      // A file that cannot be read has no steps.
      this.isRunning = false;
      this.#emit("answer");
    }
  }

  /**
   * Uploads the kept pictures again: the server may have been started again.
   * @param {import("./store.js").KeptEdits} kept
   */
  async #restorePictures(kept) {
    /** @type {Map<string, string>} */
    const names = new Map();
    for (const [file, picture] of Object.entries(kept.pictures)) {
      const answer = await api.uploadPart(new File([picture.blob], picture.name));
      names.set(file, answer.file);
      this.#pictures.set(answer.file, picture);
    }
    for (const option of kept.steps.flat().flatMap((step) => step.options)) {
      if (option.value && typeof option.value === "object" && "file" in option.value) {
        option.value.file = names.get(String(option.value.file)) ?? option.value.file;
      }
    }
  }

  // Changes

  /** @param {...Step} steps */
  add(...steps) {
    this.#change([...this.steps, ...steps]);
  }

  /** @param {number} index @param {Step} step */
  replace(index, step) {
    this.#change(this.steps.with(index, step));
  }

  /** @param {number} index */
  remove(index) {
    this.#change(this.steps.toSpliced(index, 1));
  }

  /** @param {number} index @param {number} to */
  move(index, to) {
    if (to < 0 || to >= this.steps.length) return;
    this.#change(this.steps.toSpliced(index, 1).toSpliced(to, 0, this.steps[index]));
  }

  /** Shows the movie before a step, until the steps change or {@link showResult} is called. @param {number} index */
  async showBefore(index) {
    const turn = this.#turn;
    try {
      const answer = await this.#ask({ movie: this.#base?.movie ?? this.#movie, steps: this.steps.slice(0, index), key: `${page} before` });
      if (answer.isRunning || turn !== this.#turn) return;
      this.#beforeStep = answer.movie.id;
      this.#emit("answer");
    } catch {
      // The step can be changed without its picture.
    }
  }

  showResult() {
    if (this.#beforeStep === null) return;
    this.#beforeStep = null;
    this.#emit("answer");
  }

  clear() {
    if (this.steps.length > 0) this.#change([]);
  }

  undo() {
    if (this.canUndo) this.#go(this.#position - 1);
  }

  redo() {
    if (this.canRedo) this.#go(this.#position + 1);
  }

  /** Uploads a file of a step. @param {File} file @param {"image"|"sound"|"svga"} kind @returns {Promise<string>} the name of the upload @throws {ApiError} */
  async upload(file, kind) {
    const answer = await api.uploadPart(file);
    if (answer.kind !== kind) throw new ApiError(422, wrongKinds[kind].english, undefined, { error: wrongKinds[kind].chinese });
    this.keepPicture(answer.file, { name: file.name, blob: file });
    return answer.file;
  }

  /** @param {string} file the name of its upload @param {Picture} picture */
  keepPicture(file, picture) {
    this.#pictures.set(file, picture);
  }

  /** @param {Step[]} steps */
  #change(steps) {
    this.#history = [...this.#history.slice(0, this.#position + 1), steps];
    this.#go(this.#position + 1);
  }

  /** @param {number} position */
  #go(position) {
    this.#position = position;
    this.#beforeStep = null;
    this.#emit("steps");
    this.#apply();
  }

  // The server

  async #findBase() {
    if (this.#base) return;
    const answer = await this.#ask({ movie: this.#movie, steps: [] });
    if (!answer.isRunning) this.#base = { movie: answer.base, content: answer.content };
  }

  /**
   * Asks until the server has applied the steps.
   * @param {{movie: string, steps: readonly Step[], key?: string, isFinal?: boolean, allowsPlayerFindings?: boolean}} order a newer order with the same
   *   `key` replaces it
   */
  async #ask({ movie, steps, key = page, isFinal = false, allowsPlayerFindings = false }) {
    const names = Object.fromEntries([...this.#pictures].map(([file, { name }]) => [file, name]).filter(([, name]) => name));
    const order = { page: isFinal ? `${page} save` : key, movie, steps, names: unique(names), isFinal, allowsPlayerFindings };
    let answer = await api.edit(order);
    const turn = this.#turn;
    while (answer.isRunning && turn === this.#turn) answer = await api.edit(order);
    if (!answer.isRunning) {
      const name = answer.movie.name;
      library.nameEdited(answer.base, t("edit.name.before", { name }));
      if (answer.movie.id !== answer.base) library.nameEdited(answer.movie.id, t("edit.name.after", { name }));
    }
    return answer;
  }

  async #apply() {
    const turn = ++this.#turn;
    this.isRunning = true;
    this.problem = null;
    this.#emit("answer");
    try {
      await this.#findBase();
      let answer;
      try {
        answer = await this.#ask({ movie: this.#base?.movie ?? this.#movie, steps: this.steps });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404 && error.status !== 410) throw error;
        answer = await this.#askAgain();
      }
      if (turn !== this.#turn || answer.isRunning) return;
      this.answer = answer;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.problem = error;
    }
    this.isRunning = false;
    this.#keep();
    this.#emit("answer");
  }

  /** The server no longer has the movie before the steps. */
  async #askAgain() {
    const content = this.#base?.content;
    this.#base = null;
    await this.#findBase();
    const base = this.base;
    if (base?.content !== content) this.isConflict = true;
    return this.#ask({ movie: base?.movie ?? this.#movie, steps: this.steps });
  }

  /**
   * The file of the steps, which is written only if no player shows it worse, or if the user allows it.
   * @param {boolean} allowsPlayerFindings
   * @returns {Promise<API.EditResult>}
   */
  async finish(allowsPlayerFindings) {
    for (;;) {
      const answer = await this.#ask({ movie: this.#base?.movie ?? this.#movie, steps: this.steps, isFinal: true, allowsPlayerFindings });
      if (!answer.isRunning) return answer;
    }
  }

  /**
   * Replaces the file by the edited one. Then the steps are done, and the list is empty.
   * @param {boolean} allowsPlayerFindings
   * @returns {Promise<{failure: API.EditResult["failure"], backup?: string}>}
   * @throws {ApiError} also if the file has changed on disk
   */
  async save(allowsPlayerFindings) {
    const { failure, movie } = await this.finish(allowsPlayerFindings);
    if (failure) return { failure };
    const writing = api.writeEdit(movie.id, this.#movie);
    this.#writing = writing.catch(() => {});
    try {
      const { backup } = await writing;
      if (this.#base) await editStore.remove(this.#base.content);
      this.#turn += 1;
      Object.assign(this, { answer: null, problem: null, isConflict: false, isUnreadable: false, isRunning: false });
      this.#base = null;
      this.#history = [[]];
      this.#position = 0;
      this.#emit("steps");
      this.#emit("answer");
      return { failure: null, backup };
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        this.isConflict = true;
        this.#emit("answer");
      }
      throw error;
    } finally {
      this.#writing = null;
    }
  }

  async #keep() {
    if (!this.#base) return;
    const used = new Set(this.#history.flat().flatMap((step) => step.options).map(({ value }) => (value && typeof value === "object" ? value.file : undefined)));
    if (this.#history.length === 1) return editStore.remove(this.#base.content);
    await editStore.put({
      content: this.#base.content, steps: this.#history, position: this.#position, time: Date.now(),
      pictures: Object.fromEntries([...this.#pictures].filter(([file]) => used.has(file))),
    });
  }

  // The file on disk

  /** Called when the file has changed on disk. The steps stay on the content that they began with. */
  async fileChanged() {
    await this.#writing;
    if (this.#history.length === 1) {
      this.#base = null;
      this.answer = null;
      return;
    }
    try {
      const answer = await api.edit({ page: `${page} look`, movie: this.#movie, steps: [], names: {}, isFinal: false, allowsPlayerFindings: false });
      this.isConflict = !answer.isRunning && answer.content !== this.#base?.content;
      this.isUnreadable = false;
    } catch {
      // The last good content stays.
      this.isConflict = this.isUnreadable = true;
    }
    this.#emit("answer");
  }

  /** Applies the steps to the file as it is on disk now. */
  async takeFile() {
    const before = this.#base;
    this.#base = null;
    this.isConflict = this.isUnreadable = false;
    await this.#apply();
    if (this.problem) this.#base = before;
    else if (before && before.content !== this.base?.content) await editStore.remove(before.content);
    if (this.problem) this.isConflict = true;
    this.#emit("answer");
  }

  /** @param {keyof Events} event */
  #emit(event) {
    if (!this.#isClosed) this.dispatchEvent(new Event(event));
  }
}

/** Different names for different uploads. @param {Record<string, string>} names */
function unique(names) {
  /** @type {Record<string, string>} */
  const result = {};
  const used = new Set();
  for (const [file, name] of Object.entries(names)) {
    const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
    let candidate = name;
    for (let number = 2; used.has(candidate); number += 1) candidate = `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
    used.add(candidate);
    result[file] = candidate;
  }
  return result;
}
