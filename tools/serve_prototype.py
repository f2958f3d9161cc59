"""The HTTP service that a team writes first: the Python module behind the standard library's server. `tools/serve-load` compares with it.

usage: serve_prototype.py FOLDER PORT

    GET /still?movie=gift.svga&name=Ann&avatar=a.jpg    PNG of frame 66, 300 pixels wide; &effort=3 compresses it as the service does
    GET /animation?movie=gift.svga&name=Ann             WebP, 150 pixels wide
"""

import copy
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import svga

FOLDER = Path(sys.argv[1])
SCENES: dict[tuple[str, int], svga.Scene] = {}
LOCK = threading.Lock()
# More threads than processors only wait.
WORKERS = threading.BoundedSemaphore(8)


def scene(movie: str, size: int) -> svga.Scene:
    """A copy of the scene of a movie, which is read once."""
    if "/" in movie:
        raise ValueError(movie)
    with LOCK:
        if (movie, size) not in SCENES:
            SCENES[movie, size] = svga.open(FOLDER / movie).scene(size=size)
        return copy.copy(SCENES[movie, size])


def still(query: dict[str, str]) -> tuple[str, bytes]:
    avatar = svga.Picture((FOLDER / "avatars" / Path(query["avatar"]).name).read_bytes(), fit="cover", mask="circle")
    mine = scene(query["movie"], 300)
    mine.set(set_text={"name": query["name"]}, set_image={"user1": avatar})
    effort = {"effort": int(query["effort"])} if "effort" in query else {}
    return "image/png", mine.export_bytes("png", frame=66, **effort)


def animation(query: dict[str, str]) -> tuple[str, bytes]:
    mine = scene(query["movie"], 150)
    mine.set(set_text={"name": query["name"]})
    return "image/webp", mine.export_bytes("webp")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        target = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(target.query).items()}
        try:
            with WORKERS:
                kind, body = {"/still": still, "/animation": animation}[target.path](query)
            status = 200
        except (svga.Error, KeyError, OSError, ValueError) as error:
            kind, body, status = "text/plain", str(error).encode(), 400
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 512


if __name__ == "__main__":
    Server(("127.0.0.1", int(sys.argv[2])), Handler).serve_forever()
