// A drawn phone with a chat room, which shows a movie in its typical context.
import { svg } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("./view.js").Rect} Rect */
/** @typedef {import("./view.js").Size} Size */

const screen = { width: 390, height: 844 };
/** The bezel of the phone. */
const edge = 12;

/**
 * The phone around a canvas. Apps show a movie in the middle of the screen, as wide as the screen, or as high if it would exceed the screen.
 * @param {Size} canvas
 * @returns {{node: SVGElement, bounds: Rect}} bounds in points of the canvas
 */
export function phone(canvas) {
  const unit = Math.max(canvas.width / screen.width, canvas.height / screen.height);
  const bounds = {
    x: (canvas.width - screen.width * unit) / 2 - edge * unit,
    y: (canvas.height - screen.height * unit) / 2 - edge * unit,
    width: (screen.width + 2 * edge) * unit,
    height: (screen.height + 2 * edge) * unit,
  };
  const node = svg("svg", { class: "phone", viewBox: `${-edge} ${-edge} ${screen.width + 2 * edge} ${screen.height + 2 * edge}` },
    rect(-edge, -edge, screen.width + 2 * edge, screen.height + 2 * edge, 56, "phone-body"),
    rect(0, 0, screen.width, screen.height, 44, "phone-screen"),
    room(), statusBar(), header(), messages(), inputBar(), rect(128, 832, 134, 4, 2, "phone-white"));
  /** @param {number} value @param {number} total */
  const share = (value, total) => `${(100 * value) / total}%`;
  Object.assign(node.style, {
    left: share(bounds.x, canvas.width), top: share(bounds.y, canvas.height),
    width: share(bounds.width, canvas.width), height: share(bounds.height, canvas.height),
  });
  return { node, bounds };
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius @param {string} kind */
function rect(x, y, width, height, radius, kind) {
  return svg("rect", { x, y, width, height, rx: radius, class: kind });
}

/** @param {number} cx @param {number} cy @param {number} r @param {string} kind */
function circle(cx, cy, r, kind) {
  return svg("circle", { cx, cy, r, class: kind });
}

/** @param {string} d @param {string} kind */
function path(d, kind) {
  return svg("path", { d, class: kind });
}

/** @param {number} x @param {number} y @param {string} content @param {string} kind @param {string} [anchor] */
function text(x, y, content, kind, anchor = "start") {
  return svg("text", { x, y, class: kind, "text-anchor": anchor }, content);
}

/** Head and shoulders in a circle. @param {number} cx @param {number} cy @param {number} r @param {string} color */
function person(cx, cy, r, color) {
  const head = 0.36 * r;
  const shoulders = `M${cx - 0.62 * r} ${cy + 0.78 * r}a${0.62 * r} ${0.62 * r} 0 0 1 ${1.24 * r} 0`;
  return [circle(cx, cy, r, color), circle(cx, cy - 0.2 * r, head, "phone-figure"), path(`${shoulders}z`, "phone-figure")];
}

/** The host in her room, in front of shelves, a lamp and a window. */
function room() {
  return [
    path("M0 560h390v240a44 44 0 0 1-44 44H44a44 44 0 0 1-44-44z", "phone-desk"),
    rect(36, 150, 96, 132, 6, "phone-window"),
    path("M84 150v132M36 216h96", "phone-frame"),
    rect(256, 190, 112, 6, 2, "phone-shelf"), rect(256, 270, 112, 6, 2, "phone-shelf"),
    rect(266, 150, 12, 40, 2, "phone-book-a"), rect(281, 158, 10, 32, 2, "phone-book-b"), rect(294, 146, 14, 44, 2, "phone-book-c"),
    rect(330, 164, 26, 26, 13, "phone-book-b"), rect(268, 236, 30, 34, 4, "phone-book-c"), rect(306, 244, 12, 26, 2, "phone-book-a"),
    path("M112 600c-4-110 30-150 83-150s87 40 83 150z", "phone-coat"),
    path("M128 440c-22-150 40-188 67-188s89 38 67 188c-20 18-114 18-134 0z", "phone-hair"),
    rect(177, 400, 36, 62, 18, "phone-skin"),
    svg("ellipse", { cx: 195, cy: 352, rx: 52, ry: 64, class: "phone-skin" }),
    path("M140 340c6-52 30-66 55-66s49 14 55 66c-18-10-32-26-38-40-12 20-44 36-72 40z", "phone-hair"),
    circle(173, 364, 4, "phone-hair"), circle(217, 364, 4, "phone-hair"), path("M182 390c7 8 19 8 26 0", "phone-smile"),
    path("M92 640l12-70h182l12 70z", "phone-laptop"),
  ];
}

function statusBar() {
  return [
    text(32, 32, "9:41", "phone-clock"), rect(133, 11, 124, 34, 17, "phone-notch"),
    path("M322 32v-4M327 32v-7M332 32v-10M337 32v-13", "phone-bars"), rect(346, 20, 22, 11, 3, "phone-outline"), rect(348, 22, 16, 7, 1.5, "phone-white"),
  ];
}

function header() {
  return [
    rect(12, 60, 178, 40, 20, "phone-pill"), person(32, 80, 17, "phone-a"),
    text(56, 77, t("player.phone.host"), "phone-name"), text(56, 92, t("player.phone.heat"), "phone-small"),
    rect(134, 66, 50, 28, 14, "phone-follow"), text(159, 84.5, t("player.phone.follow"), "phone-button", "middle"),
    person(228, 80, 16, "phone-b"), person(264, 80, 16, "phone-c"), person(300, 80, 16, "phone-d"),
    rect(322, 65, 34, 30, 15, "phone-pill"), text(339, 84.5, "328", "phone-small", "middle"), path("M366 74l12 12M378 74l-12 12", "phone-line"),
  ];
}

function messages() {
  const rows = [["a", "player.phone.message1"], ["b", "player.phone.message2"], ["c", "player.phone.message3"], ["d", "player.phone.message4"]];
  return rows.flatMap(([color, key], index) => {
    const [name, words] = t(key).split("|");
    const y = 622 + 38 * index;
    const letters = [...`${name}  ${words}`].reduce((sum, letter) => sum + (letter > "\u2e80" ? 13.4 : 7.1), 0);
    return [rect(12, y, letters + 26, 30, 15, "phone-pill"),
      svg("text", { x: 25, y: y + 20, class: "phone-words" }, svg("tspan", { class: `phone-name-${color}` }, `${name}  `), words)];
  });
}

function inputBar() {
  return [
    rect(12, 782, 208, 38, 19, "phone-pill"), text(28, 806, t("player.phone.say"), "phone-hint"),
    circle(248, 801, 19, "phone-pill"), path("M240 797.5h16M248 793v16M242 797.5v11h12v-11M248 793c-7-6-8 2 0 2 8 0 7-8 0-2", "phone-line"),
    circle(296, 801, 19, "phone-pill"), path("M288 801c0-11 16-11 16 0s-12 8-16 8c3-2 0-5 0-8z", "phone-line"),
    circle(344, 801, 19, "phone-follow"), path("M344 809c-12-8-9-15-5-15 3 0 5 3 5 4 0-1 2-4 5-4 4 0 7 7-5 15z", "phone-white"),
  ];
}
