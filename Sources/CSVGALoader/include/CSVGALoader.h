/// C libraries that are loaded when they are first needed, so that the program starts quickly. Loading libav with its dependencies takes 30 ms,
/// Pango 4 ms, Cairo 2 ms, libzip 1 ms, and all smaller libraries 0.6 ms.
///
/// Code calls the functions of these libraries as usual. The first call loads the library. If the library is missing, the call ends the process with
/// a line on standard error, like the dynamic linker. Code that can throw an error calls `svga_load_…` first.
#pragma once

/// Each function loads one library, or several that belong together. Returns NULL if all were found. If not, returns one line that names the missing
/// file and is valid until the process ends. Any thread may call it; calls after the first cost almost nothing.
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
const char *svga_load_nettle(void);
const char *svga_load_curl(void);
/// Only with the package trait Expressions.
const char *svga_load_duktape(void);
/// Only with the package trait SVG.
const char *svga_load_rsvg(void);
/// Only with the package trait Video.
const char *svga_load_libav(void);
