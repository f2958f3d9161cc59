"""Replays on Skia what SVGAPlayer-Flutter asks its canvas for, by its published sources at commit de7de70.

A comment before a rule names the source file and the function. Dashes are those of the package path_drawing, which the player uses.
"""

import re

import numpy
import skia

import harness_files
from harness_android import CAPS, JOINS, decode, draw_frame

COMMIT = "de7de70"
# Dart's double.parse, which also trims.
NUMBER = re.compile(r"\s*[+-]?(NaN|Infinity|(\d*\.\d+|\d+)([eE][+-]?\d+)?)\s*\Z")


class Aborted(Exception):
    """The player's code throws, and the frame ends."""


# MARK: Paths

def numbers(words, count):
    if len(words) < count or not all(NUMBER.match(word) for word in words[:count]):
        raise Aborted
    return [float(word) for word in words[:count]]


class PathReader:
    """painter.dart, buildDPath: each letter but e begins a command, and the words after it are its arguments."""

    def __init__(self, text):
        self.path = skia.Path()
        self.x = self.y = 0.0
        # The control points of the last command that had them; Q sets only the first.
        self.first = self.second = None
        for piece in re.split(r"(?=[a-df-zA-Z])", text.replace(",", " ")):
            if piece and piece[0] in "MLHVCSQRZmlhvcsqrz":
                self.add(piece[0], f" {piece[1:]}".strip(" \t\r\n").split(" "))

    def add(self, letter, words):
        command, is_relative = letter.upper(), letter.islower()
        left, top = (self.x, self.y) if is_relative else (0.0, 0.0)
        if command in "ML":
            x, y = numbers(words, 2)
            self.x, self.y = left + x, top + y
            (self.path.moveTo if command == "M" else self.path.lineTo)(self.x, self.y)
        elif command in "HV":
            value, = numbers(words, 1)
            if command == "H":
                self.x = left + value
            else:
                self.y = top + value
            self.path.lineTo(self.x, self.y)
        elif command in "CSQ":
            self.curve(command, left, top, words)
        elif command == "Z":
            self.path.close()

    def curve(self, command, left, top, words):
        values = numbers(words, 6 if command == "C" else 4)
        points = [(left + x, top + y) for x, y in zip(values[::2], values[1::2])]
        if command == "S" and self.first and self.second:
            points.insert(0, (2 * self.x - self.second[0], 2 * self.y - self.second[1]))
        self.first = points[0]
        self.x, self.y = points[-1]
        if len(points) == 3:
            self.second = points[1]
            self.path.cubicTo(*points[0], *points[1], *points[2])
        else:
            self.path.quadTo(*points[0], *points[1])


def shape_path(values):
    """painter.dart, buildPath: what is not written is 0, and an empty rect or ellipse is no path."""
    kind = values.get("type", 0)
    if kind == 0:
        return PathReader(values.get("shape", {}).get("d", "")).path
    path = skia.Path()
    args = values.get("rect" if kind == 1 else "ellipse", {})
    x, y = args.get("x", 0.0), args.get("y", 0.0)
    if kind == 1:
        width, height, radius = (args.get(name, 0.0) for name in ("width", "height", "cornerRadius"))
        if width > 0 and height > 0:
            path.addRRect(skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(x, y, width, height), radius, radius), skia.PathDirection.kCW)
    elif kind == 2:
        across, down = args.get("radiusX", 0.0), args.get("radiusY", 0.0)
        if across > 0 and down > 0:
            path.addOval(skia.Rect.MakeLTRB(x - across, y - down, x + across, y + down), skia.PathDirection.kCW)
    return path


def dashed(path, lengths, offset):
    """path_drawing, dashPath: the first dash begins at the offset, and the lengths go on from one contour to the next."""
    result, measure, index = skia.Path(), skia.PathMeasure(path, False), 0
    while True:
        length, distance, is_dash = measure.getLength(), offset, True
        while distance < length:
            step = lengths[index % 2]
            index += 1
            if is_dash:
                part = skia.Path()
                measure.getSegment(max(distance, 0), min(distance + step, length), part, True)
                result.addPath(part)
            distance += step
            is_dash = not is_dash
        if not measure.nextContour():
            return result


# MARK: Values of the movie

def matrix(values):
    """painter.dart: what is not written is 0."""
    return skia.Matrix([*(values.get(name, 0.0) for name in ("a", "c", "tx", "b", "d", "ty")), 0, 0, 1])


def color(values, alpha):
    """painter.dart, drawShape: each component keeps its low 8 bits."""
    bits = [int(values.get("a", 0.0) * alpha), *(int(values.get(name, 0.0) * 255) for name in "rgb")]
    return int.from_bytes(bytes(value & 255 for value in bits), "big")


