#pragma once
#include <stddef.h>
#include <stdint.h>

// Blends `count` premultiplied ARGB words over as many others, sequentially in memory, multiplied by `alpha` (0 to 255). This is about
// the least that drawing so many pixels can cost; painting is compared with it.
void svga_blend_straight(uint32_t *restrict target, const uint32_t *restrict source, size_t count, uint32_t alpha);
