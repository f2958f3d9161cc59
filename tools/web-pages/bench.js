// Measures a player on one file for `tools/web-player bench`: ?player= names it. Other players are classic scripts that the server has at /other/.

const name = new URLSearchParams(location.search).get("player");

/** Runs a classic script. @param {string} address */
function script(address) {
  return new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("script"), { src: address, onload: resolve, onerror: reject }));
  });
}

/** Waits until a condition holds. @param {() => boolean} condition */
async function until(condition) {
  const channel = new MessageChannel();
  while (!condition()) {
    await new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });
  }
  channel.port1.close();
}

/** Each opens a file on a canvas; a result draws a frame before `draw` returns. */
const players = {
  async ours() {
    const { create, drawNow } = await import("./adapter.js");
    return async (canvas, address) => {
      const player = await create(canvas, address);
      return { draw: (frame) => drawNow(player, frame), frames: player.frames, destroy: () => player.destroy() };
    };
  },
  /** What no player can avoid: it gets the bytes, and draws nothing. */
  floor() {
    return async (canvas, address) => {
      const bytes = await (await fetch(address)).arrayBuffer();
      return { draw: () => canvas.getContext("2d").clearRect(0, 0, 1, 1), frames: bytes.byteLength > 0 ? 1 : 0, destroy() {} };
    };
  },
  async web() {
    await script("/other/zip.js").catch(() => {});
    await script("/other/web.js");
    return async (canvas, address) => {
      const player = new SVGA.Player(canvas);
      const video = await new Promise((resolve, reject) => {
        addEventListener("error", (event) => reject(new Error(event.message)), { once: true });
        new SVGA.Parser().load(address, resolve, reject);
      });
      player.setVideoItem(video);
      await until(() => player._renderer._prepared);
      return { draw: (frame) => player.stepToFrame(frame), frames: video.frames, destroy: () => player.clear() };
    };
  },
  async lite() {
    await script("/other/lite.js");
    return async (canvas, address) => {
      const bytes = await new SVGA.Downloader().get(new URL(address, location.href).href);
      const video = await new SVGA.Parser().do(bytes);
      if (!video?.frames) throw new Error(String(video?.message ?? video));
      const player = new SVGA.Player(canvas);
      await player.mount(video);
      // It has no public way to show one frame.
      const draw = (frame) => { player.currentFrame = frame; player._renderer.drawFrame(frame); };
      return { draw, frames: video.frames, destroy: () => player.clear() };
    };
  },
};

function newCanvas(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  document.body.append(canvas);
  return canvas;
}

function late(seconds) {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`is not ready within ${seconds} s`)), 1000 * seconds));
}

/** Reads a pixel, so that what was drawn is on the canvas, not only recorded. */
function flush(canvas) {
  canvas.getContext("2d")?.getImageData(0, 0, 1, 1);
}

let opened = null;

/** Ends the use of the file that is open. */
window.closeFile = () => {
  opened?.destroy();
  opened = null;
  document.querySelector("canvas")?.remove();
};

/** Loads a file. Returns the time until a frame is on the canvas, in milliseconds. */
async function load(open, address, width, height) {
  const canvas = newCanvas(width, height);
  const start = performance.now();
  opened = await Promise.race([open(canvas, address), late(20)]);
  opened.draw(0);
  flush(canvas);
  return performance.now() - start;
}

/** Draws the frames in order for at least this time. Returns the mean time of a frame in milliseconds, and how many were drawn. */
function drawLoop(milliseconds) {
  const canvas = document.querySelector("canvas");
  const start = performance.now();
  let drawn = 0;
  do {
    opened.draw(drawn % opened.frames);
    flush(canvas);
    drawn += 1;
  } while (drawn % opened.frames > 0 ? performance.now() - start < 4 * milliseconds : performance.now() - start < milliseconds);
  return { time: (performance.now() - start) / drawn, drawn };
}

/** What a call returns, or the text of its error. */
async function attempted(work) {
  try {
    return await work();
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

let open = null;

/** @param {string} address @param {number} width @param {number} height */
window.measureLoad = (address, width, height) => attempted(async () => {
  open ??= await players[name]();
  return { time: await load(open, address, width, height), frames: opened.frames };
});

/** @param {number} milliseconds */
window.measureFrames = (milliseconds) => attempted(() => drawLoop(milliseconds));
window.isReady = true;
