// The controls of a step's fields.
import { api } from "../../api.js";
import { playerTitle } from "../../chosen-players.js";
import { field, fill, h, icon, uniqueId } from "../../dom.js";
import { hasText, t } from "../../i18n.js";
import { library } from "../../library.js";
import { problemText } from "../../problem.js";
import { keyFacts } from "../keys/key-facts.js";

/** @typedef {import("./actions.js").Context} Context */
/** @typedef {import("./actions.js").Field} Field */
/** @typedef {import("../../edits/edits.js").Edits} Edits */
/** @typedef {{edits: Edits, context: Context, problem: HTMLElement}} Environment */
/** @typedef {{element: HTMLElement, value: () => string, isWrong?: () => boolean, set?: (value: string) => void}} FieldControl */

/** @param {Field} item @param {string} value @param {Environment} environment @returns {FieldControl} */
export function control(item, value, environment) {
  const { context } = environment;
  const label = t(`edit.field.${item.label ?? item.name}`);
  switch (item.kind) {
    case "key": return choice(item, label, value, withCurrent(keyFacts(context.session).map(({ key }) => [key, key]), value));
    case "sprite": return sprites(item, label, value, context);
    case "sound": return choice(item, label, value, withCurrent(soundKeys(context).map((key) => [key, key]), value));
    case "choice": return choice(item, label, value, (item.choices ?? []).map((name) => [name, t(`${item.prefix}.${name || "same"}`)]));
    case "picture": return file(item, label, value, environment, "image", "image/*");
    case "soundFile": return file(item, label, value, environment, "sound", "audio/*,.mp3");
    case "movie": return movie(item, label, value, environment);
    case "color": return color(item, label, value);
    case "players": return players(label, value);
    case "text": {
      const input = h("textarea", { class: "textarea", rows: "2", spellcheck: "false", value, "data-test": `field-${item.name}` });
      return { element: wide(field(label, input)), value: () => input.value, isWrong: () => input.value === "" };
    }
    case "line": return line(item, label, value, context);
    case "number": {
      const input = h("input", { class: "input", type: "number", inputmode: "decimal", min: item.min, max: item.max, step: item.step ?? "any", value, "data-test": `field-${item.name}` });
      const isWrong = () => !input.validity.valid || input.value === "" && !item.isOptional;
      const set = (/** @type {string} */ text) => { input.value = text; };
      return { element: field(item.unit ? t("edit.field.unit", { label, unit: item.unit }) : label, input), value: () => input.value, isWrong, set };
    }
  }
}

/** The keys of the sounds, each once. @param {Context} context */
export function soundKeys({ session }) {
  return [...new Set(session.facts.audios.map(({ key }) => key))];
}

/** @param {HTMLElement} element */
function wide(element) {
  element.classList.add("edit-wide");
  return element;
}

/** An existing step may have a value that the shown movie no longer has. @param {[string, string][]} list @param {string} value @returns {[string, string][]} */
function withCurrent(list, value) {
  return value === "" || list.some(([name]) => name === value) ? list : [[value, value], ...list];
}

