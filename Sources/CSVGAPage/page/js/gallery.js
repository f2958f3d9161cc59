// The gallery: all movies of the named files and folders.
import { fill, h } from "./dom.js";
import { setHeader } from "./header.js";
import { t } from "./i18n.js";
import { library } from "./library.js";

/** Shows the gallery in `element`. */
export function mountGallery(element) {
  setHeader({ title: t("gallery.title") });
  const show = () => fill(element, h("ul", {}, [...library.entries.values()].map((entry) => h("li", {}, h("a", { href: `#/movie/${entry.id}` }, entry.name)))));
  show();
  library.addEventListener("change", show);
  return { destroy: () => library.removeEventListener("change", show) };
}
