"""The movies of tools/attack: each attacks one kind of work with a few bytes."""

import zlib

from wire import number, part, png, real, reals

SIDE = 1000
LONGER_KEY = 1 << 20

# --- Messages of a movie


def frame(shapes=(), alpha=1.0, transform=(1, 0, 0, 1, 0, 0), clip="", side=SIDE):
    text = real(1, alpha) + part(2, reals(0, 0, side, side)) + part(3, reals(*transform))
    if clip:
        text += part(4, clip.encode())
    return text + b"".join(part(5, shape) for shape in shapes)


def style(color=(1, 0, 0, 0.5), width=0.0, dashes=(), isRound=True):
    text = part(2 if width else 1, reals(*color))
    if width:
        text += real(3, width) + (number(4, 1) + number(5, 1) if isRound else real(6, 1e9))
    return text + b"".join(real(7 + index, value) for index, value in enumerate(dashes))


def path(data, look):
    return number(1, 0) + part(2, part(1, data.encode())) + part(10, look)


def rectangle(x, y, width, height, look, radius=0.0):
    return number(1, 1) + part(3, reals(x, y, width, height, radius)) + part(10, look)


def ellipse(x, y, radius, look):
    return number(1, 2) + part(4, reals(x, y, radius, radius)) + part(10, look)


def sprite(key, frames, matte=b""):
    text = part(1, key) + b"".join(part(2, item) for item in frames)
    return text + (part(3, matte) if matte else b"")


def movie(sprites, images=(), side=SIDE, frames=1):
    text = part(1, b"2.0") + part(2, reals(side, side) + number(3, 20) + number(4, frames))
    text += b"".join(part(3, part(1, key) + part(2, payload)) for key, payload in images)
    return zlib.compress(text + b"".join(part(4, item) for item in sprites), 9)


def zigzag(count, high, low):
    return "M0 0" + "".join(f"L{i * 7919 % SIDE} {high if i % 2 else low}" for i in range(count)) + "Z"


# --- What costs work

RED = style()
TURNED = (0.9, 0.1, -0.1, 0.9, 0, 0)


def crossings(count):
    return movie([sprite(b"k", [frame([path(zigzag(count, SIDE, 0), RED)], clip=zigzag(count, 0, SIDE))])])


def dashes(count):
    look = style((0, 0, 1, 1), 8, (SIDE * 20 / count, SIDE * 20 / count, 0))
    return movie([sprite(b"k", [frame([path(f"M0 {y}L{SIDE} {y}", look) for y in range(0, SIDE, 25)])])])


def groups(count):
    shapes = [rectangle(0, 0, SIDE, SIDE, RED), rectangle(5, 5, SIDE - 10, SIDE - 10, RED)]
    return movie([sprite(b"k%d" % index, [frame(shapes, 0.5)]) for index in range(count)])


def mattes(count):
    matte = sprite(b"m.matte", [frame([path(zigzag(300, 0, SIDE), RED)])])
    shapes = [rectangle(0, 0, SIDE, SIDE, RED)]
    return movie([matte] + [sprite(b"k%d" % index, [frame(shapes, 0.5)], b"m.matte") for index in range(count)])


def layers(count, side=SIDE, transform=TURNED):
    scale = side / SIDE
    scaled = tuple(value * scale for value in transform)
    return movie([sprite(b"i", [frame((), 0.5, scaled)])] * count, [(b"i", png(SIDE, SIDE))], side=side)


def shared_clip(count):
    """A long path counts once, however many sprites are clipped by it."""
    clip = zigzag(20_000, 0, SIDE)
    return movie([sprite(b"k", [frame([rectangle(0, 0, SIDE, SIDE, RED)], clip=clip)])] * count)


def alternating_mattes(count):
    mattes = [sprite(b"%d.matte" % index, [frame([path(zigzag(3_000, 0, SIDE), RED)])]) for index in range(2)]
    shapes = [rectangle(0, 0, SIDE, SIDE, RED)]
    return movie(mattes + [sprite(b"k", [frame(shapes)], b"%d.matte" % (index % 2)) for index in range(count)])


def curves(count, look, transform=(1, 0, 0, 1, 0, 0)):
    data = "M0 0" + "".join(
        f"C{i * 7919 % SIDE} {i * 31 % SIDE} {i * 104729 % SIDE} {i * 17 % SIDE} {i * 1299709 % SIDE} {i % SIDE}" for i in range(count))
    return movie([sprite(b"k", [frame([path(data + "Z", look)], transform=transform)])])


