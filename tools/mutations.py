"""The changes of `tools/mutants`: opens the container of a movie, breaks rules of the format in its content, and packs it again."""

import copy
import gzip
import io
import json
import re
import struct
import warnings
import zipfile
import zlib

from wire import varint

# The messages of proto/svga.proto: what each field holds, as a message's fields, or "float", "int", "key", "path" or "picture".
TRANSFORM = {field: "float" for field in range(1, 7)}
RECTANGLE = {field: "float" for field in range(1, 5)}
STYLE = {1: RECTANGLE, 2: RECTANGLE, 3: "float", 4: "int", 5: "int", 6: "float", 7: "float", 8: "float", 9: "float"}
SHAPE = {1: "int", 2: {1: "path"}, 3: {field: "float" for field in range(1, 6)}, 4: RECTANGLE, 10: STYLE, 11: TRANSFORM}
FRAME = {1: "float", 2: RECTANGLE, 3: TRANSFORM, 4: "path", 5: SHAPE}
MOVIE = {
    1: "key",
    2: {1: "float", 2: "float", 3: "int", 4: "int"},
    3: {1: "key", 2: "picture"},
    4: {1: "key", 2: FRAME, 3: "key"},
    5: {1: "key", 2: "int", 3: "int", 4: "int", 5: "int"},
}
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5

REALS = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-45, 1e-7, 255.0, 32767.5, 65536.0, 1e9, 1e20, 3e38, -3e38, float("inf"), float("-inf"), float("nan")]
INTEGERS = [0, 1, 2, 3, 30, 127, 128, 255, 1000, 65535, 99_999, 100_001, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]
KEYS = [
    b"", b"\0", b"a\0b", b".matte", b"k.matte", b"banner_01.matte.matte", b"..", b"../../x", b"/etc/passwd", b"a/b", b"con", b"-", b"--help",
    b"%s%n", b"\x1b[31mred\x1b[0m", b"line\nline", b"\xff\xfe", b"\xed\xa0\x80", "é".encode(), "e\u0301".encode(), "👩‍👩‍👧".encode(),
    "\u202etxt".encode(), "\u0085\u2028".encode(), b"k" * 300, b"k" * 70_000, b"README.md", b"movie.json", b"movie.spec", b"images", b"2.0",
]
PATHS = [
    b"", b"M", b"Z", b"ZZZZ", b"M0 0", b"M0 0L", b"L10 10", b"M0 0L1e999 1", b"M nan inf", b"M0 0A10 10 0 1 1 20 20", b"M0 0A1e38 1e-38 45 0 1 9 9",
    b"M0 0A0 0 0 0 0 0 0Z", b"M0 0" + b"L9 9" * 5000, b"M1-1-1-1.5.5.5", b"M0 0C1 1 2 2 3 3S4 4 5 5Q6 6 7 7T8 8H9V9Z", b"m0,0 c1e20,1 -1e20,2 3,3z",
    b"M0 0R1 1", b"M\xff\xfe0 0", b"keep", b"M0 0 10 10 20 20", b"M0 0L1000000 1000000L-1000000 5Z" * 50, b"M+.5e-3 0x10L1 1",
]
NUMBERS = [b"NaN", b"Infinity", b"1e999", b"-1e999", b"1e-400", b"00", b"-", b"1.", b".5", b"+1", b"0x10", b"9" * 400, b"1e5", b"-0"]
VALUES = [None, True, "", "x", "1", "NaN", [], {}, [[]], 0, -1, 0.5, 1e308, -1e308, 2**64, float("nan"), float("inf"), "M0 0L9 9", {"a": 1}]


def mutant(content, rng):
    """The file with one to six changes."""
    if rng.random() < 0.05:
        return raw(content, rng)
    changes = rng.choice([1, 1, 1, 2, 2, 3, 6])
    if content[:2] == b"PK":
        return archive(content, rng, changes)
    if content[:1] == b"{":
        return text(content, rng, changes)
    wrap = rng.choices([lambda message: zlib.compress(message, 1), lambda message: gzip.compress(message, 1), bytes], [20, 1, 1])[0]
    message = protobuf(zlib.decompress(content), rng, changes)
    return wrap(message if rng.random() < 0.95 else raw(message, rng))


# --- Bytes


