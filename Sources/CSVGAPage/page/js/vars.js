// The settings of a movie's keys, in the form of `--vars`. Keys come from a file, so objects with keys have no prototype: "constructor" and
// "__proto__" are normal keys.

/**
 * @typedef {{file: string, fit?: string, mask?: string}} ImageSetting the file is the name of an upload
 * @typedef {string|number|boolean} StyleValue
 * @typedef {{text?: string, markup?: boolean, style?: Record<string, StyleValue>}} TextSetting
 * @typedef {{images: Record<string, ImageSetting>, texts: Record<string, TextSetting>, hide: string[]}} Vars
 * @typedef {{images?: Record<string, ImageSetting|string>, texts?: Record<string, TextSetting|string>, hide?: string[]}} WrittenVars as in JSON
 */

/** An object without a prototype, with copies of the entries of another object.
 * @template From, To @param {Record<string, From>|undefined} entries @param {(value: From) => To} copy @returns {Record<string, To>} */
function table(entries, copy) {
  /** @type {Record<string, To>} */
  const result = Object.create(null);
  for (const [key, value] of Object.entries(entries ?? {})) result[key] = copy(value);
  return result;
}

/** The setting of a text. In the JSON of `--vars`, it may be only the text.
 * @param {TextSetting|string} setting @returns {TextSetting} */
function textSetting(setting) {
  if (typeof setting === "string") return { text: setting };
  return setting.style ? { ...setting, style: table(setting.style, (value) => value) } : { ...setting };
}

/** A deep copy of settings, also of settings from JSON.
 * @param {WrittenVars} [vars] @returns {Vars} */
export function copyVars(vars) {
  return {
    images: table(vars?.images, (setting) => (typeof setting === "string" ? { file: setting } : { ...setting })),
    texts: table(vars?.texts, textSetting),
    hide: [...(vars?.hide ?? [])],
  };
}

/** Whether a key has settings. @param {Vars} vars @param {string} key */
export function isSet(vars, key) {
  return key in vars.images || key in vars.texts || vars.hide.includes(key);
}

/** Removes all settings of a key. @param {Vars} vars @param {string} key */
export function resetKey(vars, key) {
  delete vars.images[key];
  delete vars.texts[key];
  setHidden(vars, key, false);
}

/** @param {Vars} vars @param {string} key @param {boolean} isHidden */
export function setHidden(vars, key, isHidden) {
  vars.hide = vars.hide.filter((other) => other !== key);
  if (isHidden) vars.hide.push(key);
}

/** Sets the image of a key, without changing its fit and mask. @param {Vars} vars @param {string} key @param {string} file */
export function setImage(vars, key, file) {
  vars.images[key] = { fit: "cover", ...vars.images[key], file };
  setHidden(vars, key, false);
}

/** Changes the settings of a key's text, and removes empty settings.
 * @param {Vars} vars @param {string} key @param {(setting: TextSetting & {style: Record<string, StyleValue>}) => void} change */
export function changeText(vars, key, change) {
  const before = vars.texts[key];
  const setting = { ...before, style: before?.style ?? Object.create(null) };
  change(setting);
  if (!setting.text) {
    delete setting.text;
    delete setting.markup;
  }
  const { style, ...rest } = setting;
  const remaining = Object.keys(style).length > 0 ? setting : rest;
  if (Object.keys(remaining).length === 0) delete vars.texts[key];
  else vars.texts[key] = remaining;
}

/** The settings without those that have no effect: styles of keys without a text.
 * @param {Vars} vars @returns {Vars} */
export function effectiveVars(vars) {
  const result = copyVars(vars);
  for (const key of Object.keys(result.texts)) {
    if (result.texts[key].text === undefined && key !== "*") delete result.texts[key];
  }
  return result;
}
