"""Movies that are made from other files, their pictures and sounds, and what Python has of the commands thumbnail, compare-players, unpack and pack."""

from __future__ import annotations

import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import svga
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
GIFT = SAMPLES / "features" / "gift-mattes.svga"
MATTES = SAMPLES / "features" / "mattes.svga"
LOTTIE = SAMPLES / "lottie" / "surprise.json"
SPEC = SAMPLES / "create" / "rocket" / "spec.json"
COMMAND = os.environ.get("SVGA_COMMAND", str(ROOT / ".build" / "release" / "svga"))


def command(*words: str | Path) -> bytes:
    """What the command prints."""
    done = subprocess.run([COMMAND, *(str(word) for word in words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    if done.returncode != 0:
        raise AssertionError(f"svga {words}: {done.returncode} {done.stderr.decode()}")
    return done.stdout


class Making(unittest.TestCase):
    def setUp(self) -> None:
        self.movie = svga.open(GIFT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    # Import, create, pack.

    def test_import_is_that_of_the_command(self) -> None:
        wanted = self.folder / "wanted.svga"
        command("import", LOTTIE, "-o", wanted, "--fps", "20", "-q")
        movie = svga.import_(LOTTIE, fps=20)
        self.assertEqual((bytes(movie), movie.fps), (wanted.read_bytes(), 20.0))
        assert movie.report is not None
        self.assertEqual((movie.report["fps"], movie.report["output"], movie.report["bytes"]), (20, None, len(bytes(movie))))

    def test_import_reads_bytes_files_and_lists_of_images(self) -> None:
        Image.new("RGBA", (8, 6), (255, 0, 0, 255)).save(self.folder / "a.png")
        Image.new("RGBA", (8, 6), (0, 0, 255, 255)).save(self.folder / "b.png")
        content = (self.folder / "a.png").read_bytes()
        stills = [svga.import_(source) for source in (self.folder / "a.png", content, io.BytesIO(content))]
        self.assertEqual({(movie.size, movie.frames, movie[0].tobytes()) for movie in stills}, {((8, 6), 1, stills[0][0].tobytes())})
        movie = svga.import_([self.folder / "a.png", self.folder / "b.png"], fps=5)
        self.assertEqual([tuple(frame[0, 0]) for frame in movie], [(255, 0, 0, 255), (0, 0, 255, 255)])
        self.assertRaises(svga.UsageError, svga.import_, [])

    def test_a_layer_gets_its_key_by_a_dictionary(self) -> None:
        art = {"v": "5.7.0", "fr": 20, "ip": 0, "op": 2, "w": 10, "h": 10, "assets": [], "layers": [
            {"ty": 1, "nm": "face", "ind": 1, "ip": 0, "op": 2, "st": 0, "sw": 10, "sh": 10, "sc": "#ff0000", "ks": {}}]}
        content = json.dumps(art).encode()
        words = svga.import_(content, key=["face=user1"])
        self.assertEqual(bytes(svga.import_(content, key={"face": "user1"})), bytes(words))
        self.assertRaises(svga.Error, svga.import_, content, key={"nobody": "user1"})

    def test_an_import_has_progress_and_is_cancelled_by_it(self) -> None:
        for number in range(4):
            Image.new("RGBA", (8, 6), (60 * number, 0, 0, 255)).save(self.folder / f"{number}.png")
        steps: list[tuple[int, int]] = []
        svga.import_(self.folder, progress=lambda done, total: steps.append((done, total)))
        self.assertTrue(steps and steps[-1][0] <= steps[-1][1])
        self.assertRaises(svga.Cancelled, svga.import_, self.folder, progress=lambda *_: False)
        cancel = svga.Cancel()
        cancel.cancel()
        self.assertRaises(svga.Cancelled, svga.import_, LOTTIE, cancel=cancel)

    def test_create_is_that_of_the_command_from_a_file_bytes_and_a_dictionary(self) -> None:
        wanted = self.folder / "wanted.svga"
        command("create", SPEC, "-o", wanted, "-q")
        content = SPEC.read_bytes()
        movies = [svga.create(SPEC), svga.create(content, folder=SPEC.parent), svga.create(json.loads(content), folder=str(SPEC.parent))]
        self.assertEqual([bytes(movie) == wanted.read_bytes() for movie in movies], [True] * 3)
        assert movies[0].report is not None
        self.assertEqual(movies[0].report["frames"], movies[0].frames)
        self.assertRaises(svga.UsageError, svga.create, SPEC, folder=".")
        outside = json.loads(content)
        outside["images"] = {key: str(SPEC.parent / name) for key, name in outside["images"].items()}
        self.assertRaisesRegex(svga.InputError, "allow_outside=True", svga.create, outside, folder=self.folder)
        self.assertEqual(len(svga.create(outside, folder=self.folder, allow_outside=True)), len(movies[0]))

    def test_a_movie_is_unpacked_and_packed_as_by_the_command(self) -> None:
        report = self.movie.unpack(self.folder / "python")
        command("unpack", GIFT, "-d", self.folder / "command", "-q")
        files = {path.relative_to(self.folder / "command") for path in (self.folder / "command").rglob("*")}
        self.assertEqual({path.relative_to(self.folder / "python") for path in (self.folder / "python").rglob("*")}, files)
        self.assertEqual(report["payloads"], len(self.movie.images) + len(self.movie.sounds))
        self.assertRaisesRegex(svga.Error, "force=True", self.movie.unpack, self.folder / "python")
        self.movie.unpack(self.folder / "python", force=True)
        packed = svga.pack(self.folder / "python")
        self.assertEqual([frame.tobytes() for frame in packed.scene(size=40)], [frame.tobytes() for frame in self.movie.scene(size=40)])
        assert packed.report is not None
        self.assertEqual(packed.report["bytes"], len(bytes(packed)))
        self.assertRaises(svga.Error, svga.pack, self.folder / "nowhere")

    def test_what_pack_finds_strange_is_a_warning(self) -> None:
        self.movie.unpack(self.folder / "gift")
        file = self.folder / "gift" / "movie.json"
        file.write_text(file.read_text().replace('"frames": 90', '"frames": 89', 1))
        with self.assertWarns(svga.Warning):
            svga.pack(self.folder / "gift")
        self.assertRaises(svga.InputError, svga.pack, self.folder / "gift", strict=True)

    def test_limits_of_making_hold_for_the_movie(self) -> None:
        self.assertRaises(svga.LimitError, svga.import_, LOTTIE, max_frames=1)
        movie = svga.create(SPEC, max_canvas_pixels=480_000)
        self.assertEqual(movie.render(0).shape, (800, 600, 4))
        self.assertRaises(svga.LimitError, movie.render, 0, scale=1.1)

    # Pictures and sounds.

    def test_pictures_and_sounds_of_the_file_have_bytes(self) -> None:
        self.movie.unpack(self.folder / "gift")
        unpacked = {path.read_bytes() for path in (self.folder / "gift").rglob("*") if path.is_file()}
        for file in [*self.movie.images.values(), *self.movie.sounds.values()]:
            self.assertIn(file.bytes, unpacked, file.key)
        image = self.movie.images["user1"]
        self.assertEqual((image.format, image.image().size), ("png", (image.details["width"], image.details["height"])))
        sound = self.movie.sounds["chime"]
        self.assertEqual((sound.format, sound.bytes[:4], sound.plays[0]["startFrame"]), ("wav", b"RIFF", sound.plays[0]["startFrame"]))
        with self.assertRaises(KeyError):
            self.movie.images["nobody"]

    def test_pictures_of_a_closed_movie_raise_and_those_of_a_pickle_do_not(self) -> None:
        import pickle

        wanted = self.movie.images["user1"].bytes
        self.assertEqual(pickle.loads(pickle.dumps(self.movie)).images["user1"].bytes, wanted)
        image = self.movie.images["user1"]
        self.movie.close()
        self.assertRaises(svga.UsageError, lambda: image.bytes)

    # Frames.

    def test_a_movie_renders_into_an_array_and_in_other_orders(self) -> None:
        straight = self.movie.render(66, size=40)
        out = np.zeros((40, 40, 4), np.uint8)
        drawn = self.movie.render(66, size=40, out=out)
        self.assertTrue(np.shares_memory(drawn, out))
        np.testing.assert_array_equal(out, straight)
        swapped = self.movie.render(66, size=40, format="bgra")
        np.testing.assert_array_equal(swapped[..., [2, 1, 0, 3]], straight)
        self.assertEqual(swapped.image().tobytes(), straight.image().tobytes())
        premultiplied = self.movie.render(66, size=40, format="bgra", premultiplied=True)
        opaque = straight[..., 3] == 255
        np.testing.assert_array_equal(np.asarray(premultiplied.image())[opaque], straight[opaque])
        self.assertRaises(ValueError, self.movie.render, 66, size=41, out=out)

    def test_a_thumbnail_is_that_of_the_command(self) -> None:
        for words, options in (([], {}), (["--size", "100", "--frame", "30"], {"size": 100, "frame": 30})):
            command("thumbnail", GIFT, self.folder / "a.png", "--force", *words)
            found: Any = options
            np.testing.assert_array_equal(self.movie.thumbnail(**found), np.asarray(Image.open(self.folder / "a.png").convert("RGBA")))
        self.assertEqual(self.movie.thumbnail().shape, (256, 256, 4))

    def test_players_are_compared_as_by_the_command(self) -> None:
        movie = svga.open(MATTES)
        wanted = json.loads(command("compare-players", MATTES, "--json", "-o", self.folder / "wanted.png", "--player", "web,ios", "--count", "2"))
        found = movie.compare_players(player="web,ios", count=2, sheet=self.folder / "found.png")
        self.assertEqual({**found, "sheet": None}, {**wanted, "sheet": None})
        self.assertEqual((self.folder / "found.png").exists(), (self.folder / "wanted.png").exists())
        if wanted["sheet"]:
            file = io.BytesIO()
            movie.compare_players(player=["web", "ios"], count=2, sheet=file)
            self.assertEqual(file.getvalue(), (self.folder / "wanted.png").read_bytes())
            self.assertEqual((self.folder / "found.png").read_bytes(), file.getvalue())
        self.assertIsNone(movie.compare_players()["sheet"])


if __name__ == "__main__":
    unittest.main()
