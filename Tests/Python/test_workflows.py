"""samples/workflows: the tasks of Airflow, Celery and Kubernetes make what `svga batch` makes, also when they run again."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import svga

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / "samples" / "workflows"
SVGA = Path(os.environ.get("SVGA_COMMAND", ROOT / ".build" / "release" / "svga"))
JOBS: list[dict[str, Any]] = [
    {"id": 1, "input": "badge.svga", "output": "1.png", "frame": 3, "size": "60x0"},
    {"id": 2, "input": "badge.svga", "output": "2.gif", "frames": "0-3", "size": "60x0", "set-text": {"disc": '"Ann"'}},
    {"id": 3, "input": "none.svga", "output": "3.png", "frame": 0},
]


def stubs() -> dict[str, types.ModuleType]:
    """Airflow without Airflow: its decorators give the functions."""

    def task(function: Callable[..., Any] | None = None, **_: Any) -> Any:
        return function or task

    def dag(**_: Any) -> Callable[[Callable[..., Any]], Callable[..., None]]:
        return lambda function: lambda: None

    decorators = types.ModuleType("airflow.decorators")
    exceptions = types.ModuleType("airflow.exceptions")
    for name, value in {"task": task, "dag": dag}.items():
        setattr(decorators, name, value)
    for name in ("AirflowException", "AirflowFailException"):
        setattr(exceptions, name, type(name, (Exception,), {}))
    return {"airflow": types.ModuleType("airflow"), "airflow.decorators": decorators, "airflow.exceptions": exceptions}


class WorkflowTests(unittest.TestCase):
    folder: Path
    expected: dict[str, bytes]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        shutil.copy(ROOT / "samples" / "features" / "badge.svga", cls.folder)
        (cls.folder / "jobs.jsonl").write_text("".join(json.dumps(job) + "\n" for job in JOBS))
        done = subprocess.run([SVGA, "batch", "jobs.jsonl", "-o", "batch", "-q"], cwd=cls.folder, capture_output=True, text=True)
        assert done.returncode == 6, done.stderr
        cls.expected = cls.files("batch")
        programs = cls.folder / "bin"
        programs.mkdir()
        (programs / "svga").symlink_to(SVGA.resolve())
        path = os.pathsep.join([str(programs), os.environ["PATH"]])
        cls.enterClassContext(mock.patch.dict(os.environ, {"PATH": path}))
        cls.enterClassContext(mock.patch.object(sys, "path", [str(WORKFLOWS), *sys.path]))

    @classmethod
    def files(cls, name: str) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (cls.folder / name).iterdir() if not path.name.startswith(".svga-")}

    def test_airflow(self) -> None:
        variables = {"GIFT_JOBS": str(self.folder / "jobs.jsonl"), "GIFT_OUTPUT": str(self.folder / "airflow"), "GIFT_JOBS_PER_PART": "2"}
        with mock.patch.dict(os.environ, variables), mock.patch.dict(sys.modules, stubs()):
            gifts = importlib.import_module("airflow_gifts")
            parts = gifts.split()
            self.assertEqual(len(parts), 2)
            # A retry of a part is no failure, and changes nothing.
            for _ in range(2):
                results = [gifts.draw(part) for part in parts]
                self.assertEqual([[result["id"] for result in part["failed"]] for part in results], [[], [3]])
                self.assertEqual(gifts.report(results), 1)
                self.assertEqual(self.files("airflow"), self.expected)
            failure: type[Exception] = sys.modules["airflow.exceptions"].AirflowFailException
            self.assertRaises(failure, gifts.draw, "--no-such-option")

    def test_kubernetes(self) -> None:
        try:
            yaml = importlib.import_module("yaml")
        except ModuleNotFoundError:
            self.skipTest("not installed: PyYAML (make check-tools)")
        path = WORKFLOWS / "kubernetes-job.yaml"
        if importlib.util.find_spec("kubernetes_validate"):
            done = subprocess.run([sys.executable, "-m", "kubernetes_validate", "--strict", path], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        job = yaml.safe_load(path.read_text())
        shared = self.folder / "kubernetes"
        shared.mkdir()
        shutil.copy(self.folder / "badge.svga", shared)
        subprocess.run(
            ["split", "-n", "l/8", "-d", "-a", "1", "--additional-suffix", ".jsonl", self.folder / "jobs.jsonl", shared / "part-"], check=True)
        (container,) = job["spec"]["template"]["spec"]["containers"]
        codes = {}
        for index in range(job["spec"]["completions"]):
            words = [word.replace("$(JOB_COMPLETION_INDEX)", str(index)).replace("/shared", str(shared)) for word in container["args"]]
            codes[index] = subprocess.run([SVGA, *words, "--quiet"], capture_output=True).returncode
        # The codes of a policy are those of svga batch; an empty part has no jobs.
        (codes_of_failure,) = [rule["onExitCodes"]["values"] for rule in job["spec"]["podFailurePolicy"]["rules"] if "onExitCodes" in rule]
        self.assertIn(6, codes.values())
        self.assertIn(6, codes_of_failure)
        self.assertEqual(self.files("kubernetes/out"), self.expected)

    def test_celery(self) -> None:
        if not importlib.util.find_spec("celery"):
            self.skipTest("not installed: celery (make scale-tools)")
        with mock.patch.dict(os.environ, {"CELERY_BROKER": "memory://", "CELERY_BACKEND": "cache+memory://"}):
            gifts = importlib.import_module("celery_gifts")
        before = Path.cwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        for job in JOBS[:2]:
            result = gifts.draw.apply(args=[{**job, "output": f"celery/{job['output']}"}]).get()
            self.assertEqual((result["id"], result["ok"]), (job["id"], True))
        self.assertEqual(self.files("celery"), self.expected)
        failed = gifts.draw.apply(args=[{**JOBS[2], "output": "celery/3.png"}])
        self.assertIsInstance(failed.result, svga.InputError)
        self.assertTrue(gifts.app.conf.task_acks_late and gifts.app.conf.task_reject_on_worker_lost)


if __name__ == "__main__":
    unittest.main()
