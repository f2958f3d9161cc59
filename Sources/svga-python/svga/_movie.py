"""Movies."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Union, overload

from . import _types
from ._awaited import Awaited, ExportTarget, ProgressFunction
from ._embedded import Embedded, EmbeddedImage, EmbeddedSound
from ._errors import UsageError, check_names
from ._frames import Frames, pixel_format
from ._library import MovieHandle, library
from ._options import Picture, PictureSource, json_text
from ._placement import Placement
from ._scene import NAMES, PixelFormat, Scene, view_of
from ._settings import parsed
from ._tasks import DESCRIBE, Tasks

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL.Image import Image
    from typing_extensions import Unpack

    from ._frame import Frame
    from ._types import BytesOptions, ExportOptions, Format, OpenOptions, RenderOptions, SceneOptions, TextStyle

MovieSource = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes]]
Size = Union[float, str, "tuple[float, float]"]


@dataclass(frozen=True)
class Key:
    """A name by which a picture or a text is put into a movie."""

    name: str
    details: Mapping[str, Any]
    """What ``svga inspect --json`` says of it."""


def open(source: MovieSource, **limits: Unpack[OpenOptions]) -> Movie:  # noqa: A001 - as in PIL
    """Reads a movie from a file, its bytes, or an open binary file.

    limits: ``max_memory="2g"`` and others of ``svga help limits``, and ``strict=True``. They hold for all that is done with it.
    """
    check_names(limits, _types.OpenOptions.__annotations__, "open")
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        return Movie._of(_opened(path, limits), limits, path)
    content = source if isinstance(source, (bytes, bytearray, memoryview)) else source.read()
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError("a movie is read from a path, bytes, or a file that is opened in binary mode")
    return Movie._of(_read(bytes(content), limits), limits, None)


def _opened(path: str, limits: Mapping[str, Any]) -> MovieHandle:
    handle: MovieHandle = library.call("svga_movie_open", os.fsencode(path), json_text(limits))
    return handle


def _read(content: bytes, limits: Mapping[str, Any]) -> MovieHandle:
    handle: MovieHandle = library.call("svga_movie_read", content, len(content), json_text(limits))
    return handle


class Movie(Tasks, Awaited):
    """A movie that was read and prepared once, for any number of threads. Made by :func:`open`.

    A copy shares what was read. A pickle has the bytes of the file and the limits; it is read again when it is first used, so that a process
    that cannot use svga says so there.
    """

    _shared = ("_handle", "_content", "_last")
    _handle: MovieHandle | None = None
    _limits: dict[str, Any] = {}
    _path: str | None = None
    # The source of an unpickled movie that is not read yet.
    _content: bytes | None = None
    _description: dict[str, Any] | None = None
    _last: tuple[bytes, Scene] | None = None
    _view: str | None = None
    report: dict[str, Any] | None = None
    """How :meth:`optimize`, :meth:`fix`, :meth:`edit` or ``svga.import_``, ``create`` or ``pack`` made it: what the command prints with ``--json``.
    None for others."""

    @classmethod
    def _of(cls, handle: MovieHandle, limits: Mapping[str, Any], path: str | None) -> Movie:
        movie = cls.__new__(cls)
        movie._handle = handle
        movie._limits = dict(limits)
        movie._path = path
        return movie

    def __init__(self) -> None:
        raise TypeError("a movie is made by svga.open()")

    def _open(self) -> MovieHandle:
        """The handle, which lives as long as the caller has it, whoever closes the movie."""
        handle = self._handle
        if handle is not None and not library.owns(handle):
            # This process was forked: the movie is read again.
            self._content, self._last = _content_of(handle), None
            self._handle = handle = None
        if handle is None:
            content, path = self._content, self._path
            if content is None:
                raise UsageError("the movie is closed")
            # A Lottie may have images next to its file.
            if path is not None and _has_content(path, content):
                handle = _opened(path, self._limits)
            else:
                handle = _read(content, self._limits)
            self._handle = handle
            self._content = None
        return handle

    def close(self) -> None:
        """Gives its memory back as soon as no scene needs it. It cannot be used afterwards."""
        self._handle = self._content = self._last = None

    def __getstate__(self) -> dict[str, Any]:
        # An atomic read: another thread may read the movie now.
        now = self.__dict__.copy()
        state = {name: value for name, value in now.items() if name not in ("_handle", "_last", "_description", "_view")}
        state["_content"] = bytes(self)
        if self._path is not None:
            state["_path"] = os.path.abspath(self._path)
        return state

    def __bytes__(self) -> bytes:
        content = self._content
        if content is not None and self._handle is None:
            return content
        return _content_of(self._open())

    def __len__(self) -> int:
        return self.frames

    @overload
    def __getitem__(self, index: int) -> npt.NDArray[np.uint8]: ...
    @overload
    def __getitem__(self, index: slice) -> Frames: ...
    def __getitem__(self, index: int | slice) -> npt.NDArray[np.uint8] | Frames:
        """A frame as a plain array, -1 for the last one; or several, which are drawn when they are used."""
        return self._scene({})[index]

    def __iter__(self) -> Iterator[npt.NDArray[np.uint8]]:
        """All frames as plain arrays."""
        return iter(self._scene({}))

    def __repr__(self) -> str:
        name = f" {self._path!r}" if self._path else ""
        if self._handle is None:
            return f"<svga.Movie{name}: {'closed' if self._content is None else 'not read yet'}>"
        return f"<svga.Movie{name}: {self.frames} frames of {self.size[0]} × {self.size[1]}, {self.fps:g} a second>"

    # Content.

    @property
    def frames(self) -> int:
        """How many frames it has, from 0 on."""
        return int(library.function("svga_movie_frames")(self._open()))

    @property
    def fps(self) -> float:
        """Frames per second."""
        return float(library.function("svga_movie_fps")(self._open()))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its canvas in points, which are pixels where no size is asked for."""
        function, handle = library.function, self._open()
        return int(function("svga_movie_width")(handle)), int(function("svga_movie_height")(handle))

    @property
    def duration(self) -> float:
        """In seconds."""
        return self.frames / self.fps if self.fps else 0.0

    def describe(self) -> dict[str, Any]:
        """What ``svga inspect --json`` prints."""
        if self._description is None:
            self._description = parsed(self._run(DESCRIBE, {})[0])
        return self._description

    @property
    def keys(self) -> list[Key]:
        """What pictures and texts can be put into it by."""
        return [Key(str(key["key"]), key) for key in self.describe().get("keys", [])]

    @property
    def images(self) -> Embedded[EmbeddedImage]:
        """Its bitmaps by their keys in the file: ``movie.images["avatar"].bytes`` is a PNG or another file."""
        return Embedded([EmbeddedImage(self._open, [image]) for image in self._entries("images")])

    @property
    def sounds(self) -> Embedded[EmbeddedSound]:
        """Its sounds by their keys: ``movie.sounds["bgm"].bytes`` is an MP3 or another file."""
        plays: dict[str, list[dict[str, Any]]] = {}
        for audio in self._entries("audios"):
            # An entry without a sound in the file has no format.
            if audio["format"] is not None:
                plays.setdefault(str(audio["key"]), []).append(audio)
        return Embedded([EmbeddedSound(self._open, entries) for entries in plays.values()])

    def _entries(self, name: str) -> list[dict[str, Any]]:
        return [entry for entry in self.describe().get(name, []) if "key" in entry]

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """What was tolerated when it was read."""
        return list(self.describe().get("diagnostics", []))

    # Drawing.

    def scene(
        self,
        *,
        size: Size | None = None,
        set_image: Mapping[str, PictureSource | Picture] | None = None,
        set_text: Mapping[str, str] | None = None,
        text_style: str | Mapping[str, str | TextStyle] | None = None,
        hide: str | Sequence[str] | None = None,
        background: str | None = None,
        **options: Unpack[SceneOptions],
    ) -> Scene:
        """The movie with pictures and texts in it, at a size. For several frames it is faster than :meth:`render` for each.

        size: in pixels: a width, (width, height), or "300x0"; a 0 keeps the aspect.
        set_image: by key: "a.png,fit=cover,mask=circle", a path, bytes, a PIL image, an array, or a :class:`Picture` of one of these.
        set_text: by key.
        text_style: by key: "size:24,color:#fff" or {"size": 24}; or one style for all texts.
        hide: keys.
        background: "#rgb", "#rrggbb", "#rrggbbaa" or a name.
        options: all other options of ``svga render``, with ``_`` for ``-``: ``allow_missing=True``, ``font="a.ttf"``.
        """
        return Scene(
            self,
            size=size,
            set_image=set_image,
            set_text=set_text,
            text_style=text_style,
            hide=hide,
            background=background,
            **options,
        )

    def render(
        self,
        frame: int,
        *,
        out: npt.NDArray[np.uint8] | None = None,
        format: PixelFormat = "rgba",
        premultiplied: bool = False,
        **options: Unpack[RenderOptions],
    ) -> Frame:
        """Draws a frame: height × width × 4 bytes.

        out: an array to draw into; the result is a view of it.
        format, premultiplied: as in :meth:`Scene.render`.
        options: those of :meth:`scene`.
        """
        check_names(options, NAMES - {"frame", "format"}, "render")
        from ._frame import Frame

        drawn = self._scene(dict(options)).render(frame, out=out, format=format, premultiplied=premultiplied).view(Frame)
        drawn.pixel_format = pixel_format(format, premultiplied)
        return drawn

    def image(self, frame: int, **options: Unpack[RenderOptions]) -> Image:
        """The same as a PIL image."""
        return self.render(frame, **options).image()

    def placement(self, key: str, **options: Unpack[RenderOptions]) -> Placement:
        """The corners, matrix and alpha of a key's sprites in each frame; see :meth:`Scene.placement`.

        options: those of :meth:`scene`, and ``frames``.
        """
        chosen = dict(options)
        frames: Any = chosen.pop("frames", None)
        return self._scene(chosen).placement(key, frames)

    def _scene(self, options: dict[str, Any]) -> Scene:
        """A scene with these options: the last one, where they are the same and all of it is text."""
        if "set_image" in options or "vars" in options:
            return self.scene(**options)
        name = json_text(options)
        last = self._last
        if last is not None and last[0] == name:
            return last[1]
        scene = self.scene(**options)
        # Another thread may have stored another scene, which is harmless.
        self._last = (name, scene)
        return scene

    def export(
        self,
        path: ExportTarget,
        *,
        progress: ProgressFunction | None = None,
        cancel: threading.Event | None = None,
        **options: Unpack[ExportOptions],
    ) -> None:
        """Writes frames as a picture, an animation or a video: what ``svga render -o PATH`` does, over what is there.

        path: a name, a path, or a binary file that is open for writing, with ``format=`` if its name has no extension.

        A signal whose handler raises, such as Ctrl-C, cancels it too, and so does the end of the interpreter. Nothing is left half written.

        progress: called in this thread with the frames done and all frames. It cancels by returning False or raising.
        cancel: a :class:`Cancel` or a ``threading.Event``, which cancels when another thread sets it.
        options: those of :meth:`scene`, and ``frames="0-30"``, ``quality=80``, ``threads=1`` and all others of ``svga render``. A single PNG takes
        several times as long at its default ``effort`` as at ``effort=3``, which jobs of :func:`batch` have, for a file that is some percent smaller.
        """
        self.scene(**options).export(path, progress=progress, cancel=cancel)

    def export_bytes(
        self,
        format: Format,
        *,
        progress: ProgressFunction | None = None,
        cancel: threading.Event | None = None,
        **options: Unpack[BytesOptions],
    ) -> bytes:
        """The same into memory. format: "webp", "gif", "mp4", "png" … ``svga help encoding`` lists them."""
        return self.scene(**options).export_bytes(format, progress=progress, cancel=cancel)

    def _repr_html_(self) -> str:
        if self._view is None:
            self._view = view_of(self._scene({}), self.size, self.fps)
        return self._view


def _content_of(handle: MovieHandle) -> bytes:
    """The file of a movie, also of the process from which this one was forked."""
    return library.taken(library.of(handle).svga_movie_bytes(handle), handle)


def _has_content(path: str, content: bytes) -> bool:
    try:
        with io.open(path, "rb") as file:
            return file.read(len(content) + 1) == content
    except OSError:
        return False
