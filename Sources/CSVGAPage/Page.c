#include "include/CSVGAPage.h"

// #embed is new in C23, and clang has it in every version.
#pragma clang diagnostic ignored "-Wc23-extensions"

const svga_page_file svga_page_files[] = {
#define SVGA_FILE "page/index.html"
#include "File.h"
#define SVGA_FILE "page/css/base.css"
#include "File.h"
#define SVGA_FILE "page/js/main.js"
#include "File.h"
    {NULL, NULL, 0},
};
