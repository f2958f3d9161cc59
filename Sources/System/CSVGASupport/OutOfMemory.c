#include "CSVGASupport.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void (*end_process)(void);
// Given back before the process ends, because that takes some memory, too.
static void *reserve;
enum { reserve_bytes = 1 << 18 };
static atomic_flag is_ending = ATOMIC_FLAG_INIT;
static pthread_t ending;

void svga_end_without_memory(void (*end)(void)) {
    end_process = end;
    reserve = malloc(reserve_bytes);
}

// Swift's runtime calls this when an allocation fails, and expects that it does not return. The linker puts
// it in place of swift::swift_abortAllocationFailure(size_t size, size_t alignMask), see Sources/svga/link.cfg. That prints addresses and aborts.
// It is an ordinary call on an ordinary thread, not a signal handler.
_Noreturn void __wrap__ZN5swift28swift_abortAllocationFailureEmm(size_t bytes, size_t mask) {
    (void)mask;
    if (atomic_flag_test_and_set(&is_ending)) {
        // Ending took memory, and there was none either.
        if (pthread_equal(ending, pthread_self())) _exit(SVGA_EXIT_WITHOUT_MEMORY);
        while (1) pause();
    }
    ending = pthread_self();
    svga_terminal_leave();
    char line[80];
    int count = snprintf(line, sizeof line, "svga: out of memory for %zu bytes\n", bytes);
    if (write(STDERR_FILENO, line, (size_t)count) < 0) count = 0;
    free(reserve);
    if (end_process) end_process();
    _exit(SVGA_EXIT_WITHOUT_MEMORY);
}
