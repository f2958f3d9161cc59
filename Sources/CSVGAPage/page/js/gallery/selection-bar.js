// The bar below the gallery with the actions for the selected movies.
import { askExport, askNames, askOptimize, askPlayers, startBatch } from "../batch/forms.js";
import { fill, h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { library } from "../library.js";
import { toastError } from "../overlays.js";

/** @typedef {import("../icons.js").IconName} IconName */

/** @type {{name: string, icon: IconName, run: (movies: string[]) => void|Promise<void>}[]} */
const actions = [
  { name: "optimize", icon: "fit", run: askOptimize },
  { name: "fix", icon: "check", run: (movies) => askPlayers("fix", movies) },
  { name: "check", icon: "alert", run: (movies) => askPlayers("check", movies) },
  { name: "render", icon: "send", run: askExport },
  { name: "rename", icon: "text", run: (movies) => askNames(movies, (id) => library.nameOf(id)) },
  { name: "copy", icon: "download", run: (movies) => startBatch(movies, { kind: "copy" }) },
];

/**
 * @param {{compare: () => void, clear: () => void, selectAll: () => void, ordered: () => string[]}} options `ordered` gives the selected movies in the
 *   order of the gallery
 */
export function selectionBar({ compare, clear, selectAll, ordered }) {
  const count = h("span", { class: "truncate selection-count", role: "status" });
  const all = h("button", { type: "button", class: "button quiet", "data-test": "select-all", onclick: selectAll });
  const compareButton = h("button", { type: "button", class: "button", "data-test": "compare", onclick: compare }, icon("compare"), t("gallery.compare"));
  const buttons = actions.map(({ name, icon: picture, run }) => h("button", {
    type: "button", class: "button", "data-test": `batch-${name}`,
    onclick: async () => { try { await run(ordered()); } catch (error) { toastError(error); } },
  }, icon(picture), t(`batch.${name}`)));
  const element = h("div", { class: "gallery-selection", hidden: true, "data-test": "selection" },
    h("div", { class: "line selection-state" }, count, all, h("button", { type: "button", class: "button quiet", "data-test": "clear-selection", onclick: clear }, t("gallery.clearSelection"))),
    h("span", { class: "spacer" }),
    h("div", { class: "line selection-actions", role: "toolbar", "aria-label": t("batch.actions") }, compareButton, buttons));
  return {
    element,
    /** @param {number} selected @param {number} shown @param {boolean} hasAll whether all shown movies are selected */
    update(selected, shown, hasAll) {
      element.hidden = selected === 0;
      const text = t("gallery.selected", { count: selected });
      if (count.textContent !== text) count.textContent = text;
      fill(all, t("batch.selectAll", { count: shown }));
      all.hidden = hasAll;
      compareButton.hidden = selected !== 2;
    },
  };
}
