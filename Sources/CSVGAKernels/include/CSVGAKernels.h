// SIMD pixel kernels with runtime dispatch. Each kernel is a C function that is compiled for several instruction sets. The first call of a kernel
// selects the best set of the processor.
//
// Each kernel has a scalar twin in Swift in SVGAPixels, which defines its result. Tests compare both. All pixels are native words
// `0xAARRGGBB`, premultiplied, unless a function says otherwise.
#pragma once
#include "svga_area.h"
#include "svga_bitmap.h"
#include "svga_blend.h"
#include "svga_blur.h"
#include "svga_convert.h"
#include "svga_difference.h"
#include "svga_png.h"
#include "svga_simd.h"
