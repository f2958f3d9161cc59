/** The panel Keys of one movie. */
export function mountKeys(element) {
  return { destroy() { element.replaceChildren(); } };
}
