// Counts how often memory is asked for, so that a test can show that a loop never does.
#pragma once

/// How often this thread has asked malloc, calloc, realloc or one of the aligned ones for memory; -1 where that is not counted.
long svga_allocation_count(void);
