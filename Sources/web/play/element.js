// The element <svga-player>.

import { SVGAPlayer } from "./player.js";

const attributes = ["src", "loop", "autoplay", "muted", "volume", "fit", "align", "speed", "fill-mode", "poster", "range", "alt"];
const forwarded = ["load", "play", "pause", "loop", "end", "error", "sound-blocked"];
/** Scripts may be loaded on servers, which have no elements. */
const Base = globalThis.HTMLElement ?? class {};

class SVGAPlayerElement extends Base {
  static get observedAttributes() {
    return attributes;
  }

  /** @type {SVGAPlayer} */
  player;
  #internals = this.attachInternals();
  #sheet = new CSSStyleSheet();
  /** @type {HTMLImageElement | null} */
  #poster = null;
  #wasPlaying = false;
  #isReady = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.#sheet.replaceSync(style(300, 150));
    root.adoptedStyleSheets = [this.#sheet];
    const canvas = document.createElement("canvas");
    canvas.ariaHidden = "true";
    root.append(canvas);
    this.player = new SVGAPlayer(canvas, { fit: "contain" });
    for (const name of forwarded) this.player.addEventListener(name, (event) => this.#forward(event));
  }

  connectedCallback() {
    if (!this.#isReady) {
      this.#isReady = true;
      for (const name of attributes) if (this.hasAttribute(name)) this.#apply(name, this.getAttribute(name));
    } else if (this.#wasPlaying) this.player.play();
    this.#wasPlaying = false;
  }

  disconnectedCallback() {
    this.#wasPlaying = this.player.isPlaying;
    this.player.pause();
  }

  /** @param {string} name @param {string | null} _before @param {string | null} value */
  attributeChangedCallback(name, _before, value) {
    if (this.#isReady) this.#apply(name, value);
  }

  /** @param {string} name @param {string | null} value */
  #apply(name, value) {
    const { player } = this;
    /** @param {number} missing */
    const number = (missing) => value === null || value.trim() === "" || !Number.isFinite(Number(value)) ? missing : Number(value);
    switch (name) {
      case "src":
        if (value) player.load(new URL(value, document.baseURI).href).catch(() => {});
        break;
      case "loop":
        player.loops = value === null ? 1 : number(0);
        break;
      case "autoplay":
        if (value !== null && player.movie) this.#autoplay();
        break;
      case "muted": player.muted = value !== null; break;
      case "volume": player.volume = number(1); break;
      case "fit": player.fit = /** @type {SVGP.Fit} */ (["fill", "contain", "cover", "none"].includes(value ?? "") ? value : "contain"); break;
      case "align": player.align = value ?? "center"; break;
      case "speed": player.speed = number(1); break;
      case "fill-mode": player.fillMode = value === "backwards" || value === "none" ? value : "forwards"; break;
      case "poster": this.#setPoster(value); break;
      case "range": {
        const numbers = (value ?? "").split(/[\s,-]+/).filter(Boolean).map(Number);
        player.range = numbers.length === 2 && numbers.every(Number.isFinite) ? [numbers[0], numbers[1]] : null;
        break;
      }
      case "alt":
        this.#internals.role = value ? "img" : null;
        this.#internals.ariaLabel = value;
    }
  }

  #autoplay() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (this.isConnected) this.player.play();
    // Removed while it was loading.
    else this.#wasPlaying = true;
  }

  /** @param {string | null} value a frame, or the URL of an image that is shown until the movie plays */
  #setPoster(value) {
    this.#poster?.remove();
    this.#poster = null;
    const isFrame = value !== null && /^\s*\d+\s*$/.test(value);
    this.player.poster = isFrame ? Number(value) : null;
    if (value === null || isFrame) return;
    this.#poster = Object.assign(new Image(), { src: value, alt: "" });
    this.shadowRoot?.append(this.#poster);
  }

  /** @param {Event} event */
  #forward(event) {
    if (event.type === "load") {
      const [width, height] = this.player.movie?.size ?? [300, 150];
      this.#sheet.replaceSync(style(width, height));
    }
    if (event.type === "play") {
      this.#poster?.remove();
      this.#poster = null;
    }
    this.dispatchEvent(event instanceof CustomEvent ? new CustomEvent(event.type, { detail: event.detail }) : new Event(event.type));
    if (event.type === "load" && this.hasAttribute("autoplay")) this.#autoplay();
  }

  /** @param {string} name @param {EventListenerOrEventListenerObject} listener @param {boolean | AddEventListenerOptions} [options] @override */
  addEventListener(name, listener, options) {
    if (name === "frame" && !this.#isForwardingFrames) {
      this.#isForwardingFrames = true;
      this.player.addEventListener(name, (event) => this.#forward(event));
    }
    super.addEventListener(name, listener, options);
  }
  #isForwardingFrames = false;

  get src() { return this.getAttribute("src") ?? ""; }
  set src(value) { this.setAttribute("src", value); }
  get autoplay() { return this.hasAttribute("autoplay"); }
  set autoplay(value) { this.toggleAttribute("autoplay", value); }
  get muted() { return this.player.muted; }
  set muted(value) { this.player.muted = value; }
  play() { return this.player.play(); }
  pause() { this.player.pause(); }
  stop() { this.player.stop(); }
}

/** @param {number} width @param {number} height */
function style(width, height) {
  return `:host{display:inline-block;position:relative;width:${width}px;max-width:100%;aspect-ratio:${width}/${height};vertical-align:bottom}
:host([hidden]){display:none}canvas,img{position:absolute;inset:0;width:100%;height:100%}img{object-fit:contain}`;
}

/** Registers the element, if it is not registered. @param {string} [name] */
function defineElement(name = "svga-player") {
  const registry = globalThis.customElements;
  if (!registry || registry.get(name)) return;
  // A class can be registered once.
  registry.define(name, name === "svga-player" ? SVGAPlayerElement : class extends SVGAPlayerElement {});
}

export { defineElement, SVGAPlayerElement };
