// Errors in the form that the page shows.

/** @typedef {{message: string, advice?: string}} Problem one line, and advice if there is any */

/** @param {unknown} thrown @returns {Problem} */
export function problemOf(thrown) {
  return typeof thrown === "object" && thrown !== null && "message" in thrown ? /** @type {Problem} */ (thrown) : { message: String(thrown) };
}

/** The message and the advice as one text. @param {unknown} thrown @param {string} separator */
export function problemText(thrown, separator) {
  const { message, advice } = problemOf(thrown);
  return [message, advice].filter(Boolean).join(separator);
}

/** Whether something was thrown because a request was canceled. @param {unknown} thrown */
export function isAbort(thrown) {
  return thrown instanceof Error && thrown.name === "AbortError";
}
