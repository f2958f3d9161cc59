// What all parts of the static gallery use: elements, texts, numbers; and the controls of the player.
(() => {
  const names = /** @type {const} */ (["en", "zh"]);

  /** @param {string} name @param {string} fallback */
  function stored(name, fallback) {
    try {
      return localStorage.getItem(`svga-gallery.${name}`) ?? fallback;
    } catch {
      return fallback;
    }
  }

  /** Browsers may refuse storage; then a choice lasts until the page is closed. @param {string} name @param {string} value */
  function store(name, value) {
    try {
      localStorage.setItem(`svga-gallery.${name}`, value);
    } catch {
      return;
    }
  }

  const first = (navigator.languages ?? [navigator.language]).map((tag) => names.find((name) => tag.toLowerCase().startsWith(name))).find(Boolean) ?? "en";
  let language = names.find((name) => name === stored("language", first)) ?? "en";
  document.documentElement.lang = language;

  /** @param {string} key @param {Record<string, string|number>} [values] */
  function text(key, values = {}) {
    const found = svgaTexts[language][key] ?? svgaTexts.en[key] ?? key;
    return found.replace(/\{(\w+)\}/g, (match, name) => (name in values ? String(values[name]) : match));
  }

  /**
   * An element. A string is always text, because names from files may contain markup.
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag @param {Attributes<HTMLElementTagNameMap[Tag]>} [attributes] @param {...Child} children
   */
  function h(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (value === null || value === undefined || value === false) continue;
      if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(...nodes(children));
    return element;
  }

  /** @param {readonly Child[]} children @returns {(Node|string)[]} */
  function nodes(children) {
    return /** @type {readonly unknown[]} */ (children).flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : String(child)));
  }

  /** Bytes as in the command line: 197.3 KB, where 1 KB is 1000 bytes. @param {number} count */
  function bytes(count) {
    const units = ["B", "KB", "MB", "GB"];
    let [value, unit] = [count, 0];
    while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
    return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 2 : 1 }).format(value)} ${units[unit]}`;
  }

  /** @param {number} value */
  function number(value) {
    return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
  }

  const svgNamespace = "http://www.w3.org/2000/svg";
  /** On a grid of 16 × 16. @type {Record<string, string>} */
  const paths = {
    play: "M4.5 2.8v10.4L13 8z", pause: "M4.5 3h2v10h-2zM9.5 3h2v10h-2z", back: "M9.5 3.5 5 8l4.5 4.5", forward: "M6.5 3.5 11 8l-4.5 4.5",
    loop: "M3 8V6.5A2.5 2.5 0 0 1 5.5 4H13M10.8 1.8 13 4l-2.2 2.2M13 8v1.5A2.5 2.5 0 0 1 10.5 12H3M5.2 9.8 3 12l2.2 2.2",
    volume: "M2.5 6h2.3L8 3.2v9.6L4.8 10H2.5zM10.5 6a3 3 0 0 1 0 4M12.3 4a5.6 5.6 0 0 1 0 8",
    muted: "M2.5 6h2.3L8 3.2v9.6L4.8 10H2.5zM10.5 6.2l3.6 3.6M14.1 6.2l-3.6 3.6",
    theme: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM8 2v12M10 3v10M12 4.5v7",
    ground: "M2.5 2.5h11v11h-11zM2.5 8h11M8 2.5v11", download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
    error: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4", alert: "M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.8v.1",
    check: "M3 8.5 6.5 12 13 4.5",
  };

  /** @param {string} name */
  function icon(name) {
    const element = document.createElementNS(svgNamespace, "svg");
    element.setAttribute("viewBox", "0 0 16 16");
    element.setAttribute("class", name === "play" || name === "pause" ? "icon solid" : "icon");
    element.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(svgNamespace, "path");
    path.setAttribute("d", paths[name]);
    element.append(path);
    return element;
  }

  /** @param {string} name @param {string} label @param {Attributes<HTMLButtonElement>} attributes */
  function iconButton(name, label, attributes) {
    return h("button", { type: "button", class: "button icon-only", "aria-label": label, title: label, ...attributes }, icon(name));
  }

  const speeds = [0.25, 0.5, 1, 2, 4];
  const grounds = ["checker", "light", "dark"];

  /**
   * The controls of a player, by its public interface.
   * @param {Site.Player} player @param {{hasSound: boolean, stage: HTMLElement}} options
   */
  function controls(player, { hasSound, stage }) {
    const last = Math.max(0, player.frames - 1);
    const playButton = iconButton("play", text("play"), { "data-test": "play", onclick: toggle });
    const slider = h("input", { type: "range", class: "position", min: 0, max: last, step: 1, value: 0, "aria-label": text("position"), "data-test": "position",
      oninput: (event) => player.seek(Number(event.currentTarget.value)) });
    const label = h("output", { class: "frame", "data-test": "frame" });
    const speed = h("select", { class: "select", "aria-label": text("speed"), "data-test": "speed", onchange: (event) => { player.speed = Number(event.currentTarget.value); } },
      speeds.map((value) => h("option", { value, selected: value === 1 }, `${value}×`)));
    const loop = iconButton("loop", text("loop"), { "aria-pressed": "true", onclick: () => { player.loops = player.loops === 0 ? 1 : 0; loop.setAttribute("aria-pressed", String(player.loops === 0)); } });
    const sound = iconButton("volume", text("mute"), { "aria-pressed": "true", "data-test": "sound", onclick: () => { player.muted = !player.muted; player.resumeSound(); showSound(); } });
    const groundButton = iconButton("ground", text("ground"), { onclick: () => setGround(grounds[(grounds.indexOf(stage.dataset.ground ?? "") + 1) % grounds.length]) });
    const element = h("div", { class: "controls", role: "group", "aria-label": text("controls") }, playButton,
      iconButton("back", text("stepBack"), { "data-test": "step-back", onclick: () => player.step(-1) }), iconButton("forward", text("stepForward"), { "data-test": "step", onclick: () => player.step(1) }),
      slider, label, speed, loop, hasSound && sound, groundButton);

    function toggle() {
      if (player.isPlaying) return player.pause();
      player.resumeSound();
      player.play();
    }

    function show() {
      const frame = Math.max(0, player.frame);
      slider.value = String(frame);
      slider.setAttribute("aria-valuetext", text("frameOf", { frame, last }));
      label.textContent = text("frameOf", { frame, last });
    }

    function showState() {
      playButton.replaceChildren(icon(player.isPlaying ? "pause" : "play"));
      for (const name of ["aria-label", "title"]) playButton.setAttribute(name, text(player.isPlaying ? "pause" : "play"));
    }

    function showSound() {
      sound.replaceChildren(icon(player.muted ? "muted" : "volume"));
      sound.setAttribute("aria-pressed", String(!player.muted));
    }

    /** @param {string} name */
    function setGround(name) {
      stage.dataset.ground = name;
      store("ground", name);
      groundButton.title = `${text("ground")}: ${text(name)}`;
    }

    player.addEventListener("frame", show);
    for (const name of ["play", "pause", "end"]) player.addEventListener(name, showState);
    setGround(stored("ground", "checker"));
    show();
    showState();
    showSound();
    return { element, toggle };
  }

  globalThis.svgaSite = {
    h, text, bytes, number, icon, iconButton, controls, stored, store,
    language: () => language,
    setLanguage(name) {
      language = name;
      store("language", name);
      document.documentElement.lang = name;
    },
  };
})();
