// The ground below a thumbnail: dark below light pictures and light below dark ones, so that all of them can be seen. Pictures that are neither
// have the ground of the theme.
import { remember, remembered } from "./settings.js";
import { isDark } from "./theme.js";

/** @typedef {typeof grounds[number]} Ground */

export const grounds = /** @type {const} */ (["auto", "light", "dark", "checker"]);

/** The side of the picture that is measured, in pixels. */
const side = 24;
/** A picture whose mean lightness is above the first, of 255, has a dark ground; below the second, a light one. */
const limits = { light: 165, dark: 85 };

/** The chosen ground of all thumbnails. @returns {Ground} */
export function chosenGround() {
  const name = remembered("ground", /** @type {Ground} */ ("auto"));
  return grounds.includes(name) ? name : "auto";
}

/** @param {Ground} name */
export function chooseGround(name) {
  remember("ground", name);
}

/**
 * The mean lightness of a picture, from 0 to 255, weighted by alpha; null if nothing is visible.
 * @param {Uint8ClampedArray} pixels straight RGBA
 */
export function lightness(pixels) {
  let sum = 0;
  let weight = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const alpha = pixels[index + 3];
    sum += alpha * (0.299 * pixels[index] + 0.587 * pixels[index + 1] + 0.114 * pixels[index + 2]);
    weight += alpha;
  }
  return weight > 0 ? sum / weight : null;
}

/** The ground for a picture of this lightness. @param {number|null} value @param {boolean} isThemeDark */
export function groundFor(value, isThemeDark) {
  if (value === null) return isThemeDark ? "dark" : "light";
  return value > (isThemeDark ? limits.dark : limits.light) ? "dark" : "light";
}

/** Sets the ground of a loaded picture: of the element with the class "checker" that it is, or that is around it. @param {{currentTarget: HTMLImageElement}} event */
export function groundOf({ currentTarget: image }) {
  setGround(image);
}

/** @param {HTMLImageElement} image loaded */
export function setGround(image) {
  const element = image.closest(".checker");
  if (!(element instanceof HTMLElement)) return;
  const chosen = chosenGround();
  if (chosen === "checker") delete element.dataset.ground;
  else element.dataset.ground = chosen === "auto" ? suitable(image) : chosen;
}

/** @param {HTMLImageElement} image */
function suitable(image) {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || image.naturalWidth === 0) return "light";
  context.drawImage(image, 0, 0, side, side);
  return groundFor(lightness(context.getImageData(0, 0, side, side).data), isDark());
}
