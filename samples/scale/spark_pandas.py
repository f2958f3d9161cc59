"""Runs jobs of `svga batch` on Spark, by mapInPandas and the Python package svga, which every worker has to have.

  python3 spark_pandas.py jobs.jsonl -o out                        # this machine
  spark-submit --py-files jobs.py,worker.py spark_pandas.py jobs.jsonl -o /shared/out
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Optional

import jobs
import pandas as pd
import worker
from pyspark.sql import DataFrame, SparkSession


def results(spark: SparkSession, path: str, setup: jobs.Setup, partitions: int) -> DataFrame:
    """Of each job one line of JSON, in the column `result`."""
    lines = spark.sparkContext.textFile(Path(path).absolute().as_uri()).zipWithIndex()
    rows = lines.filter(lambda line: bool(line[0].strip())).map(lambda line: tuple(jobs.row(line[1] + 1, line[0]).values()))
    frame = spark.createDataFrame(rows, "line long, movie string, job string")
    # Ranges of equal numbers of jobs: movies stay together, and one of very many jobs is cut.
    frame = frame.repartitionByRange(partitions, "movie", "line").sortWithinPartitions("movie", "line")
    return frame.mapInPandas(work(setup), "result string")


def work(setup: jobs.Setup) -> Callable[[Iterable[pd.DataFrame]], Iterator[pd.DataFrame]]:
    def run(frames: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        for frame in frames:
            yield pd.DataFrame({"result": [worker.run(setup, line, job) for line, job in zip(frame["line"].tolist(), frame["job"])]})

    return run


def main(words: Optional[list[str]] = None) -> int:
    parser = jobs.arguments(__doc__)
    parser.add_argument("--results", metavar="FOLDER", help="result lines, written by the workers; else standard output")
    arguments = parser.parse_args(words)
    setup = jobs.setup(arguments)
    spark = SparkSession.builder.appName("svga").getOrCreate()
    spark.sparkContext.addPyFile(jobs.__file__)
    spark.sparkContext.addPyFile(worker.__file__)
    found = results(spark, arguments.jobs, setup, arguments.partitions)
    if arguments.results is None:
        return jobs.tell((row.result for row in found.collect()), sys.stdout)
    found.write.text(arguments.results)
    return 6 if spark.read.text(arguments.results).filter("get_json_object(value, '$.ok') = 'false'").count() else 0


if __name__ == "__main__":
    sys.exit(main())
