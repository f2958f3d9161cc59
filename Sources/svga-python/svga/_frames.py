"""Frames that can be drawn, and the formats of their pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, overload

from ._errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


# The orders of svga_pixels in svga.h, without premultiplication.
_FORMATS = {"rgba": 0, "bgra": 1}


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
    code = _FORMATS.get(name.lower())
    if code is None:
        raise UsageError(f'format= needs "rgba" or "bgra", not {name!r}')
    return code + 2 if premultiplied else code
