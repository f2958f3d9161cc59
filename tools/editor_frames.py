"""How soon the page of `svga preview` shows a movie, and whether it drops frames at 60 a second. For tools/drive-editor."""

import time
from pathlib import Path

from editor_steps import PLAYBACK
from person import Person, Preview

MAXIMUM_SECONDS = 1
RATE = 60
PLAYED_SECONDS = 4
# The page marks the time, in milliseconds from the start of the navigation.
FIRST_FRAME = "performance.getEntriesByName('first-frame')[0]"


def look(person, svga, path):
    """A dictionary of what one file shows: seconds until its first picture, and the counts of frames of the played seconds."""
    start = time.monotonic()
    with Preview(svga, path) as preview:
        started = time.monotonic() - start
        person.open(preview.address)
        person.wait(f"{FIRST_FRAME} && {PLAYBACK}")
        first = person.value(f"{FIRST_FRAME}.startTime") / 1000
        facts = person.value(f"({{ fps: {PLAYBACK}.rate, frames: {PLAYBACK}.frames }})")
        if facts["frames"] < 2:
            return {**facts, "start": started, "first": first, "shown": 0, "dropped": 0, "late": 0}
        person.value(f"{PLAYBACK}.pause(), {PLAYBACK}.set({{ speed: {RATE} / {PLAYBACK}.rate }}), {PLAYBACK}.play(), true")
        person.wait(f"{PLAYBACK}.statistics.shown > 0")
        time.sleep(PLAYED_SECONDS)
        return {**facts, "start": started, "first": first, **person.value(f"({{ ...{PLAYBACK}.statistics }})")}


def drive_frames(name, svga, files):
    """Prints a line for each file with a fault and a summary, and returns the faults."""
    rows, faults = [], []
    with Person(name) as person:
        for path in files:
            row = look(person, svga, path)
            rows.append(row)
            text = f"{Path(path).name}: first picture after {row['first']:.2f} s, {row['dropped']} of {row['shown'] + row['dropped']} frames dropped"
            if row["start"] + row["first"] > MAXIMUM_SECONDS or row["dropped"]:
                faults.append(f"{name}: {text}")
    seconds = sorted(row["start"] + row["first"] for row in rows)
    played = sum(row["shown"] + row["dropped"] for row in rows)
    load = Path("/proc/loadavg").read_text().split()[0]
    print(f"  {name}: {len(rows)} files, first picture after {seconds[len(seconds) // 2]:.2f} s (median) to {seconds[-1]:.2f} s, start of the server included; "
          f"{sum(row['dropped'] for row in rows)} of {played} frames dropped, {sum(row['late'] for row in rows)} late, at {RATE} a second; load {load}", flush=True)
    return faults
