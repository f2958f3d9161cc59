"""Broken files in svga.js, and pages with many players: hangs, scripts, long tasks, memory, accessibility. For tools/web-player."""

import base64
import json
import random
import threading
import zlib
from pathlib import Path

from measure import ROOT, samples
from mutations import mutant
from web_pages import Browser, available, missing
from wire import number, part, png, real

HANG_SECONDS = 2
KILL_SECONDS = 60
LONG_TASK = 50
# How far a sound may be from the picture, in seconds.
MAXIMUM_LATE = 0.1
PLAYERS = 50
# Growth of the heap that caches and statistics of the browser explain, in bytes.
HEAP_GROWTH = 1_000_000
# The same for all memory of the process: decoded images and canvases as well.
PROCESS_GROWTH = 30_000_000
SCRIPTS = ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "javascript:alert(1)", "'\"><svg onload=alert(1)>", "${alert(1)}",
           "url(javascript:alert(1))", "__proto__", "constructor", "\u202e\0key"]


def script_movie():
    """A movie whose keys, paths and version are scripts."""
    size = part(2, real(1, 60) + real(2, 60) + number(3, 20) + number(4, 2))
    images = b"".join(part(3, part(1, key.encode()) + part(2, png(4, 4))) for key in SCRIPTS)
    frame = real(1, 1) + part(2, real(3, 40) + real(4, 40)) + part(4, SCRIPTS[1].encode())
    shape = part(5, number(1, 0) + part(2, part(1, b"M0 0L9 9<script>alert(1)</script>Z")))
    sprites = b"".join(part(4, part(1, key.encode()) + 2 * part(2, frame + shape)) for key in SCRIPTS)
    return part(1, SCRIPTS[0].encode()) + size + images + sprites


def hostile_files(options):
    """Pairs of a name and bytes."""
    if options.files:
        return [(Path(path).name, Path(path).read_bytes()) for path in options.files]
    root, cases = Path(ROOT), Path(ROOT).parent / "shared" / "cases"
    found = [*sorted((root / "Tests/Fuzz").rglob("*")), *(sorted(cases.iterdir()) if cases.is_dir() else [])]
    files = [(path.name, path.read_bytes()) for path in found if path.is_file() and path.suffix not in (".md", ".py")]
    files.append(("scripts", zlib.compress(script_movie())))
    rng = random.Random(options.seed)
    originals = [Path(path).read_bytes() for path in samples()]
    files += [(f"mutant-{index}", mutant(rng.choice(originals), rng)) for index in range(options.mutants)]
    return files


class Guarded:
    """A browser that is ended when it does not answer, and started again."""

    def __init__(self, name):
        self.name, self.browser, self.count = name, None, 0

    def attack(self, content):
        """What playing a file gives, or None after a crash or a hang."""
        if not self.browser:
            self.browser = Browser(self.name)
            self.browser.harness()
        # svga.js remembers the movie of a URL, so each file has its own.
        self.count += 1
        address = f"files/hostile/{self.count}.svga"
        self.browser.server.files = {address: content}
        expression = f"harness.attack('/{address}')"
        timer = threading.Timer(KILL_SECONDS, self.browser.page.kill)
        timer.start()
        try:
            return self.browser.page.value(expression)
        except (SystemExit, OSError):
            self.close()
            return None
        finally:
            timer.cancel()

    def processor_time(self, content):
        """The milliseconds of processor time of the longest task while the page is attacked, in Chromium."""
        page = self.browser.page
        _, tasks = traced(page, lambda: self.attack(content))
        return max((used for _, used in tasks), default=0)

    def close(self):
        if self.browser:
            self.browser.__exit__()
        self.browser = None


