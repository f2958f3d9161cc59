// svga.js for the page of the conformance suite.

import { create, drawNow } from "./adapter.js";

export const name = "svga.js";

let player = null;

export async function load(bytes, canvas) {
  await unload();
  player = await create(canvas, bytes);
  return player.canvas;
}

export async function drawFrame(index) {
  drawNow(player, index);
}

export async function unload() {
  player?.destroy();
  player = null;
}

export async function change({ verb, key, bytes }) {
  if (verb === "hide") player.hide(key);
  else await player.setImage(key, new Blob([bytes], { type: "image/png" }));
}
