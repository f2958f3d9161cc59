"""Draws frames of a Lottie file with ThorVG, without any of this project's code.

Usage: lottie_frames.py SCHEMA.proto [LOTTIE.json WIDTH HEIGHT FRAME…]
Writes the frames one after the other to the standard output: premultiplied RGBA, row by row. The schema is not needed.
Exits with 77 where thorvg-python is not installed.
"""

import os
import sys

try:
    import thorvg_python as thorvg
except (ImportError, OSError):
    sys.exit(77)


def main():
    if len(sys.argv) < 6:
        return
    path, width, height = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    engine = thorvg.Engine(threads=0)
    canvas = thorvg.SwCanvas(engine)
    canvas.set_target(width, height)
    animation = thorvg.Animation(engine)
    picture = animation.get_picture()
    if picture.load(os.path.abspath(path)) != thorvg.Result.SUCCESS:
        sys.exit("ThorVG cannot read the file")
    picture.set_size(width, height)
    canvas.add(picture)
    for frame in sys.argv[5:]:
        animation.set_frame(float(frame))
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        sys.stdout.buffer.write(bytes(canvas.buffer_arr))


main()
