/// The player for web pages, which is part of the program: nothing has to be installed beside it.
#pragma once

#include <stddef.h>

typedef struct {
    const unsigned char *start;
    size_t count;
} svga_web_file;

/// Defines `svgaPlayer`, whose members are what export.js exports.
svga_web_file svga_web_player(void);

/// svga-player.d.ts.
svga_web_file svga_web_types(void);
