/// Calls of the system that Swift cannot import, because the C library hides them behind _GNU_SOURCE, or that only some systems have.
/// All return an errno, 0 for none.
#pragma once

/// Renames a file unless something has the new name: EEXIST. EINVAL or ENOSYS where the system or the file system cannot do that.
int svga_rename_without_replacing(const char *from, const char *to);

/// Swaps the names of two files. EINVAL or ENOSYS where the system or the file system cannot do that.
int svga_swap_files(const char *first, const char *second);

/// How many processors this process may run on by its affinity; in `count`.
int svga_processors(int *count);

/// Makes a watch of folders: a descriptor that can be read when something in one of them has changed. ENOSYS where the system has none.
int svga_watch_make(int *watch);

/// Adds a folder, without those below it. ENOSPC where the system watches no more.
int svga_watch_add(int watch, const char *folder);

/// Takes all changes that wait; in `are_other_folders`, whether one was about a folder itself, or changes were lost.
int svga_watch_take(int watch, int *are_other_folders);
