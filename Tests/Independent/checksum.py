"""Reads .svga files without any of this project's code: Python's protobuf with the schema, zlib, zipfile and json.

Usage: checksum.py SCHEMA.proto FILE…
Prints a line for each file: a CRC-32 of every number, text and payload in it, in the order that the Swift test takes them.
Exits with 77 where protobuf or its compiler is not installed.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib


def movie_class(proto):
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    except ImportError:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "schema")
        words = ["-I" + os.path.dirname(proto), "--descriptor_set_out=" + out, os.path.basename(proto)]
        try:
            from grpc_tools import protoc

            failed = protoc.main(["protoc"] + words)
        except ImportError:
            try:
                failed = subprocess.run(["protoc"] + words).returncode
            except FileNotFoundError:
                sys.exit(77)
        if failed:
            sys.exit("the schema cannot be compiled")
        with open(out, "rb") as file:
            files = descriptor_pb2.FileDescriptorSet.FromString(file.read())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("com.opensource.svga.MovieEntity"))


class Sum:
    def __init__(self):
        self.value = 0

    def raw(self, data):
        self.value = zlib.crc32(data, self.value)

    def ints(self, *values):
        self.raw(struct.pack("<%di" % len(values), *values))

    def floats(self, *values):
        self.raw(struct.pack("<%df" % len(values), *values))

    def text(self, value):
        self.data(value.encode())

    def data(self, value):
        self.ints(len(value))
        self.raw(value)

    def images(self, images):
        """From keys to payloads; the order of a map says nothing."""
        self.ints(len(images))
        for key in sorted(images, key=lambda key: key.encode()):
            self.text(key)
            self.data(images[key])


ARGS = {
    "shape": [],
    "rect": ["x", "y", "width", "height", "cornerRadius"],
    "ellipse": ["x", "y", "radiusX", "radiusY"],
}
LAYOUT = ["x", "y", "width", "height"]
TRANSFORM = ["a", "b", "c", "d", "tx", "ty"]


def sum_message(total, movie, images):
    def part(owner, name, fields):
        present = owner.HasField(name)
        total.ints(present)
        if present:
            total.floats(*(getattr(getattr(owner, name), field) for field in fields))

    total.text(movie.version)
    total.floats(movie.params.viewBoxWidth, movie.params.viewBoxHeight)
    total.ints(movie.params.fps, movie.params.frames)
    total.images(images)
    total.ints(len(movie.sprites))
    for sprite in movie.sprites:
        total.text(sprite.imageKey)
        total.text(sprite.matteKey)
        total.ints(len(sprite.frames))
        for frame in sprite.frames:
            total.floats(frame.alpha)
            part(frame, "layout", LAYOUT)
            part(frame, "transform", TRANSFORM)
            total.text(frame.clipPath)
            total.ints(len(frame.shapes))
            for shape in frame.shapes:
                total.ints(shape.type)
                kind = shape.WhichOneof("args")
                total.ints(kind is not None)
                if kind == "shape":
                    total.text(shape.shape.d)
                elif kind:
                    total.floats(*(getattr(getattr(shape, kind), field) for field in ARGS[kind]))
                total.ints(shape.HasField("styles"))
                if shape.HasField("styles"):
                    styles = shape.styles
                    part(styles, "fill", "rgba")
                    part(styles, "stroke", "rgba")
                    total.floats(styles.strokeWidth, styles.miterLimit)
                    total.floats(styles.lineDashI, styles.lineDashII, styles.lineDashIII)
                    total.ints(styles.lineCap, styles.lineJoin)
                part(shape, "transform", TRANSFORM)
    total.ints(len(movie.audios))
    for audio in movie.audios:
        total.text(audio.audioKey)
        total.ints(audio.startFrame, audio.endFrame, audio.startTime, audio.totalTime)


def sum_json(total, movie, images):
    def part(owner, name, fields):
        present = name in owner
        total.ints(present)
        if present:
            total.floats(*(owner[name][field] for field in fields))

    params = movie["movie"]
    total.text(movie["ver"])
    total.floats(params["viewBox"]["width"], params["viewBox"]["height"])
    total.ints(params["fps"], params["frames"])
    total.images(images)
    total.ints(len(movie["sprites"]))
    for sprite in movie["sprites"]:
        total.text(sprite["imageKey"])
        total.text(sprite.get("matteKey", ""))
        total.ints(len(sprite["frames"]))
        for frame in sprite["frames"]:
            total.floats(frame["alpha"])
            part(frame, "layout", LAYOUT)
            part(frame, "transform", TRANSFORM)
            total.text(frame.get("clipPath", ""))
            shapes = frame.get("shapes", [])
            total.ints(len(shapes))
            for shape in shapes:
                total.ints(["shape", "rect", "ellipse", "keep"].index(shape["type"]))
                total.ints("args" in shape)
                if "args" in shape:
                    if shape["type"] == "shape":
                        total.text(shape["args"]["d"])
                    else:
                        total.floats(*(shape["args"][field] for field in ARGS[shape["type"]]))
                total.ints("styles" in shape)
                if "styles" in shape:
                    styles = shape["styles"]
                    part(styles, "fill", range(4))
                    part(styles, "stroke", range(4))
                    total.floats(styles["strokeWidth"], styles["miterLimit"])
                    total.floats(*styles["lineDash"])
                    total.ints(["butt", "round", "square"].index(styles["lineCap"]))
                    total.ints(["miter", "round", "bevel"].index(styles["lineJoin"]))
                part(shape, "transform", TRANSFORM)
    total.ints(0)


def checksum(Movie, path):
    total = Sum()
    if not zipfile.is_zipfile(path):
        with open(path, "rb") as file:
            movie = Movie.FromString(zlib.decompress(file.read()))
        sum_message(total, movie, dict(movie.images))
        return total.value
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        entries = {name: archive.read(name) for name in archive.namelist()}
    if "movie.binary" in entries:
        movie = Movie.FromString(entries["movie.binary"])
        sum_message(total, movie, {key: entries[name.decode() + ".png"] for key, name in movie.images.items()})
    else:
        movie = json.loads(entries["movie.spec"])
        sum_json(total, movie, {key: entries[name + ".png"] for key, name in movie["images"].items()})
    return total.value


if __name__ == "__main__":
    Movie = movie_class(sys.argv[1])
    for path in sys.argv[2:]:
        print(os.path.basename(path), checksum(Movie, path))
