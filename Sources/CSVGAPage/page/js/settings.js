// Settings in the local storage, for example the language. If the browser refuses storage, settings are not stored.

const prefix = "svga.";

/**
 * The stored value of this name, or `fallback`. The user may have changed it, so its type is not guaranteed.
 * @template Value
 * @param {string} name @param {Value} fallback @returns {Value}
 */
export function remembered(name, fallback) {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Stores a JSON value. @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Storage is full or disabled: the setting lasts until the page is closed.
  }
}
