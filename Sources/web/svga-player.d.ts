/** What `svga render -o gift.js` writes: a movie and its player, which draws it on a canvas. */

/** An address, a file, or what a canvas can draw. */
export type Picture = string | Blob | Exclude<CanvasImageSource, SVGImageElement>;

export interface PictureStyle {
  /** How the picture fills the key's place: "fill" by default. */
  fit?: "fill" | "contain" | "cover";
  /** "none" by default. */
  mask?: "none" | "circle";
}

export interface TextStyle {
  /** In points of the movie; by default six tenths of the height of the key's place. */
  size?: number;
  /** As in a style sheet; black by default. */
  color?: string;
  /** "sans-serif" by default. */
  font?: string;
  /** 400 by default. */
  weight?: string | number;
}

export interface PlayerEvents {
  /** Another frame is on the canvas. */
  frame: Event;
  /** The last repetition is over. */
  end: Event;
}

/** A movie that {@link readMovie} has read. */
export interface Movie {
  /** Pixels. */
  readonly size: [width: number, height: number];
  /** How many frames it has. */
  readonly frames: number;
}

/** Plays one movie on one canvas. */
export class SVGAPlayer extends EventTarget {
  /** Reads a movie, gives the canvas its size and draws the first frame. */
  static open(canvas: HTMLCanvasElement, source: string | ArrayBuffer | Uint8Array): Promise<SVGAPlayer>;
  /** Gives the canvas the movie's size and draws the first frame. */
  constructor(canvas: HTMLCanvasElement, movie: Movie);

  readonly canvas: HTMLCanvasElement;
  /** How many frames there are. */
  readonly frames: number;
  /** Frames a second at speed 1. */
  readonly rate: number;
  /** What can be replaced, written on or hidden. */
  readonly keys: string[];
  /** The frame on the canvas. */
  readonly frame: number;
  readonly isPlaying: boolean;
  /** From 0 up; 1 is as fast as the movie says. It may change while it plays. */
  speed: number;
  /** How often it is played; 0: for ever. */
  loops: number;

  /** Goes on from the frame that is shown, or from the first after the last. Repetitions that were over before a pause still count. */
  play(): void;
  pause(): void;
  /** Shows a frame and stays there. */
  seek(frame: number): void;
  /** Draws a frame, and changes nothing about time: for a clock of your own. */
  draw(frame: number): void;

  /** Shows another picture for a key; null: the movie's own again. Where there is no such key or no picture, it is rejected. */
  setImage(key: string, picture: Picture | null, style?: PictureStyle): Promise<void>;
  /** Lays a text over what a key shows; null: none. Where there is no such key it throws. */
  setText(key: string, text: string | null, style?: TextStyle): void;
  /** Hides a key, or with `false` shows it again. Where there is no such key it throws. */
  hide(key: string, isHidden?: boolean): void;

  addEventListener<Name extends keyof PlayerEvents>(
    name: Name, listener: (this: SVGAPlayer, event: PlayerEvents[Name]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** Reads a movie for several players: what it takes to load is done once. */
export function readMovie(source: string | ArrayBuffer | Uint8Array): Promise<Movie>;

/** The movie, for {@link SVGAPlayer.open} and {@link readMovie}. */
export const movie: string;

/** Opens the movie on a canvas. */
export default function open(canvas: HTMLCanvasElement): Promise<SVGAPlayer>;
