// How tools/web-player uses svga.js.

import { SVGAPlayer } from "/web/svga.js";

/** Opens a file on a canvas, which gets the movie's size in pixels. @param {HTMLCanvasElement} canvas @param {string | ArrayBuffer} source */
export function create(canvas, source) {
  return SVGAPlayer.open(canvas, source, { pausesOffscreen: false });
}

/** Draws a frame before it returns. @param {SVGAPlayer} player @param {number} frame */
export function drawNow(player, frame) {
  player.draw(frame);
}
