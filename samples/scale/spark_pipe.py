"""Runs jobs of `svga batch` on Spark, by pipe and the program svga, which every worker has to have. The Python package is not needed.

  python3 spark_pipe.py jobs.jsonl -o out                          # this machine
  spark-submit --py-files jobs.py spark_pipe.py jobs.jsonl -o /shared/out --svga /opt/svga/bin/svga
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any, Optional

import jobs
from pyspark import RDD, SparkContext
from pyspark.sql import SparkSession

# 6 says that jobs failed, which is in their results. Anything else is the worker's, and Spark tries the partition again.
COMMAND = 'cd "$0" && "$@"; code=$?; [ $code = 6 ] || exit $code'


def results(context: SparkContext, path: str, setup: jobs.Setup, partitions: int, svga: str, threads: int) -> RDD[str]:
    """Of each job one line of JSON."""
    lines = context.textFile(Path(path).absolute().as_uri()).zipWithIndex()
    rows = lines.filter(lambda line: bool(line[0].strip())).map(lambda line: jobs.row(line[1] + 1, line[0]))
    sent = rows.map(lambda row: (row, with_line(row, setup)))
    # Ranges of equal numbers of jobs: movies stay together, and one of very many jobs is cut.
    good = sent.filter(lambda pair: pair[1] is not None).sortBy(lambda pair: (pair[0]["movie"], pair[0]["line"]), True, partitions)
    # What is there is from a worker that was lost: it is written over.
    batch = [svga, "batch", "--stdio", "-o", setup.output, "--force", "--threads", str(threads)]
    command = shlex.join(["sh", "-c", COMMAND, setup.folder, *batch])
    bad = sent.filter(lambda pair: pair[1] is None).map(lambda pair: refused(pair[0]))
    return good.map(lambda pair: str(pair[1])).pipe(command, checkCode=True).map(without_line).union(bad)


def with_line(row: jobs.Row, setup: jobs.Setup) -> Optional[str]:
    """The job for a worker, whose lines are others: its id holds the line. None: it is no job."""
    try:
        job = jobs.parsed(row["job"])
    except ValueError:
        return None
    held = {"line": row["line"], **({"id": job["id"]} if "id" in job else {})}
    return json.dumps({**setup.options, **job, "id": held})


def refused(row: jobs.Row) -> str:
    """The result of what is no job."""
    try:
        jobs.parsed(row["job"])
    except ValueError as error:
        return jobs.line_of({"line": row["line"], **jobs.failure(2, error)})
    raise AssertionError("it is a job")


def without_line(text: str) -> str:
    result: dict[str, Any] = json.loads(text)
    held = result.pop("id")
    result.pop("line")
    identity = {"id": held["id"]} if "id" in held else {}
    return jobs.line_of({**identity, "line": held["line"], **result})


def main(words: Optional[list[str]] = None) -> int:
    parser = jobs.arguments(__doc__)
    parser.add_argument("--svga", metavar="PROGRAM", default="svga", help="the program on every worker, by its path where that is not /usr/bin or /usr/local/bin (svga)")
    parser.add_argument("--threads", metavar="N", type=int, default=1, help="of each svga: as many as spark.task.cpus (1)")
    parser.add_argument("--results", metavar="FOLDER", help="result lines, written by the workers; else standard output")
    arguments = parser.parse_args(words)
    setup = jobs.setup(arguments)
    spark = SparkSession.builder.appName("svga").getOrCreate()
    spark.sparkContext.addPyFile(jobs.__file__)
    found = results(spark.sparkContext, arguments.jobs, setup, arguments.partitions, arguments.svga, arguments.threads)
    if arguments.results is None:
        return jobs.tell(found.collect(), sys.stdout)
    found.saveAsTextFile(arguments.results)
    return 6 if spark.read.text(arguments.results).filter("get_json_object(value, '$.ok') = 'false'").count() else 0


if __name__ == "__main__":
    sys.exit(main())
