// Plays files with svga.js for tools/web-player, which calls these functions through the browser's protocol.

import * as svga from "/web/svga.js";
import { create, drawNow } from "./adapter.js";

let player = null;
let stage = null;

/** An empty stage on the page. @param {number} width @param {number} height */
function newStage(width, height) {
  stage?.remove();
  stage = Object.assign(document.createElement("canvas"), { width, height });
  Object.assign(stage.style, { display: "block", width: `${width}px`, height: `${height}px` });
  document.body.append(stage);
  return stage;
}

/** Opens a file on a canvas of this many pixels. Returns its frame count, or what is wrong. */
async function open(address, width, height) {
  close();
  try {
    player = await create(newStage(width, height), address);
    return { frames: player.frames };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

function close() {
  player?.destroy();
  player = null;
  stage?.remove();
  stage = null;
}

/** The pixels of a canvas as RGBA with straight alpha, whatever kind of context it has. @param {HTMLCanvasElement} canvas */
function pixels(canvas = player.canvas) {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Draws a frame and sends its pixels to the server. Returns the size of the canvas, or what is wrong. */
async function frame(number, path) {
  try {
    drawNow(player, number);
    const { data, width, height } = pixels();
    await fetch(path, { method: "POST", body: data });
    return [width, height];
  } catch (error) {
    return String(error?.message ?? error);
  }
}

/** Follows for how long the page does not react, in milliseconds. */
function watch() {
  let last = performance.now(), longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 20);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error("late")), milliseconds); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Uses everything that a page can do with keys and texts. */
async function useKeys(open) {
  const text = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  for (const key of open.keys.slice(0, 20)) {
    open.info(key);
    open.placement(key, 0);
    await open.setText(key, text);
    open.setTint(key, "red");
    open.hide(key);
    open.hide(key, false);
    await open.setImage(key, "javascript:alert(3)").catch(() => {});
  }
  open.hitTest(1, 1);
}

/** Opens a file that may be broken, draws and plays it. Returns how long it took, how long the page did not react, and the error. */
async function attack(address) {
  close();
  const start = performance.now(), stopWatch = watch(), nodes = document.querySelectorAll("*").length;
  const result = {};
  try {
    const opening = create(newStage(64, 64), address);
    player = await within(30_000, opening).catch((error) => {
      opening.then((late) => late.destroy(), () => {});
      throw error;
    });
    result.frames = player.frames;
    for (const number of [0, player.frames >> 1, player.frames - 1]) drawNow(player, number);
    await useKeys(player);
    player.play();
    await new Promise((resolve) => setTimeout(resolve, 60));
  } catch (error) {
    result.error = String(error?.message ?? error);
    result.isTyped = error instanceof svga.SVGAError;
  }
  close();
  result.time = performance.now() - start;
  result.blocked = stopWatch();
  result.added = document.querySelectorAll("*").length - nodes;
  result.attacks = window.attacks;
  return result;
}

/** Opens and destroys a file some times, each time from another URL, so that no cache helps. */
async function openOften(address, count) {
  for (let index = 0; index < count; index += 1) {
    const opened = await create(newStage(100, 100), `${address}?open=${index}`);
    drawNow(opened, opened.frames >> 1);
    opened.destroy();
  }
  close();
}

/** Plays a file with sound once, and notes the starts of its sounds. A click on the page must follow. */
async function listen(address) {
  close();
  const starts = [], events = [];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (when, offset, duration) {
    starts.push({ offset, frame: player.frame, time: player.currentTime });
    start.call(this, when, offset, duration);
  };
  player = await create(newStage(300, 300), address);
  player.addEventListener("sound-blocked", () => events.push("sound-blocked"));
  const opened = player;
  const stop = () => {
    AudioBufferSourceNode.prototype.start = start;
  };
  window.sound = { starts, events, stop, get isBlocked() { return opened.isSoundBlocked; } };
  opened.loops = 0;
  opened.play();
}

window.harness = { attack, listen, openOften, within, svga, open, close, frame, pixels, newStage, create, drawNow, get player() { return player; } };
