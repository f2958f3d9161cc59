/// Calls of the system that Swift cannot import, because the C library hides them behind _GNU_SOURCE. All return an errno, 0 for none.
#pragma once

/// Renames a file unless something has the new name: EEXIST. EINVAL or ENOSYS where the system or the file system cannot do that.
int svga_rename_without_replacing(const char *from, const char *to);

/// Swaps the names of two files. EINVAL or ENOSYS where the system or the file system cannot do that.
int svga_swap_files(const char *first, const char *second);

/// How many processors this process may run on by its affinity; in `count`.
int svga_processors(int *count);