def fault_of(result):
    """What is wrong with an attacked page, or None."""
    if result is None:
        return f"crashes the page, or hangs it for {KILL_SECONDS} s"
    if result["attacks"]:
        return f"runs a script: {result['attacks'][0]}"
    if result["blocked"] > 1000 * HANG_SECONDS:
        return f"hangs the page for {result['blocked'] / 1000:.1f} s"
    if result.get("error") == "late":
        return "is not loaded within 30 s"
    if "error" in result and not result["isTyped"]:
        return f"throws what is no SVGAError: {result['error']}"
    if result["added"]:
        return f"leaves {result['added']} elements on the page"
    return None


def hostile(options):
    faults = []
    files = hostile_files(options)
    for name in available(options.browsers):
        guarded = Guarded(name)
        opened, longest, slowest = 0, 0.0, ""
        for file, content in files:
            result = guarded.attack(content)
            if result and result["blocked"] > 1000 * HANG_SECONDS and name == "chromium":
                # On a busy machine elapsed time says little.
                result["blocked"] = guarded.processor_time(content)
            if fault := fault_of(result):
                faults.append(f"{file} in {name} {fault}")
                print(f"{name}: {file} {fault}", flush=True)
                keep(options.keep, file, content)
            if result:
                opened += "error" not in result
                if result["blocked"] > longest:
                    longest, slowest = result["blocked"], file
        guarded.close()
        print(f"{name}: {len(files)} files, {opened} of them play; the longest task took {longest:.0f} ms ({slowest})", flush=True)
    return faults


def keep(folder, name, content):
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, f"{name}.svga").write_bytes(content)


# Pages


def heap(page):
    """The bytes of JavaScript objects that are alive."""
    for _ in range(3):
        page.send("HeapProfiler.collectGarbage")
    return page.send("Runtime.getHeapUsage")["usedSize"]


def instances(page, prototype):
    """How many objects are alive that have a prototype."""
    found = page.send("Runtime.evaluate", expression=prototype)["result"]["objectId"]
    objects = page.send("Runtime.queryObjects", prototypeObjectId=found, objectGroup="counted")["objects"]["objectId"]
    count = page.send("Runtime.callFunctionOn", objectId=objects, functionDeclaration="function () { return this.length; }", returnByValue=True)
    page.send("Runtime.releaseObjectGroup", objectGroup="counted")
    return count["result"]["value"]


