// The page of one movie: the player, its facts, and the findings by player.
(() => {
  const { h, text, bytes, number, icon } = svgaSite;
  const shownKeys = 40;

  /** @param {API.Run[]} runs */
  function runsText(runs) {
    const shown = runs.slice(0, 4).map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
    return runs.length > 4 ? `${shown} …` : shown;
  }

  /** @param {Site.Verdict} verdict */
  function verdictText({ result, frames }) {
    switch (result) {
      case "different": return frames.length > 0 ? text("different", { frames: runsText(frames) }) : text("differs");
      case "nothing": return text("nothingShown");
      default: return text(result);
    }
  }

  /** @param {{en: string, zh: string}} texts */
  function inLanguage(texts) {
    return texts[svgaSite.language()] || texts.en;
  }

  /** @param {Site.Finding} finding @param {(frame: number) => void} seek */
  function place({ place, frame }, seek) {
    return [inLanguage(place) && h("span", { class: "quiet" }, inLanguage(place)),
      frame !== null && h("button", { type: "button", class: "button", onclick: () => seek(frame) }, text("frame", { frame }))];
  }

  /** The findings of one code. @param {Site.Finding[]} list @param {(frame: number) => void} seek */
  function findingItem(list, seek) {
    const [first] = list;
    const kind = first.severity === "error" ? "error" : first.severity === "warning" ? "warning" : "info";
    return h("li", { class: `finding ${kind}`, "data-test": "finding" },
      h("p", {}, icon(kind === "error" ? "error" : "alert"), h("span", {}, h("strong", {}, `${text(kind)} ${first.code}`), ` ${inLanguage(first.message)}`)),
      inLanguage(first.remedy) && h("p", { class: "quiet" }, text("remedy", { text: inLanguage(first.remedy) })),
      list.length === 1 ? h("ul", { class: "places" }, h("li", {}, place(first, seek)))
        : h("details", {}, h("summary", {}, text("places", { count: list.length })), h("ul", { class: "places" }, list.map((finding) => h("li", {}, place(finding, seek))))));
  }

  /**
   * The findings in groups: those of the file, then those of each player.
   * @param {Site.Details} details @param {(frame: number) => void} seek
   */
  function findings({ players, findings, moreFindings }, seek) {
    /** @param {string} title @param {Site.Finding[]} list */
    const group = (title, list) => {
      const codes = [...new Set(list.map(({ code }) => code))];
      return list.length > 0 && h("section", {}, h("h3", {}, title), h("ul", {}, codes.map((code) => findingItem(list.filter((finding) => finding.code === code), seek))));
    };
    return h("section", { class: "panel", "data-test": "findings" }, h("h2", {}, text("list")),
      findings.length === 0 && h("p", { class: "quiet" }, text("none")),
      group(text("forAll"), findings.filter((finding) => finding.players.length === 0)),
      players.map(({ player }) => group(text(player), findings.filter((finding) => finding.players.includes(player)))),
      moreFindings > 0 && h("p", { class: "quiet" }, text("more", { count: moreFindings })));
  }

  /** @param {Site.Card} card @param {Site.Details} details */
  function facts(card, details) {
    /** @param {string} label @param {Child} value */
    const fact = (label, value) => h("div", {}, h("dt", {}, label), h("dd", {}, value));
    const keys = card.keys.slice(0, shownKeys).join(", ") + (card.keys.length > shownKeys ? " …" : "");
    return h("section", { class: "panel" }, h("h2", {}, text("facts")), h("dl", { class: "facts" },
      fact(text("canvas"), `${number(card.width)} × ${number(card.height)}`),
      fact(text("duration"), text("frames", { frames: card.frames, fps: card.fps, seconds: number(card.seconds) })),
      fact(text("file"), bytes(card.bytes)), fact(text("decoded"), bytes(card.memory)), fact(text("version"), `SVGA ${details.version}`),
      fact(text("content"), text("sprites", { sprites: details.sprites, images: details.images })),
      card.keys.length > 0 && fact(text("keys"), keys)));
  }

  /** @param {Site.Details} details */
  function players({ players }) {
    return h("section", { class: "panel" }, h("h2", {}, text("players")), h("ul", { class: "verdicts" }, players.map((verdict) => h("li", { class: verdict.result, "data-test": "verdict" },
      icon(verdict.result === "same" ? "check" : "alert"), h("strong", {}, text(verdict.player)), h("span", {}, verdictText(verdict))))));
  }

  /** @param {Site.Details} details */
  function budget({ budget }) {
    if (!budget) return null;
    /** @param {string} limit @param {number|null} value */
    const amount = (limit, value) => (value === null ? "" : limit === "bytes" || limit === "decodedImageBytes" ? bytes(value) : number(value));
    return h("section", { class: "panel", "data-test": "budget" }, h("h2", {}, text("budget")), h("ul", { class: "verdicts" }, budget.map((line) => h("li", { class: line.isWithin ? "same" : "stops" },
      icon(line.isWithin ? "check" : "error"), h("strong", {}, [text(`limit.${line.limit}`), line.subject].filter(Boolean).join(" ")),
      h("span", {}, line.value === null ? inLanguage(line.message) : `${amount(line.limit, line.value)} / ${amount(line.limit, line.allowed)}`)))));
  }

  /**
   * Shows a movie.
   * @param {HTMLElement} main @param {Site.Card} card
   * @param {{details: () => Promise<Site.Details>, source: () => Promise<Uint8Array<ArrayBuffer>>}} load
   * @returns {{destroy: () => void, key: (event: KeyboardEvent) => boolean}}
   */
  globalThis.svgaSite.showMovie = (main, card, load) => {
    const stage = h("div", { class: "stage", "data-test": "stage" });
    const bar = h("div", { class: "bar" }, h("p", { class: "quiet", role: "status" }, text("loading")));
    const side = h("div", { class: "side", tabindex: "0", role: "region", "aria-label": text("facts") });
    main.replaceChildren(h("div", { class: "movie" }, h("div", { class: "screen" }, stage, bar), side));
    /** @type {Site.Player|null} */
    let player = null;
    /** @type {{element: HTMLElement, toggle: () => void}|null} */
    let controls = null;
    let isClosed = false;

    async function play() {
      const source = await load.source();
      if (isClosed) return;
      player = new SVGA.SVGAPlayer(stage, { src: source, loop: true, autoplay: true, fit: "contain" });
      await player.ready;
      if (isClosed) return player.destroy();
      player.canvas.setAttribute("role", "img");
      player.canvas.setAttribute("aria-label", card.name);
      controls = svgaSite.controls(player, { hasSound: card.hasSound, stage });
      bar.replaceChildren(controls.element, h("p", { class: "quiet hint" }, text("keyboard")));
    }

    /** @param {unknown} reason */
    function fail(reason) {
      if (isClosed) return;
      bar.replaceChildren(h("p", { class: "problem", role: "alert" }, text("broken", { reason: reason instanceof Error ? reason.message : String(reason) })));
    }

    async function describe() {
      const details = await load.details();
      if (isClosed) return;
      /** @param {number} frame */
      const seek = (frame) => player?.seek(frame);
      side.replaceChildren(h("a", { class: "button", href: card.file, download: card.name.replace(/\.(json|lottie|tgs)$/i, ".svga"), "data-test": "download" }, icon("download"), text("download")),
        players(details), ...[budget(details)].filter((part) => part !== null), facts(card, details), findings(details, seek));
    }

    play().catch(fail);
    describe().catch((reason) => side.replaceChildren(h("p", { class: "problem" }, reason.message)));
    return {
      destroy() {
        isClosed = true;
        player?.destroy();
      },
      key(event) {
        if (!player || event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return false;
        if (event.key === " " && !(event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement)) controls?.toggle();
        else if (event.key === "ArrowLeft" || event.key === "ArrowRight") player.step(event.key === "ArrowLeft" ? -1 : 1);
        else return false;
        return true;
      },
    };
  };
})();
