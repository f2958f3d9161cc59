"""SVGA animations: read, personalise, draw, export.

>>> import svga
>>> movie = svga.open("gift.svga")
>>> movie.render(45, size=300, set_image={"user1": "a.png"}, set_text={"name": "Ann"}).image().save("frame.png")
>>> movie.export("gift.webp", size=300, set_text={"name": "Ann"})
"""

from __future__ import annotations

from typing import Literal

from ._errors import Cancelled, Error, InputError, LimitError, OutputError, PlayerError, UsageError, Warning
from ._frame import Frame
from ._library import library as _library
from ._movie import Key, Movie, Scene, open
from ._options import Picture
from ._placement import Placement
from ._types import (
    BytesOptions,
    ConvertOptions,
    DiffOptions,
    EditOptions,
    ExportOptions,
    FixOptions,
    Format,
    OpenOptions,
    OptimizeOptions,
    Player,
    Preset,
    RenderOptions,
    SceneOptions,
    TextStyle,
    ValidateOptions,
)

__version__ = "0.3.0"

__all__ = [
    "BytesOptions",
    "Cancelled",
    "ConvertOptions",
    "DiffOptions",
    "EditOptions",
    "Error",
    "ExportOptions",
    "FixOptions",
    "Format",
    "Frame",
    "InputError",
    "Key",
    "LimitError",
    "Movie",
    "OpenOptions",
    "OptimizeOptions",
    "OutputError",
    "Picture",
    "Placement",
    "Player",
    "PlayerError",
    "Preset",
    "RenderOptions",
    "Scene",
    "SceneOptions",
    "TextStyle",
    "UsageError",
    "ValidateOptions",
    "Warning",
    "library_version",
    "open",
    "set_language",
]


def library_version() -> str:
    """The version of libsvga that is loaded."""
    version: bytes = _library.function("svga_version")()
    return version.decode()


def set_language(language: Literal["en", "zh"]) -> None:
    """The language of later error messages and warnings: ``"en"``, the default, or ``"zh"``."""
    if not _library.function("svga_set_language")(language.encode()):
        raise UsageError(f'there is no language "{language}": use "en" or "zh"')
