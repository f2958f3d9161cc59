// The ground below a picture: dark below light pictures and light below dark ones, so that all of them can be seen. Pictures that are visible on
// both have the ground of the theme.
import { remember, remembered } from "./settings.js";
import { isDark } from "./theme.js";

/** @typedef {typeof grounds[number]} Ground */

export const grounds = /** @type {const} */ (["auto", "light", "dark", "checker"]);

/** The side of the picture that is measured, in pixels. */
const side = 24;
/** The colors of the grounds in base.css, by theme. */
const colors = { light: { light: [238, 240, 243], dark: [50, 54, 62] }, dark: { light: [207, 212, 220], dark: [36, 40, 46] } };
/** The weights of red, green and blue. */
const weights = [0.3, 0.59, 0.11];
/** The minimum difference of a visible pixel from its ground, of 255. */
const visibleDifference = 28;
/** The ground of the theme stays unless the other one shows this much more of the picture. */
const minimumGain = 0.07;

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
 * The share of a picture that can hardly be seen on a ground, weighted by alpha; null if the picture is transparent.
 * @param {Uint8ClampedArray} pixels straight RGBA @param {number[]} color of the ground @param {number} [step] measures each pixel at a multiple of it
 */
export function hiddenShare(pixels, color, step = 1) {
  let hidden = 0;
  let weight = 0;
  for (let index = 0; index < pixels.length; index += 4 * step) {
    const alpha = pixels[index + 3];
    let sum = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = pixels[index + channel] - color[channel];
      // What is darker than a dark ground differs less to the eye.
      sum += weights[channel] * (difference < 0 && color[channel] < 128 ? difference / 2 : difference) ** 2;
    }
    if ((alpha / 255) * Math.sqrt(sum) < visibleDifference) hidden += alpha;
    weight += alpha;
  }
  return weight > 0 ? hidden / weight : null;
}

/**
 * The ground for a picture: that of the theme, unless the other one shows much more.
 * @param {Uint8ClampedArray} pixels straight RGBA @param {boolean} isThemeDark @returns {"light"|"dark"}
 */
export function groundFor(pixels, isThemeDark) {
  const [own, other] = shares(pixels, isThemeDark);
  return own > other + minimumGain !== isThemeDark ? "dark" : "light";
}

/**
 * The hidden shares of a picture on the ground of the theme and on the other one; 0 for a transparent picture.
 * @param {Uint8ClampedArray} pixels @param {boolean} isThemeDark @param {number} [step] see {@link hiddenShare}
 */
export function shares(pixels, isThemeDark, step = 1) {
  const { light, dark } = isThemeDark ? colors.dark : colors.light;
  return (isThemeDark ? [dark, light] : [light, dark]).map((color) => hiddenShare(pixels, color, step) ?? 0);
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
  return groundFor(context.getImageData(0, 0, side, side).data, isDark());
}
