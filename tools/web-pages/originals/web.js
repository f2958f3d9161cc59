// SVGAPlayer-Web: build/svga.min.js is loaded before this file.

let player = null;

// With JSZip the player also asks for JSZipUtils, which loads a file.
if (typeof JSZip === "function") {
  window.JSZipUtils = { getBinaryContent: (url, done) => void fetch(url).then((answer) => answer.arrayBuffer()).then((data) => done(null, data), done) };
}

/** @param {{ images: Record<string, string>, texts: Record<string, object>, frame: number }} set addresses and texts by key, and a frame that shows them */
export async function open(canvas, address, set) {
  player = new SVGA.Player(canvas);
  for (const [key, image] of Object.entries(set?.images ?? {})) player.setImage(image, key);
  for (const [key, text] of Object.entries(set?.texts ?? {})) player.setText(text, key);
  const movie = await new Promise((resolve, reject) => new SVGA.Parser().load(address, resolve, reject));
  player.setVideoItem(movie);
  await settled(() => player._renderer._prepared);
  if (set) {
    // The player loads a new image when it first draws it.
    draw(set.frame);
    await new Promise((done) => setTimeout(done, 300));
  }
  return movie.frames;
}

export function draw(frame) {
  player.stepToFrame(frame, false);
}

/** Waits until a condition holds, at most 3 seconds. */
async function settled(holds) {
  for (const end = performance.now() + 3000; !holds();) {
    if (performance.now() > end) throw new Error("never begins");
    await new Promise((done) => setTimeout(done, 10));
  }
}
