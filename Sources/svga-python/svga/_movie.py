"""Movies and scenes."""

from __future__ import annotations

import base64
import ctypes
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Union

import numpy as np

from ._frame import Frame
from ._library import Progress, library
from ._options import Picture, PictureSource, json_text, pictures

if TYPE_CHECKING:
    from PIL.Image import Image

MovieSource = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes]]
Size = Union[int, str, "tuple[int, int]"]
ProgressFunction = Callable[[int, int], Any]

# What a notebook shows, which it keeps in its file: at most so many pixels a side, and frames a second.
_NOTEBOOK_SIDE = 200
_NOTEBOOK_FPS = 15


@dataclass(frozen=True)
class Key:
    """A name by which a picture or a text is put into a movie."""

    name: str
    details: Mapping[str, Any]
    """What ``svga inspect --json`` says of it."""


def open(source: MovieSource, **limits: Any) -> Movie:  # noqa: A001 - as in PIL
    """Reads a movie from a file, its bytes, or an open binary file.

    limits: ``max_memory="2g"`` and others of ``svga help limits``, and ``strict=True``. They hold for all that is done with it.
    """
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        return Movie._of(library.call("svga_movie_open", os.fsencode(path), json_text(limits)), limits, path)
    content = source if isinstance(source, (bytes, bytearray, memoryview)) else source.read()
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError("a movie is read from a path, bytes, or a file that is opened in binary mode")
    content = bytes(content)
    return Movie._of(library.call("svga_movie_read", content, len(content), json_text(limits)), limits, None)


