"""The requests that tools/attack sends to `svga serve` for each movie."""

import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from measure import on_reference, slowness

TICKS = os.sysconf("SC_CLK_TCK")
# What a service answers to a file that is too large, broken or not supported, or that has findings.
ALLOWED = (200, 400, 413, 422)
GETS = {
    "GET /render": "/render?frame=0&source={name}&format=png",
    "GET /thumbnail": "/thumbnail?source={name}&format=png",
    "GET /inspect": "/inspect?source={name}",
    "GET /validate": "/validate?source={name}",
    "GET /placement": "/placement?key={key}&source={name}",
}
POSTS = ("/optimize", "/fix", "/convert?to=1-json")


class Service:
    """A service of one folder, with a process of its own so that its memory is that of one movie."""

    def __init__(self, svga, folder):
        self.errors = tempfile.TemporaryFile()
        words = [svga, "serve", folder, "--unsigned", "--port", "0", "--log", "errors", "--deadline", "600", "--workers", "1", "--drain", "1"]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors)
        # The address is printed without a line break, and ends with a slash.
        line = b""
        while line.count(b"/") < 3:
            byte = self.process.stdout.read(1)
            if not byte:
                raise RuntimeError("svga serve does not start")
            line += byte
        self.address = line.decode().rstrip("/")

    def seconds(self):
        """The processor time so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stream:
            fields = stream.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def megabytes(self):
        """The peak memory so far."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as stream:
            return int(re.search(r"VmHWM:\s+(\d+)", stream.read()).group(1)) / 1024

    def request(self, path, body=None):
        """The status of an answer, and the processor time that it took, on the reference machine."""
        slow, before, started = slowness(), self.seconds(), time.monotonic()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.address + path, data=body), timeout=600) as answer:
                answer.read()
                status = answer.status
        except urllib.error.HTTPError as error:
            error.read()
            status = error.code
        except OSError:
            # The service has ended, or does not answer.
            return 0, time.monotonic() - started
        return status, on_reference(self.seconds() - before, slow)

    def stop(self):
        """The exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait()
        self.process.stdout.close()
        self.errors.close()
        return code


def answers(svga, file, key):
    """Yields what is requested, the status, the seconds of processor time, and the peak memory of the process in MB."""
    folder, name = os.path.split(file)
    service = Service(svga, folder)
    try:
        for what, path in GETS.items():
            yield what, *service.request(path.format(name=name, key=key)), service.megabytes()
        with open(file, "rb") as stream:
            body = stream.read()
        for path in POSTS:
            yield f"POST {path.partition('?')[0]}", *service.request(path, body), service.megabytes()
    finally:
        code = service.stop()
    # SIGTERM ends it.
    if code != 128 + signal.SIGTERM:
        raise RuntimeError(f"svga serve ends with {code}")
