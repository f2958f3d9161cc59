// The server's interface: one function an endpoint. All addresses are relative, because the page lies under a secret token.

/** Where the page lies; for workers too, whose own addresses are relative to their scripts. */
const root = new URL("../", import.meta.url);

/** What the server refused: `message` is one line, `advice` says what to do, where there is something to do. */
export class ApiError extends Error {
  constructor(status, message, advice) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.advice = advice;
  }
}

async function request(path, { method = "GET", body, json, signal } = {}) {
  const headers = json === undefined ? undefined : { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(new URL(`api/${path}`, root), { method, headers, body: json === undefined ? body : JSON.stringify(json), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, "The preview's server does not answer", "Is `svga preview` still running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new ApiError(response.status, problem.error ?? `${response.status} ${response.statusText}`, problem.advice);
}

async function json(path, options) {
  return (await request(path, options)).json();
}

function query(values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

const id = encodeURIComponent;
let words;

export const api = {
  /** What the program can do: text styles, fits, masks, players, formats. Asked once. */
  vocabulary() {
    words ??= json("vocabulary").catch((error) => { words = undefined; throw error; });
    return words;
  },

  /** All movies, as `{isFolder, movies}`. Nothing is loaded for it. */
  movies: (signal) => json("movies", { signal }),
  /** The facts of `svga inspect --json`. */
  movie: (movie, signal) => json(`movies/${id(movie)}`, { signal }),
  summary: (movie, signal) => json(`movies/${id(movie)}/summary`, { signal }),

  /** The summaries of all movies, one after the other as they are made. */
  async *summaries(signal) {
    const reader = (await request("summaries", { signal })).body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line) yield JSON.parse(line);
      }
      if (rest) yield JSON.parse(rest);
    } finally {
      reader.cancel().catch(() => {});
    }
  },

  /** The address of a still; `version` is the entry's. */
  thumbnailURL: (movie, size, version) => `api/movies/${id(movie)}/thumbnail${query({ size, v: version })}`,
  imageURL: (movie, index) => `api/movies/${id(movie)}/images/${index}`,
  soundURL: (movie) => `api/movies/${id(movie)}/sound`,
  layers: (movie, signal) => json(`movies/${id(movie)}/layers`, { signal }),
  layersFrame: (movie, frame, signal) => json(`movies/${id(movie)}/layers/${frame}`, { signal }),
  /** What `svga validate --json` prints. */
  findings: (movie, players = [], signal) => json(`movies/${id(movie)}/findings${query({ players: players.join(",") || null })}`, { signal }),
  /** What `svga compare-players --json` prints. */
  comparePlayers: (movie, signal) => json(`movies/${id(movie)}/players`, { signal }),

  /** Makes a scene of `{movie, vars, hiddenSprites, width, player}`: `{scene, width, height, frames, fps, diagnostics, failure}`. */
  scene: (body, signal) => json("scenes", { method: "POST", json: body, signal }),
  /** The records of the frames in `list`, such as "0,8,20-40": the response, whose body is read as it arrives. */
  frames: (scene, list, signal) => request(`scenes/${id(scene)}/frames?list=${list}`, { signal }),
  /** The address of one frame as a PNG. */
  stillURL: (scene, frame) => `api/scenes/${id(scene)}/still${query({ frame })}`,
  hits: (scene, { frame, x, y }, signal) => json(`scenes/${id(scene)}/hits${query({ frame, x, y })}`, { signal }),
  places: (scene, { frame, key, sprite }, signal) => json(`scenes/${id(scene)}/places${query({ frame, key, sprite })}`, { signal }),

  /** Gives the server a picture or a movie: `{kind: "image", file, …}` or `{kind: "movie", movie}`. */
  upload: (file, signal) => json(`uploads${query({ name: file.name || "file" })}`, { method: "POST", body: file, signal }),

  /** Starts a job: `{job}`. */
  job: (body) => json("jobs", { method: "POST", json: body }),
  jobState: (job, signal) => json(`jobs/${id(job)}`, { signal }),
  cancelJob: (job) => request(`jobs/${id(job)}`, { method: "DELETE" }),
  jobFileURL: (job, index) => `api/jobs/${id(job)}/files/${index}`,
};

/**
 * What happens on the server, for as long as the page is open: "movies" with the detail `{added, changed, removed}`, "job" with the job's
 * state, "listening" from each connection on, "connected" after a break and "disconnected". It connects when `start` is called, and again by itself after a break.
 */
class ServerEvents extends EventTarget {
  isConnected = true;

  /** Of all tabs one listens and tells the others, because a browser keeps only six connections to a server. */
  start() {
    const name = `svga-events ${location.pathname}`;
    // Only there where the address is this machine.
    if (!navigator.locks) return this.#listen(() => {});
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => this.#take(data);
    navigator.locks.request(name, () => new Promise(() => this.#listen((news) => channel.postMessage(news))));
  }

  /** @param {(news: object) => void} share */
  #listen(share) {
    const take = (news) => {
      this.#take(news);
      share(news);
    };
    const source = new EventSource("api/events");
    for (const name of ["movies", "job"]) {
      source.addEventListener(name, (event) => take({ name, detail: JSON.parse(event.data) }));
    }
    source.addEventListener("open", () => take({ isConnected: true }));
    source.addEventListener("error", () => {
      take({ isConnected: false });
      // A refused connection is given up by the browser, a broken one is not.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#listen(share), 3_000);
    });
  }

  #take({ name, detail, isConnected }) {
    if (name) return this.dispatchEvent(new CustomEvent(name, { detail }));
    // What has happened until now was not heard.
    if (isConnected) this.dispatchEvent(new Event("listening"));
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    this.dispatchEvent(new Event(isConnected ? "connected" : "disconnected"));
  }
}

api.events = new ServerEvents();
