// The checker below the movie: dark below a light movie and light below a dark one.
import { shares } from "../ground.js";
import { isDark } from "../theme.js";

/** The number of measured frames, and of measured pixels in each. */
const maximumFrames = 12;
const measuredPixels = 2000;
/** The checker of the theme stays unless it hides this much more of the movie than the other one. */
const minimumGain = 0.35;

/** @typedef {"theme"|"light"|"dark"} Choice */

/** Measures the first frames that are played, and then chooses once. */
export class StageGround {
  /** @type {Choice|null} null: not chosen */
  chosen = null;

  #element;
  #sums = [0, 0];
  #count = 0;

  /** @param {HTMLElement} element of the checker */
  constructor(element) {
    this.#element = element;
  }

  /** @param {Choice} ground */
  choose(ground) {
    this.chosen = ground;
    if (ground !== "theme") this.#element.dataset.checker = ground;
  }

  /** @param {import("./records.js").FrameRecord|null} record a shown frame */
  measure(record) {
    if (this.chosen || !record || record.data.length === 0) return;
    // Odd, so that it does not measure one column only.
    const step = Math.ceil(record.data.length / 4 / measuredPixels) | 1;
    this.#sums = shares(record.data, isDark(), step).map((share, index) => this.#sums[index] + share);
    this.#count += 1;
    if (this.#count < maximumFrames) return;
    const [own, other] = this.#sums;
    this.choose(own - other <= minimumGain * maximumFrames ? "theme" : isDark() ? "light" : "dark");
  }
}
