"""What the three ways share: jobs as `svga batch` takes them, and results as it gives them.

A job is a line of JSON: `svga help jobs`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn, Optional, TextIO, TypedDict


class Row(TypedDict):
    """A job on its way to a worker. Engines sort rows by movie and line: so most workers see few movies, and a movie of very many jobs is
    spread over as many workers as it needs."""

    line: int
    movie: str
    job: str


@dataclass(frozen=True)
class Setup:
    """What holds for all jobs."""

    folder: str
    """Where names of files start."""
    output: str
    """The folder of all outputs."""
    options: dict[str, Any] = field(default_factory=dict)
    """What every job starts from."""


def arguments(description: Optional[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", metavar="JOBS.jsonl", help="a job a line, as svga batch takes them")
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="outputs go into this folder, which all workers see")
    parser.add_argument("--partitions", metavar="N", type=int, default=64, help="parts of the work; what is lost with a worker is one (64)")
    parser.add_argument(
        "--options", metavar="JSON", type=json.loads, default={}, help='for all jobs: \'{"no-system-fonts": true, "font": "a.ttf"}\''
    )
    return parser


def setup(arguments: argparse.Namespace) -> Setup:
    # What is wrong here is wrong for all jobs.
    if not isinstance(arguments.options, dict):
        stop(2, "--options needs an object of JSON")
    if arguments.partitions < 1:
        stop(2, "--partitions begins at 1")
    path, output = os.path.abspath(arguments.jobs), os.path.abspath(arguments.output)
    if not os.path.isfile(path):
        stop(3, f"{arguments.jobs}: no such file")
    os.makedirs(output, exist_ok=True)
    return Setup(os.path.dirname(path), output, arguments.options)


def stop(code: int, message: str) -> NoReturn:
    """Ends with one of svga's exit codes."""
    print(message, file=sys.stderr)
    raise SystemExit(code)


# Reading


def row(line: int, text: str) -> Row:
    """A line of the job file."""
    try:
        job = json.loads(text)
        movie = job["input"]
    except (ValueError, TypeError, KeyError):
        movie = None
    return Row(line=line, movie=movie if isinstance(movie, str) else "", job=text)


def blocks(path: str, lines: int = 1000) -> Iterator[dict[str, Any]]:
    """Where each block of so many lines begins, for engines that know no lines. Reads the file once."""
    with open(path, "rb") as file:
        offset = 0
        for number, text in enumerate(file):
            if number % lines == 0:
                yield {"path": path, "offset": offset, "first": number + 1, "lines": lines}
            offset += len(text)


def block_rows(block: dict[str, Any]) -> list[Row]:
    """The jobs of a block."""
    rows = []
    with open(block["path"], "rb") as file:
        file.seek(block["offset"])
        for number, text in zip(range(block["lines"]), file):
            if text.strip():
                rows.append(row(block["first"] + number, text.decode(errors="replace")))
    return rows


# Of one job


def parsed(text: str) -> dict[str, Any]:
    try:
        job = json.loads(text)
    except ValueError as error:
        raise ValueError(f"this is not JSON: {error}") from error
    if not isinstance(job, dict):
        raise ValueError("a job must be an object in { }")
    return job


def output_name(job: dict[str, Any]) -> str:
    """The name without detours. It stays in the folder."""
    name = job.get("output")
    if name is None:
        raise ValueError("the job has no output")
    if not isinstance(name, str) or not name:
        raise ValueError("output needs a file name")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or not parts or ".." in parts:
        raise ValueError(f'output must be a file name in the batch\'s folder, not "{name}"')
    if parts[0].startswith(".svga-"):
        raise ValueError("names that begin with .svga- are reserved for the batch itself")
    return "/".join(parts) + ("/" if name.endswith("/") else "")


def failure(code: int, error: object) -> dict[str, Any]:
    """Members of the result of a job that failed, with an exit code of svga's."""
    return {"ok": False, "code": code, "error": str(error).removeprefix("svga: ")}


def line_of(result: dict[str, Any]) -> str:
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


# Telling


def tell(results: Iterable[str], output: TextIO) -> int:
    """Prints results. Returns the exit code of `svga batch`: 0, or 6 where some failed."""
    done = failed = 0
    for result in results:
        print(result, file=output)
        if json.loads(result)["ok"]:
            done += 1
        else:
            failed += 1
    print(f"{done} jobs done, {failed} failed", file=sys.stderr)
    return 6 if failed else 0
