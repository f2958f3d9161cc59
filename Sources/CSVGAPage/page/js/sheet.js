import { h } from "./dom.js";
import { t } from "./i18n.js";
import { remember, remembered } from "./settings.js";

/** The share of the window's height: at least the tabs, at most all but some of the picture. */
const least = 0.2;
const most = 0.82;
const initial = 0.5;
/** The step of the arrow keys. */
const step = 0.08;
/** The maximum movement of a tap in CSS pixels. */
const tapSlack = 4;

/**
 * The handle at the upper edge of a sheet in a narrow window: it is dragged or moved with the arrow keys. A tap, or Enter, opens the sheet and
 * closes it again. In wide windows the handle is hidden.
 * @param {HTMLElement} sheet whose height is `--sheet` times that of the window
 */
export function sheetHandle(sheet) {
  const element = h("div", {
    class: "sheet-handle", role: "separator", tabindex: "0", "aria-orientation": "horizontal", "aria-label": t("movie.sheet"),
    "aria-valuemin": 100 * least, "aria-valuemax": 100 * most, "data-test": "sheet-handle",
  });
  let share = initial;
  /** @param {number} wanted */
  const move = (wanted) => {
    share = Math.max(least, Math.min(wanted, most));
    element.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    sheet.style.setProperty("--sheet", String(share));
  };
  const keep = () => remember("movie.sheet", share);
  const toggle = () => { move(share > (least + most) / 2 ? least : most); keep(); };
  element.addEventListener("pointerdown", (event) => {
    const start = { y: event.clientY, share };
    let isTap = true;
    element.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} moved */
    const drag = (moved) => {
      if (Math.abs(moved.clientY - start.y) > tapSlack) isTap = false;
      if (!isTap) move(start.share + (start.y - moved.clientY) / innerHeight);
    };
    element.addEventListener("pointermove", drag);
    element.addEventListener("lostpointercapture", () => {
      element.removeEventListener("pointermove", drag);
      if (isTap) toggle();
      else keep();
    }, { once: true });
  });
  element.addEventListener("keydown", (event) => {
    /** @type {Record<string, () => void>} */
    const actions = { ArrowUp: () => move(share + step), ArrowDown: () => move(share - step), Home: () => move(least), End: () => move(most), Enter: toggle };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
    keep();
  });
  const stored = remembered("movie.sheet", initial);
  move(Number.isFinite(stored) ? stored : initial);
  return element;
}
