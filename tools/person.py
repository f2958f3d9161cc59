"""A person at the page of `svga preview`: clicks, keys, files and downloads, by the input events of Chromium and Firefox."""

import base64
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chromium
import firefox

# The name of a key: its code and number for Chromium, and its character for Firefox.
KEYS = {
    "Enter": ("Enter", 13, "\ue007"), "Tab": ("Tab", 9, "\ue004"), "Escape": ("Escape", 27, "\ue00c"), " ": ("Space", 32, " "),
    "ArrowLeft": ("ArrowLeft", 37, "\ue012"), "ArrowUp": ("ArrowUp", 38, "\ue013"), "ArrowRight": ("ArrowRight", 39, "\ue014"),
    "ArrowDown": ("ArrowDown", 40, "\ue015"), "Delete": ("Delete", 46, "\ue017"), "End": ("End", 35, "\ue010"), "Home": ("Home", 36, "\ue011"),
}
MODIFIERS = {"Alt": (1, "\ue00a"), "Control": (2, "\ue009"), "Shift": (8, "\ue008")}
TEXTS = {"Enter": "\r", " ": " "}
DOWNLOAD_SECONDS = 180
# Counts what a page must never do.
LISTEN = """(() => {
    if (window.faultsOfPage) return true;
    window.faultsOfPage = [];
    addEventListener("error", (event) => faultsOfPage.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => faultsOfPage.push(String(event.reason)));
    return true;
})()"""


