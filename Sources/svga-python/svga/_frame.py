"""A frame that was drawn."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.Image import Image

    _Array = npt.NDArray[np.uint8]
else:
    _Array = np.ndarray


class Frame(_Array):
    """An array of height × width × 4 bytes: red, green, blue and alpha, not premultiplied. A notebook shows the picture."""

    def image(self) -> Image:
        """The frame as a PIL image, which shares its memory."""
        from PIL import Image

        return Image.fromarray(np.asarray(self), "RGBA")

    def _repr_png_(self) -> Any:
        if self.ndim != 3 or self.shape[2] != 4 or self.dtype != np.uint8:
            return None
        file = io.BytesIO()
        try:
            self.image().save(file, "PNG")
        except ImportError:
            return None
        return file.getvalue()
