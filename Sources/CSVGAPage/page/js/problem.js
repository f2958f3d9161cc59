// Errors in the form that the page shows.

/** @typedef {{message: string, advice?: string}} Problem one line, and advice if there is any */

/** Whether the page is in Chinese. Workers have no page, and pass both languages on. */
function isChinese() {
  return typeof document !== "undefined" && document.documentElement.lang === "zh";
}

/** The English text, or the Chinese one in a Chinese page. @param {string} english @param {string|undefined} chinese */
export function inPageLanguage(english, chinese) {
  return isChinese() && chinese ? chinese : english;
}

/** The problem in the page's language. @param {unknown} thrown @returns {Problem} */
export function problemOf(thrown) {
  if (typeof thrown !== "object" || thrown === null || !("message" in thrown)) return { message: String(thrown) };
  const problem = /** @type {Problem & {chinese?: API.RefusalText}} */ (thrown);
  const chinese = isChinese() ? problem.chinese : undefined;
  return chinese?.error ? { message: chinese.error, advice: chinese.advice } : problem;
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
