"""Tells whether two 2.x .svga files show the same, without any of this project's code: Python's protobuf and Pillow.

Usage: same_movie.py SCHEMA.proto BEFORE AFTER
Compares the sprites that are ever visible with all that their visible frames say, KEEP settled, and every picture's visible pixels.
Exits with 0 where they are the same, 1 where not, and 77 where protobuf, its compiler or Pillow is not installed.
"""

import io
import sys
import zlib

from checksum import movie_class

try:
    from PIL import Image
except ImportError:
    sys.exit(77)

KEEP = 3


def frames(sprite, count):
    shown, last = [], []
    for frame in sprite.frames[:count]:
        if not (frame.shapes and frame.shapes[0].type == KEEP):
            last = [shape.SerializeToString() for shape in frame.shapes]
        visible = (frame.layout.SerializeToString(), frame.transform.SerializeToString(), frame.clipPath, last)
        shown.append((frame.alpha,) + visible if frame.alpha > 0 else None)
    while shown and shown[-1] is None:
        shown.pop()
    return shown


def sprites(movie):
    all_sprites = [(s.imageKey, s.matteKey, frames(s, movie.params.frames)) for s in movie.sprites]
    return [sprite for sprite in all_sprites if sprite[2]]


def pixels(payload):
    picture = Image.open(io.BytesIO(payload)).convert("RGBA")
    data = picture.tobytes()
    return picture.size, [data[i : i + 4] if data[i + 3] else b"" for i in range(0, len(data), 4)]


def main():
    movie = movie_class(sys.argv[1])
    before, after = movie(), movie()
    for path, target in ((sys.argv[2], before), (sys.argv[3], after)):
        with open(path, "rb") as file:
            target.ParseFromString(zlib.decompress(file.read()))
    same = before.params == after.params and list(before.audios) == list(after.audios) and sprites(before) == sprites(after)
    for key in after.images:
        old, new = before.images[key], after.images[key]
        same = same and (old == new or pixels(old) == pixels(new))
    sys.exit(0 if same else 1)


main()
