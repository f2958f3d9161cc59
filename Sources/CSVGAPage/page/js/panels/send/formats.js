// Groups the formats by purpose, and converts the form's settings to job options.

/** @typedef {import("../../icons.js").IconName} IconName */

/** The formats by purpose, the recommended one first. */
const formatGroups = [
  { id: "animation", formats: ["webp", "avif", "jxl", "apng", "gif", "html", "js"] },
  { id: "video", formats: ["mp4", "webm", "mov"] },
  { id: "frames", formats: ["png", "jpg", "sheet", "contact", "y4m", "rgba"] },
  { id: "sound", formats: ["wav"] },
];

/**
 * What most people want, each with one click: the settings that it changes. Exact files can be a hundred times larger than small ones, so the
 * first choice is small.
 * @type {readonly {id: string, icon: IconName, settings: Partial<typeof initialSettings>}[]}
 */
export const quickChoices = [
  { id: "chat", icon: "send", settings: { preset: "web", format: "webp" } },
  { id: "gif", icon: "loop", settings: { format: "gif", targetSize: "2m" } },
  { id: "video", icon: "film", settings: { format: "mp4" } },
  { id: "frame", icon: "image", settings: { format: "png", frames: "this" } },
];

/** Settings that a quick choice leaves as they are. */
const keptSettings = /** @type {const} */ (["background", "matte", "audio"]);

/** Changes the settings to those of a quick choice. @param {Settings} settings @param {string} id */
export function chooseQuickly(settings, id) {
  const choice = quickChoices.find((candidate) => candidate.id === id);
  if (!choice) return;
  const kept = Object.fromEntries(keptSettings.map((name) => [name, settings[name]]));
  const others = Object.entries(settings).filter(([name]) => name.startsWith("option."));
  const unset = Object.fromEntries(others.map(([name, value]) => [name, typeof value === "boolean" ? false : ""]));
  Object.assign(settings, unset, initialSettings, { preset: "" }, choice.settings, kept);
}

/** The quick choice whose format the settings have, or undefined. @param {Settings} settings */
export function quickChoice(settings) {
  return quickChoices.find(({ settings: { preset = "", format, frames } }) => settings.preset === preset && (preset !== "" || settings.format === format)
    && (frames === "this") === (settings.frames === "this" && settings.format === "png"))?.id;
}

/** Formats that libav writes. */
const videoFormats = new Set(["mp4", "webm", "mov", "wav"]);

/** The groups with the formats of the program; formats that are not listed above belong to the frames. @param {string[]} known */
export function groupsOf(known) {
  const placed = formatGroups.flatMap((group) => group.formats);
  const others = known.filter((name) => !placed.includes(name));
  return formatGroups
    .map(({ id, formats }) => ({ id, formats: [...formats.filter((name) => known.includes(name)), ...(id === "frames" ? others : [])] }))
    .filter(({ formats }) => formats.length > 0);
}

/** Whether the program can write this format. @param {string} format @param {API.Vocabulary} vocabulary */
export function isAvailable(format, vocabulary) {
  return vocabulary.hasVideo || !videoFormats.has(format);
}

/**
 * The settings of the form as strings.
 * @typedef {typeof initialSettings & {[name: `option.${string}`]: string|boolean}} Settings
 */
export const initialSettings = {
  preset: "web", format: "webp", size: "", width: "", frames: "all", list: "", background: "", filter: false, fps: "", speed: "", loop: "", reverse: false,
  quality: "", effort: "", targetSize: "", matte: "", dither: "", alpha: "", codec: "", audio: true,
};

/** The available codecs, with the default first and without a name. @param {string} format */
export function codecsOf(format) {
  return ["", ...({ mp4: ["hevc"], mov: ["qtrle"] }[format] ?? [])];
}

/** The presets that the program can make. @param {API.Vocabulary} vocabulary */
export function presetsOf(vocabulary) {
  return vocabulary.presets.filter(({ format }) => isAvailable(format, vocabulary));
}

/** The settings with the format of their preset. @param {Settings} settings @param {API.Vocabulary} vocabulary @returns {Settings} */
export function withPresetFormat(settings, vocabulary) {
  const preset = vocabulary.presets.find(({ name }) => name === settings.preset);
  return preset ? { ...settings, format: preset.format } : settings;
}

