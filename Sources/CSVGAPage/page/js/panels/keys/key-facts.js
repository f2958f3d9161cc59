import { api } from "../../api.js";
import { union } from "../runs-bar.js";

/**
 * What the panel shows of a replaceable key.
 * @typedef {{key: string, kind: "image"|"vector"|"matte", picture: string|null, imageWidth: number|null, imageHeight: number|null,
 *   layoutWidth: number|null, layoutHeight: number|null, sprites: number, firstFrame: number|null, lastFrame: number|null,
 *   shown: import("../runs-bar.js").Run[]}} KeyFacts `picture` is an address
 */

/** The keys of a movie, those first that one most likely wants to replace.
 * @param {import("../../session.js").Session} session @returns {KeyFacts[]} */
export function keyFacts(session) {
  const images = new Map(session.facts.images.map((image, index) => [image.key, index]));
  const order = { image: 0, vector: 1, matte: 2 };
  const place = ({ key }) => images.get(key) ?? images.size;
  return [...session.facts.keys]
    .sort((a, b) => order[a.kind] - order[b.kind] || isMadeUp(a.key) - isMadeUp(b.key) || place(a) - place(b))
    .map((key) => ({
      ...key,
      picture: images.has(key.key) && key.imageWidth ? api.imageURL(session.id, images.get(key.key)) : null,
      firstFrame: key.firstVisibleFrame,
      lastFrame: key.lastVisibleFrame,
      shown: key.firstVisibleFrame === null ? [] : [[key.firstVisibleFrame, key.lastVisibleFrame]],
    }));
}

/** Whether a tool made the key up, such as `img_12` or a hash. */
function isMadeUp(key) {
  return /^(img|psd|image|bitmap|layer)?[^\p{L}]*\d+$/iu.test(key) || /^[0-9a-f]{16,}$/i.test(key);
}

/** The frames in which each key is really seen, by key. @param {import("../../session.js").Session} session */
export async function shownFrames(session) {
  const lists = new Map();
  for (const { key, shown } of await session.layers()) {
    if (!lists.has(key)) lists.set(key, []);
    lists.get(key).push(shown);
  }
  return new Map([...lists].map(([key, runs]) => [key, union(runs)]));
}
