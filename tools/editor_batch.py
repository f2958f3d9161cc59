"""Many movies at once on the page of `svga preview`: the table, the archive, and the memory of the server. For tools/drive-editor."""

import io
import shutil
import subprocess
import tempfile
import threading
import time
import zipfile
from pathlib import Path

from person import Person, Preview

IDLE_SECONDS = 75
MAXIMUM_IDLE_MEGABYTES = 200
MAXIMUM_PEAK_MEGABYTES = 600


class Watch(threading.Thread):
    """Follows the memory of a server."""

    def __init__(self, preview):
        super().__init__(daemon=True)
        self.preview, self.peak, self.ends = preview, 0, threading.Event()

    def run(self):
        while not self.ends.wait(0.1):
            self.peak = max(self.peak, self.preview.megabytes())


def fill_folder(folder, files, count):
    """Copies of public files, each in a folder of its origin; more copies if there are fewer files."""
    for number in range(count):
        path = Path(files[number % len(files)])
        target = folder / path.parent.name / (f"{path.stem}{'-copy' * (number // len(files))}.svga")
        target.parent.mkdir(exist_ok=True)
        shutil.copy(path, target)


def rows(person):
    """The table as the page shows it."""
    return person.value("""[...document.querySelectorAll('[data-test=batch-row]')].map((row) => ({
        name: row.querySelector('.batch-name').title, state: row.dataset.state, cells: [...row.querySelectorAll('td')].map((cell) => cell.innerText) }))""")


def choose_all(person, address):
    person.open(address)
    person.see("[data-test=card]")
    person.wait("document.querySelector('.card-link[tabindex=\"0\"]')")
    person.value("document.querySelector('.card-link[tabindex=\"0\"]').focus()")
    person.press("a", "Control")
    person.see("[data-test=batch-optimize]")


def wait_for_end(person, seconds):
    """Waits in steps: a batch takes minutes."""
    deadline = time.monotonic() + seconds
    while not person.value("Boolean(document.querySelector('[data-test=batch-csv]'))"):
        if time.monotonic() > deadline:
            raise AssertionError(f"the batch takes more than {seconds} s: {person.text('.batch-text')}")
        time.sleep(0.5)


def archive(person):
    person.click("[data-test=batch-download]")
    return zipfile.ZipFile(io.BytesIO(person.downloaded("movies.zip")))


def checked(person, folder, svga, command, words, sample):
    """Compares the archive with the table and, for a sample, with the command."""
    table, packed = rows(person), archive(person)
    done = [row for row in table if row["state"] == "done"]
    names = packed.namelist()
    faults = []
    if sorted(names) != sorted(row["name"] for row in done):
        faults.append(f"the archive has {len(names)} files, the table {len(done)}")
    if packed.testzip():
        faults.append("the archive is broken")
    for name in names[::max(1, len(names) // sample)]:
        with tempfile.TemporaryDirectory() as other:
            output = f"{other}/a.svga"
            subprocess.run([svga, command, folder / name, "-o", output, *words, "-q"], stderr=subprocess.DEVNULL, check=False)
            if not Path(output).exists() or Path(output).read_bytes() != packed.read(name):
                faults.append(f"{name}: the archive has other bytes than svga {command}")
    failed = [f"{row['name']}: {row['cells'][-2]}" for row in table if row["state"] == "failed"]
    return len(table), len(done), failed, faults


def drive_batch(name, svga, files, count, sample):
    """Prints the figures, and returns the faults."""
    faults = []
    with tempfile.TemporaryDirectory() as root, Person(name) as person:
        folder = Path(root)
        fill_folder(folder, files, count)
        with Preview(svga, folder, "--write") as preview:
            watch = Watch(preview)
            watch.start()
            choose_all(person, preview.address)
            start = preview.megabytes()
            for kind, words in (("optimize", []), ("fix", ["--for", "web,ios"])):
                if kind == "fix":
                    person.value("location.hash = '#/'")
                    person.wait("document.querySelector('.card-link[tabindex=\"0\"]')")
                    person.value("document.querySelector('.card-link[tabindex=\"0\"]').focus()")
                    person.press("a", "Control")
                person.click(f"[data-test=batch-{kind}]")
                person.see("[data-test=batch-start]")
                if kind == "fix":
                    boxes = person.value("[...document.querySelectorAll('[data-test^=batch-player-]')].map((box) => box.dataset.test)")
                    for box in boxes:
                        wanted = box in ("batch-player-ios", "batch-player-web")
                        if person.value(f"document.querySelector('[data-test={box}]').checked") != wanted:
                            person.click(f"[data-test={box}]")
                began = time.monotonic()
                person.click("[data-test=batch-start]")
                wait_for_end(person, 3600)
                seconds = time.monotonic() - began
                found, done, failed, wrong = checked(person, folder, svga, kind, words, sample)
                faults += wrong
                print(f"  {kind}: {done} of {found} movies in {seconds:.0f} s; {person.text('.batch-text')}")
                for text in failed:
                    print(f"    failed: {text}")
            peak = watch.peak
            time.sleep(IDLE_SECONDS)
            now = preview.megabytes()
            watch.ends.set()
            print(f"  memory: {start:.0f} MB with the gallery, {peak:.0f} MB at its peak, {now:.0f} MB {IDLE_SECONDS} s after the last batch", flush=True)
            if peak > MAXIMUM_PEAK_MEGABYTES:
                faults.append(f"the batches used {peak:.0f} MB of memory")
            if now > MAXIMUM_IDLE_MEGABYTES:
                faults.append(f"{now:.0f} MB of memory were not given back")
            faults += [f"an error of a script: {text}" for text in person.faults()]
    return faults
