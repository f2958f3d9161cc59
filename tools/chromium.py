"""A page in headless Chromium, driven through two pipes by the DevTools protocol."""

import json
import os
import signal
import subprocess
import sys
import time

TIMEOUT = 180


class Page:
    def __init__(self, profile, flags=(), size=None):
        """`size` is the viewport in points."""
        to_browser, from_browser = os.pipe(), os.pipe()
        command = ["chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={profile}",
                   "--remote-debugging-pipe", *flags, "about:blank"]
        # Chromium reads from descriptor 3 and writes to 4.
        shell = ["sh", "-c", f'exec "$@" 3<&{to_browser[0]} 4>&{from_browser[1]}', "sh", *command]
        self.process = subprocess.Popen(
            shell, pass_fds=[to_browser[0], from_browser[1]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(to_browser[0])
        os.close(from_browser[1])
        self.writer, self.reader, self.rest = os.fdopen(to_browser[1], "wb"), from_browser[0], b""
        self.count, self.session = 0, None
        viewport = {"width": size[0], "height": size[1]} if size else {}
        target = self.send("Target.createTarget", url="about:blank", **viewport)["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        if size:
            self.send("Emulation.setDeviceMetricsOverride", **viewport, deviceScaleFactor=1, mobile=False)

    def send(self, method, **parameters):
        """Sends a command and waits for its result. Ends this program if it fails."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters} | ({"sessionId": self.session} if self.session else {})
        self.writer.write(json.dumps(message).encode() + b"\0")
        self.writer.flush()
        while True:
            answer = self.read()
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit(f"chromium: {method}: {answer['error']['message']}")
                return answer["result"]

    def read(self):
        while b"\0" not in self.rest:
            chunk = os.read(self.reader, 1 << 20)
            if not chunk:
                sys.exit("chromium: the browser ended")
            self.rest += chunk
        answer, _, self.rest = self.rest.partition(b"\0")
        return json.loads(answer)

    def value(self, expression):
        """The value of JavaScript; a promise is awaited."""
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"chromium: {expression[:80]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition):
        deadline = time.monotonic() + TIMEOUT
        while not self.value(f"Boolean({condition})"):
            if time.monotonic() > deadline:
                sys.exit(f"chromium: not within {TIMEOUT} s: {condition}\n{self.value('document.body.innerText')}")
            time.sleep(0.05)

    def kill(self):
        """Ends the browser, whatever it does, with all its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.writer.close()
        os.close(self.reader)
