// Included by the shim.h of a library that is loaded when it is first needed, before its functions/….h and the library's headers. In code, each
// function has its usual name; for the linker, it has the name of its trampoline. So an app can link the same library itself.
#include "Loader.h"

#undef SVGA_FUNCTION
#if SVGA_LOADS_LATER
#define SVGA_PRAGMA(text) _Pragma(#text)
#define SVGA_FUNCTION(name) SVGA_PRAGMA(redefine_extname name svga_later_##name)
#else
#define SVGA_FUNCTION(name)
#endif
