// The stage: zoomable frames over a background, with outlines.
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { drawOutlines } from "./outlines.js";
import { StageCanvas } from "./stage-canvas.js";
import { StageGround } from "./stage-ground.js";
import { View } from "./view.js";

/** @typedef {import("./view.js").Point} Point */

/** The maximum movement of a click in CSS pixels. */
const clickSlack = 4;
/** The minimum zoom for the pixel grid. */
const gridZoom = 4;

/**
 * The stage of one session. It sends the actions of the pointer to the session: "point" with `{x, y, kind}` in points of the canvas, and
 * "droppicture" with `{x, y, file}`. Event: "pointer" when the position or the color under the pointer changes, see `pointer`.
 */
export class Stage extends /** @type {EventTargetOf<{pointer: Event}>} */ (EventTarget) {
  element;
  canvas = new StageCanvas();
  view;
  hasGrid = false;
  /** @type {{x: number, y: number, color: number[] | null} | null} the pixel under the pointer, and its straight RGBA */
  pointer = null;

  #session;
  #world;
  #backdrop = h("div", { class: "stage-backdrop" });
  /** Of the checker. */
  ground = new StageGround(this.#backdrop);
  #grid = h("div", { class: "stage-grid", hidden: true });
  #overlay = h("div", { class: "stage-overlay", "aria-hidden": "true" });
  /** @type {Map<number, Point>} */
  #pointers = new Map();
  /** @type {(Point & {isClick: boolean, pans: boolean})|null} */
  #press = null;
  /** @type {Point|null} */
  #position = null;
  #moveRequest = 0;
  #resizes = new ResizeObserver(() => this.view.setStage(this.element.clientWidth, this.element.clientHeight));
  #listeners = new AbortController();

  /** @param {import("../session.js").Session} session */
  constructor(session) {
    super();
    this.#session = session;
    const { width, height } = session.facts.viewBox;
    this.view = new View({ width, height }, session.scene.width / width || 1);
    this.canvas.setSize(session.scene);
    this.#world = h("div", { class: "stage-world" }, this.#backdrop, this.canvas.element, this.#grid);
    this.element = h("div", { class: "stage", role: "img", "aria-label": t("player.stage", { name: session.name }), "data-test": "stage" },
      this.#world, this.#overlay);
    this.view.addEventListener("change", () => this.#layOut());
    this.#listen();
    this.#resizes.observe(this.element);
  }

  destroy() {
    this.#resizes.disconnect();
    this.#listeners.abort();
    cancelAnimationFrame(this.#moveRequest);
  }

  /** @param {import("./backgrounds.js").Background} background */
  setBackground(background) {
    const { node, bounds } = background.make(this.view.canvas);
    this.#backdrop.className = `stage-backdrop ${background.id}`;
    this.#backdrop.replaceChildren(...(node ? [node] : []));
    this.#backdrop.style.backgroundColor = background.color ?? "";
    this.view.setBounds(bounds ?? { x: 0, y: 0, ...this.view.canvas });
  }

  /** @param {boolean} hasGrid */
  setGrid(hasGrid) {
    this.hasGrid = hasGrid;
    if (hasGrid && this.view.zoom < gridZoom) this.view.zoomTo(gridZoom);
    else this.#layOut();
  }

  /** Another frame is shown. */
  frameChanged() {
    this.ground.measure(this.canvas.record);
    this.refreshPointer();
  }

  /** Updates the color under the pointer. */
  refreshPointer() {
    if (this.#position) this.#setPosition(this.#position);
  }

  #layOut() {
    const { x, y, scale, zoom, canvas } = this.view;
    const { style } = this.#world;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${canvas.width * scale}px`;
    style.height = `${canvas.height * scale}px`;
    style.setProperty("--scale", String(scale));
    this.#world.classList.toggle("pixelated", zoom >= 2 && !this.view.isFitted);
    this.#grid.hidden = !this.hasGrid || zoom < gridZoom;
    this.#grid.style.setProperty("--pixel", `${zoom / devicePixelRatio}px`);
    this.element.classList.toggle("can-pan", this.view.isLarger);
    drawOutlines(this.#overlay, this.#session.outlines, this.view);
    this.refreshPointer();
  }

  #listen() {
    const { signal } = this.#listeners;
    /**
     * @template {keyof HTMLElementEventMap} Name
     * @param {Name} name @param {(event: HTMLElementEventMap[Name]) => void} run @param {AddEventListenerOptions} [options]
     */
    const on = (name, run, options) => this.element.addEventListener(name, run, { signal, ...options });
    this.#session.addEventListener("outlines", () => drawOutlines(this.#overlay, this.#session.outlines, this.view), { signal });
    this.#session.addEventListener("scene", () => this.canvas.setSize(this.#session.scene), { signal });
    on("wheel", (event) => this.#wheel(event), { passive: false });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) on(name, (event) => this.#up(event));
    on("pointerleave", () => this.#leave());
    on("dblclick", () => this.view.fit());
    on("dragover", (event) => this.#dragOver(event));
    on("dragleave", () => this.#leave());
    on("drop", (event) => this.#drop(event));
  }

  /** @param {MouseEvent} event @returns {Point} */
  #positionOf(event) {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left - this.element.clientLeft, y: event.clientY - box.top - this.element.clientTop };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { x, y } = this.#positionOf(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touchpad is a wheel event with Ctrl and small steps.
    const factor = Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 100 : 400));
    this.view.zoomTo(this.view.zoom * Math.min(2, Math.max(0.5, factor)), x, y);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 1) return;
    if (event.button === 1) event.preventDefault();
    this.#pointers.set(event.pointerId, this.#positionOf(event));
    this.element.setPointerCapture(event.pointerId);
    this.#press = { ...this.#positionOf(event), isClick: event.button === 0 && this.#pointers.size === 1, pans: event.button === 1 || this.view.isLarger };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const position = this.#positionOf(event);
    const before = this.#pointers.get(event.pointerId);
    if (before && this.#press) {
      if (Math.hypot(position.x - this.#press.x, position.y - this.#press.y) > clickSlack) this.#press.isClick = false;
      if (this.#pointers.size === 2) this.#pinch(event.pointerId, before, position);
      else if (!this.#press.isClick && this.#press.pans) this.view.pan(position.x - before.x, position.y - before.y);
      if (this.#pointers.size === 2 || !this.#press.isClick) this.#pointers.set(event.pointerId, position);
      this.element.classList.toggle("panning", !this.#press.isClick && this.#press.pans);
    }
    this.#pointTo(position);
  }

  /** Two fingers: the second one stays, this one moves. @param {number} pointerId @param {Point} before @param {Point} now */
  #pinch(pointerId, before, now) {
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1] ?? now;
    /** @param {Point} position */
    const distance = (position) => Math.max(1, Math.hypot(position.x - other.x, position.y - other.y));
    this.view.zoomTo((this.view.zoom * distance(now)) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    this.element.classList.remove("panning");
    const isClick = event.type === "pointerup" && this.#press?.isClick;
    if (this.#pointers.size === 0) this.#press = null;
    if (isClick) this.#emitPoint(this.#positionOf(event), "click");
  }

  #leave() {
    if (this.#pointers.size > 0) return;
    cancelAnimationFrame(this.#moveRequest);
    this.#moveRequest = 0;
    this.#setPosition(null);
    this.#session.dispatchEvent(new CustomEvent("point", { detail: { x: 0, y: 0, kind: "leave" } }));
  }

  /** Reports the pointer's position, at most once a frame of the display. @param {Point} position */
  #pointTo(position) {
    this.#position = position;
    this.#moveRequest ||= requestAnimationFrame(() => {
      this.#moveRequest = 0;
      if (!this.#position) return;
      this.#setPosition(this.#position);
      this.#emitPoint(this.#position, "move");
    });
  }

  /** @param {Point} position @param {"move"|"click"} kind */
  #emitPoint(position, kind) {
    this.#session.dispatchEvent(new CustomEvent("point", { detail: { ...this.view.toCanvas(position.x, position.y), kind } }));
  }

  /** @param {Point|null} position */
  #setPosition(position) {
    this.#position = position;
    if (position) {
      const point = this.view.toCanvas(position.x, position.y);
      const pixels = this.#session.scene.width / this.view.canvas.width;
      const x = Math.floor(point.x * pixels);
      const y = Math.floor(point.y * pixels);
      this.pointer = { x, y, color: this.canvas.pixel(x, y) };
    } else {
      this.pointer = null;
    }
    this.dispatchEvent(new Event("pointer"));
  }

  /** @param {DragEvent} event */
  #dragOver(event) {
    const items = [...(event.dataTransfer?.items ?? [])];
    if (!event.dataTransfer || !items.some((item) => item.kind === "file" && item.type.startsWith("image/"))) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    this.#pointTo(this.#positionOf(event));
  }

  /** @param {DragEvent} event */
  #drop(event) {
    const file = [...(event.dataTransfer?.files ?? [])].find((candidate) => candidate.type.startsWith("image/"));
    if (!file) return;
    event.preventDefault();
    const position = this.#positionOf(event);
    this.#session.dispatchEvent(new CustomEvent("droppicture", { detail: { ...this.view.toCanvas(position.x, position.y), file } }));
    this.#leave();
  }
}
