// Converts between the painter's words and the bytes of files. The result may replace the input. Addresses may be unaligned.
//
// An RGBA word is the little-endian reading of the bytes red, green, blue, alpha; an ARGB word is `0xAARRGGBB`.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Converts premultiplied words to straight words in the same byte order: each color is `round(color × 255 / alpha)`, at most 255. If alpha is 0, all
/// bytes are 0.
void svga_straighten_row(const void *from, size_t count, void *to);

/// Does the same, and converts ARGB words to RGBA words or RGBA words to ARGB words.
void svga_straighten_swap_row(const void *from, size_t count, void *to);

/// Converts ARGB words to RGBA words or RGBA words to ARGB words. Alpha and colors are unchanged.
void svga_swap_row(const void *from, size_t count, void *to);

/// Converts straight RGBA words to premultiplied ARGB words: each color is `round(color × alpha / 255)`.
void svga_premultiply_row(const void *from, size_t count, void *to);

#ifdef __cplusplus
}
#endif
