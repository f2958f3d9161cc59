// Outlines of sprites over the picture.
import { h, scaled, shortened, svg } from "../dom.js";

/** @typedef {import("../session.js").Outline} Outline */
/** @typedef {import("./view.js").Point} Point */

/** The maximum number of characters of a label; longer ones would cover the picture. */
const labelLength = 24;

/**
 * Replaces all outlines. The width of the lines does not depend on the zoom.
 * @param {HTMLElement} overlay of the stage's size
 * @param {Outline[]} outlines in points of the canvas
 * @param {import("./view.js").View} view
 */
export function drawOutlines(overlay, outlines, view) {
  const { width, height } = view.stage;
  const shapes = [];
  const labels = [];
  for (const { corners, kind, label } of outlines) {
    const positions = corners.map(([x, y]) => view.toStage(x, y));
    const points = positions.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    shapes.push(svg("polygon", { points, class: "outline-halo" }), svg("polygon", { points, class: `outline ${kind}` }));
    if (label) labels.push(labelAt(positions, { kind, label: shortened(label, labelLength), width, height }));
  }
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width || 1} ${height || 1}` }, shapes);
  overlay.replaceChildren(...(shapes.length > 0 ? [drawing, ...labels] : []));
}

/**
 * A label above the outline, or below it if there is no space above, within the stage.
 * @param {Point[]} positions @param {{kind: string, label: string, width: number, height: number}} label
 */
function labelAt(positions, { kind, label, width, height }) {
  const left = Math.min(...positions.map(({ x }) => x));
  const top = Math.min(...positions.map(({ y }) => y));
  const bottom = Math.max(...positions.map(({ y }) => y));
  const room = scaled(24);
  const x = Math.min(Math.max(4, left), Math.max(4, width - scaled(80)));
  const above = top - room >= 4 ? top - room : bottom + 4;
  const y = Math.min(Math.max(4, above), Math.max(4, height - room));
  return h("span", { class: `outline-label ${kind}`, style: { left: `${x}px`, top: `${y}px`, maxWidth: `${Math.max(60, width - x - 4)}px` } }, label);
}
