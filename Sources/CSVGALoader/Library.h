// The description of a library that is loaded when it is first needed.
//
// Each function has a slot with an address, and a trampoline: one instruction that jumps to this address. At first the address is that of code
// that loads the library, later that of the function. The linker resolves a called function to its trampoline, so any arguments are possible.
#pragma once
#include <stddef.h>

#include "Loader.h"

#if SVGA_LOADS_LATER
typedef struct {
    /// The file name for the dynamic linker.
    const char *name;
    /// The file name with the version number of other distributions; or NULL.
    const char *other_name;
    /// The Debian package.
    const char *package;
} svga_file;

enum { svga_not_tried, svga_loaded, svga_missing };

typedef struct {
    /// The files of the library. The last one has the name NULL.
    const svga_file *files;
    /// The names of all functions, one after the other, each ended by NUL.
    const char *names;
    void **slots;
    size_t count;
    int state;
    char problem[400];
} svga_library;

/// Loads a library. Returns NULL, or the reason for the failure.
__attribute__((visibility("hidden"))) const char *svga_load(svga_library *library);

/// The name of the variable that describes a library.
#define SVGA_LIBRARY(name) SVGA_JOINED(svga_library_, name)
#define SVGA_JOINED(left, right) SVGA_PASTED(left, right)
#define SVGA_PASTED(left, right) left##right
#define SVGA_TEXT(text) SVGA_QUOTED(text)
#define SVGA_QUOTED(text) #text
#endif