# MARK: Drawing

class Player:
    def __init__(self, path, smooth_clips=True, is_rounding=False):
        movie, is_json, entries = harness_files.read(path)
        # parser.dart, decodeFromBuffer: only zlib.
        if is_json or entries:
            raise harness_files.Unreadable("the player cannot open 1.x archives")
        header = movie.get("params", {})
        self.size, self.count = (header.get("viewBoxWidth", 0.0), header.get("viewBoxHeight", 0.0)), header.get("frames", 0)
        found = {entry.get("key", ""): decode(entry.get("value", b""), False) for entry in movie["images"]}
        self.images = {key: image for key, image in found.items() if image is not None}
        self.sprites = movie["sprites"]
        for sprite in self.sprites:
            keep_shapes(sprite["frames"])
        self.pixels = skia.kRGBA_8888_ColorType if is_rounding else skia.kRGBA_F16_ColorType

    def draw(self, number, width, height):
        """A frame as straight RGBA, on a canvas with a size in pixels."""
        # painter.dart, scaleCanvasToViewBox: BoxFit.contain.
        scale = min(width / self.size[0], height / self.size[1])
        self.scaling = skia.Matrix([
            scale, 0, (width - self.size[0] * scale) / 2, 0, scale, (height - self.size[1] * scale) / 2, 0, 0, 1])
        return draw_frame(self.pixels, width, height, lambda canvas: self.draw_sprites(canvas, number))

    def draw_sprites(self, canvas, number):
        canvas.concat(self.scaling)
        for sprite in self.sprites:
            key = sprite.get("imageKey", "")
            if not key:
                continue
            if number >= len(sprite["frames"]):
                return
            count = canvas.save()
            try:
                self.draw_sprite(canvas, key, sprite["frames"][number])
            except Aborted:
                return
            finally:
                canvas.restoreToCount(count)

    def draw_sprite(self, canvas, key, frame):
        # painter.dart, drawSprites.
        if "transform" in frame:
            canvas.concat(matrix(frame["transform"]))
        if "clipPath" in frame:
            canvas.clipPath(PathReader(frame["clipPath"]).path, True)
        alpha = int(frame["alpha"] * 255) if "alpha" in frame else 255
        if key in self.images:
            self.draw_image(canvas, self.images[key], frame.get("layout", {}), alpha)
        for shape in frame["shapes"]:
            count = canvas.save()
            path = shape_path(shape)
            if "transform" in shape:
                canvas.concat(matrix(shape["transform"]))
            self.draw_shape(canvas, path, shape.get("styles", {}), alpha)
            canvas.restoreToCount(count)

    def draw_image(self, canvas, image, layout, alpha):
        # painter.dart, drawBitmap: FilterQuality.low is bilinear.
        paint = skia.Paint(AntiAlias=True)
        paint.setAlpha(alpha & 255)
        target = skia.Rect.MakeWH(layout.get("width", 0.0), layout.get("height", 0.0))
        canvas.drawImageRect(
            image, skia.Rect.MakeWH(image.width(), image.height()), target, skia.SamplingOptions(skia.FilterMode.kLinear), paint,
            skia.Canvas.kFast_SrcRectConstraint)

    def draw_shape(self, canvas, path, styles, alpha):
        # painter.dart, drawShape.
        canvas.drawPath(path, skia.Paint(AntiAlias=True, Color=color(styles.get("fill", {}), alpha)))
        if styles.get("strokeWidth", 0.0) <= 0:
            return
        pen = skia.Paint(
            AntiAlias=True, Color=color(styles.get("stroke", {}), alpha), Style=skia.Paint.kStroke_Style, StrokeWidth=styles["strokeWidth"],
            StrokeCap=CAPS[styles.get("lineCap", 0)], StrokeJoin=JOINS[styles.get("lineJoin", 0)],
            StrokeMiter=styles.get("miterLimit", 0.0))
        dash, gap = styles.get("dash1", 0.0), styles.get("dash2", 0.0)
        if dash > 0 or gap > 0:
            path = dashed(path, (max(dash, 1.0), max(gap, 0.1)), styles.get("dash3", 0.0))
        canvas.drawPath(path, pen)


def keep_shapes(frames):
    """parser.dart, _processShapeItems: KEEP repeats the last list that was not empty."""
    last = None
    for frame in frames:
        if frame["shapes"] and frame["shapes"][0].get("type", 0) == 3 and last is not None:
            frame["shapes"] = last
        elif frame["shapes"]:
            last = frame["shapes"]