class Preview:
    """A running `svga preview`."""

    def __init__(self, svga, *words, folder=None):
        self.process = subprocess.Popen([svga, "preview", *map(str, words), "--port", "0", "--deadline", "600"], cwd=folder, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()

    def megabytes(self):
        """The resident memory now."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class Person:
    """A person with a browser: `chromium` or `firefox`."""

    def __init__(self, name, size=(1280, 800), language="en-US", is_dark=False):
        self.name, self.size = name, size
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.downloads = Path(self.folder.name, "downloads")
        self.downloads.mkdir()
        profile = f"{self.folder.name}/profile"
        if name == "chromium":
            flags = ["--disable-dev-shm-usage", "--mute-audio", f"--lang={language}", f"--accept-lang={language}"]
            self.page = chromium.Page(profile, flags, size)
            self.page.send("Page.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))
            theme = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
            self.page.send("Emulation.setEmulatedMedia", features=theme)
        else:
            self.page = firefox.Page(profile, size=size, preferences={
                "browser.download.folderList": 2, "browser.download.dir": str(self.downloads), "intl.accept_languages": language,
                "browser.helperApps.neverAsk.saveToDisk": "application/octet-stream,application/zip,text/csv",
                "browser.download.alwaysOpenPanel": False, "layout.css.prefers-color-scheme.content-override": 0 if is_dark else 1,
            })

    # The page

    def open(self, address):
        if self.name == "chromium":
            self.page.send("Page.navigate", url=address)
        else:
            self.page.open(address)
        self.page.wait("document.readyState === 'complete'")
        self.value(LISTEN)

    def reload(self):
        if self.name == "chromium":
            self.page.send("Page.reload")
        else:
            self.page.send("WebDriver:Refresh")
        self.page.wait("document.readyState === 'complete' && !window.faultsOfPage")
        self.value(LISTEN)

    def value(self, expression):
        return self.page.value(expression)

    def wait(self, condition):
        self.page.wait(condition)

    def see(self, selector):
        """Waits until an element is on the page."""
        self.wait(f"document.querySelector({json.dumps(selector)})")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")

    def count(self, selector):
        return self.value(f"document.querySelectorAll({json.dumps(selector)}).length")

    def faults(self):
        """The errors of scripts since the page was opened."""
        return self.value("window.faultsOfPage")

    def picture(self, path):
        """Writes what the window shows as a PNG."""
        if self.name == "chromium":
            data = self.page.send("Page.captureScreenshot", format="png")["data"]
        else:
            data = self.page.send("WebDriver:TakeScreenshot", full=False)["value"]
        Path(path).write_bytes(base64.b64decode(data))

    # The mouse

    def center(self, selector):
        self.wait(f"(() => {{ const element = document.querySelector({json.dumps(selector)}); return element && !element.disabled; }})()")
        place = self.value(f"""(async () => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "nearest", inline: "nearest" }});
            let last = "";
            // What is above may still change its height.
            for (;;) {{
                const {{ left, top, width, height }} = element.getBoundingClientRect();
                if (last === `${{left}} ${{top}}`) return [left + width / 2, top + height / 2];
                last = `${{left}} ${{top}}`;
                await new Promise((resolve) => setTimeout(resolve, 120));
            }}
        }})()""")
        return tuple(place)

    def mouse(self, *events):
        """`events` are pairs of a kind (move, down, up) and a position."""
        if self.name == "chromium":
            kinds = {"move": "mouseMoved", "down": "mousePressed", "up": "mouseReleased"}
            for kind, (x, y) in events:
                button = {} if kind == "move" and events[0][0] == "move" else {"button": "left", "buttons": 1, "clickCount": 1}
                self.page.send("Input.dispatchMouseEvent", type=kinds[kind], x=x, y=y, **button)
            return
        actions = []
        for kind, (x, y) in events:
            move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20, "origin": "viewport"}
            actions += [move] if kind == "move" else [{"type": "pointerDown" if kind == "down" else "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.page.send("WebDriver:PerformActions", actions=[mouse])

    def click(self, selector):
        place = self.center(selector)
        if self.name == "chromium":
            self.mouse(("move", place))
            self.mouse(("down", place), ("up", place))
        else:
            self.mouse(("move", place), ("down", place), ("up", place))

    def drag(self, selector, x, y):
        """Drags an element by a number of pixels."""
        start = self.center(selector)
        places = [(start[0] + x * part / 4, start[1] + y * part / 4) for part in range(5)]
        if self.name == "chromium":
            self.mouse(("move", start))
            self.mouse(("down", start), *(("move", place) for place in places), ("up", places[-1]))
        else:
            self.mouse(("move", start), ("down", start), *(("move", place) for place in places), ("up", places[-1]))

    # The keyboard

    def press(self, key, *modifiers):
        code, number, character = KEYS.get(key) or (f"Key{key.upper()}", ord(key.upper()), key)
        if self.name == "chromium":
            flags = sum(MODIFIERS[modifier][0] for modifier in modifiers)
            text = {} if modifiers and key not in TEXTS else {"text": TEXTS.get(key, key if len(key) == 1 else "")}
            text = {name: value for name, value in text.items() if value}
            shared = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": flags}
            self.page.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **shared, **text)
            self.page.send("Input.dispatchKeyEvent", type="keyUp", **shared)
            return
        held = [MODIFIERS[modifier][1] for modifier in modifiers]
        downs = [{"type": "keyDown", "value": value} for value in [*held, character]]
        ups = [{"type": "keyUp", "value": value} for value in [character, *reversed(held)]]
        self.page.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": downs + ups}])

    def type(self, text):
        """Types into the focused field."""
        if self.name == "chromium":
            self.page.send("Input.insertText", text=text)
            return
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.page.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": keys}])

    def fill(self, selector, text):
        """Replaces the text of a field."""
        self.click(selector)
        self.press("a", "Control")
        self.press("Delete")
        if text:
            self.type(text)

    def choose(self, selector, value):
        """Chooses from a list."""
        quoted = json.dumps(selector)
        self.see(f"{selector} option[value={json.dumps(value)}]")
        self.value(f"""(() => {{
            const list = document.querySelector({quoted});
            list.value = {json.dumps(value)};
            for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, {{ bubbles: true }}));
        }})()""")

    def attach(self, selector, path):
        """Chooses a file in the dialog of a file field."""
        self.see(selector)
        path = str(Path(path).resolve())
        if self.name == "chromium":
            found = self.page.send("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")["result"]["objectId"]
            self.page.send("DOM.setFileInputFiles", files=[path], objectId=found)
        else:
            found = self.page.send("WebDriver:FindElement", using="css selector", value=selector)["value"]
            self.page.send("WebDriver:ElementSendKeys", id=next(iter(found.values())), text=path)

    def downloaded(self, name):
        """The bytes of a downloaded file, which is removed."""
        path, deadline = self.downloads / name, time.monotonic() + DOWNLOAD_SECONDS
        while not path.exists() or any(self.downloads.glob("*.part")) or any(self.downloads.glob("*.crdownload")):
            if time.monotonic() > deadline:
                sys.exit(f"{self.name}: {name} was not downloaded; there are {[file.name for file in self.downloads.iterdir()]}")
            time.sleep(0.1)
        content = path.read_bytes()
        path.unlink()
        return content

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.page.close()
        self.folder.cleanup()
