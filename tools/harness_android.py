"""Replays on Skia what SVGAPlayer-Android asks its canvas for, by its published sources at commit 662d0dc.

A comment before a rule names the source file and the function. Files of the platform are those of AOSP's `libs/hwui`.
"""

import re

import numpy
import skia

import harness_files

COMMIT = "662d0dc"
CAPS = (skia.Paint.kButt_Cap, skia.Paint.kRound_Cap, skia.Paint.kSquare_Cap)
JOINS = (skia.Paint.kMiter_Join, skia.Paint.kRound_Join, skia.Paint.kBevel_Join)
CAP_NAMES = {"butt": CAPS[0], "round": CAPS[1], "square": CAPS[2]}
JOIN_NAMES = {"miter": JOINS[0], "round": JOINS[1], "bevel": JOINS[2]}
TYPES = ("shape", "rect", "ellipse", "keep")
COMMANDS = "MLHVCSQRAZmlhvcsqraz"
# java.lang.Float.parseFloat, which also trims.
NUMBER = re.compile(r"[\x00-\x20]*([+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?))[\x00-\x20]*\Z")


class Failed(Exception):
    """The player throws an error."""


def java_float(text):
    found = NUMBER.match(text)
    if not found:
        raise ValueError(text)
    return float(numpy.float32(found[1].rstrip("fFdD") if "y" not in found[1] else found[1]))


# MARK: Paths

def parse_path(text):
    """SVGAPathEntity.kt, buildPath: the string is cut at command letters, and each piece calls for one command."""
    path, method = skia.Path(), ""
    for piece in re.split(f"([{COMMANDS}])", text.replace(",", " ")):
        if not piece:
            continue
        if len(piece) == 1 and piece in COMMANDS:
            method = piece
            if piece in "Zz":
                path.close()
        else:
            add_command(path, method, piece)
    return path


def add_command(path, method, piece):
    """SVGAPathEntity.kt, operate: six numbers at most; missing ones, and those after a broken one, are 0. S, R and A do nothing."""
    numbers = [0.0] * 6
    try:
        for index, word in enumerate(word for word in piece.split(" ") if word):
            value = java_float(word) if index < 6 else 0
            if index < 6:
                numbers[index] = value
    except ValueError:
        pass
    x, y = numbers[:2]
    # The other coordinate of H and V is that of a point that is always new, which is 0.
    calls = {
        "M": lambda: path.moveTo(x, y), "m": lambda: path.rMoveTo(x, y), "L": lambda: path.lineTo(x, y), "l": lambda: path.rLineTo(x, y),
        "C": lambda: path.cubicTo(*numbers), "c": lambda: path.rCubicTo(*numbers), "Q": lambda: path.quadTo(*numbers[:4]),
        "q": lambda: path.rQuadTo(*numbers[:4]), "H": lambda: path.lineTo(x, 0), "h": lambda: path.rLineTo(x, 0),
        "V": lambda: path.lineTo(0, x), "v": lambda: path.rLineTo(0, x), "Z": path.close, "z": path.close}
    if method in calls:
        calls[method]()


def shape_path(kind, values):
    """SVGAVideoShapeEntity.kt, buildPath. None: nothing is drawn."""
    path = skia.Path()
    if kind == "shape":
        return parse_path(values["d"]) if isinstance(values.get("d"), str) else path
    if kind == "keep":
        return path
    names = ("x", "y", "radiusX", "radiusY") if kind == "ellipse" else ("x", "y", "width", "height", "cornerRadius")
    numbers = [values.get(name) for name in names]
    if any(isinstance(number, bool) or not isinstance(number, (int, float)) for number in numbers):
        return None
    x, y, width, height = numbers[:4]
    if kind == "ellipse":
        path.addOval(skia.Rect.MakeLTRB(x - width, y - height, x + width, y + height), skia.PathDirection.kCW)
    else:
        radius = numbers[4]
        path.addRoundRect(skia.Rect.MakeLTRB(x, y, x + width, y + height), radius, radius, skia.PathDirection.kCW)
    return path


# MARK: Values of the movie

def matrix(values):
    """SVGAVideoSpriteFrameEntity.kt and SVGAVideoShapeEntity.kt, parseTransform: what is not written is that of the identity."""
    def number(name, default):
        return float(values.get(name, default))

    return skia.Matrix([
        number("a", 1), number("c", 0), number("tx", 0), number("b", 0), number("d", 1), number("ty", 0), 0, 0, 1])


