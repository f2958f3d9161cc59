// A link from the gallery to the batch that runs, or that has just ended.
import { api } from "../api.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n.js";

/** The newest batch of which an event came. @type {API.BatchState|null} */
let newest = null;
const changes = new EventTarget();

api.events.addEventListener("batch", ({ detail }) => {
  if (newest && newest.batch !== detail.batch && numberOf(detail) < numberOf(newest)) return;
  newest = detail;
  changes.dispatchEvent(new Event("change"));
});

/** @param {API.BatchState} state */
function numberOf({ batch }) {
  return Number(batch.slice(1));
}

/** @param {AbortSignal} signal */
export function batchLink(signal) {
  const text = h("span", { class: "truncate" });
  const bar = h("progress", { class: "progress", max: 1, "aria-hidden": "true" });
  const link = h("a", { class: "batch-link", hidden: true, "data-test": "batch-link" }, icon("list"), text, bar);
  function show() {
    link.hidden = newest === null;
    if (!newest) return;
    const { batch, kind, state, done, total } = newest;
    link.href = `#/batch/${encodeURIComponent(batch)}`;
    const isRunning = ["waiting", "running", "packing"].includes(state);
    const status = isRunning ? t("batch.running", { done, total }) : t(`batch.state.${state}`);
    text.textContent = `${t("batch.title", { action: t(`batch.${kind}`), count: total })}: ${status}`;
    bar.hidden = !isRunning;
    bar.value = total > 0 ? done / total : 0;
  }
  changes.addEventListener("change", show, { signal });
  show();
  return link;
}
