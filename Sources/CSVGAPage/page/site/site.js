// The list of movies of the static gallery, and its addresses: # the list, #/3 the third movie.
(() => {
  const { h, text, bytes, number: amount, icon, iconButton, stored, store } = svgaSite;
  const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
  const header = /** @type {HTMLElement} */ (document.querySelector("#header"));
  const themes = ["auto", "light", "dark"];

  /** @type {Site.List} */
  let gallery = { schema: 1, title: "", program: "", hasBudget: false, movies: [] };
  /** @type {Map<number, Site.Details>} */
  const details = new Map();
  /** The base64 of the movie whose script was loaded last. @type {{number: number, content: string}|null} */
  let packed = null;
  const filter = { words: "", show: "all", sort: "name" };
  /** @type {{destroy: () => void, key: (event: KeyboardEvent) => boolean}|null} */
  let view = null;
  let scrollTop = 0;

  globalThis.svgaGallery = {
    list(list) {
      gallery = list;
      show();
    },
    details(number, content) {
      details.set(number, content);
    },
    movie(number, content) {
      packed = { number, content };
    },
  };

  // MARK: Files

  /** Runs a script of the gallery. Browsers fetch nothing from `file:`, but run scripts. @param {string} source */
  function run(source) {
    return new Promise((resolve, reject) => {
      const script = h("script", { src: source });
      script.addEventListener("load", () => { script.remove(); resolve(undefined); });
      script.addEventListener("error", () => { script.remove(); reject(new Error(text("missing", { file: source }))); });
      document.head.append(script);
    });
  }

  /** @param {number} number */
  async function detailsOf(number) {
    if (!details.has(number)) await run(`data/${number}.js`);
    const found = details.get(number);
    if (!found) throw new Error(text("missing", { file: `data/${number}.js` }));
    return found;
  }

  /** The bytes of a movie. @param {number} number @param {Site.Card} card @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async function sourceOf(number, card) {
    if (location.protocol !== "file:") {
      const response = await fetch(card.file.split("/").map(encodeURIComponent).join("/")).catch(() => null);
      if (response?.ok) return new Uint8Array(await response.arrayBuffer());
    }
    await run(`data/${number}-movie.js`);
    if (packed?.number !== number) throw new Error(text("missing", { file: `data/${number}-movie.js` }));
    const bytes = Uint8Array.from(atob(packed.content), (letter) => letter.charCodeAt(0));
    packed = null;
    return bytes;
  }

  // MARK: The list

  /** @param {Site.Card|Site.Unreadable} card */
  function isShown(card) {
    if (filter.show === "findings" && card.error === undefined && card.errors + card.warnings === 0 && card.players.every(({ result }) => result === "same")) return false;
    if (filter.show === "over" && card.isWithinBudget !== false) return false;
    if (filter.show === "failed" && card.error === undefined) return false;
    const place = folded([card.folder, card.name, ...(card.keys ?? [])].join("\n"));
    return folded(filter.words).split(/\s+/).every((word) => place.includes(word));
  }

  /** @param {string} words */
  function folded(words) {
    return words.normalize("NFKC").toLowerCase();
  }

  /** The numbers of the movies that the filter shows, in order. */
  function shownNumbers() {
    const numbers = gallery.movies.map((_, index) => index + 1).filter((number) => isShown(gallery.movies[number - 1]));
    const collator = new Intl.Collator(svgaSite.language(), { numeric: true });
    /** @param {number} number */
    const card = (number) => gallery.movies[number - 1];
    /** @type {Record<string, (a: Site.Card|Site.Unreadable, b: Site.Card|Site.Unreadable) => number>} */
    const orders = {
      name: (a, b) => collator.compare(a.folder, b.folder) || collator.compare(a.name, b.name), size: (a, b) => b.bytes - a.bytes,
      memory: (a, b) => (b.memory ?? 0) - (a.memory ?? 0), length: (a, b) => (b.seconds ?? 0) - (a.seconds ?? 0),
    };
    return numbers.sort((a, b) => orders[filter.sort](card(a), card(b)) || a - b);
  }

  /** @param {number} number */
  function cardOf(number) {
    const card = gallery.movies[number - 1];
    /** @param {string} kind @param {string} name @param {string} label @param {Child} [content] */
    const badge = (kind, name, label, content) => h("span", { class: `badge ${kind}`, title: label }, icon(name), content, h("span", { class: "sr-only" }, label));
    const differing = (card.players ?? []).filter(({ result }) => result !== "same").map(({ player }) => text(player));
    const body = card.error === undefined
      ? [h("span", { class: "facts-line" }, `${amount(card.width)} × ${amount(card.height)} · ${amount(card.seconds)} s · ${bytes(card.bytes)}`),
        h("span", { class: "badges" },
          card.errors > 0 && badge("error", "error", text("errors", { count: card.errors }), card.errors), card.warnings > 0 && badge("warning", "alert", text("warnings", { count: card.warnings }), card.warnings),
          card.isWithinBudget !== null && badge(card.isWithinBudget ? "good" : "error", card.isWithinBudget ? "check" : "error", text(card.isWithinBudget ? "within" : "exceeds"), text("budget")),
          card.hasSound && badge("", "volume", text("sound")), differing.map((name) => h("span", { class: "badge" }, name)))]
      : h("span", { class: "facts-line problem" }, card.error[svgaSite.language()]);
    const picture = h("span", { class: "poster" }, card.error === undefined ? h("img", { src: `posters/${number}.webp`, alt: "", loading: "lazy", decoding: "async" }) : icon("error"));
    const inside = [picture, h("span", { class: "name", title: [card.folder, card.name].filter(Boolean).join("/") }, card.name), card.folder && h("span", { class: "folder" }, card.folder), body];
    return h("li", { "data-test": "card" }, card.error === undefined ? h("a", { class: "card", href: `#/${number}` }, inside) : h("div", { class: "card" }, inside));
  }

  function showList() {
    const count = h("p", { class: "quiet", role: "status", "data-test": "count" });
    const list = h("ul", { class: "grid" });
    const empty = h("div", { class: "empty" }, h("p", {}, text("nothing")), h("button", { type: "button", class: "button", onclick: () => { Object.assign(filter, { words: "", show: "all" }); show(); } }, text("clear")));
    /** @param {string} label @param {"show"|"sort"} name @param {string[]} choices */
    const choice = (label, name, choices) => h("label", { class: "choice" }, h("span", { class: "sr-only" }, label), h("select", {
      class: "select", "data-test": name, onchange: (event) => { filter[name] = event.currentTarget.value; fill(); },
    }, choices.map((value) => h("option", { value, selected: filter[name] === value }, text(value)))));
    const search = h("input", { type: "search", class: "input", placeholder: text("search"), "aria-label": text("search"), value: filter.words, "data-test": "search",
      oninput: (event) => { filter.words = event.currentTarget.value; fill(); } });

    function fill() {
      const numbers = shownNumbers();
      count.textContent = numbers.length === gallery.movies.length ? text("count", { count: numbers.length }) : text("countOf", { count: numbers.length, total: gallery.movies.length });
      list.replaceChildren(...numbers.map(cardOf));
      empty.hidden = numbers.length > 0;
    }

    const hasFailures = gallery.movies.some(({ error }) => error !== undefined);
    fillHeader(gallery.title || text("gallery"), null, search, choice(text("show"), "show", ["all", "findings", ...(gallery.hasBudget ? ["over"] : []), ...(hasFailures ? ["failed"] : [])]),
      choice(text("sort"), "sort", ["name", "size", "memory", "length"]));
    fill();
    main.replaceChildren(h("div", { class: "list", "data-test": "list" }, count, list, empty, h("footer", { class: "quiet" }, text("made", { version: gallery.program }))));
    main.scrollTop = scrollTop;
  }

  /** @param {string} title @param {HTMLElement|null} back @param {...Child} tools */
  function fillHeader(title, back, ...tools) {
    document.title = `${title} · SVGA`;
    header.replaceChildren(...(back ? [back] : []), h("h1", { title }, title), h("div", { class: back ? "pager" : "tools" }, tools), h("div", { class: "actions" },
      h("button", { type: "button", class: "button", lang: svgaSite.language() === "en" ? "zh" : "en", "data-test": "language", onclick: () => { svgaSite.setLanguage(svgaSite.language() === "en" ? "zh" : "en"); show(); focusOn("language"); } }, text("language")),
      iconButton("theme", text("theme"), { "data-test": "theme", onclick: () => setTheme(themes[(themes.indexOf(stored("theme", "auto")) + 1) % themes.length]) })));
  }

  /** @param {string} name */
  function focusOn(name) {
    const element = header.querySelector(`[data-test="${name}"]`);
    if (element instanceof HTMLElement) element.focus();
  }

  /** @param {string} name */
  function setTheme(name) {
    store("theme", name);
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }

  // MARK: Addresses

  function show() {
    if (view === null) scrollTop = main.scrollTop;
    view?.destroy();
    view = null;
    const number = Number(location.hash.slice(2));
    const card = gallery.movies[number - 1];
    if (!card || card.error !== undefined) return showList();
    const numbers = shownNumbers().filter((other) => gallery.movies[other - 1].error === undefined);
    const place = numbers.indexOf(number);
    /** @param {string} picture @param {"previous"|"next"} label @param {number|undefined} target */
    const step = (picture, label, target) => iconButton(picture, text(label), {
      disabled: target === undefined, "data-test": label, onclick: () => { location.hash = `#/${target}`; },
    });
    fillHeader(card.name, h("a", { class: "button", href: "#", "aria-label": text("back"), "data-test": "back" }, icon("back"), h("span", {}, text("back"))),
      step("back", "previous", numbers[place - 1]), step("forward", "next", place < 0 ? undefined : numbers[place + 1]));
    main.scrollTop = 0;
    view = svgaSite.showMovie?.(main, card, { details: () => detailsOf(number), source: () => sourceOf(number, card) }) ?? null;
  }

  addEventListener("hashchange", () => {
    show();
    main.focus({ preventScroll: true });
  });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === "Escape" && view) {
      location.hash = "#";
      return;
    }
    if (view?.key(event)) event.preventDefault();
  });
  setTheme(stored("theme", "auto"));
})();
