"""Frames that were drawn or can be."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from ._errors import UsageError

if TYPE_CHECKING:
    from PIL.Image import Image

    _Array = npt.NDArray[np.uint8]
else:
    _Array = np.ndarray

# Pillow's names of svga_pixels in svga.h.
_RAW_MODES = ("RGBA", "BGRA", "RGBa", "BGRa")


class Frame(_Array):
    """An array of height × width × 4 bytes: red, green, blue and alpha, not premultiplied, if no other format was asked for. A notebook shows the
    picture."""

    pixel_format = 0

    def __array_finalize__(self, source: Any) -> None:
        self.pixel_format = getattr(source, "pixel_format", 0)

    def image(self) -> Image:
        """The frame as a PIL image, which shares its memory if that is RGBA and not premultiplied."""
        from PIL import Image

        if self.pixel_format == 0:
            return Image.fromarray(np.asarray(self), "RGBA")
        height, width = self.shape[:2]
        return Image.frombytes("RGBA", (width, height), self.tobytes(), "raw", _RAW_MODES[self.pixel_format])

    def _repr_png_(self) -> Any:
        if self.ndim != 3 or self.shape[2] != 4 or self.dtype != np.uint8:
            return None
        file = io.BytesIO()
        try:
            self.image().save(file, "PNG")
        except ImportError:
            return None
        return file.getvalue()


class Frames(Sequence["npt.NDArray[np.uint8]"]):
    """Some frames of a scene as plain arrays, which are drawn when they are used: what a slice of a scene gives."""

    def __init__(self, render: Callable[[int], npt.NDArray[np.uint8]], indices: Sequence[int]) -> None:
        self._render = render
        self.indices = indices
        """The frames of the movie."""

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, index: int) -> npt.NDArray[np.uint8]: ...
    @overload
    def __getitem__(self, index: slice) -> Frames: ...
    def __getitem__(self, index: int | slice) -> npt.NDArray[np.uint8] | Frames:
        if isinstance(index, slice):
            return Frames(self._render, self.indices[index])
        return self._render(self.indices[index])

    def __iter__(self) -> Iterator[npt.NDArray[np.uint8]]:
        return (self._render(frame) for frame in self.indices)

    def __repr__(self) -> str:
        return f"<svga.Frames: {len(self)} frames>"


def pixel_format(name: str, premultiplied: bool) -> int:
    """The value of svga_pixels in svga.h."""
    if name.lower() not in ("rgba", "bgra"):
        raise UsageError(f'format= needs "rgba" or "bgra", not {name!r}')
    return (1 if name.lower() == "bgra" else 0) + (2 if premultiplied else 0)
