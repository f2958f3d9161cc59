"""Pages that play files with svga.js: a server on this machine, and Chromium or Firefox that opens them. For tools/web-player."""

import functools
import http.server
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

import chromium
import firefox
from measure import ROOT

PLAYER = Path(ROOT) / "Sources" / "web" / "svga.js"
PAGES = Path(ROOT) / "tools" / "web-pages"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html; charset=utf-8", ".png": "image/png", ".jpg": "image/jpeg",
         ".json": "application/json", ".css": "text/css", ".mp3": "audio/mpeg"}
CHROMIUM_FLAGS = ["--disable-dev-shm-usage", "--mute-audio"]
ANY_SOUND = "--autoplay-policy=no-user-gesture-required"


class Server:
    """Serves files by name, folders by prefix, and keeps what pages send."""

    def __init__(self):
        self.files: dict[str, Path | bytes] = {}
        self.folders: dict[str, Path] = {"pages/": PAGES, "web/": PLAYER.parent}
        self.sent: dict[str, bytes] = {}
        self.headers: dict[str, str] = {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, self))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def add(self, path):
        """The path at which a page finds a file."""
        name = f"files/{len(self.files)}/file.svga"
        self.files[name] = Path(path)
        return f"/{name}"

    def content(self, path):
        """The bytes at a path, or None."""
        if path in self.files:
            found = self.files[path]
            return found if isinstance(found, bytes) else found.read_bytes()
        if len(path) > 1000:
            return None  # an image that a page took for a URL
        for prefix, folder in self.folders.items():
            file = (folder / path.removeprefix(prefix)).resolve()
            if path.startswith(prefix) and file.is_relative_to(folder.resolve()) and file.is_file():
                return file.read_bytes()
        return None

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise a small answer waits 40 ms for an acknowledgment.
    disable_nagle_algorithm = True
    wbufsize = -1

    def __init__(self, owner, *arguments):
        self.owner = owner
        super().__init__(*arguments)

    def do_GET(self):
        path = unquote(urlsplit(self.path).path).lstrip("/")
        content = self.owner.content(path)
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Type", TYPES.get(Path(path).suffix, "application/octet-stream"))
        self.send_header("Cache-Control", "no-store")
        for name, value in self.owner.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def do_POST(self):
        """Keeps what a page sends under its path."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.owner.sent[unquote(urlsplit(self.path).path).lstrip("/")] = body
        self.send_response(204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format, *arguments):
        pass


class Browser:
    """A page of a browser, its profile and its server."""

    def __init__(self, name, size=(1280, 800), flags=(ANY_SOUND,)):
        self.name = name
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.server = Server()
        profile = f"{self.folder.name}/profile"
        self.page = chromium.Page(profile, [*CHROMIUM_FLAGS, *flags], size) if name == "chromium" else firefox.Page(profile, size=size)

    def open(self, path):
        address = self.server.address + path
        if self.name == "chromium":
            self.page.send("Page.navigate", url=address)
            self.page.wait(f"location.href === '{address}' && document.readyState === 'complete'")
        else:
            self.page.open(address)

    def harness(self):
        """Opens the page whose functions are in tools/web-pages/harness.js."""
        self.open("pages/harness.html")
        self.page.wait("window.harness || window.fault")
        if fault := self.page.value("window.fault"):
            sys.exit(f"web-player: {self.name}: {fault}")

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.page.close()
        self.server.close()
        self.folder.cleanup()


def missing(name):
    """Why a browser cannot be used, or None."""
    if name == "chromium" and not shutil.which("chromium-headless-shell"):
        return "chromium-headless-shell is not installed; run make check-tools"
    if name == "firefox" and not firefox.program():
        return "Firefox is not installed; run make test-tools"
    return None


def available(names):
    """Those of some browsers that are installed. Prints why the others are not used."""
    found = []
    for name in names:
        reason = missing(name)
        if reason:
            print(f"web-player: skipped: {reason}", flush=True)
        else:
            found.append(name)
    return found
