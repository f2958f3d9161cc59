"""samples/scale: the same jobs through `svga batch`, Spark and Ray give the same files and results, also where a worker is killed."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path
from typing import Any, Optional

ROOT = Path(__file__).resolve().parents[2]
SCALE = ROOT / "samples" / "scale"
SVGA = Path(os.environ.get("SVGA_COMMAND", ROOT / ".build" / "release" / "svga"))

JOBS = [
    {"id": 1, "input": "gift.svga", "output": "1.png", "frame": 66, "size": "200x0", "set-image": {"user1": "photo.jpg,fit=cover,mask=circle"}},
    {"id": "two", "input": "gift.svga", "output": "a/2.png", "frame": 66, "size": "200x0", "set-text": {"name": "林小雨"}},
    {"id": 3, "input": "gift.svga", "output": "a/3.jpg", "frame": 30, "size": "200x0", "background": "#fff"},
    {"id": 4, "input": "badge.svga", "output": "4.webp", "size": "60x0", "quality": 80},
    {"id": "lossless", "input": "badge.svga", "output": "5.webp", "size": "60x0", "frames": "0-9"},
    {"id": 5, "input": "badge.svga", "output": "100%%.png", "frame": 3, "effort": 0},
    {"input": "badge.svga", "output": "frames/", "format": "png", "frames": "0-3", "size": "60x0"},
    {"id": [6], "input": "badge.svga", "output": "some-%03d.png", "frames": "0,8", "size": "60x0"},
    {"id": 7, "input": "mattes.svga", "output": "7.png", "frame": 5, "set-image": {}},
    # Fail.
    {"id": 8, "input": "none.svga", "output": "8.png", "frame": 0},
    {"id": 9, "input": "badge.svga", "output": "../9.png", "frame": 0},
    {"id": 10, "input": "gift.svga", "output": "10.png", "frame": 0, "set-text": {"nobody": "x"}},
    {"id": 11, "input": "badge.svga", "output": "11.png", "frame": 0, "nonsense": 1},
    {"id": 12, "input": "badge.svga"},
]

# Replaces the module that runs jobs: the first process that reaches its second job is killed, unless there is a file.
KILLED_WORKER = """
    import os, signal
    from pathlib import Path

    exec(Path(os.environ["SVGA_TEST_WORKER"]).read_text(), globals())
    _run, _count = run, 0

    def run(setup, line, text):
        global _count
        _count += 1
        if _count >= 2:
            try:
                os.close(os.open(os.environ["SVGA_TEST_MARKER"], os.O_CREAT | os.O_EXCL))
                os.kill(os.getpid(), signal.SIGKILL)
            except FileExistsError:
                pass
        return _run(setup, line, text)
