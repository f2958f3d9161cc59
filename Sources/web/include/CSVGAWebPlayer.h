/// The player for web pages, which is part of the program: nothing has to be installed beside it.
#pragma once

#include <stddef.h>

typedef struct {
    const unsigned char *start;
    size_t count;
} svga_web_file;

/// The modules of svga-player.js, in an order in which they can be joined.
svga_web_file svga_web_module(size_t index);
extern const size_t svga_web_module_count;

/// svga-player.d.ts.
svga_web_file svga_web_types(void);
