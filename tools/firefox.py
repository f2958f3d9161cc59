"""A page in headless Firefox, driven by its Marionette protocol over a socket. It has the interface of `chromium.Page`."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

TIMEOUT = 180
START_TIMEOUT = 240
PREFERENCES = {
    # Port 0 is a free one, which Firefox writes to its profile.
    "marionette.port": 0, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "media.autoplay.default": 0, "browser.shell.checkDefaultBrowser": False, "media.volume_scale": "0.0",
}


def program():
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Page:
    def __init__(self, profile, flags=(), size=(1280, 800), preferences=None):
        """`size` is the window in points."""
        os.makedirs(profile, exist_ok=True)
        chosen = PREFERENCES | (preferences or {})
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items()]
        Path(profile, "user.js").write_text("".join(lines))
        command = [program(), "--headless", "--marionette", "--no-remote", "--profile", profile, "--width", str(size[0]), "--height", str(size[1])]
        self.process = subprocess.Popen(
            [*command, *flags], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "MOZ_HEADLESS": "1", "HOME": profile}, start_new_session=True)
        self.count, self.rest = 0, b""
        self.socket = self.connect(Path(profile, "MarionetteActivePort"))
        self.receive()  # its greeting
        self.send("WebDriver:NewSession")

    def connect(self, file):
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline:
            try:
                return socket.create_connection(("127.0.0.1", int(file.read_text())))
            except (OSError, ValueError):
                time.sleep(0.1)
        sys.exit("firefox: it opened no port")

    def send(self, name, **parameters):
        """Sends a command and waits for its result. Ends this program if it fails."""
        self.count += 1
        message = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            sys.exit(f"firefox: {name}: {error['message']}")
        return result

    def receive(self):
        """A message: its length in bytes, a colon, and JSON."""
        while b":" not in self.rest:
            self.rest += self.more()
        length, _, self.rest = self.rest.partition(b":")
        while len(self.rest) < int(length):
            self.rest += self.more()
        message, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(message)

    def more(self):
        data = self.socket.recv(1 << 20)
        if not data:
            sys.exit("firefox: the browser ended")
        return data

    def open(self, address):
        self.send("WebDriver:Navigate", url=address)

    def value(self, expression):
        """The value of JavaScript; a promise is awaited."""
        script = f"const done = arguments[arguments.length - 1]; Promise.resolve({expression}).then((value) => done({{value}}), (error) => done({{error: String(error)}}));"
        result = self.send("WebDriver:ExecuteAsyncScript", script=script, args=[], scriptTimeout=600_000)["value"]
        if "error" in result:
            sys.exit(f"firefox: {expression[:80]}: {result['error']}")
        return result.get("value")

    def wait(self, condition):
        deadline = time.monotonic() + TIMEOUT
        while not self.value(f"Boolean({condition})"):
            if time.monotonic() > deadline:
                sys.exit(f"firefox: not within {TIMEOUT} s: {condition}")
            time.sleep(0.05)

    def kill(self):
        """Ends the browser, whatever it does, with all its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
