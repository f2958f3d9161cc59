// The server's API: one function per endpoint. All URLs are relative, because the page's URL contains a secret token.
import { isAbort } from "./problem.js";

/** @typedef {{method?: string, body?: Blob, json?: object, signal?: AbortSignal}} RequestOptions */

/** The base URL of the page; also for workers, whose relative URLs refer to their scripts. */
const root = new URL("../", import.meta.url);

/** An error response of the server: `message` is one line, `advice` is optional. `chinese` has both in Chinese. */
export class ApiError extends Error {
  /**
   * @param {number} status of HTTP; 0: the server did not answer
   * @param {string} message
   * @param {string} [advice]
   * @param {API.RefusalText} [chinese]
   */
  constructor(status, message, advice, chinese) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.advice = advice;
    this.chinese = chinese;
  }
}

/** @param {string} path @param {RequestOptions} [options] @throws {ApiError} */
async function request(path, { method = "GET", body, json, signal } = {}) {
  const headers = new Headers(json === undefined ? {} : { "Content-Type": "application/json" });
  // The language of reports. Workers have no page, and read no reports.
  if (typeof document !== "undefined") headers.set("Accept-Language", document.documentElement.lang);
  let response;
  try {
    response = await fetch(new URL(`api/${path}`, root), { method, headers, body: json === undefined ? body : JSON.stringify(json), signal });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(0, "The preview's server does not answer", "Is `svga preview` still running?", {
      error: "预览服务器没有响应", advice: "`svga preview` 还在运行吗？",
    });
  }
  if (response.ok) return response;
  throw await refusal(response);
}

/** The message of a refused request. @param {Response} response */
export async function refusal(response) {
  /** @type {API.Refusal} */
  const problem = await response.json().catch(() => ({}));
  return new ApiError(response.status, problem.error ?? `${response.status} ${response.statusText}`, problem.advice, problem.chinese);
}

/**
 * Reads JSON. The functions below declare its types.
 * @param {string} path @param {RequestOptions} [options] @returns {Promise<any>}
 */
async function json(path, options) {
  return (await request(path, options)).json();
}

