#pragma once

// On other systems and processors, the libraries are linked as usual.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define SVGA_LOADS_LATER 1
#else
#define SVGA_LOADS_LATER 0
#endif
