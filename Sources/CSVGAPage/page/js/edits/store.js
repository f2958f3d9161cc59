// The edit steps of files, kept in the browser. Without storage, steps last until the page is closed.

/**
 * What is kept for a content.
 * @typedef {{content: string, steps: API.EditStep[][], position: number, pictures: Record<string, {name: string, blob: Blob}>, time: number}} KeptEdits
 * `steps` are the lists of the history; `position` is the shown one.
 */

const name = "edits";
/** The maximum number of files. */
const maximum = 60;
/** @type {Promise<IDBDatabase>|undefined} */
let opened;

/** @returns {Promise<IDBDatabase>} */
function database() {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("svga-preview", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(name, { keyPath: "content" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));
}

/**
 * @template Value @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<Value>} ask @param {Value} fallback
 * @returns {Promise<Value>}
 */
async function ask(mode, ask, fallback) {
  try {
    const store = (await database()).transaction(name, mode).objectStore(name);
    return await new Promise((resolve, reject) => {
      const request = ask(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    // The browser refuses storage, for example in a private window.
    return fallback;
  }
}

export const editStore = {
  /** Whether steps of any file are kept. */
  async isEmpty() {
    return (await ask("readonly", (store) => store.count(), 0)) === 0;
  },

  /** @param {string} content @returns {Promise<KeptEdits|undefined>} */
  get: (content) => ask("readonly", (store) => store.get(content), undefined),

  /** @param {KeptEdits} edits */
  async put(edits) {
    await ask("readwrite", (store) => store.put(edits), "");
    /** @type {KeptEdits[]} */
    const all = await ask("readonly", (store) => store.getAll(), []);
    const old = all.sort((a, b) => b.time - a.time).slice(maximum);
    for (const { content } of old) await ask("readwrite", (store) => store.delete(content), undefined);
  },

  /** @param {string} content */
  remove: (content) => ask("readwrite", (store) => store.delete(content), undefined),
};
