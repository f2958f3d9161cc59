// A Lottie in the page: the movie that was imported from it, what the import changed, and the movie for download.
import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { popover } from "./overlays.js";

/** The button of a Lottie's import, and its popover; nothing if the file is a movie. @param {string} id @returns {Promise<Child[]>} */
export async function importTools(id) {
  const report = await api.importReport(id);
  if (!report.isImported) return [];
  const { lost, rasterized, output } = report;
  const label = lost.length > 0 ? t("movie.lottie.losses", { count: lost.length }) : t("movie.lottie");
  const button = h("button", { type: "button", class: "button import-button", "data-test": "import" }, icon(lost.length > 0 ? "alert" : "film"), h("span", {}, label));
  const content = popover(button, [
    h("h2", { class: "section-title" }, t("movie.lottie")), h("p", {}, t("movie.lottie.text")),
    lost.length === 0 ? h("p", { class: "line success-text" }, icon("check"), t("movie.lottie.nothingLost")) : list(t("movie.lottie.lost"), lost),
    rasterized.length > 0 && list(t("movie.lottie.rasterized"), rasterized),
    h("a", { class: "button primary", href: api.importedFileURL(id), download: output, "data-test": "import-download" }, icon("download"), t("movie.lottie.save", { name: output })),
  ], t("movie.lottie"));
  content.classList.add("import-report", "stack");
  return [button, content];
}

/** @param {string} title @param {API.ImportNote[]} notes */
function list(title, notes) {
  return h("div", {}, h("h3", {}, title), h("ul", { class: "import-notes" }, notes.map(({ place, message }) => h("li", {}, place && h("strong", {}, `${place}: `), message))));
}