class Movie:
    """A movie that was read and prepared once, for any number of threads. Made by :func:`open`."""

    _handle: int
    _limits: dict[str, Any]
    _path: str | None
    _description: dict[str, Any] | None
    _last: tuple[bytes, Scene] | None
    report: dict[str, Any] | None
    """What :meth:`optimize` did to make it: what ``svga optimize --json`` prints. None for others."""

    @classmethod
    def _of(cls, handle: int, limits: Mapping[str, Any], path: str | None) -> Movie:
        movie = cls.__new__(cls)
        movie._handle = handle
        movie._limits = dict(limits)
        movie._path = path
        movie._description = None
        movie._last = None
        movie.report = None
        return movie

    def __init__(self) -> None:
        raise TypeError("a movie is made by svga.open()")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            library.free("svga_movie_free", self._handle)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (bytes(self), self._limits)

    def __bytes__(self) -> bytes:
        return library.taken(library.function("svga_movie_bytes")(self._handle))

    def __len__(self) -> int:
        return self.frames

    def __repr__(self) -> str:
        name = f" {self._path!r}" if self._path else ""
        return f"<svga.Movie{name}: {self.frames} frames of {self.size[0]} × {self.size[1]}, {self.fps:g} a second>"

    # What is in it.

    @property
    def frames(self) -> int:
        """How many frames it has, from 0 on."""
        return int(library.function("svga_movie_frames")(self._handle))

    @property
    def fps(self) -> float:
        """Frames a second."""
        return float(library.function("svga_movie_fps")(self._handle))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its canvas in points, which are pixels where no size is asked for."""
        function = library.function
        return int(function("svga_movie_width")(self._handle)), int(function("svga_movie_height")(self._handle))

    @property
    def duration(self) -> float:
        """In seconds."""
        return self.frames / self.fps if self.fps else 0.0

    def describe(self) -> dict[str, Any]:
        """What ``svga inspect --json`` prints."""
        if self._description is None:
            self._description = _object(library.data("svga_movie_describe", self._handle))
        return self._description

    @property
    def keys(self) -> list[Key]:
        """What pictures and texts can be put into it by."""
        return [Key(str(key["key"]), key) for key in self.describe().get("keys", [])]

    @property
    def images(self) -> list[dict[str, Any]]:
        """Its bitmaps, as ``svga inspect --json`` lists them."""
        return list(self.describe().get("images", []))

    @property
    def sounds(self) -> list[dict[str, Any]]:
        """Its sounds, as ``svga inspect --json`` lists them."""
        return list(self.describe().get("audios", []))

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
        text_style: str | Mapping[str, Any] | None = None,
        hide: str | Sequence[str] | None = None,
        background: str | None = None,
        **options: Any,
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

    def render(self, frame: int, **options: Any) -> Frame:
        """Draws a frame: height × width × 4 bytes. ``options`` are those of :meth:`scene`."""
        return self._scene(options).render(frame)

    def image(self, frame: int, **options: Any) -> Image:
        """The same as a PIL image."""
        return self.render(frame, **options).image()

    def _scene(self, options: dict[str, Any]) -> Scene:
        """A scene with these options: the last one, where they are the same and all of it is text."""
        if "set_image" in options or "vars" in options:
            return self.scene(**options)
        name = json_text(options)
        last = self._last
        if last is not None and last[0] == name:
            return last[1]
        scene = self.scene(**options)
        # Another thread may have put its own there, which does no harm.
        self._last = (name, scene)
        return scene

    def export(self, path: str | os.PathLike[str], *, progress: ProgressFunction | None = None, **options: Any) -> None:
        """Writes frames as a picture, an animation or a video: what ``svga render -o PATH`` does, over what is there.

        progress: called with the frames done and all frames. It cancels by returning False or raising.
        options: those of :meth:`scene`, and ``frames="0-30"``, ``quality=80``, ``threads=1`` and all others of ``svga render``.
        """
        self.scene(**options).export(path, progress=progress)

    def export_bytes(self, format: str, *, progress: ProgressFunction | None = None, **options: Any) -> bytes:
        """The same into memory. format: "webp", "gif", "mp4", "png" … ``svga help encoding`` lists them."""
        return self.scene(**options).export_bytes(format, progress=progress)

    # Working with the file.

    def validate(self, **options: Any) -> dict[str, Any]:
        """What is wrong with it: what ``svga validate --json`` prints. ``player="web,android"`` tells what players show otherwise."""
        return _object(library.data("svga_movie_validate", self._handle, json_text(options)))

    def diff(self, other: Movie, **options: Any) -> dict[str, Any]:
        """In what another movie differs: what ``svga diff --json`` prints. ``pixels=True`` compares all frames."""
        return _object(library.data("svga_movie_diff", self._handle, other._handle, json_text(options)))

    def optimize(self, **options: Any) -> Movie:
        """A smaller movie that shows the same; ``report`` of it says how. ``quality=80`` and others of ``svga optimize``."""
        report = ctypes.c_void_p()
        content = library.data("svga_movie_optimize", self._handle, json_text(options), ctypes.byref(report))
        movie = open(content, **self._limits)
        movie.report = _object(library.taken(report.value)) if report.value else None
        return movie

    def convert(self, to: str, **options: Any) -> Movie:
        """The same in another format: "2", "1-json", "1-binary" or "lottie"."""
        return open(library.data("svga_movie_convert", self._handle, json_text({"to": to, **options})), **self._limits)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the bytes of the file, whole or not at all."""
        path = os.fspath(path)
        temporary = f"{path}.{os.getpid()}.part"
        try:
            with io.open(temporary, "wb") as file:
                file.write(bytes(self))
            os.replace(temporary, path)
        except BaseException:
            if os.path.exists(temporary):
                os.remove(temporary)
            raise

    def _repr_html_(self) -> str:
        width, height = self.size
        scale = min(1.0, _NOTEBOOK_SIDE / max(width, height, 1))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        fps = _NOTEBOOK_FPS if self.fps > _NOTEBOOK_FPS else None
        content = base64.b64encode(self.export_bytes("webp", size=size, quality=60, fps=fps)).decode()
        return f'<img alt="{self.frames} frames" width="{size[0]}" height="{size[1]}" src="data:image/webp;base64,{content}">'


