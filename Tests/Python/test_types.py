"""What type checkers find in calls of the module: mypy, and pyright if asked for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Mapping
from pathlib import Path

import svga

FOLDER = Path(__file__).parent / "types"
SOURCES = Path(svga.__file__).parents[1]


def bodies(path: Path) -> set[int]:
    """The lines that call something, after the first comment."""
    lines = path.read_text().splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith("#"))
    return {number for number, line in enumerate(lines, 1) if number > first and line and not line.startswith("#")}


def found_by_mypy(path: Path) -> set[int]:
    """The lines with errors."""
    with tempfile.TemporaryDirectory() as folder:
        cache = os.environ.get("MYPY_CACHE_DIR", folder)
        words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", cache, str(path)]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "MYPYPATH": str(SOURCES)})
    text = done.stdout.decode() + done.stderr.decode()
    if done.returncode not in (0, 1):
        raise AssertionError(text)
    return {int(number) for number in re.findall(rf"{re.escape(path.name)}:(\d+): error", text)}


def found_by_pyright(path: Path) -> set[int]:
    words = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, str(path)]
    done = subprocess.run(words, stdout=subprocess.PIPE, env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})
    report = json.loads(done.stdout)
    return {found["range"]["start"]["line"] + 1 for found in report["generalDiagnostics"] if found["severity"] == "error"}


class Types(unittest.TestCase):
    def test_mypy_finds_each_wrong_call_and_accepts_each_right_one(self) -> None:
        self.assertEqual(found_by_mypy(FOLDER / "wrong_calls.py"), bodies(FOLDER / "wrong_calls.py"))
        self.assertEqual(found_by_mypy(FOLDER / "right_calls.py"), set())

    @unittest.skipUnless(os.environ.get("SVGA_PYRIGHT"), "skipped without SVGA_PYRIGHT=1: pyright from PyPI loads its program from npm")
    def test_pyright_finds_each_wrong_call_and_accepts_each_right_one(self) -> None:
        self.assertEqual(found_by_pyright(FOLDER / "wrong_calls.py"), bodies(FOLDER / "wrong_calls.py"))
        self.assertEqual(found_by_pyright(FOLDER / "right_calls.py"), set())

    def test_there_are_forty_wrong_calls_at_least(self) -> None:
        self.assertGreaterEqual(len(bodies(FOLDER / "wrong_calls.py")), 40)

    def test_each_option_of_the_types_is_an_option_of_the_library(self) -> None:
        movie = svga.open(Path(__file__).parents[2] / "samples" / "features" / "badge.svga")
        calls = {
            svga.OpenOptions: lambda **options: svga.open(bytes(movie), **options),
            svga.ExportOptions: lambda **options: movie.scene(**options),
            svga.ValidateOptions: movie.validate,
            svga.DiffOptions: lambda **options: movie.diff(movie, **options),
            svga.OptimizeOptions: movie.optimize,
            svga.ConvertOptions: lambda **options: movie.convert("2", **options),
            svga.FixOptions: lambda **options: movie.fix("web", **options),
        }
        for kind, call in calls.items():
            names: Mapping[str, object] = kind.__annotations__
            for name in names:
                # An empty text counts as absent, after the name was looked up.
                call(**{name: ""})


if __name__ == "__main__":
    unittest.main()
