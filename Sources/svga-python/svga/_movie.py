"""Movies and scenes."""

from __future__ import annotations

import base64
import ctypes
import io
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Literal, Union, overload

import numpy as np

from . import _types
from ._cancel import in_thread
from ._errors import Error, UsageError, check_names
from ._frame import Frame, Frames, pixel_format
from ._library import MovieHandle, SceneHandle, library
from ._options import Picture, PictureSource, SetPicture, encoded, json_text, pictures, whole
from ._placement import Placement

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL.Image import Image
    from typing_extensions import Self, Unpack

    from ._types import (
        BytesOptions,
        ConversionTarget,
        ConvertOptions,
        DiffOptions,
        EditOptions,
        ExportOptions,
        FixOptions,
        Format,
        OpenOptions,
        OptimizeOptions,
        RenderOptions,
        SceneOptions,
        TextStyle,
        ValidateOptions,
    )

MovieSource = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes]]
Size = Union[float, str, "tuple[float, float]"]
ProgressFunction = Callable[[int, int], Any]
PixelFormat = Literal["rgba", "bgra"]
ExportTarget = Union[str, "os.PathLike[str]", IO[bytes]]

# The values of svga_task in svga.h.
_DESCRIBE, _VALIDATE, _DIFF, _OPTIMIZE, _CONVERT, _FIX, _EDIT = range(7)

# The names of the options of a scene and of an export.
_NAMES = frozenset(_types.ExportOptions.__annotations__)

# The limits of previews that a notebook stores in its file: pixels per side, and frames per second.
_NOTEBOOK_SIDE = 200
_NOTEBOOK_FPS = 15


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


