"""The options of ``svga render`` as keyword arguments. ``make options`` writes this file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Tuple, TypedDict, Union


class DrawingOptions(TypedDict, total=False):
    """Those that no method names."""

    allow: Optional[str]
    """with "strict": permit warnings, such as SVGA403,SVGA404"""
    allow_missing: Optional[bool]
    """ignore keys that the movie does not have"""
    alpha: Optional[str]
    """mp4: add alpha beside the color: side-by-side or stacked"""
    alpha_scale: Optional[float]
    """scale of the alpha part, 0.5 (default) to 1"""
    audio: Optional[Union[str, os.PathLike[str], Sequence[Any]]]
    """keep the movie's sound (default), drop it, or use FILE"""
    audio_codec: Optional[str]
    """mov: aac (default) or pcm (lossless)"""
    bounce: Optional[bool]
    """play forward, then backward, so that a loop does not jump"""
    budget: Optional[Union[str, os.PathLike[str], Sequence[Any]]]
    """refuse a movie that exceeds these limits (the help on budget)"""
    codec: Optional[str]
    """mp4: h264 (default) or hevc; mov: prores (default) or qtrle"""
    columns: Optional[int]
    """contact: frames per row"""
    crop: Optional[Union[str, Iterable[float]]]
    """draw only this part of the canvas, in points"""
    dither: Optional[float]
    """gif: 0–1, default 0.3; above 0.5 also dithers alpha"""
    effort: Optional[int]
    """effort, 0 (fastest) to 6 (smallest), for most formats"""
    every: Optional[int]
    """keep every Nth frame, and show it N times as long"""
    filter: Optional[str]
    """bilinear (like players) or best (default below half size)"""
    fit: Optional[str]
    """other aspect ratio: contain (default), cover or fill (stretches)"""
    font: Optional[Union[str, os.PathLike[str], Sequence[Any]]]
    """a font for texts; each character uses the first that has it"""
    fps: Optional[Union[float, str]]
    """frames per second: 25, 29.97, 30000/1001 (default: the movie's)"""
    frames: Optional[Union[int, str, Iterable[float]]]
    """frames, such as 0,8,20-40,60-90:5 (default: all)"""
    frames_baked: Optional[bool]
    """html: store every frame as a lossless image; much larger"""
    gravity: Optional[str]
    """alignment of fit: center (default), top, bottom-right …"""
    loop: Optional[int]
    """play N times, or endlessly for 0 (default: 0 if the format loops, else 1)"""
    matte: Optional[str]
    """gif: the color that soft edges blend into"""
    max_canvas_pixels: Optional[Union[int, str]]
    """pixels of the output (16mi)"""
    max_dashes: Optional[Union[int, str]]
    """dashes of one stroke (50000)"""
    max_decoded_bytes: Optional[Union[int, str]]
    """bytes of all decoded images (384mi)"""
    max_document_bytes: Optional[Union[int, str]]
    """bytes of memory for the protobuf or JSON document (128mi)"""
    max_entries: Optional[Union[int, str]]
    """entries in a ZIP (10000)"""
    max_frames: Optional[Union[int, str]]
    """frames of the movie (100000)"""
    max_image_pixels: Optional[Union[int, str]]
    """pixels of one image (64mi)"""
    max_images: Optional[Union[int, str]]
    """images and sounds (10000)"""
    max_inflated_bytes: Optional[Union[int, str]]
    """decompressed bytes of all entries (96mi)"""
    max_input_bytes: Optional[Union[int, str]]
    """size of the file in bytes (128mi)"""
    max_key_bytes: Optional[Union[int, str]]
    """bytes of a key (65536)"""
    max_memory: Optional[Union[int, str]]
    """bytes of memory for drawing and encoding (1gi)"""
    max_path_segments: Optional[Union[int, str]]
    """segments of all distinct paths (4000000)"""
    max_size: Optional[int]
    """sheet: maximum page side in pixels (default 4096)"""
    max_sprite_frames: Optional[Union[int, str]]
    """frames of all sprites together (2000000)"""
    max_sprites: Optional[Union[int, str]]
    """sprites (10000)"""
    max_work: Optional[Union[int, str]]
    """work to draw a frame, in units of 0.2 ns of one core (8000000000)"""
    no_system_fonts: Optional[bool]
    """use only "font": the same pixels on every machine"""
    only: Optional[Union[str, Sequence[Any]]]
    """draw only the sprites of this key"""
    player: Optional[str]
    """draw like ios, android, web, web-lite or flutter"""
    preset: Optional[str]
    """format, size and limits of a service, such as slack"""
    quality: Optional[int]
    """quality, 0 to 100; not for png, apng, y4m, rgba, sheet, wav"""
    reverse: Optional[bool]
    """play backward"""
    scale: Optional[float]
    """pixels per point (default 1)"""
    set_value: Optional[Union[str, Mapping[str, Any], Sequence[Any]]]
    """Lottie: set a color or number: '**.Color=#f00'"""
    speed: Optional[float]
    """playback speed; 2 is twice as fast"""
    strict: Optional[bool]
    """treat warnings as errors"""
    target_size: Optional[Union[float, str]]
    """maximum file size, such as 500k or 2m (k is 1000 bytes)"""
    threads: Optional[int]
    """number of threads (default: one per processor)"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""
    url_timeout: Optional[float]
    """time limit for one URL (default 30)"""
    vapx: Optional[Union[str, Sequence[Any]]]
    """with "alpha": a key that the app fills; repeatable"""
    vars: Optional[Union[str, os.PathLike[str], Sequence[Any]]]
    """all substitutions as JSON; - is standard input"""


class SceneOptions(DrawingOptions, total=False):
    """Of :meth:`Movie.scene`."""

    format: Optional[str]
    """format, if not OUT's extension; the help on encoding"""
    frame: Optional[int]
    """render one frame, counted from 0"""


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
    """render one frame, counted from 0"""


class ExportOptions(BytesOptions, total=False):
    """Of :meth:`Movie.export`."""

    format: Optional[str]
    """format, if not OUT's extension; the help on encoding"""
