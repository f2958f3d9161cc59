// Parses the forms of text style values in `svga help substitution`, for example `COLOR/WIDTH|none`.

/**
 * @typedef {{kind: "switch"}
 *   | {kind: "words", words: string[]}
 *   | {kind: "number", words: string[]}
 *   | {kind: "range", low: number, high: number, words: string[]}
 *   | {kind: "parts", parts: string[], words: string[]}
 *   | {kind: "text", form: string}} StyleForm `parts` begin with COLOR, numbers follow; `words` may replace the entire value
 */

/** @param {string} form @returns {StyleForm} */
export function styleForm(form) {
  if (form === "") return { kind: "switch" };
  const choices = form.split("|");
  const words = choices.filter((choice) => /^[a-z][a-z-]*$/.test(choice));
  if (words.length === choices.length) return { kind: "words", words };
  if (choices.length - words.length > 1) return { kind: "text", form };
  const value = choices.find((choice) => !words.includes(choice)) ?? "";
  if (value === "N") return { kind: "number", words };
  const range = /^(\d+)…(\d+)$/.exec(value);
  if (range) return { kind: "range", low: Number(range[1]), high: Number(range[2]), words };
  const parts = value.split("/");
  if (parts[0] === "COLOR") return { kind: "parts", parts, words };
  return { kind: "text", form };
}
