import { fill, h, icon, iconButton, uniqueId } from "../../dom.js";
import { bytes, size } from "../../format.js";
import { groundOf } from "../../ground.js";
import { hasText, t } from "../../i18n.js";
import { toast, toastError } from "../../overlays.js";
import { problemText } from "../../problem.js";
import { debounced } from "../../timing.js";
import { setImage } from "../../vars.js";
import { TYPING_PAUSE } from "./style-controls.js";

/** @typedef {import("../../session.js").Session} Session */
/** @typedef {import("../../vars.js").Vars} Vars */
/** @typedef {import("../../vars.js").ImageSetting} ImageSetting */
/** @typedef {import("./key-facts.js").KeyFacts} KeyFacts */

/**
 * The image that replaces a key's image: chosen, dropped or pasted, with its fit and mask.
 * @param {import("../../session.js").Session} session
 * @param {import("./key-facts.js").KeyFacts} facts
 * @param {API.Vocabulary} vocabulary
 */
export function pictureSection(session, facts, vocabulary) {
  const { key } = facts;
  const file = h("input", { type: "file", class: "sr-only", accept: "image/png,image/jpeg,image/webp,image/gif,image/bmp", tabindex: "-1", "aria-hidden": "true",
    "data-test": "picture-file", onchange: ({ currentTarget: input }) => { if (input.files?.[0]) take(input.files[0]); input.value = ""; } });
  const chooseText = h("span", {});
  const choose = h("button", { type: "button", class: "button", "data-test": "choose-picture", onclick: () => file.click() }, icon("image"), chooseText);
  const paste = h("button", { type: "button", class: "button", "data-test": "paste-picture", onclick: pasteByButton }, icon("copy"), t("keys.paste"));
  const remove = iconButton("trash", t("keys.remove"), { "data-test": "remove-picture", onclick: () => apply((vars) => { delete vars.images[key]; }) });
  const thumbnail = h("span", { class: "key-picture checker" });
  const text = h("div", { class: "picture-text" });
  const fit = choices(t("keys.fit"), vocabulary.fits, "keys.fit", (value) => change({ fit: value }));
  const mask = choices(t("keys.mask"), vocabulary.masks.map((word) => word.split(":")[0]), "keys.mask", (value) =>
    change({ mask: value === "round" ? `round:${radius.value || defaultRadius(facts)}` : value }));
  const changeRadius = debounced(TYPING_PAUSE, () => { if (radius.value !== "") change({ mask: `round:${radius.value}` }); });
  const radius = h("input", { class: "input short", type: "number", min: "0", step: "any", id: uniqueId("radius"), "data-test": "mask-radius", oninput: () => { changeRadius(); },
    onchange: () => { changeRadius.flush(); } });
  const radiusField = h("div", { class: "field inline" }, h("label", { for: radius.id }, t("keys.mask.radius")), radius);
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const options = h("div", { class: "stack" }, fit.element, mask.element, radiusField);
  const element = h("section", { class: "key-section drop-zone", "data-test": "picture-section" }, h("h2", {}, icon("image"), t("keys.picture")),
    h("div", { class: "picture-line" }, thumbnail, h("div", { class: "stack" }, text, h("div", { class: "line wrap" }, choose, paste, remove))), file, options,
    h("div", { class: "field" }, problem));
  acceptDrops(element, take);

  /** @param {(vars: Vars) => void} edit */
  function apply(edit) {
    return attempt(() => session.update(({ vars }) => { edit(vars); }));
  }

  /** @param {Partial<ImageSetting>} values */
  function change(values) {
    return apply((vars) => { if (vars.images[key]) Object.assign(vars.images[key], values); });
  }

  /** @param {() => Promise<unknown>} work */
  async function attempt(work) {
    element.classList.add("busy");
    try {
      await work();
      problem.hidden = true;
    } catch (error) {
      problem.hidden = false;
      problem.textContent = problemText(error, " · ");
    }
    element.classList.remove("busy");
  }

  /** @param {File} picture */
  function take(picture) {
    return attempt(async () => {
      const upload = await session.upload(picture);
      await session.update(({ vars }) => setImage(vars, key, upload.file));
    });
  }

  async function pasteByButton() {
    try {
      for (const item of await navigator.clipboard.read()) {
        const type = item.types.find((name) => name.startsWith("image/"));
        if (type) return take(new File([await item.getType(type)], pastedName(type), { type }));
      }
      toast(t("keys.paste.none"), { kind: "warning" });
    } catch {
      toast(t("keys.paste.refused"), { kind: "warning" });
    }
  }

  function update() {
    const setting = session.vars.images[key];
    const upload = session.uploads.get(setting?.file ?? "");
    thumbnail.replaceChildren(...(upload ? [h("img", { src: upload.url, alt: "", onload: groundOf })] : facts.picture ? [h("img", { src: facts.picture, alt: "", onload: groundOf })] : [icon("vector")]));
    fill(text, setting
      ? [h("strong", { class: "truncate" }, upload?.name ?? setting.file), upload && h("span", { class: "quiet small" }, `${size(upload.width, upload.height)} · ${bytes(upload.bytes)}`)]
      : h("span", { class: "quiet small" }, t("keys.picture.hint")));
    chooseText.textContent = t(setting ? "keys.replace" : "keys.choose");
    remove.hidden = options.hidden = !setting;
    fit.set(setting?.fit ?? "fill");
    mask.set((setting?.mask ?? "none").split(":")[0]);
    const rounded = setting?.mask?.startsWith("round:") ? setting.mask.slice(6) : null;
    radiusField.hidden = rounded === null;
    if (rounded !== null && document.activeElement !== radius) radius.value = rounded;
  }

  /** Handles a pasted image, independent of the focus. Pasted text goes to its field. @param {ClipboardEvent} event */
  function pasted(event) {
    const picture = [...(event.clipboardData?.files ?? [])].find((item) => item.type.startsWith("image/"));
    if (!picture || element.offsetParent === null) return;
    event.preventDefault();
    take(new File([picture], picture.name || pastedName(picture.type), { type: picture.type }));
  }

  document.addEventListener("paste", pasted);
  update();
  return {
    element,
    update,
    destroy() {
      changeRadius.flush();
      document.removeEventListener("paste", pasted);
    },
  };
}

