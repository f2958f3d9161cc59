"""Cancellation."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from ._errors import Cancelled


class Cancel(threading.Event):
    """A cancellation handle for ``cancel=``: :meth:`cancel`, in any thread, ends the exports that have it."""

    def __init__(self) -> None:
        super().__init__()
        self._stops: set[Callable[[], Any]] = set()

    def set(self) -> None:
        super().set()
        for stop in tuple(self._stops):
            stop()

    def cancel(self) -> None:
        """Cancels. Later exports with this handle do not begin."""
        self.set()


async def in_thread(work: Callable[..., Any], cancel: threading.Event | None) -> Any:
    """Runs work that takes ``cancel=`` in a thread of the event loop. When the task is cancelled, this ends after the work, so that nothing is
    half written."""
    # Not needed by others, and slow to load.
    import asyncio

    stop = Cancel() if cancel is None else cancel
    future = asyncio.get_running_loop().run_in_executor(None, partial(work, cancel=stop))
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        stop.set()
        try:
            await future
        except Cancelled:
            pass
        raise
