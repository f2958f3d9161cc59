/** The panel Send of one movie. */
export function mountSend(element) {
  return { destroy() { element.replaceChildren(); } };
}
