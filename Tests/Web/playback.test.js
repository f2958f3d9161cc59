// Tests of when the preview starts to play, without a browser and without waiting. Run by `ci/lint-page`.

import { FrameSource } from "../../Sources/CSVGAPage/page/js/player/frame-source.js";
import { Playback } from "../../Sources/CSVGAPage/page/js/player/playback.js";

function equal(found, expected) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** The time in milliseconds, which only the tests move. */
let now = 0;
performance.now = () => now;

/** The display: each `tick` runs what asked for the next frame. */
const display = {
  asked: [],
  tick(time) {
    now = time;
    for (const run of this.asked.splice(0)) run(time);
  },
};
globalThis.requestAnimationFrame = (run) => display.asked.push(run);
globalThis.cancelAnimationFrame = () => display.asked.splice(0);

/** When the sound starts, and with it the clock, if the display shows frames at these times. */
async function start(ticks, canPlay = () => true) {
  now = 0;
  const started = [];
  const record = { frame: 0 };
  const source = { peek: () => record, frame: () => Promise.resolve(record), want() {}, canPlay };
  const session = { scene: { frames: 10, fps: 20 }, frame: 0, setFrame() {} };
  const sound = { isReady: true, start: () => (started.push(now), 0), stop() {}, elapsed: () => null };
  const playback = new Playback(session, { canvas: { show() {} }, sound, source, onError: (error) => { throw error; } });
  playback.play();
  await Promise.resolve();
  for (const time of ticks) display.tick(time);
  playback.destroy();
  return started;
}

Deno.test("playback starts when the page shows three frames without delay", async () => {
  equal(await start([16, 33, 50, 66]), [50]);
  equal(await start([16, 66, 133, 150, 166, 183, 200]), [183]);
});

Deno.test("a page that stays busy delays the start by no more than 0.3 s", async () => {
  equal(await start([60, 120, 180, 240, 301, 360]), [301]);
});

Deno.test("playback waits for frames, at most 4 s", async () => {
  const ticks = Array.from({ length: 300 }, (_, index) => 16 * (index + 1));
  equal(await start(ticks, () => now > 1000), [1008]);
  equal(await start(ticks, () => false), [4016]);
});

/** A worker that answers requests for frames only when the test says so. */
class Answers {
  static requests = [];

  constructor() {
    Answers.worker = this;
  }

  postMessage({ request, list, stop }) {
    if (stop !== undefined) return;
    const [first, last = first] = list.split(",").flatMap((part) => part.split("-")).map(Number);
    Answers.requests.push({ request, next: first, last: list.includes("-") ? last : Math.max(...list.split(",").map(Number)) });
  }

  /** Sends the next frame of one of the requests. */
  static send(index) {
    const asked = Answers.requests[index];
    const record = { frame: asked.next, x: 0, y: 0, width: 1, height: 1, data: new Uint8ClampedArray(4) };
    asked.next += 1;
    Answers.worker.onmessage({ data: { request: asked.request, record } });
    if (asked.next > asked.last) Answers.worker.onmessage({ data: { request: asked.request } });
  }
}
globalThis.Worker = Answers;

/** A source that has received this many frames of its first requests, which are four frames each, at this rate, in turn. */
async function received(count, { frames, rate }) {
  Answers.requests.length = 0;
  now = 0;
  const source = new FrameSource({ scene: "s", width: 1, height: 1, frames });
  source.want(0);
  await Promise.resolve();
  let turn = 0;
  for (let sent = 0; sent < count; sent += 1) {
    now += 1000 / rate;
    const open = Answers.requests.map((asked, index) => ({ ...asked, index })).filter((asked) => asked.next <= asked.last);
    Answers.send(open[turn % Math.min(2, open.length)].index);
    turn += 1;
    for (let pass = 0; pass < 10; pass += 1) await Promise.resolve();
  }
  return source;
}

Deno.test("playback waits for all frames that arrive within half a second", async () => {
  equal((await received(8, { frames: 40, rate: 80 })).canPlay(20), false);
  equal((await received(40, { frames: 40, rate: 80 })).canPlay(20), true);
});

Deno.test("playback does not wait for frames that arrive long before they are due", async () => {
  equal((await received(8, { frames: 200, rate: 80 })).canPlay(20), true);
});

Deno.test("frames that are answered side by side are not counted as arriving in order", async () => {
  // 200 frames arrive at 30 a second: the first request's at 15 a second, which is too slow for 20 a second though 30 is not.
  equal((await received(8, { frames: 200, rate: 30 })).canPlay(20), false);
  equal((await received(60, { frames: 200, rate: 30 })).canPlay(20), true);
});
