"""The folder in which `tools/faults` runs svga, the commands that it runs, and the check of what a run leaves."""

import json
import os
import shutil
import signal
import struct
import subprocess
import time

from measure import ROOT, check, run

OLD = b"old" * 1000
# Seconds until a run counts as hanging.
TIMEOUT = 180
# Of the worst frame of a movie whose bytes differ: an image may stay that would be compressed with loss.
MINIMUM_SSIM = 0.98
# After SIGHUP, SIGINT or SIGTERM.
STOPPED = (129, 130, 143)
ABORTS = (-signal.SIGABRT, -signal.SIGTRAP, -signal.SIGILL)
# The fields of `struct log` in fault.c.
LOG = struct.Struct("=4qqQ")
# Faults that change an input: the output is unknown.
CHANGING = ["read-shrink", "read-garble"]
# The commands. `in` has copies of the samples; they write below `out`.
COMMANDS = {
    "png": "render in/badge.svga -o out/a.png --frame 9 --force",
    "stills": "render in/badge.svga -o out/a-%02d.png --frames 3-8 --force",
    "gif": "render in/badge.svga -o out/a.gif --frames 0-15 --size 150x0 --force",
    "webp": "render in/badge.svga -o out/a.webp --frames 0-9 --size 100x0 --force",
    "apng": "render in/badge.svga -o out/a.apng --frames 0-15 --size 200x0 --force",
    "mp4": "render in/clips.svga -o out/a.mp4 --frames 0-9 --size 128x0 --background white --force",
    "html": "render in/badge.svga -o out/a.html --force",
    "sheet": "render in/badge.svga -o out/a.png --format sheet --frames 0-9 --size 150x0 --force",
    "sized": "render in/badge.svga -o out/a.gif --frames 0-5 --size 100x0 --target-size 20k --force",
    "text": "render in/gift.svga -o out/a.png --frame 66 --size 200x0 --set-text name=Ann --set-image user1=in/photo.jpg --force",
    "stdout": "render in/badge.svga -o - --format gif --frames 0-5 --size 150x0",
    "mp4-stdout": "render in/clips.svga -o - --format mp4 --frames 0-4 --size 128x0 --background white",
    "optimize": "optimize in/clips.svga -o out/a.svga --quality 80 --force",
    "unpack": "unpack in/gift.svga -d out/a",
    "pack": "pack in/unpacked -o out/a.svga --force",
    "import-png": "import in/preview.png -o out/a.svga --size 200x0 --force",
    "import-lottie": "import in/lottie/surprise.json -o out/a.svga --size 100x0 --force",
    "create": "create in/create/rocket/spec.json -o out/a.svga --force",
    "inspect": "inspect in/gift-1x-binary.svga",
    "thumbnail": "thumbnail in/gift-1x-json.svga out/a.png --force",
    "batch": "batch in/jobs.jsonl -o out --threads 2 --force --results /dev/null",
}
# Other commands, for faults that all commands have in common.
OTHERS = {
    "convert": "convert in/gift.svga -o out/a.json --to lottie --force",
    "edit": "edit in/badge.svga -o out/a.svga --size 50x0 --force",
    "avif": "render in/badge.svga -o out/a.avif --frames 0-1 --size 50x0 --force",
    "jxl": "render in/badge.svga -o out/a.jxl --frames 0-1 --size 50x0 --force",
    "sound": "render in/gift.svga -o out/a.wav --force",
    "inspect-json": "inspect --json in/gift.svga",
    "dump": "dump in/badge.svga",
    "validate": "validate in/gift.svga",
    "compare-players": "compare-players in/badge.svga",
    "diff": "diff in/badge.svga in/badge.svga --pixels",
    "hit": "hit in/gift.svga 375,375 --frame 66",
    "bounds": "bounds in/gift.svga --key user1 --frame 66",
    "play": "play in/gift.svga",
    "completions": "completions bash",
    "help": "help render",
    "version": "--version",
}
# In the folder of a batch's outputs.
RECORD = ".svga-batch-jobs.jsonl"


class Outcome:
    def __init__(self, code, output, errors, seconds, log):
        self.code, self.output, self.errors, self.seconds = code, output, errors, seconds
        *self.calls, self.injected, self.caller = log


