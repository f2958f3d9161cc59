"""The files of `tools/attack` that are imported: for each thing that costs work, the most of it that a few bytes can buy."""

import json
import math
import struct
import zlib

# --- Lottie


def still(value):
    return {"a": 0, "k": value}


def moving(first, last, end):
    """A value that is another one in each frame."""
    return {"a": 1, "k": [{"t": 0, "s": first, "o": {"x": 0.3, "y": 0}, "i": {"x": 0.7, "y": 1}}, {"t": end, "s": last}]}


def transform(scale=(100, 100), position=(0, 0), rotation=0.0):
    return {"p": still(list(position)), "a": still([0, 0]), "s": still(list(scale)), "r": still(rotation), "o": still(100)}


def layer(kind, index=1, end=30, **members):
    return {"ty": kind, "ind": index, "nm": "l", "ks": transform(), "ip": 0, "op": end, "st": 0, **members}


def group(*items, **members):
    return {"ty": "gr", "it": [*items, {"ty": "tr", **transform(**members)}]}


def lottie(*layers, end=30, rate=30, side=200, **members):
    head = {"v": "5.7.0", "fr": rate, "ip": 0, "op": end, "w": side, "h": side, "assets": []}
    return json.dumps({**head, "layers": list(layers), **members}).encode()


FILL = {"ty": "fl", "c": still([1, 0, 0]), "o": still(100)}
EVEN_ODD = {**FILL, "r": 2}
ELLIPSE = {"ty": "el", "p": still([0, 0]), "s": still([50, 50])}


def stroke(width=2, dashes=()):
    pattern = [{"n": "dg"[index % 2], "v": still(length)} for index, length in enumerate(dashes)]
    return {"ty": "st", "c": still([0, 0, 1]), "o": still(100), "w": still(width), **({"d": pattern} if pattern else {})}


def outline(points, closed=True, curve=0.0):
    flat = [[0, 0]] * len(points)
    bent = [[curve, -curve]] * len(points)
    return {"i": flat, "o": bent, "v": points, "c": closed}


def shape(points, closed=True, curve=0.0):
    return {"ty": "sh", "ks": still(outline(points, closed, curve))}


def changing(points, others, end, curve=0.0):
    keys = [{"t": 0, "s": [outline(points, True, curve)], "o": {"x": 0.3, "y": 0}, "i": {"x": 0.7, "y": 1}}]
    return {"ty": "sh", "ks": {"a": 1, "k": [*keys, {"t": end, "s": [outline(others, True, curve)]}]}}


def zigzag(count, side=200, seed=0):
    return [[(index * 7919 + seed) % side, (index * 104729 + seed) % side] for index in range(count)]


def ring(count, radius=90, seed=0.0):
    turns = [2 * math.pi * index / count for index in range(count)]
    return [[round(100 + radius * math.cos(turn) * (1 + seed * (index % 3)), 2), round(100 + radius * math.sin(turn), 2)]
            for index, turn in enumerate(turns)]


def repeater(count, rotation=3):
    steps = {**transform(position=(5, 0), rotation=rotation), "so": still(100), "eo": still(10)}
    return {"ty": "rp", "c": still(count), "o": still(0), "m": 1, "tr": steps}


def nested(levels, calls, end=30):
    """Compositions that each show the next one several times."""
    assets = []
    for level in range(levels):
        inner = [layer(4, end=end, shapes=[group(ELLIPSE, FILL)])] if level == levels - 1 else [
            layer(0, index, end, refId=f"a{level + 1}", w=200, h=200) for index in range(calls)]
        assets.append({"id": f"a{level}", "layers": inner})
    return lottie(layer(0, end=end, refId="a0", w=200, h=200), end=end, assets=assets)


