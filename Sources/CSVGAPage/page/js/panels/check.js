import { fill, h } from "../dom.js";
import { BudgetTable } from "./check/budget.js";
import { CostTable } from "./check/cost.js";
import { Findings } from "./check/findings.js";
import { SideBySide } from "./check/side-by-side.js";

/**
 * The panel with the findings of the movie by player, and the costs of its images.
 * @param {HTMLElement} element
 * @param {import("../session.js").Session} session
 */
export function mountCheck(element, session) {
  const findings = new Findings(session);
  const cost = new CostTable(session);
  const budget = new BudgetTable(session, (report) => cost.showBudget(report));
  const sideBySide = new SideBySide(session);
  findings.players.append(sideBySide.element);
  fill(element, h("div", { class: "panel-body check" }, findings.players, findings.element, budget.element, cost.element));
  return {
    destroy() {
      findings.close();
      budget.close();
      cost.close();
      sideBySide.close();
      fill(element);
    },
  };
}