"""

# Replaces svga: the first one is killed after its first job, unless there is a file. Pipe gives it no environment.
KILLED_SVGA = """
    import os, subprocess, sys

    command = [{svga!r}, *sys.argv[1:]]
    try:
        os.close(os.open({marker!r}, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        os.execv(command[0], command)
    svga = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    svga.stdin.write(sys.stdin.buffer.readline())
    svga.stdin.flush()
    sys.stdout.buffer.write(svga.stdout.readline())
    sys.stdout.flush()
    svga.kill()
    sys.exit(128 - svga.wait())
"""

# Runs a way of samples/scale several times in one process. Words: the module, whether a worker is killed, and its arguments.
DRIVER = """
    import contextlib, importlib, json, os, sys

    for run in json.loads(sys.argv[1]):
        marker = os.environ["SVGA_TEST_MARKER"]
        if run["killed"]:
            os.path.exists(marker) and os.remove(marker)
        else:
            open(marker, "w").close()
        with open(run["results"], "w") as results, contextlib.redirect_stdout(results):
            code = importlib.import_module(run["module"]).main(run["words"])
        if run["module"] == "ray_data":
            sys.modules["ray"].shutdown()
        assert os.path.exists(marker), "no worker was killed"
        print("exit code", code)
"""


def missing(modules: list[str], programs: Optional[list[str]] = None) -> str:
    """What is not installed here, for the reason of a skipped test."""
    names = [name for name in ["numpy", *modules] if importlib.util.find_spec(name) is None]
    names += [name for name in programs or [] if shutil.which(name) is None]
    names += [] if SVGA.exists() else [str(SVGA)]
    return f"not installed: {', '.join(names)} (make test-tools)" if names else ""


class ScaleTests(unittest.TestCase):
    folder: Path
    expected: list[dict[str, Any]]

    @classmethod
    def setUpClass(cls) -> None:
        if missing([]):
            return
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        for name in ("gift.svga", "features/badge.svga", "features/mattes.svga", "photo.jpg"):
            shutil.copy(ROOT / "samples" / name, cls.folder)
        lines = [json.dumps(job, ensure_ascii=False) for job in JOBS]
        # Lines count that have no job.
        lines[3:3] = ["", "{ no job"]
        (cls.folder / "jobs.jsonl").write_text("\n".join(lines) + "\n")
        (cls.folder / "killed").mkdir()
        (cls.folder / "killed" / "worker.py").write_text(textwrap.dedent(KILLED_WORKER))
        svga = cls.folder / "killed-svga"
        svga.write_text(f"#!{sys.executable}\n" + textwrap.dedent(KILLED_SVGA).format(svga=str(SVGA), marker=str(cls.folder / "marker")))
        svga.chmod(0o755)
        done = subprocess.run([SVGA, "batch", "jobs.jsonl", "-o", "batch", "-q"], cwd=cls.folder, capture_output=True, text=True)
        assert done.returncode == 6, done.stderr
        cls.expected = cls.results(done.stdout)

    def require(self, reason: str) -> None:
        if reason:
            print(f"{self.id()} is skipped: {reason}", file=sys.stderr)
            self.skipTest(reason)

    @staticmethod
    def results(text: str) -> list[dict[str, Any]]:
        """Without what differs from run to run."""
        results = [json.loads(line) for line in text.splitlines()]
        for result in results:
            result.pop("ms", None)
            # Words differ where Python finds the fault, and where names of files begin elsewhere.
            result.pop("error", None)
        return sorted(results, key=lambda result: int(result["line"]))

    def files(self, name: str) -> dict[str, bytes]:
        folder = self.folder / name
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and not path.name.startswith(".svga-batch-")
        }

    def run_ways(self, runs: list[tuple[str, str, bool, list[str]]]) -> None:
        """Runs ways in one process, and compares what they make with the batch's."""
        described = []
        for name, module, killed, words in runs:
            words = ["jobs.jsonl", "-o", name, "--partitions", "3", *words]
            described.append({"module": module, "killed": killed, "words": words, "results": f"{name}.jsonl"})
        paths = [self.folder / "killed", SCALE, ROOT / "Sources" / "svga-python"]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([*map(str, paths), os.environ.get("PYTHONPATH", "")]),
            "PYTHONWARNINGS": "ignore",
            "PYSPARK_PYTHON": sys.executable,
            # Four tries for each task: on one machine Spark defaults to one.
            "PYSPARK_SUBMIT_ARGS": "--master local[2,4] --driver-memory 512m --conf spark.ui.enabled=false pyspark-shell",
            "SPARK_LOCAL_IP": "127.0.0.1",
            "RAY_AUTH_MODE": "disabled",
            "RAY_USAGE_STATS_ENABLED": "0",
            "SVGA_TEST_WORKER": str(SCALE / "worker.py"),
            "SVGA_TEST_MARKER": str(self.folder / "marker"),
        }
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(DRIVER), json.dumps(described)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        self.assertEqual(done.returncode, 0, done.stderr[-4000:])
        self.assertEqual(done.stdout.split("\n")[:-1], ["exit code 6"] * len(runs), done.stderr[-4000:])
        for name, *_ in runs:
            with self.subTest(name):
                self.assertEqual(self.results((self.folder / f"{name}.jsonl").read_text()), self.expected)
                files, expected = self.files(name), self.files("batch")
                self.assertEqual(sorted(files), sorted(expected))
                for path in expected:
                    self.assertEqual(files[path], expected[path], path)

    def test_batch(self) -> None:
        self.require(missing([]))
        self.assertEqual([result["ok"] for result in self.expected].count(True), 9)
        self.assertEqual(len(self.expected), len(JOBS) + 1)

    def test_spark(self) -> None:
        self.require(missing(["pyspark", "pandas", "pyarrow"], ["java"]))
        svga = ["--svga", str(self.folder / "killed-svga")]
        self.run_ways(
            [
                ("pandas", "spark_pandas", False, []),
                ("pandas-killed", "spark_pandas", True, []),
                ("pipe", "spark_pipe", False, svga),
                ("pipe-killed", "spark_pipe", True, svga),
            ]
        )

    def test_ray(self) -> None:
        self.require(missing(["ray", "pandas", "pyarrow"]))
        self.run_ways([("ray", "ray_data", False, ["--cpus", "2"]), ("ray-killed", "ray_data", True, ["--cpus", "2"])])


if __name__ == "__main__":
    unittest.main()
