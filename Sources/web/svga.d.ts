/**
 * svga.js: plays SVGA files in browsers.
 *
 * `import { SVGAPlayer } from "svga.js"` also registers the element `<svga-player>`. Without modules, the script `svga.iife.js` defines the
 * global `SVGA` with the same names. Files of version 1 need `svga-extra.js` beside `svga.js`.
 *
 * Sizes, offsets and coordinates are in points of the movie's canvas, frames are counted from 0, and times are in seconds, unless a comment
 * says otherwise.
 */

/** A URL, a file, its bytes, or a movie that was read before. */
export type Source = string | URL | Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | Movie;

/** The URL of an image, its file, or what a canvas can draw. A video is drawn as it is at each frame. */
export type Picture = string | URL | Blob | Exclude<CanvasImageSource, SVGImageElement>;

/** How content fills a rectangle: stretched, entirely visible, covering it, or one pixel of an image per point. */
export type Fit = "fill" | "contain" | "cover" | "none";

/** As `transform` of a canvas: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

// Reading

/** Limits for reading a file, checked before memory is allocated. The names and the defaults are those of SVGAKit's ReadLimits. */
export interface ReadLimits {
  /** The maximum file size in bytes. Default 128 MiB. */
  inputBytes: number;
  /** The maximum bytes after decompression, of all entries of a ZIP together. Default 96 MiB. */
  inflatedBytes: number;
  /** The maximum memory of the protobuf or JSON document while it is read. Default 128 MiB. */
  documentBytes: number;
  /** The maximum number of entries of a ZIP. Default 10,000. */
  entries: number;
  /** The maximum number of sprites. Default 10,000. */
  sprites: number;
  /** The maximum frame count of the movie. Default 100,000. */
  frames: number;
  /** The maximum number of frames of all sprites together. Default 2,000,000. */
  spriteFrames: number;
  /** The maximum number of images and sounds. Default 10,000. */
  images: number;
  /** The maximum length of a key. Default 65,536. */
  keyBytes: number;
  /** The maximum pixels of one image. Default 64 Mi. */
  imagePixels: number;
  /** The maximum bytes of all decoded images, 4 per pixel. Default 384 MiB. */
  decodedBytes: number;
  /** The maximum number of segments of all distinct paths, at least 2 characters each. Default 4,000,000. One path may have 1/200 of it. */
  pathSegments: number;
  /** The maximum number of dashes of one stroke. Default 50,000. */
  dashes: number;
  /** The maximum pixels of the canvas. Default 16 Mi. */
  canvasPixels: number;
}

export interface ReadOptions {
  /** Limits that differ from the defaults. */
  limits?: Partial<ReadLimits>;
  /** Cancels the request and the reading. */
  signal?: AbortSignal;
  /** Options for `fetch`, such as `credentials`. With these, the cache for URLs is not used. */
  request?: RequestInit;
}

// The movie

/** A movie that {@link readMovie} has read. Several players can share it. */
export interface Movie {
  /** The movie's canvas in pixels at scale 1. */
  readonly size: [width: number, height: number];
  /** The frame count. */
  readonly frames: number;
}

// Functions

/**
 * Reads a movie for several players. Movies of equal URLs are read once while a player or a script uses them.
 * @throws {SVGAError}
 */
export function readMovie(source: Source, options?: ReadOptions): Promise<Movie>;

/** Why a movie could not be loaded. `message` is one line for a person, and says what the file is. */
export class SVGAError extends Error {
  constructor(code: SVGAError["code"], message: string, details?: ErrorOptions & { limit?: keyof ReadLimits; status?: number });
  /**
   * - `network`: no response, a status that is not a success, or no `svga-extra.js`.
   * - `format`: another kind of file, such as a PNG or a web page.
   * - `damaged`: a truncated or invalid file.
   * - `limit`: a limit of {@link ReadLimits} is exceeded.
   */
  readonly code: "network" | "format" | "damaged" | "limit";
  /** The name of the limit. */
  readonly limit?: keyof ReadLimits;
  /** The HTTP status. */
  readonly status?: number;
}

// The player

export interface PlayerOptions extends ReadOptions {
  /** What to load. */
  src?: Source;
  /** false: plays once. true: loops endlessly. A number: plays so many times. Default false. */
  loop?: boolean | number;
  /** Plays when the movie is loaded, unless the user prefers reduced motion. Default false. */
  autoplay?: boolean;
  /** Default false. */
  muted?: boolean;
  /** 0…1. Default 1. */
  volume?: number;
  /** How many times as fast as the movie says; negative: backward. Default 1. */
  speed?: number;
  /** The first and the last frame that are played. Default: all frames. */
  range?: [first: number, last: number] | null;
  /** What is shown after the end and after `stop()`: the last frame, the first one, or nothing. Default `forwards`. */
  fillMode?: FillMode;
  /**
   * How the movie fills the canvas element. The canvas then follows its size on the page and the device's pixel ratio.
   * null: the canvas gets the movie's size in pixels. Default null for a canvas, and `contain` for another element.
   */
  fit?: Fit | null;
  /** The position of the movie in the element, as in `object-position`, but only in words: `center`, `top left`. Default `center`. */
  align?: string;
  /** The frame that is shown until the movie plays. Default: the first. */
  poster?: number;
  /** Pauses while the page is hidden or the canvas is outside the viewport. Default true. */
  pausesOffscreen?: boolean;
  /** Does not autoplay if the user prefers reduced motion; `poster` is shown. Default true. */
  respectsReducedMotion?: boolean;
}

