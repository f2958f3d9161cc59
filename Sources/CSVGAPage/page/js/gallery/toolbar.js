// The toolbar of the gallery: filters, order, view, and the progress of reading files.
import { api } from "../api.js";
import { fill, find, h, icon, iconButton, leaveSearch } from "../dom.js";
import * as format from "../format.js";
import { chooseGround, chosenGround, grounds } from "../ground.js";
import { t } from "../i18n.js";
import { library } from "../library.js";
import { menu } from "../overlays.js";
import { collection, sorts } from "./collection.js";

/** @typedef {import("../icons.js").IconName} IconName */
/** @typedef {import("./collection.js").Sort} Sort */

/** The width of a card in the design's pixels. */
export const cardSizes = { least: 120, most: 400, usual: 190 };

const viewNames = /** @type {const} */ (["grid", "list"]);
const switches = /** @type {const} */ (["hasSound", "hasFindings", "isOverBudget"]);

/** The field in the header that searches names. */
export function searchField() {
  const input = h("input", {
    type: "search", class: "input", value: collection.filter.text, placeholder: t("gallery.search"), "aria-label": t("gallery.search"),
    "data-test": "search", spellcheck: "false", onkeydown: leaveSearch, oninput: (event) => collection.setFilter({ text: event.currentTarget.value }),
  });
  return h("label", { class: "input-icon gallery-search" }, icon("search"), input);
}

/**
 * The row of filters.
 * @param {{view: () => "grid"|"list", setView: (view: "grid"|"list") => void, size: number, setSize: (size: number, isFinal: boolean) => void,
 *   groundChanged: () => void}} options `size` is the width of a card, see {@link cardSizes}
 * @returns {{element: HTMLElement, update: (shown: number) => void}} `update` shows the count of movies and the progress
 */
