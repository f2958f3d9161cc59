import { h } from "../dom.js";

/** The stage, the transport and the timeline of one movie. */
export function mountPlayer(element, session) {
  element.append(h("p", {}, session.name));
  return { destroy() { element.replaceChildren(); } };
}
