import { fill, h, icon, iconButton } from "../../dom.js";
import { stepText } from "../../edits/step-text.js";
import { t } from "../../i18n.js";
import { inPageLanguage } from "../../problem.js";

/** @typedef {import("../../edits/edits.js").Edits} Edits */

/** The list of steps: what each did, and buttons to move and remove it. */
export class StepList {
  #edits;
  #onOpen;
  /** The step that is dragged. @type {number|null} */
  #dragged = null;
  #list = h("ol", { class: "edit-steps", "data-test": "edit-steps" });

  /** @param {Edits} edits @param {(index: number) => void} onOpen asked to change a step */
  constructor(edits, onOpen) {
    this.#edits = edits;
    this.#onOpen = onOpen;
    this.#list.setAttribute("aria-label", t("edit.steps"));
    this.element = this.#list;
  }

  /** @param {{index: number, form: HTMLElement}|null} opened a step that is changed */
  show(opened) {
    const { steps } = this.#edits;
    this.element.hidden = steps.length === 0;
    // The buttons of a step and the fields of the open form keep the focus.
    const field = document.activeElement instanceof HTMLElement && opened?.form.contains(document.activeElement) ? document.activeElement : null;
    const focused = document.activeElement instanceof HTMLElement && this.#list.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
    fill(this.#list, steps.map((step, index) => (opened?.index === index ? h("li", { class: "edit-step open" }, opened.form) : this.#row(step, index))));
    field?.focus({ preventScroll: true });
    if (focused) {
      const again = this.#list.querySelector(`[data-focus="${focused}"]:not(:disabled)`) ?? this.#list.querySelector("button");
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
  }

  /** @param {API.EditStep} step @param {number} index */
  #row(step, index) {
    const edits = this.#edits;
    const { icon: name, text } = stepText(step, edits);
    const { answer, isRunning } = edits;
    const failure = answer?.failure?.step === index && !isRunning ? answer.failure : null;
    const isSkipped = answer?.failure !== null && answer !== null && index > (answer.failure?.step ?? Infinity) && !isRunning;
    const report = isRunning ? undefined : answer?.steps[index];
    const notes = report?.notes.map(({ message, chinese }) => inPageLanguage(message, chinese)) ?? [];
    const warnings = report?.warnings.map(({ code, message, chinese }) => `${code} ${inPageLanguage(message, chinese)}`) ?? [];
    const move = (/** @type {number} */ to) => {
      if (to < 0 || to >= edits.steps.length) return;
      edits.move(index, to);
      const moved = this.#list.querySelector(`[data-focus="${to > index ? "down" : "up"}-${to}"]:not(:disabled)`) ?? this.#list.querySelector(`[data-focus="open-${to}"]`);
      if (moved instanceof HTMLElement) moved.focus({ preventScroll: true });
    };
    /** @param {KeyboardEvent} event */
    const key = (event) => {
      if (!event.altKey || event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      move(event.key === "ArrowUp" ? index - 1 : index + 1);
      const moved = this.#list.querySelector(`[data-focus="open-${event.key === "ArrowUp" ? index - 1 : index + 1}"]`);
      if (moved instanceof HTMLElement) moved.focus({ preventScroll: true });
    };
    return h("li", { class: failure ? "edit-step failed" : isSkipped ? "edit-step skipped" : "edit-step", "data-test": "edit-step", draggable: "true", ...this.#dragging(index) },
      h("div", { class: "edit-step-line" },
        h("button", { type: "button", class: "edit-step-open", "data-focus": `open-${index}`, "aria-label": t("edit.open", { step: text }), onclick: () => this.#onOpen(index), onkeydown: key },
          icon(name), h("span", { class: "edit-step-text" }, text)),
        h("span", { class: "edit-step-buttons" },
          iconButton("collapse", t("edit.up", { step: text }), { disabled: index === 0, "data-focus": `up-${index}`, "data-test": "step-up", onclick: () => move(index - 1) }),
          iconButton("expand", t("edit.down", { step: text }), { disabled: index === edits.steps.length - 1, "data-focus": `down-${index}`, "data-test": "step-down", onclick: () => move(index + 1) }),
          iconButton("close", t("edit.remove", { step: text }), { "data-focus": `remove-${index}`, "data-test": "step-remove", onclick: () => edits.remove(index) }))),
      failure && h("p", { class: "edit-step-problem", role: "alert" }, icon("error"), h("span", {}, inPageLanguage(failure.error, failure.chinese))),
      isSkipped && h("p", { class: "edit-step-note quiet small" }, t("edit.skipped")),
      notes.map((note) => h("p", { class: "edit-step-note quiet small" }, note)),
      warnings.map((warning) => h("p", { class: "edit-step-note warning-text small" }, warning)));
  }

  /** A step is dragged to the position of another. @param {number} index */
  #dragging(index) {
    return {
      ondragstart: (/** @type {DragEvent} */ event) => {
        this.#dragged = index;
        event.dataTransfer?.setData("text/plain", String(index));
        if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
      },
      ondragover: (/** @type {DragEvent & {currentTarget: HTMLElement}} */ event) => {
        if (this.#dragged === null || this.#dragged === index) return;
        event.preventDefault();
        event.currentTarget.classList.add(this.#dragged > index ? "drop-above" : "drop-below");
      },
      ondragleave: (/** @type {DragEvent & {currentTarget: HTMLElement}} */ event) => event.currentTarget.classList.remove("drop-above", "drop-below"),
      ondragend: () => { this.#dragged = null; },
      ondrop: (/** @type {DragEvent} */ event) => {
        if (this.#dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        const from = this.#dragged;
        this.#dragged = null;
        if (from !== index) this.#edits.move(from, index);
      },
    };
  }
}
