"""Load time, milliseconds per frame, memory and bytes of svga.js beside other web players in one Chromium. For tools/web-player."""

import gzip
import json
import math
import statistics
import tempfile
from pathlib import Path

import web_pages
from measure import ROOT
from web_frames import rendered_size
from web_pages import Browser, missing

WARM, MEASURED = 200, 500
"""Frames are drawn for so many milliseconds, and at least all of them once."""

SLOW = 0.95
"""Files on which svga.js is slower than this are listed."""

FLOOR = "floor"
"""Gets the bytes of a file and clears a canvas: what no player can avoid."""

NAMES = {"ours": "svga.js", "web": "SVGAPlayer-Web", "lite": "SVGAPlayer-Web-Lite 1.5"}


class Tabs:
    """Opens a page in a renderer process of its own, so that its memory can be read."""

    def __init__(self, browser):
        self.browser, self.page = browser, browser.page
        self.first = self.page.session

    def renderers(self):
        session, self.page.session = self.page.session, None
        found = self.page.send("SystemInfo.getProcessInfo")["processInfo"]
        self.page.session = session
        return {process["id"] for process in found if process["type"] == "renderer"}

    def open(self, path):
        """Opens a page in a new tab. Returns its target and its process."""
        before = self.renderers()
        self.page.session = None
        target = self.page.send("Target.createTarget", url="about:blank")["targetId"]
        self.page.session = self.page.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.browser.open(path)
        self.page.wait("window.isReady")
        new = self.renderers() - before
        return target, new.pop() if new else None

    def close(self, target):
        self.page.session = None
        self.page.send("Target.closeTarget", targetId=target)
        self.page.session = self.first


def private_bytes(process):
    """The memory that only a process has."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Private_"))


def descendants(process):
    """A process with all processes that it has started."""
    found = [process]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            try:
                found += [int(child) for child in task.read_text().split()]
            except OSError:
                pass  # it has ended
    return found


def processor_milliseconds(processes):
    """The processor time of all threads of some processes."""
    total = 0
    for process in processes:
        for path in Path(f"/proc/{process}/task").glob("*/schedstat"):
            try:
                total += int(path.read_text().split()[0])
            except OSError:
                pass  # it has ended
    return total / 1e6


def opened(tabs, player, warm):
    """Opens a page, and loads another movie, which compiles the player's code. Returns the tab, its process and its memory before that."""
    target, process = tabs.open(f"pages/bench.html?player={player}")
    before = private_bytes(process) if process else 0
    tabs.page.value(f"measureLoad({json.dumps(warm)}, 100, 100)")
    tabs.page.value("closeFile()")
    return target, process, before


def measured_once(tabs, player, address, size, warm):
    """Load and frame time, the processor time of both, all in milliseconds, and the memory of a new page with the file open, in MB.

    Each measurement is in a page of its own: the browser keeps decoded images, and another load of the same file would find them.
    """
    value = tabs.page.value
    target, process, before = opened(tabs, player, warm)
    try:
        processes = descendants(tabs.page.process.pid)
        start = processor_milliseconds(processes)
        result = value(f"measureLoad({json.dumps(address)}, {size[0]}, {size[1]})")
        if "error" in result:
            return result
        times = {"load": result["time"], "load processor": processor_milliseconds(processes) - start, "frames": result["frames"]}
        if player == FLOOR:
            return times
        # Decodes the images of all frames, and compiles the code that draws them.
        if "error" in (result := value(f"measureFrames({WARM})")):
            return result
        start = processor_milliseconds(processes)
        if "error" in (result := value(f"measureFrames({MEASURED})")):
            return result
        times |= {"frame": result["time"], "frame processor": (processor_milliseconds(processes) - start) / result["drawn"]}
        if process:
            tabs.page.send("HeapProfiler.collectGarbage")
            times["memory"] = (private_bytes(process) - before) / 1e6
        return times
    finally:
        tabs.close(target)


def measured(tabs, players, address, size, rounds, warm):
    """The medians of each player over all rounds, and in "spread" the largest quotient of two rounds. The players take turns, so that what slows the
    machine for a while slows all of them."""
    found = {player: [] for player in players}
    for round in range(rounds):
        for player in players if round % 2 == 0 else reversed(players):
            if not any("error" in each for each in found[player]):
                found[player].append(measured_once(tabs, player, address, size, warm))
    return {player: medians(each) for player, each in found.items()}


