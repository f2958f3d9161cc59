import { api } from "../../api.js";
import { fill, h, icon, uniqueId } from "../../dom.js";
import { t } from "../../i18n.js";

/** The maximum number of listed families. */
const limit = 200;

/**
 * A field for the name of a font, with a list of the installed families, each drawn in its font. Other names can be typed.
 * @param {(value: string|undefined) => void} onchange
 */
export function fontField(onchange) {
  /** @type {string[]} */
  let families = [];
  let active = -1;
  const list = h("ul", { class: "font-list", id: uniqueId("fonts"), role: "listbox", "aria-label": t("keys.style.font"), popover: "manual" });
  const input = h("input", {
    class: "input", role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false",
    placeholder: t("keys.default"), "data-test": "font",
    oninput: () => { onchange(input.value.trim() || undefined); open(input.value); },
    onfocus: load, onclick: () => open(""), onblur: close, onkeydown: press,
  });
  const element = h("div", { class: "font-field" }, input, icon("expand"), list);

  async function load() {
    if (families.length === 0) families = await api.fonts().then((answer) => answer.families, () => []);
  }

  /** @param {string} words */
  async function open(words) {
    await load();
    if (document.activeElement !== input) return;
    const wanted = words.trim().toLowerCase();
    const found = families.filter((name) => name.toLowerCase().includes(wanted)).slice(0, limit);
    if (found.length === 0) return close();
    active = -1;
    fill(list, found.map((name) => {
      const row = h("li", { id: uniqueId("font"), role: "option", "aria-selected": String(name === input.value), "data-name": name, onpointerdown: (event) => { event.preventDefault(); choose(name); } },
        h("span", { class: "font-sample" }, name), h("span", { class: "quiet small" }, t("keys.font.sample")));
      // Quotes and backslashes would end the name.
      row.style.fontFamily = `"${name.replaceAll(/["\\]/g, "\\$&")}"`;
      return row;
    }));
    if (!list.matches(":popover-open")) list.showPopover();
    input.setAttribute("aria-expanded", "true");
    const box = input.getBoundingClientRect();
    const room = innerHeight - box.bottom - 12;
    const isAbove = room < 160 && box.top > room;
    Object.assign(list.style, {
      left: `${box.left}px`, width: `${box.width}px`, maxHeight: `${Math.min(320, isAbove ? box.top - 12 : room)}px`,
      top: isAbove ? "auto" : `${box.bottom + 4}px`, bottom: isAbove ? `${innerHeight - box.top + 4}px` : "auto",
    });
  }

  function close() {
    if (list.matches(":popover-open")) list.hidePopover();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    active = -1;
  }

  /** @param {string} name */
  function choose(name) {
    input.value = name;
    onchange(name);
    input.dispatchEvent(new Event("change", { bubbles: true }));
    close();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const isOpen = list.matches(":popover-open");
    const rows = /** @type {HTMLElement[]} */ ([...list.children]);
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && isOpen && active >= 0) {
      event.preventDefault();
      choose(rows[active].dataset.name ?? "");
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) {
        open("");
        return;
      }
      active = (active + (event.key === "ArrowDown" ? 1 : -1) + rows.length + (active < 0 && event.key === "ArrowUp" ? 1 : 0)) % rows.length;
      rows.forEach((row, index) => row.classList.toggle("active", index === active));
      input.setAttribute("aria-activedescendant", rows[active].id);
      rows[active].scrollIntoView({ block: "nearest" });
    }
  }

  return { element, input };
}
