interface ImportMeta {
  /** Whether this is the player of movies that `svga render` writes. The build sets it; code for only one of the players is not in the other. */
  isWritten?: boolean;
}

/** Types inside the player. What a user sees is in svga.d.ts. */
declare namespace SVGP {
  /** A movie, ready to be drawn. `svga render` writes the header in JSON (Sources/SVGAExport/HTML/MovieData.swift). */
  interface Movie {
    /** Pixels. */
    size: [width: number, height: number];
    /** From points to pixels; of a movie that `svga render` writes. */
    transform?: Transform;
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
    images: (ImageBitmap | HTMLImageElement | null)[];
    /** Copies of images in other sizes, by image and size. */
    copies: Map<string, ImageBitmap>;
    layouts: Rect[];
    clips: Clip[];
    shapes: ShapeList[];
    sprites: Sprite[];
    audios?: Audio[];
    /** The files of the sounds. */
    sounds?: Uint8Array<ArrayBuffer>[];
  }
  /** The movie before its columns are read: its images are files. */
  type Header = Omit<Movie, "images" | "sprites"> & { images: { type: string; bytes: number }[]; sprites: WrittenSprite[] };
  type Transform = [a: number, b: number, c: number, d: number, tx: number, ty: number];
  type Rect = [x: number, y: number, width: number, height: number];
  type Box = [left: number, top: number, right: number, bottom: number];
  /** What colors are multiplied by. */
  type Tint = [red: number, green: number, blue: number];
  interface Clip {
    /** Path data. That of a file is replaced by a valid one when it is first drawn. */
    d?: string;
    path?: Path2D;
    /** null: nothing is drawn; undefined: the path was not read yet. */
    box?: Box | null;
    /** Of the control polygon. */
    length?: number;
    segments?: number;
  }

  /** The frames of a sprite as columns of numbers. */
  interface Columns {
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
  interface Sprite extends Columns {
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
    tint?: Tint;
    /** By the layout's number: what is shown in place of the image. */
    replaced?: Record<number, Place>;
    /** The same for what comes above the shapes. */
    texts?: Record<number, Place>;
  }
  /** What an exported module has for all frames of a sprite. */
  interface WrittenSprite extends Sprite {
    isHidden: boolean;
    opacity: number;
    /** Points. */
    offset: [x: number, y: number];
  }
  interface Place {
    image: number;
    frame: Rect;
    clip?: Rect;
  }
  type ShapeList = Shape[] & { prepared?: PreparedList };
  interface PreparedList {
    /** In the sprite's space; null: nothing is drawn. */
    box: Box | null;
    /** How many fills and strokes are drawn. */
    paints: number;
    /** Whether clipping to its only shape has the effect of a matte of it. */
    isOpaqueFill: boolean;
  }
  interface Shape extends Clip {
    /** In a file that was read: equal shapes have one number. */
    id?: number;
    /** Of a path; what an exported module has is in the shape itself. */
    outline?: Clip;
    rect?: [x: number, y: number, width: number, height: number, radius: number];
    ellipse?: [x: number, y: number, radiusX: number, radiusY: number];
    transform?: Transform;
    fill?: string;
    stroke?: Stroke;
  }
  interface Stroke {
    color: string;
    width: number;
    cap?: CanvasLineCap;
    join?: CanvasLineJoin;
    miter?: number;
    dash?: [dash: number, gap: number, phase: number];
    /** The dash for a canvas. */
    pattern?: number[];
  }
  interface Audio {
    /** Into the movie's sounds. */
    sound: number;
    /** Frames. */
    start: number;
    end: number;
    /** Seconds into the sound. */
    offset: number;
  }

  // Reading

