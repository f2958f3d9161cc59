// Keyboard shortcuts: each view adds shortcuts, and `?` lists them all.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { dialog } from "./overlays.js";

/**
 * A group has the heading "common.shortcuts.GROUP". `keys` are shown ("Space", "Shift", "→"), `label` is the key of a text. With `key` (as in
 * KeyboardEvent.key, without Ctrl, Alt and Meta) and `run` it is also listened to here.
 * @typedef {"general"|"gallery"|"player"|"keys"|"layers"|"edit"|"compare"} ShortcutGroup
 * @typedef {{keys: string[], label: string, key?: string, run?: (event: KeyboardEvent) => void}} Shortcut
 */

/** Whether the event is text input into a field and not a shortcut. @param {KeyboardEvent} event */
export function isTyping(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=color])");
}

class Shortcuts {
  /** @type {Map<ShortcutGroup, Shortcut[][]>} */
  #groups = new Map();

  constructor() {
    addEventListener("keydown", (event) => this.#run(event));
  }

  /**
   * Adds shortcuts while a view is shown.
   * @param {ShortcutGroup} group
   * @param {Shortcut[]} list
   * @returns {() => void} removes them
   */
  add(group, list) {
    const lists = this.#groups.get(group) ?? [];
    this.#groups.set(group, [...lists, list]);
    return () => { this.#groups.set(group, (this.#groups.get(group) ?? []).filter((item) => item !== list)); };
  }

  /** Shows all of them. */
  show() {
    if (document.querySelector("dialog[open]")) return;
    const groups = [...this.#groups].map(([group, lists]) => ({ group, list: lists.flat() })).filter(({ list }) => list.length > 0);
    /** @param {{group: ShortcutGroup, list: Shortcut[]}} section */
    const section = ({ group, list }) => h("section", {}, h("h3", {}, t(`common.shortcuts.${group}`)), h("ul", {}, list.map((shortcut) => h("li", {},
      h("span", {}, t(shortcut.label)), h("span", { class: "keys" }, shortcut.keys.map((key) => h("kbd", {}, key)))))));
    dialog({ title: t("common.shortcuts"), wide: true, body: h("div", { class: "shortcut-list" }, groups.map(section)) });
  }

  /** @param {KeyboardEvent} event */
  #run(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return;
    if (document.querySelector("dialog[open]")) return;
    for (const lists of this.#groups.values()) {
      const found = lists.flat().find((shortcut) => shortcut.run && shortcut.key === event.key);
      if (!found?.run) continue;
      event.preventDefault();
      found.run(event);
      return;
    }
  }
}

export const shortcuts = new Shortcuts();