/**
 * A group of buttons of which one is pressed.
 * @param {string} label @param {string[]} values @param {string} prefix @param {(value: string) => void} onchoose
 */
function choices(label, values, prefix, onchoose) {
  const buttons = values.map((value) => h("button", { type: "button", class: "button", "data-value": value, "aria-pressed": "false", onclick: () => onchoose(value) },
    hasText(`${prefix}.${value}`) ? t(`${prefix}.${value}`) : value));
  const element = h("div", { class: "field inline" }, h("span", { class: "label" }, label), h("div", { class: "group", role: "group", "aria-label": label }, buttons));
  /** @param {string} value */
  const set = (value) => { for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === value)); };
  return { element, set };
}

/** The default corner radius: an eighth of the shorter side. @param {KeyFacts} facts */
function defaultRadius({ layoutWidth, layoutHeight }) {
  return Math.max(1, Math.round(Math.min(layoutWidth ?? 64, layoutHeight ?? 64) / 8));
}

/** @param {string} type */
function pastedName(type) {
  return `${t("keys.pastedName")}.${type.split("/")[1].replace("jpeg", "jpg")}`;
}

/**
 * Makes an element a drop target for images.
 * @param {HTMLElement} element @param {(file: File) => unknown} take
 */
export function acceptDrops(element, take) {
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  /** @param {boolean} isOver */
  const mark = (isOver) => element.classList.toggle("drop-over", isOver);
  element.addEventListener("dragover", (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    mark(true);
  });
  element.addEventListener("dragleave", (event) => { if (!element.contains(/** @type {Node|null} */ (event.relatedTarget))) mark(false); });
  element.addEventListener("drop", (event) => {
    mark(false);
    const picture = [...(event.dataTransfer?.files ?? [])].find((item) => item.type.startsWith("image/"));
    // The page handles files that are not images: it opens movies.
    if (!picture) return;
    event.preventDefault();
    take(picture);
  });
}

/** Uploads an image and sets it for a key. Errors are shown as toasts. @param {Session} session @param {string} key @param {File} file */
export async function givePicture(session, key, file) {
  try {
    const upload = await session.upload(file);
    await session.update(({ vars }) => setImage(vars, key, upload.file));
  } catch (error) {
    toastError(error);
  }
}
