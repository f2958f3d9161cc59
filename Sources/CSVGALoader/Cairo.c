#define SVGA_LIBRARY cairo
#define SVGA_FILES {"libcairo.so.2", NULL, "libcairo2"}
#define SVGA_FUNCTIONS "functions/cairo.h"
#include "Library.h"
