"""Runs one job of `svga batch` with the Python package svga.

Whatever is wrong with a job is a result. Only a fault of the worker is an exception, or its end, and the engine then tries again.
"""

from __future__ import annotations

import os
import time
from typing import Any

import jobs
import svga


def run(setup: jobs.Setup, line: int, text: str) -> str:
    """Runs a job. Returns its result, as `svga batch` writes it."""
    result: dict[str, Any] = {}
    start = time.monotonic()
    try:
        job = jobs.parsed(text)
        if "id" in job:
            result["id"] = job["id"]
        result["line"] = line
        if isinstance(job.get("output"), str):
            result["output"] = job["output"]
        result["output"] = jobs.output_name(job)
        made = make(setup, {**setup.options, **job}, result["output"])
        result.update(ok=True, bytes=made["bytes"], ms=round(1000 * (time.monotonic() - start), 1))
        if "warnings" in made:
            result["warnings"] = made["warnings"]
    except svga.Error as error:
        result.update(line=line, **jobs.failure(error.code, error))
    except (ValueError, TypeError) as error:
        result.update(line=line, **jobs.failure(svga.UsageError.code, error))
    except OSError as error:
        result.update(line=line, **jobs.failure(svga.OutputError.code, error))
    return jobs.line_of(result)


def make(setup: jobs.Setup, job: dict[str, Any], output: str) -> svga.JobResult:
    """Writes the output completely or not at all, and overwrites it: a job that runs again gives the same bytes.

    Later jobs of the process share its movies, images, fonts and encoded frames.
    """
    # All names of files in a job start here. A worker does nothing else.
    os.chdir(setup.folder)
    folder, ending = setup.output, str(job.get("format") or output.rpartition(".")[2]).lower()
    if ending in ("png", "jpg", "jpeg") and not output.endswith("/"):
        # A name for frames is a pattern, and that of the folder is none.
        folder = folder.replace("%", "%%")
    # The engine gives each processor a job of its own.
    return svga.run_job({"threads": 1, **job, "output": os.path.join(folder, output)})
