import { api } from "../api.js";
import { errorState, fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { tabs } from "../tabs.js";
import { ExportForm } from "./send/export-form.js";
import { JobList } from "./send/job-list.js";
import { OptimizeForm } from "./send/optimize-form.js";

/**
 * The panel that exports the movie or optimizes the file, and lists the results for download.
 * @param {HTMLElement} element
 * @param {import("../session.js").Session} session
 * @param {{playback: import("../player/playback.js").Playback}} player
 */
export function mountSend(element, session, { playback }) {
  const list = new JobList(session.file);
  const forms = h("div", { class: "send-forms" });
  /** @type {ExportForm|null} */
  let exportForm = null;
  let isClosed = false;
  fill(element, h("div", { class: "panel-body send" }, forms), list.element);

  async function show() {
    try {
      const vocabulary = await api.vocabulary();
      if (isClosed) return;
      exportForm = new ExportForm(session, playback, vocabulary);
      const choice = tabs([
        { id: "export", label: t("send.export"), panel: h("div", { class: "section" }, exportForm.element) },
        { id: "optimize", label: t("send.smaller"), panel: h("div", { class: "section" }, new OptimizeForm(session, vocabulary).element) },
      ], { label: t("send.what"), isSegmented: true });
      fill(forms, h("div", { class: "send-what" }, choice.element), choice.panels);
    } catch (error) {
      if (!isClosed) fill(forms, errorState(error, { label: t("common.retry"), run: show }));
    }
  }

  show();
  return {
    destroy() {
      isClosed = true;
      exportForm?.close();
      list.close();
      fill(element);
    },
  };
}
