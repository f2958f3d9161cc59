// The libraries that are loaded when they are first needed. A file that others depend on comes first, so that an error names the missing file.
#include "Library.h"
#include "include/CSVGALoader.h"

#if SVGA_LOADS_LATER
#define SVGA_NAME cairo
#define SVGA_FILES {"libcairo.so.2", NULL, "libcairo2"}
#define SVGA_FUNCTIONS "functions/cairo.h"
#include "Define.h"

#define SVGA_NAME pango
#define SVGA_FILES                                           \
    {"libglib-2.0.so.0", NULL, "libglib2.0-0"},              \
    {"libgobject-2.0.so.0", NULL, "libglib2.0-0"},           \
    {"libfontconfig.so.1", NULL, "libfontconfig1"},          \
    {"libpango-1.0.so.0", NULL, "libpango-1.0-0"},           \
    {"libpangoft2-1.0.so.0", NULL, "libpangoft2-1.0-0"},     \
    {"libpangocairo-1.0.so.0", NULL, "libpangocairo-1.0-0"}
#define SVGA_FUNCTIONS "functions/pango.h"
#include "Define.h"

// libzip's version number is 5; older Debian packages have 4.
#define SVGA_NAME zip
#define SVGA_FILES {"libzip.so.5", "libzip.so.4", "libzip4"}
#define SVGA_FUNCTIONS "functions/zip.h"
#include "Define.h"

#define SVGA_NAME turbojpeg
#define SVGA_FILES {"libturbojpeg.so.0", NULL, "libturbojpeg0"}
#define SVGA_FUNCTIONS "functions/turbojpeg.h"
#include "Define.h"

// A libjpeg.so.8 is not tried, because it has the different interface of libjpeg 8.
#define SVGA_NAME jpeg
#define SVGA_FILES {"libjpeg.so.62", NULL, "libjpeg62-turbo"}
#define SVGA_FUNCTIONS "functions/jpeg.h"
#include "Define.h"

#define SVGA_NAME webp
#define SVGA_FILES {"libwebp.so.7", NULL, "libwebp7"}, {"libwebpdemux.so.2", NULL, "libwebpdemux2"}
#define SVGA_FUNCTIONS "functions/webp.h"
#include "Define.h"

#define SVGA_NAME aom
#define SVGA_FILES {"libaom.so.3", NULL, "libaom3"}
#define SVGA_FUNCTIONS "functions/aom.h"
#include "Define.h"

// The file of the same version as the headers: libjxl's file name contains the version.
#include <jxl/version.h>
#define SVGA_JXL SVGA_TEXT(JPEGXL_MAJOR_VERSION) "." SVGA_TEXT(JPEGXL_MINOR_VERSION)
#define SVGA_NAME jxl
#define SVGA_FILES {"libjxl.so." SVGA_JXL, NULL, "libjxl" SVGA_JXL}
#define SVGA_FUNCTIONS "functions/jxl.h"
#include "Define.h"

#define SVGA_NAME gif
#define SVGA_FILES {"libgif.so.7", NULL, "libgif7"}
#define SVGA_FUNCTIONS "functions/gif.h"
#include "Define.h"

#define SVGA_NAME imagequant
#define SVGA_FILES {"libimagequant.so.0", NULL, "libimagequant0"}
#define SVGA_FUNCTIONS "functions/imagequant.h"
#include "Define.h"

#define SVGA_NAME zopfli
#define SVGA_FILES {"libzopfli.so.1", NULL, "libzopfli1"}
#define SVGA_FUNCTIONS "functions/zopfli.h"
#include "Define.h"

#define SVGA_NAME sixel
#define SVGA_FILES {"libsixel.so.1", NULL, "libsixel1"}
#define SVGA_FUNCTIONS "functions/sixel.h"
#include "Define.h"

#define SVGA_NAME microhttpd
#define SVGA_FILES {"libmicrohttpd.so.12", NULL, "libmicrohttpd12"}
#define SVGA_FUNCTIONS "functions/microhttpd.h"
#include "Define.h"

