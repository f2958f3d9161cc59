// Only with the package trait Video.
#ifdef SVGA_VIDEO
#include <libavcodec/version_major.h>
#include <libavformat/version_major.h>
#include <libavutil/version.h>
#include <libswresample/version_major.h>
#include <libswscale/version_major.h>

// The libraries that fit the headers: libav changes its structures with these numbers.
#define SVGA_FILE(name, major) {"lib" name ".so." SVGA_TEXT(major), NULL, "lib" name SVGA_TEXT(major)}
#define SVGA_LIBRARY libav
#define SVGA_FILES                                        \
    SVGA_FILE("avformat", LIBAVFORMAT_VERSION_MAJOR),     \
    SVGA_FILE("avcodec", LIBAVCODEC_VERSION_MAJOR),       \
    SVGA_FILE("avutil", LIBAVUTIL_VERSION_MAJOR),         \
    SVGA_FILE("swscale", LIBSWSCALE_VERSION_MAJOR),       \
    SVGA_FILE("swresample", LIBSWRESAMPLE_VERSION_MAJOR)
#define SVGA_FUNCTIONS "functions/libav.h"
#include "Library.h"
#endif
