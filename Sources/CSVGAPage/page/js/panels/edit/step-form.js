import { field, h, icon } from "../../dom.js";
import { hasText, t } from "../../i18n.js";
import { problemText } from "../../problem.js";
import { keyFacts } from "../keys/key-facts.js";

/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./actions.js").Context} Context */
/** @typedef {import("./actions.js").Field} Field */
/** @typedef {import("./actions.js").Values} Values */
/** @typedef {import("../../edits/edits.js").Edits} Edits */
/** @typedef {{element: HTMLElement, value: () => string, isWrong?: () => boolean}} FieldControl */

/**
 * The form of a step, new or existing.
 * @param {Action} action
 * @param {Edits} edits
 * @param {Context} context
 * @param {{step?: API.EditStep, onSubmit: (step: API.EditStep) => void, onCancel: () => void}} options `step`: an existing step
 */
export function stepForm(action, edits, context, { step, onSubmit, onCancel }) {
  const given = step && action.read(step);
  const problem = h("p", { class: "edit-problem", role: "alert", hidden: true });
  /** @type {Map<string, FieldControl>} */
  const controls = new Map();
  for (const item of action.fields) {
    controls.set(item.name, control(item, given?.[item.name] ?? String(item.initial?.(context) ?? ""), { edits, context, problem }));
  }
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const wrong = [...controls.values()].find(({ isWrong }) => isWrong?.());
    for (const { element, isWrong } of controls.values()) {
      const input = element.querySelector("input, textarea, select");
      input?.classList.toggle("invalid", isWrong?.() ?? false);
      input?.setAttribute("aria-invalid", String(isWrong?.() ?? false));
    }
    if (wrong) {
      const input = wrong.element.querySelector("input, textarea, select, button");
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    onSubmit(action.write(Object.fromEntries([...controls].map(([name, { value }]) => [name, value()]))));
  };
  const element = h("form", { class: "edit-form stack", onsubmit: submit, novalidate: true, "data-test": `form-${action.id}`, onkeydown: (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  } },
    h("h3", { class: "line" }, icon(action.icon), t(`edit.action.${action.id}`)),
    hasText(`edit.action.${action.id}.hint`) && h("p", { class: "quiet small" }, t(`edit.action.${action.id}.hint`)),
    h("div", { class: "edit-fields" }, [...controls.values()].map((item) => item.element)), problem,
    h("div", { class: "line edit-form-actions" }, h("button", { type: "submit", class: "button primary", "data-test": "apply-step" }, t(step ? "edit.change" : "edit.add")),
      h("button", { type: "button", class: "button", onclick: onCancel }, t("common.cancel"))));
  return element;
}

/**
 * @param {Field} item @param {string} value @param {{edits: Edits, context: Context, problem: HTMLElement}} environment
 * @returns {FieldControl}
 */
function control(item, value, environment) {
  const { context } = environment;
  const label = t(`edit.field.${item.name}`);
  switch (item.kind) {
    case "key": return choice(item, label, value, withCurrent(keyFacts(context.session).map(({ key }) => [key, key]), value));
    case "sprite": return choice(item, label, value, withCurrent(context.session.facts.sprites.map(({ imageKey }, index) => [String(index), `${index} · ${imageKey || "—"}`]), value));
    case "choice": return choice(item, label, value, (item.choices ?? []).map((name) => [name, t(`${item.prefix}.${name || "same"}`)]));
    case "picture": return picture(label, value, environment);
    case "color": return color(item, label, value);
    case "players": return players(label, value);
    case "text": {
      const input = h("textarea", { class: "textarea", rows: "2", spellcheck: "false", value, "data-test": `field-${item.name}` });
      return { element: wide(field(label, input)), value: () => input.value, isWrong: () => input.value === "" };
    }
    case "line": {
      const input = h("input", { class: "input", type: "text", spellcheck: "false", autocomplete: "off", value, "data-test": `field-${item.name}` });
      const hint = hasText(`edit.field.${item.name}.hint`) ? t(`edit.field.${item.name}.hint`) : undefined;
      return { element: wide(field(label, input, { hint })), value: () => input.value.trim(), isWrong: () => !item.isOptional && input.value.trim() === "" };
    }
    case "number": {
      const input = h("input", { class: "input", type: "number", inputmode: "decimal", min: item.min, max: item.max, step: item.step ?? "any", value, "data-test": `field-${item.name}` });
      const isWrong = () => !input.validity.valid || input.value === "" && !item.isOptional;
      return { element: field(item.unit ? t("edit.field.unit", { label, unit: item.unit }) : label, input), value: () => input.value, isWrong };
    }
  }
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
  return { element: ["key", "sprite"].includes(item.kind) ? wide(element) : element, value: () => select.value, isWrong: () => list.length === 0 };
}

/** @param {string} label @param {string} value @param {{edits: Edits, problem: HTMLElement}} environment @returns {FieldControl} */
function picture(label, value, { edits, problem }) {
  let file = value;
  const name = h("span", { class: "truncate", "data-test": "picture-name" }, edits.picture(value)?.name ?? t("edit.picture.none"));
  const input = h("input", { type: "file", class: "sr-only", accept: "image/*", tabindex: "-1", "aria-hidden": "true", "data-test": "field-file", onchange: take });
  const button = h("button", { type: "button", class: "button", onclick: () => input.click() }, icon("upload"), t("edit.picture.choose"));
  async function take() {
    const chosen = input.files?.[0];
    if (!chosen) return;
    problem.hidden = true;
    try {
      file = await edits.upload(chosen);
      name.textContent = chosen.name;
    } catch (error) {
      problem.hidden = false;
      problem.textContent = problemText(error, " · ");
    }
  }
  const element = wide(h("div", { class: "field" }, h("span", { class: "label" }, label), h("div", { class: "line" }, button, input, name)));
  return { element, value: () => file, isWrong: () => file === "" };
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
  const names = ["ios", "android", "web", "web-lite", "flutter"];
  const chosen = new Set(value === "" ? names : value.split(","));
  const element = wide(h("div", { class: "field", role: "group", "aria-label": label }, h("span", { class: "label" }, label), h("div", { class: "line wrap" }, names.map((name) => {
    const button = h("button", { type: "button", class: "chip", "aria-pressed": String(chosen.has(name)), onclick: () => {
      if (chosen.has(name)) chosen.delete(name);
      else chosen.add(name);
      button.setAttribute("aria-pressed", String(chosen.has(name)));
    } }, t(`check.player.${name}`));
    return button;
  }))));
  return { element, value: () => (chosen.size === names.length ? "" : names.filter((name) => chosen.has(name)).join(",")), isWrong: () => chosen.size === 0 };
}