export function toolbar({ view, setView, size, setSize, groundChanged }) {
  const key = h("input", {
    type: "search", class: "input", value: collection.filter.key, placeholder: t("gallery.key"), "aria-label": t("gallery.key"), "data-test": "key-filter",
    spellcheck: "false", onkeydown: leaveSearch, oninput: (event) => collection.setFilter({ key: event.currentTarget.value.trim() }),
  });
  /** @param {typeof switches[number]} name @param {IconName} iconName */
  const chip = (name, iconName) => {
    const button = h("button", {
      type: "button", class: "chip", "aria-pressed": String(collection.filter[name]), "data-test": `filter-${name}`,
      onclick: () => {
        collection.setFilter({ [name]: !collection.filter[name] });
        button.setAttribute("aria-pressed", String(collection.filter[name]));
      },
    }, icon(iconName), t(`gallery.filter.${name}`));
    return button;
  };
  const chips = [chip(switches[0], "volume"), chip(switches[1], "alert"), chip(switches[2], "memory")];
  // Shown with a budget only.
  chips[2].hidden = true;
  api.vocabulary().then(({ budget }) => { chips[2].hidden = budget === null; }, () => {});
  const filters = h("div", { class: "gallery-filters", id: "gallery-filters" }, h("label", { class: "input-icon gallery-key" }, icon("key"), key), chips);
  const toggle = iconButton("filter", t("gallery.filters"), {
    class: "quiet gallery-filter-toggle", "aria-expanded": "false", "aria-controls": "gallery-filters",
    onclick: () => toggle.setAttribute("aria-expanded", String(filters.classList.toggle("open"))),
  });
  const sortLabel = h("span");
  const sortButton = h("button", { type: "button", class: "button quiet", "aria-haspopup": "menu", "data-test": "sort", onclick: chooseSort }, icon("sort"), sortLabel);
  const views = viewNames.map((name) => iconButton(name, t(`gallery.view.${name}`), {
    class: "", pressed: view() === name, "data-test": `view-${name}`, onclick: () => { setView(name); updateViews(); },
  }));
  const sizeSlider = h("input", { type: "range", class: "slider gallery-size", min: cardSizes.least, max: cardSizes.most, step: 10, value: String(size), "aria-label": t("gallery.size"), "data-tip": t("gallery.size"), "data-test": "card-size",
    oninput: (event) => setSize(Number(event.currentTarget.value), false), onchange: (event) => setSize(Number(event.currentTarget.value), true) });
  /** @type {HTMLButtonElement} */
  const groundButton = iconButton("theme", t("gallery.ground"), { "aria-haspopup": "menu", "data-test": "ground", onclick: () => menu(groundButton, grounds.map((name) => ({
    label: t(`gallery.ground.${name}`), checked: name === chosenGround(), run: () => { chooseGround(name); groundChanged(); },
  }))) });
  const updateViews = () => {
    views.forEach((button, index) => button.setAttribute("aria-pressed", String(view() === viewNames[index])));
    sizeSlider.hidden = view() !== "grid";
  };
  const count = h("span", { class: "quiet gallery-count", role: "status", "data-test": "count" });
  const progress = h("div", { class: "gallery-progress", hidden: true });

  function updateSort() {
    sortLabel.textContent = t(`gallery.sort.${collection.order.sort}`);
    sortButton.setAttribute("aria-label", `${t("gallery.sort")}: ${t(`gallery.sort.${collection.order.sort}`)}`);
  }

  function chooseSort() {
    const { sort, isDescending, isGrouped } = collection.order;
    /** @param {Partial<import("./collection.js").Order>} change */
    const choose = (change) => () => { collection.setOrder(change); updateSort(); };
    menu(sortButton, [
      { title: t("gallery.sort") },
      ...sorts.map((name) => ({ label: t(`gallery.sort.${name}`), checked: name === sort, run: choose({ sort: name }) })),
      "line",
      { label: t("gallery.ascending"), checked: !isDescending, run: choose({ isDescending: false }) },
      { label: t("gallery.descending"), checked: isDescending, run: choose({ isDescending: true }) },
      "line",
      { label: t("gallery.grouped"), checked: isGrouped, run: choose({ isGrouped: true }) },
      { label: t("gallery.flat"), checked: !isGrouped, run: choose({ isGrouped: false }) },
    ]);
  }

  function showProgress() {
    const state = collection.progress;
    progress.hidden = !state;
    if (!state) return;
    const { done, total, isRunning } = state;
    fill(progress, h("progress", { class: "progress", max: total, value: done, "aria-label": t("gallery.reading") }),
      h("span", { class: "small quiet" }, t(isRunning ? "gallery.reading.of" : "gallery.reading.stopped", { done, total })),
      h("button", { type: "button", class: "button quiet", onclick: () => (isRunning ? collection.stopReading() : collection.resumeReading()) },
        t(isRunning ? "gallery.reading.stop" : "gallery.reading.resume")));
  }

  updateSort();
  updateViews();
  const element = h("div", { class: "gallery-bar", role: "search", "aria-label": t("gallery.filters") },
    count, filters, h("span", { class: "spacer" }), toggle, sortButton, groundButton, sizeSlider, h("div", { class: "group" }, views), progress);
  return {
    element,
    update(shown) {
      const total = library.entries.size;
      count.textContent = collection.isFiltered ? t("gallery.count.of", { count: shown, total }) : t("gallery.count", { count: total });
      key.value = key.value.trim() === collection.filter.key ? key.value : collection.filter.key;
      chips.forEach((button, index) => button.setAttribute("aria-pressed", String(collection.filter[switches[index]])));
      updateSort();
      showProgress();
    },
  };
}

/** The heading of a folder. @param {{folder: string, count: number}} group */
export function folderHeading({ folder, count }) {
  return h("div", { class: "gallery-folder" }, icon("folder"), h("h2", { class: "truncate", tabindex: "-1" }, folder || t("gallery.topFolder")),
    h("span", { class: "quiet small" }, format.number(count, 6)));
}

/** The column headers of the list, which sort it. `update` marks the current one. */
export function listHeader() {
  /** @type {[name: string, sort?: Sort][]} */
  const columns = [["folder"], ["canvas", "canvas"], ["length", "length"], ["file", "size"], ["memory", "memory"], ["date", "date"]];
  const element = h("div", { class: "gallery-columns", role: "group", "aria-label": t("gallery.sort") });
  /** @param {[name: string, sort?: Sort]} column */
  const column = ([name, sort]) => {
    const label = t(`gallery.column.${name}`);
    if (!sort) return h("span", { class: `card-fact ${name}` }, label);
    const isCurrent = collection.order.sort === sort;
    const turn = () => collection.setOrder(isCurrent ? { isDescending: !collection.order.isDescending } : { sort });
    return h("button", { type: "button", class: `card-fact ${name}`, "aria-pressed": String(isCurrent), "data-sort": sort, onclick: turn }, label,
      isCurrent && icon(collection.order.isDescending ? "expand" : "collapse"));
  };
  const update = () => {
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.sort : null;
    fill(element, column(["name", "name"]), h("div", { class: "card-facts" }, columns.map(column)));
    if (focused) find(element, `[data-sort=${focused}]`).focus();
  };
  update();
  return { element, update };
}
