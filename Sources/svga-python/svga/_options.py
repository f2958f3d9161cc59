"""Keyword arguments become the options of ``svga render`` and its sisters, as JSON."""

from __future__ import annotations

import json
import numbers
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Union

from ._errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL.Image import Image

    from ._types import PictureFit

PictureSource = Union[str, "os.PathLike[str]", bytes, "npt.NDArray[np.uint8]", "Image"]


@dataclass(frozen=True)
class Picture:
    """A picture for ``set_image``, and how it is placed.

    source: a file, its bytes, an http or https URL, a PIL image, or an array of H × W × 4, H × W × 3 or H × W.
    fit: "fill", "contain", "cover" or "none".
    mask: "none", "circle", "original" or "round:R", R in points.
    default: a file or URL that is drawn, with a warning, if the file or URL cannot be read.
    """

    source: PictureSource
    fit: PictureFit = "fill"
    mask: str = "none"
    default: str | os.PathLike[str] | None = None

    @property
    def placement(self) -> str:
        return f"fit={self.fit},mask={self.mask}"

    @property
    def is_read_by_library(self) -> bool:
        """Whether the library reads the file or URL, because Python cannot replace it by the default."""
        if not isinstance(self.source, (str, os.PathLike)):
            return False
        return self.default is not None or os.fspath(self.source).lower().startswith(("http://", "https://"))

    @property
    def parts(self) -> dict[str, str]:
        default = "" if self.default is None else os.fspath(self.default)
        return {"file": os.fspath(self.source), "fit": self.fit, "mask": self.mask, "default": default}  # type: ignore[arg-type]


@dataclass(frozen=True)
class SetPicture:
    """A picture that is in memory, as the library takes it."""

    key: str
    placement: str
    content: bytes | npt.NDArray[np.uint8]
    """Of a file, or H × W × 4."""


def json_text(options: Mapping[str, Any]) -> bytes:
    """Options by name. None is as if it were not there; `_` in a name is `-`."""
    try:
        members = _members(options)
        # Most calls have no options.
        if not members:
            return b"{}"
        text = json.dumps(members, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise UsageError("an option is not a finite number, or contains itself") from error
    except TypeError as error:
        raise UsageError(f"an option has a value that svga does not take: {error}") from error
    return encoded(text)


def _members(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): _value(name, value) for name, value in options.items() if value is not None}


def encoded(text: str) -> bytes:
    """In UTF-8."""
    if not isinstance(text, str):
        raise UsageError(f"a key or a text has to be a str, not {type(text).__name__}")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise UsageError("a key, text or option has characters that are no Unicode, such as those of a broken file name") from error


def _value(name: str, value: Any) -> Any:
    if name == "steps":
        return [_members(step) for step in value]
    value = whole(value)
    if name in ("size", "max_canvas") and not isinstance(value, str):
        sides = (value, 0) if isinstance(value, (int, float)) else value
        return "x".join(str(whole(side)) for side in sides)
    if name in ("crop", "at") and not isinstance(value, (str, bool)):
        return ",".join(str(whole(number)) for number in value)
    if name == "frames" and not isinstance(value, str):
        frames = [value] if isinstance(value, int) else value
        return ",".join(str(whole(frame)) for frame in frames)
    if name == "text_style" and isinstance(value, Mapping):
        return {key: _style(style) for key, style in value.items()}
    if name == "format" and isinstance(value, str):
        return value.lower()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {key: _value("", item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)) or _is_array(value):
        return [_value("", item) for item in value]
    return value


def _loaded_numpy() -> Any:
    """NumPy, or None where it is not loaded, or another thread is just loading it: then nothing is an array."""
    numpy = sys.modules.get("numpy")
    return numpy if hasattr(numpy, "ndarray") and hasattr(numpy, "generic") else None


def _is_array(value: Any) -> bool:
    numpy = _loaded_numpy()
    return numpy is not None and isinstance(value, numpy.ndarray)


def whole(value: Any) -> Any:
    """Numbers of every kind as int where they are whole, else as float; all else as it is."""
    numpy = _loaded_numpy()
    if numpy is not None and (isinstance(value, numpy.generic) or (isinstance(value, numpy.ndarray) and value.ndim == 0)):
        value = value.item()
    if isinstance(value, (bool, int)) or not isinstance(value, (numbers.Number, Decimal)):
        return value
    try:
        return int(value) if value == int(value) else float(value)  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError) as error:
        raise UsageError(f"{value} is no finite number") from error


def _style(style: Any) -> Any:
    """`{"size": 24, "italic": True}` is `size:24,italic:yes`."""
    if not isinstance(style, Mapping):
        return style
    return {name.replace("_", "-"): _value("", value) for name, value in style.items() if value is not None}


def pictures(images: Mapping[str, PictureSource | Picture] | None) -> tuple[dict[str, str | dict[str, str]], list[SetPicture]]:
    """Pictures that the library reads from files, and those that are in memory, which are the scene's own."""
    files: dict[str, str | dict[str, str]] = {}
    in_memory: list[SetPicture] = []
    for key, image in (images or {}).items():
        if isinstance(image, str):
            # The form of the command line: FILE[,fit=FIT][,mask=MASK][,default=FILE].
            files[key] = image
            continue
        picture = image if isinstance(image, Picture) else Picture(image)
        encoded(key)
        if picture.is_read_by_library:
            files[key] = picture.parts
            continue
        in_memory.append(SetPicture(key, picture.placement, _content(picture.source)))
    return files, in_memory


def _content(source: PictureSource) -> bytes | npt.NDArray[np.uint8]:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return file.read()
    import numpy as np

    if not isinstance(source, np.ndarray):
        source = np.asarray(source.convert("RGBA"))
    return _rgba(source)


def _rgba(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    import numpy as np

    if array.dtype != np.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (3, 4)):
        raise ValueError(f"a picture is H × W, H × W × 3 or H × W × 4 of uint8, not {array.shape} of {array.dtype}")
    if array.ndim == 2:
        array = np.repeat(array[:, :, np.newaxis], 3, axis=2)
    if array.shape[2] == 3:
        opaque = np.full((*array.shape[:2], 1), 255, np.uint8)
        array = np.concatenate([array, opaque], axis=2)
    # A copy, because the caller may change the original later.
    return np.array(array, np.uint8, order="C", copy=True)
