"""Images and sounds in a movie's file."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ._library import MovieHandle, library
from ._options import encoded

if TYPE_CHECKING:
    from PIL.Image import Image


class EmbeddedFile:
    """An image or a sound in a movie's file."""

    _function = ""

    def __init__(self, open_movie: Callable[[], MovieHandle], entries: Sequence[Mapping[str, Any]]) -> None:
        self._open = open_movie
        self._entries = entries
        self.key = str(entries[0]["key"])
        """The key in the file."""
        self.format = str(entries[0]["format"])
        """Such as ``"png"`` or ``"mp3"``, by the first bytes."""

    @property
    def bytes(self) -> bytes:
        """The file."""
        return library.data(self._function, self._open(), encoded(self.key))

    def __repr__(self) -> str:
        return f"<svga.{type(self).__name__} {self.key!r}: {self.format}>"


class EmbeddedImage(EmbeddedFile):
    """A bitmap in a movie's file, as it was made, before anything is replaced."""

    _function = "svga_movie_image"

    @property
    def details(self) -> Mapping[str, Any]:
        """``width``, ``height``, ``decodedBytes``, ``usedBy`` and others of ``svga inspect --json``."""
        return self._entries[0]

    def image(self) -> Image:
        """The bitmap as a PIL image."""
        from PIL import Image

        return Image.open(io.BytesIO(self.bytes))

    def _repr_png_(self) -> Any:
        return self.bytes if self.format == "png" else None

    def _repr_jpeg_(self) -> Any:
        return self.bytes if self.format == "jpeg" else None


class EmbeddedSound(EmbeddedFile):
    """A sound in a movie's file."""

    _function = "svga_movie_sound"

    @property
    def plays(self) -> Sequence[Mapping[str, Any]]:
        """When it plays: ``startFrame``, ``endFrame`` and others of ``svga inspect --json``, None where the movie does not play it."""
        return self._entries


_File = TypeVar("_File", bound=EmbeddedFile)


class Embedded(Mapping[str, _File]):
    """The images or sounds of a movie by their keys, in the order of the file."""

    def __init__(self, files: Sequence[_File]) -> None:
        self._files = {file.key: file for file in files}

    def __getitem__(self, key: str) -> _File:
        return self._files[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"<svga.Embedded: {', '.join(map(repr, self._files)) or 'nothing'}>"
