// @tb-open/svga: its parser and renderer, bundled. This page stands in for ArkUI: images are ImageBitmaps, as large as their pixels.

import { VideoEntity } from "original/lib/Svga/src/main/ets/parser/videoEntity.ets";
import { Renderer } from "original/lib/Svga/src/main/ets/player/renderer.ets";
import SVGA from "original/lib/Svga/src/main/ets/source/svga.js";
import { inflate } from "inflate";

let owner = null;
let renderer = null;

export async function open(canvas, address) {
  const bytes = inflate(new Uint8Array(await (await fetch(address)).arrayBuffer()));
  const movie = SVGA.com.opensource.svga.MovieEntity.decode(bytes);
  const images = {};
  for (const [key, value] of Object.entries(movie.images)) {
    images[key] = btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(""));
  }
  const item = new VideoEntity(movie, images);
  const context = canvas.getContext("2d");
  Object.defineProperties(context, { width: { value: canvas.width }, height: { value: canvas.height } });
  owner = {
    _currentFrame: 0, _dynamicImage: {}, _dynamicImageTransform: {}, _dynamicText: {}, fileDir: "", getVideoItem: () => item, getContext: () => context,
    _globalTransform: {
      a: canvas.width / item.videoSize.width, b: 0, c: 0, d: canvas.height / item.videoSize.height, tx: 0, ty: 0,
    },
  };
  renderer = new Renderer(owner);
  renderer.base64ToPixelMap = async (text) => createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob()).catch(() => null);
  renderer.saveAudio = () => 0;
  renderer.prepare();
  for (const end = performance.now() + 3000; !renderer._prepared;) {
    if (performance.now() > end) throw new Error("never begins");
    await new Promise((done) => setTimeout(done, 10));
  }
  return item.frames;
}

export function draw(frame) {
  owner._currentFrame = frame;
  renderer.drawFrame(frame);
}
