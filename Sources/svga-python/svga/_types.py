"""The options of ``svga render`` and its sisters as keyword arguments. ``make options`` writes this file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, List, Literal, Optional, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from ._options import Picture, PictureSource


Alpha = Literal["side-by-side", "stacked"]
AudioCodec = Literal["aac", "pcm"]
Codec = Literal["h264", "hevc", "prores", "qtrle"]
ConversionTarget = Literal["2", "1-json", "1-binary", "lottie"]
Denial = Literal["warnings"]
Filter = Literal["bilinear", "best"]
Fit = Literal["contain", "cover", "fill"]
Gravity = Literal["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"]
MovieFormat = Literal["2", "1-json", "1-binary"]
PictureFit = Literal["fill", "contain", "cover", "none"]
Player = Literal["ios", "android", "web", "web-lite", "flutter"]
Preset = Literal["wechat-sticker", "wechat-gif", "slack", "discord", "telegram", "whatsapp-sticker", "web", "archive"]


class TextStyle(TypedDict, total=False):
    """Of one text: a value of ``text_style``."""

    font: Optional[str]
    """NAME,NAME"""
    language: Optional[str]
    """TAG"""
    weight: Optional[Union[float, Literal["normal", "bold"]]]
    """100…1000|normal|bold"""
    italic: Optional[bool]
    size: Optional[Union[float, Literal["auto"]]]
    """N|auto"""
    color: Optional[str]
    """COLOR"""
    outline: Optional[str]
    """COLOR/WIDTH|none"""
    shadow: Optional[str]
    """COLOR/DX/DY/BLUR|none"""
    align: Optional[Literal["leading", "center", "trailing", "left", "right"]]
    """leading|center|trailing|left|right"""
    valign: Optional[Literal["top", "center", "bottom"]]
    """top|center|bottom"""
    lines: Optional[float]
    """N"""
    wrap: Optional[Literal["none", "word", "character"]]
    """none|word|character"""
    ellipsis: Optional[Literal["start", "middle", "end", "none"]]
    """start|middle|end|none"""
    shrink: Optional[bool]
    min_size: Optional[float]
    """N"""
    line_spacing: Optional[float]
    """N"""
    offset_x: Optional[float]
    """N"""
    offset_y: Optional[float]
    """N"""
    overflow: Optional[Literal["visible", "clip"]]
    """visible|clip"""
    markup: Optional[bool]


class OpenOptions(TypedDict, total=False):
    """Of :func:`open`: the limits, which hold for all that is done with the movie."""

    allow: Optional[Union[str, Sequence[str]]]
    """with strict=True: permit warnings, such as SVGA403,SVGA404"""
    strict: Optional[bool]
    """treat warnings as errors"""


class DrawingOptions(OpenOptions, total=False):
    """Those that no method names."""

    alpha: Optional[Alpha]
    """mp4: add alpha beside the color: side-by-side or stacked"""
    alpha_scale: Optional[float]
    """scale of the alpha part, 0.5 (default) to 1"""
    audio: Optional[Union[str, os.PathLike[str]]]
    """keep the movie's sound (default), drop it, or use FILE"""
    audio_codec: Optional[AudioCodec]
    """mov: aac (default) or pcm (lossless)"""
    bounce: Optional[bool]
    """play forward, then backward, so that a loop does not jump"""
    codec: Optional[Codec]
    """mp4: h264 (default) or hevc; mov: prores (default) or qtrle"""
    columns: Optional[int]
    """contact: frames per row"""
    crop: Optional[Union[str, Tuple[float, float, float, float], List[float]]]
    """draw only this part of the canvas, in points"""
    dither: Optional[float]
    """gif: 0–1, default 0.3; above 0.5 also dithers alpha"""
    effort: Optional[int]
    """effort, 0 (fastest) to 6 (smallest), for most formats"""
    every: Optional[int]
    """keep every Nth frame, and show it N times as long"""
    filter: Optional[Filter]
    """bilinear (like players) or best (default below half size)"""
    fit: Optional[Fit]
    """other aspect ratio: contain (default), cover or fill (stretches)"""
    fps: Optional[Union[float, str]]
    """frames per second: 25, 29.97, 30000/1001 (default: the movie's)"""
    frames: Optional[Union[int, str, Iterable[int]]]
    """frames, such as 0,8,20-40,60-90:5 (default: all)"""
    frames_baked: Optional[bool]
    """html: store every frame as a lossless image; much larger"""
    gravity: Optional[Gravity]
    """alignment of fit: center (default), top, bottom-right …"""
    loop: Optional[int]
    """play N times, or endlessly for 0 (default: 0 if the format loops, else 1)"""
    matte: Optional[str]
    """gif: the color that soft edges blend into"""
    max_size: Optional[int]
    """sheet: maximum page side in pixels (default 4096)"""
    only: Optional[Union[str, Sequence[str]]]
    """draw only the sprites of this key"""
    player: Optional[Player]
    """draw like ios, android, web, web-lite or flutter"""
    preset: Optional[Preset]
    """format, size and limits of a service, such as slack"""
    quality: Optional[int]
    """quality, 0 to 100; not for png, apng, y4m, rgba, sheet, wav"""
    reverse: Optional[bool]
    """play backward"""
    scale: Optional[float]
    """pixels per point (default 1)"""
    speed: Optional[float]
    """playback speed; 2 is twice as fast"""
    target_size: Optional[Union[float, str]]
    """maximum file size, such as 500k or 2m (k is 1000 bytes)"""
    vapx: Optional[Union[str, Sequence[str]]]
    """with alpha=: a key that the app fills; repeatable"""


