#pragma once
#include <stddef.h>

enum { svga_script_source_count = 7 };

/// The scripts of this module in the order in which they run; NULL after the last.
const char *svga_script_source(size_t index, size_t *length);
