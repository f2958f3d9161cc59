"""The state of a scene."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import UsageError
from ._library import SceneHandle, library
from ._options import SetPicture, encoded, json_text, pictures, whole

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._movie import Movie


# The last frame that C can name.
_LAST = 2**31 - 1


class Settings:
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
    def of(cls, movie: Movie, options: Mapping[str, Any]) -> Settings:
        files, in_memory = pictures(options.get("set_image"))
        handle = library.call("svga_scene_new", movie._open(), _scene_text(options, files))
        return cls(handle, {})._put(in_memory, options.get("hide"))

    def adding(self, options: Mapping[str, Any]) -> Settings:
        files, in_memory = pictures(options.get("set_image"))
        handle = library.function("svga_scene_copy")(self.handle)
        library.call("svga_scene_set", handle, _scene_text(options, files))
        remaining = {key: picture for key, picture in self.pictures.items() if key not in files}
        return Settings(handle, remaining)._put(in_memory, options.get("hide"))

    def _put(self, in_memory: Sequence[SetPicture], hide: str | Sequence[str] | None) -> Settings:
        """Puts pictures into a scene that nobody else has yet. A picture shows its key again, so the keys of `hide` are hidden after it."""
        if not in_memory:
            return self
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
            report = parsed(library.data("svga_scene_frames", self.handle))
            self._timeline = report["frames"], float(report["fps"])
        return self._timeline

    def render(self, frame: int, out: npt.NDArray[np.uint8] | None = None, format: int = 0) -> npt.NDArray[np.uint8]:
        import numpy as np

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
        size = stride * (height - 1) + 4 * width
        library.call("svga_scene_render", self.handle, frame_number(frame), format, _address(pixels), size, stride)
        return pixels

    def recipe(self) -> tuple[bytes, list[SetPicture]]:
        """What makes the same settings again."""
        options = library.taken(library.of(self.handle).svga_scene_options(self.handle), self.handle)
        # A file has replaced the picture of each key that the options have, for example one of `vars`.
        files = json.loads(options).get("set-image", {})
        return options, [picture for key, picture in self.pictures.items() if key not in files]


def _scene_text(options: Mapping[str, Any], files: Mapping[str, str | dict[str, str]]) -> bytes:
    """Options of a scene as JSON. `hide` is last: in one call it applies to the pictures and texts of the same key, too."""
    others = {name: value for name, value in options.items() if name not in ("set_image", "hide")}
    return json_text({**others, "set_image": files or None, "hide": options.get("hide")})


def _address(pixels: Any) -> int:
    """Where the first pixel of an array is in memory."""
    try:
        # Takes half of the time of the array interface, but no rows with gaps.
        return ctypes.addressof(ctypes.c_char.from_buffer(pixels))
    except (TypeError, ValueError, BufferError):
        return int(pixels.__array_interface__["data"][0])


def frame_number(frame: int) -> int:
    """A frame that C can hold; the library refuses those that the movie does not have."""
    if type(frame) is int and 0 <= frame <= _LAST:
        return frame
    number = whole(frame)
    if not isinstance(number, int):
        raise UsageError(f"a frame is a whole number, not {frame!r}")
    return max(-1, min(number, _LAST))


def parsed(text: bytes) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text)
    return value
