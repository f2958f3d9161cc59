#include "CSVGASupport.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct svga_abort_guard {
    atomic_bool has_aborted;
};

// The guard of this thread; NULL: it has none.
static _Thread_local svga_abort_guard *current_guard;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned guards;
static struct sigaction previous;

static void stop(int signal_number, siginfo_t *info, void *context) {
    if (current_guard) {
        atomic_store(&current_guard->has_aborted, true);
        // Its callers cannot continue, and unwinding their frames is not allowed here.
        while (true) pause();
    }
    if (previous.sa_flags & SA_SIGINFO) {
        previous.sa_sigaction(signal_number, info, context);
    } else if (previous.sa_handler == SIG_DFL) {
        // It takes effect when this handler returns.
        signal(SIGABRT, SIG_DFL);
        raise(SIGABRT);
    } else if (previous.sa_handler != SIG_IGN) {
        previous.sa_handler(signal_number);
    }
}

static bool is_ours(const struct sigaction *action) { return action->sa_flags & SA_SIGINFO && action->sa_sigaction == stop; }

svga_abort_guard *svga_abort_guard_make(void) { return calloc(1, sizeof(svga_abort_guard)); }

void svga_abort_guard_begin(svga_abort_guard *guard) {
    current_guard = guard;
    pthread_mutex_lock(&mutex);
    guards++;
    struct sigaction current, ours = {.sa_sigaction = stop, .sa_flags = SA_SIGINFO};
    sigemptyset(&ours.sa_mask);
    if (sigaction(SIGABRT, NULL, &current) == 0 && !is_ours(&current)) {
        previous = current;
        sigaction(SIGABRT, &ours, NULL);
    }
    pthread_mutex_unlock(&mutex);
}

int svga_abort_guard_has_aborted(const svga_abort_guard *guard) { return atomic_load(&guard->has_aborted); }

void svga_abort_guard_end(svga_abort_guard *guard) {
    if (!atomic_load(&guard->has_aborted)) current_guard = NULL;
    pthread_mutex_lock(&mutex);
    struct sigaction current;
    if (--guards == 0 && sigaction(SIGABRT, NULL, &current) == 0 && is_ours(&current)) sigaction(SIGABRT, &previous, NULL);
    pthread_mutex_unlock(&mutex);
}

void svga_abort_guard_free(svga_abort_guard *guard) {
    // A thread that has aborted keeps it.
    if (!atomic_load(&guard->has_aborted)) free(guard);
}
