// Where and how much two rows of four-byte pixels differ. The rows may lie at any address.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The first pixel that differs; `count` if none does.
size_t svga_first_difference(const void *left, const void *right, size_t count);

/// One after the last pixel that differs; 0 if none does.
size_t svga_end_of_difference(const void *left, const void *right, size_t count);

/// How the pixels of rows differ, added up.
struct svga_difference {
    /// How many differ in at least one channel.
    uint64_t pixels;
    /// The squared differences of all channels.
    uint64_t squares;
    /// The largest difference of any channel.
    uint8_t largest;
};

/// Adds what two rows contribute.
void svga_add_difference(const void *left, const void *right, size_t count, struct svga_difference *sums);

#ifdef __cplusplus
}
#endif
