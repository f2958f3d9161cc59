import { svg } from "../dom.js";

/** @typedef {API.Run} Run the first and the last frame */

/**
 * A bar of frame runs over the duration of a movie: visible frames, and changes within them.
 * @param {number} frames of the movie
 * @param {Run[]} shown
 * @param {Run[]} [changes]
 * @returns {SVGSVGElement}
 */
export function runsBar(frames, shown, changes = []) {
  return svg("svg", { class: "runs", viewBox: `0 0 ${Math.max(1, frames)} 4`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "runs-shown", d: area(shown, 0, 4) }),
    changes.length > 0 && svg("path", { class: "runs-changes", d: area(changes, 2, 2) }));
}

/** @param {Run[]} runs @param {number} top @param {number} height */
function area(runs, top, height) {
  return runs.map(([first, last]) => `M${first} ${top}h${last - first + 1}v${height}H${first}z`).join("");
}

/** The frames that are in any of the lists. @param {Run[][]} lists @returns {Run[]} */
export function union(lists) {
  /** @type {Run[]} */
  const result = [];
  for (const [first, last] of lists.flat().sort((a, b) => a[0] - b[0])) {
    const end = result.at(-1);
    if (end && first <= end[1] + 1) end[1] = Math.max(end[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** Whether a frame is in one of the runs, which are in order. @param {Run[]} runs @param {number} frame */
export function contains(runs, frame) {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (frame < runs[middle][0]) high = middle - 1;
    else if (frame > runs[middle][1]) low = middle + 1;
    else return true;
  }
  return false;
}
