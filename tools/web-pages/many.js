// 50 elements <svga-player> for `tools/web-player page`.

import { SVGAPlayer } from "/web/svga.js";

/** Adds players and waits until they are loaded. @param {string[]} addresses @param {number} count */
async function add(addresses, count) {
  const elements = Array.from({ length: count }, (_, index) => {
    const element = document.createElement("svga-player");
    element.setAttribute("src", addresses[index % addresses.length]);
    element.setAttribute("autoplay", "");
    element.setAttribute("loop", "");
    element.setAttribute("muted", "");
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `Animation ${index + 1}`);
    return element;
  });
  document.querySelector("main").append(...elements);
  await Promise.all(elements.map((element) => element.player.ready));
}

/** Scrolls down and up again at a constant speed. Returns the longest and the mean time between two frames of the page. */
async function scroll(seconds) {
  const height = document.documentElement.scrollHeight - innerHeight;
  const times = [];
  const start = performance.now();
  for (let now = start; now < start + 1000 * seconds;) {
    now = await new Promise(requestAnimationFrame);
    times.push(now);
    const phase = (now - start) / (1000 * seconds);
    scrollTo(0, height * (1 - Math.abs(2 * phase - 1)));
  }
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  return { longest: Math.max(...gaps), mean: gaps.reduce((a, b) => a + b, 0) / gaps.length };
}

function remove() {
  for (const element of document.querySelectorAll("svga-player")) {
    element.player.destroy();
    element.remove();
  }
}

/** Removes the elements from the page, and no more. */
function drop() {
  for (const element of document.querySelectorAll("svga-player")) element.remove();
}

/** What goes wrong when players play, load and leave the page in an unusual order. @param {string} address @param {string} other */
async function outOfOrder(address, other) {
  const faults = [];
  const canvas = document.querySelector("main").appendChild(document.createElement("canvas"));
  const player = new SVGAPlayer(canvas);
  player.loops = 0;
  player.play();
  await player.load(address);
  if (!player.isPlaying) faults.push("play() before load() is forgotten");
  await player.load(other);
  if (!player.isPlaying) faults.push("another movie does not continue to play");
  player.destroy();
  canvas.remove();
  const element = Object.assign(document.createElement("svga-player"), { src: address, autoplay: true });
  document.querySelector("main").append(element);
  element.remove();
  await element.player.ready;
  if (element.player.isPlaying) faults.push("an element that left the page while it was loading plays");
  document.querySelector("main").append(element);
  if (!element.player.isPlaying) faults.push("an element that came back to the page does not play");
  element.remove();
  return faults;
}

function state() {
  return [...document.querySelectorAll("svga-player")].map(({ player }) => ({ isPlaying: player.isPlaying, frame: player.frame }));
}

window.many = { SVGAPlayer, add, drop, outOfOrder, remove, scroll, state };
