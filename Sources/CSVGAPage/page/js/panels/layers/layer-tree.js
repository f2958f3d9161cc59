import { contains } from "../runs-bar.js";

/**
 * @typedef {{sprite: API.Sprite, children: Node[], drawOrder: number}} Node
 * @typedef {{sprite: API.Sprite, level: number, position: number, siblings: number, isParent: boolean, isOpen: boolean}} Row
 */

/** The sprites of a movie as a tree: masked sprites are children of their matte. */
export class LayerTree {
  /** @type {Node[]} in the order in which they are drawn */
  #roots;
  /** @type {API.Sprite[]} */
  sprites;

  /** @param {API.Sprite[]} sprites in the order of the file, which is that of drawing */
  constructor(sprites) {
    this.sprites = sprites;
    /** @type {Node[]} */
    const nodes = sprites.map((sprite) => ({ sprite, children: [], drawOrder: sprite.index }));
    const byIndex = new Map(nodes.map((node) => [node.sprite.index, node]));
    this.#roots = [];
    for (const node of nodes) {
      const parent = node.sprite.matte === null ? undefined : byIndex.get(node.sprite.matte);
      if (parent && parent.sprite.isMatte && parent !== node) parent.children.push(node);
      else this.#roots.push(node);
    }
    // A matte itself is not drawn: it has the position of the topmost sprite that it masks.
    for (const node of this.#roots) node.drawOrder = node.children.at(-1)?.sprite.index ?? node.drawOrder;
  }

  /** The sprites that must be drawn to show a sprite: its matte, the sprites it masks, and itself. @param {number} index */
  family(index) {
    const sprite = this.sprites[index];
    const family = new Set([index]);
    if (sprite.matte !== null) family.add(sprite.matte);
    if (sprite.isMatte) for (const other of this.sprites) if (other.matte === index) family.add(other.index);
    return family;
  }

  /** The matte of a sprite below it in the tree. @param {number} index @returns {number|null} */
  parent(index) {
    return this.#roots.find(({ children }) => children.some(({ sprite }) => sprite.index === index))?.sprite.index ?? null;
  }

  /**
   * The visible rows.
   * @param {{topFirst: boolean, folded: Set<number>, search: string, frame: number|null}} view a frame: only what is shown in it
   * @returns {Row[]}
   */
  rows({ topFirst, folded, search, frame }) {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    /** @param {API.Sprite} sprite */
    const matches = ({ imageKey, index, shown }) =>
      words.every((word) => `${imageKey} #${index}`.toLowerCase().includes(word)) && (frame === null || contains(shown, frame));
    const isFiltered = words.length > 0 || frame !== null;
    /** @type {Row[]} */
    const rows = [];
    /** @param {Node[]} nodes @param {number} level */
    const add = (nodes, level) => {
      const visible = nodes.filter((node) => !isFiltered || matches(node.sprite) || node.children.some(({ sprite }) => matches(sprite)));
      visible.sort((a, b) => (topFirst ? b.drawOrder - a.drawOrder : a.sprite.index - b.sprite.index));
      visible.forEach(({ sprite, children }, position) => {
        const isParent = children.length > 0;
        const isOpen = isParent && (isFiltered || !folded.has(sprite.index));
        rows.push({ sprite, level, position: position + 1, siblings: visible.length, isParent, isOpen });
        if (isOpen) add(children, level + 1);
      });
    };
    add(this.#roots, 1);
    return rows;
  }
}
