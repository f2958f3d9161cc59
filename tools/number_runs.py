"""Runs the cases of `tools/numbers`: each command in a process of its own, or all of them in the process of the test bundle."""

import dataclasses
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time

from measure import Limits, run

LIMITS = Limits(seconds=10, megabytes=float("inf"))
SUITE = "CommandListTests"
"""The suite of the bundle that calls the command for each case."""
CASES_IN_A_PROCESS = 250
HANG_SECONDS = 120
"""Elapsed seconds of one case until the process is ended."""


@dataclasses.dataclass(frozen=True)
class Ended:
    """A case that was run. It has what `measure.Run` has for a process."""

    codes: list
    seconds: float
    line: str
    problem: str | None


def run_cases(bundle, folder, cases):
    """Runs cases, given as (folder, command lines), in their order. Yields an `Ended` for each.

    A case during which the process ends has a problem; the cases after it are run in another process.
    """
    left = list(cases)
    while left:
        list_file, result_file = os.path.join(folder, "list"), os.path.join(folder, "results")
        with open(list_file, "w", encoding="utf-8") as stream:
            stream.writelines("\x1e".join([place, *("\x1f".join(words) for words in commands)]) + "\n" for place, commands in left)
        open(result_file, "w", encoding="utf-8").close()
        environment = dict(os.environ, SVGA_COMMAND_LIST=list_file, SVGA_COMMAND_RESULTS=result_file)
        with open(os.path.join(folder, "output"), "wb") as output:
            process = subprocess.Popen(
                [bundle, "--testing-library", "swift-testing", "--filter", SUITE], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=environment, start_new_session=True)
            is_hanging = wait(process, result_file)
        with open(result_file, encoding="utf-8", errors="replace") as stream:
            lines = [line.rstrip("\n").split("\t") for line in stream]
        ended = [fields for fields in lines if len(fields) > 1]
        for fields in ended:
            yield Ended([int(code) for code in fields[1].split(",")], float(fields[2]), fields[3], None)
        left = left[len(ended):]
        if left:
            if len(lines) == 2 * len(ended):
                raise RuntimeError(f"{bundle} did not run {SUITE}: exit code {process.returncode}")
            problem = "hang" if is_hanging else f"crash: signal {-process.returncode}" if process.returncode < 0 else f"crash: exit code {process.returncode}"
            yield Ended([process.returncode], 0, "", problem)
            left = left[1:]


def wait(process, result_file):
    """Waits for the end of the process. Returns whether it was ended because its results did not grow."""
    size, changed = -1, time.monotonic()
    while process.poll() is None:
        time.sleep(0.02)
        now = os.path.getsize(result_file)
        if now != size:
            size, changed = now, time.monotonic()
        if time.monotonic() - changed > HANG_SECONDS:
            process.kill()
            process.wait()
            return True
    return False


def fault(result):
    """What is wrong with a run, or None."""
    if problem := result.problem(LIMITS, range(7)):
        return problem
    if result.code > 1 and not result.errors.startswith("svga: ") and "\nsvga: " not in result.errors:
        return f"exit code {result.code} without a line"
    return None


def make_files(case, folder, common):
    """Writes the files of a case, and returns its command lines as words."""
    for name, content in case.files.items():
        if isinstance(content, str):
            shutil.copytree(content, os.path.join(folder, name))
    for name, content in case.files.items():
        if isinstance(content, bytes):
            with open(os.path.join(folder, name), "wb") as stream:
                stream.write(content)
    for name in ("good.svga", "photo.png"):
        os.symlink(os.path.join(common, name), os.path.join(folder, name))
    if "{jobs}" in case.command:
        with open(os.path.join(folder, "jobs.jsonl"), "w", encoding="utf-8") as stream:
            movie = "in.svga" if "in.svga" in case.files else "good.svga"
            stream.write("".join(json.dumps({"input": movie, "output": output, **more}) + "\n" for output, more in [
                ("a.png", {"frame": 0, "size": "20x0"}), ("b.gif", {"max-canvas-pixels": 1000000, "max-frames": 100}), ("c.png", {"frame": 0, "set-text": {"photo": "A"}})]))
    names = {"{in}": "in.svga", "{good}": "good.svga", "{photo}": "photo.png", "{sound}": os.path.join(common, "sound.mp3"), "{out}": "out", "{jobs}": "jobs.jsonl",
             "{lottie}": os.path.join(common, "good.json"), "{budget}": os.path.join(common, "budget.json")}
    return [[re.sub(r"\{\w+\}", lambda found: names[found.group()], word) for word in command.split()] for command in case.command.split(" && ")]


def keep_case(case, folder, keep, words, problem, errors):
    """Copies the files of a case with a problem. Returns the problem with their place."""
    kept = os.path.join(keep, f"{abs(hash(case.name)) % 10**10}")
    shutil.copytree(folder, kept, symlinks=False, dirs_exist_ok=True)
    with open(os.path.join(kept, "command"), "w", encoding="utf-8") as stream:
        stream.write(f"{case.name}\nsvga {shlex.join(words)}\n{problem}\n{errors}")
    return f"{problem} ({kept})"


def attempt(task):
    """Runs cases, each command in a process. A list of (name, command, exit codes, seconds, problem)."""
    cases, given, common = task
    results = []
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="numbers-") as folder:
            ends, problem, longest = [], None, 0
            for words in make_files(case, folder, common):
                result = run([given.svga] + words, cwd=folder, limits=LIMITS)
                ends.append(result.code)
                longest = max(longest, result.seconds)
                problem = fault(result)
                if problem or result.code != 0:
                    break
            if problem:
                problem = keep_case(case, folder, given.keep, words, problem, result.errors)
        results.append((case.name, case.command.split()[0], ends, longest, problem))
    return results


def attempt_in_bundle(task):
    """The same in the process of the test bundle."""
    cases, given, common = task
    results = []
    with tempfile.TemporaryDirectory(prefix="numbers-") as folder:
        places = []
        for index, case in enumerate(cases):
            place = os.path.join(folder, str(index))
            os.mkdir(place)
            places.append((place, make_files(case, place, common)))
        for case, (place, commands), ended in zip(cases, places, run_cases(given.bundle, folder, places)):
            problem = ended.problem
            if not problem and ended.seconds > LIMITS.seconds:
                problem = f"slow: {ended.seconds:.1f} s"
            if not problem and ended.codes[-1] > 6:
                problem = f"exit code {ended.codes[-1]}"
            if not problem and ended.codes[-1] > 1 and not ended.line:
                problem = f"exit code {ended.codes[-1]} without a line"
            if problem:
                problem = keep_case(case, place, given.keep, commands[min(len(ended.codes), len(commands)) - 1], problem, ended.line)
            results.append((case.name, case.command.split()[0], ended.codes, ended.seconds, problem))
            shutil.rmtree(place, ignore_errors=True)
    return results
