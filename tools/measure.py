"""Runs programs for the tools of this folder: how a process ended, its processor time, its peak memory, and whether it kept its limits.

Limits of time are those of a reference machine: a server of 2020 (EPYC 7002, 2.4 GHz) with nothing else to do. A virtual machine with busy neighbors
needs two to three times as much processor time for the same work, so a run with limits is weighed by a fixed task before and after it.
"""

import concurrent.futures
import dataclasses
import functools
import glob
import hashlib
import json
import math
import os
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time
import traceback
import zlib
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent.parent)
SVGA = f"{ROOT}/.build/release/svga"
CORPUS = os.environ.get("SVGA_CORPUS") or f"{os.path.dirname(ROOT)}/shared/corpus"


REFERENCE_SECONDS = 0.020
"""The processor time of `slowness`'s task on the reference machine, for each processor."""
MAXIMUM_RUNS = 3


class Failed(Exception):
    """A program ended with an error."""


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one run may use."""

    seconds: float
    """Processor time on the reference machine."""
    megabytes: float
    """Peak resident memory."""
    timeout: float = 600
    """Elapsed seconds until the process is killed. A process that computes ends earlier, by its processor time, however busy the machine is."""

    def maximum_seconds(self, slowness):
        """The processor time at which the system ends the process: twice the limit, so that the result says how slow it is."""
        return math.ceil(2 * self.seconds * slowness)


@dataclasses.dataclass(frozen=True)
class Run:
    """A process that has ended."""

    code: int
    """The exit code, or minus the signal's number."""
    seconds: float
    """Processor time, user and system. With limits: that on the reference machine."""
    elapsed: float
    megabytes: float
    """Peak resident memory, in MiB."""
    is_timed_out: bool
    output: bytes
    """Standard output; empty unless it was asked for."""
    error_output: bytes
    """Standard error."""

    @property
    def errors(self):
        """Standard error as text."""
        return self.error_output.decode(errors="replace")

    def problem(self, limits, codes=None):
        """What is wrong with the run, or None. `codes` are the allowed exit codes; None allows all."""
        if self.is_timed_out:
            return "hang"
        if self.code == -signal.SIGKILL and self.seconds > limits.seconds:
            return f"slow: stopped after {self.seconds:.1f} s"
        if self.code < 0 or self.code > 128:
            return f"crash: signal {-self.code if self.code < 0 else self.code - 128}"
        if self.seconds > limits.seconds:
            return f"slow: {self.seconds:.1f} s"
        if self.megabytes > limits.megabytes:
            return f"memory: {self.megabytes:.0f} MB"
        if codes is not None and self.code not in codes:
            return f"exit code {self.code}"
        return None


class Process:
    """A process that runs. Its standard input is empty; its output is read at the end, so it never waits for a reader.

    With `limits` it is killed at their timeout, or at twice their processor time.
    """

    def __init__(self, command, cwd=None, env=None, timeout=None, keeps_output=False, limits=None):
        self.slowness = slowness() if limits else None
        self.errors = tempfile.TemporaryFile()
        self.output = tempfile.TemporaryFile() if keeps_output else None
        self.is_timed_out = False
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=self.output or subprocess.DEVNULL,
            stderr=self.errors)
        if limits:
            timeout = limits.timeout
            maximum = limits.maximum_seconds(self.slowness)
            resource.prlimit(self.process.pid, resource.RLIMIT_CPU, (maximum, maximum))
        self.status = None
        self.timer = threading.Timer(timeout, self.time_out) if timeout else None
        if self.timer:
            self.timer.daemon = True
            self.timer.start()

    def time_out(self):
        self.is_timed_out = True
        self.send(signal.SIGKILL)

    def send(self, number):
        if self.status is None:
            os.kill(self.process.pid, number)

    @property
    def is_running(self):
        if self.status is None:
            done, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if done:
                self.status = status, usage
        return self.status is None

    def wait(self):
        """Waits for the end of the process."""
        try:
            if self.status is None:
                self.status = os.wait4(self.process.pid, 0)[1:]
        except BaseException:
            self.process.kill()
            raise
        elapsed = time.monotonic() - self.started
        if self.timer:
            self.timer.cancel()
        status, usage = self.status
        self.process.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        if self.slowness:
            seconds = on_reference(seconds, self.slowness)
        return Run(
            self.process.returncode, seconds, elapsed, usage.ru_maxrss / 1024, self.is_timed_out,
            read_all(self.output) if self.output else b"", read_all(self.errors))


@functools.cache
def reference_text():
    """What `slowness` compresses: 420 kB."""
    return b"".join(hashlib.sha256(b"%d" % (number * number % 997)).hexdigest()[:number % 23 + 3].encode() for number in range(30000))


def slowness():
    """How many times as much processor time as on the reference machine a fixed task takes now, at least 1.

    All processors do it at once, because those that share a core slow each other. It takes 20 ms on the reference machine.
    """
    text, count = reference_text(), processors()
    start = time.process_time()
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        list(pool.map(lambda _: [zlib.compress(text, 9), zlib.compress(text, 9)], range(count)))
    return max(1, (time.process_time() - start) / count / REFERENCE_SECONDS)


def on_reference(seconds, slowness_before):
    """Processor time on the reference machine. `slowness` was measured before, and is measured again."""
    return seconds / ((slowness_before + slowness()) / 2)


def read_all(file):
    with file:
        file.seek(0)
        return file.read()


def run(command, **options):
    """Runs a program to its end. The options are those of `Process`."""
    return Process(command, **options).wait()


def fastest(command, limits, **options):
    """Runs a program, and again if it took too long, at most three times: other programs can only add time. The fastest run."""
    best = run(command, limits=limits, **options)
    for _ in range(1, MAXIMUM_RUNS):
        if best.seconds <= limits.seconds:
            break
        best = min(best, run(command, limits=limits, **options), key=lambda result: result.seconds)
    return best


def check(*command, **options):
    """Runs a program that must succeed. Raises `Failed` with the last line of its errors."""
    result = run(command, **options)
    if result.code != 0:
        lines = result.errors.strip().splitlines()
        raise Failed(f"{' '.join(map(str, command[:3]))} …: exit code {result.code}: {lines[-1] if lines else ''}")
    return result


def processor_time(*command):
    """The processor time of a program that must succeed, in seconds."""
    return check(*command).seconds


def read_json(*command):
    """The JSON that a program prints."""
    return json.loads(check(*command, keeps_output=True).output)


def in_child(work):
    """Runs a function in a forked process. The memory of this process counts as that of the programs that it starts, so large data is made there."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0


def prepare_environment():
    """For programs that may crash: no core files, no backtraces, messages in English."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    os.environ["LC_ALL"] = "C.UTF-8"


def processors():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def corpus():
    """The public files: those of SVGA_CORPUS, by default of ../shared/corpus."""
    return sorted(glob.glob(f"{CORPUS}/*.svga"))


def samples():
    return sorted(glob.glob(f"{ROOT}/samples/*.svga") + glob.glob(f"{ROOT}/samples/features/*.svga"))


def measured_files(maximum=None):
    """The largest public files, or the samples if there are none."""
    files = corpus() or glob.glob(f"{ROOT}/samples/*.svga")
    return sorted(files, key=lambda path: (-os.path.getsize(path), path))[:maximum]


def free_port():
    """A TCP port of this machine that no program uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def add_svga(parser):
    parser.add_argument("--svga", default=SVGA, metavar="PROGRAM", help="the program to run (default: .build/release/svga)")


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
