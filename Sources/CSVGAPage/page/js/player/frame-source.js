// Loads the frames of a scene ahead of the playhead, and caches them within a memory budget.
import { ApiError } from "../api.js";
import { readFrames } from "./frame-reader.js";
import { recordOverhead } from "./records.js";

export { draw } from "./records.js";

/** @typedef {import("./records.js").FrameRecord} FrameRecord */
/** @typedef {{scene: string, width: number, height: number, frames: number}} SourceScene */
/** @typedef {import("./playback.js").Range} Range */
/** @typedef {{frames: number[], isSingle: boolean, done: number, controller: AbortController}} FrameRequest `done`: how many have come */
/** @typedef {{resolve: (record: FrameRecord) => void, reject: (error: unknown) => void}} Waiter */

const framesPerRequest = 16;
const bytesPerRequest = 16 << 20;
const requestsAtOnce = 2;
/** Playback waits for all frames if the last one arrives within this time, in seconds: receiving frames takes processors from showing them. */
const shortWait = 0.5;
/** The memory of a source: 256 MB, and more if the browser reports 8 GB, so that large movies are fetched once, not for each loop. */
const budget = (navigator.deviceMemory ?? 0) >= 8 ? 640 << 20 : 256 << 20;
/** The pause of preloading after an error, in milliseconds. */
const restAfterError = 1000;

/**
 * The frames of one scene. `frame(n)` loads a frame with the highest priority; `want(…)` sets the playhead. Frames from the playhead on are
 * preloaded, from the end of the range on to its start, as many as fit the budget.
 *
 * Events: "record" after frames have arrived, "error" with `error` if preloading failed.
 */
export class FrameSource extends /** @type {EventTargetOf<{record: Event, error: ErrorEventOf}>} */ (EventTarget) {
  #scene;
  #budget;
  #renew;
  #isRenewing = false;
  /** The number of times that the scene was created again since the last received frame. */
  #renewals = 0;
  /** @type {(FrameRecord | undefined)[]} */
  #records;
  /** The bytes of each received frame, also after its eviction; 0 for other frames. */
  #sizes;
  #bytes = 0;
  /** @type {Set<FrameRequest>} */
  #requests = new Set();
  /** @type {Map<number, Set<Waiter>>} */
  #waiting = new Map();
  #head = 0;
  /** @type {1|-1} */
  #direction = 1;
  #range;
  #isReadingAhead = false;
  #restUntil = 0;
  #received = 0;
  #receivedBytes = 0;
  #busySince = 0;
  #busyTime = 0;
  #isClosed = false;

  /**
   * @param {SourceScene} scene as the server described it
   * @param {object} [options]
   * @param {number} [options.budgetBytes] of frames to keep
   * @param {(dropped: SourceScene) => Promise<SourceScene>} [options.renew] makes the same scene again when the server has dropped it
   */
  constructor(scene, { budgetBytes = budget, renew } = {}) {
    super();
    this.#scene = scene;
    this.#budget = budgetBytes;
    this.#renew = renew;
    this.#records = new Array(scene.frames);
    this.#sizes = new Uint32Array(scene.frames);
    this.#range = { first: 0, last: scene.frames - 1 };
  }

  get scene() {
    return this.#scene;
  }

  /** The frame if it is cached. @param {number} frame */
  peek(frame) {
    return this.#records[frame];
  }