export type FillMode = "forwards" | "backwards" | "none";

/** The details of an event are in its `detail`. */
export interface PlayerEvents {
  /** The movie is loaded, and its first frame is drawn. */
  load: CustomEvent<{ movie: Movie }>;
  /** Playing begins, or continues after a pause. */
  play: Event;
  pause: Event;
  /** Another frame is on the canvas. */
  frame: CustomEvent<{ frame: number; progress: number }>;
  /** A repetition is over, and another one begins. */
  loop: CustomEvent<{ count: number }>;
  /** The last repetition is over. */
  end: Event;
  /** Loading failed. */
  error: CustomEvent<{ error: SVGAError }>;
  /** The browser does not allow sound before the user has interacted with the page. Call `resumeSound()` in a click. */
  "sound-blocked": Event;
}

/** Plays a movie on a canvas. */
export class SVGAPlayer extends EventTarget {
  /** Loads a movie. The promise is fulfilled when the first frame is drawn. */
  static open(target: HTMLCanvasElement | Element | string, source: Source, options?: PlayerOptions): Promise<SVGAPlayer>;
  /**
   * @param target A canvas, an element that gets a canvas, or the selector of one of them.
   * @param options Also a movie that was read before.
   */
  constructor(target: HTMLCanvasElement | Element | string, options?: PlayerOptions | Movie);

  readonly canvas: HTMLCanvasElement;
  /** null until a movie is loaded. */
  readonly movie: Movie | null;
  /** Fulfilled when the movie of the last `load` is loaded; rejected with a {@link SVGAError}. */
  readonly ready: Promise<Movie>;
  /** Fulfilled at the next end. */
  readonly finished: Promise<void>;

  /** Loads another movie and shows its first frame. Content that was set for keys stays, for keys that the new movie has too. */
  load(source: Source, options?: ReadOptions): Promise<Movie>;
  /** Stops, releases the movie and its sounds, and empties the canvas. */
  destroy(): void;

  // Time

  /** The frame count. */
  readonly frames: number;
  /** Frames per second at speed 1. */
  readonly rate: number;
  /** Seconds at speed 1. */
  readonly duration: number;
  /** The frame on the canvas; -1 before the first. */
  readonly frame: number;
  readonly isPlaying: boolean;
  /** Seconds of the movie at speed 1. A change does not pause. */
  currentTime: number;
  /** 1: as fast as the movie says; negative: backward. */
  speed: number;
  /** How many times the movie is played; 0: endlessly. By default once, or as often as `svga render --loop` says. */
  loops: number;
  range: [first: number, last: number] | null;
  fillMode: FillMode;
  /** The frame that is shown until the movie plays; null: the first. */
  poster: number | null;

  /** Continues from the visible frame, or starts again after the end. The promise is fulfilled when playing began, also before loading. */
  play(): Promise<void>;
  pause(): void;
  /** Pauses, and shows what `fillMode` says. The next `play()` starts at the beginning. */
  stop(): void;
  /** Shows a frame. Pauses, unless `play` is true. */
  seek(frame: number, options?: { play?: boolean }): void;
  /** Pauses and moves by some frames; negative: backward. */
  step(count?: number): void;
  /** Plays in the other direction. */
  reverse(): void;
  /** Draws a frame without any effect on time, for a clock of your own. */
  draw(frame: number): void;

  // Layout

  fit: Fit | null;
  align: string;
  /** From points of the movie to CSS pixels, relative to the canvas element. */
  readonly matrix: Matrix;
  /** The position of a mouse, touch or pointer event in points of the movie. */
  point(event: { clientX: number; clientY: number }): [x: number, y: number];

  // Sound

  muted: boolean;
  /** 0…1. */
  volume: number;
  /** Whether the browser blocks sound until the user interacts with the page. */
  readonly isSoundBlocked: boolean;
  /** Allows sound; call it in an event of the user, such as a click. */
  resumeSound(): Promise<void>;

  // Content by key

