"""The files of `tools/numbers`: every numeric field of the format alone, and groups of fields, get extreme numbers."""

import copy
import io
import json
import re
import struct
import zipfile
import zlib

from wire import part, png, real, varint

INT32_MAX, INT32_MIN = 2**31 - 1, -(2**31)
INFINITY, NAN = float("inf"), float("nan")
REALS = [INFINITY, -INFINITY, NAN, 3e38, -3e38, 1e20, -1e20, 4e9, -0.0, 1e-45, 1e-39, -1.0, 65536.0]
INTEGERS = [INT32_MIN, INT32_MAX, -1, 0, 1, 65536]
# As JSON writes numbers, or text in place of one.
TEXTS = ["1e999", "-1e999", "NaN", '"NaN"', '"inf"', "1e308", "-1e308", "3e38", "-3e38", "1e20", "4e9", "-4e9", "-0.0", "1e-45", "1e-320", "-1", "0",
         "2147483647", "-2147483648", "9223372036854775807", "-9223372036854775808", "18446744073709551616"]
# As a command line writes them.
WORDS = ["inf", "-inf", "nan", "1e300", "3e38", "-3e38", "1e20", "4e9", "-0", "1e-45", "1e-300", "-1", "0", "2147483647", "2147483648", "-2147483648",
         "9223372036854775807", "9223372036854775808", "99999999999999999999", "0.5"]

# --- The wire format

POINT = ["x", "y", "width", "height"]
MATRIX = ["a", "b", "c", "d", "tx", "ty"]
COLOR = ["r", "g", "b", "a"]
ARGUMENTS = {"shape": (0, 2, ["d"]), "rect": (1, 3, POINT + ["cornerRadius"]), "ellipse": (2, 4, ["x", "y", "radiusX", "radiusY"])}
STYLE_REALS = {"strokeWidth": 3, "miterLimit": 6, "lineDashI": 7, "lineDashII": 8, "lineDashIII": 9}
STYLE_INTEGERS = {"lineCap": 4, "lineJoin": 5}


def reals(fields, names):
    return b"".join(real(index + 1, fields[name]) for index, name in enumerate(names) if name in fields)


def style_bytes(style):
    text = b"".join(part(index + 1, reals(style[name], COLOR)) for index, name in enumerate(["fill", "stroke"]) if name in style)
    text += b"".join(real(field, style[name]) for name, field in STYLE_REALS.items() if name in style)
    return text + b"".join(varint(field << 3) + varint(style[name]) for name, field in STYLE_INTEGERS.items() if name in style)


def shape_bytes(shape):
    kind, field, names = ARGUMENTS[shape["type"]]
    args = part(1, shape["args"]["d"].encode()) if kind == 0 else reals(shape["args"], names)
    return varint(8) + varint(kind) + part(field, args) + part(10, style_bytes(shape["styles"])) + part(11, reals(shape["transform"], MATRIX))


def frame_bytes(frame):
    text = real(1, frame["alpha"]) + part(2, reals(frame["layout"], POINT)) + part(3, reals(frame["transform"], MATRIX))
    if "clipPath" in frame:
        text += part(4, frame["clipPath"].encode())
    return text + b"".join(part(5, shape_bytes(shape)) for shape in frame.get("shapes", []))


def protobuf(movie):
    box = movie["params"]
    text = part(1, b"2.0") + part(2, reals(box, ["viewBoxWidth", "viewBoxHeight"]) + b"".join(
        varint(field << 3) + varint(box[name]) for name, field in [("fps", 3), ("frames", 4)]))
    for key, payload in payloads().items():
        text += part(3, part(1, key.encode()) + part(2, payload))
    for sprite in movie["sprites"]:
        content = part(1, sprite["imageKey"].encode()) + b"".join(part(2, frame_bytes(frame)) for frame in sprite["frames"])
        text += part(4, content + (part(3, sprite["matteKey"].encode()) if "matteKey" in sprite else b""))
    for audio in movie["audios"]:
        numbers = b"".join(varint(index + 2 << 3) + varint(audio[name]) for index, name in enumerate(["startFrame", "endFrame", "startTime", "totalTime"]))
        text += part(5, part(1, audio["audioKey"].encode()) + numbers)
    return zlib.compress(text, 1)


