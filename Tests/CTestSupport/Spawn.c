#define _GNU_SOURCE
#include "CTestSupport.h"

const short svga_test_set_session = POSIX_SPAWN_SETSID;

int svga_test_close_from(posix_spawn_file_actions_t *actions, int first) { return posix_spawn_file_actions_addclosefrom_np(actions, first); }
