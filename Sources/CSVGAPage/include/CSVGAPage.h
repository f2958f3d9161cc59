/// The files of the preview's page, which are part of the program: nothing has to be installed beside it.
#pragma once

#include <stddef.h>

typedef struct {
    /// Such as "js/main.js".
    const char *path;
    const unsigned char *bytes;
    size_t count;
} svga_page_file;

/// All files, the last one followed by one whose path is NULL.
extern const svga_page_file svga_page_files[];

/// The first of them. Swift would import the table as a tuple.
static inline const svga_page_file *svga_page_files_start(void) { return svga_page_files; }