class Stage:
    """A folder with copies of the samples in `in`, old and new outputs in `out`, and `tmp` for TMPDIR."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.shim = os.path.join(folder, "fault.so")
        flags = ["-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        check("cc", *flags, "-o", self.shim, f"{ROOT}/Tests/Faults/fault.c")
        self.work = os.path.join(folder, "work")
        self.originals = os.path.join(folder, "originals")
        # All samples in one folder; the gift is the one with mattes and a sound.
        shutil.copytree(f"{ROOT}/samples", self.originals)
        shutil.copytree(f"{ROOT}/samples/features", self.originals, dirs_exist_ok=True)
        shutil.move(f"{self.originals}/gift-mattes.svga", f"{self.originals}/gift.svga")
        check(program, "unpack", "-q", f"{ROOT}/samples/features/badge.svga", "-d", f"{self.originals}/unpacked")
        # Whether the inputs are to be copied again.
        self.is_changed = True
        self.references = {}
        self.started = 0

    # --- One run

    def prepare(self, name, kind=None):
        for part in ["out", "tmp"] + (["in"] if self.is_changed else []):
            shutil.rmtree(f"{self.work}/{part}", ignore_errors=True)
            os.makedirs(f"{self.work}/{part}")
        if self.is_changed:
            shutil.copytree(self.originals, f"{self.work}/in", dirs_exist_ok=True)
        self.is_changed = kind in CHANGING
        for path in self.references[name].files if name in self.references and name != "unpack" else []:
            with open(f"{self.work}/out/{path}", "wb") as file:
                file.write(OLD)

    def start(self, words, kind=None, at=0, shell=None):
        # One for each process: it is mapped into its memory.
        self.started += 1
        log = os.path.join(self.folder, f"log-{self.started % 8}")
        if os.path.exists(log):
            os.remove(log)
        with open(log, "wb") as file:
            file.write(bytes(LOG.size))
        environment = dict(
            os.environ, LC_ALL="C", TMPDIR=f"{self.work}/tmp", SWIFT_BACKTRACE="enable=no", LD_PRELOAD=self.shim, FAULT_LOG=log,
            FAULT_FOLDER=self.work, FAULT_AT=str(at))
        if kind:
            environment["FAULT_KIND"] = kind
        if kind in CHANGING:
            environment["FAULT_FOLDER"] = f"{self.work}/in"
        command = [self.program] + words
        if shell:
            command = ["bash", "-c", shell, "bash"] + command
            del environment["LD_PRELOAD"]
        process = subprocess.Popen(
            command, cwd=self.work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.log = log
        return process

    def finish(self, process, started):
        try:
            output, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            errors = b"HANG\n" + errors
        with open(process.log, "rb") as file:
            log = LOG.unpack(file.read())
        return Outcome(process.returncode, output, errors.decode(errors="replace"), time.monotonic() - started, log)

    def run(self, name, **fault):
        self.prepare(name, fault.get("kind"))
        started = time.monotonic()
        return self.finish(self.start((COMMANDS | OTHERS)[name].split(), **fault), started)

    def files(self, part="out"):
        """The contents of all files of a folder, by their paths in it."""
        found = {}
        for folder, folders, names in os.walk(f"{self.work}/{part}"):
            for entry in [entry for entry in names if entry != RECORD] + [entry for entry in folders if entry.startswith(".")]:
                path = os.path.join(folder, entry)
                content = b"folder"
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        content = file.read()
                found[os.path.relpath(path, f"{self.work}/{part}")] = content
        return found

    def reference(self, name):
        """The outcome of the command without a fault."""
        if name not in self.references:
            outcome = self.run(name)
            assert outcome.code == 0, f"{name}: {outcome.errors}"
            outcome.files = self.files()
            self.references[name] = outcome
        return self.references[name]

    # --- What is checked

    def problem(self, name, outcome, codes, changes_input=False):
        """Why a run did not survive the fault, or None."""
        reference = self.reference(name)
        if outcome.errors.startswith("HANG"):
            return "hangs"
        # These two clean up first.
        is_crash = outcome.code < 0 and -outcome.code not in (signal.SIGQUIT, signal.SIGXCPU)
        # Some libraries abort if they get no memory.
        is_aborted = outcome.code in ABORTS and outcome.injected and not outcome.caller
        # An import has no other code for want of memory.
        is_short = outcome.code == 4 and outcome.injected and "memory" in outcome.errors
        # Some jobs of a batch may be done and others not; a second process finds the record of the first.
        is_many = name == "batch" and outcome.code in (2, 3, 4, 5, 6, *STOPPED)
        codes = codes | {6} if name == "batch" and outcome.injected else codes
        if outcome.code not in codes and not is_aborted and not is_short:
            return f"exit code {outcome.code}: {outcome.errors[:300]!r}"
        lines = [line for line in outcome.errors.splitlines() if line]
        if outcome.code > 0 and outcome.code not in STOPPED and not (len(lines) >= 1 and lines[-1].startswith("svga: ")):
            return f"exit code {outcome.code} without a line that says why: {outcome.errors[:300]!r}"
        if is_crash:
            self.clean()
        found = self.files()
        left = [path for path in list(found) + list(self.files("tmp")) if ".svga-" in path]
        if left:
            return f"exit code {outcome.code}; temporary files: {', '.join(left[:3])}"
        if strange := [path for path in found if path not in reference.files and not changes_input]:
            return f"unexpected files: {', '.join(strange[:3])}"
        if outcome.code == 0 and outcome.injected and self.draws_alike(name, found):
            return None
        states = set()
        for path, content in reference.files.items():
            now = found.get(path)
            old = None if name == "unpack" else OLD
            is_new = now == content or changes_input and now not in (None, OLD) and outcome.code == 0
            states.add("new" if is_new else "old" if now == old else "other")
        if "other" in states or (len(states) > 1 and not is_crash and not is_many):
            return f"exit code {outcome.code}; outputs: {', '.join(sorted(states))}"
        if outcome.code == 0 and "old" in states and not changes_input:
            return "exit code 0, but the output is the old one"
        if outcome.code == 0 and not changes_input and outcome.output != reference.output:
            return "exit code 0, but the standard output differs"
        return None

    def draws_alike(self, name, found):
        """Whether the output is an equal movie with other bytes: a step that makes it smaller may have got no memory."""
        if list(found) != ["a.svga"] or found["a.svga"] in (OLD, self.reference(name).files["a.svga"]):
            return False
        with open(f"{self.folder}/reference.svga", "wb") as file:
            file.write(self.reference(name).files["a.svga"])
        difference = run(
            [self.program, "diff", "--pixels", "--json", f"{self.folder}/reference.svga", f"{self.work}/out/a.svga"], keeps_output=True).output
        pixels = json.loads(difference or "{}").get("pixels")
        return bool(pixels) and (pixels["framesDiffering"] == 0 or pixels["worst"]["ssim"] >= MINIMUM_SSIM)

    def clean(self):
        """Another run in the same folders, which removes what the dead process left."""
        for part in ["out", "tmp"]:
            extra = f"{self.work}/{part}/next.png"
            check(
                self.program, "thumbnail", "-q", f"{ROOT}/samples/features/badge.svga", extra, env=dict(os.environ, TMPDIR=f"{self.work}/tmp"))
            os.remove(extra)