class _Held:
    """What a movie and a scene have in common: ``with`` closes them, and copies share what C holds."""

    # Attributes that all copies share, because they refer to C objects.
    _shared: tuple[str, ...] = ()

    def close(self) -> None:
        raise NotImplementedError

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _copied(self, state: dict[str, Any]) -> Self:
        other = self.__class__.__new__(self.__class__)
        other.__setstate__(state)
        return other

    def __copy__(self) -> Self:
        return self._copied(self.__dict__.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # An atomic read: another thread may change it.
        now = self.__dict__.copy()
        memo[id(self)] = other = self._copied({})
        other.__dict__.update({name: value if name in self._shared else deepcopy(value, memo) for name, value in now.items() if name != "_lock"})
        return other

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


class Movie(_Held):
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
    """What :meth:`optimize` did to make it: what ``svga optimize --json`` prints. None for others."""

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

    def _run(self, task: int, options: Mapping[str, Any], other: Movie | None = None) -> tuple[bytes, bytes | None]:
        second = None if other is None else other._open()
        return library.run("svga_movie_start", self._open(), task, second, json_text(options))

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
            self._description = _object(self._run(_DESCRIBE, {})[0])
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

    def render(self, frame: int, **options: Unpack[RenderOptions]) -> Frame:
        """Draws a frame: height × width × 4 bytes. ``options`` are those of :meth:`scene`. For ``out=`` and BGRA use :meth:`Scene.render`."""
        check_names(options, _NAMES - {"frame", "format"}, "render")
        return self._scene(dict(options)).render(frame)

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
        options: those of :meth:`scene`, and ``frames="0-30"``, ``quality=80``, ``threads=1`` and all others of ``svga render``.
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

    # File operations.

    def validate(self, **options: Unpack[ValidateOptions]) -> dict[str, Any]:
        """What is wrong with it: what ``svga validate --json`` prints. ``player="web,android"`` tells what players show otherwise."""
        check_names(options, _types.ValidateOptions.__annotations__, "validate")
        return _object(self._run(_VALIDATE, options)[0])

    def diff(self, other: Movie, **options: Unpack[DiffOptions]) -> dict[str, Any]:
        """In what another movie differs: what ``svga diff --json`` prints. ``pixels=True`` compares all frames."""
        check_names(options, _types.DiffOptions.__annotations__, "diff")
        return _object(self._run(_DIFF, options, other)[0])

    def optimize(self, **options: Unpack[OptimizeOptions]) -> Movie:
        """A smaller movie that shows the same; ``report`` of it says how. ``quality=80`` and others of ``svga optimize``."""
        check_names(options, _types.OptimizeOptions.__annotations__, "optimize")
        content, report = self._run(_OPTIMIZE, options)
        movie = open(content, **self._limits)
        movie.report = None if report is None else _object(report)
        return movie

    def convert(self, to: ConversionTarget, **options: Unpack[ConvertOptions]) -> Movie:
        """The same in another format: "2", "1-json", "1-binary" or "lottie"."""
        check_names(options, _types.ConvertOptions.__annotations__, "convert")
        return open(self._run(_CONVERT, {"to": to, **options})[0], **self._limits)

    def fix(self, players: str | Sequence[str] = "all", **options: Unpack[FixOptions]) -> Movie:
        """A movie that players such as "web,ios" show as it is drawn here; ``report`` of it lists the repairs and what remains."""
        check_names(options, _types.FixOptions.__annotations__, "fix")
        content, report = self._run(_FIX, {"for": players, **options})
        movie = open(content, **self._limits)
        movie.report = None if report is None else _object(report)
        return movie

    def edit(self, *steps: EditOptions, **options: Unpack[EditOptions]) -> Movie:
        """The movie after edits, in the order of the arguments; ``report`` of it says what each did.

        ``set_text={"name": "Ann"}, hide=["glow"], crop="75,75,600x600"`` and others of ``svga edit``. Steps are dictionaries of the same
        options, such as ``edit({"trim": "0-44"}, {"scale": 0.5}, {"trim": "0-9"})``. They come first, and an option may occur in several.
        """
        for step in steps:
            check_names(step, _types.EditOptions.__annotations__, "edit")
        check_names(options, _types.EditOptions.__annotations__, "edit")
        content, report = self._run(_EDIT, {"steps": steps, **options} if steps else options)
        movie = open(content, **self._limits)
        movie.report = None if report is None else _object(report)
        return movie

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
        if self._view is None:
            self._view = _view(self._scene({}), self.size, self.fps)
        return self._view


def _content_of(handle: MovieHandle) -> bytes:
    """The file of a movie, also of the process from which this one was forked."""
    functions = library.of(handle)
    return library.taken(functions.svga_movie_bytes(handle), functions)


def _view(scene: Scene, size: tuple[int, int], fps: float) -> str:
    """The picture of a notebook."""
    scale = min(1.0, _NOTEBOOK_SIDE / max(*size, 1))
    width, height = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    small = scene.__copy__()
    small.set(size=(width, height))
    lower: dict[str, Any] = {"fps": _NOTEBOOK_FPS} if fps > _NOTEBOOK_FPS else {}
    content = base64.b64encode(small.export_bytes("webp", quality=60, **lower)).decode()
    return f'<img alt="{len(scene)} frames" width="{width}" height="{height}" src="data:image/webp;base64,{content}">'


class _Settings:
    """What a scene is set to at one moment. Nothing changes it, so threads and copies may share it."""

    def __init__(self, handle: SceneHandle, pictures: Mapping[str, SetPicture]) -> None:
        self.handle = handle
        # The images from memory by key, because the library does not return them.
        self.pictures = pictures
        self.view: str | None = None
        self._size: tuple[int, int] | None = None
        self._timeline: tuple[list[int], float] | None = None
        self._has_warned = False

    @classmethod
    def of(cls, movie: Movie, options: Mapping[str, Any]) -> _Settings:
        files, in_memory = pictures(options.get("set_image"))
        handle = library.call("svga_scene_new", movie._open(), _scene_text(options, files))
        return cls(handle, {})._put(in_memory, options.get("hide"))

    def adding(self, options: Mapping[str, Any]) -> _Settings:
        files, in_memory = pictures(options.get("set_image"))
        handle = library.function("svga_scene_copy")(self.handle)
        library.call("svga_scene_set", handle, _scene_text(options, files))
        remaining = {key: picture for key, picture in self.pictures.items() if key not in files}
        return _Settings(handle, remaining)._put(in_memory, options.get("hide"))

    def _put(self, in_memory: Sequence[SetPicture], hide: str | Sequence[str] | None) -> _Settings:
        """Puts pictures into a scene that nobody else has yet. A picture shows its key again, so the keys of `hide` are hidden after it."""
        for picture in in_memory:
            key, placement, content = encoded(picture.key), encoded(picture.placement), picture.content
            if isinstance(content, bytes):
                library.call("svga_scene_set_image", self.handle, key, content, len(content), placement)
            else:
                height, width = content.shape[:2]
                library.call("svga_scene_set_pixels", self.handle, key, content.ctypes.data, width, height, 0, 0, placement)
        put = {picture.key: picture for picture in in_memory}
        hidden = [key for key in ([hide] if isinstance(hide, str) else () if hide is None else hide) if key in put]
        if hidden:
            library.call("svga_scene_set", self.handle, json_text({"hide": hidden}))
        self.pictures = {**self.pictures, **put}
        return self

    @property
    def size(self) -> tuple[int, int]:
        if self._size is None:
            width, height = ctypes.c_int32(), ctypes.c_int32()
            library.call("svga_scene_size", self.handle, ctypes.byref(width), ctypes.byref(height))
            self._size = (width.value, height.value)
        return self._size

    @property
    def timeline(self) -> tuple[list[int], float]:
        """The frames of the movie in the order of an export, and their rate."""
        if self._timeline is None:
            report = _object(library.data("svga_scene_frames", self.handle))
            self._timeline = report["frames"], float(report["fps"])
        return self._timeline

    def render(self, frame: int, out: npt.NDArray[np.uint8] | None = None, format: int = 0) -> npt.NDArray[np.uint8]:
        width, height = self.size
        if not self._has_warned:
            self._has_warned = True
            library.warn(library.data("svga_scene_notes", self.handle))
        pixels = np.empty((height, width, 4), np.uint8) if out is None else out
        if out is not None:
            is_array = isinstance(out, np.ndarray) and out.dtype == np.uint8 and out.shape == (height, width, 4)
            if not is_array or out.strides[1:] != (4, 1) or out.strides[0] < 4 * width or not out.flags.writeable:
                raise UsageError(f"out= has to be a writable array of uint8 with the shape ({height}, {width}, 4) and rows without gaps")
        stride = pixels.strides[0]
        library.call("svga_scene_render", self.handle, _frame(frame), format, pixels.ctypes.data, stride * (height - 1) + 4 * width, stride)
        return pixels

    def recipe(self) -> tuple[bytes, list[SetPicture]]:
        """What makes the same settings again."""
        functions = library.of(self.handle)
        options = library.taken(functions.svga_scene_options(self.handle), functions)
        # A file has replaced the picture of each key that the options have, for example one of `vars`.
        files = json.loads(options).get("set-image", {})
        return options, [picture for key, picture in self.pictures.items() if key not in files]


class Scene(_Held):
    """A movie with pictures and texts in it, at a size. Made by :meth:`Movie.scene`.

    Any number of threads may draw from it and set it: each call sees all that one :meth:`set` has set, or nothing of it. A copy is set on its
    own. A pickle has the movie and all that is set so far; files are named in it, pictures from memory are part of it.
    """

    _shared = ("_settings", "_recipe", "_movie")
    _movie: Movie | None = None
    _settings: _Settings | None = None
    # The recipe of an unpickled scene that is not created yet.
    _recipe: tuple[bytes, list[SetPicture]] | None = None
    def __init__(self, movie: Movie, **options: Unpack[ExportOptions]) -> None:
        check_names(options, _NAMES, "scene")
        self._movie = movie.__copy__()
        self._lock = threading.RLock()
        self._settings = _Settings.of(self._movie, options)

    def _now(self) -> _Settings:
        settings = self._settings
        if settings is not None and not library.owns(settings.handle):
            # This process was forked: the scene is created again.
            self._recipe = settings.recipe()
            self._settings = settings = None
        if settings is None:
            movie, recipe = self._movie, self._recipe
            if movie is None or recipe is None:
                raise UsageError("the scene is closed")
            options, in_memory = recipe
            handle = library.call("svga_scene_new", movie._open(), options)
            settings = _Settings(handle, {})._put(in_memory, json.loads(options).get("hide"))
            with self._lock:
                # Another thread may have created or closed the scene first.
                if self._recipe is recipe:
                    self._settings = settings
                    self._recipe = None
                return self._settings or settings
        return settings

    def close(self) -> None:
        """Gives its memory back. It cannot be used afterwards; calls of other threads still end well."""
        self._settings = self._recipe = self._movie = None

    def __getstate__(self) -> dict[str, Any]:
        # An atomic read: another thread may create or close the scene.
        now = self.__dict__.copy()
        state = {name: value for name, value in now.items() if name not in ("_settings", "_lock")}
        settings = now.get("_settings")
        if settings is not None:
            state["_recipe"] = settings.recipe()
        elif now.get("_recipe") is None:
            raise UsageError("the scene is closed")
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._lock = threading.RLock()

    def __len__(self) -> int:
        """How many frames an export would show, by ``frames=``, ``fps=``, ``reverse=`` and others."""
        return len(self._now().timeline[0])

    @overload
    def __getitem__(self, index: int) -> npt.NDArray[np.uint8]: ...
    @overload
    def __getitem__(self, index: slice) -> Frames: ...
    def __getitem__(self, index: int | slice) -> npt.NDArray[np.uint8] | Frames:
        """A frame as a plain array, -1 for the last one; or several, which are drawn when they are used.

        Frames are counted as an export shows them: ``movie.scene(reverse=True)[0]`` is the movie's last frame.
        """
        settings = self._now()
        return Frames(settings.render, settings.timeline[0])[index]

    def __iter__(self) -> Iterator[npt.NDArray[np.uint8]]:
        """The frames of an export as plain arrays, one after the other, as the scene is set now."""
        settings = self._now()
        return iter(Frames(settings.render, settings.timeline[0]))

    def __reversed__(self) -> Iterator[npt.NDArray[np.uint8]]:
        return iter(self[::-1])

    @property
    def fps(self) -> float:
        """Frames per second of an export."""
        return self._now().timeline[1]

    def __repr__(self) -> str:
        if self._settings is None:
            return f"<svga.Scene: {'closed' if self._recipe is None else 'not read yet'}>"
        try:
            size, count = self.size, len(self)
        except Error as error:
            return f"<svga.Scene: {error}>"
        return f"<svga.Scene: {count} frames of {size[0]} × {size[1]}, {self.fps:g} a second>"

    def _repr_html_(self) -> str:
        settings = self._now()
        if settings.view is None:
            settings.view = _view(self, settings.size, settings.timeline[1])
        return settings.view

    def set(self, **options: Unpack[RenderOptions]) -> None:
        """Adds options, which override earlier ones. If any of them is refused, nothing is set."""
        check_names(options, _NAMES, "set")
        while True:
            before = self._now()
            after = before.adding(options)
            with self._lock:
                # Another thread or a signal handler may have changed the scene meanwhile.
                if self._settings is before:
                    self._settings = after
                    return

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its frames in pixels."""
        return self._now().size

    @overload
    def render(self, frame: int) -> Frame: ...
    @overload
    def render(
        self, frame: int, *, out: npt.NDArray[np.uint8] | None = None, format: PixelFormat = "rgba", premultiplied: bool = False
    ) -> npt.NDArray[np.uint8]: ...
    def render(
        self, frame: int, *, out: npt.NDArray[np.uint8] | None = None, format: PixelFormat = "rgba", premultiplied: bool = False
    ) -> npt.NDArray[np.uint8]:
        """Draws a frame of the movie: height × width × 4 bytes. ``scene[45]`` gives a plain array.

        out: an array to draw into, which is returned: no memory is allocated.
        format: "bgra" for the order of OpenCV, and with ``premultiplied=True`` of Cairo and Qt.
        """
        code = pixel_format(format, premultiplied)
        pixels = self._now().render(frame, out, code)
        return pixels.view(Frame) if out is None and code == 0 else pixels

    def image(self, frame: int) -> Image:
        """The same as a PIL image."""
        return self.render(frame).image()

    def hit(self, frame: int, x: float, y: float) -> dict[str, Any] | None:
        """What is touched at a point of the canvas, in points: "key", "alpha" …; None where nothing is."""
        report = _object(library.data("svga_scene_hit", self._now().handle, _frame(frame), x, y))
        found: dict[str, Any] | None = report["hit"]
        return found

    def placement(self, key: str, frames: int | str | Iterable[int] | None = None) -> Placement:
        """The corners, matrix and alpha of a key's sprites in each frame, and whether they are visible, as arrays.

        Lay your own views over a movie with it. The unit is a pixel if the scene has a size, a scale or a crop, else a point of the canvas.

        frames: an index, indices, or a text such as "0,8,20-40,60-90:5"; None: all frames.
        """
        if frames is not None and not isinstance(frames, str):
            frames = ",".join(str(_frame(frame)) for frame in (frames if isinstance(frames, Iterable) else [frames]))
        chosen = None if frames is None else encoded(frames)
        return Placement._of(_object(library.data("svga_scene_placement", self._now().handle, encoded(key), chosen)))

    def export(
        self,
        path: ExportTarget,
        *,
        progress: ProgressFunction | None = None,
        cancel: threading.Event | None = None,
        **options: Unpack[ExportOptions],
    ) -> None:
        """See :meth:`Movie.export`."""
        if not isinstance(path, (str, os.PathLike)):
            chosen: dict[str, Any] = dict(options)
            content = self.export_bytes(_format_of(path, chosen.pop("format", None)), progress=progress, cancel=cancel, **chosen)
            path.write(content)
            return
        check_names(options, _NAMES, "export")
        target = os.fsencode(path)
        library.run("svga_scene_export_start", *self._export(options, target, progress), progress=progress, cancel=cancel)

    def export_bytes(
        self,
        format: Format,
        *,
        progress: ProgressFunction | None = None,
        cancel: threading.Event | None = None,
        **options: Unpack[BytesOptions],
    ) -> bytes:
        """See :meth:`Movie.export_bytes`."""
        check_names(options, _NAMES - {"format"}, "export_bytes")
        target = encoded(format.lower() if isinstance(format, str) else format)
        return library.run("svga_scene_export_data_start", *self._export(options, target, progress), progress=progress, cancel=cancel)[0]

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

    def _export(self, options: Mapping[str, Any], target: bytes, progress: ProgressFunction | None) -> tuple[Any, ...]:
        settings, chosen = self._now(), dict(options)
        if chosen.get("set_image"):
            settings = settings.adding({"set_image": chosen.pop("set_image")})
        return settings.handle, target, json_text(chosen), progress is not None


def _format_of(file: IO[bytes], format: str | None) -> Any:
    """The format of an open file: the option, or the extension of its name."""
    if not callable(getattr(file, "write", None)):
        raise TypeError("an export goes to a path or a file that is open in binary mode")
    name = getattr(file, "name", None)
    extension = os.path.splitext(name)[1][1:] if isinstance(name, str) else ""
    if not format and not extension:
        raise UsageError("the file has no name with an extension; add format=, such as format=\"webp\"")
    return format or extension


def _scene_text(options: Mapping[str, Any], files: Mapping[str, str | dict[str, str]]) -> bytes:
    """Options of a scene as JSON. `hide` is last: in one call it applies to the pictures and texts of the same key, too."""
    others = {name: value for name, value in options.items() if name not in ("set_image", "hide")}
    return json_text({**others, "set_image": files or None, "hide": options.get("hide")})


def _frame(frame: int) -> int:
    """A frame that C can hold; the library refuses those that the movie does not have."""
    number = whole(frame)
    if not isinstance(number, int):
        raise UsageError(f"a frame is a whole number, not {frame!r}")
    return max(-1, min(number, 2**31 - 1))


def _object(text: bytes) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text)
    return value


def _has_content(path: str, content: bytes) -> bool:
    try:
        with io.open(path, "rb") as file:
            return file.read(len(content) + 1) == content
    except OSError:
        return False
