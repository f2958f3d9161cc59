/// What of the system Swift cannot import, or may not do: calls that the C library hides behind _GNU_SOURCE or that only some systems have, and
/// handling signals. All that return an int return an errno, 0 for none.
#pragma once
#include <stddef.h>
#include <termios.h>

/// Renames a file unless something has the new name: EEXIST. EINVAL or ENOSYS where the system or the file system cannot do that.
int svga_rename_without_replacing(const char *from, const char *to);

/// Swaps the names of two files. EINVAL or ENOSYS where the system or the file system cannot do that.
int svga_swap_files(const char *first, const char *second);

/// How many processors this process may run on by its affinity; in `count`.
int svga_processors(int *count);

/// The memory of this process that is in RAM, in bytes. ENOSYS where the system has no such number.
int svga_resident_bytes(size_t *bytes);

/// For a process that holds much and whose threads make and drop large pieces: all threads share one heap, and what is large goes back to the
/// system at once. Takes less memory and a little more time. ENOSYS where the C library has no such choice.
int svga_keep_heap_small(void);

/// Gives memory that is free in all heaps back to the system. ENOSYS where the C library has no such call.
int svga_return_free_memory(void);

/// The exit code of a process that Swift's runtime gets no memory for.
enum { SVGA_EXIT_WITHOUT_MEMORY = 5 };

/// What to do before the process ends because Swift's runtime got no memory, which it cannot go on without: one line says so first. Only in programs
/// that are linked for it. Called once, before there are other threads.
/// @param end may take some memory; where it gets none, the process ends at once.
void svga_end_without_memory(void (*end)(void));

/// A guard against libraries that abort on some inputs. NULL without memory.
typedef struct svga_abort_guard svga_abort_guard;
svga_abort_guard *svga_abort_guard_make(void);

/// From now on an abort on this thread is noted, and the thread waits forever instead of ending the process. Other threads, and the signal
/// handler that was there before, are not affected.
void svga_abort_guard_begin(svga_abort_guard *guard);

/// Whether the thread has aborted. From any thread.
int svga_abort_guard_has_aborted(const svga_abort_guard *guard);

/// Ends a guard: on its thread, or on another one if it has aborted.
void svga_abort_guard_end(svga_abort_guard *guard);

/// Frees a guard that has ended or never begun.
void svga_abort_guard_free(svga_abort_guard *guard);

/// Makes a watch of folders: a descriptor that can be read when something in one of them has changed. ENOSYS where the system has none.
int svga_watch_make(int *watch);

/// Adds a folder, without those below it. ENOSPC where the system watches no more.
int svga_watch_add(int watch, const char *folder);

/// Takes all changes that wait; in `are_other_folders`, whether one was about a folder itself, or changes were lost.
int svga_watch_take(int watch, int *are_other_folders);

/// Remembers how to leave a terminal, and does so where the process crashes. One terminal at a time.
///
/// Until svga_terminal_release(), SIGTSTP and a change of the window's size are only noted: see svga_terminal_events().
/// @param mode the terminal's mode to return to.
/// @param leave what is written to it first; at most 256 bytes: EINVAL.
int svga_terminal_guard(int descriptor, const struct termios *mode, const char *leave, size_t count);

/// Leaves the terminal: writes what was given and sets its mode. Nothing happens if it was left already. For signal handlers too.
void svga_terminal_leave(void);

/// Leaves the terminal and gives up the signals.
void svga_terminal_release(void);

enum { SVGA_TERMINAL_RESIZED = 1, SVGA_TERMINAL_STOPPED = 2 };

/// What happened since the last call, as bits.
unsigned svga_terminal_events(void);

/// Stops the process as SIGTSTP does, and returns when it continues. The terminal has to be left before.
void svga_terminal_stop(void);
