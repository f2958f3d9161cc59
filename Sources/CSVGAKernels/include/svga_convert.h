// Between the painter's words and the bytes of files.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Premultiplied words to straight RGBA bytes: each colour `round(colour × 255 / alpha)`; all four bytes 0 where alpha is.
void svga_straight_rgba(const uint32_t *words, size_t count, uint8_t *bytes);

#ifdef __cplusplus
}
#endif
