"""The C libraries in Python's wheels: which ones, from where, and what they need. ci/wheel, ci/wheel-libraries and ci/third-party share it."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What ci/wheel-libraries makes.
BUILT = ROOT / ".build" / "wheel-libraries" / "lib"
# Of the C library and the compiler's: on every Linux. Others on manylinux' list, such as X11's and GLib's, are not on a small one.
SYSTEM = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|mvec|gcc_s|stdc\+\+|crypt))\.so")
# Loaded by parts of `svga` that Python has not: the preview, terminals. Those for images at URLs and for SVG stills are the system's.
UNUSED = {"sixel", "microhttpd", "nettle", "curl", "rsvg"}
# In the wheel svga-codecs: AVIF, JPEG XL and video.
CODECS = {"aom", "jxl", "libav"}
FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


@dataclass(frozen=True)
class Rebuilt:
    """A library that is built again from Debian's source package, for an older C library or without parts that SVGA does not use."""

    source: str
    """The source package."""
    needs: frozenset[str]
    """The libraries that it needs, but for those of every Linux."""


_GLIB = "libglib-2.0.so.0"
REBUILT: dict[str, Rebuilt] = {
    # Without arc4random_buf of glibc 2.36.
    "libexpat.so.1": Rebuilt("expat", frozenset()),
    # Without OpenSSL, for encrypted entries, which an SVGA never has.
    "libzip.so.4": Rebuilt("libzip", frozenset({"libz.so.1", "libbz2.so.1.0"})),
    # Without X11, and without writers of PDF, PostScript and SVG.
    "libcairo.so.2": Rebuilt(
        "cairo", frozenset({"libpixman-1.so.0", "libfontconfig.so.1", "libfreetype.so.6", "libpng16.so.16", "libz.so.1"})),
    "libfreetype.so.6": Rebuilt("freetype", frozenset({"libpng16.so.16", "libz.so.1", "libbrotlidec.so.1"})),
    "libfontconfig.so.1": Rebuilt("fontconfig", frozenset({"libexpat.so.1", "libfreetype.so.6"})),
    "libharfbuzz.so.0": Rebuilt("harfbuzz", frozenset({_GLIB, "libfreetype.so.6", "libgraphite2.so.3"})),
    "libwebp.so.7": Rebuilt("libwebp", frozenset()),
    "libwebpdemux.so.2": Rebuilt("libwebp", frozenset({"libwebp.so.7"})),
    # Without libmount and SELinux.
    _GLIB: Rebuilt("glib2.0", frozenset({"libpcre2-8.so.0"})),
    "libgobject-2.0.so.0": Rebuilt("glib2.0", frozenset({_GLIB, "libffi.so.8"})),
    "libgmodule-2.0.so.0": Rebuilt("glib2.0", frozenset({_GLIB})),
    "libgio-2.0.so.0": Rebuilt("glib2.0", frozenset({_GLIB, "libgobject-2.0.so.0", "libgmodule-2.0.so.0", "libz.so.1"})),
    # The binary of the older Debian: GCC's source is too large for this.
    "libgomp.so.1": Rebuilt("libgomp1", frozenset()),
    # Only the formats that SVGA reads and writes, without devices, networks and other programs' formats.
    "libavutil.so.57": Rebuilt("ffmpeg", frozenset()),
    "libswresample.so.4": Rebuilt("ffmpeg", frozenset({"libavutil.so.57"})),
    "libswscale.so.6": Rebuilt("ffmpeg", frozenset({"libavutil.so.57"})),
    "libavcodec.so.59": Rebuilt(
        "ffmpeg", frozenset(
            {"libavutil.so.57", "libswresample.so.4", "libvpx.so.7", "libdav1d.so.6", "libmp3lame.so.0", "libopus.so.0", "libx264.so.164",
             "libx265.so.199", "libz.so.1"})),
    "libavformat.so.59": Rebuilt("ffmpeg", frozenset({"libavcodec.so.59", "libavutil.so.57", "libz.so.1"})),
}


def run(*words: "str | Path") -> str:
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, text=True).stdout


def loaded_later(codecs: bool) -> set[str]:
    """The files that libsvga loads by name, read from the table in CSVGALoader.

    codecs: whether those of the wheel svga-codecs, else those of the wheel svga.
    """
    table = (ROOT / "Sources" / "CSVGALoader" / "Libraries.c").read_text()
    names = set()
    for block in re.split(r"#define SVGA_NAME ", table)[1:]:
        library = block.split()[0]
        if library in UNUSED or (library in CODECS) != codecs:
            continue
        names.update(re.findall(r'"(lib[\w.+-]+\.so\.\d+)"', block))
        names.update(f"lib{name}.so" for name in re.findall(r'SVGA_LIBAV\("(\w+)"', block))
        if library == "jxl":
            names.add("libjxl.so")
    return names


def installed() -> dict[str, Path]:
    """The libraries of this machine, by name."""
    found: dict[str, Path] = {}
    for line in run("/sbin/ldconfig", "-p").splitlines():
        match = re.match(r"\s+(\S+) \(libc6,x86-64.*\) => (\S+)", line) or re.match(r"\s+(\S+) \(libc6,AArch64.*\) => (\S+)", line)
        if match:
            found.setdefault(match[1], Path(match[2]))
    return found


def entries(path: Path, kind: str) -> list[str]:
    """Names in the dynamic section of a file: of NEEDED libraries, or its own SONAME."""
    return re.findall(rf"\({kind}\).*\[(.*)\]", run("readelf", "--dynamic", "--wide", path))


def bundled(library: Path, codecs: bool) -> dict[str, Path]:
    """What a library may load and what that needs, but for what every Linux has: the files of this machine, by the names that are asked for.

    codecs: those of the wheel svga-codecs; small ones are in both.
    """
    known = installed()
    system = known.get("libc.so.6", Path("/lib/x")).parent
    waiting = [] if codecs else entries(library, "NEEDED")
    for name in sorted(loaded_later(codecs)):
        if name not in known:
            # Of two names of one library the one that is here.
            continue
        # Without a number: that of the headers, which is that of the one that is installed.
        waiting.append(name if re.search(r"\.so\.\d", name) else Path(os.path.realpath(known[name])).name)
    found: dict[str, Path] = {}
    done = set()
    while waiting:
        name = waiting.pop()
        if name in done or SYSTEM.match(name):
            continue
        done.add(name)
        if name not in known and not (system / name).exists():
            sys.exit(f"wheel: {name} is not here")
        source = Path(os.path.realpath(known.get(name, system / name)))
        soname = (entries(source, "SONAME") or [name])[0]
        if soname not in found:
            found[soname] = source
            waiting += sorted(REBUILT[soname].needs) if soname in REBUILT else entries(source, "NEEDED")
    return found


def file_of(soname: str, source: Path) -> Path:
    """The file that goes into a wheel: what ci/wheel-libraries has built, or Debian's."""
    return BUILT / soname if soname in REBUILT else source


def missing_builds(sonames: "set[str] | dict[str, Path]") -> list[str]:
    """The libraries that ci/wheel-libraries has not built."""
    return sorted(soname for soname in sonames if soname in REBUILT and not (BUILT / soname).exists())
