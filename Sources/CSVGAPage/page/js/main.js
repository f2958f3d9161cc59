// Starts the page and shows the view that the address names: #/ the gallery, #/movie/ID one movie, #/compare/A/B two, #/batch/ID
// a batch.
import { api } from "./api.js";
import { mountBatch } from "./batch.js";
import { mountCompare } from "./compare.js";
import { errorState, fill, find, h } from "./dom.js";
import { startDrop } from "./drop.js";
import { mountGallery } from "./gallery.js";
import { addGeneralShortcut, setHeader } from "./header.js";
import { languageEvents, t } from "./i18n.js";
import { library } from "./library.js";
import { mountMovie } from "./movie.js";
import { startTooltips, toast } from "./overlays.js";
import { start as startFrameReader } from "./player/frame-reader.js";
import { applyTheme } from "./theme.js";

const main = find(document, "#main");
/** @type {(Mounted & {remount?: () => void})|null} */
let view = null;

/** Returns invalid encodings, for example a single "%", unchanged; then the movie is not found. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns {{name: "gallery"|"movie"|"compare"|"batch", ids: string[], frame?: number}|null} */
function route() {
  const [path, search = ""] = location.hash.slice(1).split("?");
  const [name = "", ...ids] = path.split("/").filter(Boolean).map(decoded);
  const frame = Number.parseInt(new URLSearchParams(search).get("frame") ?? "", 10);
  if (name === "") return { name: "gallery", ids: [] };
  if (name === "movie" && ids.length === 1) return { name, ids, frame: Number.isNaN(frame) ? undefined : frame };
  if (name === "compare" && ids.length === 2) return { name, ids };
  if (name === "batch" && ids.length === 1) return { name, ids };
  return null;
}

function show() {
  view?.destroy();
  view = null;
  fill(main);
  main.scrollTop = 0;
  const target = route();
  if (!target) {
    setHeader({ title: t("common.app"), crumbs: [{ label: t("common.gallery"), href: "#/" }] });
    const state = errorState({ message: t("common.notFound") });
    state.append(h("a", { class: "button", href: "#/" }, t("movie.back")));
    fill(main, state);
  } else if (target.name === "gallery") {
    view = mountGallery(main);
  } else if (target.name === "movie") {
    view = mountMovie(main, target.ids[0], { frame: target.frame });
  } else if (target.name === "batch") {
    view = mountBatch(main, target.ids[0]);
  } else {
    const names = target.ids.map((id) => library.nameOf(id));
    setHeader({ title: names.join(" ↔ "), crumbs: [{ label: t("common.gallery"), href: "#/" }] });
    view = mountCompare(main, target.ids);
  }
}

async function start() {
  applyTheme();
  startTooltips();
  startDrop();
  addGeneralShortcut();
  setHeader({ title: t("common.app") });
  fill(main, h("div", { class: "empty" }, h("span", { class: "spinner" }), h("p", {}, t("common.loading"))));
  startFrameReader();
  try {
    await library.load();
  } catch (error) {
    fill(main, errorState(error, { label: t("common.retry"), run: () => location.reload() }));
    return;
  }
  api.events.start();
  api.events.addEventListener("disconnected", () => toast(t("common.disconnected"), { kind: "error", detail: t("common.disconnected.advice") }));
  api.events.addEventListener("connected", () => toast(t("common.connected"), { kind: "success" }));
  if (!library.isFolder && library.entries.size === 1 && route()?.name === "gallery") {
    history.replaceState(null, "", `#/movie/${library.entries.keys().next().value}`);
  }
  addEventListener("hashchange", () => {
    show();
    // The view may have restored the focus.
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  });
  languageEvents.addEventListener("language", () => (view?.remount ? view.remount() : show()));
  show();
}

start();
