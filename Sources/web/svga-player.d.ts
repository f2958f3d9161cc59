/** What `svga render -o gift.js` writes: a movie and its player, which draws it on a canvas. */

/** Opens the movie on a canvas, or in an element. */
export default function open(canvas: HTMLCanvasElement | Element | string): Promise<SVGAPlayer>;

/** The movie, for {@link SVGAPlayer.open} and {@link readMovie}. */
export const movie: string;

/** Reads a movie for several players: what it takes to load is done once. */
export function readMovie(source: Source): Promise<Movie>;

/** What `svga render` wrote: in base64 or as bytes, or a movie that was read before. */
export type Source = string | ArrayBuffer | Uint8Array<ArrayBuffer> | Movie;

export type ReadOptions = Record<never, never>;
export type SVGAError = Error;

/** The URL of an image, its file, or what a canvas can draw. A video is drawn as it is at each frame. */
export type Picture = string | URL | Blob | Exclude<CanvasImageSource, SVGImageElement>;

/** How content fills a rectangle: stretched, entirely visible, covering it, or one pixel of an image per point. */
export type Fit = "fill" | "contain" | "cover" | "none";

/** As `transform` of a canvas: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** A movie that {@link readMovie} has read. Several players can share it. */
export interface Movie {
  /** The movie's canvas in pixels at scale 1. */
  readonly size: [width: number, height: number];
  /** The frame count. */
  readonly frames: number;
}

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
