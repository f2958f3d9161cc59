import { fill, h } from "../dom.js";
import { CostTable } from "./check/cost.js";
import { Findings } from "./check/findings.js";

/**
 * The panel with what is wrong with the movie, for each player, and with what its images cost.
 * @param {HTMLElement} element
 * @param {import("../session.js").Session} session
 */
export function mountCheck(element, session) {
  const findings = new Findings(session);
  const cost = new CostTable(session);
  fill(element, h("div", { class: "panel-body check" }, findings.element, cost.element));
  return {
    destroy() {
      findings.close();
      cost.close();
      fill(element);
    },
  };
}
