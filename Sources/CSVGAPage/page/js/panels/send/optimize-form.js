import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { jobs } from "../../jobs.js";
import { remember, remembered } from "../../settings.js";
import { Controls } from "./controls.js";
import { otherOptions, setOthers } from "./formats.js";

const initialSettings = { quality: "", density: "", maxDim: "", minSsim: "", targetSize: "", targetMemory: "", webp: false, effort: "", crop: false };

/** The name of the option for each setting; switches have the value "". */
const optionNames = /** @type {const} */ ({
  quality: "quality", density: "density", maxDim: "max-dim", minSsim: "min-ssim", targetSize: "target-size", targetMemory: "target-memory", webp: "webp",
  effort: "effort", crop: "crop",
});

/** The form that optimizes the file. The settings are stored. */
export class OptimizeForm {
  #session;
  #settings = { ...initialSettings, ...remembered("optimize", {}) };
  #controls = new Controls(this.#settings, () => this.#changed());
  #promise = h("p", { class: "quiet small" });
  #others;

  /** @param {import("../../session.js").Session} session @param {API.Vocabulary} vocabulary */
  constructor(session, vocabulary) {
    this.#session = session;
    this.#others = otherOptions(vocabulary.optimizeOptions);
    /** @param {Event} event */
    const submit = (event) => { event.preventDefault(); this.#start(); };
    const controls = this.#controls;
    const size = "[0-9.]+ *[kmKM]?";
    this.element = h("form", { class: "stack send-form", onsubmit: submit, novalidate: true },
      controls.slider("quality", { min: 1, max: 100, usual: 80, hint: t("send.colors.hint") }),
      controls.number("density", { min: 0.01, placeholder: t("send.automatic"), hint: t("send.density.hint") }),
      controls.number("maxDim", { min: 1, step: 1, placeholder: t("common.example", { value: "512" }), hint: t("send.maxDim.hint") }),
      controls.number("minSsim", { min: 0, max: 1, placeholder: t("send.usually", { value: "0.98" }), hint: t("send.minSsim.hint") }),
      controls.text("targetSize", { placeholder: t("common.example", { value: "500k" }), pattern: size }),
      controls.text("targetMemory", { placeholder: t("common.example", { value: "4m" }), pattern: size }),
      controls.toggle("webp", { hint: t("send.webp.hint") }),
      controls.toggle("crop", { hint: t("send.crop.hint") }),
      controls.slider("effort", { min: 0, max: 6, usual: 5, hint: t("send.effort.hint") }),
      h("details", { class: "send-details" }, h("summary", {}, t("send.more")), h("div", { class: "stack" },
        this.#others.map((option) => controls.option(option)))),
      h("div", { class: "line send-start" }, this.#promise, h("button", { type: "submit", class: "button primary", "data-test": "start-optimize" }, t("send.optimize"))));
    controls.update();
    this.#show();
  }

  #options() {
    /** @type {Record<string, string>} */
    const options = {};
    for (const setting of /** @type {(keyof typeof optionNames)[]} */ (Object.keys(optionNames))) {
      const name = optionNames[setting];
      const value = this.#settings[setting];
      if (value === true) options[name] = "";
      else if (value !== false && value !== "") options[name] = value.replaceAll(" ", "");
    }
    setOthers(options, this.#settings, this.#others);
    return options;
  }

  #changed() {
    remember("optimize", this.#settings);
    this.#show();
  }

  /** Shows whether optimization is lossless. */
  #show() {
    const losing = /** @type {const} */ (["quality", "density", "maxDim", "targetSize", "targetMemory"]);
    const lossy = losing.some((name) => this.#settings[name] !== "");
    this.#promise.textContent = lossy ? t("send.lossy", { ssim: this.#settings.minSsim || "0.98" }) : t("send.lossless");
  }

  #start() {
    if (this.#controls.complain()) return;
    jobs.start({ kind: "optimize", movie: this.#session.id, options: this.#options() }, t("send.optimizing", { name: this.#session.name }), this.#session.file);
  }
}
