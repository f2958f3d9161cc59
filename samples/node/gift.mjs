// Puts a photo and a name into a gift, and exports it as an animated WebP, by a worker process: svga batch --stdio.
//
//     node samples/node/gift.mjs samples/gift.svga samples/photo.jpg Ann gift.webp

import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";

/** A process that renders jobs, and keeps prepared movies for the next ones. */
export class Worker {
  #process = spawn("svga", ["batch", "--stdio", "--ordered", "-o", "-"], { stdio: ["pipe", "pipe", "inherit"] });
  /** The jobs without an answer. With --ordered the next answer is that of the first one. */
  #open = [];
  #received = Buffer.alloc(0);
  #ended;

  constructor() {
    this.#process.stdout.on("data", (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#readAnswers();
    });
    this.#ended = new Promise((resolve) => {
      const end = (reason) => {
        for (const job of this.#open.splice(0)) job.reject(new Error(reason));
        resolve();
      };
      this.#process.on("error", (error) => end(error.message));
      this.#process.on("close", () => end("svga has ended"));
    });
    // A worker that has ended does not take jobs; its "close" event rejects them.
    this.#process.stdin.on("error", () => {});
  }

  /** Sends a job. The promise has the bytes of the output, or an error with the exit code that svga render would have. */
  submit(job) {
    return new Promise((resolve, reject) => {
      this.#open.push({ resolve, reject });
      this.#process.stdin.write(JSON.stringify(job) + "\n");
    });
  }

  /** Ends the worker after its jobs. In a service, SIGTERM does the same: the worker answers the jobs that it has read. */
  close() {
    this.#process.stdin.end();
    return this.#ended;
  }

  #readAnswers() {
    for (;;) {
      const end = this.#received.indexOf("\n");
      if (end < 0) return;
      const answer = JSON.parse(this.#received.toString("utf8", 0, end));
      const size = answer.ok ? answer.bytes : 0;
      if (this.#received.length < end + 1 + size) return;
      const bytes = this.#received.subarray(end + 1, end + 1 + size);
      this.#received = this.#received.subarray(end + 1 + size);
      const job = this.#open.shift();
      if (answer.ok) job.resolve(bytes);
      else job.reject(Object.assign(new Error(answer.error), { code: answer.code }));
    }
  }
}

const words = process.argv.slice(2);
if (words.length !== 4) {
  console.error("usage: gift.mjs MOVIE PHOTO NAME OUT");
  process.exit(2);
}
const [movie, photo, name, output] = words;
const worker = new Worker();
try {
  const bytes = await worker.submit({
    input: movie,
    output: "gift.webp",
    size: "300x0",
    quality: 80,
    "set-image": { user1: { file: photo, fit: "cover", mask: "circle" } },
    "set-text": { name },
    "text-style": { name: "color:#ffe9a8,weight:700" },
  });
  await writeFile(output, bytes);
} catch (error) {
  console.error(`gift: ${error.message}`);
  process.exitCode = typeof error.code === "number" ? error.code : 1;
} finally {
  await worker.close();
}
