// Uses of svga.js that TypeScript must accept, and below them uses that it must refuse. ci/lint-page checks this file; nothing runs it.

// @ts-types="../../Sources/web/svga.d.ts"
import { defineElement, readMovie, SVGAError, SVGAPlayer, SVGAPlayerElement } from "../../Sources/web/svga.js";
import type { Hit, ImageStyle, KeyInfo, Matrix, Movie, Picture, Placement, PlayerOptions, ReadLimits, Source, TextStyle } from "../../Sources/web/svga.d.ts";

declare const canvas: HTMLCanvasElement;
declare const video: HTMLVideoElement;
declare const bytes: Uint8Array<ArrayBuffer>;
declare const file: File;

export async function accepted(): Promise<void> {
  // Loading
  const sources: Source[] = ["gift.svga", new URL("https://example.org/gift.svga"), file, bytes, bytes.buffer, await readMovie(file)];
  const movie: Movie = await readMovie(sources[0], { limits: { inputBytes: 5e6 }, signal: AbortSignal.timeout(1000) });
  const [width, height]: [number, number] = movie.size;
  const options: PlayerOptions = {
    loop: 3, autoplay: true, speed: -0.5, range: [width, height], fit: null, fillMode: "none", request: { credentials: "include" },
  };
  const player: SVGAPlayer = await SVGAPlayer.open("#gift", file, options);
  new SVGAPlayer(canvas);
  new SVGAPlayer(document.body, movie);
  const loaded: Movie = await player.load(bytes, { request: { cache: "reload" } });
  player.movie satisfies Movie | null;
  loaded.frames satisfies number;

  // Time
  await player.play();
  player.seek(3, { play: true });
  player.step(-1);
  player.range = null;
  player.fillMode = "backwards";
  player.currentTime = player.duration / 2;
  await player.finished;

  // Content
  const picture: Picture = video;
  const style: ImageStyle = { fit: "cover", mask: 12, transform: [1, 0, 0, 1, 0, 0] };
  await player.setImage("user1", picture, style);
  await player.setImage("user1", null);
  const text: TextStyle = { size: 20, shadow: { blur: 2 }, align: "leading", ellipsis: "middle", shrinksToFit: true };
  await player.setText("name", "Ann", text);
  player.setDrawing("plate", (context, layout, frame) => context.fillRect(0, 0, layout.width, frame));
  const info: KeyInfo = player.info(player.keys[0]);
  const frames: [number, number] | null = info.frames;
  const hit: Hit | null = player.hitTest(...player.point(new MouseEvent("click")), { keys: ["name"] });
  const placement: Placement | null = player.placement("name", frames?.[0]);
  const matrix: Matrix | undefined = placement?.matrix;
  new DOMMatrix(matrix);
  hit?.key satisfies string | undefined;

  // Events
  player.addEventListener("frame", ({ detail }) => detail.frame.toFixed() + detail.progress.toFixed());
  player.addEventListener("error", function ({ detail }) { this.pause(); detail.error.code satisfies SVGAError["code"]; });
  player.addEventListener("sound-blocked", () => player.resumeSound(), { once: true });
  const limit: keyof ReadLimits | undefined = new SVGAError("limit", "too many frames", { limit: "frames" }).limit;
  limit satisfies string | undefined;

  // The element
  defineElement();
  const element: SVGAPlayerElement = document.createElement("svga-player");
  element.src = "gift.svga";
  element.addEventListener("error", ({ detail }) => detail.error.code satisfies SVGAError["code"]);
  element.addEventListener("click", ({ clientX }) => clientX.toFixed());
  element.player.destroy();
}

export async function refused(player: SVGAPlayer): Promise<void> {
  // @ts-expect-error: the key is first
  await player.setImage(video, "user1");
  // @ts-expect-error: a text, not an object of SVGAPlayer-Web
  await player.setText("name", { text: "Ann" });
  // @ts-expect-error: an SVG image is no picture
  await player.setImage("user1", document.createElementNS("http://www.w3.org/2000/svg", "image"));
  // @ts-expect-error: fit is a word
  await player.setImage("user1", "photo.jpg", { fit: "AspectFill" });
  // @ts-expect-error: a size is a number of points
  await player.setText("name", "Ann", { size: "24px" });
  // @ts-expect-error: a matrix has six numbers
  await player.setImage("user1", "photo.jpg", { transform: [1, 0, 0, 1] });
  // @ts-expect-error: the state is read-only
  player.frame = 3;
  // @ts-expect-error: so are the keys
  player.keys = [];
  // @ts-expect-error: a range has two frames
  player.range = [1];
  // @ts-expect-error: fill modes are those of CSS
  player.fillMode = "Forward";
  // @ts-expect-error: play takes no direction
  await player.play(true);
  // @ts-expect-error: there is no such option
  new SVGAPlayer(canvas, { loops: 3 });
  // @ts-expect-error: there is no such limit
  await readMovie("gift.svga", { limits: { bytes: 1 } });
  // @ts-expect-error: a number is no source
  await readMovie(3);
  // @ts-expect-error: a frame has no error
  player.addEventListener("frame", ({ detail }) => detail.error);
  // @ts-expect-error: the movie may be null
  player.movie.frames.toFixed();
  // @ts-expect-error: nothing may be hit
  player.hitTest(1, 1).key.trim();
  // @ts-expect-error: players are made with new
  SVGAPlayer("#gift");
}
