// Replaces the files of a batch's movies by the results, each with a backup beside it.
import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dialog } from "../overlays.js";
import { problemText } from "../problem.js";
import { isUnchanged } from "./batches.js";

/** @typedef {import("./batches.js").Batch} Batch */

/** The movies whose files can be replaced, in the order of the table. @param {Batch} batch @returns {number[]} */
export function replaceable({ state, rows, isRunning }) {
  if (!state || isRunning || !["optimize", "fix"].includes(state.kind)) return [];
  return [...rows.values()].filter((row) => row.state === "done" && row.files.length === 1 && row.backup === null && !isUnchanged(row, state.kind))
    .map(({ index }) => index).sort((first, second) => first - second);
}

/**
 * Asks, and replaces the files one after the other. The rows of the batch get the name of the backup, or the error.
 * @param {Batch} batch
 * @param {(indices: number[], progress: {done: number, total: number}|null) => void} onchange called for each changed row; without progress at the end
 */
export function askReplace(batch, onchange) {
  const indices = replaceable(batch);
  const total = indices.length;
  const names = h("ul", { class: "batch-replace-names" }, indices.slice(0, 5).map((index) => h("li", { class: "truncate" }, batch.movies[index].name)),
    total > 5 && h("li", { class: "quiet" }, t("batch.names.more", { count: total - 5 })));
  dialog({
    title: t("batch.replace.title", { count: total }), body: [h("p", {}, t("batch.replace.text")), names],
    actions: [{ label: t("common.cancel") }, { label: t("batch.replace.confirm", { count: total }), kind: "primary", run: () => { replace(); } }],
  });

  async function replace() {
    let done = 0;
    onchange([], { done, total });
    for (const index of indices) {
      const row = batch.rows.get(index);
      if (!row || batch.isClosed) return;
      try {
        const { backup } = await api.writeBatchMovie(batch.id, index);
        batch.rows.set(index, { ...row, backup, writeProblem: undefined });
      } catch (error) {
        batch.rows.set(index, { ...row, writeProblem: problemText(error, " · ") });
      }
      done += 1;
      onchange([index], { done, total });
    }
    onchange([], null);
  }
}