class Scene:
    """A movie with pictures and texts in it, at a size. Made by :meth:`Movie.scene`; any number of threads may draw from it."""

    _handle: int

    def __init__(self, movie: Movie, **options: Any) -> None:
        self._limit = movie.frames
        images = options.pop("set_image", None)
        files, held = pictures(images)
        self._handle = library.call("svga_scene_new", movie._handle, json_text({**options, "set_image": files or None}))
        self._put(held)
        self._size: tuple[int, int] | None = None

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            library.free("svga_scene_free", self._handle)

    def __len__(self) -> int:
        return self._limit

    def __iter__(self) -> Iterator[Frame]:
        """All frames, one after the other."""
        return (self.render(frame) for frame in range(self._limit))

    def set(self, *, set_image: Mapping[str, PictureSource | Picture] | None = None, **options: Any) -> None:
        """Adds options, which win over those before."""
        files, held = pictures(set_image)
        library.call("svga_scene_set", self._handle, json_text({**options, "set_image": files or None}))
        self._put(held)
        self._size = None

    def _put(self, held: Sequence[Any]) -> None:
        for picture in held:
            key, placement, content = picture.key.encode(), picture.placement.encode(), picture.content
            if isinstance(content, bytes):
                library.call("svga_scene_set_image", self._handle, key, content, len(content), placement)
            else:
                height, width = content.shape[:2]
                library.call("svga_scene_set_pixels", self._handle, key, content.ctypes.data, width, height, 0, 0, placement)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its frames in pixels."""
        if self._size is None:
            width, height = ctypes.c_int32(), ctypes.c_int32()
            library.call("svga_scene_size", self._handle, ctypes.byref(width), ctypes.byref(height))
            self._size = (width.value, height.value)
        return self._size

    def render(self, frame: int) -> Frame:
        """Draws a frame: height × width × 4 bytes."""
        width, height = self.size
        pixels = np.empty((height, width, 4), np.uint8)
        library.call("svga_scene_render", self._handle, _frame(frame), 0, pixels.ctypes.data, pixels.nbytes, 0)
        return pixels.view(Frame)

    def image(self, frame: int) -> Image:
        """The same as a PIL image."""
        return self.render(frame).image()

    def hit(self, frame: int, x: float, y: float) -> dict[str, Any] | None:
        """What is touched at a point of the canvas, in points: "key", "alpha" …; None where nothing is."""
        report = _object(library.data("svga_scene_hit", self._handle, _frame(frame), x, y))
        found: dict[str, Any] | None = report["hit"]
        return found

    def export(self, path: str | os.PathLike[str], *, progress: ProgressFunction | None = None, **options: Any) -> None:
        """See :meth:`Movie.export`."""
        watch = _Watch(progress)
        try:
            library.call("svga_scene_export", self._handle, os.fsencode(path), json_text(options), watch.function, None)
        finally:
            watch.raise_what_was_raised()

    def export_bytes(self, format: str, *, progress: ProgressFunction | None = None, **options: Any) -> bytes:
        """See :meth:`Movie.export_bytes`."""
        watch = _Watch(progress)
        try:
            return library.data("svga_scene_export_data", self._handle, format.encode(), json_text(options), watch.function, None)
        finally:
            watch.raise_what_was_raised()


class _Watch:
    """A progress function of Python's for the library."""

    def __init__(self, progress: ProgressFunction | None) -> None:
        self._progress = progress
        self._raised: BaseException | None = None
        self.function = Progress(self._call) if progress is not None else Progress()

    def _call(self, _: Any, done: int, total: int) -> bool:
        if self._raised is not None or self._progress is None:
            return False
        try:
            return self._progress(done, total) is not False
        except BaseException as error:  # noqa: BLE001 - raised again, in the thread that waits
            self._raised = error
            return False

    def raise_what_was_raised(self) -> None:
        if self._raised is not None:
            raise self._raised


def _frame(frame: int) -> int:
    """A frame that C can hold; the library refuses those that the movie does not have."""
    return max(-1, min(int(frame), 2**31 - 1))


def _object(text: bytes) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text)
    return value


def _unpickled(content: bytes, limits: dict[str, Any]) -> Movie:
    return open(content, **limits)
