"""SVGA animations: read, personalise, draw, export.

>>> import svga
>>> movie = svga.open("gift.svga")
>>> movie.render(45, size=300, set_image={"user1": "a.png"}, set_text={"name": "Ann"}).image().save("frame.png")
>>> movie.export("gift.webp", size=300, set_text={"name": "Ann"})
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ._batch import JobResult, batch, run_job
from ._cancel import Cancel
from ._embedded import Embedded, EmbeddedImage, EmbeddedSound
from ._errors import (
    Cancelled,
    Error,
    InputError,
    KeywordError,
    LimitError,
    MissingFileError,
    OutputError,
    PlayerError,
    UsageError,
    Warning,
)
from ._frames import Frames
from ._library import library as _library
from ._making import create, import_, pack
from ._movie import Key, Movie, open
from ._options import Picture
from ._placement import Placement
from ._scene import Scene
from ._types import (
    BytesOptions,
    ComparePlayersOptions,
    ConvertOptions,
    CreateOptions,
    DiffOptions,
    EditOptions,
    ExportOptions,
    FixOptions,
    Format,
    ImportOptions,
    OpenOptions,
    OptimizeOptions,
    PackOptions,
    Player,
    Preset,
    RenderOptions,
    SceneOptions,
    TextStyle,
    ThumbnailOptions,
    UnpackOptions,
    ValidateOptions,
)

if TYPE_CHECKING:
    from ._frame import Frame

__version__ = "0.3.0"

__all__ = [
    "BytesOptions",
    "Cancel",
    "Cancelled",
    "ComparePlayersOptions",
    "ConvertOptions",
    "CreateOptions",
    "DiffOptions",
    "EditOptions",
    "Embedded",
    "EmbeddedImage",
    "EmbeddedSound",
    "Error",
    "ExportOptions",
    "FixOptions",
    "Format",
    "Frame",
    "Frames",
    "ImportOptions",
    "InputError",
    "JobResult",
    "Key",
    "KeywordError",
    "LimitError",
    "MissingFileError",
    "Movie",
    "OpenOptions",
    "OptimizeOptions",
    "OutputError",
    "PackOptions",
    "Picture",
    "Placement",
    "Player",
    "PlayerError",
    "Preset",
    "RenderOptions",
    "Scene",
    "SceneOptions",
    "TextStyle",
    "ThumbnailOptions",
    "UnpackOptions",
    "UsageError",
    "ValidateOptions",
    "Warning",
    "batch",
    "create",
    "import_",
    "library_version",
    "open",
    "pack",
    "run_job",
    "set_language",
]


def __getattr__(name: str) -> Any:
    """``Frame``, whose module loads NumPy."""
    if name != "Frame":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ._frame import Frame

    return Frame


def library_version() -> str:
    """The version of libsvga that is loaded."""
    version: bytes = _library.function("svga_version")()
    return version.decode()


def set_language(language: Literal["en", "zh"]) -> None:
    """The language of later error messages and warnings: ``"en"``, the default, or ``"zh"``."""
    if not _library.set_language(language.encode()):
        raise UsageError(f'there is no language "{language}": use "en" or "zh"')
