"""An Airflow DAG that makes the pictures of a job file: one mapped task for each part of it.

Put it and the program svga where the workers are. The folder of the parts must be shared by all workers.
"""

from __future__ import annotations

import json
import os
import subprocess
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from airflow.decorators import dag, task
from airflow.exceptions import AirflowException, AirflowFailException

JOBS = os.environ.get("GIFT_JOBS", "/shared/jobs.jsonl")
OUTPUT = os.environ.get("GIFT_OUTPUT", "/shared/out")
JOBS_PER_PART = int(os.environ.get("GIFT_JOBS_PER_PART", "10000"))


@task
def split() -> list[str]:
    """Cuts the job file into parts beside it, so that names of files stay relative to the same folder."""
    lines = [line for line in Path(JOBS).read_text().splitlines() if line.strip()]
    parts = []
    for start in range(0, len(lines), JOBS_PER_PART):
        part = Path(JOBS).with_suffix(f".part-{start // JOBS_PER_PART:05d}.jsonl")
        part.write_text("\n".join(lines[start : start + JOBS_PER_PART]) + "\n")
        parts.append(str(part))
    return parts


@task(retries=3, retry_delay=timedelta(minutes=1))
def draw(part: str) -> dict[str, Any]:
    """Runs a part. A retry goes on where the last try ended: --resume leaves out the jobs that are done."""
    results = part + ".results"
    command = ["svga", "batch", part, "-o", OUTPUT, "--results", results, "--resume", "--quiet"]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == 2:
        # A wrong command line or job file does not improve by a retry.
        raise AirflowFailException(done.stderr)
    if done.returncode not in (0, 6):
        raise AirflowException(f"exit code {done.returncode}: {done.stderr}")
    # 6: some jobs failed, each with its reason in its result.
    failed = [result for line in Path(results).read_text().splitlines() if not (result := json.loads(line))["ok"]]
    return {"part": part, "failed": failed}


@task
def report(parts: list[dict[str, Any]]) -> int:
    """The number of jobs that failed. Their results are in the log."""
    failed = [result for part in parts for result in part["failed"]]
    for result in failed:
        print(json.dumps(result, ensure_ascii=False))
    return len(failed)


@dag(schedule=None, start_date=datetime(2026, 1, 1), catchup=False, max_active_tasks=16)
def gifts() -> None:
    report(draw.expand(part=split()))


gifts()
