"""Scenes."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, Literal, overload

from . import _types
from ._awaited import Awaited, ExportTarget, ProgressFunction
from ._errors import Error, UsageError, check_names
from ._frames import Frames, pixel_format
from ._held import Held
from ._library import library
from ._options import SetPicture, encoded, json_text
from ._placement import Placement
from ._settings import Settings, frame_number, parsed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL.Image import Image
    from typing_extensions import Unpack

    from ._frame import Frame
    from ._movie import Movie
    from ._types import BytesOptions, ExportOptions, Format, RenderOptions

PixelFormat = Literal["rgba", "bgra"]

# The names of the options of a scene and of an export.
NAMES = frozenset(_types.ExportOptions.__annotations__)

# The limits of previews that a notebook stores in its file: pixels per side, and frames per second.
_NOTEBOOK_SIDE = 200
_NOTEBOOK_FPS = 15


class Scene(Held, Awaited):
    """A movie with pictures and texts in it, at a size. Made by :meth:`Movie.scene`.

    Any number of threads may draw from it and set it: each call sees all that one :meth:`set` has set, or nothing of it. A copy is set on its
    own. A pickle has the movie and all that is set so far; files are named in it, pictures from memory are part of it.
    """

    _shared = ("_settings", "_recipe", "_movie")
    _movie: Movie | None = None
    _settings: Settings | None = None
    # The recipe of an unpickled scene that is not created yet.
    _recipe: tuple[bytes, list[SetPicture]] | None = None
    def __init__(self, movie: Movie, **options: Unpack[ExportOptions]) -> None:
        check_names(options, NAMES, "scene")
        self._movie = movie.__copy__()
        self._lock = threading.RLock()
        self._settings = Settings.of(self._movie, options)

    def _now(self) -> Settings:
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
            settings = Settings(handle, {})._put(in_memory, json.loads(options).get("hide"))
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
            settings.view = view_of(self, settings.size, settings.timeline[1])
        return settings.view

    def set(self, **options: Unpack[RenderOptions]) -> None:
        """Adds options, which override earlier ones. If any of them is refused, nothing is set."""
        check_names(options, NAMES, "set")
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
        if out is not None or code != 0:
            return pixels
        from ._frame import Frame

        return pixels.view(Frame)

    def image(self, frame: int) -> Image:
        """The same as a PIL image."""
        return self.render(frame).image()

    def hit(self, frame: int, x: float, y: float) -> dict[str, Any] | None:
        """What is touched at a point of the canvas, in points: "key", "alpha" …; None where nothing is."""
        report = parsed(library.data("svga_scene_hit", self._now().handle, frame_number(frame), x, y))
        found: dict[str, Any] | None = report["hit"]
        return found

    def placement(self, key: str, frames: int | str | Iterable[int] | None = None) -> Placement:
        """The corners, matrix and alpha of a key's sprites in each frame, and whether they are visible, as arrays.

        Lay your own views over a movie with it. The unit is a pixel if the scene has a size, a scale or a crop, else a point of the canvas.

        frames: an index, indices, or a text such as "0,8,20-40,60-90:5"; None: all frames.
        """
        if frames is not None and not isinstance(frames, str):
            frames = ",".join(str(frame_number(frame)) for frame in (frames if isinstance(frames, Iterable) else [frames]))
        chosen = None if frames is None else encoded(frames)
        return Placement._of(parsed(library.data("svga_scene_placement", self._now().handle, encoded(key), chosen)))

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
        check_names(options, NAMES, "export")
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
        check_names(options, NAMES - {"format"}, "export_bytes")
        target = encoded(format.lower() if isinstance(format, str) else format)
        return library.run("svga_scene_export_data_start", *self._export(options, target, progress), progress=progress, cancel=cancel)[0]

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


def view_of(scene: Scene, size: tuple[int, int], fps: float) -> str:
    """The picture of a notebook."""
    scale = min(1.0, _NOTEBOOK_SIDE / max(*size, 1))
    width, height = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    small = scene.__copy__()
    small.set(size=(width, height))
    lower: dict[str, Any] = {"fps": _NOTEBOOK_FPS} if fps > _NOTEBOOK_FPS else {}
    content = base64.b64encode(small.export_bytes("webp", quality=60, **lower)).decode()
    return f'<img alt="{len(scene)} frames" width="{width}" height="{height}" src="data:image/webp;base64,{content}">'
