// Rows of premultiplied words laid over others, masked, multiplied. Every product of two bytes is `round(a × b / 255)`, and sums stop at 255,
// so all results are those of Cairo (pixman) to the last bit. No row may share memory with another, unless it is the same.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Lays a row, faded by an alpha of 0…255, over another one.
void svga_over_row(uint32_t *out, const uint32_t *source, size_t count, uint32_t alpha);

/// Lays one premultiplied color over a row.
void svga_over_solid_row(uint32_t *out, uint32_t color, size_t count);

/// Multiplies each word by the alpha of another.
void svga_mask_row(uint32_t *out, const uint32_t *mask, size_t count);

/// Multiplies each byte of each word by the byte of `factors` in the same place.
void svga_multiply_row(uint32_t *out, size_t count, uint32_t factors);

#ifdef __cplusplus
}
#endif
