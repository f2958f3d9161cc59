// Blends, masks and multiplies rows of premultiplied words. A product of two bytes is `round(a × b / 255)`, and sums are at most 255, so all results
// equal those of Cairo (pixman). Two rows must be the same row or not overlap.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Draws a row, multiplied by an alpha of 0…255, over another row.
void svga_over_row(uint32_t *out, const uint32_t *source, size_t count, uint32_t alpha);

/// Draws a premultiplied color over a row.
void svga_over_solid_row(uint32_t *out, uint32_t color, size_t count);

/// Multiplies each word by the alpha of the word at the same position of another row.
void svga_mask_row(uint32_t *out, const uint32_t *mask, size_t count);

/// Multiplies each byte of each word by the byte of `factors` at the same position.
void svga_multiply_row(uint32_t *out, size_t count, uint32_t factors);

#ifdef __cplusplus
}
#endif