def color(components):
    """SVGAVideoShapeEntity.kt, parseStyles: components of 0–1 or 0–255, cut to 8 bits; Color.argb shifts without masks."""
    red, green, blue, alpha = components
    scale, alpha_scale = (255 if max(red, green, blue) <= 1 else 1), (255 if alpha <= 1 else 1)
    bits = [int(numpy.float32(value) * numpy.float32(factor)) for value, factor in (
        (alpha, alpha_scale), (red, scale), (green, scale), (blue, scale))]
    return (bits[0] << 24 | bits[1] << 16 | bits[2] << 8 | bits[3]) & 0xFFFFFFFF


class Styles:
    """SVGAVideoShapeEntity.kt, parseStyles."""

    def __init__(self, values, is_json):
        self.fill = self.stroke = 0
        self.cap, self.join = CAPS[0], JOINS[0]
        if is_json:
            self.read_json(values)
        else:
            self.read_message(values)

    def read_json(self, values):
        for name in ("fill", "stroke"):
            components = values.get(name)
            if isinstance(components, list) and len(components) == 4:
                setattr(self, name, color([float(value) for value in components]))
        self.width = float(values.get("strokeWidth", 0))
        self.cap = CAP_NAMES.get(str(values.get("lineCap", "butt")).lower(), CAPS[0])
        self.join = JOIN_NAMES.get(str(values.get("lineJoin", "miter")).lower(), JOINS[0])
        self.miter = int(values.get("miterLimit", 0))
        self.dash = [float(value) for value in values.get("lineDash", [])]

    def read_message(self, values):
        for name in ("fill", "stroke"):
            if name in values:
                # The check of the alpha's range reads the field without a default.
                if "a" not in values[name]:
                    raise Failed("a color without a written alpha")
                setattr(self, name, color([values[name].get(component, 0.0) for component in "rgba"]))
        self.width = values.get("strokeWidth", 0.0)
        self.cap, self.join = CAPS[values.get("lineCap", 0)], JOINS[values.get("lineJoin", 0)]
        self.miter = int(values.get("miterLimit", 0.0))
        self.dash = [values.get(f"dash{number}", 0.0) for number in (1, 2, 3)]


class Shape:
    def __init__(self, values, is_json):
        if is_json:
            name = str(values.get("type", "")).lower()
            self.kind = name if name in TYPES else "shape"
            self.path = shape_path(self.kind, values.get("args", {}))
        else:
            self.kind = TYPES[values.get("type", 0)]
            self.path = shape_path(self.kind, message_args(values))
        self.styles = Styles(values["styles"], is_json) if isinstance(values.get("styles"), dict) else None
        self.transform = matrix(values["transform"]) if isinstance(values.get("transform"), dict) else skia.Matrix()


def message_args(values):
    """SVGAVideoShapeEntity.kt, parseArgs: what is not written is 0 if its message is."""
    args = dict(values.get("shape", {}))
    for name, schema in (("ellipse", harness_files.ELLIPSE), ("rect", harness_files.RECT)):
        if name in values:
            args |= {field: values[name].get(field, 0.0) for field, _ in schema.values()}
    return args


class Frame:
    """SVGAVideoSpriteFrameEntity.kt."""

    def __init__(self, values, is_json):
        self.alpha = float(values.get("alpha", 0))
        layout = values.get("layout") or {}
        self.width, self.height = float(layout.get("width", 0)), float(layout.get("height", 0))
        self.transform = matrix(values["transform"]) if isinstance(values.get("transform"), dict) else skia.Matrix()
        self.clip = parse_path(values["clipPath"]) if values.get("clipPath") else None
        self.shapes = [Shape(shape, is_json) for shape in values.get("shapes", [])]

    @property
    def opacity(self):
        return int(self.alpha * 255)


class Sprite:
    """SVGAVideoSpriteEntity.kt: KEEP repeats the shapes of the frame before."""

    def __init__(self, values, is_json):
        missing = "" if is_json else None
        self.key, self.matte = values.get("imageKey", missing), values.get("matteKey", missing)
        self.frames = []
        for value in values.get("frames", []):
            frame = Frame(value, is_json)
            if frame.shapes and frame.shapes[0].kind == "keep" and self.frames:
                frame.shapes = self.frames[-1].shapes
            self.frames.append(frame)

    @property
    def is_matte(self):
        return self.key.endswith(".matte")


# MARK: Images

def decode(data, is_reduced=True):
    """SVGABitmapDecoder.kt asks for RGB 565; the platform gives that to opaque images only. None: not an image."""
    # The codec does not keep its data alive.
    encoded = skia.Data.MakeWithCopy(data)
    try:
        codec = skia.Codec.MakeFromData(encoded)
    except RuntimeError:
        return None
    info = codec.getInfo()
    is_opaque = is_reduced and info.alphaType() == skia.kOpaque_AlphaType
    info = info.makeColorType(skia.kRGB_565_ColorType if is_opaque else skia.kN32_ColorType)
    if not is_opaque:
        info = info.makeAlphaType(skia.kPremul_AlphaType)
    bitmap = skia.Bitmap()
    bitmap.allocPixels(info)
    if codec.getPixels(bitmap.pixmap()) not in (skia.Codec.kSuccess, skia.Codec.kIncompleteInput):
        return None
    del encoded
    return skia.Image.MakeFromBitmap(bitmap)


