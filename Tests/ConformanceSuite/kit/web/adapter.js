// Puts a web player under test: replace what stands here by yours. The page loads this file as a module, or the one that ?adapter= names.

export const name = "no player yet";

// Called once for each file, with its bytes (an ArrayBuffer) and a transparent canvas that has the size of the reference. The canvas is in
// the page. A player that makes a canvas of its own may return that instead. Throw if the file cannot be read. `test` is the file's entry in
// MANIFEST.json, for those who want to log it.
export async function load(bytes, canvas, test) {
  throw new Error("put your player into web/adapter.js");
}

// Called for each frame to compare, counted from 0. When its promise is fulfilled, the canvas must show the frame.
export async function drawFrame(index) {}

// Called behind the last frame of each file: a place to stop timers and to give memory back.
export async function unload() {}

// If the player can replace content by key, export this too; the group "dynamic" is run then. It is called between load and drawFrame,
// with {verb: "set", key, bytes} (a PNG) or {verb: "hide", key}.
// export async function change(dynamic) {}
