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
Format = Literal["png", "jpg", "apng", "gif", "webp", "avif", "jxl", "mp4", "webm", "mov", "y4m", "rgba", "sheet", "contact", "html", "js", "wav"]
Gravity = Literal["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"]
MovieFormat = Literal["2", "1-json", "1-binary"]
PictureFit = Literal["fill", "contain", "cover", "none"]
Player = Literal["ios", "ios@2.5.6", "android", "android@2.6.0", "android@2.5.15", "android@2.5.13", "android@2.5.12", "android@2.5.11", "android@2.4.7", "web", "web@2.3.0", "web-lite", "web-lite@2.1.1", "web-lite@2.0.6", "flutter", "flutter@2.1.2", "flutter@2.1.1", "harmony", "wechat"]
Preset = Literal["wechat-sticker", "wechat-gif", "slack", "discord", "telegram", "whatsapp-sticker", "web", "archive"]
VideoAlpha = Literal["auto", "side-by-side", "stacked", "none"]


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
    max_expression_steps: Optional[Union[int, str]]
    """steps of a Lottie's expressions; 0 ignores expressions (10000000)"""
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
    max_sprite_frames: Optional[Union[int, str]]
    """frames of all sprites together (2000000)"""
    max_sprites: Optional[Union[int, str]]
    """sprites (10000)"""
    max_work: Optional[Union[int, str]]
    """work to draw a frame, in units of 0.2 ns of one core (8000000000)"""
    strict: Optional[bool]
    """treat warnings as errors"""


class DrawingOptions(OpenOptions, total=False):
    """Those that no method names."""

    allow_missing: Optional[bool]
    """ignore keys that the movie does not have"""
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
    budget: Optional[Union[str, os.PathLike[str]]]
    """refuse a movie that exceeds these limits (the help on budget)"""
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
    font: Optional[Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]]]
    """a font for texts; each character uses the first that has it"""
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
    no_system_fonts: Optional[bool]
    """use only font=: the same pixels on every machine"""
    only: Optional[Union[str, Sequence[str]]]
    """draw only the sprites of this key"""
    player: Optional[Player]
    """draw like ios, android, web, web-lite, flutter, harmony or wechat; android@2.4 is a version"""
    preset: Optional[Preset]
    """format, size and limits of a service, such as slack"""
    private_hosts: Optional[bool]
    """URLs may lead to this machine and private networks"""
    quality: Optional[int]
    """quality, 0 to 100; not for png, apng, y4m, rgba, sheet, wav"""
    reverse: Optional[bool]
    """play backward"""
    scale: Optional[float]
    """pixels per point (default 1)"""
    set_value: Optional[Union[str, Mapping[str, Any], Sequence[str]]]
    """Lottie: set a color or number: '**.Color=#f00'"""
    speed: Optional[float]
    """playback speed; 2 is twice as fast"""
    target_size: Optional[Union[float, str]]
    """maximum file size, such as 500k or 2m (k is 1000 bytes)"""
    threads: Optional[int]
    """number of threads (default: one per processor)"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""
    url_timeout: Optional[float]
    """time limit for one URL (default 30)"""
    vapx: Optional[Union[str, Sequence[str]]]
    """with alpha=: a key that the app fills; repeatable"""
    vars: Optional[Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]]]
    """all substitutions as JSON"""


class SceneOptions(DrawingOptions, total=False):
    """Of :meth:`Movie.scene`."""

    format: Optional[Format]
    """format, if not OUT's extension; the help on encoding"""
    frame: Optional[int]
    """render one frame, counted from 0"""


class RenderOptions(DrawingOptions, total=False):
    """Of :meth:`Movie.render`."""

    background: Optional[str]
    """#rgb, #rrggbb, #rrggbbaa or a name (default: none)"""
    hide: Optional[Union[str, Sequence[str]]]
    """do not draw the sprites of this key"""
    set_image: Optional[Mapping[str, Union[PictureSource, Picture]]]
    """replace an image; FILE is a file or a URL"""
    set_text: Optional[Mapping[str, str]]
    """draw a text on a sprite"""
    size: Optional[Union[float, str, Tuple[float, float]]]
    """output size in pixels; 0 keeps the aspect ratio"""
    text_style: Optional[Union[str, Mapping[str, Union[str, TextStyle]]]]
    """style of one text, or of all; see Styles below"""


class BytesOptions(RenderOptions, total=False):
    """Of :meth:`Movie.export_bytes`."""

    frame: Optional[int]
    """render one frame, counted from 0"""


class ExportOptions(BytesOptions, total=False):
    """Of :meth:`Movie.export`."""

    format: Optional[Format]
    """format, if not OUT's extension; the help on encoding"""


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
    """players to check: ios, android, web, web-lite, flutter, harmony, wechat, or all; android@2.4 is a version"""
    require_keys: Optional[Union[str, Sequence[str]]]
    """require a visible sprite for each key: user1,name"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""


class DiffOptions(OpenOptions, total=False):
    """Of :meth:`Movie.diff`."""

    pixels: Optional[bool]
    """also render and compare all frames"""
    player: Optional[Player]
    """read and draw both like this player"""
    threads: Optional[int]
    """number of threads (default: one per processor)"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""


class OptimizeOptions(OpenOptions, total=False):
    """Of :meth:`Movie.optimize`."""

    allow_player_findings: Optional[bool]
    """write even if a player renders the result worse"""
    audio_bitrate: Optional[str]
    """encode sounds as MP3, such as 48k or 64k (k is 1000 bit/s)"""
    crop: Optional[bool]
    """trim transparent margins; images set later by key are placed differently"""
    density: Optional[float]
    """scale images down to D pixels per point at their largest"""
    effort: Optional[int]
    """effort, 0 (fastest) to 6 (smallest); default 5"""
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
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""
    to: Optional[MovieFormat]
    """format: 2, 1-json or 1-binary (default: as IN)"""
    webp: Optional[bool]
    """use WebP if smaller; older players cannot draw it"""
    zopfli: Optional[bool]
    """the same as effort=6: Zopfli, much slower"""


