"""What the last `swift build` did, read from its plan (.build/release.yaml): for programs that ask the compiler about modules which it has compiled."""

import json
import re
import sys

# Arguments for outputs, which a question to the compiler does not have.
WITHOUT_VALUE = {
    "-emit-dependencies", "-emit-module", "-incremental", "-c", "-parseable-output", "-emit-objc-header", "-serialize-diagnostics",
    "-emit-const-values", "-whole-module-optimization", "-enable-batch-mode", "-Onone", "-O", "-g", "-gnone", "-no-emit-module-separately-wmo"}
WITH_VALUE = {
    "-emit-objc-header-path", "-emit-module-path", "-output-file-map", "-index-store-path", "-num-threads", "-index-file-path"}


def _commands(build):
    try:
        with open(f".build/{build}.yaml", encoding="utf-8") as plan:
            for line in plan:
                found = re.match(r"\s*args: (\[.*\])", line)
                if found:
                    yield json.loads(found.group(1))
    except FileNotFoundError:
        sys.exit(f".build/{build}.yaml is missing: swift build makes it")


def compiler(module, build="release"):
    """The command that compiled a module."""
    for command in _commands(build):
        if "-emit-module-path" in command and module in command and command[command.index(module) - 1] == "-module-name":
            return command
    sys.exit(f".build/{build}.yaml has no module {module}: swift build makes it")


def question(module, build="release"):
    """The compiler and its arguments for a module, without its files and its outputs."""
    command = compiler(module, build)
    kept, position = [command[0]], 1
    while position < len(command):
        word = command[position]
        if word == "-Xcc":
            kept += command[position:position + 2]
            position += 2
        elif word in WITH_VALUE:
            position += 2
        else:
            if not (word in WITHOUT_VALUE or re.match(r"-j\d+$", word) or word.startswith("@") or word.endswith(".swift")):
                kept.append(word)
            position += 1
    return kept


def imports(module, build="release"):
    """The arguments by which a module finds what it imports."""
    words = question(module, build)
    kept, position = [], 1
    while position < len(words):
        pair = words[position] in ("-I", "-Xcc")
        if pair or words[position].startswith("-I"):
            kept += words[position:position + 1 + pair]
        position += 1 + pair
    return kept


def objects(module, build="release"):
    """The object files of a module."""
    command = compiler(module, build)
    with open(command[command.index("-output-file-map") + 1], encoding="utf-8") as file:
        return [outputs["object"] for source, outputs in json.load(file).items() if source]


def linker(product, build="release"):
    """The arguments that link a program: the list of its objects, and libraries."""
    for command in _commands(build):
        if "-emit-executable" in command and "-o" in command and command[command.index("-o") + 1].endswith("/" + product):
            return command
    sys.exit(f".build/{build}.yaml has no program {product}: swift build makes it")
