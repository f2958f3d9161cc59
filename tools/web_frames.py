"""The frames that svga.js draws in a browser beside those of `svga render`, and the conformance suite in the browser. For tools/web-player."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

from measure import Failed, check, read_json
from pictures import gray_similarity
from web_pages import Browser, available

MINIMUM_SSIM = 0.995
CONFORMANCE_SECONDS = 900


def reference_frames(svga, path, numbers, folder):
    """The frames of `svga render` with these numbers, as RGBA with straight alpha, and their size."""
    width, height = rendered_size(svga, path, folder)
    raw = f"{folder}/frames.rgba"
    check(svga, "render", path, "-o", raw, "--frames", ",".join(map(str, numbers)), "-q", "--force")
    return numpy.fromfile(raw, numpy.uint8).reshape(len(numbers), height, width, 4)


def rendered_size(svga, path, folder):
    """The width and height of the frames of `svga render`, from the header of a PNG."""
    picture = f"{folder}/size.png"
    check(svga, "render", path, "-o", picture, "--frame", "0", "-q", "--force")
    header = Path(picture).read_bytes()[16:24]
    return int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")


def compared(browser, options, path, folder):
    """The lowest SSIM of a file, its frame, and how many frames were compared; or a text that says why it does not play."""
    count = read_json(options.svga, "inspect", path, "--json")["frames"]
    numbers = list(range(0, count, options.every))
    frames = reference_frames(options.svga, path, numbers, folder)
    height, width = frames.shape[1:3]
    address = browser.server.add(path)
    opened = browser.page.value(f"harness.open({json.dumps(address)}, {width}, {height})")
    if "error" in opened:
        return f"does not open: {opened['error']}"
    if opened["frames"] != count:
        return f"has {opened['frames']} frames instead of {count}"
    lowest, worst = 1.0, 0
    for number, expected in zip(numbers, frames):
        size = browser.page.value(f"harness.frame({number}, '/sent/frame')")
        if size != [width, height]:
            return f"draws {size} at frame {number} instead of {width} × {height} pixels"
        drawn = numpy.frombuffer(browser.server.sent["sent/frame"], numpy.uint8).reshape(height, width, 4)
        similarity = gray_similarity(expected, drawn)
        if options.keep and similarity < MINIMUM_SSIM:
            keep(options.keep, f"{browser.name}-{Path(path).stem}-{number:05}", expected, drawn)
        if similarity < lowest:
            lowest, worst = similarity, number
    return lowest, worst, len(numbers)


def keep(folder, name, expected, drawn):
    """Writes a frame of `svga render` beside that of the browser."""
    from PIL import Image
    Path(folder).mkdir(parents=True, exist_ok=True)
    gap = numpy.zeros((expected.shape[0], 8, 4), numpy.uint8)
    Image.fromarray(numpy.concatenate([expected, gap, drawn], 1)).save(f"{folder}/{name}.png")


def frames(options):
    """Compares files in each browser. Returns what is wrong."""
    faults = []
    print("| movie | browser | frames | lowest SSIM | worst frame |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in available(options.browsers):
            with Browser(name) as browser:
                browser.harness()
                for path in options.files:
                    stem = Path(path).stem
                    try:
                        result = compared(browser, options, path, folder)
                    except Failed as error:
                        result = str(error)
                    if isinstance(result, str):
                        faults.append(f"{stem} in {name} {result}")
                        print(f"| {stem} | {name} | | {result} | |", flush=True)
                        continue
                    lowest, worst, count = result
                    print(f"| {stem} | {name} | {count} | {lowest:.4f} | {worst} |", flush=True)
                    if lowest < MINIMUM_SSIM:
                        faults.append(f"{stem} in {name} has an SSIM of {lowest:.4f} at frame {worst}")
    return faults


def conformance(options):
    """Runs the conformance suite in each browser. Returns what is wrong."""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        suite = options.suite
        if not suite:
            suite = f"{folder}/suite"
            program = Path(options.svga).with_name("svga-conformance")
            if not program.exists():
                sys.exit(f"web-player: there is no {program}; run make conformance, or name a suite with --suite")
            subprocess.run([program, suite], check=True, stdout=subprocess.DEVNULL)
        for name in available(options.browsers):
            with Browser(name) as browser:
                faults += run_suite(browser, suite, options)
    return faults


def run_suite(browser, suite, options):
    browser.server.folders["suite/"] = Path(suite)
    only = f"&only={','.join(options.only)}" if options.only else ""
    browser.open(f"suite/web/index.html?adapter=/pages/conformance.js{only}")
    deadline = time.monotonic() + CONFORMANCE_SECONDS
    while not browser.page.value("Boolean(window.conformance?.isComplete)"):
        if time.monotonic() > deadline:
            return [f"{browser.name} does not complete the suite within {CONFORMANCE_SECONDS} s"]
        time.sleep(0.5)
    report = browser.page.value("conformance")
    if "error" in report:
        return [f"{browser.name}: {report['error']}"]
    cases = report["cases"]
    for level in ("core", "decided", "robust"):
        chosen = [case for case in cases if case["level"] == level]
        print(f"{browser.name}: {level} {sum(case['isRight'] for case in chosen)} of {len(chosen)}")
    for case in cases:
        if not case["isRight"]:
            reason = next((each["reason"] for each in case["frames"] if not each["isRight"]), "")
            print(f"    {case['level']} {case['id']} [{case['class']}]: {reason}", flush=True)
    failed = [case["id"] for case in cases if not case["isRight"] and case["level"] != "robust"]
    return [f"{browser.name} fails {len(failed)} core or decided tests: {', '.join(failed)}"] if failed else []