  /** The keys that can be replaced, in the order of the sprites. */
  readonly keys: string[];
  /** @throws {RangeError} if there is no such key. */
  info(key: string): KeyInfo;
  /**
   * Replaces the image of a key; null: the movie's own image.
   * @throws {RangeError} if there is no such key, {@link Error} if the image cannot be loaded. Nothing changes then.
   */
  setImage(key: string, picture: Picture | null, style?: ImageStyle): Promise<void>;
  /**
   * Draws a text over the content of a key; null: none. The promise is fulfilled when its font is loaded and it is drawn.
   * @throws {RangeError} if there is no such key.
   */
  setText(key: string, text: string | null, style?: TextStyle): Promise<void>;
  /** Hides a key, or with `false` shows it again. A hidden matte hides the sprites that it masks. */
  hide(key: string, isHidden?: boolean): void;
  /** Multiplies the colors of a key by a CSS color; null: no tint. */
  setTint(key: string, color: string | null): void;
  /** Multiplies the alpha of a key, 0…1. */
  setOpacity(key: string, opacity: number): void;
  /** Moves a key, in points of the canvas. */
  setOffset(key: string, x: number, y: number): void;
  /** Draws over the content of a key at each frame; null: none. */
  setDrawing(key: string, drawing: Drawing | null): void;
  /** Removes all changes of a key, or of all keys. */
  reset(key?: string): void;

  /** The topmost sprite at a point of the visible frame. */
  hitTest(x: number, y: number, options?: HitOptions): Hit | null;
  /** Where a key is at a frame; by default at the visible one. null if it is invisible. The topmost sprite, if there are several. */
  placement(key: string, frame?: number): Placement | null;

  addEventListener<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (this: SVGAPlayer, event: PlayerEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

export interface KeyInfo {
  key: string;
  /** The largest layout of its sprites. */
  width: number;
  height: number;
  /** The first and the last frame in which one of its sprites is visible; null: none. */
  frames: [first: number, last: number] | null;
  /** How many sprites have the key. */
  sprites: number;
  hasImage: boolean;
  hasShapes: boolean;
  isMatte: boolean;
}

export interface ImageStyle {
  /** Default `fill`. */
  fit?: Fit;
  /** The visible part: all, the largest circle, rounded corners with a radius, or the alpha of the replaced image. Default `none`. */
  mask?: "none" | "circle" | "original" | number;
  /** Applied to the image in its layout rectangle. */
  transform?: Matrix;
}

export interface TextStyle {
  /** Default: 70 % of the layout's height, divided by `maxLines`. */
  size?: number;
  /** A CSS color. Default white. */
  color?: string;
  /** One or several font families. Default `sans-serif`. */
  font?: string;
  /** Default 400. */
  weight?: number | string;
  italic?: boolean;
  /** A CSS color around the letters. */
  outlineColor?: string;
  /** Points outside of the letters. Default 1. */
  outlineWidth?: number;
  shadow?: { color?: string; x?: number; y?: number; blur?: number };
  /** Default `center`. `leading` and `trailing` depend on the writing direction. */
  align?: "leading" | "center" | "trailing" | "left" | "right";
  /** Default `center`. */
  verticalAlign?: "top" | "center" | "bottom";
  /** Default 1. */
  maxLines?: number;
  /** Which part of a text that is too long is omitted. Default `end`. */
  ellipsis?: "start" | "middle" | "end" | "none";
  /** Whether the size is reduced before anything is omitted. Default true. */
  shrinksToFit?: boolean;
  /** The smallest size of `shrinksToFit`. Default: 60 % of the size. */
  minimumSize?: number;
  /** The factor of the font's line height. Default 1. */
  lineSpacing?: number;
}

/** Draws in the sprite's space, whose origin is the corner of the layout rectangle. */
export type Drawing = (context: CanvasRenderingContext2D, layout: { width: number; height: number }, frame: number) => void;

export interface HitOptions {
  /** The smallest alpha, 0…1. Default 0.5; with 0, any alpha above 0 counts. */
  alpha?: number;
  /** Only these keys can be hit; others do not cover them. Default: all keys. */
  keys?: string[];
}

export interface Hit {
  key: string;
  /** Into the sprites of the file. */
  sprite: number;
  /** Its alpha at the point, 0…1. */
  alpha: number;
}

export interface Placement {
  /** From the sprite's space to points of the movie. */
  matrix: Matrix;
  /** The layout rectangle in the sprite's space begins at 0, 0. */
  width: number;
  height: number;
  /** The corners of the layout rectangle in points of the movie: top left, top right, bottom right, bottom left. */
  corners: [x: number, y: number][];
  alpha: number;
}

// The element

/**
 * `<svga-player src="gift.svga" autoplay loop>`. Attributes: `src`, `loop` (empty: endless; a number: so many times), `autoplay`, `muted`,
 * `volume`, `fit`, `align`, `speed`, `fill-mode`, `poster` (a frame or the URL of an image), `range` (`10 20`), `alt` (for
 * screen readers, in place of `role` and `aria-label`).
 * All events of the player are dispatched on the element; they do not bubble.
 */
export class SVGAPlayerElement extends HTMLElement {
  readonly player: SVGAPlayer;
  src: string;
  autoplay: boolean;
  muted: boolean;
  play(): Promise<void>;
  pause(): void;
  stop(): void;

  addEventListener<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (this: SVGAPlayerElement, event: PlayerEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** Registers the element, if it is not registered. The module does it with the default name. */
export function defineElement(name?: string): void;

declare global {
  interface HTMLElementTagNameMap {
    "svga-player": SVGAPlayerElement;
  }
}
