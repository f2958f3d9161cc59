import { h, icon, uniqueId } from "./dom.js";

/** @typedef {import("./icons.js").IconName} IconName */

/**
 * A row of tabs and their panels, with arrow keys between the tabs.
 * @param {{id: string, label: string, icon?: IconName, panel?: HTMLElement}[]} list a tab without a panel gets an empty one
 * @param {{selected?: string, label: string, isSegmented?: boolean, onselect?: (id: string) => void}} options `isSegmented`: as joined buttons,
 *   for a choice within a panel
 * @returns {{element: HTMLElement, panels: HTMLElement, panel: (id: string) => HTMLElement, select: (id: string) => void, selected: string}}
 *   `element` is the row, `panels` holds all panels. A panel gets the event "shown" when its tab is selected.
 */
export function tabs(list, { selected = list[0].id, label, isSegmented = false, onselect }) {
  const base = uniqueId("tabs");
  const entries = list.map((item) => {
    const panel = item.panel ?? h("div", { class: "panel" });
    panel.id ||= `${base}-${item.id}-panel`;
    panel.setAttribute("role", "tabpanel");
    const tab = h("button", {
      type: "button", class: "tab", role: "tab", id: `${base}-${item.id}`, "aria-controls": panel.id, "data-test": `tab-${item.id}`,
      onclick: () => select(item.id),
    }, item.icon && icon(item.icon), h("span", {}, item.label));
    panel.setAttribute("aria-labelledby", tab.id);
    return { id: item.id, tab, panel };
  });
  const element = h("div", { class: isSegmented ? "tabs segmented" : "tabs", role: "tablist", "aria-label": label, onkeydown: move }, entries.map((entry) => entry.tab));
  const panels = h("div", { class: "tab-panels" }, entries.map((entry) => entry.panel));
  const result = { element, panels, panel, select, selected };

  /** @param {string} id */
  function panel(id) {
    const entry = entries.find((candidate) => candidate.id === id);
    if (!entry) throw new RangeError(`no tab ${id}`);
    return entry.panel;
  }

  /** @param {string} id */
  function show(id) {
    result.selected = id;
    for (const entry of entries) {
      const isSelected = entry.id === id;
      entry.tab.setAttribute("aria-selected", String(isSelected));
      entry.tab.tabIndex = isSelected ? 0 : -1;
      entry.panel.hidden = !isSelected;
      if (isSelected) entry.panel.dispatchEvent(new Event("shown"));
    }
  }

  /** @param {string} id */
  function select(id) {
    if (id === result.selected) return;
    show(id);
    onselect?.(id);
  }

  /** @param {KeyboardEvent} event */
  function move(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const index = entries.findIndex((entry) => entry.id === result.selected);
    let target = step ? (index + step + entries.length) % entries.length : undefined;
    if (event.key === "Home") target = 0;
    if (event.key === "End") target = entries.length - 1;
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    select(entries[target].id);
    entries[target].tab.focus();
  }

  show(entries.some((entry) => entry.id === selected) ? selected : entries[0].id);
  return result;
}
