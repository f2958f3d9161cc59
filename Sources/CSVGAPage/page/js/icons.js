// Icons on a grid of 16 × 16 with lines of 1.5; those in `solid` are filled.

const paths = {
  alert: "M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.8v.1",
  alignCenter: "M2.5 3.5h11M4.5 6.5h7M2.5 9.5h11M4.5 12.5h7",
  alignLeft: "M2.5 3.5h11M2.5 6.5h7M2.5 9.5h11M2.5 12.5h7",
  alignRight: "M2.5 3.5h11M6.5 6.5h7M2.5 9.5h11M6.5 12.5h7",
  back: "M9.5 3.5 5 8l4.5 4.5",
  bitmap: "M2.5 3h11v10h-11zM2.5 11l3.2-3.4 2.6 2.6 2-1.8 3.2 2.8M10.6 5.8v.1",
  bold: "M4.5 3h4.2a2.4 2.4 0 0 1 0 4.8H4.5zM4.5 7.8h4.8a2.6 2.6 0 0 1 0 5.2H4.5z",
  both: "M2.5 2.5h7v7h-7zM11.8 6.6a3.6 3.6 0 1 1-5.2 5.2",
  check: "M3 8.5 6.5 12 13 4.5",
  close: "M4 4l8 8M12 4l-8 8",
  collapse: "M4 10l4-4 4 4",
  compare: "M8 2v12M2.5 4h3.2v8H2.5zM10.3 4h3.2v8h-3.2z",
  copy: "M5.5 5.5h8v8h-8zM5.5 10.5h-3v-8h8v3",
  download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
  empty: "M3 3h1M6.5 3h3M12 3h1v1M13 6.5v3M13 12v1h-1M9.5 13h-3M4 13H3v-1M3 9.5v-3M3 4V3",
  error: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
  expand: "M4 6l4 4 4-4",
  eye: "M1.5 8C3.2 5 5.4 3.6 8 3.6S12.8 5 14.5 8C12.8 11 10.6 12.4 8 12.4S3.2 11 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 1 0 0-3.6z",
  eyeOff: "M2.5 2.5l11 11M6.3 3.9A6 6 0 0 1 8 3.6C10.6 3.6 12.8 5 14.5 8a11 11 0 0 1-1.8 2.4M10.3 11.9A6 6 0 0 1 8 12.4C5.4 12.4 3.2 11 1.5 8a11 11 0 0 1 2.4-2.9",
  file: "M4 1.8h5l3.2 3.2v9.2H4zM9 1.8V5h3.2",
  filter: "M2 3.5h12L9.6 8.5v4.3l-3.2-1.6V8.5z",
  film: "M2.5 3h11v10h-11zM5.2 3v10M10.8 3v10M2.5 8h11",
  first: "M4 3.5v9M12.5 3.5v9L6 8z",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  folder: "M2 4h4.2l1.4 1.7H14V13H2z",
  forward: "M6.5 3.5 11 8l-4.5 4.5",
  fullscreen: "M9.5 2.5h4v4M13.5 2.5l-4.5 4.5M6.5 13.5h-4v-4M2.5 13.5 7 9",
  grid: "M2.5 2.5h4.4v4.4H2.5zM9.1 2.5h4.4v4.4H9.1zM2.5 9.1h4.4v4.4H2.5zM9.1 9.1h4.4v4.4H9.1z",
  image: "M2.5 3h11v10h-11zM2.5 11l3.2-3.4 2.6 2.6 2-1.8 3.2 2.8M10.6 5.8v.1",
  info: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM8 7.2v4M8 4.8v.1",
  italic: "M6.5 3h5M4.5 13h5M9.2 3 6.8 13",
  key: "M5.2 7.6a3 3 0 1 0 0 5.9 3 3 0 1 0 0-5.9zM7.4 8.6 13.5 2.5M11 5l2 2",
  keyboard: "M1.5 4h13v8.5h-13zM4 6.7v.1M6.7 6.7v.1M9.3 6.7v.1M12 6.7v.1M4.6 9.8h6.8",
  language: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM1.8 8h12.4M8 1.8c-4 4-4 8.4 0 12.4M8 1.8c4 4 4 8.4 0 12.4",
  last: "M12 3.5v9M3.5 3.5v9L10 8z",
  layers: "M8 2 14.5 5.5 8 9 1.5 5.5zM2.5 8.3 8 11.3l5.5-3M2.5 11 8 14l5.5-3",
  list: "M2.5 4h.1M2.5 8h.1M2.5 12h.1M5.5 4h8M5.5 8h8M5.5 12h8",
  loop: "M3 8V6.5A2.5 2.5 0 0 1 5.5 4H13M10.8 1.8 13 4l-2.2 2.2M13 8v1.5A2.5 2.5 0 0 1 10.5 12H3M5.2 9.8 3 12l2.2 2.2",
  matte: "M2.5 2.5h11v11h-11zM8 5a3 3 0 1 0 0 6 3 3 0 1 0 0-6z",
  memory: "M4 4h8v8H4zM6 1.8V4M10 1.8V4M6 12v2.2M10 12v2.2M1.8 6H4M1.8 10H4M12 6h2.2M12 10h2.2",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  minus: "M3 8h10",
  moon: "M13.2 9.6A5.7 5.7 0 0 1 6.4 2.8 5.7 5.7 0 1 0 13.2 9.6z",
  more: "M3.5 8v.1M8 8v.1M12.5 8v.1",
  muted: "M2.5 6h2.3L8 3.2v9.6L4.8 10H2.5zM10.5 6.2l3.6 3.6M14.1 6.2l-3.6 3.6",
  next: "M4.5 3.5v9L11 8z",
  pause: "M4.5 3h2v10h-2zM9.5 3h2v10h-2z",
  pen: "M2.5 13.5l.7-3L10.6 3.1a1.2 1.2 0 0 1 1.7 0l.6.6a1.2 1.2 0 0 1 0 1.7L5.5 12.8zM9.4 4.3l2.3 2.3",
  phone: "M4.5 1.5h7v13h-7zM7.3 12.5h1.4",
  pixels: "M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11",
  play: "M4.5 2.8v10.4L13 8z",
  plus: "M8 3v10M3 8h10",
  previous: "M11.5 3.5v9L5 8z",
  refresh: "M13 4.2V7h-2.8M13 7a5.3 5.3 0 1 0 .2 2.4",
  redo: "M12.8 6.2H6.2a3.4 3.4 0 0 0 0 6.8h2.3M10 3.2l3 3-3 3",
  reverse: "M11.5 2.8v10.4L3 8z",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9zM10.3 10.3l3.4 3.4",
  send: "M2 8 14 2.5 10.5 13.8 7.6 9.2zM7.6 9.2 14 2.5",
  solo: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 1 0 0-4.4z",
  sort: "M4.5 3v10M2.3 10.8 4.5 13l2.2-2.2M11.5 13V3M9.3 5.2 11.5 3l2.2 2.2",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 1 0 0-5.6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  swap: "M3 5.5h10M10.5 3 13 5.5 10.5 8M13 10.5H3M5.5 8 3 10.5 5.5 13",
  text: "M3 4.5V3h10v1.5M8 3v10M6 13h4",
  theme: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 1 0 8 1.8zM8 2v12M10 3v10M12 4.5v7",
  trash: "M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4",
  undo: "M3.2 6.2h6.6a3.4 3.4 0 0 1 0 6.8H7.5M6 3.2l-3 3 3 3",
  upload: "M8 10.5V3M4.8 6 8 2.8 11.2 6M2.5 13.5h11",
  valignBottom: "M2.5 13.5h11M8 2.5v8M5.2 7.8 8 10.6l2.8-2.8",
  valignMiddle: "M2.5 8h11M8 1.8v3.6M6.2 3.8 8 5.6l1.8-1.8M8 14.2v-3.6M6.2 12.2 8 10.4l1.8 1.8",
  valignTop: "M2.5 2.5h11M8 13.5v-8M5.2 8.2 8 5.4l2.8 2.8",
  vector: "M3 12.5C3 6 13 10 13 3.5M1.8 11.3h2.4v2.4H1.8zM11.8 2.3h2.4v2.4h-2.4z",
  volume: "M2.5 6h2.3L8 3.2v9.6L4.8 10H2.5zM10.5 6a3 3 0 0 1 0 4M12.3 4a5.6 5.6 0 0 1 0 8",
};

/** @typedef {keyof typeof paths} IconName */

/** @type {Set<IconName>} */
const solid = new Set(["play", "pause", "reverse", "next", "previous", "first", "last"]);

/**
 * An icon as an inline SVG, hidden from screen readers: the button around it has the label.
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const element = document.createElementNS(namespace, "svg");
  element.setAttribute("viewBox", "0 0 16 16");
  element.setAttribute("class", solid.has(name) ? "icon solid" : "icon");
  element.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  if (!paths[name]) throw new Error(`no icon ${name}`);
  path.setAttribute("d", paths[name]);
  element.append(path);
  return element;
}
