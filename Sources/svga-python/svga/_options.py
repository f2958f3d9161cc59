"""Keyword arguments become the options of ``svga render`` and its sisters, as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.Image import Image

PictureSource = Union[str, "os.PathLike[str]", bytes, "npt.NDArray[np.uint8]", "Image"]


@dataclass(frozen=True)
class Picture:
    """A picture for ``set_image``, and how it is placed.

    source: a file, its bytes, a PIL image, or an array of H × W × 4, H × W × 3 or H × W.
    fit: "fill", "contain", "cover" or "none".
    mask: "none", "circle", "original" or "round:R", R in points.
    """

    source: PictureSource
    fit: str = "fill"
    mask: str = "none"

    @property
    def placement(self) -> str:
        return f"fit={self.fit},mask={self.mask}"


@dataclass(frozen=True)
class SetPicture:
    """A picture that is in memory, as the library takes it."""

    key: str
    placement: str
    content: bytes | npt.NDArray[np.uint8]
    """Of a file, or H × W × 4."""


def json_text(options: Mapping[str, Any]) -> bytes:
    """Options by name. None is as if it were not there; `_` in a name is `-`."""
    members = {name.replace("_", "-"): _value(name, value) for name, value in options.items() if value is not None}
    return json.dumps(members).encode()


def _value(name: str, value: Any) -> Any:
    if name == "size" and not isinstance(value, str):
        width, height = (value, 0) if isinstance(value, int) else value
        return f"{width}x{height}"
    if name in ("crop", "at") and not isinstance(value, str):
        return ",".join(str(number) for number in value)
    if name == "frames" and not isinstance(value, str):
        return ",".join(str(frame) for frame in value)
    if name == "text_style" and isinstance(value, Mapping):
        return {key: _style(style) for key, style in value.items()}
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {key: _value("", item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value("", item) for item in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


def _style(style: Any) -> Any:
    """`{"size": 24, "italic": True}` is `size:24,italic:yes`."""
    if not isinstance(style, Mapping):
        return style
    words = {True: "yes", False: "no"}
    return ",".join(f"{name}:{words[value] if isinstance(value, bool) else value}" for name, value in style.items())


def pictures(images: Mapping[str, PictureSource | Picture] | None) -> tuple[dict[str, str], list[SetPicture]]:
    """Pictures that the library reads from files, and those that are in memory."""
    files: dict[str, str] = {}
    held: list[SetPicture] = []
    for key, image in (images or {}).items():
        if isinstance(image, str):
            # As on the command line: FILE[,fit=FIT][,mask=MASK].
            files[key] = image
            continue
        picture = image if isinstance(image, Picture) else Picture(image)
        held.append(SetPicture(key, picture.placement, _content(picture.source)))
    return files, held


def _content(source: PictureSource) -> bytes | npt.NDArray[np.uint8]:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return file.read()
    if not isinstance(source, np.ndarray):
        source = np.asarray(source.convert("RGBA"))
    return _rgba(source)


def _rgba(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (3, 4)):
        raise ValueError(f"a picture is H × W, H × W × 3 or H × W × 4 of uint8, not {array.shape} of {array.dtype}")
    if array.ndim == 2:
        array = np.repeat(array[:, :, np.newaxis], 3, axis=2)
    if array.shape[2] == 3:
        opaque = np.full((*array.shape[:2], 1), 255, np.uint8)
        array = np.concatenate([array, opaque], axis=2)
    return np.ascontiguousarray(array)
