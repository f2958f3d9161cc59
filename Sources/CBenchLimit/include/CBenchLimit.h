#pragma once
#include <stddef.h>
#include <stdint.h>

// Blends `count` premultiplied ARGB words over as many others, one after the other in memory, faded by `alpha` (0 to 255):
// about the least that drawing this many pixels can cost, and so what painting is held against.
void svga_blend_straight(uint32_t *restrict target, const uint32_t *restrict source, size_t count, uint32_t alpha);
