// Filters of PNG.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Undoes a filter of PNG in place, for rows with 3 or 4 bytes a pixel.
///
/// @param filter the filter type of PNG, 1 to 4.
/// @param row `count` bytes of complete pixels, followed by at least one byte that may be read; the same for `above`.
void svga_png_unfilter(int filter, int bytes_per_pixel, uint8_t *row, const uint8_t *above, size_t count);

#ifdef __cplusplus
}
#endif
