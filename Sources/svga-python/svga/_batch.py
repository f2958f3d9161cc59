"""Jobs of ``svga batch``."""

from __future__ import annotations

import itertools
import json
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Dict, List, TypedDict

from ._errors import Error, UsageError
from ._library import BatchHandle, JobHandle, library
from ._options import Picture, json_text

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import ExportOptions


class JobResult(TypedDict, total=False):
    """The result of a job: what ``svga batch`` writes for it."""

    id: Any
    output: str
    ok: bool
    bytes: int
    """The size of the output."""
    content: bytes
    """The output with ``in_memory=True``."""
    warnings: List[Dict[str, str]]
    error: str
    code: int
    """The exit code that the command would have for this job."""


# The batch of run_job, for each process.
_shared: tuple[int, BatchHandle] | None = None


def run_job(
    job: Mapping[str, Any],
    *,
    in_memory: bool = False,
    progress: Callable[[int, int], Any] | None = None,
    cancel: threading.Event | None = None,
) -> JobResult:
    """Runs one job of ``svga batch``, such as ``{"input": "gift.svga", "output": "ann.webp", "set_text": {"name": "Ann"}}``.

    Later jobs of the process share its movies, images, fonts and encoded frames. Defaults are those of ``svga batch``. An existing output is
    overwritten.

    in_memory: return the output as ``content`` instead of writing it.
    progress, cancel: as in :meth:`Movie.export`.
    """
    global _shared
    if _shared is None or _shared[0] != library.generation:
        _shared = (library.generation, library.call("svga_batch_new", None))
    return _run(_shared[1], job, in_memory, progress, cancel)


def batch(
    jobs: Iterable[Mapping[str, Any]],
    *,
    workers: int | None = None,
    in_memory: bool = False,
    cache_memory: int | str | None = None,
    **options: Unpack[ExportOptions],
) -> Iterator[JobResult]:
    """Runs jobs side by side, and gives their results in the order of the jobs. A job that fails has ``error`` and ``code`` in its result.

    Jobs are read as results are taken, so there may be millions. Closing the iterator cancels what runs.

    workers: how many jobs run at a time; the number of processors by default. Each has one thread.
    in_memory: return outputs as ``content`` instead of writing them.
    cache_memory: bytes for movies, images, fonts and encoded frames; 512 MB by default.
    options: of all jobs. A job's own options override them.
    """
    if workers is not None and workers < 1:
        raise UsageError(f"workers= needs at least 1, not {workers}")
    count = workers or len(os.sched_getaffinity(0))
    defaults: dict[str, Any] = {"threads": 1, **options, "cache_memory": cache_memory, "workers": count}
    handle: BatchHandle = library.call("svga_batch_new", json_text(defaults))
    return _results(handle, jobs, count, in_memory)


def _results(handle: BatchHandle, jobs: Iterable[Mapping[str, Any]], workers: int, in_memory: bool) -> Iterator[JobResult]:
    waiting: deque[tuple[Mapping[str, Any], JobHandle | Error]] = deque()
    source = iter(jobs)

    def start(count: int) -> None:
        for job in itertools.islice(source, count):
            started: JobHandle | Error
            try:
                started = library.start("svga_batch_start", handle, _text(job), in_memory, False)
            except Error as error:
                started = error
            waiting.append((job, started))

    try:
        # More than run: results come in order, and jobs after a slow one are not to wait for it.
        start(4 * workers)
        while waiting:
            # It stays in the list while it runs, so that what ends this ends the job.
            result = _awaited(*waiting[0], in_memory)
            waiting.popleft()
            start(1)
            yield result
    finally:
        left = [started for _, started in waiting if isinstance(started, JobHandle)]
        for started in left:
            library.function("svga_job_cancel")(started)
        for started in left:
            library.wait_for_end(started)


def _awaited(job: Mapping[str, Any], started: JobHandle | Error, in_memory: bool) -> JobResult:
    """The result of a job of a batch, also of one that fails."""
    try:
        if isinstance(started, Error):
            raise started
        library.wait(started, None, None)
        notes: list[dict[str, str]] = []
        return _result(*library.result(started, notes), notes, in_memory)
    except Error as error:
        result: JobResult = {"ok": False, "error": str(error), "code": error.code}
        if "id" in job:
            result["id"] = job["id"]
        if "output" in job:
            result["output"] = os.fspath(job["output"])
        return result


def _run(
    handle: BatchHandle, job: Mapping[str, Any], in_memory: bool, progress: Callable[[int, int], Any] | None, cancel: threading.Event | None
) -> JobResult:
    notes: list[dict[str, str]] = []
    arguments = (handle, _text(job), in_memory, progress is not None)
    content, report = library.run("svga_batch_start", *arguments, progress=progress, cancel=cancel, notes=notes)
    return _result(content, report, notes, in_memory)


def _text(job: Mapping[str, Any]) -> bytes:
    """The job for the library."""
    members = dict(job)
    images = members.get("set_image", members.get("set-image"))
    if isinstance(images, Mapping):
        members.pop("set-image", None)
        members["set_image"] = {key: _file(key, image) for key, image in images.items()}
    return json_text(members)


def _result(content: bytes, report: bytes | None, notes: list[dict[str, str]], in_memory: bool) -> JobResult:
    result: JobResult = json.loads(report or b"{}")
    warnings = [note for note in notes if "code" in note]
    if warnings:
        result["warnings"] = warnings
    if in_memory:
        result["content"] = content
    return result


def _file(key: str, image: Any) -> Any:
    """A picture of a job, which is a file."""
    if isinstance(image, Picture):
        if not isinstance(image.source, (str, os.PathLike)):
            raise UsageError(f"the picture of {key} has to be a file or URL in a job; for one in memory, use Movie.export()")
        return image.parts
    if image is None or isinstance(image, (str, os.PathLike, Mapping)):
        return image
    raise UsageError(f"the picture of {key} has to be a file or URL in a job; for one in memory, use Movie.export()")
