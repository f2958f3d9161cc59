// What went wrong, in the form in which the page shows it.

/** @typedef {{message: string, advice?: string}} Problem one line, and what to do about it if something can be done */

/** @param {unknown} thrown @returns {Problem} */
export function problemOf(thrown) {
  return typeof thrown === "object" && thrown !== null && "message" in thrown ? /** @type {Problem} */ (thrown) : { message: String(thrown) };
}

/** The message and the advice as one text. @param {unknown} thrown @param {string} separator */
export function problemText(thrown, separator) {
  const { message, advice } = problemOf(thrown);
  return [message, advice].filter(Boolean).join(separator);
}

/** Whether something was thrown because a request was cancelled. @param {unknown} thrown */
export function isAbort(thrown) {
  return thrown instanceof Error && thrown.name === "AbortError";
}
