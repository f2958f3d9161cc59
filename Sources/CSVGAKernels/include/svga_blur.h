// Blurs lines by box averages.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of lines that are blurred together.
#define SVGA_BLUR_LANES 32

/// Three boxes after each other. A sum of values in all of them fits in 31 bits.
struct svga_boxes {
    /// The widths, at least 2.
    size_t first, second, third;
    /// How many values of the line after a value belong to its average.
    size_t reach;
};

/// Blurs lines of bytes in place. Each byte becomes the average of three boxes, rounded down after 0.5 is added, in single precision.
/// @param bytes   the first byte of each line, side by side.
/// @param step    the distance of two bytes of a line.
/// @param memory  `(first + second + third - 3) × SVGA_BLUR_LANES` numbers.
void svga_blur_lines(uint8_t *bytes, size_t step, size_t length, struct svga_boxes boxes, int32_t *memory);

#ifdef __cplusplus
}
#endif
