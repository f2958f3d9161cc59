"""libsvga by ctypes, which lets other threads of Python run during each call."""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import shutil
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._cancel import Cancel
from ._errors import Error, UsageError, failure, warning
from ._process import PACKAGE, caller, codecs_folder, mapped_file, preload, use_own_fonts, with_advice

_FOLDER = PACKAGE / "lib"

# The interval at which a waiting thread checks for Python signals and cancellation, in milliseconds.
_SLICE = 10
# The time that the end of the interpreter waits for canceled work, in seconds.
_END = 20.0
_RUNNING, _PROGRESS, _ENDED = range(3)


class Handle(ctypes.c_void_p):
    """A pointer that the library gave, freed once, with the object. As the type of a result, ctypes makes the object in the same step as the
    call, so that an exception of a signal handler loses none. It cannot be copied or pickled."""

    _free = ""

    def __reduce_ex__(self, _: Any) -> Any:
        # For a subclass of its own types, ctypes would copy the pointer.
        raise TypeError("a pointer of svga cannot be copied or pickled")

    def __reduce__(self) -> Any:
        self.__reduce_ex__(2)

    def __del__(self) -> None:
        # An error that did not happen.
        if not self.value:
            return
        # Atomic, so that it is freed once, even with concurrent calls.
        attributes: Any = self.__dict__
        if "freed" not in attributes and attributes.setdefault("freed", mark := object()) is mark:
            if library.owns(self):
                library.free(self._free, self.value)

    def keep(self) -> bool:
        """Keeps the pointer from being freed, ever. Returns False if that has begun: weak references have an object until its `__del__` ends."""
        return self.__dict__.setdefault("freed", mark := object()) is mark


class MovieHandle(Handle):
    _free = "svga_movie_free"


class SceneHandle(Handle):
    _free = "svga_scene_free"


class JobHandle(Handle):
    _free = "svga_job_free"


class BatchHandle(Handle):
    _free = "svga_batch_free"


class DataHandle(Handle):
    _free = "svga_data_free"


class ErrorHandle(Handle):
    _free = "svga_error_free"


class _Text(ctypes.c_char_p):
    """A text for C, which ends at its first zero."""


_text = _Text
_texts = ctypes.POINTER(ctypes.c_char_p)
_pointer = ctypes.c_void_p
_size = ctypes.c_size_t
_int = ctypes.c_int32
_error = ctypes.POINTER(ctypes.c_void_p)
_integer = ctypes.POINTER(ctypes.c_int32)

# The declarations of svga.h: the result, then the parameters.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "svga_version": (ctypes.c_char_p, []),
    "svga_error_code": (_int, [_pointer]),
    "svga_error_message": (ctypes.c_char_p, [_pointer]),
    "svga_error_free": (None, [_pointer]),
    "svga_error_is_missing_file": (ctypes.c_bool, [_pointer]),
    "svga_set_language": (ctypes.c_bool, [_text]),
    "svga_set_wording": (ctypes.c_bool, [_text]),
    "svga_data_bytes": (_pointer, [_pointer]),
    "svga_data_size": (_size, [_pointer]),
    "svga_data_free": (None, [_pointer]),
    "svga_movie_open": (MovieHandle, [_text, _text, _error]),
    "svga_movie_read": (MovieHandle, [_pointer, _size, _text, _error]),
    "svga_movie_free": (None, [_pointer]),
    "svga_movie_frames": (_int, [_pointer]),
    "svga_movie_fps": (ctypes.c_double, [_pointer]),
    "svga_movie_width": (_int, [_pointer]),
    "svga_movie_height": (_int, [_pointer]),
    "svga_movie_bytes": (DataHandle, [_pointer]),
    "svga_movie_image": (DataHandle, [_pointer, _text, _error]),
    "svga_movie_sound": (DataHandle, [_pointer, _text, _error]),
    "svga_make_start": (JobHandle, [_int, _texts, _size, _text, ctypes.c_bool, _error]),
    "svga_make_data_start": (JobHandle, [_int, _pointer, _size, _text, _text, ctypes.c_bool, _error]),
    "svga_movie_start": (JobHandle, [_pointer, _int, _pointer, _text, _error]),
    "svga_scene_new": (SceneHandle, [_pointer, _text, _error]),
    "svga_scene_copy": (SceneHandle, [_pointer]),
    "svga_scene_options": (DataHandle, [_pointer]),
    "svga_scene_free": (None, [_pointer]),
    "svga_scene_set": (ctypes.c_bool, [_pointer, _text, _error]),
    "svga_scene_set_image": (ctypes.c_bool, [_pointer, _text, _pointer, _size, _text, _error]),
    "svga_scene_set_pixels": (ctypes.c_bool, [_pointer, _text, _pointer, _int, _int, _size, _int, _text, _error]),
    "svga_scene_size": (ctypes.c_bool, [_pointer, _integer, _integer, _error]),
    "svga_scene_render": (ctypes.c_bool, [_pointer, _int, _int, _pointer, _size, _size, _error]),
    "svga_scene_frames": (DataHandle, [_pointer, _error]),
    "svga_scene_notes": (DataHandle, [_pointer, _error]),
    "svga_scene_placement": (DataHandle, [_pointer, _text, _text, _error]),
    "svga_scene_hit": (DataHandle, [_pointer, _int, ctypes.c_double, ctypes.c_double, _error]),
    "svga_scene_export_start": (JobHandle, [_pointer, _text, _text, ctypes.c_bool, _error]),
    "svga_scene_export_data_start": (JobHandle, [_pointer, _text, _text, ctypes.c_bool, _error]),
    "svga_batch_new": (BatchHandle, [_text, _error]),
    "svga_batch_start": (JobHandle, [_pointer, _text, ctypes.c_bool, ctypes.c_bool, _error]),
    "svga_batch_free": (None, [_pointer]),
    "svga_job_wait": (_int, [_pointer, _int, _integer, _integer]),
    "svga_job_cancel": (None, [_pointer]),
    "svga_job_result": (ctypes.c_bool, [_pointer, _error, _error, _error]),
    "svga_job_notes": (DataHandle, [_pointer]),
    "svga_job_free": (None, [_pointer]),
}