/** Whether the output of a format has frames. @param {string} format */
export function hasPicture(format) {
  return format !== "wav";
}

/** Whether a format is opaque, so that it needs a background. @param {Settings} settings */
export function needsBackground(settings) {
  if (settings.preset) return false;
  return settings.format === "y4m" || settings.format === "jpg" || (settings.format === "mp4" && settings.alpha === "");
}

/** The options without a field of their own in the form. @param {API.FormOption[]} options */
export function otherOptions(options) {
  return options.filter(({ hasField }) => !hasField);
}

/**
 * Sets the options without a field of their own.
 * @param {Record<string, string>} options @param {Record<string, string|boolean>} settings @param {API.FormOption[]} others
 */
export function setOthers(options, settings, others) {
  for (const { name, isFlag } of others) {
    const value = settings[`option.${name}`];
    if (value) options[name] = isFlag ? "" : String(value);
  }
}

/**
 * Whether the format has an option. Options that all formats have count as present.
 * @param {string} name @param {string[]} offered the options of the format @param {API.Vocabulary} vocabulary
 */
export function hasOption(name, offered, vocabulary) {
  return offered.includes(name) || !vocabulary.formats.some(({ options }) => options.includes(name));
}

/**
 * The options of a render job: names of the command's long options without dashes. A switch has the value "".
 * @param {Settings} settings
 * @param {{offered: string[], frame: number, range: {first: number, last: number}|null, others: API.FormOption[]}} about the options that only some formats
 *   have, the frame that is shown, the range that is played, and the options without a control of their own
 * @returns {Record<string, string>}
 */
export function renderOptions(settings, { offered, frame, range, others }) {
  /** @type {Record<string, string>} */
  const options = {};
  /** @param {string} name @param {string|number} value */
  const add = (name, value) => { if (value !== "") options[name] = String(value); };
  if (settings.frames === "this") add("frame", frame);
  if (settings.frames === "range" && range) add("frames", range.first === range.last ? range.first : `${range.first}-${range.last}`);
  if (settings.frames === "list") add("frames", settings.list.replaceAll(" ", ""));
  if (settings.preset) {
    // The preset sets the rest.
    add("preset", settings.preset);
    add("background", settings.background);
    if (offered.includes("matte")) add("matte", settings.matte);
    return options;
  }
  if (hasPicture(settings.format)) {
    const width = settings.size === "custom" ? settings.width : settings.size;
    add("size", width === "" ? "" : `${width}x0`);
    if (settings.filter) options.filter = "best";
    add("background", needsBackground(settings) ? settings.background || "#ffffff" : settings.background);
  }
  add("fps", settings.fps);
  add("speed", settings.speed);
  add("loop", settings.loop);
  if (settings.reverse) options.reverse = "";
  /** @param {string} name @param {string} value */
  const offer = (name, value) => { if (offered.includes(name)) add(name, value); };
  offer("quality", settings.quality);
  offer("effort", settings.effort);
  offer("target-size", settings.targetSize.replaceAll(" ", ""));
  offer("matte", settings.matte);
  offer("dither", settings.dither);
  offer("alpha", settings.alpha);
  offer("codec", settings.codec);
  offer("audio", settings.audio ? "" : "drop");
  setOthers(options, settings, others);
  return options;
}

/** Whether it is one image of all frames, whose extension is that of an image of one frame. @param {string} format */
export function isPNGOfMany(format) {
  return format === "sheet" || format === "contact";
}

/** The name of the file that a command line would write. @param {string} movie @param {Settings} settings */
export function outputName(movie, settings) {
  const stem = movie.replace(/^.*\//, "").replace(/\.(svga|lottie|tgs|json)$/i, "");
  if (isPNGOfMany(settings.format)) return `${stem}-${settings.format}.png`;
  if (settings.format === "apng") return `${stem}.apng`;
  if (["png", "jpg"].includes(settings.format)) return `${stem}${settings.frames === "this" ? "" : "-%05d"}.${settings.format}`;
  return `${stem}.${settings.format}`;
}
