import { h, icon } from "../../dom.js";
import { hasText, t } from "../../i18n.js";
import { canvasHandles } from "./canvas-handles.js";
import { control } from "./fields.js";

/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./actions.js").Context} Context */
/** @typedef {import("./actions.js").Values} Values */
/** @typedef {import("./fields.js").FieldControl} FieldControl */
/** @typedef {import("../../edits/edits.js").Edits} Edits */
/** @typedef {{element: HTMLElement, showHandles: (context: Context) => void, close: () => void}} StepForm */

/**
 * The form of a step, new or existing. A step that changes the canvas has handles over the picture: `showHandles` shows them over the movie before
 * the step, and `close` removes them.
 * @param {Action} action
 * @param {Edits} edits
 * @param {Context} context
 * @param {{step?: API.EditStep, onSubmit: (step: API.EditStep) => void, onCancel: () => void}} options `step`: an existing step
 * @returns {StepForm}
 */
export function stepForm(action, edits, context, { step, onSubmit, onCancel }) {
  const given = step && action.read(step);
  const problem = h("p", { class: "edit-problem", role: "alert", hidden: true });
  /** @type {Map<string, FieldControl>} */
  const controls = new Map();
  for (const item of action.fields) {
    controls.set(item.name, control(item, given?.[item.name] ?? String(item.initial?.(context) ?? ""), { edits, context, problem }));
  }
  /** The values of the fields that are shown. @returns {Values} */
  const values = () => Object.fromEntries([...controls].filter(([, { element }]) => !element.hidden).map(([name, { value }]) => [name, value()]));
  const showFields = () => {
    for (const item of action.fields) {
      const shown = controls.get(item.name);
      if (item.isShown && shown) shown.element.hidden = !item.isShown(values());
    }
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const shown = [...controls.values()].filter(({ element }) => !element.hidden);
    const wrong = shown.find(({ isWrong }) => isWrong?.());
    for (const { element, isWrong } of shown) {
      const input = element.querySelector("input, textarea, select");
      input?.classList.toggle("invalid", isWrong?.() ?? false);
      input?.setAttribute("aria-invalid", String(isWrong?.() ?? false));
    }
    if (wrong) {
      const input = wrong.element.querySelector("input:not([type=file]), textarea, select, button");
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    onSubmit(action.write(values()));
  };
  const element = h("form", { class: "edit-form stack", onsubmit: submit, novalidate: true, "data-test": `form-${action.id}`, onkeydown: (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  } },
    h("h2", { class: "line" }, icon(action.icon), t(`edit.action.${action.id}`)),
    hasText(`edit.action.${action.id}.hint`) && h("p", { class: "quiet small" }, t(`edit.action.${action.id}.hint`)),
    h("div", { class: "edit-fields" }, [...controls.values()].map((item) => item.element)), problem,
    h("div", { class: "line edit-form-actions" }, h("button", { type: "submit", class: "button primary", "data-test": "apply-step" }, t(step ? "edit.change" : "edit.add")),
      h("button", { type: "button", class: "button", onclick: onCancel }, t("common.cancel"))));
  showFields();
  /** @type {ReturnType<typeof areaHandles>} */
  let handles = null;
  element.addEventListener("input", () => { showFields(); handles?.update(); });
  element.addEventListener("change", showFields);
  const close = () => {
    handles?.destroy();
    handles = null;
  };
  const showHandles = (/** @type {Context} */ shown) => {
    close();
    handles = areaHandles(action, shown, controls, values);
  };
  return { element, showHandles, close };
}

/**
 * Handles of the area that a step keeps or adds. The fields follow them, and they follow the fields.
 * @param {Action} action @param {Context} context @param {Map<string, FieldControl>} controls @param {() => Values} values
 */
function areaHandles({ area }, context, controls, values) {
  if (!area) return null;
  const { width, height } = context.session.facts.viewBox;
  const handles = canvasHandles(context.player.stage, { within: area.isInside ? { x: 0, y: 0, width, height } : null, onchange: (rect) => {
    for (const [name, value] of Object.entries(area.values(rect))) controls.get(name)?.set?.(value);
  } });
  const update = () => handles.show(area.rect(values()));
  update();
  return { update, destroy: handles.destroy };
}