def archive(text):
    """A ZIP as 1.x has it, of movie.spec's text."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("movie.spec", text)
        packed.writestr("photo.png", payloads()["photo"])
    return content.getvalue()


def spec(movie):
    """The movie as movie.spec has it."""
    box = movie["params"]

    def shape(item):
        style = copy.deepcopy(item["styles"])
        for name in ("fill", "stroke"):
            if name in style:
                style[name] = [style[name][channel] for channel in COLOR]
        style["lineDash"] = [style.pop(name) for name in ("lineDashI", "lineDashII", "lineDashIII") if name in style]
        style["lineCap"], style["lineJoin"] = "round", "bevel"
        args = dict(item["args"])
        return {"type": item["type"], "args": args, "styles": style, "transform": item["transform"]}

    sprites = [
        dict(sprite, frames=[dict(frame, shapes=[shape(item) for item in frame.get("shapes", [])]) for frame in sprite["frames"]])
        for sprite in movie["sprites"]]
    return {"ver": "1.1.0", "movie": {"viewBox": {"width": box["viewBoxWidth"], "height": box["viewBoxHeight"]}, "fps": box["fps"],
            "frames": box["frames"]}, "images": {"photo": "photo"}, "sprites": sprites}


# --- Pictures and sounds


def wav(samples=800):
    body = bytes(2 * samples)
    return b"RIFF" + struct.pack("<I", 36 + len(body)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16) + b"data" + struct.pack(
        "<I", len(body)) + body


def mp3(frames=8):
    """Silence: MPEG 1, layer 3, 128 kbit/s, 44.1 kHz."""
    return (b"\xff\xfb\x90\x00" + bytes(413)) * frames


def payloads():
    return {"photo": png(8, 8), "sound": mp3()}


# --- What is changed


def base():
    matrix = dict(zip(MATRIX, [1.0, 0.0, 0.0, 1.0, 2.0, 3.0]))
    style = {"fill": dict(zip(COLOR, [1.0, 0.5, 0.0, 1.0])), "stroke": dict(zip(COLOR, [0.0, 0.0, 1.0, 0.5])), "strokeWidth": 2.0, "lineCap": 1,
             "lineJoin": 1, "miterLimit": 4.0, "lineDashI": 3.0, "lineDashII": 2.0, "lineDashIII": 1.0}
    arguments = {"shape": {"d": "M1 2L20 4C22 6 24 8 10 12A5 6 7 0 1 20 20Z"}, "rect": dict(zip(POINT + ["cornerRadius"], [2.0, 3.0, 20.0, 10.0, 4.0])),
                 "ellipse": dict(zip(["x", "y", "radiusX", "radiusY"], [12.0, 13.0, 8.0, 6.0]))}
    shapes = [{"type": name, "args": args, "styles": style, "transform": matrix} for name, args in arguments.items()]
    layout = dict(zip(POINT, [1.0, 2.0, 24.0, 20.0]))
    plain = {"alpha": 1.0, "layout": layout, "transform": matrix}
    movie = {
        "params": {"viewBoxWidth": 32.0, "viewBoxHeight": 24.0, "fps": 10, "frames": 2},
        "sprites": [
            {"imageKey": "m.matte", "frames": [plain, plain]},
            {"imageKey": "photo", "frames": [dict(plain, clipPath="M1 2L20 4L10 20Z"), dict(plain, alpha=0.5)]},
            {"imageKey": "vector", "matteKey": "m.matte", "frames": [dict(plain, shapes=shapes), dict(plain, shapes=shapes[1:2])]},
        ],
        "audios": [{"audioKey": "sound", "startFrame": 0, "endFrame": 2, "startTime": 0, "totalTime": 200}],
    }
    # No two places share an object.
    return json.loads(json.dumps(movie))


def leaves(node, path=()):
    """The place of each number, and of each path's text."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from leaves(value, path + (name,))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from leaves(value, path + (index,))
    elif isinstance(node, (int, float)) and not isinstance(node, bool) or path[-1:] in (("d",), ("clipPath",)):
        yield path