# The parameters of each function that are texts.
_TEXTS = {name: [index for index, kind in enumerate(parameters) if kind is _text] for name, (_, parameters) in _FUNCTIONS.items()}


class _Call:
    """A call, with room for its error."""

    __slots__ = ("error", "reference")

    def __init__(self) -> None:
        self.error = ErrorHandle()
        self.reference = ctypes.byref(self.error)


class Library:
    """The library, loaded when it is first needed."""

    def __init__(self) -> None:
        self._loaded: ctypes.CDLL | None = None
        self._lock = threading.RLock()
        # The running calls, without a lock, because a signal handler or the garbage collector may run at any time in any thread.
        self._calls: set[object] = set()
        # The calls to reuse, because making one takes more time than most calls. `pop` and `append` are atomic.
        self._idle_calls: list[_Call] = []
        # The jobs that a thread waits for, by the identity of their references. Weak, because a signal handler may raise anywhere: then the last
        # frame that has the job gives it to `free`, without any code of that frame.
        self._jobs: dict[int, weakref.ref[JobHandle]] = {}
        # Abandoned jobs that have not ended.
        self._left: dict[int, JobHandle] = {}
        self._ends = False
        # The libraries of the processes from which this one was forked. Their threads are not there, so they only give what is in memory.
        self._former: list[ctypes.CDLL] = []
        self._was_busy = False
        self._path = ""
        self._language: bytes | None = None
        os.register_at_fork(before=self._before_fork, after_in_child=self._after_fork)

    @property
    def generation(self) -> int:
        """How often this process was forked from one that had loaded the library."""
        return len(self._former)

    def owns(self, handle: Handle) -> bool:
        """Whether the handle is of this process."""
        generation = len(self._former)
        return bool(handle.__dict__.get("generation", generation) == generation)

    def _before_fork(self) -> None:
        if self._loaded is not None:
            # A job that was cancelled may have ended since.
            self._sweep()
        self._was_busy = bool(self._calls or self._jobs or self._left)

    def _after_fork(self) -> None:
        # A fork has no other threads, and their locks are never released.
        if self._loaded is not None:
            self._former.append(self._loaded)
            self._loaded = None
        self._lock = threading.RLock()
        self._calls, self._jobs, self._left = set(), {}, {}

    def _end(self) -> None:
        """Ends what runs before the interpreter does: threads that are daemons would come back from C into an interpreter that is gone."""
        self._ends = True
        if self._loaded is None:
            return
        deadline = time.monotonic() + _END
        waited: list[JobHandle] = []
        while time.monotonic() < deadline:
            # Before the jobs: a call that starts a job records it before it ends.
            is_called = bool(self._calls)
            for reference in [*self._jobs.values()]:
                self._jobs.pop(id(reference), None)
                kept = reference()
                if kept is not None and kept.keep():
                    waited.append(kept)
                kept = None
            waited = [job for job in waited if not self._cancel(self._loaded, job)]
            for number, job in [*self._left.items()]:
                if self._cancel(self._loaded, job):
                    self._left.pop(number, None)
            if not is_called and not waited and not self._jobs and not self._left:
                return
            time.sleep(0.005)

    @staticmethod
    def _cancel(functions: ctypes.CDLL, job: JobHandle) -> bool:
        """Cancels a job. Returns whether it has ended."""
        functions.svga_job_cancel(job)
        return bool(functions.svga_job_wait(job, 0, None, None) == _ENDED)

    @contextmanager
    def _called(self) -> Iterator[None]:
        """Counts a call, and lets no thread begin one that would outlive the interpreter."""
        call = object()
        try:
            self._calls.add(call)
            # After counting: either the end of the interpreter sees the call, or the call sees the end.
            if self._ends:
                self._check_end()
            yield
        finally:
            self._calls.discard(call)

    @staticmethod
    def _check_end() -> None:
        if threading.current_thread() is not threading.main_thread():
            # Ends the thread silently.
            raise SystemExit

    def _load(self) -> ctypes.CDLL:
        with self._lock:
            if self._loaded is None:
                library = self._copied() if self._former else self._opened()
                for name, (result, parameters) in _FUNCTIONS.items():
                    function = getattr(library, name)
                    function.restype = result
                    function.argtypes = parameters
                library.svga_set_wording(b"python")
                if self._language is not None:
                    library.svga_set_language(self._language)
                if not self._path:
                    atexit.register(self._end)
                    self._path = mapped_file(library.svga_version)
                self._loaded = library
            return self._loaded

    def _opened(self) -> ctypes.CDLL:
        own = _FOLDER / "libsvga.so.1"
        if own.exists():
            use_own_fonts()
            codecs = codecs_folder()
            if codecs is not None and codecs.parent.parent != PACKAGE.parent:
                preload(codecs)
        return ctypes.CDLL(str(own) if own.exists() else "libsvga.so.1")

    def _copied(self) -> ctypes.CDLL:
        """A second library with its own memory and threads, for a forked process."""
        if self._was_busy:
            raise Error("this process was forked while a thread used svga; start such processes with spawn or forkserver")
        if not self._path:
            raise Error("without /proc, svga cannot be used in a process that was forked after its first use")
        if _FOLDER.exists():
            # A library in memory does not find its neighbors.
            for folder in filter(None, [_FOLDER, codecs_folder()]):
                preload(folder)
        descriptor = os.memfd_create("libsvga")
        with open(self._path, "rb") as file, open(descriptor, "wb") as copy:
            shutil.copyfileobj(file, copy)
            copy.flush()
            return ctypes.CDLL(f"/proc/self/fd/{descriptor}")

    def set_language(self, language: bytes) -> bool:
        """Also that of forked processes."""
        is_known = bool(self.function("svga_set_language")(language))
        if is_known:
            self._language = language
        return is_known

    def of(self, handle: Handle) -> ctypes.CDLL:
        """The library that made a handle."""
        if self.owns(handle):
            return self._loaded or self._load()
        generation: int = handle.__dict__["generation"]
        return self._former[generation]

    def function(self, name: str) -> Callable[..., Any]:
        """A function that cannot fail."""
        return getattr(self._loaded or self._load(), name)  # type: ignore[no-any-return]

    def call(self, name: str, *arguments: Any) -> Any:
        """Calls a function whose last parameter takes an error, and raises that."""
        # Not by `from_param`: for any exception there, also that of a signal handler, ctypes raises another one.
        for index in _TEXTS[name]:
            value = arguments[index]
            if value is not None and b"\0" in value:
                raise UsageError("a name, key or option has the character U+0000 in it")
        function = self.function(name)
        try:
            call = self._idle_calls.pop()
        except IndexError:
            call = _Call()
        # As in `_called`, which would take more time than most calls.
        try:
            self._calls.add(call)
            if self._ends:
                self._check_end()
            result = function(*arguments, call.reference)
        finally:
            self._calls.discard(call)
        error = call.error
        if not error.value:
            self._idle_calls.append(call)
            if isinstance(result, Handle):
                result.__dict__["generation"] = self.generation
            return result
        message = self.function("svga_error_message")(error)
        code = self.function("svga_error_code")(error)
        is_missing_file = self.function("svga_error_is_missing_file")(error)
        # The traceback has this frame.
        del error, call
        raise failure(code, with_advice(message.decode()), is_missing_file)

    def run(
        self,
        name: str,
        *arguments: Any,
        progress: Callable[[int, int], Any] | None = None,
        cancel: threading.Event | None = None,
        notes: list[dict[str, str]] | None = None,
    ) -> tuple[bytes, bytes | None]:
        """Starts a job and waits for it in slices, between which Python handles signals. An exception of a signal handler or of `progress`
        cancels the job, and is raised when that has ended, so that nothing is half written.

        Returns its bytes and its report. Its notes become warnings, or go into `notes`.
        """
        job: JobHandle | None = None
        try:
            job = self.start(name, *arguments)
            self.wait(job, progress, cancel)
        except BaseException:
            if job is not None:
                self.function("svga_job_cancel")(job)
                # A second signal ends this wait; then the job is abandoned.
                self.wait_for_end(job)
            raise
        return self.result(job, notes)

    def start(self, name: str, *arguments: Any) -> JobHandle:
        """Starts a job. If nobody keeps it, it is canceled."""
        self._sweep()
        with self._called():
            job: JobHandle = self.call(name, *arguments)
            reference = weakref.ref(job)
            self._jobs[id(reference)] = reference
        return job

    def wait(self, job: JobHandle, progress: Callable[[int, int], Any] | None, cancel: threading.Event | None) -> None:
        """Waits for a job, which `cancel` ends."""
        wait, stop = self.function("svga_job_wait"), self.function("svga_job_cancel")
        done, total = ctypes.c_int32(), ctypes.c_int32()
        stops: set[Callable[[], Any]] = cancel._stops if isinstance(cancel, Cancel) else set()

        def stop_job() -> None:
            stop(job)

        try:
            stops.add(stop_job)
            while True:
                if cancel is not None and cancel.is_set():
                    stop(job)
                    progress = cancel = None
                with self._called():
                    state = wait(job, _SLICE, ctypes.byref(done), ctypes.byref(total))
                if state == _ENDED:
                    return
                if state == _PROGRESS and progress is not None and progress(done.value, total.value) is False:
                    stop(job)
                    progress = None
        finally:
            stops.discard(stop_job)

    def wait_for_end(self, job: JobHandle) -> None:
        """Waits for a job that was canceled."""
        wait = self.function("svga_job_wait")
        while wait(job, _SLICE, None, None) != _ENDED:
            pass

    def result(self, job: JobHandle, notes: list[dict[str, str]] | None) -> tuple[bytes, bytes | None]:
        """What `run` returns of a job that has ended."""
        data, report = DataHandle(), DataHandle()
        self.call("svga_job_result", job, ctypes.byref(data), ctypes.byref(report))
        content = self.taken(data)
        found = self.taken(report) if report.value else None
        remarks = self.taken(self.function("svga_job_notes")(job))
        if notes is None:
            self.warn(remarks)
        else:
            notes += json.loads(remarks)
        return content, found

    def warn(self, notes: bytes) -> None:
        """Makes warnings of the notes of a job or a scene."""
        if notes == b"[]":
            return
        for note in json.loads(notes):
            warnings.warn(warning(note), stacklevel=caller())

    def _sweep(self) -> None:
        """Forgets jobs that nobody waits for and that have ended."""
        for reference in [*self._jobs.values()]:
            if reference() is None:
                self._jobs.pop(id(reference), None)
        for number, job in [*self._left.items()]:
            if self.function("svga_job_wait")(job, 0, None, None) == _ENDED:
                self._left.pop(number, None)

    def data(self, name: str, *arguments: Any) -> bytes:
        """The same for a function that returns data."""
        return self.taken(self.call(name, *arguments))

    def taken(self, data: DataHandle, of: Handle | None = None) -> bytes:
        """The bytes of data.

        of: the handle that they are of, if it may be of the process from which this one was forked.
        """
        functions = self.of(data if of is None else of)
        content = ctypes.string_at(functions.svga_data_bytes(data), functions.svga_data_size(data))
        if of is not None and not self.owns(of):
            # Only the library that made it can free it.
            data.__dict__["generation"] = of.__dict__["generation"]
            functions.svga_data_free(data)
        return content

    def free(self, name: str, handle: int) -> None:
        """Frees a handle of this process."""
        if self._loaded is None:
            return
        call = object()
        try:
            # The end of the interpreter waits for it.
            self._calls.add(call)
            if name == JobHandle._free and self._loaded.svga_job_wait(handle, 0, None, None) != _ENDED:
                # An exception was raised before the job was awaited.
                self._loaded.svga_job_cancel(handle)
                left = JobHandle(handle)
                left.__dict__["generation"] = self.generation
                self._left[id(left)] = left
            else:
                getattr(self._loaded, name)(ctypes.c_void_p(handle))
        finally:
            self._calls.discard(call)


library = Library()
