"""What can go wrong."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable


class Error(Exception):
    """Any error of svga. ``str(error)`` is one line: what is wrong, where, and what to do about it."""

    code = 5
    """The exit code that the command ``svga`` would have."""


class PlayerError(Error):
    """The player of ``player=…`` does not show the frame that is asked for, the result would show worse in a public player,
    or the movie exceeds the budget of an export."""

    code = 1


class UsageError(Error, ValueError):
    """Arguments or options are wrong, or do not fit the movie: an unknown key, a frame that it does not have."""

    code = 2


class KeywordError(UsageError, TypeError):
    """A keyword argument that the method does not have."""


class InputError(Error):
    """A file cannot be read, or is no such file."""

    code = 3


class MissingFileError(InputError, FileNotFoundError):
    """A file that does not exist."""

    def __str__(self) -> str:
        return Exception.__str__(self)


class LimitError(Error):
    """A limit of size, memory or time. Raise it by its name: ``svga.open(path, max_memory="2g")``."""

    code = 4


class OutputError(Error):
    """The output cannot be written or encoded."""

    code = 5


class Cancelled(Error):
    """The progress function or ``cancel=`` has asked for it."""

    code = 130


class Warning(UserWarning):  # noqa: A001
    """A remark beside a result: characters that no font has, a sound that is left out, a Lottie that is not drawn in full. Filter it with
    :mod:`warnings`. ``strict=True`` makes those with a code errors; ``allow="SVGA403"`` permits some."""

    code: str | None = None
    """Such as ``SVGA401``; None for a remark without a code."""
    key: str | None = None
    """The key that the warning concerns; None if it concerns the entire output."""


def warning(note: dict[str, str]) -> Warning:
    """The warning for a note of the library's."""
    found = Warning(note["message"])
    found.code, found.key = note.get("code"), note.get("key")
    return found


def failure(code: int, message: str, is_missing_file: bool = False) -> Error:
    """The error for a code of the library's."""
    if is_missing_file:
        return MissingFileError(message)
    for kind in (PlayerError, UsageError, InputError, LimitError, OutputError, Cancelled):
        if kind.code == code:
            return kind(message)
    error = Error(message)
    error.code = code
    return error


def check_names(names: Iterable[str], allowed: Collection[str], method: str) -> None:
    """Raises for a keyword argument that a method does not have."""
    for name in names:
        if name not in allowed:
            near = difflib.get_close_matches(name, allowed, 1)
            advice = f"; did you mean {near[0]!r}?" if near else ""
            raise KeywordError(f"{method}() got an unexpected keyword argument {name!r}{advice}")
