// The worker of frame-reader.js.
import { ApiError, api } from "../api.js";
import { problemOf } from "../problem.js";
import { RecordReader } from "./records.js";


/** The requests that are being answered, by number. @type {Map<number, AbortController>} */
const running = new Map();

onmessage = ({ data }) => {
  if (data.stop === undefined) read(data);
  else running.get(data.stop)?.abort();
};

/**
 * A message of frame-reader.js: a request, or its cancellation.
 * @typedef {{request: number, scene: import("./frame-source.js").SourceScene, list: string, stop?: undefined}} Order
 */

/** Posts the records of a request, each with its transferred pixels, and then the end. @param {Order} order */
async function read({ request, scene, list }) {
  const controller = new AbortController();
  running.set(request, controller);
  try {
    const response = await api.frames(scene.scene, list, controller.signal);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const records = new RecordReader(scene, (record) => postMessage({ request, record }, { transfer: [record.data.buffer] }));
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      records.push(value);
    }
    postMessage({ request });
  } catch (error) {
    const { message, advice } = problemOf(error);
    const { status, chinese } = error instanceof ApiError ? error : {};
    postMessage({ request, error: { message, advice, status, chinese } });
  } finally {
    running.delete(request);
  }
}
