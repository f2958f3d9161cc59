"""What is done with a movie as a file: the commands of ``svga`` with these names."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _types
from ._awaited import ExportTarget
from ._errors import check_names
from ._held import Held
from ._library import MovieHandle, library
from ._options import json_text
from ._settings import parsed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._frame import Frame
    from ._movie import Movie
    from ._types import (
        ComparePlayersOptions,
        ConversionTarget,
        ConvertOptions,
        DiffOptions,
        EditOptions,
        FixOptions,
        OptimizeOptions,
        ThumbnailOptions,
        UnpackOptions,
        ValidateOptions,
    )

# The values of svga_task in svga.h.
DESCRIBE, VALIDATE, DIFF, OPTIMIZE, CONVERT, FIX, EDIT, THUMBNAIL, COMPARE_PLAYERS, UNPACK = range(10)


class Tasks(Held):
    """The part of a movie that reports on its file and makes others of it."""

    _limits: Mapping[str, Any] = {}

    def _open(self) -> MovieHandle:
        raise NotImplementedError

    def _run(self, task: int, options: Mapping[str, Any], other: Movie | None = None) -> tuple[bytes, bytes | None]:
        second = None if other is None else other._open()
        return library.run("svga_movie_start", self._open(), task, second, json_text(options))

    def _made(self, content: bytes, report: bytes | None) -> Movie:
        """A movie that a task made, with the limits of this one."""
        from ._movie import open as open_movie

        movie = open_movie(content, **self._limits)
        movie.report = None if report is None else parsed(report)
        return movie

    def validate(self, **options: Unpack[ValidateOptions]) -> dict[str, Any]:
        """What is wrong with it: what ``svga validate --json`` prints. ``player="web,android"`` tells what players show otherwise."""
        check_names(options, _types.ValidateOptions.__annotations__, "validate")
        return parsed(self._run(VALIDATE, options)[0])

    def diff(self, other: Movie, **options: Unpack[DiffOptions]) -> dict[str, Any]:
        """In what another movie differs: what ``svga diff --json`` prints. ``pixels=True`` compares all frames."""
        check_names(options, _types.DiffOptions.__annotations__, "diff")
        return parsed(self._run(DIFF, options, other)[0])

    def optimize(self, **options: Unpack[OptimizeOptions]) -> Movie:
        """A smaller movie that shows the same; ``report`` of it says how. ``quality=80`` and others of ``svga optimize``."""
        check_names(options, _types.OptimizeOptions.__annotations__, "optimize")
        return self._made(*self._run(OPTIMIZE, options))

    def convert(self, to: ConversionTarget, **options: Unpack[ConvertOptions]) -> Movie:
        """The same in another format: "2", "1-json", "1-binary" or "lottie"."""
        check_names(options, _types.ConvertOptions.__annotations__, "convert")
        return self._made(self._run(CONVERT, {"to": to, **options})[0], None)

    def fix(self, players: str | Sequence[str] = "all", **options: Unpack[FixOptions]) -> Movie:
        """A movie that players such as "web,ios" show as it is drawn here; ``report`` of it lists the repairs and what remains."""
        check_names(options, _types.FixOptions.__annotations__, "fix")
        return self._made(*self._run(FIX, {"for": players, **options}))

    def edit(self, *steps: EditOptions, **options: Unpack[EditOptions]) -> Movie:
        """The movie after edits, in the order of the arguments; ``report`` of it says what each did.

        ``set_text={"name": "Ann"}, hide=["glow"], crop="75,75,600x600"`` and others of ``svga edit``. Steps are dictionaries of the same
        options, such as ``edit({"trim": "0-44"}, {"scale": 0.5}, {"trim": "0-9"})``. They come first, and an option may occur in several.
        """
        for step in (*steps, options):
            check_names(step, _types.EditOptions.__annotations__, "edit")
        return self._made(*self._run(EDIT, {"steps": steps, **options} if steps else options))

    def thumbnail(self, size: int | None = None, **options: Unpack[ThumbnailOptions]) -> Frame:
        """A small picture of a representative frame, or of ``frame=``. A canvas is never enlarged.

        size: the maximum of the longer side in pixels; 256 by default.
        """
        import numpy as np

        from ._frame import Frame

        check_names(options, _types.ThumbnailOptions.__annotations__, "thumbnail")
        pixels, report = self._run(THUMBNAIL, {"size": None if size is None else str(size), **options})
        drawn = parsed(report or b"{}")
        # A copy, because the pixels of bytes cannot be written.
        return np.frombuffer(pixels, np.uint8).reshape(drawn["height"], drawn["width"], 4).copy().view(Frame)

    def compare_players(self, *, sheet: ExportTarget | None = None, **options: Unpack[ComparePlayersOptions]) -> dict[str, Any]:
        """How public players show the movie: what ``svga compare-players --json`` prints.

        sheet: a path or an open binary file for a PNG with a row for each frame and a column for each player. It is not written if all players
        draw the same frames; then ``sheet`` of the result is None.
        """
        check_names(options, _types.ComparePlayersOptions.__annotations__, "compare_players")
        picture, report = self._run(COMPARE_PLAYERS, {"sheet": sheet is not None, **options})
        found = parsed(report or b"{}")
        if sheet is not None and picture:
            if isinstance(sheet, (str, os.PathLike)):
                found["sheet"] = os.fspath(sheet)
                write_whole(sheet, picture)
            else:
                found["sheet"] = getattr(sheet, "name", None)
                sheet.write(picture)
        return found

    def unpack(self, folder: str | os.PathLike[str], **options: Unpack[UnpackOptions]) -> dict[str, Any]:
        """Writes an editable folder with movie.json, images and sounds, which :func:`pack` reads. Returns the numbers of sprites and payloads."""
        check_names(options, _types.UnpackOptions.__annotations__, "unpack")
        return parsed(self._run(UNPACK, {"folder": folder, **options})[1] or b"{}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the bytes of the file, whole or not at all."""
        write_whole(path, bytes(self))  # type: ignore[call-overload]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file, whole or not at all."""
    path = os.fspath(path)
    temporary = f"{path}.{os.getpid()}.part"
    try:
        with io.open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
