"""A movie is edited on the page of `svga preview` from the first picture to the saved file. For tools/drive-editor."""

import json
import math
import os
import shutil
import struct
import subprocess
import tempfile
import types
import wave
from pathlib import Path

import web_frames
from measure import ROOT, check, read_json
from person import Person, Preview
from web_pages import Browser

SAMPLES = Path(ROOT, "samples")
GIFT = SAMPLES / "features/gift-sound.svga"
PLAYBACK = "document.querySelector('[data-test=player]')?.playback"
PANEL = "document.querySelector('[data-test=edit-panel]')"


class Drive:
    """One person who edits one movie."""

    def __init__(self, person, svga, folder):
        self.person, self.svga, self.folder = person, svga, folder
        self.seen = []

    def say(self, text):
        self.seen.append(text)

    def expect(self, is_right, text):
        if not is_right:
            raise AssertionError(text)
        self.say(text)

    def steps(self):
        return self.person.count("[data-test=edit-step]")

    def wait_for_steps(self, count):
        """Waits until there are so many steps, and all are applied without a fault."""
        self.person.wait(f"document.querySelectorAll('[data-test=edit-step]').length === {count}")
        self.person.wait("!document.querySelector('.edit-status .spinner, [data-test=before-after] .spinner, [data-test=before-after] [aria-busy]')")
        failed = self.person.text(".edit-step.failed")
        if failed:
            raise AssertionError(f"a step fails: {failed}")

    def add(self, action, fill=(), choose=(), attach=(), before=None):
        """Adds a step by its form."""
        count = self.steps()
        self.person.click(f"[data-test=action-{action}]")
        for field, value in choose:
            self.person.choose(f"[data-test=field-{field}]", value)
        for field, value in fill:
            self.person.fill(f"[data-test=field-{field}]", value)
        for field, path in attach:
            self.person.attach(f"[data-test=field-{field}]", path)
            self.person.wait(f"document.querySelector('[data-test=file-name]').textContent === {json.dumps(Path(path).name)}")
        if before:
            before()
        self.person.click("[data-test=apply-step]")
        self.wait_for_steps(count + 1)

    def shown(self):
        """The length and the size of the movie that the player shows."""
        return self.person.value(f"{PLAYBACK} ? [{PLAYBACK}.frames, document.querySelector('[data-test=facts]').textContent] : null")


