"""What the tab "Edit" of `svga preview` copies writes the file that the page saves, byte for byte."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import svga
from edit_steps import COMMAND, OUTPUT, Preview, page_options, place

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


class EditLines(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls._temporary = tempfile.TemporaryDirectory()
        cls.preview = Preview(Path(cls._temporary.name))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.preview.close()
        cls._temporary.cleanup()

    def test_there_is_a_step_for_each_option_of_the_page(self) -> None:
        self.assertEqual(page_options() - set(self.preview.steps), set())
        self.assertGreater(len(page_options()), 20)

    def test_copied_python_writes_the_file_of_the_page(self) -> None:
        before = os.getcwd()
        for name in self.preview.steps:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                answer, saved = self.preview.copied(name)
                place(Path(folder))
                os.chdir(folder)
                try:
                    exec(compile(answer["python"], f"{name}.py", "exec"), {})
                    self.assertEqual(Path(OUTPUT).read_bytes(), saved)
                finally:
                    os.chdir(before)

    def test_copied_command_lines_write_the_file_of_the_page(self) -> None:
        for name in self.preview.steps:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                answer, saved = self.preview.copied(name)
                place(Path(folder))
                for words in answer["commands"]:
                    subprocess.run([COMMAND, *words, "-q"], cwd=folder, check=True)
                self.assertEqual((Path(folder) / OUTPUT).read_bytes(), saved)


class EditSteps(unittest.TestCase):
    """`Movie.edit` with steps."""

    def test_steps_apply_in_order_and_an_option_may_repeat(self) -> None:
        movie = svga.open(SAMPLES / "gift.svga")
        chained = movie.edit(trim="10-60").edit(scale=0.5).edit(trim="0-20")
        self.assertEqual(bytes(movie.edit({"trim": "10-60"}, {"scale": 0.5}, {"trim": "0-20"})), bytes(chained))
        self.assertEqual(movie.edit({"trim": "10-60"}, trim="0-9").frames, 10)

    def test_a_wrong_step_is_refused(self) -> None:
        movie = svga.open(SAMPLES / "gift.svga")
        with self.assertRaisesRegex(TypeError, "trimm"):
            movie.edit({"trimm": "0-9"})  # type: ignore[typeddict-unknown-key]
        with self.assertRaises(svga.UsageError):
            movie.edit({"opacity": "crown=2"})


if __name__ == "__main__":
    unittest.main()
