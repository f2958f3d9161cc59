"""Runs jobs of `svga batch` on Ray Data, by a pool of actors that keep prepared movies and use the Python package svga.

  python3 ray_data.py jobs.jsonl -o out --cpus 2                   # a Ray of its own
  RAY_ADDRESS=auto python3 ray_data.py jobs.jsonl -o /shared/out   # a cluster
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Any, Optional

import jobs
import numpy as np
import ray
import ray.data
import worker

Batch = dict[str, Any]


class Renderer:
    """An actor: a process with one processor."""

    def __init__(self, setup: jobs.Setup) -> None:
        self.setup = setup

    def __call__(self, batch: Batch) -> Batch:
        results = [worker.run(self.setup, int(line), str(job)) for line, job in zip(batch["line"], batch["job"])]
        return {"result": np.array(results, dtype=object)}


def block_rows(block: Batch) -> list[Batch]:
    return [{**row} for row in jobs.block_rows(block)]


def results(path: str, setup: jobs.Setup, partitions: int, actors: int) -> ray.data.Dataset:
    """Of each job one line of JSON, in the column `result`."""
    blocks = list(jobs.blocks(str(Path(path).absolute())))
    rows = ray.data.from_items(blocks).flat_map(block_rows).repartition(partitions)
    # Movies stay together, and one of very many jobs is cut. All rows before the actors, who take all processors.
    rows = rows.sort(["movie", "line"]).materialize()
    found: ray.data.Dataset = rows.map_batches(
        Renderer,
        fn_constructor_args=(setup,),
        batch_size=64,
        compute=ray.data.ActorPoolStrategy(size=actors),
        num_cpus=1,
        # An actor that ends comes back. A job that ends every actor stops the run.
        ray_remote_args_fn=lambda: {"max_restarts": -1, "max_task_retries": 3},
    )
    return found


def main(words: Optional[list[str]] = None) -> int:
    parser = jobs.arguments(__doc__)
    parser.add_argument("--cpus", metavar="N", type=int, help="start a Ray of this machine with so many processors")
    parser.add_argument("--actors", metavar="N", type=int, help="workers (as many as there are processors)")
    arguments = parser.parse_args(words)
    setup, output = jobs.setup(arguments), sys.stdout
    # Ray tells of its processes on standard output, too, where only results belong.
    with contextlib.redirect_stdout(sys.stderr):
        ray.data.DataContext.get_current().enable_progress_bars = False
        ray.init(num_cpus=arguments.cpus, include_dashboard=False, runtime_env={"working_dir": str(Path(worker.__file__).parent)})
        processors = ray.cluster_resources().get("CPU", 1)  # type: ignore[no-untyped-call, unused-ignore]
        found = results(arguments.jobs, setup, arguments.partitions, arguments.actors or max(1, int(processors)))
        return jobs.tell((str(row["result"]) for row in found.iter_rows()), output)


if __name__ == "__main__":
    sys.exit(main())
