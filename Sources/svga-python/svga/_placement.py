"""The placement of a key's sprites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Placement:
    """The placement of a key's sprites in each frame, as arrays: the first axis is the frame, the second is the sprite.

    Made by :meth:`Scene.placement` and :meth:`Movie.placement`.
    """

    key: str
    unit: str
    """``"pixel"`` if the scene has a size, a scale or a crop, else ``"point"``."""
    size: tuple[int, int]
    """Width and height of the frames or the canvas, in this unit."""
    sprites: Sequence[Mapping[str, Any]]
    """``sprite`` (its index), ``key``, ``imageKey``, ``kind`` and ``matteKey`` of each sprite with the key."""
    frames: NDArray[np.int64]
    """The index of each frame. Shape (n,)."""
    quads: NDArray[np.float64]
    """The corners of the layout, from the upper left corner clockwise before the transform: x and y. Shape (n, sprites, 4, 2). NaN without a layout."""
    matrices: NDArray[np.float64]
    """From the sprite's space, whose origin is the layout's corner: [[a, c, tx], [b, d, ty]]. Shape (n, sprites, 2, 3). NaN without a frame."""
    layouts: NDArray[np.float64]
    """Width and height of the layout in the sprite's space. Shape (n, sprites, 2)."""
    alpha: NDArray[np.float64]
    """0 to 1; 0 for a sprite that is not visible. Shape (n, sprites)."""
    shown: NDArray[np.bool_]
    """Whether the sprite is visible. Shape (n, sprites)."""
    states: NDArray[np.str_]
    """``"shown"``, ``"hidden"``, ``"matteHidden"``, ``"noLayout"`` or ``"ended"``. Shape (n, sprites)."""

    def __len__(self) -> int:
        return len(self.frames)

    @classmethod
    def _of(cls, report: Mapping[str, Any]) -> Placement:
        import numpy as np

        rows = [row["sprites"] for row in report["frames"]]
        shape = (len(rows), len(report["sprites"]))
        quads = np.full((*shape, 4, 2), np.nan)
        matrices = np.full((*shape, 2, 3), np.nan)
        layouts = np.zeros((*shape, 2))
        alpha = np.zeros(shape)
        shown = np.zeros(shape, bool)
        states = np.full(shape, "", "U11")
        for i, row in enumerate(rows):
            for j, sprite in enumerate(row):
                if sprite["quad"] is not None:
                    quads[i, j] = sprite["quad"]
                if sprite["matrix"] is not None:
                    matrices[i, j] = np.reshape(sprite["matrix"], (3, 2)).T
                layouts[i, j] = sprite["width"], sprite["height"]
                alpha[i, j] = sprite["alpha"]
                shown[i, j] = sprite["isShown"]
                states[i, j] = sprite["state"]
        frames = np.array([row["frame"] for row in report["frames"]], np.int64)
        size = (int(report["width"]), int(report["height"]))
        return cls(report["key"], report["unit"], size, report["sprites"], frames, quads, matrices, layouts, alpha, shown, states)
