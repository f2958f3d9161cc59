import { api } from "../../api.js";
import { union } from "../runs-bar.js";

/**
 * The facts about a replaceable key.
 * @typedef {API.Key & {picture: string|null, shown: API.Run[]}} KeyFacts `picture` is an address
 */

/** The keys of a movie, with those first that users probably replace.
 * @param {import("../../session.js").Session} session @returns {KeyFacts[]} */
export function keyFacts(session) {
  const images = new Map(session.facts.images.map((image, index) => [image.key, index]));
  const order = { image: 0, vector: 1, matte: 2 };
  /** @param {API.Key} key */
  const pictureOf = ({ key, imageWidth }) => {
    const index = images.get(key);
    return index !== undefined && imageWidth ? api.imageURL(session.id, index) : null;
  };
  /** @param {API.Key} key */
  const imageOrder = ({ key }) => images.get(key) ?? images.size;
  return [...session.facts.keys]
    .sort((a, b) => order[a.kind] - order[b.kind] || Number(isMadeUp(a.key)) - Number(isMadeUp(b.key)) || imageOrder(a) - imageOrder(b))
    .map((key) => ({
      ...key,
      picture: pictureOf(key),
      shown: key.firstVisibleFrame === null || key.lastVisibleFrame === null ? [] : [[key.firstVisibleFrame, key.lastVisibleFrame]],
    }));
}

/** Whether a tool generated the key, for example `img_12` or a hash. @param {string} key */
function isMadeUp(key) {
  return /^(img|psd|image|bitmap|layer)?[^\p{L}]*\d+$/iu.test(key) || /^[0-9a-f]{16,}$/i.test(key);
}

/** The frames in which each key is visible, by key. @param {import("../../session.js").Session} session */
export async function shownFrames(session) {
  /** @type {Map<string, API.Run[][]>} */
  const lists = new Map();
  for (const { key, shown } of await session.layers()) {
    const list = lists.get(key) ?? [];
    list.push(shown);
    lists.set(key, list);
  }
  return new Map([...lists].map(([key, runs]) => [key, union(runs)]));
}
