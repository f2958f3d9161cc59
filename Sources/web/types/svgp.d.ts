/** What the player reads: the header in JSON that Sources/SVGAExport/HTML/MovieData.swift writes, with the sprites' columns and the decoded images. */
declare namespace SVGP {
  /** A movie as `readMovie` gives it. */
  interface Movie {
    /** Pixels. */
    size: [width: number, height: number];
    /** From points to pixels. */
    transform: Transform;
    /** Points. */
    clip?: Rect;
    /** As in a style sheet. */
    background?: string;
    /** Frames in how many seconds. */
    rate: [frames: number, seconds: number];
    frames: number;
    /** How often the movie is played; 0: endlessly. */
    loops: number;
    /** The frames in the order in which they are played, if that is not their own. */
    order?: number[];
    /** null: the browser cannot decode the image. */
    images: (ImageBitmap | null)[];
    layouts: Rect[];
    clips: Clip[];
    shapes: Shape[][];
    sprites: Sprite[];
  }
  /** The movie before its columns are read: its images are files. */
  type Header = { images: { type: string; bytes: number }[] } & Movie;
  type Transform = [a: number, b: number, c: number, d: number, tx: number, ty: number];
  type Rect = [x: number, y: number, width: number, height: number];
  /** What colors are multiplied by. */
  type Tint = [red: number, green: number, blue: number];
  interface Clip {
    d: string;
    path?: Path2D;
  }

  /** A sprite, with its frames as columns of numbers. */
  interface Sprite {
    /** By which it is replaced or hidden. */
    key: string;
    /** The key as the file writes it, with its suffix. */
    name: string;
    /** Into the movie's images, -1: none. */
    image: number;
    /** The sprite that masks it, -1: none. */
    matte: number;
    /** Whether it is only a mask. */
    isMatte: boolean;
    isHidden: boolean;
    opacity: number;
    /** Points. */
    offset: [x: number, y: number];
    tint?: Tint;
    /** By the layout's number: what is shown in place of the image. */
    replaced?: Record<number, Place>;
    /** The same for what comes above the shapes. */
    texts: Record<number, Place>;
    /** How many frames it has; past them it is hidden. */
    count: number;
    alpha: Float32Array;
    a: Float32Array;
    b: Float32Array;
    c: Float32Array;
    d: Float32Array;
    tx: Float32Array;
    ty: Float32Array;
    layout: Int32Array;
    /** Into the movie's clips, -1: none. */
    clip: Int32Array;
    /** Into the movie's lists of shapes. */
    shapes: Int32Array;
  }
  interface Place {
    image: number;
    frame: Rect;
    clip?: Rect;
  }
  interface Shape {
    d?: string;
    rect?: [x: number, y: number, width: number, height: number, radius: number];
    ellipse?: [x: number, y: number, radiusX: number, radiusY: number];
    transform?: Transform;
    fill?: string;
    stroke?: Stroke;
    path?: Path2D;
  }
  interface Stroke {
    color: string;
    width: number;
    cap?: CanvasLineCap;
    join?: CanvasLineJoin;
    miter?: number;
    dash?: [dash: number, gap: number, phase: number];
  }

  /** What a canvas can draw and whose size in pixels is a number. */
  type Drawable = Exclude<CanvasImageSource, SVGImageElement>;
  /** What was set for a key. */
  interface SetImage {
    image: Drawable;
    fit: "fill" | "contain" | "cover";
    mask: "none" | "circle";
  }
  interface SetText {
    text: string;
    size: number;
    color: string;
    font: string;
    weight: string | number;
  }
}