class ConvertOptions(OpenOptions, total=False):
    """Of :meth:`Movie.convert`."""

    drop_unsupported: Optional[bool]
    """leave out what the format does not support: sounds in 1-json"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""
    verify: Optional[bool]
    """write only if every frame is drawn exactly as before"""
    zopfli: Optional[bool]
    """compress more: a few percent smaller, seconds per file"""


class FixOptions(OpenOptions, total=False):
    """Of :meth:`Movie.fix`."""

    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""


class EditOptions(OpenOptions, total=False):
    """Of :meth:`Movie.edit`."""

    allow_player_findings: Optional[bool]
    """write even if a player renders the result worse"""
    audio_start: Optional[Union[str, Sequence[str]]]
    """move a sound, so that it starts at FRAME"""
    audio_volume: Optional[Union[str, Sequence[str]]]
    """multiply a sound's volume by N, such as 0.5"""
    canvas: Optional[Union[str, Sequence[str]]]
    """set the canvas size in points, and move the content"""
    canvas_color: Optional[Union[str, Sequence[str]]]
    """fill the canvas behind all sprites"""
    crop: Optional[Union[str, Tuple[float, float, float, float], List[float]]]
    """keep a part of the canvas, and the sprites on it"""
    delete: Optional[Union[str, Sequence[str]]]
    """remove the sprites, image and sound of a key"""
    duplicate: Optional[Union[str, Sequence[str]]]
    """copy sprites; ,as=KEY gives the copies another key"""
    font: Optional[Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]]]
    """a font for texts; each character uses the first that has it"""
    hide: Optional[Union[str, Sequence[str]]]
    """remove a key's sprites and those that they mask"""
    loop_section: Optional[Union[str, Sequence[str]]]
    """play frames A to B N times in all"""
    merge: Optional[Union[str, Sequence[str]]]
    """add another movie; ,append or ,overlay,at=FRAME"""
    no_system_fonts: Optional[bool]
    """use only font=: the same pixels on every machine"""
    offset: Optional[Union[str, Sequence[str]]]
    """move sprites on the canvas by X and Y points"""
    opacity: Optional[Union[str, Sequence[str]]]
    """multiply the opacity of sprites by N, 0 to 1"""
    remove_audio: Optional[bool]
    """remove all sounds"""
    remove_sprites: Optional[Union[str, Sequence[str]]]
    """remove sprites, and mattes that mask nothing else"""
    rename: Optional[Union[str, Sequence[str]]]
    """rename a key of sprites, images, mattes and sounds"""
    reorder: Optional[Union[str, Sequence[str]]]
    """move sprites: S=front, S=back, S=above:S, S=below:S"""
    retime: Optional[Union[str, Sequence[str]]]
    """play frames A to B in N frames; ,EASING: not at one speed"""
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
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""
    to: Optional[MovieFormat]
    """format: 2, 1-json or 1-binary (default: as IN)"""
    trim: Optional[Union[str, Sequence[str]]]
    """keep only frames A to B, both included"""


class ThumbnailOptions(OpenOptions, total=False):
    """Of :meth:`Movie.thumbnail`."""

    frame: Optional[int]
    """frame, counted from 0 (default: a representative one)"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""


class ComparePlayersOptions(OpenOptions, total=False):
    """Of :meth:`Movie.compare_players`."""

    count: Optional[int]
    """maximum number of frames in the sheet (default 4)"""
    frames: Optional[Union[int, str, Iterable[int]]]
    """frames of the sheet (default: those that differ most)"""
    player: Optional[Union[str, Sequence[str]]]
    """players, separated by commas, or all (default: ios,android,web,web-lite,flutter)"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""


class UnpackOptions(OpenOptions, total=False):
    """Of :meth:`Movie.unpack`."""

    force: Optional[bool]
    """write into DIR even if it is not empty; other files stay"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""


class ImportOptions(OpenOptions, total=False):
    """Of :func:`import_`."""

    alpha: Optional[VideoAlpha]
    """alpha of a video: auto, side-by-side, stacked or none"""
    budget: Optional[Union[str, os.PathLike[str]]]
    """write nothing if the movie exceeds these limits (the help on budget)"""
    fps: Optional[int]
    """frames per second (default: the source's)"""
    key: Optional[Union[str, Mapping[str, str], Sequence[str]]]
    """set the imageKey of a layer; repeatable"""
    min_ssim: Optional[float]
    """write nothing if the SSIM of a frame is lower"""
    quality: Optional[int]
    """quality of images, 1 to 100 (lossless)"""
    size: Optional[Union[float, str, Tuple[float, float]]]
    """canvas size; 0 keeps the aspect ratio"""
    target_size: Optional[Union[float, str]]
    """maximum file size, such as 500k; not for SVG"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""


class CreateOptions(OpenOptions, total=False):
    """Of :func:`create`."""

    allow_outside: Optional[bool]
    """also read files outside the description's folder"""
    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""
    to: Optional[MovieFormat]
    """format: 2 (default), 1-json or 1-binary"""
    zopfli: Optional[bool]
    """compress more: a few percent smaller, takes seconds"""


class PackOptions(OpenOptions, total=False):
    """Of :func:`pack`."""

    timeout: Optional[float]
    """stop after S seconds, with exit code 4 and no partial file"""
    to: Optional[MovieFormat]
    """format: 2, 1-json or 1-binary (default: as in movie.json)"""
