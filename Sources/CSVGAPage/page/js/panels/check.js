/** The panel Check of one movie. */
export function mountCheck(element) {
  return { destroy() { element.replaceChildren(); } };
}
