"""`svga serve` as a process, and a client of it, for `serve-load` and `serve-faults`."""

import http.client
import os
import re
import shutil
import socket
import subprocess
import time

from measure import ROOT, free_port

AVATARS = 100
STILL = "/render/-/frame=66&size=300x0&set-image=user1=avatars%2F{avatar}.jpg,fit=cover,mask=circle&set-text=name={name}/gift.svga@png"
ANIMATION = "/render/-/size=150x0&set-text=name={name}/gift.svga@webp"


def make_gifts(folder):
    """The sample gift and 100 avatars in a new folder."""
    os.makedirs(f"{folder}/avatars")
    shutil.copy(f"{ROOT}/samples/gift.svga", f"{folder}/gift.svga")
    with open(f"{ROOT}/samples/photo.jpg", "rb") as file:
        photo = file.read()
    for number in range(AVATARS):
        # Bytes after the end of a JPEG are ignored, but make another file.
        with open(f"{folder}/avatars/{number}.jpg", "wb") as file:
            file.write(photo + str(number).encode())


class Server:
    """A service that runs."""

    def __init__(self, command=None, process=None, port=None, log=None, environment=None):
        """`log` is a path for standard error."""
        self.log_path = log
        errors = open(log, "ab") if log else None
        self.process = process or subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
        if errors:
            errors.close()
        self.port = port
        if port is None:
            address = self.process.stdout.readline()
            if not address:
                raise OSError(f"{command[0]} does not start")
            self.port = int(re.search(r":(\d+)/", address)[1])
        for _ in range(1200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        self.process.kill()
        self.process.wait()
        raise OSError("a service does not listen")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=300)

    def head(self, target, fields=""):
        """A GET request."""
        return f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{fields}\r\n".encode()

    def ask(self, target, **headers):
        """The status, the headers by lower-case name, and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request("GET", target, headers=headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, body

    def get(self, target):
        """The status and the body."""
        status, _, body = self.ask(target)
        return status, body

    def outcome(self, target):
        """Whether a response is complete, refused before its first byte, or incomplete."""
        data = b""
        try:
            with self.connect() as client:
                client.sendall(self.head(target, "Connection: close\r\n"))
                while part := client.recv(1 << 16):
                    data += part
        except OSError:
            return "incomplete" if data else "refused"
        if not data:
            return "refused"
        head, _, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        return "complete" if length and int(length[1]) == len(body) else "incomplete"

    def metric(self, name):
        """A value of /metrics, with its labels in the name; 0 if there is none."""
        found = re.search(rf"^{re.escape(name)} (\S+)$", self.get("/metrics")[1].decode(), re.M)
        return float(found[1]) if found else 0

    @property
    def log(self):
        with open(self.log_path, encoding="utf-8") as file:
            return file.read()

    @property
    def processor_seconds(self):
        """User and system."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024


def table(title, columns):
    print(f"\n### {title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}", flush=True)
