// The header: the location, the view's controls, and common controls: open, help, language, theme.
import { fill, find, h, icon, iconButton } from "./dom.js";
import { chooseFiles } from "./drop.js";
import { language, languages, setLanguage, t } from "./i18n.js";
import { menu } from "./overlays.js";
import { shortcuts } from "./shortcuts.js";
import { setTheme, theme, themes } from "./theme.js";

/** @typedef {import("./icons.js").IconName} IconName */

/** @type {Record<string, IconName>} */
const themeIcons = { auto: "theme", light: "sun", dark: "moon" };

/**
 * Fills the header for a view.
 * @param {{title: string, crumbs?: {label: string, href: string}[], tools?: Child[], trailing?: Child[]}} view `title` is the last crumb and
 *   the page's heading, `tools` are in the middle, `trailing` after it, such as previous and next
 */
export function setHeader({ title, crumbs = [], tools = [], trailing = [] }) {
  const header = find(document, "#header");
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && header.contains(active) ? active.dataset.test : undefined;
  document.title = `${title} · ${t("common.app")}`;
  const trail = h("nav", { class: "crumbs", "aria-label": t("common.app") },
    h("a", { class: "home", href: "#/", "aria-label": t("common.gallery"), "data-tip": t("common.gallery") }, mark()),
    crumbs.map((crumb) => [h("a", { class: "crumb", href: crumb.href }, crumb.label), h("span", { class: "crumb-line", "aria-hidden": "true" }, "/")]),
    h("h1", { class: "truncate", title }, title), trailing);
  fill(header, trail, h("div", { class: "header-tools" }, tools), h("div", { class: "header-actions" },
    h("button", { type: "button", class: "button", "data-test": "open", "data-tip": t("common.open"), "aria-label": t("common.open"),
      onclick: chooseFiles }, icon("folder"), h("span", { class: "wide-only" }, t("common.open"))),
    iconButton("keyboard", t("common.shortcuts"), { class: "quiet wide-header", shortcut: "?", onclick: () => shortcuts.show(), "data-test": "help" }),
    iconButton("language", t("common.language"), { class: "quiet wide-header", onclick: chooseLanguage, "data-test": "language", "aria-haspopup": "menu" }),
    iconButton(themeIcons[theme()], t("common.theme"), { class: "quiet wide-header", onclick: chooseTheme, "data-test": "theme", "aria-haspopup": "menu" }),
    iconButton("more", t("common.more"), { class: "quiet narrow-header", onclick: chooseAny, "data-test": "header-more", "aria-haspopup": "menu" })));
  // The header is rendered again in another language; the focus stays on the same button.
  if (focused && header.querySelector(`[data-test="${focused}"]`)) find(header, `[data-test="${focused}"]`).focus();
}

/** The shortcut of all views. */
export function addGeneralShortcut() {
  shortcuts.add("general", [{ keys: ["?"], key: "?", label: "common.shortcut.help", run: () => shortcuts.show() }]);
}

function mark() {
  return h("img", { src: "icon.svg", width: 22, height: 22, alt: "" });
}

function languageItems() {
  const codes = /** @type {(keyof typeof languages)[]} */ (Object.keys(languages));
  return codes.map((code) => ({ label: languages[code], checked: code === language(), run: () => setLanguage(code) }));
}

/** @param {(name: import("./theme.js").Theme) => void} [chosen] */
function themeItems(chosen) {
  return themes.map((name) => ({ label: t(`common.theme.${name}`), checked: name === theme(), run: () => { setTheme(name); chosen?.(name); } }));
}

/** @param {{currentTarget: HTMLElement}} event */
function chooseLanguage(event) {
  menu(event.currentTarget, languageItems());
}

/** @param {{currentTarget: HTMLElement}} event */
function chooseTheme(event) {
  const button = event.currentTarget;
  menu(button, themeItems((name) => fill(button, icon(themeIcons[name]))));
}

/** Language and theme, and the shortcuts, in one menu: in narrow windows. @param {{currentTarget: HTMLElement}} event */
function chooseAny(event) {
  menu(event.currentTarget, [{ title: t("common.language") }, ...languageItems(), { title: t("common.theme") }, ...themeItems(), "line",
    { label: t("common.shortcuts"), icon: "keyboard", run: () => shortcuts.show() }]);
}