class SceneOptions(DrawingOptions, total=False):
    """Of :meth:`Movie.scene`."""

    frame: Optional[int]
    """render one frame, counted from 0"""


class RenderOptions(DrawingOptions, total=False):
    """Of :meth:`Movie.render`."""

    background: Optional[str]
    """#rgb, #rrggbb, #rrggbbaa or a name (default: none)"""
    size: Optional[Union[float, str, Tuple[float, float]]]
    """output size in pixels; 0 keeps the aspect ratio"""


class BytesOptions(RenderOptions, total=False):
    """Of :meth:`Movie.export_bytes`."""

    frame: Optional[int]
    """render one frame, counted from 0"""


class ExportOptions(BytesOptions, total=False):
    """Of :meth:`Movie.export`."""




class ValidateOptions(OpenOptions, total=False):
    """Of :meth:`Movie.validate`."""

    budget: Optional[Union[str, os.PathLike[str]]]
    """a JSON file with limits (the help on budget)"""
    deny: Optional[Denial]
    """fail for every warning (exit code 1)"""
    ignore: Optional[Union[str, Sequence[str]]]
    """do not report these codes: SVGA110,SVGA011 (the help on SVGA110)"""
    max_bytes: Optional[Union[float, str]]
    """maximum file size: 500k, 2m (k is 1000 bytes)"""
    max_canvas: Optional[Union[float, str, Tuple[float, float]]]
    """maximum canvas size in points; 0 allows any"""
    max_duration: Optional[float]
    """maximum duration in seconds"""
    max_fps: Optional[int]
    """maximum frame rate in fps"""
    max_image_memory: Optional[Union[float, str]]
    """maximum bytes of all decoded images"""
    player: Optional[Union[str, Sequence[str]]]
    """players to check: ios, android, web, web-lite, flutter, or all"""
    require_keys: Optional[Union[str, Sequence[str]]]
    """require a visible sprite for each key: user1,name"""


class DiffOptions(OpenOptions, total=False):
    """Of :meth:`Movie.diff`."""

    pixels: Optional[bool]
    """also render and compare all frames"""
    player: Optional[Player]
    """read and draw both like this player"""
    threads: Optional[int]
    """number of threads (default: one per processor)"""


