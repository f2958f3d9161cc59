#include "include/CSVGAWebPlayer.h"

// #embed is new in C23, and clang has it in every version.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char svga_web_player[] = {
#embed "svga-player.js"
};
const size_t svga_web_player_count = sizeof svga_web_player;
