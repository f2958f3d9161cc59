"""What `tools/serve-faults` breaks `svga serve` with: sources that fail, small disks, and clients."""

import collections
import http.client
import http.server
import os
import subprocess
import threading
import time

from measure import ROOT
from serving import AVATARS, STILL, Server, make_gifts

# Other requests of a row that must be answered meanwhile.
BESIDES = 20


class Failed(Exception):
    """A row found a fault."""


def expect(condition, text):
    if not condition:
        raise Failed(text)


class Source(http.server.ThreadingHTTPServer):
    """An HTTP server with the gift. The first part of a path is what goes wrong: `good`, `500`, `busy`, `later`, `hang`, `stall` or `cut`."""

    daemon_threads = True
    request_queue_size = 512

    def __init__(self):
        super().__init__(("127.0.0.1", 0), SourceHandler)
        self.counts, self.lock, self.open = collections.Counter(), threading.Lock(), 0
        with open(f"{ROOT}/samples/gift.svga", "rb") as file:
            self.movie = file.read()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request, client_address):
        """Clients leave."""


class SourceHandler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, status, body, sent=None, **fields):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body if sent is None else body[:sent])
        self.wfile.flush()

    def wait_for_hang_up(self):
        self.connection.settimeout(300)
        try:
            while self.connection.recv(1024):
                pass
        except OSError:
            pass

    def do_GET(self):
        fault, server = self.path.split("/")[1], self.server
        with server.lock:
            server.counts[self.path] += 1
            count = server.counts[self.path]
            server.open += 1
        try:
            if fault == "500" or fault == "recovers" and count < 3:
                self.reply(500, b"no")
            elif fault == "busy" and count < 2:
                self.reply(503, b"no", Retry_After="1")
            elif fault == "later":
                self.reply(503, b"no", Retry_After="30")
            elif fault == "hang":
                self.wait_for_hang_up()
            elif fault == "stall":
                self.reply(200, server.movie, sent=1000)
                self.wait_for_hang_up()
            elif fault == "cut":
                self.reply(200, server.movie, sent=1000)
            else:
                self.reply(200, server.movie)
        finally:
            with server.lock:
                server.open -= 1

class Rig:
    """Services in a folder, and what goes wrong around them."""

    def __init__(self, choice, folder):
        self.choice, self.folder = choice, folder
        self.gifts = f"{folder}/gifts"
        make_gifts(self.gifts)
        self.number = 0

    def count(self, full, quick):
        return quick if self.choice.quick else full

    def path(self, name):
        """A new path."""
        self.number += 1
        return f"{self.folder}/{name}-{self.number}"

    def serve(self, *words, sources=None, access=("--unsigned",), prefix=(), environment=None):
        command = [*prefix, self.choice.svga, "serve", *(sources or [self.gifts]), *access, "--port", "0", *words]
        return Server(command, log=self.path("log"), environment=environment and dict(os.environ, **environment))

    def check_besides(self, server, name, count=BESIDES):
        """Other requests, which must be answered. Returns the slowest time in milliseconds."""
        slowest = 0
        for number in range(count):
            start = time.monotonic()
            status = server.get(STILL.format(name=f"{name}{number}", avatar=number % AVATARS))[0]
            slowest = max(slowest, time.monotonic() - start)
            expect(status == 200, f"another request is answered {status}")
        return 1000 * slowest

    def check_idle(self, server):
        """Waits until no work is left."""
        for _ in range(200):
            busy, waiting = server.metric("svga_workers_busy"), server.metric("svga_queue_length")
            if busy == waiting == 0:
                return
            time.sleep(0.05)
        raise Failed(f"{busy} workers are busy and {waiting} requests wait, though no client is left")

    def closed(self, clients, seconds):
        """How many connections the service closes within a time."""
        end, closed = time.monotonic() + seconds, 0
        for client in clients:
            client.settimeout(max(0.001, end - time.monotonic()))
            try:
                while client.recv(4096):
                    pass
                closed += 1
            except TimeoutError:
                pass
            except OSError:
                closed += 1
            client.close()
        return closed

    def with_source(self, *words):
        source = Source()
        prefixes = [source.url + name + "/" for name in ("good", "500", "recovers", "busy", "later", "hang", "stall", "cut")]
        return source, self.serve("--private-hosts", *words, sources=[*prefixes, self.gifts])

    @staticmethod
    def remote(source, fault, name="gift.svga"):
        return f"/render/-/frame=66&size=100x0/{source.url.replace('://', '%3A//')}{fault}/{name}@png"

    def full_disk(self, size):
        """The start of a command whose path `full` is a small tmpfs; None where namespaces are not permitted."""
        path = self.path("full")
        os.makedirs(path)
        words = ["unshare", "-rm", "sh", "-c", f'mount -t tmpfs -o size={size} svga "{path}" && exec "$@"', "sh"]
        try:
            permitted = subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0
        except FileNotFoundError:
            permitted = False
        return (words, path) if permitted else (None, path)

    @staticmethod
    def results(path, count):
        """The names of results, when there are so many."""
        for _ in range(100):
            names = [name for name in os.listdir(path) if name.endswith(".result")]
            if len(names) >= count:
                break
            time.sleep(0.05)
        return names

    def load(self, server, clients, is_kept_alive=False):
        """Starts clients that send requests until one is refused. Returns the counts of outcomes and a function that ends them."""
        counts, stop = collections.Counter(), threading.Event()

        def client(number):
            count = 0
            while not stop.is_set():
                count += 1
                target = STILL.format(name=f"L{number}x{count}x{self.number}", avatar=count % AVATARS)
                outcome = kept_alive(target) if is_kept_alive else server.outcome(target)
                counts[outcome] += 1
                if outcome != "complete":
                    return

        def kept_alive(target):
            connection = connections.__dict__.setdefault("value", None)
            try:
                if connection is None:
                    connections.value = connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
                connection.request("GET", target)
                response = connection.getresponse()
                response.read()
                if response.getheader("Connection", "").lower() == "close":
                    connections.value = None
                return "complete"
            except http.client.IncompleteRead:
                return "incomplete"
            except (OSError, http.client.HTTPException):
                return "refused"

        connections = threading.local()
        threads = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(clients)]
        for thread in threads:
            thread.start()

        def end():
            stop.set()
            for thread in threads:
                thread.join(60)
        return counts, end
