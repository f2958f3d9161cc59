// The dialogs that ask for the options of a batch, and start it.
import { api } from "../api.js";
import { playerTitle } from "../chosen-players.js";
import { field, fill, h } from "../dom.js";
import { language, t } from "../i18n.js";
import { dialog, toast, toastError } from "../overlays.js";
import { inPageLanguage, problemText } from "../problem.js";
import { remember, remembered } from "../settings.js";

/** @typedef {Omit<API.BatchRequest, "movies">} Choice */

/**
 * Starts a batch, and shows it.
 * @param {string[]} movies @param {Choice} choice
 */
export async function startBatch(movies, choice) {
  try {
    const { batch } = await api.batch({ ...choice, movies });
    location.hash = `#/batch/${encodeURIComponent(batch)}`;
  } catch (error) {
    toastError(error);
  }
}

/**
 * A dialog with a form. `read` gives the options, or null if a field is invalid.
 * @param {{title: string, body: Child, movies: string[], read: () => Choice|null, wide?: boolean, others?: Child}} options `others` are
 *   buttons before that which starts the batch
 */
function formDialog({ title, body, movies, read, wide = false, others }) {
  const shown = dialog({
    title, wide, body: h("form", {
      class: "stack batch-form", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        const choice = read();
        if (!choice) return;
        shown.close();
        startBatch(movies, choice);
      },
    }, body, h("div", { class: "batch-start" }, others, h("button", { type: "submit", class: "button primary", "data-test": "batch-start" }, t("batch.start")))),
  });
  return shown;
}

/** @param {string} action @param {string[]} movies */
function titleOf(action, movies) {
  return t("batch.title", { action: t(`batch.${action}`), count: movies.length });
}

/** Marks a field as invalid, and explains it. @param {HTMLInputElement} input @param {HTMLElement} problem @param {string} text empty: it is valid */
function complain(input, problem, text) {
  input.classList.toggle("invalid", text !== "");
  input.setAttribute("aria-invalid", String(text !== ""));
  problem.textContent = text;
  if (text !== "") input.focus();
  return text !== "";
}

const modes = /** @type {const} */ (["lossless", "careful", "size"]);

/** @param {string[]} movies */
export function askOptimize(movies) {
  const settings = { mode: "lossless", size: "500k", crop: false, ...remembered("batch.optimize", {}) };
  const size = h("input", { class: "input", type: "text", inputmode: "text", spellcheck: "false", autocomplete: "off", value: settings.size, "data-test": "batch-size" });
  const problem = h("span", { class: "problem", role: "alert" });
  const sizeField = field(t("batch.size"), size);
  sizeField.append(problem);
  const cards = modes.map((mode) => h("label", { class: "batch-choice" },
    h("input", { type: "radio", name: "mode", value: mode, checked: settings.mode === mode, "data-test": `batch-mode-${mode}`, onchange: () => { settings.mode = mode; show(); } }),
    h("span", {}, h("strong", {}, t(`batch.mode.${mode}`)), h("span", { class: "quiet small" }, t(`batch.mode.${mode}.hint`)))));
  const crop = h("input", { type: "checkbox", role: "switch", checked: settings.crop });
  const show = () => { sizeField.hidden = settings.mode !== "size"; };
  show();
  formDialog({
    title: titleOf("optimize", movies), movies,
    body: [h("fieldset", { class: "stack" }, h("legend", { class: "label" }, t("batch.mode")), cards), sizeField,
      h("div", { class: "field" }, h("label", { class: "switch" }, crop, t("batch.crop")), h("span", { class: "hint" }, t("batch.crop.hint")))],
    read() {
      const limit = size.value.replaceAll(/\s/g, "");
      if (complain(size, problem, settings.mode === "size" && !/^\d+(\.\d+)?[kmKM]?$/.test(limit) ? t("batch.size.wrong") : "")) return null;
      remember("batch.optimize", { ...settings, size: limit, crop: crop.checked });
      /** @type {Record<string, string>} */
      const options = {};
      if (settings.mode === "careful") Object.assign(options, { quality: "80", "min-ssim": "0.98" });
      if (settings.mode === "size") options["target-size"] = limit;
      if (crop.checked) options.crop = "";
      return { kind: "optimize", options };
    },
  });
}

/** Asks for players, for repairs or for checks. @param {"fix"|"check"} kind @param {string[]} movies */
export async function askPlayers(kind, movies) {
  const { players } = await api.vocabulary();
  const chosen = new Set(remembered(`batch.${kind}`, players).filter((name) => players.includes(name)));
  const problem = h("span", { class: "problem", role: "alert" });
  const boxes = players.map((name) => h("label", { class: "checkbox" }, h("input", {
    type: "checkbox", checked: chosen.has(name), "data-test": `batch-player-${name}`,
    onchange: (event) => { if (event.currentTarget.checked) chosen.add(name); else chosen.delete(name); },
  }), playerTitle(name)));
  formDialog({
    title: titleOf(kind, movies), movies,
    body: h("fieldset", { class: "field" }, h("legend", { class: "label" }, t(`batch.players.${kind}`)), h("div", { class: "line wrap" }, boxes), problem),
    read() {
      problem.textContent = chosen.size === 0 ? t("batch.players.none") : "";
      if (chosen.size === 0) return null;
      const names = players.filter((name) => chosen.has(name));
      remember(`batch.${kind}`, names);
      return { kind, options: { [kind === "fix" ? "for" : "player"]: names.join(",") } };
    },
  });
}

/** Formats that libav writes. */
const videoFormats = new Set(["mp4", "webm", "mov", "wav"]);
/** Formats without an alpha channel. */
const opaqueFormats = new Set(["mp4", "jpg", "y4m"]);

