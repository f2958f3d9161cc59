#include "include/CSVGAWebPlayer.h"

// #embed is new in C23, and clang has it in every version.
#pragma clang diagnostic ignored "-Wc23-extensions"

// What they import of each other comes first.
static const unsigned char movie[] = {
#embed "svga-movie.js"
};
static const unsigned char drawing[] = {
#embed "svga-drawing.js"
};
static const unsigned char player[] = {
#embed "svga-player.js"
};
static const unsigned char types[] = {
#embed "svga-player.d.ts"
};

const svga_web_file svga_web_modules[] = {
    {movie, sizeof movie},
    {drawing, sizeof drawing},
    {player, sizeof player},
};
const size_t svga_web_module_count = sizeof svga_web_modules / sizeof *svga_web_modules;
const svga_web_file svga_web_types = {types, sizeof types};
