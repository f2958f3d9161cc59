import { emptyState, h, icon, iconButton, leaveSearch, set } from "../dom.js";
import { t } from "../i18n.js";
import { dialog, menu, toast, toastError } from "../overlays.js";
import { copyVars, isSet } from "../vars.js";
import { copyDialog } from "./keys/copy-dialog.js";
import { KeyEditor } from "./keys/key-editor.js";
import { keyFacts, shownFrames } from "./keys/key-facts.js";
import { KeyRow } from "./keys/key-row.js";
import { TimelineRow } from "./keys/timeline-row.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../vars.js").Vars} Vars */
/** @typedef {import("../vars.js").ImageSetting} ImageSetting */

/** The number of rows that are rendered initially; a button adds the others. */
const ROW_LIMIT = 400;

/**
 * The replaceable keys of a movie as a list with an open editor for the selected key.
 * @param {HTMLElement} element
 * @param {import("../session.js").Session} session
 * @param {{timelineSlot?: HTMLElement}} [player] where a row for the selected key is drawn
 * @returns {{destroy: () => void}}
 */
export function mountKeys(element, session, { timelineSlot } = {}) {
  const panel = new KeysPanel(element, session, timelineSlot);
  return { destroy: () => panel.destroy() };
}

class KeysPanel {
  #element;
  #session;
  #abort = new AbortController();
  /** @type {HTMLInputElement} */
  #search;
  #summary;
  /** @type {HTMLInputElement} */
  #file = h("input", { type: "file", class: "sr-only", accept: ".json,application/json", tabindex: "-1", "aria-hidden": "true", "data-test": "vars-file",
    onchange: () => this.#load() });
  #list;
  #more;
  #resetAll;
  /** @type {Map<string, KeyRow>} in the order of the list */
  #rows = new Map();
  /** @type {{key: string, editor: KeyEditor}|null} */
  #opened = null;
  /** @type {TimelineRow|undefined} */
  #timeline;
  /** @type {string|undefined} */
  #hovered;
  #limit = ROW_LIMIT;