/** @param {string[]} movies */
export async function askExport(movies) {
  const { formats, presets, hasVideo } = await api.vocabulary();
  /** @param {string} format */
  const can = (format) => hasVideo || !videoFormats.has(format);
  const settings = { choice: "format webp", width: "", ...remembered("batch.render", {}) };
  /** @param {string} label @param {[value: string, text: string][]} choices */
  const group = (label, choices) => h("optgroup", { label }, choices.map(([value, text]) => h("option", { value }, text)));
  const select = h("select", { class: "select", "data-test": "batch-format", onchange: () => show() },
    group(t("batch.asFormat"), formats.filter(({ name }) => can(name)).map(({ name }) => [`format ${name}`, t(`send.name.${name}`)])),
    group(t("batch.forService"), presets.filter(({ format }) => can(format)).map(({ name, help }) => [`preset ${name}`, `${name} · ${help[language()]}`])));
  select.value = settings.choice;
  if (select.value === "") select.selectedIndex = 0;
  const width = h("input", { class: "input", type: "text", inputmode: "numeric", autocomplete: "off", value: settings.width, "data-test": "batch-width" });
  const problem = h("span", { class: "problem", role: "alert" });
  const widthField = field(t("batch.width"), width, { hint: t("batch.width.hint") });
  widthField.append(problem);
  const show = () => { widthField.hidden = select.value.startsWith("preset") || select.value === "format wav"; };
  show();
  formDialog({
    title: titleOf("render", movies), movies, body: [field(t("batch.format"), select), widthField],
    read() {
      const [way, name] = select.value.split(" ");
      const pixels = widthField.hidden ? "" : width.value.trim();
      if (complain(width, problem, /^([1-9]\d{0,4})?$/.test(pixels) ? "" : t("batch.width.wrong"))) return null;
      remember("batch.render", { choice: select.value, width: width.value.trim() });
      /** @type {Record<string, string>} */
      const options = way === "preset" ? { preset: name } : {};
      if (pixels) options.size = `${pixels}x0`;
      if (way === "format" && opaqueFormats.has(name)) options.background = "#ffffff";
      return { kind: "render", format: way === "preset" ? presets.find((preset) => preset.name === name)?.format : name, options };
    },
  });
}

/** The number of names that the dialog lists. */
const shownNames = 50;

/** Asks for a pattern, shows the new names, and packs the files under them. @param {string[]} movies @param {(id: string) => string} nameOf */
export function askNames(movies, nameOf) {
  const settings = { pattern: "{name}", find: "", replace: "", ...remembered("batch.names", {}) };
  let turn = new AbortController();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const problem = h("span", { class: "problem", role: "alert" });
  const list = h("tbody", { "data-test": "batch-names" });
  /** @param {keyof typeof settings} name */
  const input = (name) => h("input", {
    class: "input", type: "text", spellcheck: "false", autocomplete: "off", value: settings[name], "data-test": `batch-${name}`,
    oninput: (event) => { settings[name] = event.currentTarget.value; clearTimeout(timer); timer = setTimeout(show, 150); },
  });
  const pattern = field(t("batch.pattern"), input("pattern"), { hint: t("batch.pattern.hint", { list: "{name} {n} {n:3} {width} {height} {frames} {fps} {folder}" }) });
  pattern.append(problem);

  async function show() {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    try {
      const { names } = await api.names(movies, settings, signal);
      if (signal.aborted) return;
      problem.textContent = "";
      fill(list, names.slice(0, shownNames).map((name, index) => h("tr", {}, h("td", { class: "quiet" }, nameOf(movies[index])), h("td", {}, name))),
        names.length > shownNames && h("tr", {}, h("td", { colspan: 2, class: "quiet" }, t("batch.names.more", { count: names.length - shownNames }))));
    } catch (error) {
      if (signal.aborted) return;
      fill(list);
      problem.textContent = problemText(error, " · ");
    }
  }

  const onDisk = h("button", { type: "button", class: "button", hidden: true, "data-test": "batch-rename-files", onclick: () => renameFiles() }, t("batch.renameFiles"));
  api.vocabulary().then(({ canWrite }) => { onDisk.hidden = !canWrite; }, () => {});

  async function renameFiles() {
    if (problem.textContent) return;
    onDisk.disabled = true;
    try {
      const { renamed, failures } = await api.rename(movies, settings);
      remember("batch.names", settings);
      shown.close();
      if (failures.length === 0) toast(t("batch.renamed", { count: renamed }), { kind: "success" });
      else dialog({ title: t("batch.renamed", { count: renamed }), body: h("ul", { class: "stack" }, failures.map(({ name, message, chinese }) => h("li", {}, `${name}: ${inPageLanguage(message, chinese)}`))) });
    } catch (error) {
      onDisk.disabled = false;
      problem.textContent = problemText(error, " · ");
    }
  }

  const shown = formDialog({
    title: titleOf("rename", movies), movies, wide: true, others: onDisk,
    body: [pattern, h("div", { class: "batch-pair" }, field(t("batch.find"), input("find")), field(t("batch.replace"), input("replace"))),
      h("p", { class: "quiet small" }, t("batch.names.zip")),
      h("div", { class: "table-scroll batch-names", tabindex: "0", role: "region", "aria-label": t("batch.names") }, h("table", { class: "table" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("batch.names.old")), h("th", { scope: "col" }, t("batch.names.new")))), list))],
    read() {
      if (problem.textContent) return null;
      remember("batch.names", settings);
      return { kind: "copy", names: settings };
    },
  });
  show();
}
