"""The options of ``svga render`` as keyword arguments. ``make options`` writes this file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Tuple, TypedDict, Union


class DrawingOptions(TypedDict, total=False):
    """Those that no method names."""

    allow_missing: Optional[bool]
    """no error for a key that the movie does not have"""
    alpha: Optional[str]
    """mp4: color and alpha side-by-side or stacked"""
    alpha_scale: Optional[float]
    """the size of that alpha: 0.5 (default) to 1"""
    audio: Optional[Union[str, os.PathLike[str], Sequence[Any]]]
    """the movie's sound (default), none, or a file's"""
    audio_codec: Optional[str]
    """mov: aac, or pcm, which is exact"""
    bounce: Optional[bool]
    """forward, then back to the second frame, for a loop without a jump"""
    codec: Optional[str]
    """mp4: h264 or hevc; mov: prores or qtrle (exact)"""
    columns: Optional[int]
    """contact: frames in a row"""
    crop: Optional[Union[str, Iterable[float]]]
    """only this part of the canvas, in points"""
    dither: Optional[float]
    """gif: 0–1, default 0.3; above 0.5 also dithers alpha"""
    effort: Optional[int]
    """0 (fastest) to 6 (smallest), in most formats"""
    every: Optional[int]
    """every N-th frame only, each shown N times as long"""
    filter: Optional[str]
    """bilinear as players do, or best, the default below half size"""
    font: Optional[Union[str, os.PathLike[str], Sequence[Any]]]
    """a font for texts; the first that has a character is used"""
    fps: Optional[Union[float, str]]
    """frames a second: 25, 29.97, 30000/1001 (default: the movie's)"""
    frames: Optional[Union[int, str, Iterable[float]]]
    """some: 0,8,20-40,60-90:5 (default: all)"""
    frames_baked: Optional[bool]
    """html: hold all frames as exact pictures; much larger"""
    loop: Optional[int]
    """play N times, 0 for ever (default: 0 where the format repeats, else 1)"""
    matte: Optional[str]
    """gif: what soft edges blend into"""
    max_canvas_pixels: Optional[Union[int, str]]
    """pixels of the output (16mi)"""
    max_dashes: Optional[Union[int, str]]
    """dashes of one stroke (50000)"""
    max_decoded_bytes: Optional[Union[int, str]]
    """bytes of all decoded images (384mi)"""
    max_document_bytes: Optional[Union[int, str]]
    """memory for the protobuf or JSON document (128mi)"""
    max_entries: Optional[Union[int, str]]
    """entries in a ZIP (10000)"""
    max_frames: Optional[Union[int, str]]
    """frames of the movie (100000)"""
    max_image_pixels: Optional[Union[int, str]]
    """pixels of one image (64mi)"""
    max_images: Optional[Union[int, str]]
    """images and sounds (10000)"""
    max_inflated_bytes: Optional[Union[int, str]]
    """bytes after inflating, all entries together (96mi)"""
    max_input_bytes: Optional[Union[int, str]]
    """bytes of the file itself (128mi)"""
    max_key_bytes: Optional[Union[int, str]]
    """bytes of one key (65536)"""
    max_memory: Optional[Union[int, str]]
    """bytes of memory of drawing and encoding (1gi)"""
    max_path_segments: Optional[Union[int, str]]
    """segments of all distinct paths (4000000)"""
    max_size: Optional[int]
    """sheet: pixels of a page's longest side (default 4096)"""
    max_sprite_frames: Optional[Union[int, str]]
    """frames of all sprites together (2000000)"""
    max_sprites: Optional[Union[int, str]]
    """sprites (10000)"""
    max_work: Optional[Union[int, str]]
    """work of painting a frame, in 0.2 ns of a core (8000000000)"""
    no_system_fonts: Optional[bool]
    """only fonts of "font": the same pixels everywhere"""
    only: Optional[Union[str, Sequence[Any]]]
    """only the sprites of this key"""
    player: Optional[str]
    """as ios, android, web, web-lite or flutter draws it"""
    quality: Optional[int]
    """0 to 100; not for png, apng, y4m, rgba, sheet, wav"""
    reverse: Optional[bool]
    """the last frame first"""
    scale: Optional[float]
    """pixels per point (default 1)"""
    set_value: Optional[Union[str, Mapping[str, Any], Sequence[Any]]]
    """Lottie: a color or number, '**.Color=#f00'"""
    speed: Optional[float]
    """2 plays twice as fast"""
    strict: Optional[bool]
    """treat warnings as errors"""
    target_size: Optional[Union[float, str]]
    """at most this large: 500k, 2m (k is 1000 bytes)"""
    threads: Optional[int]
    """default: one for each processor"""
    timeout: Optional[float]
    """stop after so long, with exit code 4 and nothing half written"""
    vapx: Optional[Union[str, Sequence[Any]]]
    """with "alpha": what the app fills in; may be repeated"""
    vars: Optional[Union[str, os.PathLike[str], Sequence[Any]]]
    """all of it as JSON, for programs; - is standard input"""


class SceneOptions(DrawingOptions, total=False):
    """Of :meth:`Movie.scene`."""

    format: Optional[str]
    """overrides OUT's extension; the help on encoding"""
    frame: Optional[int]
    """one frame, counted from 0"""


class RenderOptions(DrawingOptions, total=False):
    """Of :meth:`Movie.render`."""

    background: Any
    hide: Any
    set_image: Any
    set_text: Any
    size: Any
    text_style: Any


class BytesOptions(RenderOptions, total=False):
    """Of :meth:`Movie.export_bytes`."""

    frame: Optional[int]
    """one frame, counted from 0"""


class ExportOptions(BytesOptions, total=False):
    """Of :meth:`Movie.export`."""

    format: Optional[str]
    """overrides OUT's extension; the help on encoding"""
