"""Writes the pieces of a movie of 2.x: fields of Protocol Buffers, and PNGs of one color."""

import struct
import zlib


def varint(number):
    number &= 2**64 - 1
    text = b""
    while number > 127:
        text += bytes([number & 127 | 128])
        number >>= 7
    return text + bytes([number])


def part(field, content):
    """A field of bytes: a message, a text or a payload."""
    return varint(field << 3 | 2) + varint(len(content)) + content


def number(field, value):
    return varint(field << 3) + varint(value)


def single(value):
    """A 32-bit float. A number that is too large becomes infinite."""
    try:
        return struct.pack("<f", value)
    except OverflowError:
        return struct.pack("<f", float("inf") if value > 0 else float("-inf"))


def real(field, value):
    return varint(field << 3 | 5) + single(value)


def reals(*values):
    """Floats in the fields 1, 2, 3 and so on."""
    return b"".join(real(index + 1, value) for index, value in enumerate(values))


def png(width, height, color=(200, 30, 30, 128)):
    """A PNG of one RGBA color. Rows are compressed one by one, so a large one needs little memory."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    packer = zlib.compressobj(9)
    row = b"\0" + bytes(color) * width
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
