// What a library that is loaded when first needed consists of.
//
// Each function has a slot, which holds an address, and a trampoline of one instruction, which jumps there. At first that is the code that
// loads the library; then it is the function itself. So the linker finds a trampoline for each function that is called, and functions with any
// arguments work.
#pragma once
#include <stddef.h>

#include "Loader.h"

#if SVGA_LOADS_LATER
typedef struct {
    /// As the dynamic linker knows it.
    const char *name;
    /// The same under the number that others than Debian give it; or NULL.
    const char *other_name;
    /// Debian's.
    const char *package;
} svga_file;

enum { svga_not_tried, svga_loaded, svga_missing };

typedef struct {
    /// Ends with a name of NULL.
    const svga_file *files;
    /// Of all functions, one after the other, each with its NUL.
    const char *names;
    void **slots;
    size_t count;
    int state;
    char problem[400];
} svga_library;

/// Returns NULL, or why not.
__attribute__((visibility("hidden"))) const char *svga_load(svga_library *library);

/// The name of the value that describes a library.
#define SVGA_LIBRARY(name) SVGA_JOINED(svga_library_, name)
#define SVGA_JOINED(left, right) SVGA_PASTED(left, right)
#define SVGA_PASTED(left, right) left##right
#define SVGA_TEXT(text) SVGA_QUOTED(text)
#define SVGA_QUOTED(text) #text
#endif
