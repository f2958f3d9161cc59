"""One step for each option of the tab "Edit", and what `svga preview` copies for it: command lines, Python and Swift.

`test_edit_lines.py` runs the command lines and the Python. `ci/client` compiles and runs the Swift.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("SVGA_COMMAND", str(ROOT / ".build" / "release" / "svga"))
INPUT = "gift.svga"
OUTPUT = "gift-edited.svga"
PHOTO = "my photo's.jpg"
# What the steps read, and where it comes from.
FILES = {INPUT: "features/gift-sound.svga", PHOTO: "photo.jpg", "chime.mp3": "sources/chime.mp3", "other.svga": "features/badge.svga"}


def step(*options: dict[str, Any], command: str = "edit") -> dict[str, Any]:
    return {"command": command, "options": list(options)}


def edit(name: str, value: Any = None, key: str | None = None) -> dict[str, Any]:
    return step({"name": name, "value": value, "key": key})


def steps(files: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """The steps by a name. `files` are the names of uploads."""
    photo = {"file": files[PHOTO], "fit": "cover", "mask": "round:12", "density": "2"}
    style = {"size": 24, "italic": True, "outline": "#000/2", "color": "#ffd84d"}
    named = {"name": "set-text", "key": "name", "value": "林小雨's \"name\"\\n"}
    single = {
        "set-image": edit("set-image", photo, "user1"),
        "set-text": step(named, {"name": "text-style", "key": "name", "value": style}),
        "text-style": step({**named, "value": "-x=y"}, {"name": "text-style", "key": "name", "value": "shadow:#0008/1/2/3,align:leading"}),
        "hide": edit("hide", "ring"), "rename": edit("rename", "face", "user1"), "delete": edit("delete", "crown"),
        "remove-sprites": edit("remove-sprites", "3,5"), "reorder": edit("reorder", "ring=below:crown"), "trim": edit("trim", "10-60"),
        "set-fps": edit("set-fps", 20), "loop-section": edit("loop-section", "10-20x2"), "canvas": edit("canvas", "800x800+25-5.5"),
        "crop": edit("crop", "0,0,600.5x600"), "scale": edit("scale", 0.5), "canvas-color": edit("canvas-color", "#224c"),
        "remove-audio": edit("remove-audio"), "duplicate": edit("duplicate", "crown,as=crown2"), "opacity": edit("opacity", "3,5-9=0.25"),
        "offset": edit("offset", "crown=-12,7.5"), "retime": edit("retime", "10-39=50,ease-in-out"),
        "set-audio": edit("set-audio", {"file": files["chime.mp3"]}, "bell"), "audio-start": edit("audio-start", "audio_chime=20"),
        "audio-volume": edit("audio-volume", "audio_chime=0.5"), "merge": edit("merge", {"file": files["other.svga"], "at": 10}),
    }
    lists = {name: [one] for name, one in single.items()}
    lists["merge-append"] = [edit("merge", {"file": files["other.svga"]})]
    lists["chain"] = [
        single["rename"], edit("trim", "0-50"), step({"name": "quality", "value": "70"}, {"name": "rename-keys"}, command="optimize"),
        edit("trim", "0-40"), single["offset"],
    ]
    lists["optimize"] = [step(command="optimize")]
    lists["fix"] = [edit("set-fps", 24), step({"name": "for", "value": "ios,web"}, command="fix")]
    return lists


def page_options() -> set[str]:
    """The options of `svga edit` that the page may set, from the sources."""
    text = (ROOT / "Sources/SVGATasks/Change/EditTask.swift").read_text()
    found = re.search(r"pageNames: Set<String> = \[(.*?)\]", text, re.S)
    return set(re.findall(r'"([a-z-]+)"', found.group(1) if found else ""))


class Preview:
    """A running preview of a folder with the files of the steps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        place(folder)
        words = [COMMAND, "preview", str(folder / INPUT), "--port", "0", "--deadline", "600"]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        found = None
        while found is None:
            line = self._process.stdout.readline()
            if not line:
                raise AssertionError("svga preview has ended")
            found = re.search(r"http://\S+/", line)
        self._address = found.group()
        (movie,) = json.loads(self._ask("movies"))["movies"]
        self._movie = movie["id"]
        self._files = {name: self._upload(name) for name in FILES if name != INPUT}
        self.steps = steps(self._files)
        self._copied: dict[str, tuple[dict[str, Any], bytes]] = {}

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(300)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _ask(self, path: str, body: bytes | None = None) -> bytes:
        request = urllib.request.Request(f"{self._address}api/{path}", data=body)
        with urllib.request.urlopen(request, timeout=300) as answer:
            content: bytes = answer.read()
        return content

    def _upload(self, name: str) -> str:
        query = urllib.parse.urlencode({"name": name, "for": "edit"})
        return str(json.loads(self._ask(f"uploads?{query}", (self.folder / name).read_bytes()))["file"])

    def copied(self, name: str) -> tuple[dict[str, Any], bytes]:
        """What the page copies for steps, and the file that it saves. Tests that ask for the same steps share the answer."""
        if name not in self._copied:
            self._copied[name] = self._copy(name)
        return self._copied[name]

    def _copy(self, name: str) -> tuple[dict[str, Any], bytes]:
        names = {file: name for name, file in self._files.items()}
        order = {"page": name, "movie": self._movie, "steps": self.steps[name], "names": names, "isFinal": True, "allowsPlayerFindings": True}
        while True:
            answer: dict[str, Any] = json.loads(self._ask("edits", json.dumps(order).encode()))
            if not answer["isRunning"]:
                break
        if answer["failure"]:
            raise AssertionError(f"{name}: {answer['failure']}")
        return answer, self._ask(f"edits/{answer['movie']['id']}/file")


def place(folder: Path) -> None:
    """Copies the files of the steps into a folder."""
    for name, source in FILES.items():
        shutil.copyfile(ROOT / "samples" / source, folder / name)
