"""Frames that were drawn. Loaded when it is first needed, because NumPy takes longer to load than all other modules."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt
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
