#include "Library.h"

#if SVGA_LOADS_LATER
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maximum_files = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Finds all functions of a library, before any slot is set. If one is missing, the opened files stay open, because the library is not tried
/// again.
static int find(svga_library *library, void **found) {
    void *handles[maximum_files];
    int files = 0;
    for (const svga_file *file = library->files; file->name && files < maximum_files; file++) {
        handles[files] = dlopen(file->name, RTLD_LAZY | RTLD_LOCAL);
        if (!handles[files] && file->other_name) handles[files] = dlopen(file->other_name, RTLD_LAZY | RTLD_LOCAL);
        if (!handles[files]) {
            const char *reason = dlerror();
            snprintf(
                library->problem, sizeof library->problem, "%s (on Debian: apt install %s)", reason ? reason : file->name, file->package);
            return 0;
        }
        files++;
    }
    const char *name = library->names;
    for (size_t index = 0; index < library->count; index++, name += strlen(name) + 1) {
        found[index] = NULL;
        for (int file = 0; file < files && !found[index]; file++) found[index] = dlsym(handles[file], name);
        if (!found[index]) {
            snprintf(
                library->problem, sizeof library->problem, "%s is missing in the library: it is older than the one that this was built with",
                name);
            return 0;
        }
    }
    return 1;
}

static int load(svga_library *library) {
    void **found = malloc(library->count * sizeof *found);
    if (!found) {
        snprintf(library->problem, sizeof library->problem, "no memory to load %s", library->files[0].name);
        return 0;
    }
    int done = find(library, found);
    if (done) {
        for (size_t index = 0; index < library->count; index++) __atomic_store_n(&library->slots[index], found[index], __ATOMIC_RELEASE);
    }
    free(found);
    return done;
}

const char *svga_load(svga_library *library) {
    int state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
    if (state == svga_not_tried) {
        pthread_mutex_lock(&lock);
        state = library->state;
        if (state == svga_not_tried) {
            state = load(library) ? svga_loaded : svga_missing;
            __atomic_store_n(&library->state, state, __ATOMIC_RELEASE);
        }
        pthread_mutex_unlock(&lock);
    }
    return state == svga_loaded ? NULL : library->problem;
}

/// Loads a library for svga_first_call, or ends the process with a line on standard error.
__attribute__((used, visibility("hidden"))) void svga_load_or_abort(svga_library *library) {
    const char *problem = svga_load(library);
    if (!problem) return;
    fprintf(stderr, "%s\n", problem);
    // The exit code with which the dynamic linker ends a process if a library is missing.
    _Exit(127);
}

// The first call of a function whose library is not loaded. Saves all registers that may contain arguments, loads the library, and jumps to the
// function.
#ifdef __x86_64__
// r11: the function's slot; r10: its library.
__asm__(
    ".pushsection .text\n"
    ".globl svga_first_call\n"
    ".hidden svga_first_call\n"
    ".type svga_first_call, @function\n"
    "svga_first_call:\n"
    "    pushq %rdi\n"
    "    pushq %rsi\n"
    "    pushq %rdx\n"
    "    pushq %rcx\n"
    "    pushq %r8\n"
    "    pushq %r9\n"
    "    pushq %rax\n"
    "    pushq %r11\n"
    "    subq $136, %rsp\n"
    "    movups %xmm0, (%rsp)\n"
    "    movups %xmm1, 16(%rsp)\n"
    "    movups %xmm2, 32(%rsp)\n"
    "    movups %xmm3, 48(%rsp)\n"
    "    movups %xmm4, 64(%rsp)\n"
    "    movups %xmm5, 80(%rsp)\n"
    "    movups %xmm6, 96(%rsp)\n"
    "    movups %xmm7, 112(%rsp)\n"
    "    movq %r10, %rdi\n"
    "    call svga_load_or_abort\n"
    "    movups (%rsp), %xmm0\n"
    "    movups 16(%rsp), %xmm1\n"
    "    movups 32(%rsp), %xmm2\n"
    "    movups 48(%rsp), %xmm3\n"
    "    movups 64(%rsp), %xmm4\n"
    "    movups 80(%rsp), %xmm5\n"
    "    movups 96(%rsp), %xmm6\n"
    "    movups 112(%rsp), %xmm7\n"
    "    addq $136, %rsp\n"
    "    popq %r11\n"
    "    popq %rax\n"
    "    popq %r9\n"
    "    popq %r8\n"
    "    popq %rcx\n"
    "    popq %rdx\n"
    "    popq %rsi\n"
    "    popq %rdi\n"
    "    jmp *(%r11)\n"
    ".size svga_first_call, . - svga_first_call\n"
    ".popsection\n");
#else
// x16: the function's slot; x17: its library.
__asm__(
    ".pushsection .text\n"
    ".globl svga_first_call\n"
    ".hidden svga_first_call\n"
    ".type svga_first_call, @function\n"
    "svga_first_call:\n"
    "    stp x29, x30, [sp, #-224]!\n"
    "    mov x29, sp\n"
    "    stp x0, x1, [sp, #16]\n"
    "    stp x2, x3, [sp, #32]\n"
    "    stp x4, x5, [sp, #48]\n"
    "    stp x6, x7, [sp, #64]\n"
    "    stp x8, x16, [sp, #80]\n"
    "    stp q0, q1, [sp, #96]\n"
    "    stp q2, q3, [sp, #128]\n"
    "    stp q4, q5, [sp, #160]\n"
    "    stp q6, q7, [sp, #192]\n"
    "    mov x0, x17\n"
    "    bl svga_load_or_abort\n"
    "    ldp q6, q7, [sp, #192]\n"
    "    ldp q4, q5, [sp, #160]\n"
    "    ldp q2, q3, [sp, #128]\n"
    "    ldp q0, q1, [sp, #96]\n"
    "    ldp x8, x16, [sp, #80]\n"
    "    ldp x6, x7, [sp, #64]\n"
    "    ldp x4, x5, [sp, #48]\n"
    "    ldp x2, x3, [sp, #32]\n"
    "    ldp x0, x1, [sp, #16]\n"
    "    ldp x29, x30, [sp], #224\n"
    "    ldr x16, [x16]\n"
    "    br x16\n"
    ".size svga_first_call, . - svga_first_call\n"
    ".popsection\n");
#endif
#endif
