"""Scenes that are copied, pickled, set and drawn by many threads, and exports that are cancelled in every way, also by the end of Python.

A short form in `ci/bindings`; SVGA_STRESS=1 runs all of it: 2000 scenes, 10 000 settings. What is drawn is held against a scene of a movie of
its own. Each test prints what it did.
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
import weakref
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import svga

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
GIFT = SAMPLES / "features" / "gift-mattes.svga"
PHOTO = SAMPLES / "photo.jpg"

IS_WHOLE = os.environ.get("SVGA_STRESS", "") not in ("", "0")
SCENES = 2000 if IS_WHOLE else 300
SETTINGS = 10_000
CHILDREN = 20 if IS_WHOLE else 2
# What takes longer hangs, in seconds. Two thousand exports take seven minutes where ten programs share a processor.
_HANG = 3600
THREADS = 8

# What scenes are set to. Each names the same options, so that a scene that was set to one of them and then to another is a scene of the other.
FACES = [np.full((8, 8, 4), (40 * face, 200 - 30 * face, 90, 255), np.uint8) for face in range(4)]
SETS: list[dict[str, Any]] = [
    {
        "size": 24 + 9 * index,
        "set_text": {"name": f'Ann "{index}" = \u0301'},
        "set_image": {"user1": svga.Picture(FACES[index % 4], mask="circle")},
        "background": f"#{index}{index}8844",
    }
    for index in range(8)
]
FRAMES = [0, 45, 66]


def fresh(which: int, frame: int) -> bytes:
    """What a scene of a movie of its own draws: its size and its pixels."""
    return content(svga.open(GIFT).scene(**SETS[which]).render(frame))


def content(frame: svga.Frame) -> bytes:
    return f"{frame.shape}".encode() + frame.tobytes()


def draw(scene: svga.Scene, frame: int) -> bytes:
    return content(scene.render(frame))


def resident() -> int:
    """What the process has in memory, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Stress(unittest.TestCase):
    expected: dict[tuple[int, int], bytes] = {}

    @classmethod
    def setUpClass(cls) -> None:
        cls.expected = {(which, frame): fresh(which, frame) for which in range(len(SETS)) for frame in FRAMES}
        assert len(set(cls.expected.values())) == len(cls.expected)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.rglob("*"))

    # Threads.

    def test_scenes_copied_pickled_and_set_by_threads_draw_like_new_ones(self) -> None:
        movie = svga.open(GIFT)
        shared = [movie.scene(**options) for options in SETS]
        kinds = ["same", "copy", "deepcopy", "pickle", "old pickle", "set copy", "set deepcopy", "set pickle", "moved"]
        counts = dict.fromkeys(kinds, 0)
        wrong: list[str] = []

        def work(index: int) -> None:
            choice = random.Random(index)
            which, frame, kind = choice.randrange(len(SETS)), choice.choice(FRAMES), kinds[index % len(kinds)]
            start = shared[choice.randrange(len(SETS)) if kind.startswith("set") else which]
            match kind.split()[-1]:
                case "copy":
                    scene = copy.copy(start)
                case "deepcopy":
                    scene = copy.deepcopy({"scenes": [start]})["scenes"][0]
                case "pickle":
                    scene = pickle.loads(pickle.dumps(start, protocol=2 if kind == "old pickle" else pickle.HIGHEST_PROTOCOL))
                case "moved":
                    scene = copy.copy(copy.deepcopy(movie)).scene(**SETS[which])
                case _:
                    scene = start
            if kind.startswith("set"):
                scene.set(**SETS[which])
            if draw(scene, frame) != self.expected[which, frame]:
                wrong.append(f"{index}: {kind}, {which}, {frame}")
            if index % 5 == 0 and scene is not start:
                scene.close()
            counts[kind] += 1

        with ThreadPoolExecutor(THREADS) as pool:
            for done in [pool.submit(work, index) for index in range(SCENES)]:
                done.result()
        print(f"{sum(counts.values())} scenes by {THREADS} threads: {counts}")
        self.assertEqual(wrong, [])

    def test_a_frame_has_the_values_of_one_set_call_while_others_set(self) -> None:
        scene = svga.open(GIFT).scene(**SETS[0])
        allowed = {frame: {self.expected[which, frame] for which in range(len(SETS))} for frame in FRAMES}
        counts = {"set": 0, "drawn": 0, "pickled": 0}
        wrong: list[str] = []

        def work(index: int) -> None:
            choice = random.Random(index)
            frame = choice.choice(FRAMES)
            kind = ["set", "drawn", "drawn", "pickled"][index % 4]
            counts[kind] += 1
            if kind == "set":
                return scene.set(**SETS[choice.randrange(len(SETS))])
            drawn = pickle.loads(pickle.dumps(scene)) if kind == "pickled" else scene
            if draw(drawn, frame) not in allowed[frame]:
                wrong.append(f"{index}: {kind}, {frame}")

        with ThreadPoolExecutor(THREADS) as pool:
            for done in [pool.submit(work, index) for index in range(2 * SCENES)]:
                done.result()
        print(f"one scene by {THREADS} threads: {counts}")
        self.assertEqual(wrong, [])

    def test_a_scene_closed_by_threads_draws_correctly_or_raises(self) -> None:
        counts = {"drawn": 0, "closed": 0}
        wrong: list[int] = []

        def work(scene: svga.Scene, index: int) -> None:
            if index % THREADS == 3:
                scene.close()
                scene.__del__()
                return
            try:
                drawn = draw(scene, 66)
            except svga.UsageError as error:
                counts["closed"] += 1
                self.assertIn("closed", str(error))
            else:
                counts["drawn"] += 1
                if drawn != self.expected[2, 66]:
                    wrong.append(index)

        movie = svga.open(GIFT)
        with ThreadPoolExecutor(THREADS) as pool:
            for _ in range(SCENES // 10):
                scene = pickle.loads(pickle.dumps(movie.scene(**SETS[2])))
                list(pool.map(work, [scene] * THREADS, range(THREADS)))
        print(f"{SCENES // 10} scenes that were closed while others drew: {counts}")
        self.assertEqual(wrong, [])

    def test_setting_a_scene_repeatedly_does_not_grow_memory(self) -> None:
        scene = svga.open(GIFT).scene(**SETS[0])

        def work(count: int) -> int:
            for index in range(count):
                scene.set(**SETS[index % len(SETS)], text_style={"name": {"size": 10 + index % 30}, "*": {"italic": index % 2 == 0}})
                scene.set(hide=["ring"] if index % 2 else ["glow"], crop=(0, 0, 700, 700), filter="best")
            scene.set(**SETS[0], text_style={"name": {"size": 10}, "*": {"italic": False}}, hide=["ring", "glow"])
            return len(pickle.dumps(scene))

        first, before = work(SETTINGS // 20), resident()
        second, after = work(SETTINGS // 2), resident()
        print(f"{SETTINGS} settings: a pickle of {second} bytes, {(after - before) / 1e6:.1f} MB more in memory")
        self.assertEqual(first, second)
        # A copy of the options of each setting alone were 10 MB at the end, and quadratic on the way.
        self.assertLess(after - before, 40e6)

    def test_finished_scenes_and_exports_release_their_memory(self) -> None:
        movie = svga.open(GIFT)
        fonts = sorted(Path("/usr/share/fonts").rglob("*.ttf"))[:1]
        scene = movie.scene(size=30, font=fonts)

        def work(count: int) -> int:
            for index in range(count):
                scene.set(background=f"#{index:06x}", set_text={"name": str(index)})
                scene.render(66)
                movie.scene(size=30, font=fonts, player=["ios", "android", "web"][index % 3]).render(66)
                movie.export_bytes("webp", size=20, frames="0-1", timeout=86_400, progress=lambda *_: None)
            return resident()

        count = SCENES // 2
        before = work(count // 3)
        after = work(count)
        print(f"{count} scenes and exports: {(after - before) / 1e6:.1f} MB more in memory, with {len(fonts)} font")
        # A list of the system's fonts for each were 0.5 MB each.
        self.assertLess(after - before, 20e6 + 20e3 * count)

    def test_exports_cancelled_by_threads_leave_no_file(self) -> None:
        movie = svga.open(GIFT)
        counts = {"event": 0, "false": 0, "raised": 0, "whole": 0}
        formats = ["webp", "gif", "mp4", "webm", "avif"]
        wanted = movie.export_bytes("webp", size=40, frames="0-9")

        def work(index: int) -> None:
            choice = random.Random(index)
            path = self.folder / f"{index}.{formats[index % len(formats)]}"
            kind = list(counts)[index // len(formats) % 4]
            options: dict[str, Any] = {"size": 200, "threads": 1, "background": "#fff"}
            with self.assertRaises(svga.Cancelled if kind in ("event", "false") else ZeroDivisionError if kind == "raised" else _Whole):
                if kind == "event":
                    event = threading.Event()
                    timer = threading.Timer(0.05 * choice.random(), event.set)
                    timer.start()
                    movie.export(path, cancel=event, **options)
                elif kind == "whole":
                    if movie.export_bytes("webp", size=40, frames="0-9") == wanted:
                        raise _Whole
                else:
                    movie.export(path, progress=lambda done, _: (1 // 0) if kind == "raised" else False, **options)
            counts[kind] += 1

        with ThreadPoolExecutor(THREADS) as pool:
            for done in [pool.submit(work, index) for index in range(max(40, SCENES // 10))]:
                done.result()
        print(f"exports by {THREADS} threads: {counts}")
        self.assertEqual(self.files(), [])

    # Processes.

    def test_scenes_go_to_processes_of_a_pool(self) -> None:
        movie = svga.open(GIFT)
        tasks = [(which, frame) for which in range(len(SETS)) for frame in FRAMES]
        # No thread uses svga after it.
        movie.export_bytes("webp", size=20, frames="0-1")
        for method in ("spawn", "forkserver", "fork"):
            with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
                drawn = list(pool.map(draw, [movie.scene(**SETS[which]) for which, _ in tasks], [frame for _, frame in tasks]))
            self.assertEqual(drawn, [self.expected[task] for task in tasks], method)
        print(f"{3 * len(tasks)} scenes drawn by processes")

    def child(self, program: str, *words: str) -> subprocess.Popen[str]:
        start = "import json, os, pickle, signal, sys, threading, time, warnings, svga\nmovie = svga.open(sys.argv[1])\nfolder = sys.argv[2]\n"
        return subprocess.Popen(
            [sys.executable, "-c", start + program, str(GIFT), str(self.folder), *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def test_the_interpreter_exits_during_exports_of_daemon_threads(self) -> None:
        program = """
began = threading.Event()
def export(): movie.export(folder + "/a." + sys.argv[3], size=600, background="#fff", progress=lambda *_: began.set())
def silent(): began.set(); movie.export(folder + "/a." + sys.argv[3], size=600, background="#fff")
def memory():
    while True: movie.export_bytes(sys.argv[3], size=60, background="#fff", progress=lambda *_: began.set())
def render():
    scene = movie.scene(size=200)
    while True: scene.render(66); began.set()
def set():
    scene = movie.scene(size=200)
    for index in range(10**9): scene.set(size=100 + index % 50, set_text={"name": str(index)}); began.set()
def optimize(): began.set(); movie.optimize(quality=60)
for _ in range(3): threading.Thread(target=globals()[sys.argv[4]], daemon=True).start()
assert began.wait(60)
time.sleep(float(sys.argv[5]))
"""
        count = 0
        works = ["export", "silent", "memory", "render", "set", "optimize"]
        for index in range(CHILDREN):
            # Some at once, on few processors: the end comes at other points then.
            running = []
            for place, work in enumerate(works):
                end = ["webp", "gif", "mp4"][(index + place) % 3]
                running.append((work, end, self.child(program, end, work, f"{random.Random(7 * index + place).random() * 0.2:.3f}")))
            for work, end, child in running:
                said, error = child.communicate(timeout=300)
                self.assertEqual((child.returncode, said, error), (0, "", ""), f"{work}, {end}, {index}")
                count += 1
        print(f"{count} ends of an interpreter")
        self.assertEqual(self.files(), [])

    def test_the_end_of_the_interpreter_does_not_use_a_job_that_another_thread_frees(self) -> None:
        # `svga._library` is an object of it.
        module: Any = sys.modules["svga._library"]
        freeing, may_end = threading.Event(), threading.Event()
        cancelled: list[Any] = []

        class Functions:
            """In place of the loaded library: all jobs have ended, and freeing one takes long."""

            def svga_job_wait(self, *_: Any) -> int:
                return 2

            def svga_job_cancel(self, job: Any) -> None:
                cancelled.append(job)

            def svga_job_free(self, job: Any) -> None:
                freeing.set()
                may_end.wait(60)

        library: Any = module.Library()
        library._loaded = Functions()
        with unittest.mock.patch.object(module, "library", library):
            jobs = [module.JobHandle(8)]
            reference = weakref.ref(jobs[0])
            library._jobs[id(reference)] = reference
            freer = threading.Thread(target=jobs.clear)
            freer.start()
            self.assertTrue(freeing.wait(60))
            # Its __del__ runs.
            self.assertIsNotNone(reference())
            end = threading.Thread(target=library._end)
            end.start()
            end.join(0.1)
            self.assertTrue(end.is_alive(), "the end waits until the job is free")
            may_end.set()
            freer.join(60)
            end.join(60)
            self.assertFalse(end.is_alive())
        library._loaded = None
        self.assertEqual(cancelled, [])

    def test_exports_continue_while_progress_functions_of_others_wait_for_them(self) -> None:
        program = """
# The warnings about a GIF without sound are not the subject.
warnings.simplefilter("ignore", svga.Warning)
wanted = movie.export_bytes("webp", size=30, frames="0-3")
told = []
def inner(*_): pass
def progress(done, total):
    if done % 40 == 0: told.append(movie.export_bytes("webp", size=30, frames="0-3", progress=inner) == wanted)
threads = [threading.Thread(target=movie.export_bytes, args=("gif",), kwargs={"size": 60, "progress": progress}) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(told))
"""
        child = self.child(program)
        said, error = child.communicate(timeout=300)
        self.assertEqual((child.returncode, error, json.loads(said)), (0, "", [True] * 16))
        print("16 exports by the progress functions of 8 others")

    def test_an_interrupt_ends_an_export_and_leaves_nothing(self) -> None:
        program = """
# A shell starts what runs in the background with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
path = folder + "/a." + sys.argv[3]
def began(*_): print("began", flush=True)
long = {"size": 1500, "threads": 1, "background": "#fff"}
works = {
    "export": lambda: movie.export(path, **long),
    "progress": lambda: movie.export(path, progress=lambda *_: None, **long),
    "memory": lambda: movie.export_bytes(sys.argv[3], **long),
    "scene": lambda: pickle.loads(pickle.dumps(movie.scene(size=1500, background="#fff"))).export(path, threads=1),
}
try:
    began()
    works[sys.argv[4]]()
    print("whole")
except KeyboardInterrupt:
    print(json.dumps(os.listdir(folder)), flush=True)
"""
        times: list[float] = []
        for index in range(CHILDREN):
            for place, work in enumerate(["export", "progress", "memory", "scene"]):
                end = ["webp", "gif", "mp4", "webm"][(index + place) % 4]
                child = self.child(program, end, work)
                assert child.stdout is not None
                self.assertEqual(child.stdout.readline(), "began\n")
                time.sleep(0.2 + 0.3 * random.Random(index).random())
                before = time.monotonic()
                child.send_signal(signal.SIGINT)
                said, error = child.communicate(timeout=300)
                times.append(time.monotonic() - before)
                self.assertEqual((child.returncode, said, error), (0, "[]\n", ""), f"{work}, {end}")
        print(f"{len(times)} interrupts, the last process ended after at most {max(times):.2f} s")
        self.assertEqual(self.files(), [])

    def test_an_interrupt_at_any_time_of_many_exports_leaks_nothing(self) -> None:
        program = """
class Stop(Exception): pass
def stop(*_): raise Stop
signal.signal(signal.SIGALRM, stop)
# Of one that came in a finalizer, where Python drops it.
sys.unraisablehook = lambda _: None
wanted = movie.export_bytes("webp", size=30, frames="0-3")
# Alarms at all times of an export, however busy the machine is.
times = []
for _ in range(5):
    times.append(-time.monotonic())
    movie.export_bytes("webp", size=30, frames="0-3")
    times[-1] += time.monotonic()
step = sorted(times)[2] / 30
stopped = whole = 0
for index in range(int(sys.argv[3])):
    try:
        signal.setitimer(signal.ITIMER_REAL, step * (index % 40 + 1))
        content = movie.export_bytes("webp", size=30, frames="0-3")
        signal.setitimer(signal.ITIMER_REAL, 0)
        whole += content == wanted
    except Stop:
        stopped += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
from svga._library import library
# An abandoned job is collected by the next one.
while library._left: library._sweep()
library._sweep()
assert not library._calls and not library._jobs, (library._calls, library._jobs)
print(json.dumps([stopped, whole]))
"""
        count = 2000 if IS_WHOLE else 200
        child = self.child(program, str(count))
        said, error = child.communicate(timeout=_HANG)
        self.assertEqual((child.returncode, error), (0, ""))
        stopped, whole = json.loads(said)
        print(f"{count} exports with an alarm: {stopped} stopped, {whole} whole")
        self.assertEqual(stopped + whole, count)


    def test_an_exception_at_each_point_of_an_export_leaks_nothing(self) -> None:
        program = """
import collections, dis, functools
from svga._library import Handle, library

class Stop(Exception): pass

class Counted:
    # The C functions, and how many pointers of each kind are not freed.
    def __init__(self, functions): self.functions, self.alive = functions, collections.Counter()
    def __getattr__(self, name):
        function = getattr(self.functions, name)
        def call(*arguments):
            result = function(*arguments)
            made = [result, *(getattr(argument, "_obj", None) for argument in arguments)]
            self.alive.update(handle._free for handle in made if isinstance(handle, Handle) and handle.value)
            if name.endswith("_free"): self.alive[name] -= 1
            return result
        return call

@functools.cache
def names(code): return {item.offset: item.opname for item in dis.get_instructions(code)}

def is_ours(frame):
    # Python drops exceptions of finalizers.
    if os.path.dirname(frame.f_code.co_filename) != package and not frame.f_code.co_filename.endswith("/contextlib.py"): return False
    while frame is not None:
        if frame.f_code.co_name == "__del__": return False
        frame = frame.f_back
    return True

def trace(frame, event, _):
    if not is_ours(frame): return None
    frame.f_trace_opcodes = True
    last = ""
    def step(frame, event, _):
        nonlocal last
        global reached
        if event == "exception": last = ""
        if event != "opcode": return step
        before, last = last, names(frame.f_code).get(frame.f_lasti, "")
        # Where Python handles signals: after calls, at the start of a function, in loops.
        if before.startswith("CALL") or (before == "PRECALL" and last != "CALL") or "BACKWARD" in before or before == "RESUME":
            reached += 1
            if reached == wanted:
                raise Stop
        return step
    return step

package = os.path.dirname(svga.__file__)
scene = movie.scene(size=30)
content = scene.export_bytes("webp", frames="0-3")
library._loaded = counted = Counted(library._loaded)
ends = collections.Counter()
for wanted in range(1, 10**6):
    reached = 0
    try:
        sys.settrace(trace)
        made = scene.export_bytes("webp", frames="0-3")
        sys.settrace(None)
        assert made == content
        ends["whole"] += 1
    except Stop:
        ends["stopped"] += 1
    sys.settrace(None)
    # An abandoned job is collected by the next one.
    until = time.monotonic() + 60
    while library._left and time.monotonic() < until: library._sweep()
    library._sweep()
    left = library._calls, library._jobs, library._left, {name: count for name, count in counted.alive.items() if count and name != "svga_scene_free"}
    assert not any(left), (wanted, left)
    # The number of waits differs a little.
    if ends["whole"] == 20: break
print(json.dumps(ends))
"""
        child = self.child(program)
        said, error = child.communicate(timeout=_HANG)
        self.assertEqual((child.returncode, error), (0, ""))
        ends = json.loads(said)
        print(f"an export with an exception at each point: {ends}")
        self.assertGreater(ends["stopped"], 100)


class _Whole(Exception):
    """An export without cancellation."""


if __name__ == "__main__":
    unittest.main()
