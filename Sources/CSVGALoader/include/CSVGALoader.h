/// C libraries that are loaded when they are first needed, so that a start without them is quick: loading libav takes 30 ms, Pango 4 ms,
/// Cairo 2 ms, libzip 1 ms, with all the libraries that these need.
///
/// Code calls their functions as always. A function that is called before its library was loaded loads it, and ends the process where that is
/// not possible: so ask first, where an error can be thrown.
#pragma once

/// Each loads one library, or several that belong together. Returns NULL when all are there, else one line that says what is missing, valid
/// as long as the process. Any thread may call it; after the first time it costs next to nothing.
const char *svga_load_cairo(void);
const char *svga_load_pango(void);
const char *svga_load_zip(void);
/// Only with the package trait Video.
const char *svga_load_libav(void);
