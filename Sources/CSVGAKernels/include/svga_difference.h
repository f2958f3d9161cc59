// Compares two rows of four-byte pixels. Addresses may be unaligned.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The index of the first different pixel; `count` if there is none.
size_t svga_first_difference(const void *left, const void *right, size_t count);

/// The index after the last different pixel; 0 if there is none.
size_t svga_end_of_difference(const void *left, const void *right, size_t count);

/// The sums of the differences of rows.
struct svga_difference {
    /// The number of pixels with a different channel.
    uint64_t pixels;
    /// The sum of the squared differences of all channels.
    uint64_t squares;
    /// The largest difference of any channel.
    uint8_t largest;
};

/// Adds the differences of two rows.
void svga_add_difference(const void *left, const void *right, size_t count, struct svga_difference *sums);

/// The number of pixels of which a channel differs by more than `limit`.
size_t svga_count_above(const void *left, const void *right, size_t count, uint8_t limit);

#ifdef __cplusplus
}
#endif
