#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "CSVGASupport.h"

// Signals that end a process unless it does something about them. The main thread waits for SIGINT, SIGTERM, SIGHUP, SIGQUIT and
// SIGXCPU.
static const int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
// Signals that are only noted.
static const int noted[] = {SIGTSTP, SIGWINCH};
enum { fatal_count = sizeof fatal / sizeof *fatal, noted_count = sizeof noted / sizeof *noted };

static int terminal;
static struct termios mode_before;
static char leave_text[256];
static size_t leave_count;
// The values above are valid while this is set.
static atomic_int is_entered;
static atomic_uint happened;
static int has_handlers;
static struct sigaction fatal_before[fatal_count], noted_before[noted_count];
// A handler needs room of its own where a stack has overflown.
static char handler_stack[1 << 16];

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// This and the next function call only what a signal handler may call. A terminal that takes nothing is waited for at most a second.
static int write_all(const char *text, size_t count) {
    long end = milliseconds() + 1000;
    size_t done = 0;
    while (done < count && milliseconds() < end) {
        ssize_t written = write(terminal, text + done, count - done);
        if (written > 0) {
            done += (size_t)written;
        } else if (errno == EAGAIN) {
            struct pollfd room = {terminal, POLLOUT, 0};
            poll(&room, 1, 100);
        } else if (errno != EINTR) {
            break;
        }
    }
    return done == count;
}

void svga_terminal_leave(void) {
    if (!atomic_exchange(&is_entered, 0)) return;
    int error = errno;
    // Otherwise a process in the background would be stopped by setting the mode.
    sigset_t background, before;
    sigemptyset(&background);
    sigaddset(&background, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &background, &before);
    if (!write_all(leave_text, leave_count)) {
        // It does not even take what it has. That is dropped, and the next program finds an empty line.
        tcflush(terminal, TCOFLUSH);
        write_all(leave_text, leave_count);
    }
    // Keys and late answers of the terminal are not for the shell.
    tcflush(terminal, TCIFLUSH);
    tcsetattr(terminal, TCSANOW, &mode_before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
}

static void end_process(int number) {
    svga_terminal_leave();
    for (int i = 0; i < fatal_count; i++) {
        if (fatal[i] == number) sigaction(number, &fatal_before[i], NULL);
    }
    // Comes as soon as this handler returns.
    raise(number);
}

static void note(int number) { atomic_fetch_or(&happened, number == SIGTSTP ? SVGA_TERMINAL_STOPPED : SVGA_TERMINAL_RESIZED); }

static void handle(const int *numbers, int count, void (*handler)(int), int flags, struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < count; i++) {
        // What the caller of the program ignores stays ignored.
        if (sigaction(numbers[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL);
    }
}

int svga_terminal_guard(int descriptor, const struct termios *mode, const char *leave, size_t count) {
    if (count > sizeof leave_text) return EINVAL;
    atomic_store(&is_entered, 0);
    terminal = descriptor;
    mode_before = *mode;
    memcpy(leave_text, leave, count);
    leave_count = count;
    atomic_store(&is_entered, 1);
    if (has_handlers) return 0;
    has_handlers = 1;
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    handle(fatal, fatal_count, end_process, SA_ONSTACK, fatal_before);
    handle(noted, noted_count, note, SA_RESTART, noted_before);
    return 0;
}

void svga_terminal_release(void) {
    svga_terminal_leave();
    if (!has_handlers) return;
    has_handlers = 0;
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &fatal_before[i], NULL);
    for (int i = 0; i < noted_count; i++) sigaction(noted[i], &noted_before[i], NULL);
    stack_t stack = {.ss_flags = SS_DISABLE};
    sigaltstack(&stack, NULL);
}

unsigned svga_terminal_events(void) { return atomic_exchange(&happened, 0); }

void svga_terminal_stop(void) {
    struct sigaction before, standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    sigemptyset(&standard.sa_mask);
    sigaction(SIGTSTP, &standard, &before);
    // Threads of a pool block most signals.
    sigset_t stop, blocked;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &blocked);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    sigaction(SIGTSTP, &before, NULL);
}
