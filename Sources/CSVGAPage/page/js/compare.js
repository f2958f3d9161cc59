/** Two movies beside each other. */
export function mountCompare(element) {
  return { destroy() { element.replaceChildren(); } };
}
