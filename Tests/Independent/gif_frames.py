"""Shows the frames of a GIF as Pillow does, without any of this project's code.

Usage: gif_frames.py SCHEMA.proto [FILE.gif]
Writes the frames one after the other to the standard output: straight RGBA, row by row. The schema is not needed.
Exits with 77 where Pillow is not installed.
"""

import sys

try:
    from PIL import Image, ImageSequence
except ImportError:
    sys.exit(77)


def main():
    if len(sys.argv) < 3:
        return
    with Image.open(sys.argv[2]) as image:
        for frame in ImageSequence.Iterator(image):
            sys.stdout.buffer.write(frame.convert("RGBA").tobytes())


main()
