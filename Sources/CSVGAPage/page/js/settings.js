// What the page remembers on this computer, such as the language. A browser may refuse to store anything: then nothing is remembered.

const prefix = "svga.";

/**
 * What was remembered under this name, or `fallback`. Somebody may have changed it: its type is only what this page stores.
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

/** Remembers a value that JSON can hold. @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Storage is full or switched off: the setting lasts until the page is closed.
  }
}
