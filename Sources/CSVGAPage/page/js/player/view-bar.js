// The bar below the picture: the pixel under the pointer, and view settings.
import { h, iconButton } from "../dom.js";
import { t } from "../i18n.js";
import { menu } from "../overlays.js";
import { Backgrounds } from "./backgrounds.js";

const zooms = [0.25, 0.5, 1, 2, 4, 8];

/** Position and color of the pixel under the pointer, zoom, grid, background and full screen. */
export class ViewBar {
  element;
  backgrounds;

  #stage;
  #listeners = new AbortController();
  #zoom;
  #grid;
  #position = h("span", { class: "view-position" });
  #ink = h("span", {});
  #swatch = h("span", { class: "view-swatch checker" }, this.#ink);
  #color = h("span", { class: "view-color" });

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {{toggleFullScreen: () => void}} actions
   */
  constructor(stage, { toggleFullScreen }) {
    this.#stage = stage;
    this.backgrounds = new Backgrounds((background) => stage.setBackground(background));
    this.#zoom = h("button", { type: "button", class: "button quiet view-zoom", "data-tip": t("player.zoom"), "data-test": "zoom", onclick: () => this.#zoomMenu() });
    this.#grid = iconButton("pixels", t("player.grid"), { shortcut: "G", pressed: false, "data-test": "grid", onclick: () => this.toggleGrid() });
    this.element = h("div", { class: "view-bar" },
      h("div", { class: "view-pointer", "data-test": "pointer" }, this.#position, this.#swatch, this.#color),
      h("div", { class: "view-tools", role: "group", "aria-label": t("player.view") },
        iconButton("minus", t("player.zoomOut"), { shortcut: "−", onclick: () => stage.view.zoomOut() }),
        this.#zoom,
        iconButton("plus", t("player.zoomIn"), { shortcut: "+", onclick: () => stage.view.zoomIn() }),
        iconButton("fit", t("player.fit"), { shortcut: "0", "data-test": "fit", onclick: () => stage.view.fit() }),
        this.#grid, this.backgrounds.element,
        iconButton("fullscreen", t("player.fullScreen"), { shortcut: "F", onclick: toggleFullScreen })));
    const { signal } = this.#listeners;
    stage.view.addEventListener("change", () => this.#showZoom(), { signal });
    stage.addEventListener("pointer", () => this.#showPointer(), { signal });
    this.#showZoom();
    this.#showPointer();
  }

  destroy() {
    this.#listeners.abort();
    this.backgrounds.destroy();
  }

  toggleGrid() {
    this.#stage.setGrid(!this.#stage.hasGrid);
    this.#grid.setAttribute("aria-pressed", String(this.#stage.hasGrid));
  }

  #zoomMenu() {
    const { view } = this.#stage;
    menu(this.#zoom, [
      { label: t("player.fit"), checked: view.isFitted, keys: "0", run: () => view.fit() },
      ...zooms.map((zoom) => ({
        label: `${100 * zoom} %`, checked: !view.isFitted && Math.abs(view.zoom - zoom) < 0.005, keys: zoom === 1 ? "1" : undefined, run: () => view.zoomTo(zoom),
      })),
    ]);
  }

  #showZoom() {
    const words = `${Math.round(100 * this.#stage.view.zoom)} %`;
    if (this.#zoom.textContent === words) return;
    this.#zoom.textContent = words;
    this.#zoom.setAttribute("aria-label", `${t("player.zoom")}: ${words}`);
  }

  #showPointer() {
    const { pointer } = this.#stage;
    this.#swatch.hidden = !pointer?.color;
    this.#position.textContent = pointer ? `${pointer.x}, ${pointer.y}` : "";
    this.#color.textContent = pointer?.color ? pointer.color.join(" ") : "";
    if (pointer?.color) {
      const [red, green, blue, alpha] = pointer.color;
      this.#ink.style.backgroundColor = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
    }
  }
}
