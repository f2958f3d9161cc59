// libzip's own number is 5; Debian kept 4 for long.
#define SVGA_LIBRARY zip
#define SVGA_FILES {"libzip.so.5", "libzip.so.4", "libzip4"}
#define SVGA_FUNCTIONS "functions/zip.h"
#include "Library.h"