def text(string, animators=0, end=30, **members):
    document = {"s": 20, "f": "Arial", "t": string, "j": 2, "lh": 24, "fc": [1, 0, 0], **members}
    selector = {"t": 0, "s": moving([0], [100], end), "e": still(100), "b": 1, "sh": 4}
    turn = {"a": {"r": still(90), "p": still([5, 5]), "o": still(50)}, "s": selector}
    return lottie(layer(5, end=end, t={"d": {"k": [{"s": document, "t": 0}]}, "p": {}, "a": [turn] * animators}), end=end)


def gradient(stops, radial, end=30):
    colors = [number for index in range(stops) for number in (index / stops, index % 2, index % 3 / 2, 0.5)]
    points = {"s": still([0, 0]), "e": moving([10, 10], [1e6, 50], end)}
    return {"ty": "gf", "o": still(100), "t": 2 if radial else 1, **points, "g": {"p": stops, "k": still(colors)}}


def mask(points, mode="a", **members):
    return {"mode": mode, "pt": still(outline(points)), "o": still(100), "x": still(0), **members}


def mattes(count, end=30, mode=1):
    return lottie(*[layer(4, index, end, shapes=[group(ELLIPSE, FILL)], tt=mode, tp=index - 1) for index in range(count)], end=end)


def turning(*shapes, end, index=1, **members):
    """A layer of which every frame is another transform, and no two frames are alike but by that."""
    moved = {**transform(), "r": moving([0], [90], end)}
    return {**layer(4, index, end, shapes=list(shapes), **members), "ks": moved}


def expressions(count, text, end=300):
    """Compositions that each have an expression. It has no end but at the frames that are evaluated when the file is read."""
    late = f"var $bm_rt; if (time > 0.1 && time < 4.9 || time > 5.1 && time < 9.9) {{ {text} }} $bm_rt = time;"
    inner = {**layer(4, end=end, shapes=[group(ELLIPSE, FILL)]), "ks": {**transform(), "r": {"a": 0, "k": 0, "x": late}}}
    assets = [{"id": f"a{index}", "layers": [inner]} for index in range(count)]
    return lottie(*[layer(0, index, end, refId=f"a{index}", w=200, h=200) for index in range(count)], end=end, assets=assets)


def selected(count, end=300):
    """A text of which an expression selects each letter in each frame."""
    document = {"s": 4, "f": "Arial", "t": "W" * count, "j": 0, "lh": 5, "fc": [1, 0, 0], "sz": [200, 200], "ps": [0, 0]}
    selector = {"t": 1, "b": 1, "x": "var $bm_rt; $bm_rt = textIndex * time % 100;"}
    animators = [{"a": {"p": still([5, 5])}, "s": selector}] * 4
    return lottie(layer(5, end=end, t={"d": {"k": [{"s": document, "t": 0}]}, "p": {}, "m": {"g": 1, "a": still([0, 0])}, "a": animators}), end=end)


def shadow(softness=200):
    values = [[0, 0, 0, 1], 128, 180, 40, softness, 0]
    region = {"x": "-100%", "y": "-100%", "width": "300%", "height": "300%"}
    return {"ty": 25, "fs": region, "ef": [{"ty": 0, "v": still(value)} for value in values]}


