// The worker of frame-reader.js.
import { api } from "../api.js";
import { RecordReader } from "./records.js";

/** The requests that are being answered, by number. */
const running = new Map();

onmessage = ({ data }) => {
  if (data.stop === undefined) read(data);
  else running.get(data.stop)?.abort();
};

/** Posts the records of a request, each with its pixels' own memory, and then its end. */
async function read({ request, scene, list }) {
  const controller = new AbortController();
  running.set(request, controller);
  try {
    const response = await api.frames(scene.scene, list, controller.signal);
    const reader = response.body.getReader();
    const records = new RecordReader(scene, (record) => postMessage({ request, record }, [record.data.buffer]));
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      records.push(value);
    }
    postMessage({ request });
  } catch ({ message, status, advice }) {
    postMessage({ request, error: { message, status, advice } });
  } finally {
    running.delete(request);
  }
}
