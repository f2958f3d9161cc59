"""Movies that are made from other files."""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Union

from . import _types
from ._awaited import ProgressFunction
from ._errors import UsageError, check_names
from ._library import library
from ._movie import Movie
from ._movie import open as open_movie
from ._options import encoded, json_text
from ._settings import parsed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import CreateOptions, ImportOptions, PackOptions

Path = Union[str, "os.PathLike[str]"]
ImportSource = Union[Path, bytes, bytearray, memoryview, IO[bytes], "Sequence[Path]"]

# The values of svga_maker in svga.h.
_IMPORT, _CREATE, _PACK = range(3)


def import_(
    source: ImportSource, *, progress: ProgressFunction | None = None, cancel: threading.Event | None = None, **options: Unpack[ImportOptions]
) -> Movie:
    """Makes a movie from a Lottie, an SVG, a GIF, APNG or WebP, a video, or images. ``report`` of it says what became an image and what differs.

    source: a path, bytes or an open binary file; a folder, a pattern such as "a%04d.png", or a list of paths of images.
    progress, cancel: as in :meth:`Movie.export`.
    options: ``fps=30``, ``size=300``, ``key={"layer": "user1"}`` and others of ``svga import``; limits, which hold for the movie, too.
    """
    check_names(options, _types.ImportOptions.__annotations__, "import_")
    chosen: dict[str, Any] = dict(options)
    if isinstance(chosen.get("key"), Mapping):
        chosen["key"] = [f"{layer}={key}" for layer, key in chosen["key"].items()]
    if isinstance(source, (str, os.PathLike)):
        return _from_files(_IMPORT, [source], chosen, progress, cancel)
    if isinstance(source, Sequence) and not isinstance(source, (bytes, bytearray, memoryview)):
        return _from_files(_IMPORT, source, chosen, progress, cancel)
    return _from_bytes(_IMPORT, _content(source), None, chosen, progress, cancel)


def create(
    spec: Path | bytes | bytearray | memoryview | IO[bytes] | Mapping[str, Any], *, folder: Path | None = None, **options: Unpack[CreateOptions]
) -> Movie:
    """Makes a movie from a description with keyframes, as ``svga create``: see ``docs/en/make.md``.

    spec: the path of a JSON file, its bytes, or what it says as a dictionary.
    folder: of the files that bytes or a dictionary name; the working directory by default.
    """
    check_names(options, _types.CreateOptions.__annotations__, "create")
    if isinstance(spec, (str, os.PathLike)):
        if folder is not None:
            raise UsageError("folder= is for a description in memory; files are relative to the description's own folder")
        return _from_files(_CREATE, [spec], options)
    content = json.dumps(spec).encode() if isinstance(spec, Mapping) else _content(spec)
    return _from_bytes(_CREATE, content, folder, options)


def pack(folder: Path, **options: Unpack[PackOptions]) -> Movie:
    """Makes a movie from a folder that :meth:`Movie.unpack` wrote."""
    check_names(options, _types.PackOptions.__annotations__, "pack")
    return _from_files(_PACK, [folder], options)


def _from_files(
    maker: int,
    paths: Sequence[Path],
    options: Mapping[str, Any],
    progress: ProgressFunction | None = None,
    cancel: threading.Event | None = None,
) -> Movie:
    names = [os.fsencode(path) for path in paths]
    if any(b"\0" in name for name in names):
        raise UsageError("a file name has the character U+0000 in it")
    array = (ctypes.c_char_p * len(names))(*names)
    arguments = (maker, array, len(names), json_text(options), progress is not None)
    return _opened(*library.run("svga_make_start", *arguments, progress=progress, cancel=cancel), options)


def _from_bytes(
    maker: int,
    content: bytes,
    folder: Path | None,
    options: Mapping[str, Any],
    progress: ProgressFunction | None = None,
    cancel: threading.Event | None = None,
) -> Movie:
    place = None if folder is None else encoded(os.fspath(folder))
    arguments = (maker, content, len(content), place, json_text(options), progress is not None)
    return _opened(*library.run("svga_make_data_start", *arguments, progress=progress, cancel=cancel), options)


def _opened(content: bytes, report: bytes | None, options: Mapping[str, Any]) -> Movie:
    limits: Any = {name: value for name, value in options.items() if name in _types.OpenOptions.__annotations__}
    movie = open_movie(content, **limits)
    movie.report = parsed(report or b"{}")
    return movie


def _content(source: bytes | bytearray | memoryview | IO[bytes]) -> bytes:
    content = source if isinstance(source, (bytes, bytearray, memoryview)) else source.read()
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError("a file is read from a path, bytes, or a file that is opened in binary mode")
    return bytes(content)
