"""The process that uses the library: its files, its stack and its fonts."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from ._errors import Error

PACKAGE = Path(__file__).parent


def caller() -> int:
    """The `stacklevel` of a warning from :meth:`Library.warn` that names the line of the program that called this package.

    In a thread whose target is a method of this package no line of the program calls it. Then the warning names that method instead of threading.py.
    """
    level, own = 1, 1
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.parent == PACKAGE:
            own = level
        elif path.name != "threading.py" and path.parts[-3:-1] != ("concurrent", "futures"):
            return level
        level, frame = level + 1, frame.f_back
    return own


def mapped_file(function: Any) -> str:
    """The file of a loaded function; empty in a root without /proc."""
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    try:
        with open("/proc/self/maps") as file:
            for line in file:
                first, last = (int(number, 16) for number in line.split()[0].split("-"))
                if first <= address < last:
                    return line.split(maxsplit=5)[5].rstrip("\n")
    except FileNotFoundError:
        return ""
    raise Error("libsvga is not in a file")


def use_own_fonts() -> None:
    """Where the system has no list of fonts, that of the wheel counts, with one font of its own."""
    fonts = PACKAGE / "fonts" / "fonts.conf"
    if not Path("/etc/fonts/fonts.conf").exists() and "FONTCONFIG_FILE" not in os.environ and fonts.exists():
        os.environ["FONTCONFIG_FILE"] = str(fonts)


def codecs_folder() -> Path | None:
    """The libraries of the package svga-codecs; None if it is not installed."""
    found = importlib.util.find_spec("svga_codecs")
    return None if found is None or found.origin is None else Path(found.origin).parent / "lib"


def preload(folder: Path) -> None:
    """Loads the libraries of a folder by their paths. Later calls find them by their names."""
    for path in sorted(folder.glob("*.so*")):
        if not path.name.startswith("libsvga."):
            try:
                ctypes.CDLL(str(path))
            except OSError:
                continue


def with_advice(message: str) -> str:
    """The message of an error, which names the package with the library that is missing, if this package came as a wheel."""
    if "(on Debian: apt install lib" not in message or not (PACKAGE / "lib").exists():
        return message
    return re.sub(r"\(on Debian: apt install lib(?:av|sw|aom|jxl)[\w.+-]*\)", '(it is in svga-codecs: pip install "svga[full]")', message)
