#define _GNU_SOURCE
#include "CSVGASupport.h"

#include <errno.h>

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
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
#else
int svga_rename_without_replacing(const char *from, const char *to) { return ENOSYS; }
int svga_swap_files(const char *first, const char *second) { return ENOSYS; }
int svga_processors(int *count) { return ENOSYS; }
#endif
