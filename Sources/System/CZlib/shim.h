#pragma once
#include <zlib.h>

// inflateInit2 is a macro that passes the struct's size; Swift imports no macros with arguments.
static inline int svga_inflateInit2(z_stream *stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}

// The same for deflateInit2.
static inline int svga_deflateInit2(z_stream *stream, int level, int windowBits, int memLevel) {
    return deflateInit2(stream, level, Z_DEFLATED, windowBits, memLevel, Z_DEFAULT_STRATEGY);
}