LOTTIES = {
    "endless-expressions": lambda: expressions(50, "while (true) {}"),
    "slow-expressions": lambda: expressions(50, "var s = 'ab'; while (true) { s = s + s; if (s.length > 1e6) { s = 'ab'; } }"),
    "many-endless-expressions": lambda: expressions(2_000, "while (true) {}"),
    "selected-letters": lambda: selected(4_000),
    "eroded-masks": lambda: lottie(*[turning(
        ELLIPSE, {**stroke(), "w": still(4_000)}, end=60, index=index, masksProperties=[mask(ring(60, 1_900), "asi"[at % 3], x=still(-300)) for at in range(9)])
        for index in range(9)], end=60, side=4_000),
    "shadows": lambda: lottie(*[layer(4, index, 100, ef=[shadow()], shapes=[changing(ring(20, 400), ring(20, 300, 0.1), 100), FILL])
                                for index in range(20)], end=100, side=1_000),
    "repeaters": lambda: lottie(layer(4, shapes=[group(ELLIPSE, FILL, repeater(100), repeater(100))])),
    "more-repeaters": lambda: lottie(layer(4, end=300, shapes=[group(ELLIPSE, FILL, repeater(20), repeater(20), repeater(20))]), end=300),
    "repeated-strokes": lambda: lottie(layer(4, shapes=[group(ELLIPSE, stroke(dashes=[3, 2]), repeater(1000), repeater(30))])),
    "mattes": lambda: mattes(300),
    "luma-mattes": lambda: mattes(60, 100, 3),
    "inverted-mattes": lambda: mattes(100, 60, 2),
    "mattes-of-groups": lambda: lottie(
        *[layer(4, index, 60, shapes=[group(ELLIPSE, FILL, stroke(30), repeater(9))], tt=1, tp=index - 1) for index in range(80)], end=60),
    "wide-text": lambda: text("W" * 200, end=3, sw=1e9, sc=[0, 0, 0]),
    "scaled": lambda: lottie({**layer(4, shapes=[group(ELLIPSE, FILL, stroke())] * 30), "ks": transform(scale=(1e20, 1e20))}),
    "scaled-groups": lambda: lottie(layer(4, shapes=[group(ELLIPSE, EVEN_ODD, stroke(3, [1, 2, 3]), scale=(1e20, 1e20))] * 30)),
    "scaled-gradients": lambda: lottie({
        **layer(4, shapes=[group(ELLIPSE, gradient(900, True), scale=(1e9, 1))] * 30), "ks": transform(scale=(1e20, 1))}),
    "combining-marks": lambda: text("a" + "\u0301" * 100_000),
    "marked-letters": lambda: text(("a" + "\u0301" * 90) * 1_000, 4),
    "glyphs": lambda: text("The quick brown fox " * 500, end=60),
    "animated-glyphs": lambda: text("The quick brown fox " * 500, 32, end=300),
    "stroked-glyphs": lambda: text("ampersand & " * 500, 3, end=100, sw=3, sc=[0, 0, 0]),
    "many-letters": lambda: text("".join(chr(0x4E00 + index) for index in range(4_000)), end=3),
    "compositions": lambda: nested(20, 10),
    "wide-compositions": lambda: nested(4, 30, 100),
    "deep-compositions": lambda: nested(31, 2, 60),
    "long-dashes": lambda: lottie(layer(4, shapes=[shape(zigzag(20_000), False), stroke(1, [1, 1])])),
    "odd-dashes": lambda: lottie(turning(shape(zigzag(5_000), False), stroke(1, [30, 2, 3]), end=300), end=300),
    "many-dashes": lambda: lottie(*[turning(shape([[0, index], [199, index]], False), stroke(1, [0.5, 0.3, 0.4]), end=100, index=index)
                                    for index in range(200)], end=100),
    "many-frames": lambda: lottie(layer(4, end=1e9, shapes=[group(ELLIPSE, FILL)]), end=1e9),
    "all-frames": lambda: lottie(turning(ELLIPSE, FILL, end=100_000), end=100_000),
    "layers-and-frames": lambda: lottie(*[turning(ELLIPSE, FILL, end=20_000, index=index) for index in range(99)], end=20_000),
    "many-layers": lambda: lottie(*[turning(ELLIPSE, FILL, end=200, index=index) for index in range(5_000)], end=200),
    "low-rate": lambda: lottie(turning(ELLIPSE, FILL, end=90_000), end=90_000, rate=1e-3),
    "high-rate": lambda: lottie(turning(ELLIPSE, FILL, end=90_000), end=90_000, rate=1e6),
    "large-canvas": lambda: lottie(layer(4, shapes=[group(ELLIPSE, FILL)]), side=1e6),
    "drawn-canvas": lambda: lottie(*[turning(shape(zigzag(60, 4000, index)), EVEN_ODD, end=60, index=index) for index in range(9)], end=60, side=4000),
    "drawn-frames": lambda: lottie(layer(4, end=300, shapes=[changing(zigzag(60, 1000), zigzag(60, 1000, 99), 300), EVEN_ODD]), end=300, side=1000),
    "gradients": lambda: lottie(*[layer(4, index, 60, shapes=[group(ELLIPSE, gradient(1_000, index % 2 == 0, 60))]) for index in range(60)], end=60),
    "moving-gradients": lambda: lottie(
        *[turning(ELLIPSE, {**gradient(900, False, 300), "g": {"p": 900, "k": moving([0.5] * 3600, [1] * 3600, 300)}}, end=300, index=index)
          for index in range(20)], end=300),
    "stroked-gradients": lambda: lottie(turning(shape(zigzag(3_000)), {**gradient(9, False), "ty": "gs", "w": still(30)}, end=100), end=100),
    "masks": lambda: lottie(*[turning(ELLIPSE, FILL, end=60, index=index, masksProperties=[mask(ring(200, 5 + at), "i") for at in range(50)])
                              for index in range(20)], end=60),
    "holes": lambda: lottie(turning(ELLIPSE, FILL, end=100, masksProperties=[mask(ring(3_000))] + [
        mask([[60 + at, 60], [60.5 + at, 60], [60.5 + at, 61]], "s") for at in range(49)]), end=100),
    "crossing-masks": lambda: lottie(turning(ELLIPSE, FILL, end=200, masksProperties=[
        mask(zigzag(3_000, seed=at), "asidf"[at % 5]) for at in range(20)]), end=200),
    "grown-masks": lambda: lottie(turning(ELLIPSE, FILL, end=100, masksProperties=[mask(zigzag(2_000), x=still(5)) for _ in range(9)]), end=100),
    "windings": lambda: lottie(turning(*[shape(ring(9, 90 - index / 20)) for index in range(900)], EVEN_ODD, end=300), end=300),
    "crossings": lambda: lottie(turning(shape(zigzag(20_000)), EVEN_ODD, end=100), end=100),
    "close-lines": lambda: lottie(turning(shape([[index % 2 * 199, index / 100] for index in range(600)] + [[250, 100]]), EVEN_ODD, end=300), end=300),
    "merged-paths": lambda: lottie(turning(*[shape(ring(20, 5 + index)) for index in range(200)], {"ty": "mm", "mm": 4}, EVEN_ODD, end=300), end=300),
    "trims": lambda: lottie(turning(*[shape(ring(60, 1 + index / 9), curve=3) for index in range(300)], {
        "ty": "tm", "s": moving([0], [50], 200), "e": still(60), "o": still(0), "m": 2}, stroke(), end=200), end=200),
    "changing-paths": lambda: lottie(layer(4, end=600, shapes=[changing(ring(2_000), ring(2_000, 50, 0.1), 600, 2), FILL]), end=600),
    "many-paints": lambda: lottie(layer(4, end=300, shapes=[
        group(changing(ring(50, 20 + index), ring(50, 50 + index, index / 900), 300, 2), FILL) for index in range(60)]), end=300),
    "offset-paths": lambda: lottie(turning(shape(zigzag(900), curve=3), {"ty": "op", "a": moving([1], [9], 100), "lj": 2}, FILL, end=100), end=100),
    "zigzags": lambda: lottie(turning(shape(ring(300), curve=3), {"ty": "zz", "s": still(3), "r": moving([9], [900], 100)}, FILL, end=100), end=100),
    "blended": lambda: lottie(*[turning(ELLIPSE, FILL, end=30, index=index, bm=1 + index % 15) for index in range(200)], side=1000),
    "faded": lambda: lottie(*[{**turning(*[group(ELLIPSE, FILL)] * 99, end=30, index=index), "ks": {**transform(), "o": still(50)}} for index in range(50)]),
}