def beside(name, key, entries):
    """SVGAVideoEntity.kt, generateBitmapFilePath."""
    return next((entries[path] for path in (name, f"{name}.png", f"{key}.png") if path in entries), None)


def read_images(movie, is_json, entries):
    """SVGAVideoEntity.kt, parserImages."""
    images = {}
    if is_json:
        for key, name in movie.get("images", {}).items():
            data = beside(str(name), key, entries)
            if data is None:
                # The function returns at the first image without a file.
                break
            if (image := decode(data)) is not None:
                images[key.replace(".matte", "")] = image
        return images
    for entry in movie["images"]:
        key, data = entry.get("key", ""), entry.get("value", b"")
        if len(data) < 4 or data.startswith(b"ID3"):
            continue
        image = decode(data)
        if image is None:
            file = beside(data.decode(errors="replace"), key, entries)
            image = decode(file) if file else None
        if image is not None:
            images[key] = image
    return images


# MARK: Drawing

def draw_frame(pixels, width, height, draw):
    """What a function draws on a new canvas, as straight RGBA."""
    info = skia.ImageInfo.Make(width, height, pixels, skia.kPremul_AlphaType, skia.ColorSpace.MakeSRGB())
    surface = skia.Surface.MakeRaster(info)
    draw(surface.getCanvas())
    result = numpy.zeros((height, width, 4), numpy.uint8)
    straight = info.makeColorType(skia.kRGBA_8888_ColorType).makeAlphaType(skia.kUnpremul_AlphaType)
    surface.makeImageSnapshot().readPixels(straight, result, width * 4, 0, 0)
    return result