def at(node, path):
    for name in path:
        node = node[name]
    return node


def changed(node, paths, value):
    node = copy.deepcopy(node)
    for path in paths:
        at(node, path[:-1])[path[-1]] = value
    return node


def groups(document):
    """Each number by itself, and all numbers of one object together."""
    places = list(leaves(document))
    found = [(path,) for path in places]
    objects = {}
    for path in places:
        objects.setdefault(path[:-1], []).append(path)
    return found + [tuple(paths) for paths in objects.values() if len(paths) > 1]


def name_of(paths):
    return ".".join(map(str, paths[0])) if len(paths) == 1 else ".".join(map(str, paths[0][:-1])) + ".*"


def same_kind(document, paths):
    """The paths by what they hold: their numbers can be changed together."""
    values = [at(document, path) for path in paths]
    return all(isinstance(value, type(values[0])) for value in values)


def binary_fields():
    """For each field and each group of 2.x, a list of (name, file): one for each value."""
    document = base()
    for paths in groups(document):
        first = at(document, paths[0])
        if not same_kind(document, paths):
            continue
        if isinstance(first, str):
            for index in range(len(re.findall(r"\d+", first))):
                yield [(f"{name_of(paths)}[{index}]={word}", protobuf(changed(document, paths, with_number(first, index, word)))) for word in WORDS]
        else:
            values = INTEGERS if isinstance(first, int) else REALS
            yield [(f"{name_of(paths)}={value}", protobuf(changed(document, paths, value))) for value in values]


def with_number(text, index, word):
    """The text with its number of this index replaced."""
    found = list(re.finditer(r"\d+", text))[index]
    return text[:found.start()] + " " + word + " " + text[found.end():]


def role_of(paths):
    """What the members of lists have in common."""
    return [tuple(name for name in path if not isinstance(name, int)) for path in paths]


def json_texts(document, words=TEXTS, each_role_once=False):
    """(name, text) of a document in JSON: each number and each group is replaced by text as it stands."""
    mark, roles = "@number@", []
    for paths in groups(document):
        if each_role_once:
            if role_of(paths) in roles:
                continue
            roles.append(role_of(paths))
        if any(isinstance(at(document, path), str) for path in paths):
            continue
        text = json.dumps(changed(document, paths, mark))
        for word in words:
            yield f"{name_of(paths)}={word}", text.replace(f'"{mark}"', word)


def json_movies():
    """(name, file) of 1.x with JSON."""
    for name, text in json_texts(spec(base())):
        yield "1.x " + name, archive(text)


def patched(content, start, end, isPNG=False):
    """(name, bytes) of a picture, a film or a sound whose bytes of a header become others, two and four at a time."""
    for at_byte in range(start, min(end, len(content))):
        for width, value in [(1, b"\0"), (1, b"\xff"), (2, b"\xff\xff"), (2, b"\0\0"), (4, b"\xff\xff\xff\xff"), (4, b"\x7f\xff\xff\xff"), (4, b"\0\0\0\0"),
                             (4, b"\xff\xff\xff\x7f"), (4, b"\x80\0\0\0")]:
            text = content[:at_byte] + value + content[at_byte + width:]
            yield f"byte {at_byte}: {value.hex()}", summed(text) if isPNG else text


def summed(content):
    """A PNG whose checksums are right, as far as its chunks can be followed."""
    made, place = bytearray(content), 8
    while place + 12 <= len(made):
        length = struct.unpack_from(">I", made, place)[0]
        end = place + 8 + length
        if end + 4 > len(made):
            break
        struct.pack_into(">I", made, end, zlib.crc32(made[place + 4:end]))
        place = end + 4
    return bytes(made)
