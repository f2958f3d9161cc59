// Draws rows of bitmaps, by bilinear interpolation or by copying. Rounds like Skia; the Swift twins define the rounding.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The path of an output row through a bitmap. All positions are in 32.32 fixed point, have neighbors at the right and below, and are in the
/// first 2³² words.
struct svga_affine_row {
    const uint32_t *words;
    /// The distance of two rows of the bitmap, in words.
    ptrdiff_t stride;
    int64_t column;
    int64_t row;
    int64_t column_step;
    int64_t row_step;
};

/// Samples a bitmap at `count` positions, multiplies the pixels by `factor / 256` (0…255), and draws them over `out`. Rounds fractions up.
void svga_affine_over(const struct svga_affine_row *row, uint32_t factor, size_t count, uint32_t *out);

/// Samples a row of a bitmap at `count` positions. The result has four channels per pixel in 8.6 fixed point.
/// @param start in 32.32 fixed point, like `step`. Each position has a neighbor at the right.
void svga_stretch(const uint32_t *words, int64_t start, int64_t step, size_t count, int16_t *samples);

/// Interpolates between two such rows, multiplies by `factor / 256` (1…256), and draws the pixels over `out`. Truncates fractions.
/// @param down the vertical position between the rows, 0…32767 for 0 to 1.
void svga_between_over(const int16_t *above, const int16_t *below, int16_t down, uint32_t factor, size_t count, uint32_t *out);

/// Multiplies words by `factor / 256` (1…256), and draws them over `out`. Truncates fractions.
void svga_copy_over(const uint32_t *words, uint32_t factor, size_t count, uint32_t *out);

/// Two parallel edges of a bitmap, and the number of stored pixels per output pixel across them.
struct svga_edge_axis {
    double low;
    double high;
    double span;
};

/// The edges of a bitmap. Missing neighbors are copies of the outer pixels, and the edges cover pixels partially.
struct svga_edge {
    /// Rows of `width` words.
    const uint32_t *words;
    int32_t width;
    int32_t height;
    struct svga_edge_axis x;
    struct svga_edge_axis y;
    /// The alpha as `PixelBlend` needs it.
    float factor;
};

/// A coordinate along an output row: `start + slope × column`.
struct svga_edge_line {
    double slope;
    double start;
};

/// Draws the pixels at the edges of a bitmap, and rounds fractions up.
/// @param first the column of the first pixel, at `out`.
void svga_edge_over(
    const struct svga_edge *edge, const struct svga_edge_line *u, const struct svga_edge_line *v, int64_t first, size_t count, uint32_t *out);

/// The same, and truncates fractions.
void svga_edge_over_cut(
    const struct svga_edge *edge, const struct svga_edge_line *u, const struct svga_edge_line *v, int64_t first, size_t count, uint32_t *out);

/// Samples two adjacent rows of a bitmap like `svga_stretch`.
/// @param stride the distance of the rows, in words.
void svga_stretch_two(
    const uint32_t *words, ptrdiff_t stride, int64_t start, int64_t step, size_t count, int16_t *above, int16_t *below);

/// The number of rows for which `svga_find_spans` finds columns.
#define SVGA_SPAN_ROWS 32

/// A coordinate of a bitmap in the output. At the center of column x of row y it is `first + down × (y + 0.5) + offset + slope × x`.
struct svga_line {
    double slope;
    double first;
    double down;
    double offset;
};

struct svga_range {
    double low;
    double high;
};

/// Ranges of the coordinates u and v of a bitmap.
struct svga_spans {
    struct svga_line u;
    struct svga_line v;
    /// Of u and v.
    struct svga_range outer[2];
    /// Of u and v.
    struct svga_range inner[2];
    /// Of u + v and u - v.
    struct svga_range hull[2];
    bool has_hull;
    /// The first column, and the one after the last: not negative.
    int32_t first;
    int32_t end;
};

/// Finds the columns of `SVGA_SPAN_ROWS` rows whose coordinates are in the ranges.
/// @param row the first row.
/// @param ends for the outer and the inner ranges and, if there is a hull, for it: the first column of each row, then the column after the last one
///   of each row. Without columns, the second is not above the first.
void svga_find_spans(const struct svga_spans *spans, int64_t row, int32_t *ends);

#ifdef __cplusplus
}
#endif
