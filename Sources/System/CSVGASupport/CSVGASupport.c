#define _GNU_SOURCE
#include "CSVGASupport.h"

#include <errno.h>

#ifdef __GLIBC__
#include <malloc.h>

int svga_keep_heap_small(void) {
    int large = 256 << 10;
    return mallopt(M_ARENA_MAX, 1) && mallopt(M_MMAP_THRESHOLD, large) && mallopt(M_TRIM_THRESHOLD, large) ? 0 : ENOSYS;
}

int svga_return_free_memory(void) {
    malloc_trim(0);
    return 0;
}
#else
int svga_keep_heap_small(void) { return ENOSYS; }
int svga_return_free_memory(void) { return ENOSYS; }
#endif

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

// Glibc has these in stdio.h. Musl had not before 1.2.6, and the kernel's linux/fs.h need not be installed.
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#endif

// By number: musl has no renameat2 before 1.2.6.
static int rename_with(const char *from, const char *to, unsigned flags) {
    return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags) == 0 ? 0 : errno;
}

int svga_rename_without_replacing(const char *from, const char *to) { return rename_with(from, to, RENAME_NOREPLACE); }

int svga_swap_files(const char *first, const char *second) { return rename_with(first, second, RENAME_EXCHANGE); }

int svga_resident_bytes(size_t *bytes) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return errno;
    unsigned long pages = 0;
    int count = fscanf(file, "%*u %lu", &pages);
    fclose(file);
    if (count != 1) return ENOSYS;
    *bytes = pages * (size_t)sysconf(_SC_PAGESIZE);
    return 0;
}

int svga_processors(int *count) {
    // The kernel refuses a set that has no room for all processors of the machine.
    for (int most = 1024; most <= 1 << 20; most *= 2) {
        cpu_set_t *set = CPU_ALLOC(most);
        if (!set) return ENOMEM;
        int failed = sched_getaffinity(0, CPU_ALLOC_SIZE(most), set) ? errno : 0;
        if (!failed) *count = CPU_COUNT_S(CPU_ALLOC_SIZE(most), set);
        CPU_FREE(set);
        if (failed != EINVAL) return failed;
    }
    return EINVAL;
}

// What happens to a folder itself, or to the list of what is in it.
static const uint32_t folder_events = IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE;
// After these the watch is none of that folder any more, or has missed something.
static const uint32_t lost_events = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_Q_OVERFLOW;

int svga_watch_make(int *watch) {
    int made = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (made < 0) return errno;
    *watch = made;
    return 0;
}

int svga_watch_add(int watch, const char *folder) {
    uint32_t events = folder_events | IN_DELETE_SELF | IN_MOVE_SELF | IN_CLOSE_WRITE | IN_ATTRIB;
    return inotify_add_watch(watch, folder, events | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK) < 0 ? errno : 0;
}

int svga_watch_take(int watch, int *are_other_folders) {
    _Alignas(struct inotify_event) char buffer[16384];
    while (1) {
        ssize_t count = read(watch, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN ? 0 : errno;
        if (count == 0) return 0;
        for (ssize_t at = 0; at + (ssize_t)sizeof(struct inotify_event) <= count;) {
            const struct inotify_event *event = (const void *)(buffer + at);
            if (event->mask & lost_events || (event->mask & IN_ISDIR && event->mask & folder_events)) *are_other_folders = 1;
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
}
#else
int svga_rename_without_replacing(const char *from, const char *to) { return ENOSYS; }
int svga_swap_files(const char *first, const char *second) { return ENOSYS; }
int svga_resident_bytes(size_t *bytes) { return ENOSYS; }
int svga_processors(int *count) { return ENOSYS; }
int svga_watch_make(int *watch) { return ENOSYS; }
int svga_watch_add(int watch, const char *folder) { return ENOSYS; }
int svga_watch_take(int watch, int *are_other_folders) { return ENOSYS; }
#endif
