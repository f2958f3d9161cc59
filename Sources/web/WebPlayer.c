#include "include/CSVGAWebPlayer.h"

// #embed is new in C23, and clang has it in every version.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Made by ci/web-player of export.js.
static const unsigned char player[] = {
#embed "svga-player.min.js"
};
static const unsigned char types[] = {
#embed "svga-player.d.ts"
};

svga_web_file svga_web_player(void) { return (svga_web_file){player, sizeof player}; }

svga_web_file svga_web_types(void) { return (svga_web_file){types, sizeof types}; }
