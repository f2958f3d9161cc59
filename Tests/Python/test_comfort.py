"""What Python's users expect of a module: sequences of frames, arrays, files, cancellation, asyncio, forks and jobs."""

from __future__ import annotations

import asyncio
import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import svga

ROOT = Path(__file__).resolve().parents[2]
GIFT = ROOT / "samples" / "features" / "gift-mattes.svga"
PHOTO = ROOT / "samples" / "photo.jpg"
COMMAND = os.environ.get("SVGA_COMMAND", str(ROOT / ".build" / "release" / "svga"))


def drawn(movie: svga.Movie) -> int:
    return int(movie.render(66, size=50).sum())


def put_drawn(movie: svga.Movie, scene: svga.Scene, queue: multiprocessing.Queue[tuple[int, int, bytes]]) -> None:
    queue.put((drawn(movie), int(scene[66].sum()), scene.export_bytes("png", frame=66)))


class Comfort(unittest.TestCase):
    def setUp(self) -> None:
        self.movie = svga.open(GIFT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    # Frames.

    def test_a_scene_and_a_movie_are_sequences_of_plain_arrays(self) -> None:
        scene = self.movie.scene(size=40)
        self.assertEqual((len(scene), len(self.movie), type(scene[45]), type(self.movie[0])), (90, 90, np.ndarray, np.ndarray))
        np.testing.assert_array_equal(scene[-1], scene.render(89))
        self.assertEqual((len(scene[10:20]), scene[10:20][-1].tobytes()), (10, scene[19].tobytes()))
        np.testing.assert_array_equal(np.stack(list(scene[::45])), [scene[0], scene[45]])
        np.testing.assert_array_equal(next(reversed(scene)), scene[89])
        self.assertEqual(sum(1 for _ in scene), 90)
        self.assertRaises(IndexError, lambda: scene[90])
        self.assertRaises(IndexError, lambda: scene[-91])

    def test_the_frames_of_a_scene_are_those_of_an_export(self) -> None:
        for options in [{"frames": "0-59"}, {"reverse": True}, {"fps": 10}, {"frames": "0-8", "bounce": True}, {"speed": 2}, {"every": 4}]:
            scene = self.movie.scene(size=40, **options)
            content = scene.export_bytes("rgba")
            self.assertEqual(b"".join(frame.tobytes() for frame in scene), content, options)
        self.assertEqual((len(self.movie.scene(fps=10)), self.movie.scene(fps=10).fps), (30, 10.0))

    def test_a_frame_is_drawn_into_an_array_and_in_other_orders(self) -> None:
        scene = self.movie.scene(size=40)
        straight = scene.render(66)
        wide = np.zeros((40, 50, 4), np.uint8)
        out = wide[:, :40]
        self.assertIs(scene.render(66, out=out), out)
        np.testing.assert_array_equal(out, straight)
        self.assertFalse(wide[:, 40:].any())
        np.testing.assert_array_equal(scene.render(66, format="bgra")[..., [2, 1, 0, 3]], straight)
        premultiplied = scene.render(66, premultiplied=True)
        self.assertTrue((premultiplied[..., :3] <= premultiplied[..., 3:]).all())
        for wrong in (np.zeros((40, 40, 3), np.uint8), np.zeros((40, 40, 4), np.int8), np.zeros((41, 40, 4), np.uint8), out[:, ::-1]):
            self.assertRaises(ValueError, lambda array=wrong: scene.render(66, out=array))

    # Files.

    def test_an_export_goes_to_a_path_or_an_open_file_and_formats_have_any_case(self) -> None:
        scene = self.movie.scene(size=40, frame=66)
        wanted = scene.export_bytes("png")
        file = io.BytesIO()
        scene.export(file, format="PNG")
        with (self.folder / "a.png").open("wb") as named:
            self.movie.export(named, size=40, frame=66)
        scene.export(self.folder / "b.PNG")
        self.assertEqual([file.getvalue(), *(path.read_bytes() for path in sorted(self.folder.iterdir()))], [wanted] * 3)
        self.assertRaisesRegex(svga.UsageError, "format=", scene.export, io.BytesIO())
        self.assertRaises(TypeError, scene.export, 3)

    def test_a_notebook_s_view_is_made_once(self) -> None:
        self.assertIs(self.movie._repr_html_(), self.movie._repr_html_())
        scene = self.movie.scene(size=40)
        first = scene._repr_html_()
        self.assertIs(scene._repr_html_(), first)
        scene.set(hide="glow")
        self.assertIsNot(scene._repr_html_(), first)
        self.assertIn("90 frames of 40 × 40", repr(scene))

    # Errors.

    def test_an_unknown_keyword_is_a_type_error_with_the_nearest_name(self) -> None:
        calls: list[Any] = [self.movie.render, self.movie.scene, self.movie.export_bytes, self.movie.validate, self.movie.optimize]
        for call in calls:
            with self.assertRaises(TypeError) as raised:
                call(**{**({"frame": 3} if call == self.movie.render else {"format": "png"} if call == self.movie.export_bytes else {}), "tmeout": 3})
            self.assertIsInstance(raised.exception, svga.UsageError)
            self.assertIn("'tmeout'; did you mean 'timeout'?", str(raised.exception))

    def test_a_missing_file_is_a_file_not_found_error(self) -> None:
        for work in [lambda: svga.open("nowhere.svga"), lambda: self.movie.render(0, set_image={"user1": "none.png"})]:
            with self.assertRaises(FileNotFoundError) as raised:
                work()
            self.assertIsInstance(raised.exception, svga.InputError)
            self.assertEqual(getattr(raised.exception, "code", None), 3)
        with self.assertRaises(svga.InputError) as other:
            svga.open(PHOTO)
        self.assertNotIsInstance(other.exception, FileNotFoundError)

    def test_errors_name_keyword_arguments_and_no_dash_for_bytes(self) -> None:
        memory = svga.open(GIFT.read_bytes())
        cases: list[tuple[str, Any]] = [
            ("add background=COLOR", lambda: self.movie.export_bytes("mp4")),
            ("raise it with max_input_bytes=N", lambda: svga.open(GIFT, max_input_bytes=1000)),
            ("describe() lists them; allow_missing=True ignores others", lambda: self.movie.render(0, set_text={"nam": "Ann"})),
            ('add set_text={"name": TEXT}', lambda: self.movie.edit(hide="glow", set_text={"user1": "A"}, text_style={"name": "italic"})),
            ("the movie in memory: there is no frame 99", lambda: memory.render(99)),
        ]
        for words, work in cases:
            with self.assertRaises(svga.Error) as raised:
                work()
            self.assertIn(words, str(raised.exception))
            self.assertNotRegex(str(raised.exception), r'--|"[a-z]+-[a-z-]+": ')

    # Cancellation.

    def test_a_handle_cancels_running_and_later_exports(self) -> None:
        cancel = svga.Cancel()
        with self.assertRaises(svga.Cancelled):
            self.movie.export(self.folder / "a.webp", progress=lambda *_: cancel.cancel(), cancel=cancel)
        self.assertRaises(svga.Cancelled, self.movie.export, self.folder / "a.webp", cancel=cancel)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_awaited_export_is_that_of_export_and_ends_with_its_task(self) -> None:
        scene = self.movie.scene(size=40)
        began = threading.Event()

        async def work() -> None:
            await scene.aexport(self.folder / "a.webp")
            self.assertEqual(await scene.aexport_bytes("webp"), (self.folder / "a.webp").read_bytes())
            task = asyncio.ensure_future(self.movie.aexport(self.folder / "b.webp", progress=lambda *_: began.set()))
            await asyncio.get_running_loop().run_in_executor(None, began.wait)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(work())
        self.assertEqual([path.name for path in self.folder.iterdir()], ["a.webp"])

    def test_no_frame_is_reported_after_a_cancellation(self) -> None:
        cancel = svga.Cancel()
        ways: dict[str, Any] = {"handle": cancel.cancel, "event": threading.Event(), "Ctrl-C": lambda: os.kill(os.getpid(), signal.SIGINT)}
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        for name, way in ways.items():
            steps: list[int] = []

            def progress(done: int, _: int, way: Any = way, steps: list[int] = steps) -> None:
                steps.append(done)
                if len(steps) == 5:
                    way.set() if isinstance(way, threading.Event) else way()

            handle = {"handle": cancel, "event": way}.get(name)
            with self.assertRaises((svga.Cancelled, KeyboardInterrupt)):
                self.movie.export(self.folder / "a.webp", size=40, threads=1, progress=progress, cancel=handle)
            self.assertEqual((len(steps), list(self.folder.iterdir())), (5, []), name)

    def test_no_frame_is_reported_after_the_cancellation_of_a_task(self) -> None:
        steps: list[int] = []
        cancel = svga.Cancel()

        async def work() -> None:
            loop = asyncio.get_running_loop()

            def progress(done: int, _: int) -> None:
                steps.append(done)
                if len(steps) == 5:
                    loop.call_soon_threadsafe(task.cancel)
                    cancel.wait()

            task = asyncio.ensure_future(self.movie.aexport(self.folder / "a.webp", size=40, threads=1, progress=progress, cancel=cancel))
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(work())
        self.assertEqual((len(steps), list(self.folder.iterdir())), (5, []))

    # Processes.

    def test_a_forked_child_draws_and_exports_what_its_parent_has_open(self) -> None:
        memory = svga.open(GIFT.read_bytes())
        scene = memory.scene(size=50, set_image={"user1": PHOTO.read_bytes()}, set_text={"name": "Ann"})
        wanted = (drawn(memory), int(scene[66].sum()), scene.export_bytes("png", frame=66))
        context = multiprocessing.get_context("fork")
        queue = context.Queue()
        child = context.Process(target=put_drawn, args=(memory, scene, queue))
        child.start()
        self.assertEqual(queue.get(timeout=300), wanted)
        child.join()
        self.assertEqual((child.exitcode, drawn(memory)), (0, wanted[0]))

    def test_a_pool_of_forks_takes_a_movie(self) -> None:
        wanted = drawn(self.movie)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(drawn, [self.movie] * 4), [wanted] * 4)

    def test_a_fork_of_a_busy_process_says_what_to_do(self) -> None:
        read, write = os.pipe()

        def fork(*_: int) -> bool:
            child = os.fork()
            if child == 0:
                try:
                    svga.open(GIFT)
                except svga.Error as error:
                    os.write(write, str(error).encode())
                os._exit(0)
            os.waitpid(child, 0)
            return False

        self.assertRaises(svga.Cancelled, self.movie.export_bytes, "webp", size=40, progress=fork)
        self.assertIn(b"spawn", os.read(read, 1000))
        os.close(read)
        os.close(write)

    # Jobs.

    def test_a_job_is_the_file_of_the_command_s_batch(self) -> None:
        job = {"id": 7, "input": str(GIFT), "output": "a.webp", "size": 40, "frames": "60-66", "set-text": {"name": "Ann"}, "audio": "drop"}
        (self.folder / "jobs.jsonl").write_text(json.dumps(job) + "\n")
        words = [COMMAND, "batch", str(self.folder / "jobs.jsonl"), "-o", str(self.folder / "out"), "-q"]
        subprocess.run(words, check=True, stdout=subprocess.PIPE)
        wanted = (self.folder / "out" / "a.webp").read_bytes()
        result = svga.run_job({**job, "output": self.folder / "new" / "a.webp"})
        self.assertEqual(result, {"id": 7, "output": str(self.folder / "new" / "a.webp"), "ok": True, "bytes": len(wanted)})
        self.assertEqual((self.folder / "new" / "a.webp").read_bytes(), wanted)
        self.assertEqual(svga.run_job(job, in_memory=True)["content"], wanted)
        self.assertRaises(FileNotFoundError, svga.run_job, {**job, "input": "nowhere.svga"})
        self.assertRaises(svga.UsageError, svga.run_job, {**job, "sise": 3})

    def test_a_batch_gives_results_in_order_and_faults_as_results(self) -> None:
        names = ["Ann", "Bo", "Cy", "Di", "Ed"]
        jobs = ({"id": name, "input": GIFT, "output": self.folder / f"{name}.png", "frame": 66, "set_text": {"name": name}} for name in names)
        wrong = {"id": "none", "input": "nowhere.svga", "output": "x.png"}
        results = list(svga.batch([*jobs, wrong], size=40, workers=2))
        self.assertEqual([result["id"] for result in results], [*names, "none"])
        self.assertEqual([(result["ok"], result.get("code")) for result in results], [(True, None)] * 5 + [(False, 3)])
        for name, result in zip(names, results):
            content = (self.folder / f"{name}.png").read_bytes()
            self.assertEqual(result["bytes"], len(content))
        images = {"user1": svga.Picture(PHOTO, mask="circle")}
        found = next(svga.batch([{"input": GIFT, "output": "a.rgba", "frame": 66, "set_image": images}], size=40, in_memory=True))
        self.assertEqual(found["content"], self.movie.render(66, size=40, set_image=images).tobytes())

    def test_importing_the_module_and_a_batch_load_no_numpy(self) -> None:
        code = f"""
import sys, svga
list(svga.batch([{{"input": {str(GIFT)!r}, "output": "a.png", "frame": 66, "size": 40, "frames": None}}], in_memory=True, crop="0,0,40x40"))
print([name for name in ("numpy", "asyncio") if name in sys.modules], svga.Frame.__name__, hasattr(svga, "Frane"))
"""
        done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE)
        self.assertEqual(done.stdout.decode(), "[] Frame False\n")

    def test_options_are_read_while_another_thread_loads_numpy(self) -> None:
        code = f"""
import sys, types, svga
sys.modules["numpy"] = types.ModuleType("numpy")
print(svga.open({str(GIFT)!r}).scene(size=40, frames=[1, 2]).size)
"""
        done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE)
        self.assertEqual(done.stdout.decode(), "(40, 40)\n")

    def test_closing_a_batch_ends_its_jobs(self) -> None:
        taken: list[int] = []

        def jobs() -> Any:
            for number in range(1_000_000):
                taken.append(number)
                yield {"id": number, "input": GIFT, "output": "a.png", "frame": 66, "size": 40}

        results = svga.batch(jobs(), workers=2, in_memory=True)
        self.assertEqual(next(results)["id"], 0)
        results.close()  # type: ignore[attr-defined]
        self.assertLess(len(taken), 10)


if __name__ == "__main__":
    unittest.main()
