"""The Python module against the command: the same pixels, the same files, the same reports.

Run by `ci/bindings`, which says where the library is (LD_LIBRARY_PATH) and the command (SVGA_COMMAND).
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import pickle
import subprocess
import tempfile
import threading
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import svga
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
FEATURES = SAMPLES / "features"
GIFT = FEATURES / "gift-mattes.svga"
PHOTO = SAMPLES / "photo.jpg"
COMMAND = os.environ.get("SVGA_COMMAND", str(ROOT / ".build" / "release" / "svga"))
CORPUS = Path(os.environ.get("SVGA_CORPUS", ROOT.parent / "shared" / "corpus"))


def command(*words: str | Path, code: int = 0) -> bytes:
    """What the command prints."""
    done = subprocess.run([COMMAND, *(str(word) for word in words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    if done.returncode != code:
        raise AssertionError(f"svga {words}: {done.returncode} {done.stderr.decode()}")
    return done.stdout


def command_frame(path: Path, frame: int, *words: str | Path) -> bytes:
    return command("render", path, "-o", "-", "--format", "rgba", "--frame", str(frame), "-q", *words)


def resident() -> int:
    """What the process has in memory, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def draw_in_child(path: str, queue: multiprocessing.Queue[str]) -> None:
    try:
        queue.put(str(svga.open(path).render(66).sum()))
    except svga.Error as error:
        queue.put(str(error))


