// Runs a web player over the suite, and shows each frame beside its reference and their difference.

import { compare, differenceImage, premultiplied } from "./compare.js";

const PATIENCE = 30_000;
const query = new URLSearchParams(location.search);
const root = new URL("..", location.href);
const find = selector => document.querySelector(selector);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

async function bytes(path) {
  const answer = await fetch(new URL(path, root));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** A picture's pixels as the file has them. */
async function reference(path) {
  const options = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
  const bitmap = await createImageBitmap(new Blob([await bytes(path)], { type: "image/png" }), options);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** What a canvas shows, whatever kind of context it has. */
function shown(canvas) {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`takes longer than ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function framePath(test, frame) {
  return `ref/${test.id}/${String(frame).padStart(5, "0")}.png`;
}

async function runFrame(adapter, canvas, test, frame, limits, patience) {
  try {
    await within(patience, Promise.resolve(adapter.drawFrame(frame)));
    const picture = shown(canvas);
    if (test.class === "R") {
      const isBlank = !picture.data.some(value => value);
      return { frame, isRight: isBlank, picture, reason: isBlank ? "nothing is shown" : "shows a picture, where there should be none" };
    }
    const wanted = await reference(framePath(test, frame));
    const [one, two] = [premultiplied(wanted), premultiplied(picture)];
    return { frame, ...compare(one, two, limits), reference: wanted, picture, difference: differenceImage(one, two) };
  } catch (error) {
    return { frame, isRight: test.class === "R", reason: String(error.message ?? error) };
  }
}

/** The frames of a case: what is right, and why not. */
async function runCase(adapter, test, limits) {
  const size = test.class === "R" ? { width: 64, height: 64 } : await reference(framePath(test, test.frames[0]));
  const stage = element("canvas", { width: size.width, height: size.height, className: "stage" });
  document.body.append(stage);
  const patience = 1000 * (limits.seconds ?? PATIENCE / 1000);
  const frames = [];
  try {
    const own = await within(patience, Promise.resolve(adapter.load(await bytes(test.file), stage, test)));
    for (const dynamic of test.dynamics) {
      await adapter.change(dynamic.file ? { ...dynamic, bytes: await bytes(dynamic.file) } : dynamic);
    }
    const canvas = own instanceof HTMLCanvasElement || own instanceof OffscreenCanvas ? own : stage;
    for (const frame of test.frames) frames.push(await runFrame(adapter, canvas, test, frame, limits, patience));
  } catch (error) {
    frames.push({ frame: test.frames[0], isRight: test.class === "R", reason: String(error.message ?? error) });
  } finally {
    stage.remove();
    await Promise.resolve(adapter.unload?.()).catch(() => {});
  }
  return frames;
}

function picture(data, title) {
  const canvas = element("canvas", { width: data?.width ?? 64, height: data?.height ?? 64, title });
  // A whole number of screen pixels for each of the picture's.
  canvas.style.width = `${2 * canvas.width}px`;
  if (data) canvas.getContext("2d").putImageData(data, 0, 0);
  return canvas;
}

function card(test, frames) {
  const isRight = frames.every(told => told.isRight);
  const article = element("article", { className: isRight ? "pass" : "fail", id: test.id });
  article.dataset.level = test.level;
  article.append(
    element("header", {},
      element("span", { className: "state", textContent: isRight ? "✓" : "✗" }), element("h3", { textContent: test.id }),
      element("span", { className: "tag", textContent: `${test.level}, class ${test.class}` })),
    element("p", { className: "rule", textContent: test.rule }), element("p", { className: "note", textContent: test.note }));
  for (const told of frames) {
    const triptych = [[told.reference, "reference"], [told.picture, "player"], [told.difference, "difference"]];
    article.append(
      element("div", { className: "frame" },
        element("div", { className: "triptych" }, ...triptych.map(([data, title]) => picture(data, title))),
        element("p", { className: told.isRight ? "" : "wrong", textContent: `frame ${told.frame}${told.reason ? `: ${told.reason}` : ""}` })));
  }
  return article;
}

function filter() {
  const levels = [...document.querySelectorAll(".level")].filter(box => box.checked).map(box => box.value);
  for (const article of document.querySelectorAll("article")) {
    article.hidden = !levels.includes(article.dataset.level) || (find("#failed").checked && article.classList.contains("pass"));
  }
}

function save(report) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: "application/json" }));
  element("a", { href: address, download: "conformance.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function main() {
  const adapter = await import(new URL(query.get("adapter") ?? "adapter.js", location.href));
  const manifest = JSON.parse(new TextDecoder().decode(await bytes("MANIFEST.json")));
  const only = query.get("only")?.split(",");
  find("#player").textContent = adapter.name ?? "a player without a name";
  const report = { schema: 1, suite: manifest.name, player: adapter.name ?? "", isComplete: false, right: 0, of: 0, cases: [] };
  // For programs that drive the page.
  window.conformance = report;
  for (const group of manifest.groups) {
    if (group.isOptional && !adapter.change) continue;
    const tests = manifest.cases.filter(test => test.group === group.id && (!only || only.includes(test.id) || only.includes(group.id)));
    if (!tests.length) continue;
    const cards = element("div", { className: "cards" });
    find("main").append(element("section", {}, element("h2", { textContent: group.title }), cards));
    for (const test of tests) {
      const frames = await runCase(adapter, test, manifest.classes[test.class]);
      const isRight = frames.every(told => told.isRight);
      cards.append(card(test, frames));
      filter();
      if (!test.isOptional) {
        report.of += 1;
        report.right += isRight ? 1 : 0;
      }
      const told = frames.map(({ reference, picture, difference, ...rest }) => rest);
      report.cases.push({ id: test.id, group: test.group, level: test.level, class: test.class, isRight, frames: told });
      find("#score").textContent = `${report.right} of ${report.of} pass`;
    }
  }
  report.isComplete = true;
  find("#save").disabled = false;
  find("#save").addEventListener("click", () => save(report));
}

for (const box of document.querySelectorAll("nav input")) box.addEventListener("input", filter);
main().catch(error => {
  find("#player").textContent = String(error);
  window.conformance = { isComplete: true, error: String(error), cases: [] };
});
