#pragma once
#include <spawn.h>

/// A program is not to have the descriptors from this one on: `posix_spawn_file_actions_addclosefrom_np`, which hides behind _GNU_SOURCE.
int svga_test_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes the leader of a new session: `POSIX_SPAWN_SETSID`, which does, too.
extern const short svga_test_set_session;