/** @param {Record<string, string|number|null|undefined>} values */
function query(values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/**
 * A message of one tab to the others: an event of the server, or the state of the connection.
 * @typedef {{name: "movies"|"job"|"batch", detail: unknown, isConnected?: undefined}|{name?: undefined, detail?: undefined, isConnected: boolean}} ServerMessage
 * @typedef {{movies: CustomEvent<API.LibraryChange>, job: CustomEvent<API.JobState>, batch: CustomEvent<API.BatchState>, listening: Event, connected: Event, disconnected: Event}} Events
 */

/**
 * The events of the server, while the page is open. "movies" has the detail `{added, changed, removed}`, "job" and "batch" their state.
 * "listening" follows each connection, "disconnected" its end, and "connected" each reconnection. `start` connects; later reconnections are
 * automatic.
 */
class ServerEvents extends /** @type {EventTargetOf<Events>} */ (EventTarget) {
  isConnected = true;

  /** One tab receives the events and forwards them to the others, because browsers limit connections to a server to six. */
  start() {
    const name = `svga-events ${location.pathname}`;
    // Locks need a secure context: with http, only an address of this machine has one.
    if (!navigator.locks) return this.#listen(() => {});
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => this.#take(/** @type {ServerMessage} */ (data));
    navigator.locks.request(name, () => new Promise(() => this.#listen((message) => channel.postMessage(message))));
  }

  /** @param {(message: ServerMessage) => void} share */
  #listen(share) {
    /** @param {ServerMessage} message */
    const take = (message) => {
      this.#take(message);
      share(message);
    };
    const source = new EventSource("api/events");
    for (const name of /** @type {const} */ (["movies", "job", "batch"])) {
      source.addEventListener(name, (event) => take({ name, detail: JSON.parse(event.data) }));
    }
    source.addEventListener("open", () => take({ isConnected: true }));
    source.addEventListener("error", () => {
      take({ isConnected: false });
      // The browser reconnects after a broken connection, but not after a refused one.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#listen(share), 3_000);
    });
  }

  /** @param {ServerMessage} message */
  #take({ name, detail, isConnected }) {
    if (name) {
      this.dispatchEvent(new CustomEvent(name, { detail }));
      return;
    }
    // Events during the interruption were missed.
    if (isConnected) this.dispatchEvent(new Event("listening"));
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    this.dispatchEvent(new Event(isConnected ? "connected" : "disconnected"));
  }
}

const id = encodeURIComponent;
/** The maximum side of images in lists, in pixels: 2.5 rem on the largest screens with three pixels per point. */
const listedSide = 160;
/** @type {Promise<API.Vocabulary>|undefined} */
let words;
/** @type {Promise<API.Fonts>|undefined} */
let fonts;

export const api = {
  /** The capabilities of the program: text styles, fits, masks, players, formats. Loaded once. @returns {Promise<API.Vocabulary>} */
  vocabulary() {
    return (words ??= json("vocabulary").catch((error) => { words = undefined; throw error; }));
  },

  /** The families of the installed fonts. Loaded once, when they are first needed, because that takes the server a while. @returns {Promise<API.Fonts>} */
  fonts() {
    return (fonts ??= json("fonts").catch((error) => { fonts = undefined; throw error; }));
  },

  /** All movies, without reading their files. @returns {Promise<API.Movies>} */
  movies: () => json("movies"),
  /** The facts of `svga inspect --json`. @param {string} movie @param {AbortSignal} [signal] @returns {Promise<API.Facts>} */
  movie: (movie, signal) => json(`movies/${id(movie)}`, { signal }),
  /** @param {string} movie @param {string[]} players @param {AbortSignal} [signal] @returns {Promise<API.Summary>} */
  summary: (movie, players, signal) => json(`movies/${id(movie)}/summary${query({ players: players.join(",") || null })}`, { signal }),

  /** The summaries of all movies, each as soon as it is available. @param {string[]} players @param {AbortSignal} signal @returns {AsyncGenerator<API.Summary>} */
  async *summaries(players, signal) {
    const { body } = await request(`summaries${query({ players: players.join(",") || null })}`, { signal });
    if (!body) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line) yield JSON.parse(line);
      }
      if (rest) yield JSON.parse(rest);
    } finally {
      reader.cancel().catch(() => {});
    }
  },

  /** What the import of a Lottie changed. @param {string} movie @returns {Promise<API.ImportReport>} */
  importReport: (movie) => json(`movies/${id(movie)}/import`),
  /** The address of the movie that was imported from a Lottie. @param {string} movie */
  importedFileURL: (movie) => `api/movies/${id(movie)}/import/file`,

  /** The address of a still. @param {string} movie @param {number} size @param {string} version the entry's */
  thumbnailURL: (movie, size, version) => `api/movies/${id(movie)}/thumbnail${query({ size, v: version })}`,
  /** The address of an image, small as in lists. @param {string} movie @param {number} index */
  imageURL: (movie, index) => `api/movies/${id(movie)}/images/${index}${query({ size: listedSide })}`,
  /** @param {string} movie */
  soundURL: (movie) => `api/movies/${id(movie)}/sound`,
  /** @param {string} movie @returns {Promise<API.Layers>} */
  layers: (movie) => json(`movies/${id(movie)}/layers`),
  /** @param {string} movie @param {number} frame @returns {Promise<API.LayersFrame>} */
  layersFrame: (movie, frame) => json(`movies/${id(movie)}/layers/${frame}`),
  /** The output of `svga validate --json`. @param {string} movie @param {string[]} players @param {AbortSignal} signal @returns {Promise<API.Validation>} */
  findings: (movie, players, signal) => json(`movies/${id(movie)}/findings${query({ players: players.join(",") || null })}`, { signal }),
  /** The output of `svga inspect --budget --json`. @param {string} movie @param {AbortSignal} signal @returns {Promise<API.BudgetReport>} */
  budget: (movie, signal) => json(`movies/${id(movie)}/budget`, { signal }),
  /** The output of `svga compare-players --json`. @param {string} movie @param {AbortSignal} signal @returns {Promise<API.PlayerComparison>} */
  comparePlayers: (movie, signal) => json(`movies/${id(movie)}/players`, { signal }),

  /** Creates a scene. @param {API.SceneRequest} body @param {AbortSignal} [signal] @returns {Promise<API.Scene>} */
  scene: (body, signal) => json("scenes", { method: "POST", json: body, signal }),
  /**
   * The records of frames, as a response whose body the caller reads while it arrives.
   * @param {string} scene @param {string} list such as "0,8,20-40" @param {AbortSignal} signal
   */
  frames: (scene, list, signal) => request(`scenes/${id(scene)}/frames?list=${list}`, { signal }),
  /** The address of one frame as a PNG. @param {string} scene @param {number} frame */
  stillURL: (scene, frame) => `api/scenes/${id(scene)}/still${query({ frame })}`,
  /** @param {string} scene @param {{frame: number, x: number, y: number}} point @returns {Promise<API.Hits>} */
  hits: (scene, { frame, x, y }) => json(`scenes/${id(scene)}/hits${query({ frame, x, y })}`),
  /** @param {string} scene @param {{frame: number, key?: string, sprite?: number}} what @returns {Promise<API.Places>} */
  placements: (scene, { frame, key, sprite }) => json(`scenes/${id(scene)}/places${query({ frame, key, sprite })}`),

  /** Applies edit steps to a movie. @param {API.EditRequest} body @param {AbortSignal} [signal] @returns {Promise<API.EditAnswer>} */
  edit: (body, signal) => json("edits", { method: "POST", json: body, signal }),
  /** Replaces the file of a movie by an edited one, and keeps a backup. @param {string} edited @param {string} movie @returns {Promise<{backup: string}>} */
  writeEdit: (edited, movie) => json(`edits/${id(edited)}/write`, { method: "POST", json: { movie } }),
  /** The address of an edited file. @param {string} movie */
  editFileURL: (movie) => `api/edits/${id(movie)}/file`,
  /** The file of a movie as it is now. @param {API.Entry} movie @returns {Promise<File>} */
  async movieFile({ id: movie, name }) {
    const order = { page: `copy ${movie}`, movie, steps: [], names: {}, isFinal: false, allowsPlayerFindings: false };
    let answer = await api.edit(order);
    while (answer.isRunning) answer = await api.edit(order);
    return new File([await (await request(`edits/${id(answer.base)}/file`)).blob()], name);
  },

  /** Uploads an image or a movie. @param {File} file @returns {Promise<API.Upload>} */
  upload: (file) => json(`uploads${query({ name: file.name || "file" })}`, { method: "POST", body: file }),

  /** Uploads an image, a sound or a movie for an edit step. @param {File} file @returns {Promise<API.UploadedPart>} */
  uploadPart: (file) => json(`uploads${query({ name: file.name || "file", for: "edit" })}`, { method: "POST", body: file }),

  /** Starts a job. @param {API.JobRequest} body @returns {Promise<{job: string}>} */
  job: (body) => json("jobs", { method: "POST", json: body }),
  /** @param {string} job @returns {Promise<API.JobState>} */
  jobState: (job) => json(`jobs/${id(job)}`),
  /** @param {string} job */
  cancelJob: (job) => request(`jobs/${id(job)}`, { method: "DELETE" }),
  /** @param {string} job @param {number} index */
  jobFileURL: (job, index) => `api/jobs/${id(job)}/files/${index}`,

  /** Starts a batch. @param {API.BatchRequest} body @returns {Promise<{batch: string}>} */
  batch: (body) => json("batches", { method: "POST", json: body }),
  /** @param {string} batch @param {number} from the number of rows that are known @returns {Promise<API.BatchReport>} */
  batchState: (batch, from) => json(`batches/${id(batch)}${query({ from })}`),
  /** @param {string} batch */
  cancelBatch: (batch) => request(`batches/${id(batch)}`, { method: "DELETE" }),
  /** @param {string} batch */
  batchArchiveURL: (batch) => `api/batches/${id(batch)}/archive`,
  /** @param {string} batch @param {number} index of the movie @param {number} file */
  batchFileURL: (batch, index, file) => `api/batches/${id(batch)}/files/${index}/${file}`,
  /** Opens the movie that a batch has written. @param {string} batch @param {number} index @returns {Promise<{movie: API.Entry}>} */
  openBatchMovie: (batch, index) => json(`batches/${id(batch)}/movies/${index}`, { method: "POST", json: {} }),
  /** Replaces the file of a movie by the one that a batch has written. @param {string} batch @param {number} index @returns {Promise<{backup: string}>} */
  writeBatchMovie: (batch, index) => json(`batches/${id(batch)}/movies/${index}/write`, { method: "POST", json: {} }),
  /** The names of movies by a pattern. @param {string[]} movies @param {API.NameRule} names @param {AbortSignal} signal @returns {Promise<{names: string[]}>} */
  names: (movies, names, signal) => json("names", { method: "POST", json: { movies, names }, signal }),
  /** Renames files on disk. @param {string[]} movies @param {API.NameRule} names @returns {Promise<API.Renames>} */
  rename: (movies, names) => json("renames", { method: "POST", json: { movies, names } }),

  events: new ServerEvents(),
};