  /** @param {HTMLElement} element @param {Session} session @param {HTMLElement|undefined} timelineSlot */
  constructor(element, session, timelineSlot) {
    this.#element = element;
    this.#session = session;
    this.#search = h("input", { class: "input", type: "search", placeholder: t("keys.search"), "aria-label": t("keys.search"), "data-test": "key-search", onkeydown: leaveSearch,
      oninput: () => this.#filter() });
    this.#summary = h("span", { class: "quiet small", "aria-live": "polite" });
    this.#resetAll = h("button", { type: "button", class: "button quiet", "data-test": "reset-all", onclick: () => this.#askReset() }, t("keys.resetAll"));
    const copy = h("button", { type: "button", class: "button", "data-test": "copy-as", onclick: () => copyDialog(session) }, icon("copy"), t("keys.copyAs"));
    const more = iconButton("more", t("keys.more"), { onclick: ({ currentTarget }) => menu(currentTarget, [{ label: t("keys.load"), icon: "upload", run: () => this.#file.click() }]) });
    this.#list = h("ul", { class: "key-list", "aria-label": t("keys.list") });
    this.#more = h("button", { type: "button", class: "button key-more", hidden: true, onclick: () => { this.#limit = Infinity; this.#filter(); } });
    this.#timeline = timelineSlot && new TimelineRow(timelineSlot, session);
    set(element, { "data-test": "keys-panel" });
    element.classList.add("keys-panel");
    element.replaceChildren(
      h("div", { class: "panel-header" }, h("span", { class: "input-icon key-search" }, icon("search"), this.#search), copy, more, this.#file),
      h("div", { class: "key-summary" }, this.#summary, h("span", { class: "spacer" }), this.#resetAll),
      h("div", { class: "panel-body" }, this.#list, this.#more));
    this.#fill();
    const { signal } = this.#abort;
    for (const event of /** @type {const} */ (["vars", "uploads"])) session.addEventListener(event, () => this.#update(), { signal });
    session.addEventListener("selection", () => this.#select(), { signal });
    session.addEventListener("hover", () => this.#hover(), { signal });
    element.addEventListener("shown", () => this.#reveal(), { signal });
    this.#update();
    this.#select();
  }

  async #fill() {
    const facts = keyFacts(this.#session);
    if (facts.length === 0) {
      this.#list.replaceWith(emptyState("key", t("keys.none"), t("keys.none.text")));
      return;
    }
    for (const entry of facts) this.#rows.set(entry.key, new KeyRow(this.#session, entry, { toggle: () => this.#toggle(entry.key) }));
    this.#filter();
    try {
      const shown = await shownFrames(this.#session);
      if (this.#abort.signal.aborted) return;
      for (const [key, row] of this.#rows) row.showFrames(shown.get(key) ?? row.facts.shown);
    } catch (error) {
      if (!this.#abort.signal.aborted) toastError(error);
    }
  }

  /** The rows whose keys or texts contain the search text. */
  #filter() {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = [...this.#rows.values()].filter(({ facts }) => {
      const text = `${facts.key} ${this.#session.vars.texts[facts.key]?.text ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const shown = matches.slice(0, this.#limit);
    const opened = this.#row(this.#opened?.key);
    if (opened && matches.includes(opened) && !shown.includes(opened)) shown.push(opened);
    this.#list.replaceChildren(...shown.map((row) => row.element));
    if (matches.length === 0 && this.#rows.size > 0) this.#list.append(h("li", {}, emptyState("search", t("keys.noMatch"))));
    this.#more.hidden = shown.length >= matches.length;
    this.#more.textContent = t("keys.showAll", { count: matches.length });
  }

  #update() {
    for (const row of this.#rows.values()) row.update();
    this.#opened?.editor.update();
    const { vars } = this.#session;
    const count = [...this.#rows.keys()].filter((key) => isSet(vars, key)).length;
    this.#summary.textContent = t("keys.summary", { total: this.#rows.size, count });
    this.#resetAll.hidden = count === 0;
  }

  /** @param {string|undefined} key */
  #row(key) {
    return key === undefined ? undefined : this.#rows.get(key);
  }

  // Selection

  /** @param {string} key */
  #toggle(key) {
    this.#session.select(this.#opened?.key === key ? null : { key });
  }

  #select() {
    const key = this.#session.selection?.key;
    if (key === this.#opened?.key) return;
    this.#close();
    const row = this.#row(key);
    if (row && key !== undefined) {
      const editor = new KeyEditor(this.#session, row.facts);
      this.#opened = { key, editor };
      row.open(editor.element);
      if (!row.element.isConnected) {
        this.#search.value = "";
        this.#filter();
      }
      editor.loaded.then(() => this.#reveal());
    }
  }

  #close() {
    if (!this.#opened) return;
    this.#rows.get(this.#opened.key)?.open(null);
    this.#opened.editor.destroy();
    this.#opened = null;
  }

  #reveal() {
    const row = this.#row(this.#opened?.key);
    if (row && this.#element.offsetParent) row.element.scrollIntoView({ block: "nearest" });
  }

  #hover() {
    const key = this.#session.hovered?.key;
    if (key === this.#hovered) return;
    this.#row(this.#hovered)?.markHovered(false);
    this.#row(key)?.markHovered(true);
    this.#hovered = key;
  }

  // All settings at once

  /** @param {Vars} [vars] */
  async #set(vars) {
    try {
      await this.#session.update((draft) => { draft.vars = copyVars(vars); });
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  }

  async #askReset() {
    const old = copyVars(this.#session.vars);
    if (await this.#set()) toast(t("keys.resetAll.done"), { action: { label: t("keys.undo"), run: () => this.#set(old) } });
  }

  /** Loads the settings of a `--vars` file. Its images are matched with uploads by name. */
  async #load() {
    const file = this.#file.files?.[0];
    this.#file.value = "";
    if (!file) return;
    let vars;
    try {
      const json = JSON.parse(await file.text());
      if (!isSettings(json)) throw new SyntaxError("other members");
      vars = copyVars(json);
    } catch {
      toast(t("keys.load.noJSON", { name: file.name }), { kind: "error" });
      return;
    }
    /** @type {[string, ImageSetting][]} */
    const missing = [];
    for (const [key, setting] of Object.entries(vars.images)) {
      // The server rejects entries without a file name.
      if (typeof setting.file !== "string") continue;
      const upload = [...this.#session.uploads.values()].find(({ name }) => name === setting.file.split("/").at(-1));
      if (upload) {
        setting.file = upload.file;
      } else {
        missing.push([key, setting]);
        delete vars.images[key];
      }
    }
    if (await this.#set(vars)) this.#askPictures(missing);
  }

  /** Asks the user for the images that a loaded file names. @param {[string, ImageSetting][]} missing */
  #askPictures(missing) {
    if (missing.length === 0) return;
    const input = h("input", { type: "file", multiple: true, accept: "image/*", "aria-label": t("keys.load.choose") });
    const names = [...new Set(missing.map(([, setting]) => setting.file))];
    dialog({
      title: t("keys.load.pictures"),
      body: [h("p", {}, t("keys.load.pictures.text")), h("ul", { class: "key-files" }, names.map((name) => h("li", { class: "mono" }, name))), input],
      actions: [{ label: t("common.cancel") }, { label: t("keys.load.use"), kind: "primary", run: () => { this.#givePictures(missing, [...input.files ?? []]); } }],
    });
  }

  /** @param {[string, ImageSetting][]} missing @param {File[]} files */
  async #givePictures(missing, files) {
    try {
      const given = new Map();
      for (const file of files) given.set(file.name, await this.#session.upload(file));
      await this.#session.update(({ vars }) => {
        for (const [key, setting] of missing) {
          const upload = given.get(setting.file.split("/").at(-1));
          if (upload) vars.images[key] = { ...setting, file: upload.file };
        }
      });
    } catch (error) {
      toastError(error);
    }
  }

  destroy() {
    this.#abort.abort();
    this.#close();
    this.#timeline?.destroy();
    this.#element.replaceChildren();
  }
}

/**
 * Whether a value is an object with only known members. The server checks their content.
 * @param {unknown} value
 */
function isSettings(value) {
  return typeof value === "object" && value !== null && Object.keys(value).every((name) => ["images", "texts", "hide"].includes(name));
}