def bitmaps(count, side, transform=(1, 0, 0, 1, 0, 0)):
    """As many different ones as the limits allow."""
    return movie([sprite(b"i%d" % index, [frame((), 1, transform)]) for index in range(count)],
                 [(b"i%d" % index, png(side, side, (index % 128, 30, 30, 128))) for index in range(count)])


def scales(count):
    """One bitmap that is shrunk by all factors there are."""
    frames = [frame((), 1, (0.9 / (1 << index % 12), 0, 0, 0.9 / (1 << index // 12 % 12), 0, 0)) for index in range(count)]
    return movie([sprite(b"i", frames)], [(b"i", png(8_000, 8_000))], frames=count)


def different_frames(count):
    """As many frames as the limits allow, no two alike."""
    frames = [real(1, 1) + part(2, reals(0, 0, SIDE, SIDE)) + part(3, reals(1, 0, 0, 1, index, 1)) for index in range(2_000)]
    return movie([sprite(b"k%d" % index, frames) for index in range(count)], frames=2_000)


def shape_of(text, look, clip="", copies=1):
    return movie([sprite(b"k", [frame([path(text, look)], clip=clip)])] * copies)


def covers(count, shape):
    """The same shape again and again, each as large as the canvas."""
    return movie([sprite(b"k", [frame([shape] * count)])])


def own_mattes(count):
    """Every sprite has a matte that no other has."""
    shape = rectangle(0, 0, SIDE, SIDE, RED)
    mattes = [sprite(b"%d.matte" % index, [frame([shape], 0.5)]) for index in range(count)]
    return movie(mattes + [sprite(b"k", [frame([shape])], b"%d.matte" % index) for index in range(count)])


def matted_mattes(count):
    """Every matte is under the matte before it."""
    shape = rectangle(0, 0, SIDE, SIDE, RED)
    mattes = [sprite(b"%d.matte" % index, [frame([shape], 0.5)], b"%d.matte" % (index - 1) if index else b"") for index in range(count)]
    return movie(mattes + [sprite(b"k", [frame([shape])], b"%d.matte" % (count - 1))])


def matted_groups(count, side, images=0):
    """Groups in a clip path and under a matte, all of them as large as the largest canvas, and bitmaps that need memory at the same time."""
    shapes = [rectangle(0, 0, side, side, RED)] * 2
    groups = [sprite(b"k%d" % index, [frame(shapes, 0.5, clip=f"M0 0L{side} 1L{side} {side}Z", side=side)], b"m.matte") for index in range(count)]
    groups += [sprite(b"i%d" % index, [frame((), 0.5, TURNED)], b"m.matte") for index in range(images)]
    pictures = [(b"i%d" % index, png(1_500, 1_500)) for index in range(images)]
    return movie([sprite(b"m.matte", [frame(shapes, 0.5, side=side)])] + groups, pictures, side=side)


def kept(count):
    """One shape, which all later frames keep."""
    keep = real(1, 1) + part(2, reals(0, 0, SIDE, SIDE)) + part(3, reals(1, 0, 0, 1, 0, 0)) + part(5, number(1, 3))
    return movie([sprite(b"k", [frame([rectangle(0, 0, SIDE, SIDE, RED)])] + [keep] * count)], frames=count + 1)


def with_sounds(count):
    """Sounds that have no payload, one frame each."""
    text = part(1, b"2.0") + part(2, reals(SIDE, SIDE) + number(3, 20) + number(4, 10))
    return zlib.compress(text + part(5, part(1, b"x") + number(2, 0) + number(3, 3)) * count, 9)


def far(count):
    return "M0 0" + "".join(f"C1e30 {index * 1e9} -1e30 1e30 {index} -1e9" for index in range(count))


def thin(count):
    return "M0 0" + "".join(f"L{index % SIDE}.{index % 97} {SIDE if index % 2 else 0}" for index in range(count))


def spikes(count):
    return "M0 0" + "".join(f"L{SIDE if index % 2 else 0} {index / 1000}" for index in range(count))


POINTED = style((1, 0, 0, 0.5), 50, isRound=False)

ATTACKS = {
    "long-key": lambda: movie([sprite(b"k" * (1 << 16), [frame((), 2)] * 50_000)], frames=50_000),
    "longer-key": lambda: movie([sprite(b"k" * LONGER_KEY, [frame((), 2)] * 50_000)], frames=50_000),
    "no-numbers": lambda: movie([sprite(b"k", [frame((), 1, (float("nan"), 0, 0, 1, 0, 0))] * 60_000)], frames=60_000),
    "crossings": lambda: crossings(20_000),
    "dashes": lambda: dashes(50_000),
    "groups": lambda: groups(1_000),
    "rectangles": lambda: movie([sprite(b"k", [frame([rectangle(0, 0, SIDE, SIDE, RED)] * 200_000)])]),
    "mattes": lambda: mattes(1_000),
    "alternating-mattes": lambda: alternating_mattes(3_000),
    "shared-clip": lambda: shared_clip(700),
    "thick-strokes": lambda: movie([sprite(b"k", [frame([path(zigzag(20_000, SIDE, 0), style((0, 0, 1, 1), 300))])])]),
    "long-lines": lambda: movie([sprite(b"k", [frame([path(zigzag(1_000_000, SIDE, 0), RED)])])]),
    "curves": lambda: curves(300_000, RED),
    "stroked-curves": lambda: curves(300_000, style((0, 0, 1, 1), 3)),
    "aligned-bitmaps": lambda: layers(2_000, transform=(1.1, 0, 0, 1.1, 0, 0)),
    "turned-bitmaps": lambda: layers(2_000),
    "canvas-of-4096": lambda: layers(200, side=4_096),
    "groups-of-4096": lambda: movie(
        [sprite(b"k", [frame([rectangle(0, 0, 4_096, 4_096, RED)] * 2, 0.5, side=4_096)])] * 50, side=4_096),
    "canvas-of-8000": lambda: layers(20, side=8_000),
    "different-frames": lambda: different_frames(900),
    "bitmaps-at-limit": lambda: bitmaps(44, 1_500),
    "shrunk-by-all-factors": lambda: scales(144),
    "far-curves": lambda: shape_of(far(50_000), RED),
    "far-strokes": lambda: shape_of(far(50_000), POINTED),
    "far-dashes": lambda: shape_of("M0 0L1e30 1e30L-1e30 5", style((1, 0, 0, 1), 5, (0.001, 0.001, 1e30))),
    "thin-lines": lambda: shape_of(thin(300_000), style((1, 0, 0, 0.5), 0.001, isRound=False)),
    "spikes": lambda: shape_of(spikes(50_000), POINTED),
    "round-points": lambda: shape_of("M5 5L5 5Z" * 400_000, style((1, 0, 0, 1), 900)),
    "arcs": lambda: shape_of("M0 0" + "A500 500 0 1 1 900 900A1e9 1e-9 45 0 0 1 1" * 100_000, RED),
    "smooth-curves": lambda: shape_of("M0 0" + "S500 500 1 1T900 9" * 200_000, RED),
    "moves": lambda: shape_of("M0 0" * 3_000_000, RED),
    "curved-clips": lambda: shape_of("M0 0H1000V1000H0Z", RED, "M0 0" + "C999 1 1 999 999 999 1 999 999 1 1 1" * 50_000, 3),
    "ellipses": lambda: covers(50_000, ellipse(SIDE / 2, SIDE / 2, 1e9, RED)),
    "round-rectangles": lambda: covers(50_000, rectangle(0, 0, SIDE, SIDE, RED, 1e9)),
    "own-mattes": lambda: own_mattes(5_000),
    "matted-mattes": lambda: matted_mattes(3_000),
    "matted-groups-of-4096": lambda: matted_groups(40, 4_096),
    "matted-bitmaps-of-4096": lambda: matted_groups(10, 4_096, 14),
    "kept": lambda: kept(90_000),
    "one-pixel-enlarged": lambda: movie([sprite(b"i", [frame((), 0.5, (1e6, 1e5, -1e5, 1e6, -5e5, -5e5))])] * 3_000, [(b"i", png(1, 1))]),
    "played-clip": lambda: movie([sprite(b"k", [frame([rectangle(0, 0, SIDE, SIDE, RED)], clip=zigzag(60_000, SIDE, 0))])]),
    "played-clips": lambda: movie(
        [sprite(b"k", [frame([rectangle(0, 0, SIDE, SIDE, RED)], clip=zigzag(2_000, SIDE, index)) for index in range(30)])] * 3, frames=30),
    "like-frames": lambda: movie([sprite(b"k%d" % index, [frame(side=10)] * 60_000) for index in range(8)], frames=100_000),
    "pieces-of-frames": lambda: movie(
        [sprite(b"k%d" % index, [frame([rectangle(0, 0, SIDE, time + 1, RED)], 1 - time / 200) for time in range(100)]) for index in range(300)],
        frames=100),
    "small-bitmaps": lambda: movie(
        [sprite(b"k%d" % index, [frame(side=10)] * 10) for index in range(9_999)], [(b"k%d" % index, png(8, 8)) for index in range(9_999)],
        frames=10),
    "one-key": lambda: movie([sprite(b"i", [frame()])] * 9_999, [(b"i", png(8, 8))]),
    "sounds": lambda: with_sounds(600_000),
    "long-keys": lambda: movie([sprite(b"k%d" % index + b"a" * 4_000, [frame(side=10)]) for index in range(9_999)]),
    "long-fields": lambda: movie([sprite(b"k", [frame([path("M0 0" + "L1 1" * 300_000, RED)])])] * 2),
    "no-canvas": lambda: zlib.compress(part(1, b"2.0") + part(2, real(1, float("inf")) + real(2, float("inf")) + number(3, 20) + number(4, 1))),
    "large-layout": lambda: movie([sprite(b"i", [frame(side=1e20)])], [(b"i", png(4, 4))]),
    "large-bitmap": lambda: movie([sprite(b"i", [frame()])], [(b"i", png(30_000, 30_000))]),
    "many-bitmaps": lambda: movie(
        [sprite(b"i%d" % index, [frame()]) for index in range(200)], [(b"i%d" % index, png(2_000, 2_000)) for index in range(200)]),
    "inflated": lambda: zlib.compress(bytes(2 << 30), 9),
}

# What SECURITY.md says of each movie.
TITLES = {
    "long-key": "a key of 64 KB and 50 000 unusual frames",
    "longer-key": "a key of 1 MB and as many",
    "no-numbers": "60 000 transforms that are not numbers",
    "crossings": "a path of 20 000 segments that crosses its clip path of as many",
    "dashes": "40 lines with 50 000 round dashes",
    "groups": "1 000 groups as large as the canvas",
    "groups-of-4096": "50 groups of 4096 × 4096",
    "matted-groups-of-4096": "40 of them in a clip path and under a matte",
    "matted-bitmaps-of-4096": "10 of them with 14 bitmaps of 1500 × 1500",
    "rectangles": "200 000 half transparent rectangles as large as the canvas",
    "round-rectangles": "50 000 with round corners",
    "ellipses": "50 000 ellipses with a radius of 1 000 000 000",
    "mattes": "1 000 sprites under a matte",
    "alternating-mattes": "3 000 sprites under two mattes in turn",
    "own-mattes": "5 000 sprites, each under its own matte",
    "matted-mattes": "3 000 mattes, each under the one before",
    "shared-clip": "one clip path of 20 000 segments for 700 sprites",
    "curved-clips": "a clip path of 50 000 curves",
    "played-clip": "a clip path of 60 000 lines",
    "played-clips": "90 clip paths of 2 000 lines in 30 frames",
    "thick-strokes": "20 000 lines with round joins, 300 points wide",
    "long-lines": "1 000 000 lines across the canvas",
    "thin-lines": "300 000 lines across the canvas, stroked thinly, with sharp miters",
    "spikes": "50 000 spikes, 50 points wide",
    "round-points": "400 000 round points, 900 points wide",
    "curves": "300 000 curves across the canvas",
    "stroked-curves": "the same, stroked",
    "smooth-curves": "400 000 smooth curves",
    "arcs": "200 000 arcs",
    "far-curves": "50 000 curves to 10³⁰ points",
    "far-strokes": "the same, stroked",
    "far-dashes": "dashes on a line of 10³⁰ points",
    "moves": "3 000 000 moves",
    "long-fields": "two paths of 300 000 equal lines",
    "aligned-bitmaps": "2 000 bitmaps as large as the canvas, scaled",
    "turned-bitmaps": "the same, rotated",
    "canvas-of-4096": "200 rotated bitmaps on a canvas of 4096 × 4096",
    "canvas-of-8000": "20 of them on a canvas of 8000 × 8000",
    "one-pixel-enlarged": "3 000 bitmaps of one pixel, enlarged a million times",
    "different-frames": "1 800 000 frames, no two alike",
    "kept": "a shape that 90 000 frames keep",
    "like-frames": "8 sprites with 60 000 equal frames",
    "pieces-of-frames": "300 sprites that change in each of 100 frames",
    "bitmaps-at-limit": "44 different bitmaps of 1500 × 1500",
    "shrunk-by-all-factors": "a bitmap of 8000 × 8000 shown in 144 sizes",
    "small-bitmaps": "9 999 bitmaps of 8 × 8, one for each sprite",
    "one-key": "9 999 sprites with one bitmap",
    "sounds": "600 000 sounds",
    "long-keys": "9 999 keys of 4 KB",
    "no-canvas": "an infinite canvas",
    "large-layout": "a layout of 10²⁰ points",
    "large-bitmap": "a picture of 30 000 × 30 000",
    "many-bitmaps": "200 pictures of 2000 × 2000",
    "inflated": "2 GB of zeros",
}
