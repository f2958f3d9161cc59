"""A Celery task that makes one picture: each message is a job of `svga batch`.

    celery --app celery_gifts worker --concurrency 2 --prefetch-multiplier 1
    celery --app celery_gifts call celery_gifts.draw --args '[{"input": "gift.svga", "output": "out/ann.png", "frame": 66}]'
"""

from __future__ import annotations

import os
from typing import Any

import svga
from celery import Celery

app = Celery("gifts", broker=os.environ.get("CELERY_BROKER", "redis://localhost"), backend=os.environ.get("CELERY_BACKEND"))
app.conf.update(
    # A message is acknowledged when its picture is complete. A lost worker's message goes to another worker, which makes the same bytes.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # Drawing takes a whole processor, so no messages are reserved ahead.
    worker_prefetch_multiplier=1,
)


# Only an output that cannot be written may succeed later. Wrong jobs, damaged files and limits fail in the same way again.
@app.task(autoretry_for=(svga.OutputError,), max_retries=3, retry_backoff=True)
def draw(job: dict[str, Any]) -> svga.JobResult:
    """Runs a job. Later jobs of the same worker process share its movies, images, fonts and encoded frames."""
    return svga.run_job({"threads": 1, "timeout": 60, **job})
