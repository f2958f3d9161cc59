// How the picture is shown: zoom, grid, background, full screen; and the pixel under the pointer.
import { h, icon, iconButton } from "../dom.js";
import { t } from "../i18n.js";
import { menu } from "../overlays.js";
import { Backgrounds } from "./backgrounds.js";

const zooms = [0.25, 0.5, 1, 2, 4, 8];

/** The view settings, which stand beside the transport, and the readout of the pixel under the pointer, which lies over the picture. */
export class ViewBar {
  element;
  pointer;
  backgrounds;

  #stage;
  #listeners = new AbortController();
  #zoom;
  #percent = h("span", {});
  #toggleFullScreen;
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
    this.#toggleFullScreen = toggleFullScreen;
    this.#zoom = h("button", { type: "button", class: "button quiet view-zoom", "data-tip": t("player.view"), "data-test": "zoom", "aria-haspopup": "menu", onclick: () => this.#zoomMenu() },
      this.#percent, icon("expand"));
    this.pointer = h("div", { class: "view-pointer", "data-test": "pointer", hidden: true }, this.#position, this.#swatch, this.#color);
    this.element = h("div", { class: "view-tools", role: "group", "aria-label": t("player.view") }, this.#zoom,
      iconButton("fit", t("player.fit"), { class: "quiet view-fit", shortcut: "0", "data-test": "fit", onclick: () => stage.view.fit() }),
      this.backgrounds.element,
      iconButton("fullscreen", t("player.fullScreen"), { class: "quiet view-full", shortcut: "F", onclick: toggleFullScreen }));
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
  }

  #zoomMenu() {
    const { view } = this.#stage;
    menu(this.#zoom, [
      { label: t("player.zoomIn"), keys: "+", run: () => view.zoomIn() },
      { label: t("player.zoomOut"), keys: "−", run: () => view.zoomOut() },
      "line",
      { label: t("player.fit"), checked: view.isFitted, keys: "0", run: () => view.fit() },
      ...zooms.map((zoom) => ({
        label: `${100 * zoom} %`, checked: !view.isFitted && Math.abs(view.zoom - zoom) < 0.005, keys: zoom === 1 ? "1" : undefined, run: () => view.zoomTo(zoom),
      })),
      "line",
      { label: t("player.grid"), keys: "G", checked: this.#stage.hasGrid, isSwitch: true, run: () => this.toggleGrid() },
      { label: t("player.fullScreen"), keys: "F", run: this.#toggleFullScreen },
    ]);
  }

  #showZoom() {
    const words = `${Math.round(100 * this.#stage.view.zoom)} %`;
    if (this.#percent.textContent === words) return;
    this.#percent.textContent = words;
    this.#zoom.setAttribute("aria-label", `${t("player.zoom")}: ${words}`);
  }

  #showPointer() {
    const { pointer } = this.#stage;
    this.pointer.hidden = !pointer;
    this.#swatch.hidden = !pointer?.color;
    this.#position.textContent = pointer ? `${pointer.x}, ${pointer.y}` : "";
    this.#color.textContent = pointer?.color ? pointer.color.join(" ") : "";
    if (pointer?.color) {
      const [red, green, blue, alpha] = pointer.color;
      this.#ink.style.backgroundColor = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
    }
  }
}
