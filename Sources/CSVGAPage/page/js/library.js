import { api } from "./api.js";

/**
 * @typedef {{loaded: Event, change: CustomEvent<API.LibraryChange>}} Events
 */

/**
 * The movies of the server. Event "change" with the detail `{added, changed, removed}` (entries, entries, ids) when files on
 * disk or uploads change; event "loaded" when the entire list was read again.
 */
class Library extends /** @type {EventTargetOf<Events>} */ (EventTarget) {
  /** @type {Map<string, API.Entry>} entries by their id */
  entries = new Map();
  /** Whether the gallery is the first view: a folder or several files were named. */
  isFolder = true;
  isLoaded = false;
  /** The names of edited movies, which are no entries, by their ids. @type {Map<string, string>} */
  #edited = new Map();
  /** The ids in the order of the gallery, for previous and next. @type {string[]} */
  order = [];
  /** The number of received changes, the number of requested lists, and the number of the current list. */
  #changes = 0;
  #asked = 0;
  #shown = 0;

  constructor() {
    super();
    api.events.addEventListener("movies", (event) => this.#change(event.detail));
    // Changes during a broken connection are not sent again.
    api.events.addEventListener("listening", () => this.load().catch(() => {}));
  }

  /** @returns {Promise<void>} */
  async load() {
    const number = ++this.#asked;
    const changes = this.#changes;
    const { isFolder, movies } = await api.movies();
    // A list that was requested before a change does not contain it.
    if (changes !== this.#changes) return this.load();
    if (number < this.#shown) return;
    this.#shown = number;
    this.isFolder = isFolder;
    // An unchanged list is not rendered again, because that could interrupt a click.
    if (this.isLoaded && JSON.stringify(movies) === JSON.stringify([...this.entries.values()])) return;
    this.entries = new Map(movies.map((entry) => [entry.id, entry]));
    this.order = this.order.length > 0 ? this.order.filter((id) => this.entries.has(id)) : [...this.entries.keys()];
    this.isLoaded = true;
    this.dispatchEvent(new Event("loaded"));
  }

  /** Gives an edited movie, which the gallery does not list, a name. @param {string} id @param {string} name */
  nameEdited(id, name) {
    this.#edited.set(id, name);
  }

  /** Whether a movie is the result of edits. @param {string} id */
  isEdited(id) {
    return this.#edited.has(id);
  }

  /** The name of a movie. @param {string} id */
  nameOf(id) {
    return this.entries.get(id)?.name ?? this.#edited.get(id) ?? id;
  }

  /** Adds a movie that was just uploaded or made, without waiting for the server's event. @param {API.Entry} entry */
  add(entry) {
    if (!this.entries.has(entry.id)) this.#change({ added: [entry], changed: [], removed: [] });
  }

  /** The id before (-1) or after (1) this one in the gallery, or undefined. @param {string} id @param {number} step */
  neighbour(id, step) {
    const index = this.order.indexOf(id);
    return index < 0 ? undefined : this.order[index + step];
  }

  /** @param {Partial<API.LibraryChange>} change */
  #change({ added = [], changed = [], removed = [] }) {
    this.#changes += 1;
    const fresh = added.filter((entry) => !this.entries.has(entry.id));
    for (const entry of [...added, ...changed]) this.entries.set(entry.id, entry);
    for (const id of removed) this.entries.delete(id);
    this.order = [...this.order.filter((id) => this.entries.has(id)), ...fresh.map((entry) => entry.id)];
    this.dispatchEvent(new CustomEvent("change", { detail: { added: fresh, changed, removed } }));
  }
}

export const library = new Library();
