// Outlines filled by the exact area that they cover of each pixel.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Cells in a block, which has one flag.
#define SVGA_CELLS_PER_BLOCK 8

/// The change of the covered area from each pixel of a row to the next. The sum of all cells up to a pixel is its area, 2¹⁷ for a pixel
/// covered once. A sum may be negative; only its size counts, and more than once is once.
struct svga_cells {
    /// Row by row, `blocks × SVGA_CELLS_PER_BLOCK` for each.
    int32_t *cells;
    /// For each block of a row 1 if one of its cells may not be 0, else 0; `flags` for each row.
    uint8_t *touched;
    /// In pixels. The blocks reach at least one cell farther.
    size_t width, height;
    size_t blocks;
    /// A multiple of 8, at least `blocks`.
    size_t flags;
};

/// Lays a premultiplied color over what is covered, and sets all cells and flags to 0.
void svga_fill_cells(const struct svga_cells *cells, uint32_t color, uint32_t *out, size_t words_per_row);

/// Multiplies the pixels by how much of them is covered, and sets all cells and flags to 0.
void svga_mask_by_cells(const struct svga_cells *cells, uint32_t *out, size_t words_per_row);

#ifdef __cplusplus
}
#endif
