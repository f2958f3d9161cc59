import { api } from "../api.js";
import { emptyState, fill, h, icon, iconButton } from "../dom.js";
import { groundOf } from "../ground.js";
import { t } from "../i18n.js";
import { library } from "../library.js";
import { problemText } from "../problem.js";
import { shortcuts } from "../shortcuts.js";
import { effectiveVars, isSet, resetKey } from "../vars.js";
import { actionGroups, actions, edit } from "./edit/actions.js";
import { BeforeAfter } from "./edit/before-after.js";
import { copyLinesDialog } from "./edit/copy-lines.js";
import { saveDialog, saveInPlace } from "./edit/save.js";
import { stepForm } from "./edit/step-form.js";
import { StepList } from "./edit/step-list.js";

/** @typedef {import("../edits/edits.js").Edits} Edits */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../player/player.js").Player} Player */
/** @typedef {{session: Session, player: Player}} View what is shown now */

/**
 * The panel that changes the file step by step. It stays while the player shows the result of a new step.
 * @param {HTMLElement} element
 * @param {Edits} edits
 * @param {() => View|null} view
 * @returns {{update: () => void, destroy: () => void}}
 */
export function mountEdit(element, edits, view) {
  return new EditPanel(element, edits, view);
}

class EditPanel {
  #element;
  #edits;
  #view;
  #abort = new AbortController();
  #undo = iconButton("undo", t("edit.undo"), { shortcut: "Ctrl Z", "data-test": "undo", onclick: () => this.#edits.undo() });
  #redo = iconButton("redo", t("edit.redo"), { shortcut: "Ctrl ⇧ Z", "data-test": "redo", onclick: () => this.#edits.redo() });
  #status = h("span", { class: "quiet small edit-status", role: "status" });
  #copy = iconButton("copy", t("edit.command"), { "data-test": "edit-copy", onclick: () => copyLinesDialog(this.#edits) });
  #save = h("button", { type: "button", class: "button primary", "data-test": "edit-save", onclick: () => saveDialog(this.#edits) }, icon("download"), t("edit.save"));
  #write = h("button", { type: "button", class: "button primary", hidden: true, "data-test": "edit-write", onclick: () => saveInPlace(this.#edits) }, t("edit.saveInPlace"));
  #canWrite = false;
  #notices = h("div", { class: "edit-notices" });
  #empty = emptyState("pen", t("edit.empty"), t("edit.empty.text"));
  #form = h("div", { class: "edit-new", hidden: true });
  #add = h("section", { class: "section stack", "aria-label": t("edit.actions") }, h("h2", {}, t("edit.actions")), actionGroups.map(({ group, actions: list }) => h("div", {
    class: "edit-group", role: "group", "aria-label": t(`edit.group.${group}`),
  }, h("h3", { class: "quiet small" }, t(`edit.group.${group}`)), h("div", { class: "line wrap" }, list.map((action) => h("button", {
    type: "button", class: "button", "data-test": `action-${action.id}`, onclick: () => this.#start(action),
  }, icon(action.icon), t(`edit.action.${action.id}`)))))));
  #list;
  #compare;
  /** @type {{index: number, form: HTMLElement}|null} */
  #opened = null;
  /** The open form, of a new step or of `#opened`. @type {import("./edit/step-form.js").StepForm|null} */
  #stepForm = null;
  /** @type {Session|null} */
  #followed = null;
  #removeShortcuts;

  /** @param {HTMLElement} element @param {Edits} edits @param {() => View|null} view */
  constructor(element, edits, view) {
    this.#element = element;
    this.#edits = edits;
    this.#view = view;
    this.#list = new StepList(edits, (index) => this.#openStep(index));
    this.#compare = new BeforeAfter(edits);
    fill(element,
      h("div", { class: "panel-header" }, this.#undo, this.#redo, this.#status, h("span", { class: "spacer" }), this.#copy, this.#save, this.#write),
      // What comes with an answer is below the form, and does not move it away from the pointer.
      h("div", { class: "panel-body edit" }, this.#notices, this.#empty, this.#list.element, this.#form, this.#compare.element, this.#add));
    const { signal } = this.#abort;
    edits.addEventListener("steps", () => this.#stepsChanged(), { signal });
    edits.addEventListener("answer", () => this.update(), { signal });
    element.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#removeShortcuts = shortcuts.add("edit", [{ keys: ["Ctrl", "Z"], label: "edit.undo" }, { keys: ["Ctrl", "⇧", "Z"], label: "edit.redo" }]);
    this.update();
    this.#askToWrite();
  }

  async #askToWrite() {
    const { canWrite } = await api.vocabulary().catch(() => ({ canWrite: false }));
    this.#canWrite = canWrite;
    this.#save.classList.toggle("primary", !canWrite);
    this.update();
  }

  destroy() {
    this.#abort.abort();
    this.#closeForm();
    this.#edits.showResult();
    this.#removeShortcuts();
    this.#compare.close();
    fill(this.#element);
  }

  /** Shows the steps, the state, and what can be added to the movie that is shown now. */
  update() {
    const edits = this.#edits;
    this.#follow();
    this.#undo.disabled = !edits.canUndo;
    this.#redo.disabled = !edits.canRedo;
    const isEmpty = edits.steps.length === 0;
    const isBroken = Boolean(edits.problem || edits.answer?.failure);
    this.#copy.hidden = this.#save.hidden = isEmpty;
    this.#write.hidden = isEmpty || !this.#canWrite;
    this.#copy.disabled = this.#save.disabled = edits.isRunning || isBroken;
    this.#write.disabled = this.#save.disabled || edits.isConflict;
    this.#empty.hidden = !isEmpty || !this.#form.hidden || edits.isRunning;
    fill(this.#status, edits.isRunning && h("span", { class: "spinner" }), edits.isRunning ? t("edit.running") : "");
    this.#list.show(this.#opened);
    this.#showNotices();
    this.#showActions();
    this.#compare.update();
  }

  #stepsChanged() {
    if (this.#opened) this.#closeForm();
    this.#opened = null;
    this.update();
  }

  /** Follows the settings of the keys of the session that is shown now. */
  #follow() {
    const session = this.#view()?.session ?? null;
    if (session === this.#followed) return;
    this.#followed = session;
    // The handles of an open form lie over the picture that was shown before.
    this.#stepForm?.close();
    const context = this.#context();
    if (context && (!this.#opened || session?.id === this.#edits.shown)) this.#stepForm?.showHandles(context);
    session?.addEventListener("vars", () => { if (session === this.#followed) this.#showNotices(); }, { signal: this.#abort.signal });
  }

  // Notices

  #showNotices() {
    const edits = this.#edits;
    const session = this.#view()?.session;
    const set = session ? session.facts.keys.filter(({ key }) => isSet(effectiveVars(session.vars), key)).length : 0;
    fill(this.#notices,
      Boolean(edits.problem) && h("div", { class: "edit-notice error", role: "alert" }, icon("error"), h("p", {}, problemText(edits.problem, " "))),
      edits.isConflict && h("div", { class: "edit-notice warning", role: "alert", "data-test": "edit-conflict" }, icon("alert"),
        edits.isUnreadable ? h("p", {}, t("edit.unreadable")) : h("div", { class: "stack" }, h("p", {}, t("edit.conflict")), this.#bothPictures(), h("div", { class: "line wrap" },
          h("button", { type: "button", class: "button", onclick: () => edits.takeFile() }, t("edit.conflict.take"))))),
      set > 0 && h("div", { class: "edit-notice", "data-test": "edit-keys" }, icon("key"), h("div", { class: "stack" }, h("p", {}, t("edit.keys", { count: set })),
        h("div", { class: "line wrap" }, h("button", { type: "button", class: "button", "data-test": "make-permanent", onclick: () => this.#makePermanent() }, t("edit.keys.make"))))));
  }

  /** The edited movie, and the file as it is on disk now. */
  #bothPictures() {
    const { answer, file } = this.#edits;
    const entry = library.entries.get(file);
    const picture = (/** @type {string} */ text, /** @type {string} */ url) => h("figure", { class: "edit-picture" },
      h("img", { class: "checker", src: url, alt: "", width: 120, height: 120, onload: groundOf }), h("figcaption", { class: "small" }, text));
    return h("div", { class: "line wrap" }, answer && picture(t("edit.conflict.edited"), api.thumbnailURL(answer.movie.id, 240, answer.movie.version)),
      entry && picture(t("edit.conflict.disk"), api.thumbnailURL(file, 240, entry.version)));
  }

  /** Makes steps of the settings of the keys. */
  async #makePermanent() {
    const session = this.#view()?.session;
    if (!session) return;
    const vars = effectiveVars(session.vars);
    /** @type {API.EditStep[]} */
    const steps = [];
    for (const { key } of session.facts.keys) {
      const image = vars.images[key];
      const text = vars.texts[key];
      if (image) {
        const upload = session.uploads.get(image.file);
        if (upload) this.#edits.keepPicture(image.file, { name: upload.name, blob: upload.blob });
        steps.push(edit("set-image", { density: "2", ...image }, key));
      }
      if (text?.text !== undefined) {
        const step = edit("set-text", text.text, key);
        const style = { ...vars.texts["*"]?.style, ...text.style, ...(text.markup ? { markup: true } : {}) };
        if (Object.keys(style).length > 0) step.options.push({ name: "text-style", key, value: style });
        steps.push(step);
      }
      if (vars.hide.includes(key)) steps.push(edit("hide", key));
    }
    await session.update(({ vars: draft }) => { for (const { key } of session.facts.keys) resetKey(draft, key); });
    this.#edits.add(...steps);
  }

  // Forms

  /** @returns {import("./edit/actions.js").Context|null} */
  #context() {
    const view = this.#view();
    if (!view) return null;
    const { session, player } = view;
    return { session, player, range: player.playback.range, sprite: session.selection?.sprite ?? null };
  }

  /** The buttons stay: one that was made again during a click would get no event. */
  #showActions() {
    const context = this.#context();
    this.#add.hidden = !context || !this.#form.hidden;
    if (!context || this.#add.hidden) return;
    for (const action of actions) {
      const button = this.#add.querySelector(`[data-test="action-${action.id}"]`);
      if (button instanceof HTMLButtonElement) button.disabled = action.isPossible?.(context) === false;
    }
  }

  /** @param {typeof actions[number]} action */
  #start(action) {
    const context = this.#context();
    if (!context) return;
    if (action.fields.length === 0) {
      this.#edits.add(action.write({}));
      return;
    }
    this.#opened = null;
    this.#edits.showResult();
    const close = () => {
      this.#closeForm();
      this.update();
      const button = this.#add.querySelector(`[data-test="action-${action.id}"]`);
      if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    };
    this.#closeForm();
    const form = stepForm(action, this.#edits, context, { onCancel: close, onSubmit: (step) => { close(); this.#edits.add(step); } });
    this.#stepForm = form;
    form.showHandles(context);
    this.#form.hidden = false;
    fill(this.#form, form.element);
    this.update();
    focusFirst(form.element);
  }

  /** @param {number} index */
  #openStep(index) {
    const context = this.#context();
    const step = this.#edits.steps[index];
    const action = actions.find((candidate) => candidate.read(step) !== null);
    if (!context || !action || action.fields.length === 0) return;
    this.#closeForm();
    const close = () => {
      this.#closeForm();
      this.#opened = null;
      this.#edits.showResult();
      this.update();
      const row = this.#list.element.querySelector(`[data-focus="open-${index}"]`);
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    };
    const form = stepForm(action, this.#edits, context, { step, onCancel: close, onSubmit: (changed) => { this.#edits.replace(index, changed); close(); } });
    this.#opened = { index, form: form.element };
    this.#stepForm = form;
    this.update();
    focusFirst(form.element);
    // Its handles lie over the movie before the step.
    if (action.area) this.#edits.showBefore(index);
    else this.#edits.showResult();
  }

  #closeForm() {
    this.#stepForm?.close();
    this.#stepForm = null;
    this.#form.hidden = true;
    fill(this.#form);
  }

  /** Undo and redo, but not while a text is typed. @param {KeyboardEvent} event */
  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    if (event.target instanceof HTMLElement && event.target.matches("textarea, input:not([type=checkbox])")) return;
    event.preventDefault();
    if (event.shiftKey) this.#edits.redo();
    else this.#edits.undo();
  }
}

/** @param {HTMLElement} form */
function focusFirst(form) {
  form.scrollIntoView({ block: "nearest" });
  const first = form.querySelector("select, input:not([type=file]), textarea, button");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
}
