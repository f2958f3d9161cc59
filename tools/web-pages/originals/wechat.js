// svgaplayer-weapp: dist/svgaplayer.weapp.js is loaded before this file. This page stands in for WeChat.

let player = null;

Object.assign(wx, {
  request: ({ url, success, fail }) =>
    void fetch(url).then((answer) => answer.arrayBuffer()).then((data) => success({ data }), fail),
  arrayBufferToBase64: (bytes) => btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("")),
});

export async function open(canvas, address) {
  canvas.createImage = () => new Image();
  canvas.requestAnimationFrame = (draw) => requestAnimationFrame(draw);
  player = new SVGA.Player();
  Object.assign(player, { canvas, ctx: canvas.getContext("2d") });
  const movie = await new SVGA.Parser().load(new URL(address, location.href).href);
  await player.setVideoItem(movie);
  return movie.frames;
}

export function draw(frame) {
  player.stepToFrame(frame, false);
}
