import { fill, h } from "../dom.js";
import { BudgetTable } from "./check/budget.js";
import { CostTable } from "./check/cost.js";
import { Findings } from "./check/findings.js";
import { ShownAs } from "./check/shown-as.js";
import { SideBySide } from "./check/side-by-side.js";

/**
 * The panel with the findings of the movie by player, and the costs of its images.
 * @param {HTMLElement} element
 * @param {import("../session.js").Session} session
 */
export function mountCheck(element, session) {
  const findings = new Findings(session);
  const budget = new BudgetTable(session);
  const cost = new CostTable(session);
  const shownAs = new ShownAs(session);
  const sideBySide = new SideBySide(session);
  shownAs.element.append(sideBySide.element);
  fill(element, h("div", { class: "panel-body check" }, findings.element, budget.element, shownAs.element, cost.element));
  return {
    destroy() {
      findings.close();
      budget.close();
      cost.close();
      shownAs.close();
      sideBySide.close();
      fill(element);
    },
  };
}
