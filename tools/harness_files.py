"""Reads .svga files for `player-harness`, without our own reader: archives, zlib, protobuf messages with presence, JSON."""

import io
import json
import struct
import zipfile
import zlib

FLOAT, INT, TEXT, BYTES = "float", "int", "text", "bytes"
LAYOUT = {1: ("x", FLOAT), 2: ("y", FLOAT), 3: ("width", FLOAT), 4: ("height", FLOAT)}
TRANSFORM = {number: (name, FLOAT) for number, name in enumerate(("a", "b", "c", "d", "tx", "ty"), 1)}
COLOR = {number: (name, FLOAT) for number, name in enumerate("rgba", 1)}
STYLES = {
    1: ("fill", COLOR), 2: ("stroke", COLOR), 3: ("strokeWidth", FLOAT), 4: ("lineCap", INT), 5: ("lineJoin", INT), 6: ("miterLimit", FLOAT),
    7: ("dash1", FLOAT), 8: ("dash2", FLOAT), 9: ("dash3", FLOAT)}
RECT = LAYOUT | {5: ("cornerRadius", FLOAT)}
ELLIPSE = {1: ("x", FLOAT), 2: ("y", FLOAT), 3: ("radiusX", FLOAT), 4: ("radiusY", FLOAT)}
SHAPE = {
    1: ("type", INT), 2: ("shape", {1: ("d", TEXT)}), 3: ("rect", RECT), 4: ("ellipse", ELLIPSE), 10: ("styles", STYLES),
    11: ("transform", TRANSFORM)}
FRAME = {1: ("alpha", FLOAT), 2: ("layout", LAYOUT), 3: ("transform", TRANSFORM), 4: ("clipPath", TEXT), 5: ("shapes", [SHAPE])}
SPRITE = {1: ("imageKey", TEXT), 2: ("frames", [FRAME]), 3: ("matteKey", TEXT)}
PARAMS = {1: ("viewBoxWidth", FLOAT), 2: ("viewBoxHeight", FLOAT), 3: ("fps", INT), 4: ("frames", INT)}
MOVIE = {2: ("params", PARAMS), 3: ("images", [{1: ("key", TEXT), 2: ("value", BYTES)}]), 4: ("sprites", [SPRITE])}


class Unreadable(Exception):
    """The file is none that the harness reads."""


def varint(data, position):
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, position


def fields(data):
    """The fields of a message: numbers and values as they are in the file."""
    position = 0
    while position < len(data):
        tag, position = varint(data, position)
        kind = tag & 7
        if kind == 0:
            value, position = varint(data, position)
        elif kind == 2:
            size, position = varint(data, position)
            value, position = data[position:position + size], position + size
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value, position = data[position:position + size], position + size
        else:
            raise Unreadable(f"wire type {kind}")
        yield tag >> 3, value


def message(data, schema):
    """A message as a dictionary. A field that is not written has no entry; a repeated one is a list."""
    result = {name: [] for name, kind in schema.values() if isinstance(kind, list)}
    for number, value in fields(data):
        if number not in schema:
            continue
        name, kind = schema[number]
        if isinstance(kind, list):
            result[name].append(message(value, kind[0]))
        elif isinstance(kind, dict):
            result[name] = message(value, kind)
        elif kind == FLOAT:
            result[name] = struct.unpack("<f", value)[0]
        else:
            result[name] = value.decode(errors="replace") if kind == TEXT else value
    return result


def read(path):
    """Reads a file.

    Returns the movie as a dictionary, whether it is JSON, and the files beside it in its archive by name."""
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith(b"PK"):
        return message(zlib.decompress(data), MOVIE), False, {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        # SVGAParser.kt, unzip: entries in folders are skipped.
        entries = {name: archive.read(name) for name in archive.namelist() if "/" not in name}
    # SVGAParser.kt, decodeFromCacheKey: the spec is read last, and wins.
    if "movie.spec" in entries:
        return json.loads(entries["movie.spec"]), True, entries
    if "movie.binary" in entries:
        return message(entries["movie.binary"], MOVIE), False, entries
    raise Unreadable("neither movie.spec nor movie.binary")
