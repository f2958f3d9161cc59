// Reads frames in a worker, because a second of frames may be 200 MB and would block the main thread.
import { ApiError } from "../api.js";

/** @typedef {import("./records.js").FrameRecord} FrameRecord */
/** @typedef {import("./frame-source.js").SourceScene} SourceScene */

/** @type {Worker|null} */
let worker = null;
let lastRequest = 0;
/** @type {Map<number, {receive: (record: FrameRecord) => void, resolve: (end?: undefined) => void, reject: (error: unknown) => void}>} */
const reading = new Map();

/**
 * Requests frames, and passes them on as they arrive.
 * @param {SourceScene} scene
 * @param {string} list such as "0,8,20-40"
 * @param {(record: FrameRecord) => void} receive what it throws ends the reading
 * @param {AbortSignal} signal after which nothing is handed over
 */
export async function readFrames(scene, list, receive, signal) {
  signal.throwIfAborted();
  const reader = start();
  const request = (lastRequest += 1);
  const stop = () => {
    reader.postMessage({ stop: request });
    reading.get(request)?.reject(signal.reason);
  };
  signal.addEventListener("abort", stop);
  try {
    await new Promise((resolve, reject) => {
      reading.set(request, { receive, resolve, reject });
      const { scene: name, width, height, frames } = scene;
      reader.postMessage({ request, scene: { scene: name, width, height, frames }, list });
    });
  } catch (error) {
    if (!signal.aborted) reader.postMessage({ stop: request });
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    reading.delete(request);
  }
}

/** Starts the worker if it does not run: the page does so before it knows the movie, and saves the time that the worker's modules take. */
export function start() {
  if (worker) return worker;
  const made = new Worker(new URL("./frame-worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => take(data);
  made.onerror = () => {
    worker = null;
    for (const { reject } of reading.values()) reject(new Error("the page cannot read frames"));
  };
  worker = made;
  return made;
}

/** @param {{request: number, record?: FrameRecord, error?: {status?: number, message: string, advice?: string, chinese?: API.RefusalText}}} answer */
function take({ request, record, error }) {
  const reader = reading.get(request);
  if (!reader) return;
  if (error) {
    const { status, message, advice, chinese } = error;
    return reader.reject(status === undefined ? new Error(message) : new ApiError(status, message, advice, chinese));
  }
  if (!record) return reader.resolve();
  try {
    reader.receive(record);
  } catch (thrown) {
    reader.reject(thrown);
  }
}
