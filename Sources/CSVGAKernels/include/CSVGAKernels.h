// The pixel loops that are worth vectors: one C function a loop, made for several instruction sets, of which the best that the processor
// has is taken when the first one runs.
//
// Each has a twin in plain Swift in SVGAPixels, which says what it does and is what the tests compare it with. All pixels are native words
// `0xAARRGGBB`, premultiplied, unless a function says otherwise.
#pragma once
#include "svga_area.h"
#include "svga_bitmap.h"
#include "svga_blend.h"
#include "svga_convert.h"
#include "svga_difference.h"
#include "svga_png.h"
#include "svga_simd.h"
