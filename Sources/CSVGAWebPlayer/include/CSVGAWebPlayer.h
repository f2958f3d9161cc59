/// The player for web pages, svga-player.js, which is part of the program: nothing has to be installed beside it.
#pragma once

#include <stddef.h>

extern const unsigned char svga_web_player[];
extern const size_t svga_web_player_count;

/// Its first byte. Swift would import the array as a tuple.
static inline const unsigned char *svga_web_player_start(void) { return svga_web_player; }