def medians(rounds):
    """The median of each value, or the error of a round."""
    for each in rounds:
        if "error" in each:
            return each
    result = {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}
    times = [name for name in ("load processor", "frame processor") if all(each.get(name, 0) > 0 for each in rounds)]
    return result | {"spread": {name: max(each[name] for each in rounds) / min(each[name] for each in rounds) for name in times}}


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def shown(result):
    if "error" in result:
        return f"fails: {result['error'][:60]}"
    return (f"{result['load']:.1f} ({result['load processor']:.1f}), {result['frame']:.2f} ({result['frame processor']:.2f}) ms, "
            f"{result.get('memory', 0):.0f} MB")


def sizes(files):
    print("\n| player | bytes | gzipped |\n|---|---|---|")
    for player, path in files.items():
        data = path.read_bytes()
        print(f"| {NAMES[player]} ({path.name}) | {len(data)} | {len(gzip.compress(data, 9))} |")


def add_own_times(results):
    """Adds the processor time of loading without what no player can avoid."""
    for row in results.values():
        least = row.pop(FLOOR)["load processor"]
        for each in row.values():
            if "error" not in each:
                each["own load processor"] = each["load processor"] - least


def ratios(player, results):
    """How many times as fast svga.js is as another player, over the files that both play."""
    both = {Path(path).stem: each for path, each in results.items() if "error" not in each["ours"] and "error" not in each[player]}
    for what in ("load", "load processor", "own load processor", "frame", "frame processor", "memory"):
        # A movie of one frame is drawn once.
        values = {name: each[player][what] / each["ours"][what] for name, each in both.items()
                  if each[player].get(what, 0) > 0 and each["ours"].get(what, 0) > 0 and (not what.startswith("frame") or each["ours"]["frames"] > 1)}
        if values:
            slow = ", ".join(f"{name} {value:.2f}" for name, value in sorted(values.items(), key=lambda item: item[1]) if value < SLOW)
            print(f"{NAMES[player]}, {what}{' time' if 'processor' in what else ''}: {geometric_mean(list(values.values())):.2f} times ours in geometric mean "
                  f"over {len(values)} files, least {min(values.values()):.2f}{'; below ' + str(SLOW) + ': ' + slow if slow else ''}")


def spread(results):
    """How much the rounds of one file and one player differ."""
    for what in ("load processor", "frame processor"):
        values = sorted(each["spread"][what] for row in results.values() for each in row.values() if what in each.get("spread", {}))
        if values:
            print(f"{what} time: the slowest round took {statistics.median(values):.2f} times as long as the fastest one in median, {values[-1]:.2f} at most")


def bench(options):
    """Prints the tables: times and, in parentheses, processor times. Nothing is a fault but a file that svga.js does not play."""
    if reason := missing("chromium"):
        print(f"web-player: skipped: {reason}")
        return []
    files = {"ours": web_pages.PLAYER}
    files |= {name: path for name, path in (("web", options.web), ("lite", options.lite)) if path}
    results, faults = {}, []
    print(f"| movie | {' | '.join(NAMES[player] for player in files)} |\n|---|{'---|' * len(files)}")
    with tempfile.TemporaryDirectory() as folder:
        with Browser("chromium") as browser:
            for name, path in [("web", options.web), ("lite", options.lite), ("zip", options.zip)]:
                if path:
                    browser.server.files[f"other/{name}.js"] = path
            tabs = Tabs(browser)
            warm, warm_archive = (browser.server.add(f"{ROOT}/samples/{name}.svga") for name in ("like", "features/gift-1x-json"))
            for path in options.files:
                size = rendered_size(options.svga, path, folder)
                address = browser.server.add(path)
                is_archive = Path(path).read_bytes().startswith(b"PK")
                row = measured(tabs, [*files, FLOOR], address, size, options.rounds, warm_archive if is_archive else warm)
                results[path] = row
                print(f"| {Path(path).stem} | {' | '.join(shown(row[player]) for player in files)} |", flush=True)
                if "error" in row["ours"]:
                    faults.append(f"svga.js does not play {Path(path).stem}: {row['ours']['error']}")
    print()
    add_own_times(results)
    for player in files:
        if player != "ours":
            ratios(player, results)
    spread(results)
    sizes(files)
    return faults