def raw(content, rng):
    """Bits flipped, pieces cut, repeated, moved or overwritten, without regard to what they mean."""
    content = bytearray(content)
    for _ in range(rng.choice([1, 2, 4, 16, 64])):
        if not content:
            break
        at = rng.randrange(len(content)) if rng.random() < 0.6 else rng.randrange(min(64, len(content)))
        length = rng.choice([1, 2, 4, 16, 256])
        how = rng.randrange(6)
        if how == 0:
            content[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            content[at] = rng.choice([0, 1, 127, 128, 255])
        elif how == 2:
            del content[at : at + length]
        elif how == 3:
            content[at:at] = content[at : at + length]
        elif how == 4:
            content[at : at + length] = rng.randbytes(length)
        elif rng.random() < 0.2:
            del content[at:]
    return bytes(content)


# --- Protobuf


def read_varint(content, at):
    number, shift = 0, 0
    while True:
        byte = content[at]
        number |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return number, at


def fields(message):
    """The fields of a message that is valid: [number, type, value]."""
    found, at = [], 0
    while at < len(message):
        tag, at = read_varint(message, at)
        kind = tag & 7
        if kind == VARINT:
            value, at = read_varint(message, at)
        else:
            length = {FIXED64: 8, FIXED32: 4}.get(kind)
            if length is None:
                length, at = read_varint(message, at)
            value, at = message[at : at + length], at + length
        found.append([tag >> 3, kind, value])
    return found


def packed(found):
    content = bytearray()
    for number, kind, value in found:
        content += varint(number << 3 | kind)
        if kind == VARINT:
            content += varint(value)
        elif kind == BYTES:
            content += varint(len(value)) + value
        else:
            content += value
    return bytes(content)


def protobuf(message, rng, changes):
    for _ in range(changes):
        message = changed(message, MOVIE, rng)
    return message


def changed(message, schema, rng):
    """The message with one change, in it or in a message within it."""
    try:
        found = fields(message)
    except IndexError:
        return raw(message, rng)
    if not found:
        number = rng.choice(list(schema))
        return packed([[number, *value_of(schema[number], b"", rng)]])
    # First a kind of field, since most are frames.
    number = rng.choice(sorted({field for field, _, _ in found}))
    index = rng.choice([index for index, field in enumerate(found) if field[0] == number])
    field = found[index]
    meaning = schema.get(number)
    if isinstance(meaning, dict) and field[1] == BYTES and rng.random() < 0.8:
        field[2] = changed(field[2], meaning, rng)
        return packed(found)
    how = rng.randrange(10)
    if how == 0:
        del found[index]
    elif how == 1:
        found[index:index] = [field] * rng.choice([1, 1, 2, 50])
    elif how == 2:
        other = rng.randrange(len(found))
        found[index], found[other] = found[other], found[index]
    elif how == 3:
        field[0] = rng.choice(list(schema) + [0, 15, 16, 1000, 2**29 - 1])
    elif how == 4:
        field[1], field[2] = rng.choice([(VARINT, rng.choice(INTEGERS)), (FIXED64, rng.randbytes(8)), (FIXED32, rng.randbytes(4)), (BYTES, b"\x08\x01")])
    elif how == 5 and field[1] == BYTES:
        # A length that is not so.
        return packed(found[:index]) + varint(number << 3 | BYTES) + varint(rng.choice([len(field[2]) + 1, 2**31, 2**63])) + field[2]
    else:
        field[1], field[2] = value_of(meaning, field[2], rng)
    return packed(found)


def value_of(meaning, now, rng):
    """The type and the value of a field that means this."""
    now = now if isinstance(now, bytes) else b""
    if meaning == "float":
        return FIXED32, struct.pack("<f", rng.choice(REALS)) if rng.random() < 0.7 else rng.randbytes(4)
    if meaning == "int":
        return VARINT, rng.choice(INTEGERS)
    if meaning == "key":
        return BYTES, rng.choice(KEYS) if rng.random() < 0.7 else now + rng.choice(KEYS)[:40]
    if meaning == "path":
        return BYTES, path(now, rng)
    if meaning == "picture":
        return BYTES, picture(now, rng)
    return BYTES, raw(now, rng)


# --- Paths and pictures


def path(now, rng):
    if rng.random() < 0.4 or not now:
        return rng.choice(PATHS)
    parts = re.findall(rb"[A-Za-z]|[^A-Za-z\s,]+|[\s,]+", now)
    for _ in range(rng.choice([1, 3])):
        at = rng.randrange(len(parts)) if parts else 0
        how = rng.randrange(5)
        if how == 0:
            del parts[at : at + 1]
        elif how == 1:
            parts[at:at] = parts[at : at + 10] * rng.choice([1, 3, 100])
        elif how == 2:
            parts[at : at + 1] = [rng.choice(NUMBERS)]
        elif how == 3:
            parts[at : at + 1] = [rng.choice([b"M", b"A", b"a", b"C", b"S", b"Q", b"T", b"z", b"H", b"v", b"R", b"e"])]
        else:
            del parts[at:]
    return b"".join(parts)


def picture(now, rng):
    """A picture or a sound that is broken, cut, or says another size."""
    how = rng.randrange(7)
    if how == 0:
        return now[: rng.randrange(len(now) + 1)]
    if how == 1 and now[:4] == b"\x89PNG":
        size = struct.pack(">II", rng.choice([0, 1, 5, 30_000, 2**31 - 1, 2**32 - 1]), rng.choice([0, 1, 7, 30_000, 2**31]))
        header = b"IHDR" + (size + now[24:29] if rng.random() < 0.5 else now[16:24] + bytes(rng.choices(range(17), k=5)))
        return now[:12] + header + struct.pack(">I", zlib.crc32(header)) + now[33:]
    if how == 2:
        return rng.choice([b"", b"x", b"a.png", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP", b"BM", b"ID3\4\0\0\x7f\x7f\x7f\x7f"])
    if how == 3 and len(now) > 1:
        sign = bytes([now[0] ^ rng.choice([0, 1, 255])])
        return sign + now[1:] + rng.randbytes(rng.choice([0, 3, 1000]))
    return raw(now, rng)


# --- JSON


def text(content, rng, changes):
    """Changes values of JSON; text that is no strict JSON is changed as bytes."""
    try:
        value = json.loads(content)
    except ValueError:
        return raw(content, rng)
    for _ in range(changes):
        value = changed_value(value, rng)
    written = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")
    if rng.random() < 0.1:
        written = re.sub(rb"-?\d+\.\d+", lambda match: rng.choice(NUMBERS) if rng.random() < 0.02 else match[0], written)
    return written if rng.random() < 0.95 else raw(written, rng)


def changed_value(value, rng):
    if isinstance(value, (dict, list)) and value and rng.random() < 0.9:
        place = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        if rng.random() < 0.8:
            value[place] = changed_value(value[place], rng)
            return value
        how = rng.randrange(4)
        if how == 0:
            del value[place]
        elif isinstance(value, list):
            if how == 1:
                value[place:place] = [copy.deepcopy(value[place]) for _ in range(rng.choice([1, 2, 50]))]
            elif how == 2:
                other = rng.randrange(len(value))
                value[place], value[other] = value[other], value[place]
            else:
                value[place] = rng.choice(VALUES)
        elif how == 1:
            value[rng.choice(KEYS).decode(errors="replace")] = value.pop(place)
        elif how == 2:
            other = rng.choice(list(value))
            value[place], value[other] = value[other], value[place]
        else:
            value[place] = rng.choice(VALUES)
        return value
    if isinstance(value, str):
        return (path if re.match(r"[Mm][-\s\d]", value) else lambda now, rng: rng.choice(KEYS))(value.encode(), rng).decode(errors="replace")
    if isinstance(value, (int, float)) and rng.random() < 0.7:
        return rng.choice(REALS + INTEGERS)
    nested = rng.choice(VALUES)
    for _ in range(rng.choice([0, 0, 1, 200])):
        nested = [nested]
    return nested


# --- ZIP


def archive(content, rng, changes):
    with zipfile.ZipFile(io.BytesIO(content)) as source:
        entries = [[entry.filename, source.read(entry)] for entry in source.infolist()]
    for _ in range(changes):
        if not entries:
            break
        movies = [entry for entry in entries if entry[0].startswith("movie.")]
        entry = rng.choice(movies) if movies and rng.random() < 0.7 else rng.choice(entries)
        how = rng.randrange(12)
        if how == 0:
            entries.remove(entry)
        elif how == 1:
            entries += [list(entry)] * rng.choice([1, 2, 30])
        elif how == 2:
            entry[0] = rng.choice(KEYS + [b"movie.binary", b"movie.spec"]).decode(errors="replace")[:60_000].replace("\0", "_") or "x"
        elif entry[0] == "movie.spec":
            entry[1] = text(entry[1], rng, 1)
        elif entry[0] == "movie.binary":
            entry[1] = protobuf(entry[1], rng, 1)
        else:
            entry[1] = picture(entry[1], rng)
    target = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(target, "w", compresslevel=1) as result:
        warnings.simplefilter("ignore")
        for name, entry in entries:
            result.writestr(name, entry, rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    return target.getvalue() if rng.random() < 0.9 else raw(target.getvalue(), rng)
