// What rows of PNG files need.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Undoes a filter of PNG in place, for rows with 3 or 4 bytes a pixel.
///
/// `filter`: 1 to 4, as PNG numbers them. `row` and `above`: `count` bytes, whole pixels; each has at least one more byte behind it, which
/// may be read.
void svga_png_unfilter(int filter, int bytes_per_pixel, uint8_t *row, const uint8_t *above, size_t count);

#ifdef __cplusplus
}
#endif