#define SVGA_NAME nettle
#define SVGA_FILES {"libnettle.so.8", NULL, "libnettle8"}
#define SVGA_FUNCTIONS "functions/nettle.h"
#include "Define.h"

#define SVGA_NAME curl
#define SVGA_FILES {"libcurl.so.4", NULL, "libcurl4"}
#define SVGA_FUNCTIONS "functions/curl.h"
#include "Define.h"

#ifdef SVGA_EXPRESSIONS
// The file name of Debian contains the version.
#define SVGA_NAME duktape
#define SVGA_FILES {"libduktape.so.207", "libduktape.so.2", "libduktape207"}
#define SVGA_FUNCTIONS "functions/duktape.h"
#include "Define.h"
#endif

#ifdef SVGA_SVG
#define SVGA_NAME rsvg
#define SVGA_FILES {"librsvg-2.so.2", NULL, "librsvg2-2"}
#define SVGA_FUNCTIONS "functions/rsvg.h"
#include "Define.h"
#endif

#ifdef SVGA_VIDEO
#include <libavcodec/version.h>
#include <libavformat/version.h>
#include <libavutil/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>

// The files of the same major versions as the headers: libav's structures differ between major versions.
#define SVGA_LIBAV(name, major) {"lib" name ".so." SVGA_TEXT(major), NULL, "lib" name SVGA_TEXT(major)}
#define SVGA_NAME libav
#define SVGA_FILES                                    \
    SVGA_LIBAV("avutil", LIBAVUTIL_VERSION_MAJOR),         \
    SVGA_LIBAV("swresample", LIBSWRESAMPLE_VERSION_MAJOR), \
    SVGA_LIBAV("swscale", LIBSWSCALE_VERSION_MAJOR),       \
    SVGA_LIBAV("avcodec", LIBAVCODEC_VERSION_MAJOR),       \
    SVGA_LIBAV("avformat", LIBAVFORMAT_VERSION_MAJOR)
#define SVGA_FUNCTIONS "functions/libav.h"
#include "Define.h"
#endif

#define SVGA_LOAD(name) svga_load(&SVGA_LIBRARY(name))
#else
#define SVGA_LOAD(name) NULL
#endif

const char *svga_load_cairo(void) { return SVGA_LOAD(cairo); }
const char *svga_load_pango(void) { return SVGA_LOAD(pango); }
const char *svga_load_zip(void) { return SVGA_LOAD(zip); }
const char *svga_load_turbojpeg(void) { return SVGA_LOAD(turbojpeg); }
const char *svga_load_jpeg(void) { return SVGA_LOAD(jpeg); }
const char *svga_load_webp(void) { return SVGA_LOAD(webp); }
const char *svga_load_aom(void) { return SVGA_LOAD(aom); }
const char *svga_load_jxl(void) { return SVGA_LOAD(jxl); }
const char *svga_load_gif(void) { return SVGA_LOAD(gif); }
const char *svga_load_imagequant(void) { return SVGA_LOAD(imagequant); }
const char *svga_load_zopfli(void) { return SVGA_LOAD(zopfli); }
const char *svga_load_sixel(void) { return SVGA_LOAD(sixel); }
const char *svga_load_microhttpd(void) { return SVGA_LOAD(microhttpd); }
const char *svga_load_nettle(void) { return SVGA_LOAD(nettle); }
const char *svga_load_curl(void) { return SVGA_LOAD(curl); }
#ifdef SVGA_EXPRESSIONS
const char *svga_load_duktape(void) { return SVGA_LOAD(duktape); }
#endif
#ifdef SVGA_SVG
const char *svga_load_rsvg(void) { return SVGA_LOAD(rsvg); }
#endif
#ifdef SVGA_VIDEO
const char *svga_load_libav(void) { return SVGA_LOAD(libav); }
#endif
