"""Calls with a fault that a type checker has to find: one in each line of a body. test_types.py counts them."""

from pathlib import Path

import svga

movie = svga.open("gift.svga")
scene = movie.scene(size=300)
other = svga.open(Path("other.svga"))

# Names that are not there.
svga.open("gift.svga", max_memry="2g")
svga.open("gift.svga", timeout=3)
movie.scene(backgroud="#fff")
movie.scene(settext={"name": "Ann"})
movie.render(3, bakground="#fff")
movie.render(3, frame=4)
movie.image(3, sise=300)
movie.export("a.webp", qualty=80)
movie.export("a.webp", set_fps=30)
movie.export_bytes("webp", threds=1)
scene.export("a.webp", loops=0)
scene.export_bytes("gif", colums=3)
scene.set(hyde="glow")
movie.validate(pixels=True)
movie.diff(other, pixel=True)
movie.optimize(qualitty=80)
movie.convert("2", drop_unsuported=True)
movie.fix("web", deny="warnings")
movie.edit(set_txt={"name": "Ann"})
movie.placement("name", sprites=True)

# Words that an option does not have.
movie.scene(fit="contian")
movie.scene(gravity="middle")
movie.scene(filter="nearest")
movie.render(3, player="iso")
movie.export("a.mp4", codec="h265")
movie.export("a.mov", audio_codec="mp3")
movie.export("a.bin", format="wepb")
movie.export_bytes("jpgg")
movie.export("a.gif", preset="wechat")
movie.convert("3")
movie.optimize(to="lottie")
movie.validate(deny="warning")
movie.diff(other, player="safari")
svga.Picture("a.png", fit="tight")
svga.set_language("fr")

# Values of another type.
movie.render("3")
movie.scene(size=[300, 200])
movie.scene(crop=(0, 0, 10))
movie.scene(set_text={"name": 5})
movie.scene(set_image="a.png")
movie.scene(text_style={"name": {"sise": 24}})
movie.scene(hide=3)
movie.export("a.webp", quality="high")
movie.export("a.webp", reverse="yes")
movie.export(3)
movie.diff("other.svga")
movie.edit(set_fps="30")
svga.open(3)
