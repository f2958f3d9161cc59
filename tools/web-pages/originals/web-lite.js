// SVGAPlayer-Web-Lite: its sources, bundled. The parser runs on the page instead of in a worker. Its message is cloned as that of a worker, which
// drops the defaults of fields that the file does not write.

import "original/src/parser/index.ts";
import { Player } from "original/src/player/index.ts";

let player = null;

export async function open(canvas, address) {
  player = new Player(canvas);
  const worker = window.SVGAParserMockWorker;
  const movie = await new Promise((resolve, reject) => {
    worker.onmessageCallback = (data) => (data instanceof Error ? reject(data) : resolve(structuredClone(data)));
    worker.onmessage({ data: { url: new URL(address, location.href).href, options: {} } });
  });
  await player.mount(movie);
  return movie.frames;
}

export function draw(frame) {
  player.currentFrame = frame;
  player.drawFrame(frame);
}
