// Defines one library. Include it once for each library, with these macros:
//
//     #define SVGA_NAME cairo
//     #define SVGA_FILES {"libcairo.so.2", NULL, "libcairo2"}
//     #define SVGA_FUNCTIONS "functions/cairo.h"

#define SVGA_FILES_OF SVGA_JOINED(files_, SVGA_NAME)
#define SVGA_NAMES_OF SVGA_JOINED(names_, SVGA_NAME)
#define SVGA_COUNT_OF SVGA_JOINED(count_, SVGA_NAME)
#define SVGA_SLOTS_OF SVGA_JOINED(svga_slots_, SVGA_NAME)

static const svga_file SVGA_FILES_OF[] = {SVGA_FILES, {NULL, NULL, NULL}};

#define SVGA_FUNCTION(name) #name "\0"
static const char SVGA_NAMES_OF[] =
#include SVGA_FUNCTIONS
    ;
#undef SVGA_FUNCTION

#define SVGA_FUNCTION(name) +1
enum {
    SVGA_COUNT_OF =
#include SVGA_FUNCTIONS
};
#undef SVGA_FUNCTION

__attribute__((visibility("hidden"))) extern void *SVGA_SLOTS_OF[];

__attribute__((visibility("hidden"))) svga_library SVGA_LIBRARY(SVGA_NAME) = {
    SVGA_FILES_OF, SVGA_NAMES_OF, SVGA_SLOTS_OF, SVGA_COUNT_OF, svga_not_tried, ""};

#ifdef __x86_64__
#define SVGA_TRAMPOLINE(slot, library)     \
    "    jmp *" slot "(%rip)\n"            \
    "0:  leaq " slot "(%rip), %r11\n"      \
    "    leaq " library "(%rip), %r10\n"   \
    "    jmp svga_first_call\n"
#else
#define SVGA_TRAMPOLINE(slot, library)     \
    "    adrp x16, " slot "\n"             \
    "    ldr x16, [x16, :lo12:" slot "]\n" \
    "    br x16\n"                         \
    "0:  adrp x16, " slot "\n"             \
    "    add x16, x16, :lo12:" slot "\n"   \
    "    adrp x17, " library "\n"          \
    "    add x17, x17, :lo12:" library "\n" \
    "    b svga_first_call\n"
#endif

#define SVGA_FUNCTION(name)                                                    \
    ".pushsection .text\n"                                                     \
    ".p2align 4\n"                                                             \
    ".globl svga_later_" #name "\n"                                            \
    ".hidden svga_later_" #name "\n"                                           \
    ".type svga_later_" #name ", @function\n"                                  \
    "svga_later_" #name ":\n"                                                  \
    SVGA_TRAMPOLINE("svga_slot_" #name, SVGA_TEXT(SVGA_LIBRARY(SVGA_NAME)))    \
    ".size svga_later_" #name ", . - svga_later_" #name "\n"                   \
    ".popsection\n"                                                            \
    ".pushsection .data\n"                                                     \
    "svga_slot_" #name ": .quad 0b\n"                                          \
    ".popsection\n"
__asm__(
    ".pushsection .data\n"
    ".p2align 3\n"
    ".globl " SVGA_TEXT(SVGA_SLOTS_OF) "\n"
    ".hidden " SVGA_TEXT(SVGA_SLOTS_OF) "\n"
    SVGA_TEXT(SVGA_SLOTS_OF) ":\n"
    ".popsection\n"
#include SVGA_FUNCTIONS
);

#undef SVGA_FUNCTION
#undef SVGA_TRAMPOLINE
#undef SVGA_FILES_OF
#undef SVGA_NAMES_OF
#undef SVGA_COUNT_OF
#undef SVGA_SLOTS_OF
#undef SVGA_NAME
#undef SVGA_FILES
#undef SVGA_FUNCTIONS
