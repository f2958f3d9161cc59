import { playerTitle } from "../../chosen-players.js";
import { h, icon } from "../../dom.js";
import { commandLine, withFileNames } from "../../copy-as.js";
import { hasText, language, t } from "../../i18n.js";
import { jobs } from "../../jobs.js";
import { toast, toastError } from "../../overlays.js";
import { remember, remembered } from "../../settings.js";
import { effectiveVars } from "../../vars.js";
import { Controls } from "./controls.js";
import { chooseQuickly, codecsOf, groupsOf, hasOption, hasPicture, initialSettings, isAvailable, isPNGOfMany, needsBackground, otherOptions, outputName, presetsOf, quickChoice, quickChoices, renderOptions, withPresetFormat } from "./formats.js";

/** Common widths in pixels. */
const widths = [240, 300, 360, 480, 720];

/** The form that exports the movie with the settings of its keys. The form is stored. */
export class ExportForm {
  #session;
  #playback;
  #vocabulary;
  /** @type {import("./formats.js").Settings} */
  #settings = { ...initialSettings, ...remembered("export", {}) };
  #controls = new Controls(this.#settings, () => this.#changed());
  #abort = new AbortController();
  #command = h("pre", { class: "send-command", tabindex: "0", "aria-label": t("send.command"), "data-test": "command-line" });
  #substituted = h("p", { class: "quiet small", "data-test": "substituted" });
  #submit = h("button", { type: "submit", class: "button primary", "data-test": "start-export" });
  #all;
  /** The buttons of the quick choices and of the formats, by their values. @type {Map<string, HTMLInputElement>} */
  #quickInputs = new Map();
  /** @type {Map<string, HTMLInputElement>} */
  #formatInputs = new Map();