class OptimizeOptions(OpenOptions, total=False):
    """Of :meth:`Movie.optimize`."""

    audio_bitrate: Optional[str]
    """encode sounds as MP3, such as 48k or 64k (k is 1000 bit/s)"""
    crop: Optional[bool]
    """trim transparent margins; images set later by key are placed differently"""
    density: Optional[float]
    """scale images down to D pixels per point at their largest"""
    keep: Optional[Union[str, Sequence[str]]]
    """keep this key even if it is never visible; repeatable"""
    max_dim: Optional[int]
    """scale images down to at most N pixels per side"""
    min_ssim: Optional[float]
    """minimum SSIM of every frame (default 0.98)"""
    player: Optional[Union[str, Sequence[str]]]
    """use only what these players read: ios,web … or all"""
    quality: Optional[int]
    """reduce images to 256 colors; quality 1 to 100 (best)"""
    rename_keys: Optional[bool]
    """merge identical images under one key"""
    round: Optional[bool]
    """round positions; a pixel may change by 1 of 255"""
    target_memory: Optional[Union[float, str]]
    """maximum memory of all decoded images"""
    target_size: Optional[Union[float, str]]
    """maximum file size, such as 500k or 2m (k is 1000 bytes)"""
    to: Optional[MovieFormat]
    """format: 2, 1-json or 1-binary (default: as IN)"""
    webp: Optional[bool]
    """use WebP if smaller; older players cannot draw it"""
    zopfli: Optional[bool]
    """compress more: a few percent smaller, much slower"""


class ConvertOptions(OpenOptions, total=False):
    """Of :meth:`Movie.convert`."""

    drop_unsupported: Optional[bool]
    """leave out what the format does not support: sounds in 1-json"""
    verify: Optional[bool]
    """write only if every frame is drawn exactly as before"""
    zopfli: Optional[bool]
    """compress more: a few percent smaller, seconds per file"""


class FixOptions(OpenOptions, total=False):
    """Of :meth:`Movie.fix`."""




class EditOptions(OpenOptions, total=False):
    """Of :meth:`Movie.edit`."""

    canvas: Optional[Union[str, Sequence[str]]]
    """set the canvas size in points, and move the content"""
    canvas_color: Optional[Union[str, Sequence[str]]]
    """fill the canvas behind all sprites"""
    crop: Optional[Union[str, Tuple[float, float, float, float], List[float]]]
    """keep a part of the canvas, and the sprites on it"""
    delete: Optional[Union[str, Sequence[str]]]
    """remove the sprites, image and sound of a key"""
    hide: Optional[Union[str, Sequence[str]]]
    """remove a key's sprites and those that they mask"""
    loop_section: Optional[Union[str, Sequence[str]]]
    """play frames A to B N times in all"""
    merge: Optional[Union[str, Sequence[str]]]
    """add another movie; ,append or ,overlay,at=FRAME"""
    remove_audio: Optional[bool]
    """remove all sounds"""
    remove_sprites: Optional[Union[str, Sequence[str]]]
    """remove sprites, and mattes that mask nothing else"""
    rename: Optional[Union[str, Sequence[str]]]
    """rename a key of sprites, images, mattes and sounds"""
    reorder: Optional[Union[str, Sequence[str]]]
    """move sprites: S=front, S=back, S=above:S, S=below:S"""
    scale: Optional[float]
    """scale the canvas and everything on it by X"""
    set_audio: Optional[Union[str, Sequence[str]]]
    """replace or add a sound"""
    set_fps: Optional[int]
    """set the frame rate; the frames stay the same"""
    set_image: Optional[Mapping[str, Union[str, os.PathLike[str], Mapping[str, Any]]]]
    """replace an image in the file; ,fit= ,mask= ,density=2"""
    set_text: Optional[Mapping[str, str]]
    """add a text to the picture, as svga render draws it"""
    text_style: Optional[Union[str, Mapping[str, Union[str, TextStyle]]]]
    """style of one text, or of all; see Styles below"""
    to: Optional[MovieFormat]
    """format: 2, 1-json or 1-binary (default: as IN)"""
    trim: Optional[Union[str, Sequence[str]]]
    """keep only frames A to B, both included"""
