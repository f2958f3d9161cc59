"""Exports for ``await``."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any, Union

from ._cancel import in_thread

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import BytesOptions, ExportOptions, Format

ProgressFunction = Callable[[int, int], Any]
ExportTarget = Union[str, "os.PathLike[str]", IO[bytes]]


class Awaited:
    """The exports of a movie or a scene, for ``await``."""

    def export(
        self, path: ExportTarget, *, progress: ProgressFunction | None = None, cancel: threading.Event | None = None, **options: Unpack[ExportOptions]
    ) -> None:
        raise NotImplementedError

    def export_bytes(
        self, format: Format, *, progress: ProgressFunction | None = None, cancel: threading.Event | None = None, **options: Unpack[BytesOptions]
    ) -> bytes:
        raise NotImplementedError

    async def aexport(
        self, path: ExportTarget, *, progress: ProgressFunction | None = None, cancel: threading.Event | None = None, **options: Unpack[ExportOptions]
    ) -> None:
        """:meth:`export` for ``await``. Cancelling the task cancels the export, and ends after it. ``progress`` is called in another thread."""

        def work(cancel: threading.Event) -> None:
            self.export(path, progress=progress, cancel=cancel, **options)

        await in_thread(work, cancel)

    async def aexport_bytes(
        self, format: Format, *, progress: ProgressFunction | None = None, cancel: threading.Event | None = None, **options: Unpack[BytesOptions]
    ) -> bytes:
        """:meth:`export_bytes` for ``await``."""

        def work(cancel: threading.Event) -> bytes:
            return self.export_bytes(format, progress=progress, cancel=cancel, **options)

        content: bytes = await in_thread(work, cancel)
        return content
