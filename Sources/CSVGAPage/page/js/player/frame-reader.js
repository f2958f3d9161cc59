// Reads frames in a worker: the thread that shows them has no time for it, as a second of frames may be 200 MB.
import { ApiError } from "../api.js";

let worker = null;
let lastRequest = 0;
/** @type {Map<number, {receive: (record: import("./records.js").FrameRecord) => void, resolve: () => void, reject: (error: Error) => void}>} */
const reading = new Map();

/**
 * Asks the server for frames, and hands them over one by one as they arrive.
 * @param {import("./frame-source.js").Scene} scene
 * @param {string} list such as "0,8,20-40"
 * @param {(record: import("./records.js").FrameRecord) => void} receive what it throws ends the reading
 * @param {AbortSignal} signal after which nothing is handed over
 */
export async function readFrames(scene, list, receive, signal) {
  signal.throwIfAborted();
  start();
  const request = (lastRequest += 1);
  const stop = () => {
    worker.postMessage({ stop: request });
    reading.get(request)?.reject(signal.reason);
  };
  signal.addEventListener("abort", stop);
  try {
    await new Promise((resolve, reject) => {
      reading.set(request, { receive, resolve, reject });
      const { scene: name, width, height, frames } = scene;
      worker.postMessage({ request, scene: { scene: name, width, height, frames }, list });
    });
  } catch (error) {
    if (!signal.aborted) worker.postMessage({ stop: request });
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    reading.delete(request);
  }
}

function start() {
  if (worker) return;
  worker = new Worker(new URL("./frame-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = () => {
    worker = null;
    for (const { reject } of reading.values()) reject(new Error("the page cannot read frames"));
  };
}

function take({ request, record, error }) {
  const reader = reading.get(request);
  if (!reader) return;
  if (error) return reader.reject(error.status === undefined ? new Error(error.message) : new ApiError(error.status, error.message, error.advice));
  if (!record) return reader.resolve();
  try {
    reader.receive(record);
  } catch (thrown) {
    reader.reject(thrown);
  }
}