  type Limits = import("../svga.d.ts").ReadLimits;
  type ReadOptions = import("../svga.d.ts").ReadOptions;
  type Source = string | URL | Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;
  interface ParsedPath {
    d: string;
    box: Box | null;
    segments: number;
    length: number;
  }
  /** A message of a file, or an object of JSON, whose members may have any type. */
  // deno-lint-ignore no-explicit-any
  type Loose = Record<string, any>;
  /** Of a message: a name, and a wire type, 6 for a message of floats, "" for a text, null for bytes, or another message. */
  type Field = [name: string, kind: number | string | null | Schema, isRepeated?: true];
  type Schema = (Field | undefined)[];
  /** What takes the frames of a sprite. */
  interface FrameSink {
    /** Columns of this many frames: alpha, and the transform. Valid until the next call of `begin`. */
    readonly reals: Float32Array;
    readonly capacity: number;
    readonly rect: Float64Array;
    begin(): number;
    repeat(): void;
    end(clipPath: string, shapes: Loose[]): void;
  }
  interface WireSprite {
    imageKey: string;
    matteKey: string;
    columns: Columns;
  }
  interface Payload {
    key: string;
    bytes: Uint8Array<ArrayBuffer>;
    /** Of its entry. */
    name?: string;
    /** Whether there is no such entry. */
    isMissing?: boolean;
  }
  /** A file's content before keys are resolved. */
  interface Wire {
    width: number;
    height: number;
    fps: number;
    frames: number;
    images: Payload[];
    sprites: WireSprite[];
    audios: Loose[];
    tables: { layouts: Rect[]; clips: Clip[]; lists: ShapeList[] };
  }
  /** What svga.js passes to svga-extra.js. */
  interface Core {
    check: typeof import("../read/errors.js").check;
    damaged: typeof import("../read/errors.js").damaged;
    SVGAError: typeof import("../read/errors.js").SVGAError;
    inflated: typeof import("../read/inflate.js").inflated;
    inflate: typeof import("../read/inflate.js").inflate;
    DocumentReader: typeof import("../read/document.js").DocumentReader;
  }
  /** A movie whose images are not decoded. */
  interface Resolved {
    movie: Movie;
    images: Uint8Array<ArrayBuffer>[];
  }
  interface ZipEntry {
    name: string;
    isEncrypted: boolean;
    method: number;
    checksum: number;
    packed: number;
    size: number;
    offset: number;
    content?: Promise<Uint8Array<ArrayBuffer>>;
  }

  // Playing

  type AnySource = Source | Movie;
  type PlayerOptions = Omit<import("../svga.d.ts").PlayerOptions, "src"> & { src?: AnySource };
  type Fit = import("../svga.d.ts").Fit;
  type FillMode = import("../svga.d.ts").FillMode;
  /** What differs between the player for files and the one in exported modules. */
  interface Environment {
    read(source: Source, options?: ReadOptions): Promise<Movie>;
    /** The module with what few files need. */
    extra(): Promise<typeof import("../svga-extra.js")>;
    /** Makes path data valid, and finds its bounds. */
    readPath(d: string): Clip | null;
    newSound?(movie: Movie, state: SoundState): Sound;
  }
  interface Sound {
    /** Starts and stops sounds for a position in frames; `isJump` if it does not continue the one before. */
    update(position: number, isJump: boolean): void;
    resume(): Promise<void>;
    readonly isBlocked: boolean;
    close(): void;
  }
  /** What sounds depend on. */
  interface SoundState {
    readonly isAudible: boolean;
    readonly speed: number;
    readonly volume: number;
    onBlocked(): void;
    onResumed(): void;
  }

  // Drawing

  /** What a canvas can draw and whose size in pixels is a number. */
  type Drawable = Exclude<CanvasImageSource, SVGImageElement>;
  type Picture = import("../svga.d.ts").Picture;
  type TextStyle = import("../svga.d.ts").TextStyle;
  type ImageStyle = import("../svga.d.ts").ImageStyle;
  type Drawing = import("../svga.d.ts").Drawing;
  type Placement = import("../svga.d.ts").Placement;
  /** What was set for a key. */
  interface SetImage {
    image: Drawable;
    fit: "fill" | "contain" | "cover" | "none";
    mask: "none" | "circle" | "original" | number;
    transform?: Transform;
  }
  interface SetText {
    text: string;
    style: TextStyle;
    /** By width and height. */
    layouts: Map<string, TextLayout>;
  }
  interface TextLayout {
    size: number;
    lines: { text: string; x: number; y: number }[];
    isRightToLeft: boolean;
    box: Box;
  }
  /** What was set for a sprite. */
  interface Content {
    isHidden?: boolean;
    image?: SetImage | null;
    text?: SetText | null;
    tint?: Tint | null;
    /** The alpha of the tint. */
    tintAlpha?: number;
    opacity?: number;
    x?: number;
    y?: number;
    drawing?: Drawing | null;
    /** Whether it changes at each frame. */
    isLive?: boolean;
  }
  /** A canvas for a part of the output, in pixels. */
  interface Layer {
    context: CanvasRenderingContext2D;
    left: number;
    top: number;
    width: number;
    height: number;
  }
  /** A sprite as a bitmap. */
  interface CachedSprite {
    /** One of the frames that look like it but for alpha. */
    frame: number;
    /** How often they were drawn. */
    draws: number;
    layer: Layer | null;
  }
  /** A run of sprites with one matte. */
  interface Group {
    end: number;
    /** The drawn group. */
    layer: Layer | null;
    /** When it was drawn. */
    paint: number;
  }
}
