// Preloaded into `svga` by tools/faults: makes one call of the C library fail, and counts the calls that could have.
//
// FAULT_KIND: what fails (see `kinds`). FAULT_AT: which call of that kind, from 1; 0: each. FAULT_FOLDER: only files below it count, and pipes.
// FAULT_BYTES: allocations of fewer bytes do not count. FAULT_LOG: a file of `struct log`, which outlives the process.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { ALLOCATE, READ, WRITE, CHANGE, KINDS };

// What a fault does to the call.
enum effect { FAIL, SHORT, SHRINK, GARBLE };

static const struct {
    const char *name;
    enum kind kind;
    enum effect effect;
    int code;
} kinds[] = {
    {"alloc", ALLOCATE, FAIL, ENOMEM},  {"read-eio", READ, FAIL, EIO},       {"read-eintr", READ, FAIL, EINTR},
    {"read-short", READ, SHORT, 0},     {"read-shrink", READ, SHRINK, 0},    {"read-garble", READ, GARBLE, 0},
    {"write-eio", WRITE, FAIL, EIO},    {"write-enospc", WRITE, FAIL, ENOSPC}, {"write-eintr", WRITE, FAIL, EINTR},
    {"write-short", WRITE, SHORT, 0},   {"change-eio", CHANGE, FAIL, EIO},   {"change-eacces", CHANGE, FAIL, EACCES},
};

struct log {
    _Atomic int64_t calls[KINDS];
    _Atomic int64_t injected;
    // Of the function that asked for memory that was refused: its place in the program, 0 if it is in a library.
    _Atomic uint64_t caller;
};

static struct log none, *counts = &none;
static int chosen = -1;
static int64_t at;
static size_t least = 64 << 10;
static char folder[4096];

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAULT_KIND"), *log = getenv("FAULT_LOG"), *bytes = getenv("FAULT_BYTES"), *number = getenv("FAULT_AT");
    if (!log) return;
    if (getenv("FAULT_FOLDER")) snprintf(folder, sizeof folder, "%s/", getenv("FAULT_FOLDER"));
    if (bytes) least = strtoul(bytes, NULL, 10);
    if (number) at = strtoll(number, NULL, 10);
    int file = open(log, O_RDWR | O_CLOEXEC);
    void *memory = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) abort();
    close(file);
    counts = memory;
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, name)) chosen = (int)i;
    if (name && chosen < 0) abort();
}

// Counts a call.
// Returns whether it is the one that fails.
static int strikes(enum kind kind) {
    int64_t number = atomic_fetch_add(&counts->calls[kind], 1) + 1;
    if (chosen < 0 || kinds[chosen].kind != kind || (at && number != at)) return 0;
    atomic_fetch_add(&counts->injected, 1);
    return 1;
}

// --- Memory

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

static int is_refused(size_t bytes, void *caller) {
    if (bytes < least || counts == &none || !strikes(ALLOCATE)) return 0;
    Dl_info place, program;
    if (dladdr(caller, &place) && dladdr((void *)getauxval(AT_ENTRY), &program) && place.dli_fbase == program.dli_fbase)
        counts->caller = (uint64_t)((char *)caller - (char *)place.dli_fbase);
    errno = ENOMEM;
    return 1;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t bytes) { return is_refused(bytes, CALLER) ? NULL : __libc_malloc(bytes); }

void *calloc(size_t count, size_t bytes) {
    size_t all;
    if (!__builtin_mul_overflow(count, bytes, &all) && is_refused(all, CALLER)) return NULL;
    return __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes) { return is_refused(bytes, CALLER) ? NULL : __libc_realloc(old, bytes); }
void *memalign(size_t alignment, size_t bytes) { return is_refused(bytes, CALLER) ? NULL : __libc_memalign(alignment, bytes); }
void *aligned_alloc(size_t alignment, size_t bytes) { return is_refused(bytes, CALLER) ? NULL : __libc_memalign(alignment, bytes); }

