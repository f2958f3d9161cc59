#include "svga.h"

// All other functions are written in Swift, which takes their types from the header.
const char *svga_version(void) { return SVGA_VERSION; }
