// Fills outlines by the exact area of each pixel that they cover.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of cells in a block. Each block has one flag.
#define SVGA_CELLS_PER_BLOCK 8

/// The cells of a picture: for each pixel, the change of the covered area from the pixel at its left. The sum of all cells of a row up to a pixel is
/// the pixel's area, 2¹⁷ for full coverage. The absolute value of the sum counts. With the nonzero rule, larger areas are full coverage; with the
/// even-odd rule, the coverage falls again to 0 at twice the area, and so on.
struct svga_cells {
    /// The cells, row by row: `blocks × SVGA_CELLS_PER_BLOCK` per row.
    int32_t *cells;
    /// For each block, 1 if one of its cells may differ from 0, or 0; `flags` bytes per row.
    uint8_t *touched;
    /// The width in pixels. The blocks have at least one more cell.
    size_t width, height;
    size_t blocks;
    /// The flags of a row: a multiple of 8, at least `blocks`.
    size_t flags;
};

/// Draws a premultiplied color over the covered area of the nonzero rule, and sets all cells and flags to 0.
void svga_fill_cells(const struct svga_cells *cells, uint32_t color, uint32_t *out, size_t words_per_row);

/// The same with the even-odd rule.
void svga_fill_cells_even_odd(const struct svga_cells *cells, uint32_t color, uint32_t *out, size_t words_per_row);

/// Multiplies the pixels by their coverage of the nonzero rule, and sets all cells and flags to 0.
void svga_mask_by_cells(const struct svga_cells *cells, uint32_t *out, size_t words_per_row);

#ifdef __cplusplus
}
#endif
