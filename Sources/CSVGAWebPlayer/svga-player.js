// Draws an SVGA movie on a canvas. It reads what `svga render` writes, loads nothing, and needs no other script.
// Frame i is shown for [i / rate, (i + 1) / rate): nothing lies between two frames.

/**
 * @typedef {object} Sprite one layer, with its frames as columns of numbers
 * @property {string} key by which it is replaced or hidden
 * @property {string} name the key as the file writes it, with its suffix
 * @property {number} image into the movie's images, -1: none
 * @property {number} matte the sprite that masks it, -1: none
 * @property {boolean} isMatte whether it is only a mask
 * @property {boolean} isHidden
 * @property {number} opacity
 * @property {[number, number]} offset in points
 * @property {Record<number, Place> | null} replaced by the layout's number: what is shown in place of the image
 * @property {Record<number, Place>} texts the same for what comes above the shapes
 * @property {number} count how many frames it has; past them it is hidden
 */
/** @typedef {{image: number, frame: number[], clip?: number[]}} Place */

const magic = 0x50475653; // "SVGP"
const identity = [1, 0, 0, 1, 0, 0];

/**
 * Plays one movie on one canvas.
 *
 * Events: "frame" after another frame was drawn, "end" when the last repetition is over.
 */
export class SVGAPlayer extends EventTarget {
  /** The frame on the canvas, or -1 before the first. */
  frame = -1;
  isPlaying = false;
  /** 1: as fast as the movie says. */
  speed = 1;
  /** How often it is played; 0: for ever. */
  loops;

  #movie;
  #canvas;
  #context;
  #scratch = [];
  #hidden = new Map();
  #images = new Map();
  #texts = new Map();
  #began = 0;
  #request = 0;

  /**
   * Reads a movie and draws its first frame.
   * @param {HTMLCanvasElement} canvas gets the movie's size
   * @param {string | ArrayBuffer | Uint8Array} source what `svga render` wrote: in base64 or as bytes
   * @returns {Promise<SVGAPlayer>}
   */
  static async open(canvas, source) {
    return new SVGAPlayer(canvas, await readMovie(source));
  }

  /** @param {HTMLCanvasElement} canvas @param {object} movie as {@link readMovie} gives it */
  constructor(canvas, movie) {
    super();
    this.#movie = movie;
    this.#canvas = canvas;
    [canvas.width, canvas.height] = movie.size;
    this.#context = canvas.getContext("2d");
    this.loops = movie.loops;
    this.draw(0);
  }

