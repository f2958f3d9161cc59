"""Calls without a fault: a type checker has to accept each."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import svga

movie = svga.open("gift.svga", max_memory="2g", max_frames=1000, strict=True, allow=["SVGA403"])
movie = svga.open(Path("gift.svga"))
movie = svga.open(b"")
movie = svga.open(io.BytesIO(b""))
pixels = np.zeros((8, 8, 4), np.uint8)
scene = movie.scene(size=300, fit="cover", gravity="top-left", background="#fff", hide=["glow"], set_text={"name": "Ann"})
scene = movie.scene(size=(300, 0), set_image={"user1": svga.Picture(pixels, fit="cover", mask="circle"), "user2": "a.png,fit=cover"})
scene = movie.scene(set_image={"user1": Path("a.png"), "user2": b"", "user3": pixels}, crop=(0, 0, 10.5, 10), font=["a.ttf", Path("b.ttf")])
scene.set(size="300x0", text_style={"name": {"size": 24, "italic": True, "align": "center"}, "*": "bold"}, hide=None)
options: svga.RenderOptions = {"size": 300, "set_text": {"name": "Ann"}}
movie.render(3, **options).sum()
movie.image(3, player="web-lite", text_style="bold").save("a.png")
movie.export("a.webp", quality=80, fps=29.97, frames=range(3), threads=1, size=300)
movie.export(Path("a.mp4"), alpha="side-by-side", alpha_scale=0.5, codec="hevc", audio="drop", target_size="2m")
movie.export_bytes("gif", frames="0-30", preset="slack", matte="#fff", loop=0, hide=["glow"])
extended: svga.ExportOptions = {"format": "webp", "effort": 3, "size": 300}
scene.export("a.bin", progress=lambda done, total: done < total, **extended)
movie.validate(player="web,android", max_canvas=(750, 750), deny="warnings", require_keys=["name"], budget=Path("b.json"))
movie.diff(movie, pixels=True, player="android")
movie.optimize(quality=80, crop=True, keep=["name"], to="1-binary", target_size=200_000).save("b.svga")
movie.convert("lottie", timeout=3)
movie.fix(["web", "ios"], max_work=10)
movie.edit(set_text={"name": "Ann"}, crop="75,75,600x600", hide="glow", set_image={"user1": Path("a.png")}, trim="0-9")
found = movie.placement("name", size=300, frames=[3, 4]).quads
svga.set_language("zh")
frame = movie.render(3, out=pixels, format="bgra", premultiplied=True, **options).image()
thumbnail = movie.thumbnail(100, frame=3).image()
movie.compare_players(player=["web"], count=2, sheet=io.BytesIO())["players"]
movie.unpack(Path("folder"), force=True)
svga.pack("folder", to="2", max_frames=10).save("a.svga")
svga.import_(["a.png", Path("b.png")], fps=10, size=300, key={"face": "user1"}, progress=lambda done, total: None, cancel=svga.Cancel())
svga.import_(b"", alpha="stacked", min_ssim=0.9, target_size="500k")
svga.create({"canvas": {"width": 10}}, folder=Path("folder"), allow_outside=True, zopfli=True)
content = movie.images["user1"].bytes + movie.sounds["bgm"].bytes
widths = [image.details["width"] for image in movie.images.values()]