class Player:
    """SVGACanvasDrawer.kt on canvases of the movie's own size."""

    def __init__(self, path, smooth_clips=False, is_rounding=False):
        movie, is_json, entries = harness_files.read(path)
        if is_json:
            header = movie.get("movie", {})
            box = header.get("viewBox", {})
            self.size, self.count = (float(box.get("width", 0)), float(box.get("height", 0))), int(header.get("frames", 0))
        else:
            header = movie.get("params", {})
            self.size, self.count = (header.get("viewBoxWidth", 0.0), header.get("viewBoxHeight", 0.0)), header.get("frames", 0)
        self.images = read_images(movie, is_json, entries)
        self.sprites = [Sprite(sprite, is_json) for sprite in movie.get("sprites", [])]
        self.smooth_clips = smooth_clips
        # Skia's loops for 8 bits round each step, mostly up; those for floats compute as a GPU does.
        self.pixels = skia.kRGBA_8888_ColorType if is_rounding else skia.kRGBA_F16_ColorType

    def draw(self, number, width, height):
        """A frame as straight RGBA, on a canvas with a size in pixels."""
        self.width, self.height = width, height
        # SVGAScaleInfo.kt, performScaleType: FIT_CENTER, the default of an ImageView.
        self.is_wide = self.size[0] / self.size[1] > width / height
        scale = width / self.size[0] if self.is_wide else height / self.size[1]
        offset = ((width - self.size[0] * scale) / 2, (height - self.size[1] * scale) / 2)
        self.scaling = skia.Matrix([scale, 0, offset[0], 0, scale, offset[1], 0, 0, 1])
        return draw_frame(self.pixels, width, height, lambda canvas: self.draw_sprites(canvas, number))

    def draw_sprites(self, canvas, number):
        # SGVADrawer.kt, requestFrameSprites.
        drawn = [
            (sprite, sprite.frames[number]) for sprite in self.sprites
            if number < len(sprite.frames) and sprite.key is not None and (sprite.is_matte or sprite.frames[number].alpha > 0)]
        base = canvas.getSaveCount()
        # SVGACanvasDrawer.kt, drawFrame.
        has_mattes, mattes, layer = bool(drawn) and drawn[0][0].is_matte, {}, None
        for index, (sprite, frame) in enumerate(drawn):
            if not has_mattes:
                self.draw_sprite(canvas, sprite, frame)
                continue
            if sprite.is_matte:
                mattes[sprite.key] = sprite, frame
                continue
            last, following = drawn[index - 1][0], drawn[index + 1][0] if index + 1 < len(drawn) else None
            if sprite.matte and last.matte != sprite.matte:
                layer = canvas.saveLayer(skia.Rect.MakeWH(self.width, self.height))
            self.draw_sprite(canvas, sprite, frame)
            if sprite.matte and (following is None or following.matte != sprite.matte) and sprite.matte in mattes:
                self.apply_matte(canvas, *mattes[sprite.matte])
                canvas.restoreToCount(layer)
        # The view's canvas ends the layers that a missing matte leaves open.
        canvas.restoreToCount(base)

    def apply_matte(self, canvas, sprite, frame):
        """SVGACanvasDrawer.kt, shareMatteCanvas and shareMattePaint: an alpha bitmap, drawn with DST_IN."""
        surface = skia.Surface.MakeRaster(skia.ImageInfo.MakeA8(self.width, self.height))
        surface.getCanvas().clear(0)
        self.draw_sprite(surface.getCanvas(), sprite, frame)
        canvas.drawImage(surface.makeImageSnapshot(), 0, 0, skia.SamplingOptions(), skia.Paint(BlendMode=skia.BlendMode.kDstIn))

    def draw_sprite(self, canvas, sprite, frame):
        # SVGACanvasDrawer.kt, shareFrameMatrix.
        transform = skia.Matrix.Concat(self.scaling, frame.transform)
        self.draw_image(canvas, sprite, frame, transform)
        self.draw_shapes(canvas, frame, transform)

    def clip(self, canvas, frame, transform):
        """Canvas.clipPath of the path in pixels. SkiaCanvas.cpp, clipPath: antialiased in current versions, not in old ones."""
        path = skia.Path(frame.clip)
        path.transform(transform)
        canvas.clipPath(path, self.smooth_clips)

    def draw_image(self, canvas, sprite, frame, transform):
        # SVGACanvasDrawer.kt, drawImage.
        image = self.images.get(sprite.key.removesuffix(".matte"))
        if image is None:
            return
        paint = skia.Paint(AntiAlias=True)
        paint.setAlpha(frame.opacity & 255)
        count = canvas.save()
        if frame.clip is not None:
            self.clip(canvas, frame, transform)
        scaling = skia.Matrix.Scale(frame.width / image.width(), frame.height / image.height())
        canvas.concat(skia.Matrix.Concat(transform, scaling))
        # SkiaCanvas.cpp, drawBitmap: a paint that filters is bilinear, without mipmaps.
        canvas.drawImage(image, 0, 0, skia.SamplingOptions(skia.FilterMode.kLinear), paint)
        canvas.restoreToCount(count)

    def draw_shapes(self, canvas, frame, transform):
        # SVGACanvasDrawer.kt, drawShape.
        for shape in frame.shapes:
            if shape.path is None or shape.styles is None:
                continue
            path = skia.Path(shape.path)
            path.transform(skia.Matrix.Concat(transform, shape.transform))
            if shape.styles.fill:
                self.draw_path(canvas, frame, transform, path, self.paint(frame, shape.styles.fill))
            if shape.styles.width > 0:
                self.draw_path(canvas, frame, transform, path, self.pen(frame, shape.styles, transform))

    def draw_path(self, canvas, frame, transform, path, paint):
        count = canvas.save()
        if frame.clip is not None:
            self.clip(canvas, frame, transform)
        canvas.drawPath(path, paint)
        canvas.restoreToCount(count)

    def paint(self, frame, color):
        paint = skia.Paint(AntiAlias=True, Color=color)
        # An alpha below 1 of the sprite replaces that of the color.
        alpha = min(255, max(0, frame.opacity))
        if alpha != 255:
            paint.setAlpha(alpha)
        return paint

    def pen(self, frame, styles, transform):
        paint = self.paint(frame, styles.stroke)
        paint.setStyle(skia.Paint.kStroke_Style)
        scale = self.pen_scale(transform)
        paint.setStrokeWidth(styles.width * scale)
        paint.setStrokeCap(styles.cap)
        paint.setStrokeJoin(styles.join)
        paint.setStrokeMiter(styles.miter * scale)
        dash = styles.dash
        if len(dash) == 3 and (dash[0] > 0 or dash[1] > 0):
            intervals = [max(dash[0], 1.0) * scale, max(dash[1], 0.1) * scale]
            paint.setPathEffect(skia.DashPathEffect.Make(intervals, dash[2] * scale))
        return paint

    def pen_scale(self, transform):
        """SVGACanvasDrawer.kt, matrixScale: one of the two scales, by which side of the canvas the movie fills."""
        a, b, c, d = (float(transform[index]) for index in (0, 3, 1, 4))
        if a == 0 or a * d == b * c:
            return 0.0
        across = (a * a + b * b) ** 0.5
        return across if self.is_wide else abs(a * d - b * c) / across
