// Compiles one source file of kernels for several instruction sets.
//
// A source file of kernels has this form; `File.cpp` is its name:
//
//     #undef HWY_TARGET_INCLUDE
//     #define HWY_TARGET_INCLUDE "File.cpp"
//     #include "Simd.h"
//     #include <hwy/foreach_target.h>
//     #include <hwy/highway.h>
//
//     HWY_BEFORE_NAMESPACE();
//     namespace svga {
//     namespace HWY_NAMESPACE {
//     static void Work(uint32_t *words, size_t count) { … }
//     }
//     }
//     HWY_AFTER_NAMESPACE();
//
//     #if HWY_ONCE
//     void svga_work(uint32_t *words, size_t count) { SVGA_KERNEL(Work)(words, count); }
//     #endif
//
// Only Highway's headers are used. Its dispatch is not, because its library measures clocks when it is loaded. Multiplications and additions are
// never fused (no MulAdd), so all instruction sets give the same pixels.

// This part is included once for each instruction set.
#ifndef SVGA_SIMD_H
#define SVGA_SIMD_H

// The assertions of debug builds need Highway's library, so they are disabled.
#ifndef HWY_IS_DEBUG_BUILD
#define HWY_IS_DEBUG_BUILD 0
#endif
// Processors with SSSE3 and without SSE4 are too rare for separate code.
#define HWY_DISABLED_TARGETS HWY_SSSE3

#include "include/svga_simd.h"

#pragma STDC FP_CONTRACT OFF

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the bytes of words are taken in this order");

namespace svga {
/// The instruction set in use, from SVGA_SIMD_BASE up.
enum svga_simd CurrentSimd();
}

#if defined(__x86_64__) || defined(__i386__)
/// The function with this name for the instruction set in use.
#define SVGA_KERNEL(NAME)                                                                                   \
    ([]() {                                                                                                 \
        static constexpr decltype(&::svga::N_AVX2::NAME) kernels[] = {                                      \
            &::svga::N_EMU128::NAME, &::svga::N_SSE4::NAME, &::svga::N_AVX2::NAME, &::svga::N_AVX3::NAME};  \
        return kernels[::svga::CurrentSimd() - SVGA_SIMD_BASE];                                             \
    }())
#else
#define SVGA_KERNEL(NAME) (&::svga::HWY_STATIC_DISPATCH(NAME))
#endif

#endif