/** @param {Field} item @param {string} label @param {string} value @param {[string, string][]} list @returns {FieldControl} */
function choice(item, label, value, list) {
  const select = h("select", { class: "select", "data-test": `field-${item.name}` }, list.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
  const element = field(label, select);
  return { element: ["key", "sound"].includes(item.kind) ? wide(element) : element, value: () => select.value, isWrong: () => list.length === 0 };
}

/** All sprites of a key, or one sprite. @param {Field} item @param {string} label @param {string} value @param {Context} context @returns {FieldControl} */
function sprites(item, label, value, { session }) {
  const option = (/** @type {string} */ word, /** @type {string} */ text) => h("option", { value: word, selected: word === value }, text);
  const keys = item.isSingle ? [] : keyFacts(session).map(({ key }) => option(spriteWord(key), key));
  const single = session.facts.sprites.map(({ imageKey }, index) => option(String(index), `${index} · ${imageKey || "—"}`));
  const isKnown = [...keys, ...single].some((element) => element.value === value);
  const select = h("select", { class: "select", "data-test": `field-${item.name}` }, !isKnown && value !== "" && option(value, value),
    keys.length > 0 && h("optgroup", { label: t("edit.group.keys") }, keys), h("optgroup", { label: t("edit.group.sprites") }, single));
  return { element: wide(field(label, select)), value: () => select.value, isWrong: () => select.value === "" };
}

/** A key as options name sprites: a key that looks like indices has a prefix. @param {string} key */
export function spriteWord(key) {
  return /^[\d,-]*$/.test(key) || key.startsWith("key=") ? `key=${key}` : key;
}

/** @param {Field} item @param {string} label @param {string} value @param {Context} context @returns {FieldControl} */
function line(item, label, value, context) {
  const suggestions = item.suggestions?.(context) ?? [];
  const list = suggestions.length > 0 ? h("datalist", { id: uniqueId("list") }, suggestions.map((text) => h("option", { value: text }))) : null;
  const input = h("input", { class: "input", type: "text", spellcheck: "false", autocomplete: "off", list: list?.id, value, "data-test": `field-${item.name}` });
  const name = `edit.field.${item.label ?? item.name}.hint`;
  const element = wide(field(label, input, { hint: hasText(name) ? t(name) : undefined }));
  if (list) element.append(list);
  return { element, value: () => input.value.trim(), isWrong: () => !item.isOptional && input.value.trim() === "" };
}

/**
 * A file of the user's disk.
 * @param {Field} item @param {string} label @param {string} value @param {Environment} environment @param {"image"|"sound"|"svga"} kind @param {string} accept
 * @returns {FieldControl & {take: (file: File) => Promise<void>}}
 */
function file(item, label, value, { edits, problem }, kind, accept) {
  let upload = value;
  const text = (/** @type {string} */ name) => t(`edit.file.${kind}.${name}`);
  const name = h("span", { class: "truncate", "data-test": "file-name" }, edits.picture(value)?.name ?? text("none"));
  const input = h("input", { type: "file", class: "sr-only", accept, tabindex: "-1", "aria-hidden": "true", "data-test": `field-${item.name}`, onchange: () => {
    const chosen = input.files?.[0];
    if (chosen) take(chosen);
  } });
  const button = h("button", { type: "button", class: "button", onclick: () => input.click() }, icon("upload"), t("edit.picture.choose"));
  /** @param {File} chosen */
  async function take(chosen) {
    problem.hidden = true;
    try {
      upload = await edits.upload(chosen, kind);
      name.textContent = chosen.name;
    } catch (error) {
      problem.hidden = false;
      problem.textContent = problemText(error, " · ");
    }
  }
  const element = wide(h("div", { class: "field" }, h("span", { class: "label" }, label), h("div", { class: "line" }, button, input, name)));
  return { element, value: () => upload, isWrong: () => upload === "", take };
}

/** Another movie: of the gallery, or of the user's disk. @param {Field} item @param {string} label @param {string} value @param {Environment} environment @returns {FieldControl} */
function movie(item, label, value, environment) {
  const chosen = file(item, label, value, environment, "svga", ".svga");
  const entries = [...library.entries.values()];
  if (entries.length < 2) return chosen;
  const select = h("select", { class: "select", "aria-label": t("edit.merge.gallery"), "data-test": "field-gallery", onchange: async () => {
    const entry = library.entries.get(select.value);
    if (!entry) return;
    select.disabled = true;
    try {
      await chosen.take(await api.movieFile(entry));
    } catch (error) {
      environment.problem.hidden = false;
      environment.problem.textContent = problemText(error, " · ");
    } finally {
      select.disabled = false;
    }
  } });
  fill(select, h("option", { value: "" }, t("edit.merge.gallery")), entries.map(({ id, name, folder }) => h("option", { value: id }, folder ? `${folder}/${name}` : name)));
  chosen.element.append(select);
  return chosen;
}

/** @param {Field} item @param {string} label @param {string} value @returns {FieldControl} */
function color(item, label, value) {
  const pattern = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$|^[a-z]+$/i;
  const text = h("input", { class: "input", type: "text", spellcheck: "false", value, placeholder: item.isOptional ? t("edit.color.same") : "#ffffff", "data-test": `field-${item.name}`,
    oninput: () => { if (/^#[0-9a-f]{6}$/i.test(text.value)) swatch.value = text.value; } });
  const swatch = h("input", { class: "color", type: "color", "aria-label": label, value: /^#[0-9a-f]{6}$/i.test(value) ? value : "#ffffff", oninput: () => { text.value = swatch.value; } });
  const element = field(label, text);
  element.replaceChildren(element.children[0], h("div", { class: "color-field" }, swatch, text));
  return { element, value: () => text.value.trim(), isWrong: () => text.value.trim() === "" ? !item.isOptional : !pattern.test(text.value.trim()) };
}

/** @param {string} label @param {string} value @returns {FieldControl} */
function players(label, value) {
  const names = ["ios", "android", "web", "web-lite", "flutter", "harmony", "wechat"];
  // Without a choice, the program repairs for the first five.
  const usual = names.slice(0, 5);
  const chosen = new Set(value === "" ? usual : value === "all" ? names : value.split(","));
  const element = wide(h("div", { class: "field", role: "group", "aria-label": label }, h("span", { class: "label" }, label), h("div", { class: "line wrap" }, names.map((name) => {
    const button = h("button", { type: "button", class: "chip", "aria-pressed": String(chosen.has(name)), onclick: () => {
      if (chosen.has(name)) chosen.delete(name);
      else chosen.add(name);
      button.setAttribute("aria-pressed", String(chosen.has(name)));
    } }, playerTitle(name));
    return button;
  }))));
  const isUsual = () => chosen.size === usual.length && usual.every((name) => chosen.has(name));
  return { element, value: () => (isUsual() ? "" : names.filter((name) => chosen.has(name)).join(",")), isWrong: () => chosen.size === 0 };
}
