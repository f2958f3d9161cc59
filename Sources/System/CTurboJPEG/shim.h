#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/turbojpeg.h"

#include <turbojpeg.h>
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif

// TurboJPEG has no call for its version; jconfig.h, of another package, may not be there. Swift cannot import a macro that is not a literal.
#define SVGA_TEXT_OF(x) #x
#define SVGA_TEXT(x) SVGA_TEXT_OF(x)
static inline const char *svga_turbojpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return SVGA_TEXT(LIBJPEG_TURBO_VERSION);
#else
    return "unknown";
#endif
}
