/// C libraries that are loaded when they are first needed, so that a start without them is quick. With the libraries that they need, loading
/// libav takes 30 ms, Pango 4 ms, Cairo 2 ms and libzip 1 ms. The smaller ones take 0.6 ms together.
///
/// Code calls their functions as always. The first call loads the library; where it is missing, that ends the process with a line on standard
/// error, as the dynamic linker does for other libraries. So code that can throw an error asks first.
#pragma once

/// Each loads one library, or several that belong together. Returns NULL when all are there, else one line that says what is missing, valid
/// as long as the process. Any thread may call it; after the first time it costs next to nothing.
const char *svga_load_cairo(void);
const char *svga_load_pango(void);
const char *svga_load_zip(void);
const char *svga_load_turbojpeg(void);
const char *svga_load_jpeg(void);
const char *svga_load_webp(void);
const char *svga_load_aom(void);
const char *svga_load_jxl(void);
const char *svga_load_gif(void);
const char *svga_load_imagequant(void);
const char *svga_load_zopfli(void);
const char *svga_load_sixel(void);
const char *svga_load_microhttpd(void);
const char *svga_load_curl(void);
/// Only with the package trait SVG.
const char *svga_load_rsvg(void);
/// Only with the package trait Video.
const char *svga_load_libav(void);
