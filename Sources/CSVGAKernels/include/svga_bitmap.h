// Rows of bitmaps drawn: sampled between neighbours, or copied. The rounding is Skia's; the Swift twins say what it is.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A row of the output on its way through a bitmap. Its positions are in 32.32 fixed point, have neighbors on the right and
/// below, and are within the first 2³² words.
struct svga_affine_row {
    const uint32_t *words;
    /// Words from one row of the bitmap to the next.
    ptrdiff_t stride;
    int64_t column;
    int64_t row;
    int64_t column_step;
    int64_t row_step;
};

/// Samples a bitmap at `count` places, fades what it finds by `factor` (0…255, of 256) and lays it over `out`; fractions are rounded up.
void svga_affine_over(const struct svga_affine_row *row, uint32_t factor, size_t count, uint32_t *out);

/// Samples a row of a bitmap at `count` places: 8.6 fixed point, four numbers a pixel.
/// @param start 32.32 fixed point, as is `step`; each place has a neighbour on the right.
void svga_stretch(const uint32_t *words, int64_t start, int64_t step, size_t count, int16_t *samples);

/// Samples between two rows of such numbers, fades by `factor` (1…256, of 256) and lays the pixels over `out`; fractions are cut off.
/// @param down 0…32767 for 0 to 1.
void svga_between_over(const int16_t *above, const int16_t *below, int16_t down, uint32_t factor, size_t count, uint32_t *out);

/// Fades words by `factor` (1…256, of 256) and lays them over `out`; fractions are cut off.
void svga_copy_over(const uint32_t *words, uint32_t factor, size_t count, uint32_t *out);

#ifdef __cplusplus
}
#endif
