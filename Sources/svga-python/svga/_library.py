"""libsvga by ctypes, which lets other threads of Python run during each call."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._errors import Error, failure

_FOLDER = Path(__file__).parent / "lib"
Progress = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32)

_text = ctypes.c_char_p
_pointer = ctypes.c_void_p
_size = ctypes.c_size_t
_int = ctypes.c_int32
_error = ctypes.POINTER(ctypes.c_void_p)

# What svga.h declares: the result, then the parameters.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "svga_version": (_text, []),
    "svga_error_code": (_int, [_pointer]),
    "svga_error_message": (_text, [_pointer]),
    "svga_error_free": (None, [_pointer]),
    "svga_data_bytes": (_pointer, [_pointer]),
    "svga_data_size": (_size, [_pointer]),
    "svga_data_free": (None, [_pointer]),
    "svga_movie_open": (_pointer, [_text, _text, _error]),
    "svga_movie_read": (_pointer, [_text, _size, _text, _error]),
    "svga_movie_free": (None, [_pointer]),
    "svga_movie_frames": (_int, [_pointer]),
    "svga_movie_fps": (ctypes.c_double, [_pointer]),
    "svga_movie_width": (_int, [_pointer]),
    "svga_movie_height": (_int, [_pointer]),
    "svga_movie_bytes": (_pointer, [_pointer]),
    "svga_movie_describe": (_pointer, [_pointer, _error]),
    "svga_movie_validate": (_pointer, [_pointer, _text, _error]),
    "svga_movie_diff": (_pointer, [_pointer, _pointer, _text, _error]),
    "svga_movie_optimize": (_pointer, [_pointer, _text, _error, _error]),
    "svga_movie_convert": (_pointer, [_pointer, _text, _error]),
    "svga_scene_new": (_pointer, [_pointer, _text, _error]),
    "svga_scene_free": (None, [_pointer]),
    "svga_scene_set": (ctypes.c_bool, [_pointer, _text, _error]),
    "svga_scene_set_image": (ctypes.c_bool, [_pointer, _text, _text, _size, _text, _error]),
    "svga_scene_set_pixels": (ctypes.c_bool, [_pointer, _text, _pointer, _int, _int, _size, _int, _text, _error]),
    "svga_scene_size": (ctypes.c_bool, [_pointer, ctypes.POINTER(_int), ctypes.POINTER(_int), _error]),
    "svga_scene_render": (ctypes.c_bool, [_pointer, _int, _int, _pointer, _size, _size, _error]),
    "svga_scene_hit": (_pointer, [_pointer, _int, ctypes.c_double, ctypes.c_double, _error]),
    "svga_scene_export": (ctypes.c_bool, [_pointer, _text, _text, Progress, _pointer, _error]),
    "svga_scene_export_data": (_pointer, [_pointer, _text, _text, Progress, _pointer, _error]),
}


class Library:
    """The library, loaded when it is first needed."""

    def __init__(self) -> None:
        self._loaded: ctypes.CDLL | None = None
        self._lock = threading.Lock()
        self._is_forked = False
        os.register_at_fork(after_in_child=self._after_fork)

    def _after_fork(self) -> None:
        # Its threads are gone, and what they held is held for ever.
        self._is_forked = self._loaded is not None
        self._lock = threading.Lock()

    def _load(self) -> ctypes.CDLL:
        with self._lock:
            if self._loaded is None:
                own = _FOLDER / "libsvga.so.1"
                if own.exists():
                    _use_own_fonts()
                library = ctypes.CDLL(str(own) if own.exists() else "libsvga.so.1")
                for name, (result, parameters) in _FUNCTIONS.items():
                    function = getattr(library, name)
                    function.restype = result
                    function.argtypes = parameters
                self._loaded = library
            return self._loaded

    def function(self, name: str) -> Callable[..., Any]:
        """A function that cannot fail."""
        if self._is_forked:
            raise Error("this process was forked from one that uses svga; start processes with spawn or forkserver")
        return getattr(self._loaded or self._load(), name)  # type: ignore[no-any-return]

    def call(self, name: str, *arguments: Any) -> Any:
        """Calls a function whose last parameter takes an error, and raises that."""
        function = self.function(name)
        error = ctypes.c_void_p()
        result = function(*arguments, ctypes.byref(error))
        if not error.value:
            return result
        message = self.function("svga_error_message")(error)
        code = self.function("svga_error_code")(error)
        self.function("svga_error_free")(error)
        raise failure(code, message.decode())

    def data(self, name: str, *arguments: Any) -> bytes:
        """The same for a function that returns data."""
        return self.taken(self.call(name, *arguments))

    def taken(self, data: int) -> bytes:
        """The bytes of data, which is freed."""
        try:
            return ctypes.string_at(self.function("svga_data_bytes")(data), self.function("svga_data_size")(data))
        finally:
            self.function("svga_data_free")(data)

    def free(self, name: str, handle: int) -> None:
        """Frees a handle. In a fork it stays, for what frees it is not there."""
        if self._loaded is not None and not self._is_forked:
            getattr(self._loaded, name)(handle)


def _use_own_fonts() -> None:
    """Where the system has no list of fonts, that of the wheel counts, with one font of its own."""
    fonts = _FOLDER.parent / "fonts" / "fonts.conf"
    if not Path("/etc/fonts/fonts.conf").exists() and "FONTCONFIG_FILE" not in os.environ and fonts.exists():
        os.environ["FONTCONFIG_FILE"] = str(fonts)


library = Library()
