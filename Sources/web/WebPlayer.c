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

static const svga_web_file modules[] = {
    {movie, sizeof movie},
    {drawing, sizeof drawing},
    {player, sizeof player},
};
const size_t svga_web_module_count = sizeof modules / sizeof *modules;

svga_web_file svga_web_module(size_t index) { return modules[index]; }

svga_web_file svga_web_types(void) { return (svga_web_file){types, sizeof types}; }