  get canvas() { return this.#canvas; }
  /** How many frames there are. */
  get frames() { return this.#movie.order?.length ?? this.#movie.frames; }
  /** Frames a second at speed 1. */
  get rate() { return this.#movie.rate[0] / this.#movie.rate[1]; }
  /** What can be replaced or hidden. */
  get keys() { return [...new Set(this.#movie.sprites.map((sprite) => sprite.key))]; }

  play() {
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.#start(this.frame >= this.frames - 1 ? 0 : this.frame);
    const tick = (now) => {
      if (!this.isPlaying) return;
      const step = Math.floor(((now - this.#began) / 1000) * this.rate * this.speed + 1e-6);
      if (this.loops && step >= this.frames * this.loops) {
        this.seek(this.frames - 1);
        this.dispatchEvent(new Event("end"));
        return;
      }
      // Frames that come too late are left out, never shown slower.
      const frame = Math.max(0, step) % this.frames;
      if (frame !== this.frame) this.draw(frame);
      this.#request = requestAnimationFrame(tick);
    };
    this.#request = requestAnimationFrame(tick);
  }

  pause() {
    this.isPlaying = false;
    cancelAnimationFrame(this.#request);
  }

  /** Shows a frame and stays there. @param {number} frame */
  seek(frame) {
    this.pause();
    this.draw(Math.min(Math.max(0, Math.floor(frame)), this.frames - 1));
  }

  /**
   * Shows another picture for a key.
   * @param {string} key
   * @param {string | Blob | CanvasImageSource | null} picture an address, a file or what a canvas can draw; null: the movie's own again
   * @param {{fit?: "fill" | "contain" | "cover", mask?: "none" | "circle"}} [options]
   */
  async setImage(key, picture, { fit = "fill", mask = "none" } = {}) {
    const image = typeof picture === "string" ? await loaded(picture) : picture instanceof Blob ? await decoded(picture) : picture;
    this.#set(this.#images, key, image && { image, fit, mask });
  }

  /**
   * Lays a text over what a key shows, centred, and as small as it takes to fit.
   * @param {string} key
   * @param {string | null} text null: none
   * @param {{size?: number, color?: string, font?: string, weight?: string | number}} [style] size in points
   */
  setText(key, text, { size = 0, color = "#000", font = "sans-serif", weight = 400 } = {}) {
    this.#set(this.#texts, key, text === null ? null : { text, size, color, font, weight });
  }

  /** @param {string} key @param {boolean} [isHidden] */
  hide(key, isHidden = true) {
    this.#set(this.#hidden, key, isHidden);
  }

  #set(map, key, value) {
    map.set(key, value);
    this.draw(this.frame);
  }

  #start(frame) {
    this.#began = performance.now() - (frame / (this.rate * this.speed)) * 1000;
  }

  /** What was set for a sprite: for its whole key, or for its key without the suffix. */
  #setting(map, sprite) {
    return map.get(sprite.name) ?? map.get(sprite.key);
  }

  // Drawing. A context has the canvas's size; transforms go from a sprite's space to its pixels.

  /** Draws a frame. Takes no time of the movie: see play and seek for that. @param {number} frame */
  draw(frame) {
    const { background, clip, transform, order } = this.#movie;
    const context = this.#context;
    clear(context);
    if (clip) {
      context.save();
      context.setTransform(...transform);
      context.beginPath();
      context.rect(...clip);
      context.clip();
    }
    this.#layers(context, order ? order[frame] : frame);
    if (clip) context.restore();
    if (background) {
      context.setTransform(...identity);
      context.globalCompositeOperation = "destination-over";
      context.fillStyle = background;
      context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
      context.globalCompositeOperation = "source-over";
    }
    this.frame = frame;
    this.dispatchEvent(new Event("frame"));
  }

  #layers(context, frame) {
    const { sprites } = this.#movie;
    let index = 0;
    while (index < sprites.length) {
      const { matte } = sprites[index];
      if (matte < 0) {
        this.#sprite(context, sprites[index], frame, 0);
        index += 1;
        continue;
      }
      // A run of neighbours with one matte is one group, also where mattes stand between them.
      let end = index + 1;
      while (end < sprites.length && (sprites[end].matte === matte || sprites[end].isMatte)) end += 1;
      if (this.#isVisible(sprites[matte], frame)) this.#group(context, sprites.slice(index, end), sprites[matte], frame);
      index = end;
    }
  }

  #group(context, sprites, matte, frame) {
    const group = this.#layer(0);
    for (const sprite of sprites) this.#sprite(group, sprite, frame, 2);
    const mask = this.#layer(1);
    this.#sprite(mask, matte, frame, 2, true);
    group.setTransform(...identity);
    group.globalCompositeOperation = "destination-in";
    group.drawImage(mask.canvas, 0, 0);
    group.globalCompositeOperation = "source-over";
    lay(group.canvas, context, 1);
  }

  #isVisible(sprite, frame) {
    if (frame >= sprite.count || sprite.isHidden || this.#setting(this.#hidden, sprite)) return false;
    const { a, b, c, d, alpha } = sprite;
    const area = a[frame] * d[frame] - b[frame] * c[frame];
    return alpha[frame] * sprite.opacity > 0 && area !== 0 && Number.isFinite(area);
  }

  /** @param {number} scratch the layer to fade parts in that lie over each other */
  #sprite(context, sprite, frame, scratch, asMatte = false) {
    if ((sprite.isMatte && !asMatte) || !this.#isVisible(sprite, frame)) return;
    const alpha = Math.min(1, sprite.alpha[frame] * sprite.opacity);
    const shapes = this.#movie.shapes[sprite.shapes[frame]];
    const layout = sprite.layout[frame];
    const paints = shapes.reduce((sum, shape) => sum + (shape.fill ? 1 : 0) + (shape.stroke ? 1 : 0), 1 + (sprite.texts[layout] ? 1 : 0));
    if (alpha === 1 || paints === 1) return this.#content(context, sprite, frame, alpha);
    const apart = this.#layer(scratch);
    this.#content(apart, sprite, frame, 1);
    lay(apart.canvas, context, alpha);
  }

  #content(context, sprite, frame, alpha) {
    const { transform, layouts, clips, shapes } = this.#movie;
    const layout = layouts[sprite.layout[frame]];
    context.save();
    context.setTransform(...transform);
    context.transform(1, 0, 0, 1, ...sprite.offset);
    const column = (name) => sprite[name][frame];
    context.transform(column("a"), column("b"), column("c"), column("d"), column("tx"), column("ty"));
    context.transform(1, 0, 0, 1, layout[0], layout[1]);
    context.globalAlpha = alpha;
    const clip = sprite.clip[frame];
    if (clip >= 0) context.clip((clips[clip].path ??= new Path2D(clips[clip].d)));
    this.#picture(context, sprite, frame, layout);
    for (const shape of shapes[sprite.shapes[frame]]) drawShape(context, shape);
    this.#place(context, sprite.texts[sprite.layout[frame]]);
    const text = this.#setting(this.#texts, sprite);
    if (text) drawText(context, text, layout);
    context.restore();
  }

  #picture(context, sprite, frame, [, , width, height]) {
    const set = this.#setting(this.#images, sprite);
    if (set) return drawPicture(context, set, width, height);
    if (sprite.replaced) return this.#place(context, sprite.replaced[sprite.layout[frame]]);
    const image = this.#movie.images[sprite.image];
    if (image && width > 0 && height > 0) context.drawImage(image, 0, 0, width, height);
  }

  /** @param {Place | undefined} place */
  #place(context, place) {
    const image = place && this.#movie.images[place.image];
    if (!image) return;
    context.save();
    if (place.clip) {
      context.beginPath();
      context.rect(...place.clip);
      context.clip();
    }
    context.drawImage(image, ...place.frame);
    context.restore();
  }

  /** An empty canvas of the same size to draw apart on. */
  #layer(index) {
    const { width, height } = this.#canvas;
    this.#scratch[index] ??= Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    clear(this.#scratch[index]);
    return this.#scratch[index];
  }
}

function clear(context) {
  context.setTransform(...identity);
  context.globalAlpha = 1;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
}

/** Lays a canvas over what a context has drawn. */
function lay(canvas, context, alpha) {
  context.save();
  context.setTransform(...identity);
  context.globalAlpha = alpha;
  context.drawImage(canvas, 0, 0);
  context.restore();
}

function drawShape(context, shape) {
  shape.path ??= outline(shape);
  if (shape.transform) {
    context.save();
    context.transform(...shape.transform);
  }
  if (shape.fill) {
    context.fillStyle = shape.fill;
    context.fill(shape.path, "nonzero");
  }
  if (shape.stroke) {
    const { color, width, cap = "butt", join = "miter", miter = 10, dash } = shape.stroke;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineCap = cap;
    context.lineJoin = join;
    context.miterLimit = miter;
    context.setLineDash(dash ? [dash[0], dash[1]] : []);
    context.lineDashOffset = dash ? dash[2] : 0;
    context.stroke(shape.path);
  }
  if (shape.transform) context.restore();
}

function outline({ d, rect, ellipse }) {
  const path = new Path2D(d);
  if (rect) path.roundRect(...rect);
  if (ellipse) path.ellipse(...ellipse, 0, 0, 2 * Math.PI);
  return path;
}

function drawPicture(context, { image, fit, mask }, width, height) {
  const [w, h] = [image.naturalWidth ?? image.videoWidth ?? image.width, image.naturalHeight ?? image.videoHeight ?? image.height];
  if (!(w > 0 && h > 0 && width > 0 && height > 0)) return;
  const scale = fit === "cover" ? Math.max(width / w, height / h) : Math.min(width / w, height / h);
  const [shownWidth, shownHeight] = fit === "fill" ? [width, height] : [w * scale, h * scale];
  context.save();
  context.beginPath();
  if (mask === "circle") context.arc(width / 2, height / 2, Math.min(width, height) / 2, 0, 2 * Math.PI);
  else context.rect(0, 0, width, height);
  if (mask === "circle" || fit === "cover") context.clip();
  context.drawImage(image, (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight);
  context.restore();
}

function drawText(context, { text, size, color, font, weight }, [, , width, height]) {
  const points = size || height * 0.6;
  context.font = `${weight} ${points}px ${font}`;
  context.fillStyle = color;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, width / 2, height / 2, Math.max(1, width));
}

// Reading.

/**
 * Reads what `svga render` wrote: a deflated block of a header, the sprites' numbers in columns, and the pictures' files.
 * @param {string | ArrayBuffer | Uint8Array} source
 */
export async function readMovie(source) {
  const packed = typeof source === "string" ? bytes(source) : source;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const [mark, version, length] = new Uint32Array(buffer, 0, 3);
  if (mark !== magic || version !== 1) throw new Error("this is no movie that this player reads");
  const movie = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 12, length)));
  let at = 12 + 4 * Math.ceil(length / 4);
  // All first bytes of a column's numbers, then all second ones: they pack better, because neighbours are alike.
  const column = (Kind, count) => {
    const numbers = new Uint8Array(4 * count);
    const planes = new Uint8Array(buffer, at, 4 * count);
    for (let index = 0; index < planes.length; index += 1) numbers[4 * (index % count) + Math.floor(index / count)] = planes[index];
    at += planes.length;
    return new Kind(numbers.buffer);
  };
  for (const sprite of movie.sprites) {
    for (const name of ["alpha", "a", "b", "c", "d", "tx", "ty"]) sprite[name] = column(Float32Array, sprite.count);
    for (const name of ["layout", "clip", "shapes"]) sprite[name] = column(Int32Array, sprite.count);
  }
  const files = movie.images.map(({ type, bytes: count }) => {
    at += count;
    return new Blob([new Uint8Array(buffer, at - count, count)], { type });
  });
  // A picture that the browser cannot read is not drawn; the rest is.
  movie.images = await Promise.all(files.map((file) => decoded(file).catch(() => null)));
  return movie;
}

function decoded(file) {
  return createImageBitmap(file, { colorSpaceConversion: "none", imageOrientation: "none" });
}

async function loaded(address) {
  const image = Object.assign(new Image(), { crossOrigin: "anonymous", src: address });
  await image.decode();
  return image;
}

function bytes(base64) {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) result[index] = text.charCodeAt(index);
  return result;
}
