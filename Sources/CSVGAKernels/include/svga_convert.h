// Between the painter's words and the bytes of files. A row may become another one or stay where it is; it may lie at any address.
//
// An RGBA word is the little-endian reading of the bytes red, green, blue, alpha; an ARGB word is `0xAARRGGBB`.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Premultiplied words to straight ones, in the same order: each color `round(color × 255 / alpha)`, at most 255; all four bytes 0 where
/// alpha is.
void svga_straighten_row(const void *from, size_t count, void *to);

/// The same, and ARGB words become RGBA words, or the other way round.
void svga_straighten_swap_row(const void *from, size_t count, void *to);

/// ARGB words to RGBA words, or the other way round; alpha and colors stay.
void svga_swap_row(const void *from, size_t count, void *to);

/// Straight RGBA words to premultiplied ARGB words: each color `round(color × alpha / 255)`.
void svga_premultiply_row(const void *from, size_t count, void *to);

#ifdef __cplusplus
}
#endif