class Movies(unittest.TestCase):
    def setUp(self) -> None:
        self.movie = svga.open(GIFT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_movie_has_the_facts_of_inspect(self) -> None:
        report = json.loads(command("inspect", "--json", GIFT))
        self.assertEqual(self.movie.describe(), report)
        self.assertEqual((self.movie.frames, self.movie.fps, self.movie.size), (90, 30.0, (750, 750)))
        self.assertEqual([key.name for key in self.movie.keys], [key["key"] for key in report["keys"]])
        self.assertEqual((len(self.movie.images), len(self.movie.sounds)), (len(report["images"]), len(report["audios"])))
        self.assertEqual((self.movie.diagnostics, self.movie.duration, len(self.movie)), ([], 3.0, 90))

    def test_a_path_bytes_and_a_file_are_the_same_movie(self) -> None:
        content = GIFT.read_bytes()
        with GIFT.open("rb") as file:
            for movie in (svga.open(str(GIFT)), svga.open(content), svga.open(memoryview(content)), svga.open(file)):
                self.assertEqual(bytes(movie), content)
                self.assertTrue(np.array_equal(movie.render(66), self.movie.render(66)))

    def test_frames_are_those_of_the_command(self) -> None:
        files = [*SAMPLES.glob("*.svga"), *FEATURES.glob("*.svga"), SAMPLES / "lottie" / "surprise.json"]
        if CORPUS.is_dir():
            files += CORPUS.glob("*.svga")
        else:
            print(f"skipped: the public files are not in {CORPUS}")
        for path in sorted(files):
            movie = svga.open(path)
            for frame in sorted({0, movie.frames // 2, movie.frames - 1}):
                drawn = movie.render(frame)
                self.assertEqual(drawn.shape, (movie.size[1], movie.size[0], 4), path)
                self.assertEqual(drawn.tobytes(), command_frame(path, frame), f"{path.name}, frame {frame}")

    def test_a_default_is_drawn_with_a_warning_where_a_picture_cannot_be_read(self) -> None:
        wanted = command_frame(GIFT, 66, "--set-image", f"user1={PHOTO},fit=cover")
        for source in ["none.png", Path("none.png"), "http://127.0.0.1:1/a.png"]:
            with self.assertWarns(svga.Warning) as caught:
                drawn = self.movie.render(66, set_image={"user1": svga.Picture(source, fit="cover", default=PHOTO)})
            self.assertEqual(getattr(caught.warning, "code", None), "SVGA413")
            self.assertEqual(drawn.tobytes(), wanted, source)
        with self.assertRaises(svga.InputError):
            self.movie.render(66, set_image={"user1": "http://127.0.0.1:1/a.png"})

    def test_a_picture_is_the_same_from_a_file_bytes_pil_and_an_array(self) -> None:
        wanted = command_frame(GIFT, 66, "--set-image", f"user1={PHOTO},mask=circle", "--set-text", "name=Ann", "--size", "300x0")
        image = Image.open(PHOTO)
        sources = [PHOTO, PHOTO.read_bytes(), image, np.asarray(image), np.asarray(image.convert("RGBA"))]
        for picture in [f"{PHOTO},mask=circle", *(svga.Picture(source, mask="circle") for source in sources)]:
            drawn = self.movie.render(66, size=300, set_image={"user1": picture}, set_text={"name": "Ann"})
            self.assertEqual(drawn.shape, (300, 300, 4))
            self.assertEqual(drawn.tobytes(), wanted, repr(picture)[:60])
        grey = np.asarray(image.convert("L"))
        drawn = self.movie.render(66, set_image={"user1": grey})
        self.assertTrue(np.array_equal(drawn, self.movie.render(66, set_image={"user1": np.dstack([grey] * 3)})))

    def test_options_have_the_command_s_meaning(self) -> None:
        wanted = command_frame(
            GIFT, 66, "--crop", "100,100,300,200", "--background", "#2b1a4a", "--set-text", "name=Ann", "--text-style",
            "name=size:40,italic:yes", "--hide", "ring", "--hide", "glow", "--scale", "0.5",
        )  # fmt: skip
        drawn = self.movie.render(
            66,
            crop=(100, 100, 300, 200),
            background="#2b1a4a",
            set_text={"name": "Ann"},
            text_style={"name": {"size": 40, "italic": True}},
            hide=["ring", "glow"],
            scale=0.5,
        )
        self.assertEqual(drawn.tobytes(), wanted)

    def test_later_settings_override_earlier_ones(self) -> None:
        scene = self.movie.scene(size=300, set_text={"name": "Bob"})
        scene.set(size="150x0", set_text={"name": "Ann"}, set_image={"user1": PHOTO})
        self.assertEqual(scene.size, (150, 150))
        wanted = self.movie.render(66, size=(150, 150), set_text={"name": "Ann"}, set_image={"user1": str(PHOTO)})
        self.assertTrue(np.array_equal(scene.render(66), wanted))
        self.assertEqual(sum(1 for _ in self.movie.scene(size=20)), 90)

    def test_a_frame_is_drawn_as_the_player_draws_it_or_refused(self) -> None:
        counts = {0: 0, 1: 0}
        for path in sorted([*SAMPLES.glob("*.svga"), *FEATURES.glob("*.svga")]):
            movie = svga.open(path)
            for player in ("ios", "android", "web", "web-lite", "flutter", "harmony", "wechat"):
                words = ("render", path, "-o", self.folder / "a.rgba", "--frame", "0", "-q", "--force", "--player", player)
                done = subprocess.run([COMMAND, *map(str, words)], stderr=subprocess.PIPE, cwd=ROOT)
                counts[done.returncode] += 1
                if done.returncode == 0:
                    self.assertEqual(movie.render(0, player=player).tobytes(), (self.folder / "a.rgba").read_bytes(), f"{path.name}, {player}")
                    continue
                draws = (movie.render, lambda frame, **options: movie.scene(**options).hit(frame, 1, 1),
                         lambda frame, **options: movie.export_bytes("png", frame=frame, **options))  # fmt: skip
                for draw in draws:
                    with self.assertRaises(svga.PlayerError) as raised:
                        draw(0, player=player)
                    self.assertEqual((raised.exception.code, "svga: " + str(raised.exception)), (1, done.stderr.decode().strip()))
        self.assertTrue(all(counts.values()), counts)

    def test_keys_and_texts_may_have_every_character(self) -> None:
        key, text = 'a=b,"c\\\u0301', '"}, "background": "#f00'
        scene = self.movie.scene(allow_missing=True, set_image={key: PHOTO, "d=e": f"{PHOTO},fit=cover"}, set_text={key: text, "=": "="})
        scene.set(text_style={key: {"size": 20, "outline": "#f00/2"}, "=": "italic"}, hide=["=", "d=e"])
        self.assertTrue(np.array_equal(scene.render(66), self.movie.render(66)))
        self.assertTrue(np.array_equal(pickle.loads(pickle.dumps(scene)).render(66), self.movie.render(66)))
        words = ("--set-text", "name=" + text, "--text-style", "name=outline:#f00/2,size:20")
        drawn = self.movie.render(66, set_text={"name": text}, text_style={"name": {"outline": "#f00/2", "size": 20}})
        self.assertEqual(drawn.tobytes(), command_frame(GIFT, 66, *words))

    def test_a_number_may_be_of_every_kind(self) -> None:
        for number in (2e9, 2_000_000_000, "2g", "2e9", np.float64(2e9), np.int64(2e9), np.float32(2e9), Decimal(2_000_000_000), Fraction(4 * 10**9, 2)):
            self.assertEqual(svga.open(GIFT, max_memory=number).frames, 90)
        for wrong in (1e30, -1, 0.5, float("nan"), float("inf"), "2e", 10**30, Decimal("NaN"), True):
            with self.assertRaises(svga.UsageError, msg=repr(wrong)):
                svga.open(GIFT, max_memory=wrong)
        drawn = self.movie.render(np.int64(66), size=np.float64(75.0), text_style={"*": {"size": np.float32(24)}}, hide=("ring",))
        self.assertTrue(np.array_equal(drawn, self.movie.render(66, size=75, hide="ring")))

    def test_copies_and_pickles_of_a_scene_are_independent(self) -> None:
        scene = self.movie.scene(size=100, set_image={"user1": svga.Picture(PHOTO, mask="circle")}, set_text={"name": "Ann"})
        wanted = scene.render(66)
        for other in (copy.copy(scene), copy.deepcopy(scene), *(pickle.loads(pickle.dumps(scene, number)) for number in range(6))):
            self.assertTrue(np.array_equal(other.render(66), wanted))
            other.set(size=50, set_text={"name": "Bob"}, hide="ring")
            self.assertEqual((other.size, scene.size), ((50, 50), (100, 100)))
            other.close()
            other.__del__()
            self.assertRaisesRegex(svga.UsageError, "closed", other.render, 66)
            self.assertRaisesRegex(svga.UsageError, "closed", pickle.dumps, other)
        self.assertTrue(np.array_equal(scene.render(66), wanted))
        for other in (copy.copy(self.movie), copy.deepcopy(self.movie)):
            other.close()
        self.assertTrue(np.array_equal(self.movie.render(66, size=100), self.movie.scene(size=100).render(66)))
        again = pickle.loads(pickle.dumps(svga.UsageError("no")))
        self.assertEqual((str(again), again.code), ("no", 2))
        for handle in (scene._settings.handle, self.movie._handle):
            self.assertRaises((TypeError, ValueError), copy.copy, handle)
            self.assertRaises((TypeError, ValueError), pickle.dumps, handle)

    def test_a_pickle_of_a_scene_keeps_hidden_keys_and_pictures_of_vars(self) -> None:
        photo = PHOTO.read_bytes()
        hidden = self.movie.scene(set_image={"user1": photo})
        hidden.set(hide="user1")
        (self.folder / "vars.json").write_text(json.dumps({"images": {"user1": str(SAMPLES / "gift.png")}}))
        replaced = self.movie.scene(set_image={"user1": photo})
        replaced.set(vars=self.folder / "vars.json")
        for scene in (hidden, replaced):
            self.assertTrue(np.array_equal(pickle.loads(pickle.dumps(scene)).render(66), scene.render(66)))

    def test_hide_applies_to_a_picture_that_the_same_call_sets(self) -> None:
        wanted = self.movie.render(66, hide="user1")
        for picture in (str(PHOTO), PHOTO.read_bytes()):
            self.assertTrue(np.array_equal(self.movie.render(66, hide=["user1"], set_image={"user1": picture}), wanted))
            scene = self.movie.scene()
            scene.set(hide="user1", set_image={"user1": picture})
            self.assertTrue(np.array_equal(scene.render(66), wanted))

    def test_a_frame_becomes_a_picture(self) -> None:
        frame = self.movie.render(66)
        self.assertEqual((frame.image().mode, frame.image().size), ("RGBA", (750, 750)))
        self.assertTrue(np.array_equal(np.asarray(self.movie.image(66)), frame))
        self.assertTrue(frame._repr_png_().startswith(b"\x89PNG"))
        self.assertIsNone(frame[:, :, 0]._repr_png_())
        self.assertIn("data:image/webp;base64,UklGR", self.movie._repr_html_())

    # Files.

    def test_an_export_is_the_file_that_render_writes(self) -> None:
        # Not H.264: x264 takes what lies in fresh memory into account, so no two files of one process need be the same.
        for name, options in [("a.webp", {"quality": 80}), ("a.gif", {"fps": 10}), ("a.png", {"frame": 66}), ("a.webm", {"frames": "50-60"})]:
            words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
            command("render", GIFT, "-o", self.folder / name, "--size", "100x0", "--set-text", "name=Ann", *words)
            wanted = (self.folder / name).read_bytes()
            scene = self.movie.scene(size=100, set_text={"name": "Ann"})
            # Over what is there.
            scene.export(self.folder / name, **options)
            self.assertEqual((self.folder / name).read_bytes(), wanted, name)
            self.assertEqual(scene.export_bytes(name[2:], **options), wanted, name)
        self.movie.export(self.folder / "frames" / "f-%03d.png", size=50, frames=[0, 3, 5])
        self.assertEqual(len(list((self.folder / "frames").iterdir())), 3)

    def test_remarks_of_an_export_are_warnings_at_the_caller_s_line(self) -> None:
        layers = [{"ty": kind, "nm": "a", "ip": 0, "op": 6, "st": 0, "ks": {}} for kind in (98, 99)]
        lottie = {"v": "5.7.0", "fr": 60, "ip": 0, "op": 6, "w": 8, "h": 8, "assets": [], "layers": layers}
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            svga.open(json.dumps(lottie).encode()).export_bytes("gif")
            self.movie.export_bytes("webp", frames=0, size=20)
        self.assertEqual({(warning.category, warning.filename) for warning in found}, {(svga.Warning, __file__)})
        self.assertTrue(str(found[0].message).startswith("a GIF shows at most 50 frames per second, so some frames are left out"))
        self.assertEqual((found[0].message.code, found[0].message.key), ("SVGA409", None))
        self.assertEqual(sum("layers of type 9" in str(warning.message) for warning in found), 2)

    def test_what_a_conversion_leaves_out_is_a_warning_in_the_language_that_was_set(self) -> None:
        movie = svga.open(FEATURES / "gift-sound.svga")
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            for language in ("zh", "en"):
                svga.set_language(language)
                movie.convert("1-json", drop_unsupported=True)
        self.assertEqual([str(warning.message) for warning in found][1], 'left out: audio "audio_chime"')
        self.assertTrue(str(found[0].message).startswith("省略了"), found[0].message)

    def test_warnings_have_a_code_and_a_key_and_strict_makes_them_errors(self) -> None:
        options = {"set_text": {"name": "W" * 80}, "frame": 66, "size": 50}
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            self.movie.export_bytes("png", **options)
        cut = next(warning.message for warning in found if getattr(warning.message, "code", None) == "SVGA405")
        self.assertEqual(getattr(cut, "key", None), "name")
        with self.assertRaisesRegex(svga.OutputError, "SVGA405: "):
            self.movie.export_bytes("png", strict=True, **options)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", svga.Warning)
            self.movie.export_bytes("png", strict=True, allow="SVGA401,SVGA405", **options)

    def test_a_warning_in_a_thread_names_the_method_and_not_the_file_of_threads(self) -> None:
        def draw() -> None:
            self.movie.export_bytes("png", frame=66, set_text={"name": "W" * 80})

        with warnings.catch_warnings(record=True) as found, ThreadPoolExecutor() as pool:
            warnings.simplefilter("always")
            pool.submit(self.movie.export_bytes, "png", frame=66, set_text={"name": "W" * 80}).result()
            for target in [draw, partial(self.movie.export_bytes, "png", frame=66, set_text={"name": "W" * 80})]:
                thread = threading.Thread(target=target)
                thread.start()
                thread.join()
        files = [Path(warning.filename) for warning in found if getattr(warning.message, "code", None) == "SVGA405"]
        self.assertEqual([file.name for file in files], ["_movie.py", Path(__file__).name, "_movie.py"])
        self.assertEqual(files[0].parent, Path(svga.__file__).parent)

    def test_a_scene_warns_about_its_texts_once(self) -> None:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            scene = self.movie.scene(set_text={"name": "W" * 80}, size=50)
            scene.render(66)
            scene.render(67)
        cut = [warning for warning in found if getattr(warning.message, "code", None) == "SVGA405"]
        self.assertEqual([warning.filename for warning in cut], [__file__])
        with self.assertRaisesRegex(svga.OutputError, "SVGA405: "):
            self.movie.render(66, set_text={"name": "W" * 80}, strict=True, allow="SVGA401")

    def test_progress_reports_each_frame_and_can_cancel(self) -> None:
        told: list[tuple[int, int]] = []
        self.movie.export(self.folder / "a.webp", size=50, progress=lambda done, total: told.append((done, total)))
        self.assertEqual(told[-1], (90, 90))
        self.assertEqual([done for done, _ in told], sorted(done for done, _ in told))
        with self.assertRaises(svga.Cancelled):
            self.movie.export(self.folder / "b.webp", progress=lambda done, _: done < 5)
        with self.assertRaisesRegex(KeyError, "mine"):
            self.movie.export_bytes("gif", progress=lambda *_: {}["mine"])
        # Nothing half written.
        self.assertEqual([path.name for path in self.folder.iterdir()], ["a.webp"])

    def test_optimize_convert_validate_and_diff_are_those_of_the_command(self) -> None:
        smaller = self.movie.optimize()
        report = json.loads(command("optimize", GIFT, "-o", self.folder / "small.svga", "--json"))
        self.assertEqual(bytes(smaller), (self.folder / "small.svga").read_bytes())
        self.assertEqual({**(smaller.report or {}), "output": 0}, {**report, "output": 0})
        smaller.save(self.folder / "saved.svga")
        self.assertEqual((self.folder / "saved.svga").read_bytes(), bytes(smaller))

        command("convert", GIFT, "-o", self.folder / "one.svga", "--to", "1-json", "--drop-unsupported")
        self.assertEqual(bytes(self.movie.convert("1-json", drop_unsupported=True)), (self.folder / "one.svga").read_bytes())
        self.assertEqual(self.movie.convert("lottie").frames, 90)

        wanted = json.loads(command("validate", GIFT, "--player", "web,android", "--json", code=1))
        self.assertEqual(self.movie.validate(player="web,android"), wanted)
        wanted = json.loads(command("diff", GIFT, FEATURES / "badge.svga", "--json", code=1))
        self.assertEqual(self.movie.diff(svga.open(FEATURES / "badge.svga")), wanted)
        self.assertTrue(self.movie.diff(svga.open(GIFT), pixels=True)["isSame"])

    def test_fix_is_that_of_the_command(self) -> None:
        fixed = self.movie.fix("web-lite")
        report = json.loads(command("fix", GIFT, "-o", self.folder / "fixed.svga", "--for", "web-lite", "--json"))
        self.assertEqual(bytes(fixed), (self.folder / "fixed.svga").read_bytes())
        self.assertEqual({**(fixed.report or {}), "output": 0}, {**report, "output": 0})
        self.assertIn("sound-keys", [step["step"] for step in report["steps"]])
        with self.assertRaises(svga.UsageError):
            self.movie.fix("nobody")

    def test_a_budget_is_checked_by_validate_and_by_an_export(self) -> None:
        budget = self.folder / "budget.json"
        budget.write_text(json.dumps({"drawCalls": 1}))
        found = self.movie.validate(budget=budget)
        self.assertEqual([finding["code"] for finding in found["findings"] if finding["isFailure"]], ["SVGA207"])
        with self.assertRaisesRegex(svga.Error, "exceeds the budget"):
            self.movie.export_bytes("png", frame=0, budget=budget)

    def test_edit_is_that_of_the_command(self) -> None:
        edited = self.movie.edit(hide=["glow"], crop="75,75,600x600", loop_section="0-9x2", set_text={"name": "Ann"})
        words = ["--hide", "glow", "--crop", "75,75,600x600", "--loop-section", "0-9x2", "--set-text", "name=Ann"]
        report = json.loads(command("edit", GIFT, "-o", self.folder / "edited.svga", "--json", *words))
        self.assertEqual(bytes(edited), (self.folder / "edited.svga").read_bytes())
        self.assertEqual({**(edited.report or {}), "output": 0}, {**report, "output": 0})
        self.assertEqual((edited.frames, edited.size), (100, (600, 600)))
        with self.assertRaises(svga.UsageError):
            self.movie.edit()

    def test_hits_have_a_key(self) -> None:
        scene = self.movie.scene()
        wanted = json.loads(command("hit", GIFT, "--frame", "60", "--at", "375,300", "--json"))["hit"]
        self.assertEqual(scene.hit(60, 375, 300), wanted)
        self.assertIsNone(scene.hit(60, -1, 0))

    def test_placements_are_those_of_the_command(self) -> None:
        wanted = json.loads(command("inspect", GIFT, "--placement", "user1", "--size", "300x0", "--json"))
        found = self.movie.placement("user1", size=300)
        self.assertEqual((found.unit, found.size, found.sprites), ("pixel", (300, 300), wanted["sprites"]))
        self.assertEqual(found.quads.shape, (90, 1, 4, 2))
        for row, quads, matrices, alpha, shown in zip(wanted["frames"], found.quads, found.matrices, found.alpha, found.shown):
            sprite = row["sprites"][0]
            self.assertEqual((float(alpha[0]), bool(shown[0])), (sprite["alpha"], sprite["isShown"]))
            if sprite["quad"] is None:
                self.assertTrue(np.isnan(quads).all())
                continue
            np.testing.assert_array_equal(quads[0], sprite["quad"])
            np.testing.assert_array_equal(matrices[0].T.ravel(), sprite["matrix"])

    def test_a_matrix_of_a_placement_leads_from_the_layout_to_the_corners(self) -> None:
        found = self.movie.scene().placement("user1", frames=[66, 60])
        self.assertEqual((found.unit, list(found.frames), list(found.states[:, 0])), ("point", [66, 60], ["shown", "shown"]))
        width, height = found.layouts[0, 0]
        corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]])
        np.testing.assert_allclose(corners @ found.matrices[0, 0].T, found.quads[0, 0])
        self.assertRaises(svga.UsageError, self.movie.placement, "nobody")

    # Errors.

    def test_errors_are_in_the_language_that_was_set(self) -> None:
        self.assertRaises(svga.UsageError, svga.set_language, "fr")
        svga.set_language("zh")
        try:
            self.assertRaisesRegex(svga.InputError, "没有这个文件", svga.open, "/nowhere.svga")
        finally:
            svga.set_language("en")
        self.assertRaisesRegex(svga.InputError, "no such file", svga.open, "/nowhere.svga")

    def test_advice_names_what_there_is_here(self) -> None:
        with self.assertRaises(svga.UsageError) as raised:
            self.movie.export_bytes("png")
        self.assertTrue(str(raised.exception).endswith('use frame=N for one, or the format apng for all'), str(raised.exception))
        with self.assertRaises(svga.UsageError) as raised:
            self.movie.export(self.folder / "a.png")
        self.assertIn('path="', str(raised.exception))
        self.assertNotIn('"output"', str(raised.exception))

    def test_a_size_may_be_a_pair_in_validate_too(self) -> None:
        self.assertEqual(self.movie.validate(max_canvas=(5000, 10)), self.movie.validate(max_canvas="5000x10"))

    def test_errors_have_types_codes_and_one_line(self) -> None:
        broken = b"this is no movie at all"
        cases = [
            (svga.UsageError, 2, "user1", lambda: self.movie.render(0, set_text={"usr1": "Ann"})),
            (svga.UsageError, 2, "90", lambda: self.movie.render(90)),
            (svga.UsageError, 2, "-1", lambda: self.movie.render(-1)),
            (svga.UsageError, 2, "66.5", lambda: self.movie.render(66.5)),
            (svga.UsageError, 2, "nan", lambda: self.movie.render(float("nan"))),
            (svga.UsageError, 2, "'66'", lambda: self.movie.render("66")),
            (svga.UsageError, 2, "size", lambda: self.movie.render(0, size="big")),
            (svga.UsageError, 2, "size", lambda: self.movie.render(0, size=(1, 2, 3))),
            (svga.UsageError, 2, "background", lambda: self.movie.render(0, backgrund="#fff")),
            (svga.UsageError, 2, "output", lambda: self.movie.render(0, output="a.png")),
            (svga.UsageError, 2, "-", lambda: self.movie.render(0, set_image={"user1": "-"})),
            (svga.UsageError, 2, "fit", lambda: self.movie.render(0, set_image={"user1": svga.Picture(PHOTO, fit="tight")})),
            (svga.UsageError, 2, "gift", lambda: self.movie.export(self.folder / "gift")),
            (svga.UsageError, 2, "", lambda: self.movie.export_bytes("sheet")),
            (svga.UsageError, 2, "", lambda: svga.open("")),
            (svga.UsageError, 2, "to", lambda: self.movie.convert("3")),
            (svga.InputError, 3, "nowhere.svga", lambda: svga.open("nowhere.svga")),
            (svga.InputError, 3, "", lambda: svga.open(broken)),
            (svga.InputError, 3, "user1", lambda: self.movie.render(0, set_image={"user1": broken})),
            (svga.InputError, 3, "none.png", lambda: self.movie.render(0, set_image={"user1": "none.png"})),
            (svga.LimitError, 4, "max_input_bytes=N", lambda: svga.open(GIFT, max_input_bytes=1000)),
            (svga.LimitError, 4, "", lambda: self.movie.render(0, size=(30_000, 30_000))),
            (svga.OutputError, 5, "", lambda: self.movie.export("/proc/none/a.webp")),
        ]
        for index, (kind, code, words, body) in enumerate(cases):
            with self.assertRaises(kind, msg=f"case {index}") as raised:
                body()
            text = str(raised.exception)
            self.assertEqual(raised.exception.code, code)
            self.assertIn(words, text)
            self.assertEqual(text.count("\n"), 0)
            self.assertFalse(text.startswith("svga:"), text)
        with self.assertRaises(TypeError):
            svga.Movie()
        with self.assertRaises(ValueError):
            self.movie.render(0, set_image={"user1": np.zeros((3, 3, 2), np.uint8)})
        with self.assertRaises(FileNotFoundError):
            self.movie.render(0, set_image={"user1": Path("none.png")})

    # Threads and processes.

    def test_setting_an_event_cancels_an_export(self) -> None:
        cancel = threading.Event()
        cancel.set()
        for work in (self.movie.export_bytes, lambda *words, **options: self.movie.export(self.folder / "a.webp", **options)):
            with self.assertRaises(svga.Cancelled) as raised:
                work("webp", size=300, cancel=cancel)
            self.assertEqual(raised.exception.code, 130)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_threads_share_a_movie_and_a_scene(self) -> None:
        scene = self.movie.scene(size=200)
        frames = [0, 30, 45, 60, 66]
        wanted = {frame: scene.render(frame).tobytes() for frame in frames}
        wrong: list[int] = []

        def draw(index: int) -> None:
            frame = frames[index % len(frames)]
            drawn = scene.render(frame) if index % 2 else self.movie.render(frame, size=200)
            if drawn.tobytes() != wanted[frame]:
                wrong.append(index)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(draw, range(200)))
        self.assertEqual(wrong, [])

    def test_other_threads_run_while_a_frame_is_drawn(self) -> None:
        # An export is one call of C: without the lock of the interpreter the counter goes on.
        count = 0
        end = threading.Event()

        def run() -> None:
            nonlocal count
            while not end.is_set():
                count += 1

        thread = threading.Thread(target=run)
        thread.start()
        counted = 0
        # The system may stop the other thread for longer than an export takes.
        for _ in range(20):
            before = count
            self.movie.export_bytes("webp", size=200, frames="0-20", threads=1)
            counted = max(counted, count - before)
            if counted > 1000:
                break
        end.set()
        thread.join()
        self.assertGreater(counted, 1000)

    def test_a_movie_pickles_as_its_bytes_and_limits(self) -> None:
        movie = pickle.loads(pickle.dumps(svga.open(GIFT, max_memory="300m")))
        self.assertEqual(bytes(movie), GIFT.read_bytes())
        self.assertEqual(movie._limits, {"max_memory": "300m"})
        self.assertTrue(np.array_equal(movie.render(66), self.movie.render(66)))

    def test_a_forked_child_and_a_spawned_one_draw(self) -> None:
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            queue = context.Queue()
            child = context.Process(target=draw_in_child, args=(str(GIFT), queue))
            child.start()
            said = queue.get(timeout=300)
            child.join()
            self.assertEqual(said, str(self.movie.render(66).sum()))

    def test_deleted_objects_are_freed(self) -> None:
        def work() -> None:
            for _ in range(30):
                movie = svga.open(GIFT)
                movie.render(66, size=100, set_image={"user1": PHOTO}, set_text={"name": "Ann"})
                movie.scene(size=50).render(3)
                movie.describe()

        work()
        before = resident()
        for _ in range(4):
            work()
        # A movie with its bitmaps takes some 5 MB, so 120 that stayed were 600 MB.
        self.assertLess(resident() - before, 60e6)


if __name__ == "__main__":
    unittest.main()