  /**
   * Loads a frame with priority over preloading.
   * @param {number} frame
   * @param {AbortSignal} [signal] when it is no longer wanted
   * @returns {Promise<FrameRecord>}
   */
  frame(frame, signal) {
    const record = this.#records[frame];
    if (record) return Promise.resolve(record);
    return new Promise((resolve, reject) => {
      if (this.#isClosed || signal?.aborted) return reject(new DOMException("no longer wanted", "AbortError"));
      const waiter = { resolve, reject };
      const waiters = this.#waiting.get(frame) ?? new Set();
      this.#waiting.set(frame, waiters.add(waiter));
      signal?.addEventListener("abort", () => this.#forget(frame, waiter, signal.reason), { once: true });
      this.#fetchMore();
    });
  }

  /**
   * Preloads from this position.
   * @param {number} frame
   * @param {1 | -1} [direction]
   * @param {Range} [range] in which the play head goes round
   */
  want(frame, direction = 1, range = { first: 0, last: this.#scene.frames - 1 }) {
    this.#isReadingAhead = true;
    this.#head = frame;
    this.#direction = direction;
    this.#range = range;
    this.#fetchMore();
  }

  /** Ends preloading until the next `want`. */
  rest() {
    this.#isReadingAhead = false;
    for (const request of this.#requests) if (!request.isSingle) this.#abort(request);
  }

  /**
   * Whether playback from the wanted frame at this rate need not wait for frames, estimated from the speed of the previous responses.
   * @param {number} rate frames a second
   */
  canPlay(rate) {
    /** The number of frames before each missing one. @type {number[]} */
    const missing = [];
    let position = 0;
    this.#walk((frame) => {
      if (!this.#records[frame]) missing.push(position);
      position += 1;
    });
    if (missing.length === 0) return true;
    if (missing[0] < 2) return false;
    const busy = this.#busyTime + (this.#requests.size > 0 ? performance.now() - this.#busySince : 0);
    const arriving = (1000 * this.#received) / Math.max(1, busy);
    if (missing.length / arriving < shortWait) return false;
    // Requests are answered side by side, so that later frames arrive between the earlier ones.
    return missing.every((before, index) => Math.min(missing.length, requestsAtOnce * (index + 1)) / arriving <= (0.8 * (before + 1)) / rate);
  }

  close() {
    this.#isClosed = true;
    for (const request of this.#requests) this.#abort(request);
    this.#refuse([...this.#waiting.keys()], new DOMException("no longer wanted", "AbortError"));
    this.#records.length = 0;
    this.#bytes = 0;
  }

  /** @param {number} frame @param {Waiter} waiter @param {unknown} reason */
  #forget(frame, waiter, reason) {
    const waiters = this.#waiting.get(frame);
    if (!waiters?.delete(waiter)) return;
    waiter.reject(reason);
    if (waiters.size > 0) return;
    this.#waiting.delete(frame);
    for (const request of this.#requests) if (request.isSingle && request.frames[0] === frame) this.#abort(request);
    this.#fetchMore();
  }

  /** How many frames the play head passes before it comes to this one; those outside of the range come after all others. @param {number} frame */
  #distance(frame) {
    const { first, last } = this.#range;
    const length = last - first + 1;
    if (frame < first || frame > last) return length + Math.abs(frame - this.#head);
    const steps = (frame - this.#head) * this.#direction;
    return ((steps % length) + length) % length;
  }

  /**
   * Visits the frames from the playhead on that fit the budget, nearest first. Returns their number.
   * @param {(frame: number) => void} visit
   */
  #walk(visit) {
    const { first, last } = this.#range;
    const length = last - first + 1;
    const average = this.#averageBytes;
    const from = Math.min(Math.max(this.#head, first), last);
    let bytes = 0;
    for (let step = 0; step < length; step += 1) {
      const frame = first + ((((from - first + step * this.#direction) % length) + length) % length);
      bytes += this.#sizes[frame] || average;
      if (bytes > this.#budget && step > 0) return step;
      visit(frame);
    }
    return length;
  }

  get #averageBytes() {
    return this.#received > 0 ? this.#receivedBytes / this.#received : 4 * this.#scene.width * this.#scene.height;
  }

  #fetchMore() {
    if (this.#isClosed || this.#isRenewing) return;
    for (const frame of this.#waiting.keys()) this.#fetchFirst(frame);
    for (const request of this.#requests) if (request.isSingle) return;
    if (!this.#isReadingAhead || performance.now() < this.#restUntil) return;
    this.#dropPassed();
    while (this.#requests.size < requestsAtOnce) {
      const frames = this.#nextMissing();
      if (frames.length === 0) return;
      this.#request(frames, false);
    }
  }

  /** Requests a frame that a caller waits for, unless an active request delivers it within the next two. @param {number} frame */
  #fetchFirst(frame) {
    for (const request of this.#requests) {
      const index = request.frames.indexOf(frame, request.done);
      if (index >= 0 && index - request.done < 2) return;
    }
    for (const request of this.#requests) if (!request.isSingle) this.#abort(request);
    this.#request([frame], true);
  }

  /** Cancels requests for frames behind the playhead if nearer frames are missing. */
  #dropPassed() {
    for (const request of this.#requests) {
      const [next] = this.#nextMissing();
      if (next === undefined) return;
      if (this.#distance(next) + framesPerRequest < this.#distance(request.frames[request.frames.length - 1])) this.#abort(request);
    }
  }

  /**
   * The nearest run of frames that are neither loaded nor requested. At the end of the budget, each move of the playhead makes room for one more
   * frame; there, several frames are requested together.
   */
  #nextMissing() {
    const asked = new Set();
    for (const request of this.#requests) for (const frame of request.frames) asked.add(frame);
    const most = this.#received === 0 ? 4 : Math.max(1, Math.min(framesPerRequest, Math.floor(bytesPerRequest / this.#averageBytes)));
    /** @type {number[]} */
    const frames = [];
    let isOver = false;
    const reach = this.#walk((frame) => {
      if (isOver) return;
      const isMissing = !this.#records[frame] && !asked.has(frame);
      const continues = frames.length === 0 || frame === frames[frames.length - 1] + this.#direction;
      if (isMissing && continues && frames.length < most) frames.push(frame);
      else if (frames.length > 0) isOver = true;
    });
    const isCut = !isOver && frames.length < most && reach < this.#range.last - this.#range.first + 1;
    return isCut && this.#distance(frames[0] ?? this.#head) > reach / 2 ? [] : frames;
  }

  /** @param {number[]} frames @param {boolean} isSingle */
  async #request(frames, isSingle) {
    const request = { frames, isSingle, done: 0, controller: new AbortController() };
    if (this.#requests.size === 0) this.#busySince = performance.now();
    this.#requests.add(request);
    try {
      await this.#read(request);
      if (request.done < frames.length) throw new Error("the answer ended early");
    } catch (error) {
      if (!request.controller.signal.aborted) await this.#failed(request, error);
    } finally {
      this.#remove(request);
      this.#fetchMore();
    }
  }

  /** @param {FrameRequest} request */
  async #read(request) {
    await readFrames(this.#scene, listed(request.frames), (record) => this.#store(request, record), request.controller.signal);
  }

  /** @param {FrameRequest} request @param {unknown} error */
  async #failed(request, error) {
    this.#remove(request);
    if (error instanceof ApiError && error.status === 410 && this.#renew && this.#renewals < 2) {
      await this.#renewScene(this.#renew);
    } else {
      this.#restUntil = performance.now() + restAfterError;
      const isTold = this.#refuse(request.frames.filter((frame) => this.#waiting.has(frame)), error);
      if (!isTold) this.dispatchEvent(Object.assign(new Event("error"), { error }));
    }
  }

  /** @param {(dropped: SourceScene) => Promise<SourceScene>} renew */
  async #renewScene(renew) {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    this.#renewals += 1;
    try {
      this.#scene = await renew(this.#scene);
    } catch (error) {
      this.#restUntil = performance.now() + restAfterError;
      this.#refuse([...this.#waiting.keys()], error);
    } finally {
      this.#isRenewing = false;
    }
  }

  /**
   * Rejects the promises for these frames. Returns whether there were any.
   * @param {number[]} frames @param {unknown} error
   */
  #refuse(frames, error) {
    for (const frame of frames) {
      for (const waiter of this.#waiting.get(frame) ?? []) waiter.reject(error);
      this.#waiting.delete(frame);
    }
    return frames.length > 0;
  }

  /** @param {FrameRequest} request @param {FrameRecord} record */
  #store(request, record) {
    if (request.controller.signal.aborted || this.#isClosed) return;
    if (record.frame !== request.frames[request.done]) throw new Error("a frame came out of turn");
    request.done += 1;
    record.size = this.#scene;
    this.#renewals = 0;
    const bytes = record.data.length + recordOverhead;
    this.#received += 1;
    this.#receivedBytes += bytes;
    this.#sizes[record.frame] = bytes;
    if (!this.#records[record.frame]) this.#bytes += bytes;
    this.#records[record.frame] = record;
    const waiters = this.#waiting.get(record.frame);
    this.#waiting.delete(record.frame);
    if (waiters) for (const waiter of waiters) waiter.resolve(record);
    if (this.#bytes > this.#budget) this.#makeRoom();
    this.dispatchEvent(new Event("record"));
  }

  /** Evicts the frames that are needed last. */
  #makeRoom() {
    const stored = [];
    for (const record of this.#records) if (record) stored.push({ frame: record.frame, distance: this.#distance(record.frame) });
    stored.sort((a, b) => b.distance - a.distance);
    for (const { frame } of stored) {
      if (this.#bytes <= this.#budget || frame === this.#head) return;
      this.#bytes -= this.#sizes[frame];
      this.#records[frame] = undefined;
    }
  }

  /** @param {FrameRequest} request */
  #abort(request) {
    request.controller.abort();
    this.#remove(request);
  }

  /** @param {FrameRequest} request */
  #remove(request) {
    if (!this.#requests.delete(request) || this.#requests.size > 0) return;
    this.#busyTime += performance.now() - this.#busySince;
  }
}

/** Frames as the server's list: a run upwards as "40-55", others one by one. @param {number[]} frames */
function listed(frames) {
  const rises = frames.length > 2 && frames.at(-1) === frames[0] + frames.length - 1;
  return rises ? `${frames[0]}-${frames.at(-1)}` : frames.join(",");
}
