import { api } from "../api.js";
import { fill, h, icon } from "../dom.js";
import { bytes } from "../format.js";
import { groundOf } from "../ground.js";
import { t } from "../i18n.js";
import { library } from "../library.js";
import { dialog } from "../overlays.js";

/** The maximum number of listed movies; others are found by search. */
const shown = 60;

/**
 * Lets the user choose a movie of the library.
 * @param {string} title
 * @param {(id: string) => void} onChoose
 */
export function chooseMovie(title, onChoose) {
  const list = h("ul", { class: "compare-choice" });
  const search = h("input", { class: "input", type: "search", placeholder: t("compare.search"), "aria-label": t("compare.search"), oninput: show, "data-test": "choose-search" });
  const { close } = dialog({ title, body: [h("div", { class: "input-icon" }, icon("search"), search), list] });

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...library.entries.values()].filter(({ name, folder }) => words.every((word) => `${folder}/${name}`.toLowerCase().includes(word)));
    fill(list, found.slice(0, shown).map((entry) => h("li", {}, h("button", {
      type: "button", class: "row", "data-test": "choose-movie", onclick: () => { close(); onChoose(entry.id); },
    }, h("img", { class: "checker", src: api.thumbnailURL(entry.id, 80, entry.version), alt: "", loading: "lazy", onload: groundOf }),
    h("span", { class: "compare-choice-name" }, entry.name, entry.folder && h("span", { class: "quiet small" }, entry.folder)), h("span", { class: "quiet small" }, bytes(entry.bytes))))),
    found.length > shown && h("li", { class: "quiet small" }, t("compare.more", { count: found.length - shown })),
    found.length === 0 && h("li", { class: "quiet" }, t("compare.noMovie")));
  }

  show();
  search.focus();
}
