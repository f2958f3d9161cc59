// With GLib and fontconfig.
#define SVGA_LIBRARY pango
#define SVGA_FILES                                                 \
    {"libpango-1.0.so.0", NULL, "libpango-1.0-0"},                 \
    {"libpangocairo-1.0.so.0", NULL, "libpangocairo-1.0-0"},       \
    {"libpangoft2-1.0.so.0", NULL, "libpangoft2-1.0-0"},           \
    {"libgobject-2.0.so.0", NULL, "libglib2.0-0"},                 \
    {"libglib-2.0.so.0", NULL, "libglib2.0-0"},                    \
    {"libfontconfig.so.1", NULL, "libfontconfig1"}
#define SVGA_FUNCTIONS "functions/pango.h"
#include "Library.h"
