/** The panel Layers of one movie. */
export function mountLayers(element) {
  return { destroy() { element.replaceChildren(); } };
}