  /**
   * @param {import("../../session.js").Session} session
   * @param {import("../../player/playback.js").Playback} playback
   * @param {API.Vocabulary} vocabulary
   */
  constructor(session, playback, vocabulary) {
    this.#session = session;
    this.#playback = playback;
    this.#vocabulary = vocabulary;
    const known = vocabulary.formats.map(({ name }) => name);
    if (!known.includes(this.#settings.format)) this.#settings.format = known[0];
    if (!presetsOf(vocabulary).some(({ name }) => name === this.#settings.preset)) this.#settings.preset = "";
    /** @param {Event} event */
    const submit = (event) => { event.preventDefault(); this.#start(); };
    this.#all = h("details", { class: "send-details", "data-test": "all-formats", open: quickChoice(this.#settings) === undefined }, h("summary", {}, t("send.allFormats")),
      h("div", { class: "stack" }, this.#presets(), this.#formats(known), this.#fields()));
    this.element = h("form", { class: "stack send-form", onsubmit: submit, novalidate: true }, this.#quick(), this.#common(), this.#all,
      h("details", { class: "send-details" }, h("summary", {}, t("send.command")), this.#command,
        h("button", { type: "button", class: "button", "data-test": "copy-command", onclick: () => this.#copy() }, t("common.copy"))),
      h("div", { class: "line send-start" }, this.#substituted, this.#submit));
    const { signal } = this.#abort;
    session.addEventListener("vars", () => this.#show(), { signal });
    session.addEventListener("frame", () => { if (!playback.isPlaying) this.#show(); }, { signal });
    playback.addEventListener("state", () => this.#show(), { signal });
    this.#controls.update();
    this.#show();
  }

  close() {
    this.#abort.abort();
  }

  /** What most people want. */
  #quick() {
    const card = (/** @type {typeof quickChoices[number]} */ { id, icon: iconName, settings }) => {
      const can = isAvailable(settings.format ?? "", this.#vocabulary);
      const input = h("input", { type: "radio", name: "quick", value: id, disabled: !can, class: "sr-only", "data-test": `quick-${id}`,
        onchange: () => { chooseQuickly(this.#settings, id); this.#controls.show(); this.#controls.update(); this.#changed(); } });
      this.#quickInputs.set(id, input);
      return h("label", { class: "send-quick", title: can ? null : t("send.noVideo") }, input, icon(iconName), h("strong", {}, t(`send.quick.${id}`)),
        h("span", { class: "quiet small" }, can ? t(`send.quick.${id}.text`) : t("send.noVideo")));
    };
    return h("fieldset", { class: "send-quicks" }, h("legend", { class: "sr-only" }, t("send.quick")), quickChoices.map(card));
  }

  /** The choice of a service, which sets the format and all that follows from it. */
  #presets() {
    /** @returns {[string, string][]} */
    const choices = () => [
      ["", t("send.preset.none")], ...presetsOf(this.#vocabulary).map(({ name, help }) => /** @type {[string, string]} */ ([name, `${name} · ${help[language()]}`])),
    ];
    return this.#controls.select("preset", choices, { hint: t("send.preset.hint") });
  }

  /** The formats as cards with a single choice. @param {string[]} known */
  #formats(known) {
    /** @param {string} name */
    const card = (name) => {
      const can = isAvailable(name, this.#vocabulary);
      const use = hasText(`send.format.${name}`) ? t(`send.format.${name}`) : "";
      const input = h("input", {
        type: "radio", name: "format", value: name, disabled: !can, class: "sr-only", "data-test": `format-${name}`,
        onchange: () => { Object.assign(this.#settings, { format: name, preset: "" }); this.#controls.update(); this.#changed(); },
      });
      this.#formatInputs.set(name, input);
      return h("label", { class: "send-card", title: can ? null : t("send.noVideo") }, input, h("strong", {}, t(`send.name.${name}`)),
        h("span", { class: "quiet small" }, can ? use : t("send.noVideo")));
    };
    return h("div", { class: "stack" }, groupsOf(known).map(({ id, formats }) => h("fieldset", {}, h("legend", { class: "label" }, t(`send.group.${id}`)),
      h("div", { class: "send-cards" }, formats.map(card)))));
  }

  /** The settings that are always visible: which frames, how large, over which background. */
  #common() {
    const { facts } = this.#session;
    const controls = this.#controls;
    const settings = this.#settings;
    const { width, height } = facts.viewBox;
    const picture = () => settings.preset !== "" || hasPicture(settings.format);
    /** @param {string} value @param {string} label @returns {[string, string]} */
    const option = (value, label) => [value, label];
    const sizes = () => [
      option("", t("send.original", { size: `${width} × ${height}` })),
      ...widths.filter((wide) => wide < width).map((wide) => option(String(wide), `${wide} × ${Math.max(1, Math.round((wide * height) / width))}`)),
      option(String(Math.round(width * 2)), t("send.double", { size: `${Math.round(width * 2)} × ${Math.round(height * 2)}` })),
      option("custom", t("send.custom")),
    ];
    const which = () => [
      option("all", t("send.all", { count: facts.frames })), option("this", t("send.this", { frame: this.#session.frame })),
      ...(this.#playback.hasRange ? [option("range", t("send.range", this.#playback.range))] : []), option("list", t("send.listed")),
    ];
    const free = () => settings.preset === "";
    return h("div", { class: "stack" },
      controls.select("size", sizes, { when: () => free() && picture() }),
      controls.number("width", { min: 1, step: 1, placeholder: t("common.example", { value: width }), when: () => free() && picture() && settings.size === "custom", isNeeded: () => true }),
      controls.select("frames", which),
      controls.text("list", { placeholder: t("common.example", { value: "0,8,20-40" }), pattern: "[0-9,:\\- ]*", when: () => settings.frames === "list", isNeeded: () => true }),
      controls.color("background", { when: picture, isNeeded: () => needsBackground(settings) }));
  }

  /** The settings of the formats. */
  #fields() {
    const { facts } = this.#session;
    const controls = this.#controls;
    const settings = this.#settings;
    /** @param {string} name the codec, or the format for its default */
    const codecName = (name) => (hasText(`send.codec.${name}`) ? t(`send.codec.${name}`) : "");
    /** @param {string} name */
    const isOffered = (name) => () => this.#offered().includes(name);
    /** @param {string} value @param {string} label @returns {[string, string]} */
    const option = (value, label) => [value, label];
    const loops = () => [
      option("", t("send.loop.usual")), option("0", t("send.loop.forever")), ...[1, 2, 3, 5].map((count) => option(String(count), t("send.loop.times", { count }))),
    ];
    return h("div", { class: "stack" },
      controls.color("matte", { when: isOffered("matte"), hint: t("send.matte.hint") }),
      controls.group([
        controls.select("alpha", () => ["", "side-by-side", "stacked"].map((value) => option(value, t(`send.alpha.${value || "none"}`))), { when: isOffered("alpha") }),
        controls.slider("quality", { min: 0, max: 100, usual: 80, when: isOffered("quality"), hint: t("send.quality.hint") }),
        controls.slider("effort", { min: 0, max: 6, usual: 4, when: isOffered("effort"), hint: t("send.effort.hint") }),
        controls.slider("dither", { min: 0, max: 1, step: 0.05, usual: 1, when: isOffered("dither") }),
        controls.text("targetSize", { placeholder: t("common.example", { value: "500k" }), pattern: "[0-9.]+ *[kmKM]?", when: isOffered("target-size"), hint: t("send.targetSize.hint") }),
        controls.select("codec", () => codecsOf(settings.format).map((value) => option(value, codecName(value || settings.format))), { when: isOffered("codec") }),
        facts.audios.length > 0 && controls.toggle("audio", { when: () => isOffered("audio")() && settings.format !== "wav" }),
        h("details", { class: "send-details" }, h("summary", {}, t("send.timing")), h("div", { class: "stack" },
          controls.number("fps", { min: 1, placeholder: t("send.unchanged", { value: facts.fps }) }),
          controls.number("speed", { min: 0.01, placeholder: t("send.unchanged", { value: 1 }) }),
          controls.select("loop", loops),
          controls.toggle("reverse"),
          controls.toggle("filter", { when: () => hasPicture(settings.format), hint: t("send.filter.hint") }))),
        h("details", { class: "send-details" }, h("summary", {}, t("send.more")), h("div", { class: "stack" },
          otherOptions(this.#vocabulary.renderOptions).map((option) => controls.option(option, () => hasOption(option.name, this.#offered(), this.#vocabulary)))))], () => settings.preset === ""));
  }

  /** The settings with the format that is written. */
  #effective() {
    return withPresetFormat(this.#settings, this.#vocabulary);
  }

  /** The specific options of the chosen format. */
  #offered() {
    const format = this.#vocabulary.formats.find(({ name }) => name === this.#effective().format);
    return (format?.options ?? []).map((name) => name.replace(/^-+/, ""));
  }

  #options() {
    const offered = this.#offered();
    const others = otherOptions(this.#vocabulary.renderOptions).filter(({ name }) => hasOption(name, offered, this.#vocabulary));
    const options = renderOptions(this.#settings, { offered, others, frame: this.#session.frame, range: this.#playback.hasRange ? this.#playback.range : null });
    const { player } = this.#session;
    return player === null || !hasPicture(this.#effective().format) ? options : { ...options, player };
  }

  #changed() {
    remember("export", this.#settings);
    this.#show();
  }

  #show() {
    this.#controls.update();
    const { format, preset } = this.#effective();
    const quick = quickChoice(this.#settings);
    for (const [id, input] of this.#quickInputs) input.checked = id === quick;
    for (const [name, input] of this.#formatInputs) input.checked = preset === "" && name === format;
    this.#submit.textContent = t("send.start", { format: t(`send.name.${format}`) });
    const { images, texts, hide } = this.#session.vars;
    const counts = { images: Object.keys(images).length, texts: Object.values(texts).filter(({ text }) => text !== undefined).length, hide: hide.length };
    const parts = Object.entries(counts).filter(([, count]) => count > 0).map(([name, count]) => t(`send.set.${name}`, { count }));
    const { player } = this.#session;
    const set = parts.length > 0 ? t("send.with", { what: parts.join(", ") }) : t("send.asItIs");
    this.#substituted.textContent = [set, player !== null && t("send.as", { player: playerTitle(player) })].filter(Boolean).join(" ");
    this.#command.textContent = this.#line() ?? t("send.noCommand");
  }

  /** The equivalent command line, or null if it needs `--vars`. */
  #line() {
    const output = outputName(this.#session.name, this.#effective());
    const { format } = this.#effective();
    const more = { ...(isPNGOfMany(format) && { format }), ...this.#options() };
    return commandLine(this.#session.name, withFileNames(effectiveVars(this.#session.vars), this.#session.uploads), { output, more });
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#command.textContent ?? "");
      toast(t("common.copied"), { kind: "success" });
    } catch (error) {
      toastError(error);
    }
  }

  #start() {
    if (this.#controls.complain()) return;
    const { format, preset } = this.#effective();
    /** @type {API.JobRequest} */
    const body = { kind: "render", movie: this.#session.id, vars: this.#session.vars, format, options: this.#options() };
    jobs.start(body, `${this.#session.name} → ${preset || t(`send.name.${format}`)}`, this.#session.file);
  }
}
