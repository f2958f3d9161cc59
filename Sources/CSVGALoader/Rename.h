// Included by the shim.h of a library that is loaded when first needed, before its functions/….h and its own headers. Each of the functions
// has the name of its trampoline for the linker, and its own name in code. So an app may link the same library itself.
#include "Loader.h"

#undef SVGA_FUNCTION
#if SVGA_LOADS_LATER
#define SVGA_PRAGMA(text) _Pragma(#text)
#define SVGA_FUNCTION(name) SVGA_PRAGMA(redefine_extname name svga_later_##name)
#else
#define SVGA_FUNCTION(name)
#endif