def traced(page, work):
    """The result of work, and the tasks of the page's main thread meanwhile: pairs of elapsed and processor milliseconds.

    Other programs on the machine make elapsed times longer, but not processor times.
    """
    page.send("Tracing.start", transferMode="ReturnAsStream", traceConfig={"includedCategories": ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"]})
    result = work()
    page.send("Tracing.end")
    while (message := page.read()).get("method") != "Tracing.tracingComplete":
        pass
    text, handle = [], message["params"]["stream"]
    while True:
        chunk = page.send("IO.read", handle=handle)
        text.append(base64.b64decode(chunk["data"]).decode() if chunk.get("base64Encoded") else chunk["data"])
        if chunk["eof"]:
            break
    page.send("IO.close", handle=handle)
    events = json.loads("".join(text))["traceEvents"]
    mains = {(each["pid"], each["tid"]) for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"}
    tasks = [each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) in mains]
    return result, [(each.get("dur", 0) / 1000, each.get("tdur", each.get("dur", 0)) / 1000) for each in tasks]


def many_players(browser, addresses):
    """50 players that scroll, and what remains after destroy."""
    page, faults = browser.page, []
    browser.open("pages/many.html")
    page.wait("window.many")
    # What the code itself needs is loaded before the heap is measured.
    page.value(f"many.add({json.dumps(addresses)}, {len(addresses)}).then(many.remove)")
    before = heap(page)
    page.value(f"many.add({json.dumps(addresses)}, {PLAYERS})")
    loaded = heap(page)
    page.value("new Promise((resolve) => setTimeout(resolve, 1000))")
    told, tasks = traced(page, lambda: page.value("many.scroll(6)"))
    long = [used for _, used in tasks if used > LONG_TASK]
    elapsed = [duration for duration, _ in tasks if duration > LONG_TASK]
    playing = sum(each["isPlaying"] for each in page.value("many.state()"))
    print(f"{PLAYERS} players, {playing} playing, while scrolling: longest task {max((used for _, used in tasks), default=0):.0f} ms of processor time; "
          f"{len(long)} of {len(tasks)} tasks over {LONG_TASK} ms ({len(elapsed)} in elapsed time); a frame of the page every {told['mean']:.1f} ms")
    if long:
        faults.append(f"{len(long)} tasks over {LONG_TASK} ms with {PLAYERS} players, longest {max(long):.0f} ms")
    page.value("many.remove()")
    page.value("new Promise((resolve) => setTimeout(resolve, 300))")
    after = heap(page)
    left, canvases = instances(page, "many.SVGAPlayer.prototype"), instances(page, "HTMLCanvasElement.prototype")
    print(f"heap: {before / 1e6:.2f} MB before, {loaded / 1e6:.2f} MB with {PLAYERS} players, {after / 1e6:.2f} MB after destroy; "
          f"{left} players and {canvases} canvases are alive")
    if left:
        faults.append(f"{left} destroyed players are still alive")
    if after > before + HEAP_GROWTH:
        faults.append(f"the heap is {(after - before) / 1e6:.1f} MB larger after destroy")
    faults += page.value(f"many.outOfOrder({json.dumps(addresses[0])}, {json.dumps(addresses[1])})")
    page.value(f"many.add({json.dumps(addresses)}, {len(addresses)}).then(many.drop)")
    page.value("new Promise((resolve) => setTimeout(resolve, 300))")
    dropped = heap(page)
    left = instances(page, "many.SVGAPlayer.prototype")
    print(f"elements that are only removed from the page: {dropped / 1e6:.2f} MB afterward; {left} players are alive")
    return [*faults, f"{left} players of removed elements are still alive"] if left else faults


def many_opens(browser, address, opens):
    page = browser.page
    browser.harness()
    page.value(f"harness.openOften({json.dumps(address)}, {opens // 10})")
    before, private = heap(page), renderer_bytes(browser)
    page.value(f"harness.openOften({json.dumps(address)}, {opens})")
    after = heap(page)
    growth = renderer_bytes(browser) - private
    nodes = page.send("Memory.getDOMCounters")
    print(f"{opens} opens: heap {before / 1e6:.2f} MB before, {after / 1e6:.2f} MB after, the process {growth / 1e6:+.1f} MB; "
          f"{nodes['nodes']} nodes, {nodes['jsEventListeners']} listeners")
    faults = [f"the heap grows by {(after - before) / 1e6:.1f} MB in {opens} opens"] if after > before + HEAP_GROWTH else []
    return [*faults, f"the process grows by {growth / 1e6:.0f} MB in {opens} opens"] if growth > PROCESS_GROWTH else faults


def renderer_bytes(browser):
    """The memory of all pages' processes that no other process has."""
    from web_bench import Tabs, private_bytes
    return sum(map(private_bytes, Tabs(browser).renderers()))


def axe_source():
    try:
        import axe_core_python
    except ImportError:
        return None
    return Path(axe_core_python.__file__).with_name("axe.min.js").read_text()


def accessibility(browser, path):
    """The violations that axe finds on a page."""
    source = axe_source()
    if not source:
        print("web-player: axe is skipped: the Python package axe-core-python is not installed; run make test-tools")
        return []
    browser.page.value(f"void (() => {{ {source} }})()")
    result = browser.page.value("axe.run().then(({ violations, passes }) => [violations.map(each => [each.id, each.nodes.map(node => node.html)]), passes.length])")
    print(f"axe: {path}: {result[1]} rules pass, {len(result[0])} are violated")
    return [f"axe: {path}: {rule}: {nodes[0][:120]}" for rule, nodes in result[0]]


def press(page, key, code):
    for kind in ("keyDown", "keyUp"):
        page.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text="\r" if key == "Enter" and kind == "keyDown" else "")


def sample_page(browser):
    """The plain sample: accessibility, and its buttons with the keyboard."""
    page, faults = browser.page, []
    browser.open("samples/web/plain.html")
    page.wait("document.querySelector('svga-player')?.player?.frame >= 0")
    faults += accessibility(browser, "samples/web/plain.html")
    page.value("document.body.focus()")
    for _ in range(10):
        press(page, "Tab", 9)
        if page.value("document.activeElement?.id === 'toggle'"):
            break
    else:
        return [*faults, "samples/web/plain.html: Tab does not reach the button"]
    before = page.value("document.querySelector('svga-player').player.isPlaying")
    press(page, "Enter", 13)
    page.value("new Promise((resolve) => setTimeout(resolve, 100))")
    after = page.value("document.querySelector('svga-player').player.isPlaying")
    print(f"keyboard: Tab and Enter {'pause' if before else 'play'} the movie: {before != after}")
    return faults if before != after else [*faults, "samples/web/plain.html: Enter on the button changes nothing"]


def reduced_motion(browser, address):
    """autoplay does not play for a user who prefers reduced motion; play() does."""
    page, faults = browser.page, []
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.open("pages/many.html")
    page.wait("window.many")
    page.value(f"many.add([{json.dumps(address)}], 1)")
    page.value("new Promise((resolve) => setTimeout(resolve, 500))")
    if page.value("many.state()[0].isPlaying"):
        faults.append("autoplay plays although the user prefers reduced motion")
    page.value("document.querySelector('svga-player').player.play().then(() => new Promise((resolve) => setTimeout(resolve, 300)))")
    if not page.value("many.state()[0].isPlaying"):
        faults.append("play() does not play if the user prefers reduced motion")
    page.send("Emulation.setEmulatedMedia", features=[])
    print(f"reduced motion: {'; '.join(faults) or 'autoplay waits, play() plays'}")
    return faults


def sound(address):
    """A browser blocks sound until a click. Then it plays in time with the picture."""
    with Browser("chromium", flags=()) as browser:
        page, faults = browser.page, []
        browser.server.folders["samples/"] = Path(ROOT) / "samples"
        browser.harness()
        page.value(f"harness.listen({json.dumps(address)})")
        page.value("new Promise((resolve) => setTimeout(resolve, 2500))")
        if page.value("[sound.isBlocked, sound.events.includes('sound-blocked'), sound.starts.length]") != [True, True, 0]:
            faults.append(f"before a click: {page.value('JSON.stringify(sound)')}")
        for kind in ("mousePressed", "mouseReleased"):
            page.send("Input.dispatchMouseEvent", type=kind, x=150, y=150, button="left", clickCount=1)
        page.value("harness.player.resumeSound()")
        page.value("new Promise((resolve) => setTimeout(resolve, 4000))")
        starts = page.value("(sound.stop(), sound.starts)")
        if page.value("sound.isBlocked") or not starts:
            return [*faults, "no sound plays after a click"]
        # The sound of the sample begins at frame 30 of 30 per second.
        late = max(abs(each["time"] - 1 - each["offset"]) for each in starts)
        print(f"sound: blocked until a click; then {len(starts)} starts, at most {1000 * late:.0f} ms from the picture")
        return [*faults, f"a sound is {1000 * late:.0f} ms from the picture"] if late > MAXIMUM_LATE else faults


def page(options):
    if reason := missing("chromium"):
        print(f"web-player: skipped: {reason}")
        return []
    with Browser("chromium") as browser:
        browser.server.folders["samples/"] = Path(ROOT) / "samples"
        browser.server.files["samples/web/svga.js"] = b'export * from "/web/svga.js";'
        addresses = [f"/samples/{name}" for name in ("gift.svga", "like.svga", "features/badge.svga", "features/clips.svga", "features/mattes.svga")]
        faults = many_players(browser, addresses)
        faults += many_opens(browser, addresses[2], options.opens)
        faults += reduced_motion(browser, addresses[2])
        faults += sample_page(browser)
    return faults + sound("/samples/features/gift-sound.svga")

