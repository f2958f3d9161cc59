// Plays files with a player that others published, for tools/original-players.

const player = await import(`/bundles/${new URLSearchParams(location.search).get("player")}.js`);
let stage = null;

/** Opens a file on a new canvas. Returns the frame count, or what is wrong. */
async function open(address, width, height, set) {
  stage?.remove();
  stage = Object.assign(document.createElement("canvas"), { width, height });
  Object.assign(stage.style, { display: "block", width: `${width}px`, height: `${height}px` });
  document.body.append(stage);
  try {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error("never begins")), 8000));
    return { frames: await Promise.race([player.open(stage, address, set), late]) };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

/** Draws a frame and sends its pixels to the server. Returns what the player throws, or null. */
async function frame(number, path) {
  let fault = null;
  try {
    player.draw(number);
  } catch (error) {
    fault = String(error?.message ?? error);
  }
  const copy = new OffscreenCanvas(stage.width, stage.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(stage, 0, 0);
  await fetch(path, { method: "POST", body: copy.getImageData(0, 0, stage.width, stage.height).data });
  return fault;
}

window.original = { open, frame };