# --- SVG


def svg(content, width=400, height=400, head=""):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}">{head}'
            f"{content}</svg>").encode()


def uses(levels, calls):
    """Groups that each show the one before several times."""
    groups = '<g id="a0"><circle cx="50" cy="50" r="9" fill="red"/></g>'
    for level in range(1, levels):
        groups += f'<g id="a{level}">' + f'<use xlink:href="#a{level - 1}" x="1"/>' * calls + "</g>"
    return svg(f'<defs>{groups}</defs><use xlink:href="#a{levels - 1}"/>')


def lines(count, side=400):
    return "M0 0" + "".join(f"L{index * 7919 % side} {index * 104729 % side}" for index in range(count))


def blur(deviation, count=1):
    return '<filter id="f" x="-1" y="-1" width="3" height="3">' + f'<feGaussianBlur stdDeviation="{deviation}"/>' * count + "</filter>"


SVGS = {
    "uses": lambda: uses(10, 10),
    "fewer-uses": lambda: uses(16, 2),
    "styled-uses": lambda: svg(f'<style>rect{{fill:url(#p0)}}</style>' + "".join(
        f'<pattern id="p{level}" width="9" height="9" patternUnits="userSpaceOnUse">'
        + f'<rect width="5" height="5" fill="url(#p{level + 1})"/>' * 10 + "</pattern>"
        for level in range(9)) + '<rect width="400" height="400"/>' * 10),
    "paths": lambda: svg('<path d="M1 1L9 9L9 1Z" fill="red"/>' * 100_000),
    "unlike-paths": lambda: svg("".join(f'<path d="M{index % 397} {index % 389}L9 9L{index % 9} 1Z" fill="#{index:06x}"/>' for index in range(100_000))),
    "long-path": lambda: svg(f'<path d="{lines(300_000)}" fill="red" fill-rule="evenodd"/>'),
    "strokes": lambda: svg(f'<path d="{lines(100_000)}" fill="none" stroke="red" stroke-width="30" stroke-linejoin="round"/>'),
    "svg-dashes": lambda: svg(f'<path d="{lines(3_000)}" fill="none" stroke="red" stroke-dasharray="0.1 0.1 0.2"/>'),
    "dash-of-nothing": lambda: svg('<path d="M0 0L1e9 1e9" fill="none" stroke="red" stroke-dasharray="0.001 0.003 0.002"/>'),
    "filters": lambda: svg('<rect width="4000" height="4000" filter="url(#f)"/>' * 20, 4000, 4000, blur(50)),
    "chained-filters": lambda: svg('<rect width="4000" height="4000" filter="url(#f)"/>', 4000, 4000, blur(50, 200)),
    "turbulence": lambda: svg('<rect width="4000" height="4000" filter="url(#f)"/>', 4000, 4000,
                              '<filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="1000"/></filter>'),
    "morphology": lambda: svg('<rect width="2000" height="2000" filter="url(#f)"/>', 2000, 2000, '<filter id="f"><feMorphology radius="500"/></filter>'),
    "convolution": lambda: svg('<rect width="2000" height="2000" filter="url(#f)"/>', 2000, 2000,
                               '<filter id="f"><feConvolveMatrix order="30" kernelMatrix="' + "1 " * 900 + '"/></filter>'),
    "styled-filters": lambda: svg('<rect class="a" width="4000" height="4000"/>' * 50, 4000, 4000, blur(50) + "<style>.a{filter:url(#f)}</style>"),
    "plain-filters": lambda: svg('<rect width="4000" height="4000" style="filter:blur(40px) blur(40px)"/>' * 50, 4000, 4000),
    "masked": lambda: svg('<g mask="url(#m)">' * 60 + '<rect width="4000" height="4000"/>' + "</g>" * 60, 4000, 4000,
                          '<mask id="m"><rect width="4000" height="4000" fill="white"/></mask>'),
    "clipped": lambda: svg(f'<rect width="400" height="400" clip-path="url(#c)"/>' * 2_000, head=f'<clipPath id="c"><path d="{lines(2_000)}"/></clipPath>'),
    "patterns": lambda: svg('<rect width="4000" height="4000" fill="url(#p)"/>' * 200, 4000, 4000,
                            '<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><rect width=".5" height=".5"/></pattern>'),
    "markers": lambda: svg(f'<path d="{lines(20_000)}" marker-mid="url(#m)"/>', head='<marker id="m">' + '<circle r="3"/>' * 50 + "</marker>"),
    "svg-groups": lambda: svg('<g opacity="0.5"><rect width="4000" height="4000"/><circle r="4000"/></g>' * 300, 4000, 4000),
    "many-pictures": lambda: svg('<rect width="4000" height="4000" fill="url(#g)" clip-path="url(#c)"/><rect width="1" height="1"/>' * 99, 4000, 4000,
                                 '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
                                 '<clipPath id="c"><circle r="4000"/></clipPath>'),
    "svg-text": lambda: svg(f'<text font-size="20">{"The quick brown fox " * 20_000}</text>'),
    "large-text": lambda: svg('<text font-size="1e5" stroke="red" stroke-width="9">W</text>' * 900),
    "svg-marks": lambda: svg(f'<text font-size="20">a{"&#x301;" * 50_000}</text>'),
    "svg-canvas": lambda: svg('<rect width="9" height="9" filter="url(#f)"/>', 10**9, 10**9, blur(3)),
    "svg-pictures": lambda: svg("<image width='4000' height='4000' preserveAspectRatio='none' href='data:image/png;base64,"
                                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='/>" * 200, 4000, 4000),
    "svg-entities": lambda: (b'<!DOCTYPE svg [<!ENTITY a "<g><rect width=\'9\' height=\'9\'/></g>">' + b"".join(
        b'<!ENTITY %s "%s">' % (b"bcdefgh"[at:at + 1], (b"&%s;" % b"abcdefg"[at:at + 1]) * 10) for at in range(7)) + b"]>" + svg("&h;")),
    "selectors": lambda: svg('<g class="a b"><rect class="c" width="9" height="9"/></g>' * 3_000, head="<style>" + "".join(
        f".a .b{index},g>.c{index},.a .c{{fill:red}}" for index in range(1_000)) + "</style>"),
}

# --- Pictures that follow each other


def flat_lzw(count, color=1):
    """What GIF makes of so many pixels of one color."""
    bits, filled, text = 0, 0, bytearray()

    def put(code, width):
        nonlocal bits, filled
        bits |= code << filled
        filled += width
        while filled >= 8:
            text.append(bits & 255)
            bits >>= 8
            filled -= 8

    left, width, next_code, run = count, 3, 6, 1
    put(4, 3)
    while left > 0:
        # Each code says one pixel more than the one before.
        length = min(run, left)
        put(color if length == 1 else 4 + length, width)
        left -= length
        if run > 1:
            next_code += 1
        run += 1
        if next_code == 1 << width and width < 12:
            width += 1
        if next_code >= 4094:
            put(4, width)
            width, next_code, run = 3, 6, 1
    put(5, width)
    if filled:
        text.append(bits & 255)
    return bytes(text)


def gif(side, frames, area=None):
    area = area or side
    head = b"GIF89a" + struct.pack("<HH", side, side) + b"\xf1\0\0" + bytes([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
    looks = []
    for color in (1, 2):
        packed = flat_lzw(area * area, color)
        blocks = b"".join(bytes([len(packed[at:at + 255])]) + packed[at:at + 255] for at in range(0, len(packed), 255))
        looks.append(b"!\xf9\4\4\5\0\0\0,\0\0\0\0" + struct.pack("<HH", area, area) + b"\0\2" + blocks + b"\0")
    return head + b"".join(looks[index % 2] for index in range(frames)) + b";"


def moving_gif(side, frames):
    """One pixel that is in another place in each frame, so that no two frames are alike."""
    head = b"GIF89a" + struct.pack("<HH", side, side) + b"\xf1\0\0" + bytes([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
    pixel = flat_lzw(1)
    one = b"!\xf9\4\4\5\0\0\0," + b"%s" + struct.pack("<HH", 1, 1) + b"\0\2" + bytes([len(pixel)]) + pixel + b"\0"
    return head + b"".join(one % struct.pack("<HH", index * 7919 % side, index * 104729 % side) for index in range(frames)) + b";"


def png_chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def apng(side, frames, area=None):
    area = area or side
    looks = []
    for color in (1, 2):
        rows = zlib.compressobj(9)
        looks.append(b"".join(rows.compress(b"\0" + bytes([color]) * area) for _ in range(area)) + rows.flush())
    text = bytearray(b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 3, 0, 0, 0)))
    text += png_chunk(b"PLTE", bytes([0, 0, 0, 255, 0, 0, 0, 255, 0])) + png_chunk(b"acTL", struct.pack(">II", frames, 0))
    sequence = 0
    if area < side:
        first = zlib.compress(bytes((side + 1) * side), 9)
        text += png_chunk(b"IDAT", first)
    for index in range(frames):
        text += png_chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, area, area, 0, 0, 1, 20, 0, 0))
        sequence += 1
        if index == 0 and area == side:
            text += png_chunk(b"IDAT", looks[0])
        else:
            text += png_chunk(b"fdAT", struct.pack(">I", sequence) + looks[index % 2])
            sequence += 1
    return bytes(text + png_chunk(b"IEND", b""))


def riff_chunk(name, content):
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def webp(side, frames, area=None):
    area = area or side
    looks = []
    for green in (0, 200):
        bits = (area - 1) | (area - 1) << 14 | 1 << 28
        at = 32
        # No transforms, no cache, one group of codes; each code has one symbol of eight bits.
        at += 3
        for symbol in (green, 200, 0, 255):
            bits |= (1 | 0 << 1 | 1 << 2 | symbol << 3) << at
            at += 11
        bits |= 1 << at
        at += 4
        looks.append(riff_chunk(b"VP8L", b"\x2f" + bits.to_bytes((at + 7) // 8 + 1, "little")))
    three = lambda number: struct.pack("<I", number)[:3]
    head = riff_chunk(b"VP8X", struct.pack("<I", 0x12) + three(side - 1) + three(side - 1)) + riff_chunk(b"ANIM", bytes(6))
    images = [three(0) * 2 + three(area - 1) * 2 + three(50) + b"\2" + look for look in looks]
    content = b"WEBP" + head + b"".join(riff_chunk(b"ANMF", images[index % 2]) for index in range(frames))
    return riff_chunk(b"RIFF", content)


PICTURES = {
    "small-pictures.gif": lambda: gif(4000, 3000, 1),
    "pictures.gif": lambda: gif(1000, 3000),
    "large-pictures.gif": lambda: gif(4000, 60),
    "unlike-pictures.gif": lambda: moving_gif(1000, 2000),
    "large-unlike-pictures.gif": lambda: moving_gif(4000, 60),
    "many-pictures.gif": lambda: gif(9, 90_000),
    "many-unlike-pictures.gif": lambda: moving_gif(99, 9_000),
    "pictures.png": lambda: apng(1000, 3000),
    "small-pictures.png": lambda: apng(4000, 3000, 1),
    "large-pictures.png": lambda: apng(4000, 60),
    "many-pictures.png": lambda: apng(9, 90_000),
    "pictures.webp": lambda: webp(1000, 3000),
    "small-pictures.webp": lambda: webp(4000, 3000, 2),
    "large-pictures.webp": lambda: webp(4000, 20),
    "largest-pictures.webp": lambda: webp(16_383, 20),
    "many-pictures.webp": lambda: webp(9, 90_000),
}

"""Each file's name, and what makes it."""
IMPORTS = {
    **{f"{name}.json": make for name, make in LOTTIES.items()},
    **{f"{name}.svg": make for name, make in SVGS.items()},
    **PICTURES,
}
