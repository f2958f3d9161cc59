"""Runs one job of `svga batch` with the Python package svga.

Whatever is wrong with a job is a result. Only what is wrong with a worker is an exception, or its end, and that is for the engine to try again.
"""

from __future__ import annotations

import functools
import glob
import json
import os
import re
import time
from typing import Any, Optional

import jobs
import svga

# Movies that a worker keeps. Jobs come sorted by movie, so a few are enough.
MOVIES = 4


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
        size = make(setup, {**setup.options, **job}, result["output"])
        result.update(ok=True, bytes=size, ms=round(1000 * (time.monotonic() - start), 1))
    except svga.Error as error:
        result.update(line=line, **jobs.failure(error.code, error))
    except (ValueError, TypeError) as error:
        result.update(line=line, **jobs.failure(svga.UsageError.code, error))
    except OSError as error:
        result.update(line=line, **jobs.failure(svga.OutputError.code, error))
    return jobs.line_of(result)


def make(setup: jobs.Setup, job: dict[str, Any], output: str) -> int:
    """Writes the output, whole or not at all, over what is there: a job that is run again gives the same bytes. Returns how many."""
    options = {name.replace("-", "_"): value for name, value in job.items() if name not in ("id", "input", "output")}
    source = job.get("input")
    if not isinstance(source, str) or not source:
        raise svga.UsageError("the job has no input" if source is None else "input needs a file name")
    # All names of files in a job start here. A worker does nothing else.
    os.chdir(setup.folder)
    limits = {name: options.pop(name) for name in list(options) if name.startswith("max_") and name != "max_size" or name == "strict"}
    status = os.stat(source) if os.path.exists(source) else None
    seen = (status.st_mtime_ns, status.st_size) if status else None
    movie = opened(source, json.dumps(limits), seen)
    folder, ending = setup.output, str(options.get("format") or output.rpartition(".")[2]).lower()
    # As svga batch packs them: a part of the time of svga render, a few bytes more.
    if ending == "png":
        options.setdefault("effort", 3)
    elif ending == "webp" and "quality" not in options:
        options.setdefault("effort", 2)
    if ending in ("png", "jpg", "jpeg") and not output.endswith("/"):
        # A name for frames is a pattern, and that of the folder is none.
        folder = folder.replace("%", "%%")
    # The engine gives each processor a job of its own.
    options.setdefault("threads", 1)
    place = os.path.join(setup.output, output)
    os.makedirs(os.path.dirname(place.rstrip("/")), exist_ok=True)
    movie.export(os.path.join(folder, output), **options)
    return size_of(place)


@functools.lru_cache(maxsize=MOVIES)
def opened(path: str, limits: str, seen: Optional[tuple[int, int]]) -> svga.Movie:
    """A movie, read and prepared once by each process. A file that was changed is another."""
    return svga.open(path, **json.loads(limits))


def size_of(place: str) -> int:
    if place.endswith("/"):
        return sum(entry.stat().st_size for entry in os.scandir(place) if entry.is_file())
    # %05d in the name of frames is a number, and %% is %.
    files = [place] if os.path.exists(place) else glob.glob(re.sub(r"%(0\d)?d", "*", glob.escape(place)).replace("%%", "%"))
    return sum(os.path.getsize(file) for file in files)