int posix_memalign(void **result, size_t alignment, size_t bytes) {
    if (is_refused(bytes, CALLER)) return ENOMEM;
    void *memory = __libc_memalign(alignment, bytes);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

// --- Files

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static int is_below(const char *path) {
    char whole[4096];
    if (!*folder || counts == &none) return 0;
    if (*path == '/') return !strncmp(path, folder, strlen(folder));
    return getcwd(whole, sizeof whole - 1) && !strncmp(strcat(whole, "/"), folder, strlen(folder));
}

// A file below the folder, or a pipe that is standard input or output.
static int counts_for(int file) {
    struct stat status;
    char link[64], path[4096];
    if (counts == &none || file == 2 || fstat(file, &status)) return 0;
    if (S_ISFIFO(status.st_mode)) return file < 2;
    if (!S_ISREG(status.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count < 0) return 0;
    path[count] = 0;
    return is_below(path);
}

// Returns -1: the call fails, with errno set; else how many bytes it may take.
static ssize_t allowed(enum kind kind, int file, size_t count) {
    if (!counts_for(file) || !strikes(kind)) return (ssize_t)count;
    struct stat status;
    switch (kinds[chosen].effect) {
    case FAIL: errno = kinds[chosen].code; return -1;
    case SHORT: return count > 1 ? (ssize_t)(count / 2) : (ssize_t)count;
    case SHRINK:
    case GARBLE: {
        // By another descriptor: the file is open for reading.
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        int other = open(link, O_WRONLY | O_CLOEXEC);
        if (other < 0 || fstat(other, &status)) break;
        if (kinds[chosen].effect == SHRINK) {
            if (ftruncate(other, status.st_size / 2)) break;
        } else {
            char garbage[512];
            memset(garbage, 0xA5, sizeof garbage);
            syscall(SYS_pwrite64, other, garbage, sizeof garbage, status.st_size / 3);
        }
        close(other);
    }
    }
    return (ssize_t)count;
}

ssize_t read(int file, void *bytes, size_t count) {
    REAL(ssize_t, read, int, void *, size_t);
    ssize_t some = allowed(READ, file, count);
    return some < 0 ? -1 : real(file, bytes, (size_t)some);
}

ssize_t pread(int file, void *bytes, size_t count, off_t position) {
    REAL(ssize_t, pread, int, void *, size_t, off_t);
    ssize_t some = allowed(READ, file, count);
    return some < 0 ? -1 : real(file, bytes, (size_t)some, position);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t position) { return pread(file, bytes, count, position); }

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(ssize_t, write, int, const void *, size_t);
    ssize_t some = allowed(WRITE, file, count);
    return some < 0 ? -1 : real(file, bytes, (size_t)some);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t position) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    ssize_t some = allowed(WRITE, file, count);
    return some < 0 ? -1 : real(file, bytes, (size_t)some, position);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t position) { return pwrite(file, bytes, count, position); }

// A change of a folder, or a file that is opened: whether it fails.
static int fails(int is_counted) {
    if (!is_counted || !strikes(CHANGE)) return 0;
    errno = kinds[chosen].code;
    return 1;
}

int open(const char *path, int flags, ...) {
    REAL(int, open, const char *, int, ...);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return fails(is_below(path)) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open(path, flags, mode);
}

int openat(int base, const char *path, int flags, ...) {
    REAL(int, openat, int, const char *, int, ...);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    // Relative to a folder of ours, as no library opens files.
    return fails(*path != '/' && base != AT_FDCWD) ? -1 : real(base, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
    REAL(int, mkdir, const char *, mode_t);
    return fails(is_below(path)) ? -1 : real(path, mode);
}

int mkdirat(int base, const char *path, mode_t mode) {
    REAL(int, mkdirat, int, const char *, mode_t);
    return fails(*path != '/') ? -1 : real(base, path, mode);
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    return fails(is_below(to)) ? -1 : real(from, to);
}

int renameat(int from_base, const char *from, int to_base, const char *to) {
    REAL(int, renameat, int, const char *, int, const char *);
    return fails(*to != '/') ? -1 : real(from_base, from, to_base, to);
}

int link(const char *from, const char *to) {
    REAL(int, link, const char *, const char *);
    return fails(is_below(to)) ? -1 : real(from, to);
}

int close(int file) {
    REAL(int, close, int);
    int is_failing = fails(counts_for(file));
    int result = real(file);
    if (!is_failing) return result;
    errno = kinds[chosen].code;
    return -1;
}

// The program renames without replacing by number.
long syscall(long number, ...) {
    REAL(long, syscall, long, ...);
    va_list rest;
    va_start(rest, number);
    long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long), e = va_arg(rest, long);
    long f = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_renameat2 && fails(is_below((const char *)d))) return -1;
    return real(number, a, b, c, d, e, f);
}