def make_files(folder):
    """The movie, a picture, and a sound that no player plays."""
    shutil.copy(GIFT, folder / "gift.svga")
    shutil.copy(SAMPLES / "photo.jpg", folder / "photo.jpg")
    with wave.open(str(folder / "tone.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22050)
        file.writeframes(b"".join(struct.pack("<h", round(9000 * math.sin(number / 8))) for number in range(22050)))


def personalize(drive):
    """A picture and a name of the tab Keys become steps."""
    person = drive.person
    person.click("[data-key=user1]")
    person.attach(".key-item:has([data-key=user1]) [data-test=picture-file]", drive.folder / "photo.jpg")
    person.see(".key-item.set [data-key=user1]")
    person.click("[data-key=name]")
    field = ".key-item:has([data-key=name]) [data-test=text]"
    person.see(field)
    person.fill(field, "林小雨")
    person.wait("document.querySelectorAll('.key-item.set').length === 2")
    person.click("[data-test=tab-edit]")
    person.click("[data-test=make-permanent]")
    drive.wait_for_steps(2)
    drive.say("picture and name permanent")


def crop(drive):
    """A crop by its handles, which is changed by its handles again."""
    person = drive.person

    def drag():
        person.see("[data-test=area-right]")
        person.drag("[data-test=area-right]", -40, 0)
        person.drag("[data-test=area-bottom]", 0, -30)

    drive.add("crop", before=drag)
    first = person.text(".edit-step:last-child .edit-step-text")
    person.click(".edit-step:last-child .edit-step-open")
    person.see("[data-test=area-right]")
    person.drag("[data-test=area-right]", 10, 0)
    person.click("[data-test=apply-step]")
    drive.wait_for_steps(4)
    changed = person.text(".edit-step:last-child .edit-step-text")
    drive.expect(first != changed, f"crop by handles: {first}, then {changed}")


def replace_on_disk(drive):
    """The file changes in the middle: nothing is lost, both pictures are shown, and the steps go on with the new file."""
    person = drive.person
    other = drive.folder / "other.svga"
    check(drive.svga, "edit", drive.folder / "gift.svga", "-o", other, "--canvas-color", "#3366cc", "-q", "--force")
    before = drive.steps()
    os.replace(other, drive.folder / "gift.svga")
    person.see("[data-test=edit-conflict]")
    person.wait("[...document.querySelectorAll('[data-test=edit-conflict] img')].filter((image) => image.complete && image.naturalWidth > 0).length === 2")
    drive.expect(drive.steps() == before, "file replaced on disk: steps kept, both pictures shown")
    person.click("[data-test=edit-conflict] .button")
    person.wait("!document.querySelector('[data-test=edit-conflict]')")
    drive.wait_for_steps(before)


def undo_and_redo(drive):
    """Back to the file and forward to the last step, by the buttons and by the keyboard."""
    person, count = drive.person, drive.steps()
    wanted = drive.shown()
    undone = 0
    while not person.value("document.querySelector('[data-test=undo]').disabled"):
        person.click("[data-test=undo]")
        undone += 1
    drive.wait_for_steps(0)
    for number in range(undone):
        if number % 2:
            person.value("document.querySelector('[data-test=redo]').focus()")
            person.press("z", "Control", "Shift")
        else:
            person.click("[data-test=redo]")
    drive.wait_for_steps(count)
    person.wait(f"JSON.stringify([{PLAYBACK}?.frames, document.querySelector('[data-test=facts]')?.textContent]) === {json.dumps(json.dumps(wanted, ensure_ascii=False, separators=(',', ':')))}")
    drive.say(f"{undone} changes undone and redone")


def save(drive):
    """The downloaded file, and that of the copied command lines and of the copied Python."""
    person = drive.person
    person.click("[data-test=edit-copy]")
    person.see("[data-test=edit-command]")
    command = person.text("[data-test=edit-command]")
    swift = person.value("document.querySelector('[data-test=edit-swift]')?.textContent ?? ''")
    drive.expect("MovieRepair(" in swift, "the repair is copied as Swift")
    person.press("Escape")
    person.click("[data-test=edit-save]")
    person.see("[data-test=save-name]")
    person.fill("[data-test=save-name]", "saved.svga")
    person.click("[data-test=save-download]")
    person.wait("!document.querySelector('[data-test=save-name]') || document.querySelector('[data-test=dialog] .edit-problem:not([hidden])')")
    problem = person.text("[data-test=dialog] .edit-problem:not([hidden])")
    if problem:
        raise AssertionError(f"the page does not save: {problem}")
    saved = person.downloaded("saved.svga")
    (drive.folder / "saved.svga").write_bytes(saved)
    drive.say(f"saved {len(saved)} bytes")
    environment = {**os.environ, "PATH": f"{Path(drive.svga).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-ec", command], cwd=drive.folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"the copied line ends with {done.returncode}: {done.stderr}")
    drive.expect((drive.folder / "gift-edited.svga").read_bytes() == saved, "the copied svga edit line writes the same bytes")


def look_at_saved(drive, browser_name):
    """The saved file in svga validate and in svga.js."""
    saved = drive.folder / "saved.svga"
    report = json.loads(subprocess.run(
        [drive.svga, "validate", saved, "--player", "web,ios", "--json"], stdout=subprocess.PIPE, check=False).stdout)
    report = report["files"][0] if "files" in report else report
    worst = [finding["code"] for finding in report["findings"] if finding["severity"] == "error"]
    verdicts = {player["player"]: player["result"] for player in report["players"]}
    drive.expect(not worst, f"svga validate: {report['errors']} errors, {report['warnings']} warnings; {verdicts}")
    facts = read_json(drive.svga, "inspect", saved, "--json")
    drive.expect(any(image["key"] == "avatar" for image in facts["images"]), f"inspect: {facts['frames']} frames, the key is renamed")
    options = types.SimpleNamespace(svga=drive.svga, every=7, keep=None)
    with Browser(browser_name) as browser, tempfile.TemporaryDirectory() as folder:
        browser.harness()
        result = web_frames.compared(browser, options, saved, folder)
    drive.expect(not isinstance(result, str) and result[0] >= web_frames.MINIMUM_SSIM, f"svga.js: {result}")


def write(drive):
    """With --write, the file is replaced, and the old one stays beside it."""
    old = (drive.folder / "gift.svga").read_bytes()
    drive.person.click("[data-test=edit-write]")
    drive.person.wait("document.querySelectorAll('[data-test=edit-step]').length === 0")
    drive.expect((drive.folder / "gift.svga").read_bytes() == (drive.folder / "saved.svga").read_bytes()
                 and (drive.folder / "gift.svga.bak").read_bytes() == old, "saved in place with a backup")


def drive_through(name, svga):
    """What a person has seen, and the fault or None."""
    with tempfile.TemporaryDirectory() as root, Person(name) as person:
        folder = Path(root)
        make_files(folder)
        drive = Drive(person, svga, folder)
        try:
            with Preview(svga, folder / "gift.svga", "--write") as preview:
                person.open(preview.address)
                person.see("[data-test=key-row]")
                personalize(drive)
                drive.add("rename", fill=[("name", "avatar")], choose=[("key", "user1")])
                person.reload()
                drive.wait_for_steps(3)
                drive.say("reloaded: 3 steps kept")
                crop(drive)
                replace_on_disk(drive)
                drive.add("trim", fill=[("first", "6"), ("last", "75")])
                drive.add("sound", fill=[("soundKey", "audio_chime")], attach=[("soundFile", folder / "tone.wav")])
                drive.add("fix", before=lambda: fix_for_web_and_ios(person))
                drive.expect(drive.shown()[0] == 70, "trimmed to 70 frames")
                undo_and_redo(drive)
                save(drive)
                write(drive)
                faults = person.faults()
                drive.expect(not faults, f"{len(faults)} errors of scripts {faults}")
            look_at_saved(drive, name)
        except AssertionError as fault:
            return drive.seen, str(fault)
    return drive.seen, None


def fix_for_web_and_ios(person):
    """The form begins with iOS and Android."""
    for position in (2, 3):
        person.click(f"[data-test=form-fix] .chip:nth-child({position})")
    names = person.value("[...document.querySelectorAll('[data-test=form-fix] .chip[aria-pressed=true]')].map((chip) => chip.textContent).join()")
    if names != "iOS,Web":
        raise AssertionError(f"the form of the repair has {names}")
