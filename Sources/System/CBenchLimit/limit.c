#include "CBenchLimit.h"

// Multiplies the four channels of a word by `factor` and divides by 255, rounded: two channels at a time, 16 bits for each.
static inline uint32_t faded(uint32_t word, uint32_t factor) {
    uint32_t even = (word & 0x00FF00FF) * factor + 0x00800080;
    uint32_t odd = (word >> 8 & 0x00FF00FF) * factor + 0x00800080;
    even = (even + (even >> 8 & 0x00FF00FF)) >> 8 & 0x00FF00FF;
    odd = (odd + (odd >> 8 & 0x00FF00FF)) & 0xFF00FF00;
    return even | odd;
}

void svga_blend_straight(uint32_t *restrict target, const uint32_t *restrict source, size_t count, uint32_t alpha) {
    // Without special cases for transparent or opaque pixels, so that the compiler vectorises the loop.
    if (alpha >= 255) {
        for (size_t i = 0; i < count; i++) target[i] = source[i] + faded(target[i], 255 - (source[i] >> 24));
    } else {
        for (size_t i = 0; i < count; i++) {
            uint32_t over = faded(source[i], alpha);
            target[i] = over + faded(target[i], 255 - (over >> 24));
        }
    }
}
