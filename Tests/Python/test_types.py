"""What type checkers find in calls of the module: mypy and pyright."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import svga

FOLDER = Path(__file__).parent / "types"
SOURCES = Path(svga.__file__).parents[1]
STUBS = Path(__file__).parents[2] / "ci" / "python-stubs"

# A call, and the options that an editor has to offer at its end.
CALLS: dict[str, Any] = {
    'svga.open("gift.svga", ': svga.OpenOptions,
    "movie.scene(": svga.ExportOptions,
    "movie.render(66, ": svga.RenderOptions,
    'scene.export("a.webp", ': svga.ExportOptions,
    "movie.optimize(": svga.OptimizeOptions,
    "movie.edit(": svga.EditOptions,
    'svga.import_("a.json", ': svga.ImportOptions,
    "svga.batch([], ": svga.ExportOptions,
}


def bodies(path: Path) -> set[int]:
    """The lines that call something, after the first comment."""
    lines = path.read_text().splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith("#"))
    return {number for number, line in enumerate(lines, 1) if number > first and line and not line.startswith("#")}


def found_by_mypy(path: Path, sources: Path = SOURCES) -> set[int]:
    """The lines with errors."""
    with tempfile.TemporaryDirectory() as folder:
        cache = os.environ.get("MYPY_CACHE_DIR", folder)
        words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", f"{cache}/{sources.name}", str(path)]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "MYPYPATH": str(sources)})
    text = done.stdout.decode() + done.stderr.decode()
    if done.returncode not in (0, 1):
        raise AssertionError(text)
    return {int(number) for number in re.findall(rf"{re.escape(path.name)}:(\d+): error", text)}


def found_by_pyright(path: Path) -> set[int]:
    """The lines with errors, by basedpyright in pyright's own strict mode: it comes with its own Node, and pyright itself loads that from npm."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, folder)
        (Path(folder) / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(SOURCES)]}))
        words = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
        done = subprocess.run([*words, "--project", folder], stdout=subprocess.PIPE)
    report = json.loads(done.stdout)
    if report["summary"]["filesAnalyzed"] != 1:
        raise AssertionError(report)
    return {found["range"]["start"]["line"] + 1 for found in report["generalDiagnostics"] if found["severity"] == "error"}


class Types(unittest.TestCase):
    def test_mypy_finds_each_wrong_call_and_accepts_each_right_one(self) -> None:
        self.assertEqual(found_by_mypy(FOLDER / "wrong_calls.py"), bodies(FOLDER / "wrong_calls.py"))
        self.assertEqual(found_by_mypy(FOLDER / "right_calls.py"), set())

    @unittest.skipUnless(importlib.util.find_spec("basedpyright"), "not installed: basedpyright (make test-tools)")
    def test_pyright_finds_each_wrong_call_and_accepts_each_right_one(self) -> None:
        self.assertEqual(found_by_pyright(FOLDER / "wrong_calls.py"), bodies(FOLDER / "wrong_calls.py"))
        self.assertEqual(found_by_pyright(FOLDER / "right_calls.py"), set())

    def test_stubs_of_the_wheel_say_the_same_and_editors_offer_each_option_from_them(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(Path(svga.__file__).parent, Path(folder) / "svga", ignore=shutil.ignore_patterns("lib", "__pycache__", "*.pyi"))
            words = [sys.executable, str(STUBS), f"{folder}/svga"]
            subprocess.run(words, check=True, stdout=subprocess.PIPE)
            self.assertEqual(found_by_mypy(FOLDER / "wrong_calls.py", Path(folder)), bodies(FOLDER / "wrong_calls.py"))
            self.assertEqual(found_by_mypy(FOLDER / "right_calls.py", Path(folder)), set())
            if importlib.util.find_spec("jedi") is None:
                self.skipTest("not installed: jedi (make test-tools)")
            for call, kind in CALLS.items():
                done = subprocess.run([*words, "--list", call], check=True, stdout=subprocess.PIPE)
                offered = set(done.stdout.decode().split())
                self.assertEqual({f"{name}=" for name in kind.__annotations__} - offered, set(), call)

    def test_there_are_forty_wrong_calls_at_least(self) -> None:
        self.assertGreaterEqual(len(bodies(FOLDER / "wrong_calls.py")), 40)

    def test_each_option_of_the_types_is_an_option_of_the_library(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        # Every call does its work, so the movie has one frame of some pixels.
        photo = folder / "photo.png"
        badge = svga.open(Path(__file__).parents[2] / "samples" / "features" / "badge.svga")
        photo.write_bytes(badge.export_bytes("png", frame=0, size="8x0"))
        movie = svga.import_(photo)
        spec = Path(__file__).parents[2] / "samples" / "create" / "nameplate" / "spec.json"
        calls = {
            svga.OpenOptions: lambda **options: svga.open(bytes(movie), **options),
            svga.ExportOptions: lambda **options: movie.scene(**options),
            svga.ValidateOptions: movie.validate,
            svga.DiffOptions: lambda **options: movie.diff(movie, **options),
            svga.OptimizeOptions: movie.optimize,
            svga.ConvertOptions: lambda **options: movie.convert("2", **options),
            svga.FixOptions: lambda **options: movie.fix("web", **options),
            svga.ThumbnailOptions: movie.thumbnail,
            svga.ComparePlayersOptions: movie.compare_players,
            svga.UnpackOptions: lambda **options: movie.unpack(folder / str(len(os.listdir(folder))), **options),
            svga.ImportOptions: lambda **options: svga.import_(photo, **options),
            svga.CreateOptions: lambda **options: svga.create(spec, **options),
            svga.PackOptions: lambda **options: svga.pack(folder / "1", **options),
        }
        for kind, call in calls.items():
            names: Mapping[str, object] = kind.__annotations__
            for name in names:
                # An empty text counts as absent, after the name was looked up.
                call(**{name: ""})


if __name__ == "__main__":
    unittest.main()
