// What a library that is loaded when first needed consists of. A source file defines one:
//
//     #define SVGA_LIBRARY cairo
//     #define SVGA_FILES {"libcairo.so.2", NULL, "libcairo2"}
//     #define SVGA_FUNCTIONS "functions/cairo.h"
//     #include "Library.h"
//
// Each function has a slot, which holds an address, and a trampoline of one instruction, which jumps there. At first that is the code that
// loads the library; then it is the function itself. So the linker finds a trampoline for each function that is called, and functions with any
// arguments work.
#pragma once
#include <stddef.h>

#include "Loader.h"
#include "include/CSVGALoader.h"

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
    /// Functions are looked for in the first one first. Ends with a name of NULL.
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
#endif

#ifdef SVGA_LIBRARY
#define SVGA_JOINED(left, right) left##right
#define SVGA_NAMED(left, right) SVGA_JOINED(left, right)
#define SVGA_QUOTED(text) #text
#define SVGA_TEXT(text) SVGA_QUOTED(text)

#if SVGA_LOADS_LATER
static const svga_file files[] = {SVGA_FILES, {NULL, NULL, NULL}};

#define SVGA_FUNCTION(name) #name "\0"
static const char names[] =
#include SVGA_FUNCTIONS
    ;
#undef SVGA_FUNCTION

#define SVGA_FUNCTION(name) +1
enum {
    count =
#include SVGA_FUNCTIONS
};
#undef SVGA_FUNCTION

#define SVGA_SLOTS SVGA_NAMED(svga_slots_, SVGA_LIBRARY)
__attribute__((visibility("hidden"))) extern void *SVGA_SLOTS[];

#define SVGA_LIBRARY_NAME SVGA_NAMED(svga_library_, SVGA_LIBRARY)
__attribute__((visibility("hidden"))) svga_library SVGA_LIBRARY_NAME = {files, names, SVGA_SLOTS, count, svga_not_tried, ""};

#ifdef __x86_64__
#define SVGA_TRAMPOLINE(slot)    \
    "    jmp *" slot "(%rip)\n"  \
    "0:  leaq " slot "(%rip), %r11\n" \
    "    leaq " SVGA_TEXT(SVGA_LIBRARY_NAME) "(%rip), %r10\n" \
    "    jmp svga_first_call\n"
#else
#define SVGA_TRAMPOLINE(slot)         \
    "    adrp x16, " slot "\n"        \
    "    ldr x16, [x16, :lo12:" slot "]\n" \
    "    br x16\n"                    \
    "0:  adrp x16, " slot "\n"        \
    "    add x16, x16, :lo12:" slot "\n" \
    "    adrp x17, " SVGA_TEXT(SVGA_LIBRARY_NAME) "\n" \
    "    add x17, x17, :lo12:" SVGA_TEXT(SVGA_LIBRARY_NAME) "\n" \
    "    b svga_first_call\n"
#endif

#define SVGA_FUNCTION(name)                           \
    ".pushsection .text\n"                            \
    ".p2align 4\n"                                    \
    ".globl svga_later_" #name "\n"                   \
    ".hidden svga_later_" #name "\n"                  \
    ".type svga_later_" #name ", @function\n"         \
    "svga_later_" #name ":\n"                         \
    SVGA_TRAMPOLINE("svga_slot_" #name)               \
    ".size svga_later_" #name ", . - svga_later_" #name "\n" \
    ".popsection\n"                                   \
    ".pushsection .data\n"                            \
    "svga_slot_" #name ": .quad 0b\n"                 \
    ".popsection\n"
__asm__(
    ".pushsection .data\n"
    ".p2align 3\n"
    ".globl " SVGA_TEXT(SVGA_SLOTS) "\n"
    ".hidden " SVGA_TEXT(SVGA_SLOTS) "\n"
    SVGA_TEXT(SVGA_SLOTS) ":\n"
    ".popsection\n"
#include SVGA_FUNCTIONS
);

const char *SVGA_NAMED(svga_load_, SVGA_LIBRARY)(void) { return svga_load(&SVGA_LIBRARY_NAME); }
#else
const char *SVGA_NAMED(svga_load_, SVGA_LIBRARY)(void) { return NULL; }
#endif
#endif
