#include "include/svga_blend.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Blend.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "Rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
static void OverRow(uint32_t *HWY_RESTRICT out, const uint32_t *HWY_RESTRICT source, size_t count) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto words = hn::LoadU(d, source + x);
        if (AllZero(d, words)) return;
        hn::StoreU(AllOpaque(d, words) ? words : Over(d, words, hn::LoadU(d, out + x)), d, out + x);
    });
}

static void OverFadedRow(uint32_t *HWY_RESTRICT out, const uint32_t *HWY_RESTRICT source, size_t count, uint32_t alpha) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto words = hn::LoadU(d, source + x);
        if (AllZero(d, words)) return;
        hn::StoreU(Over(d, Multiply(d, words, SetTwice(d, alpha)), hn::LoadU(d, out + x)), d, out + x);
    });
}

static void OverSolidRow(uint32_t *out, uint32_t color, size_t count) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        hn::StoreU(Over(d, hn::Set(d, color), hn::LoadU(d, out + x)), d, out + x);
    });
}

static void FillRow(uint32_t *out, uint32_t color, size_t count) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR { hn::StoreU(hn::Set(d, color), d, out + x); });
}

static void MaskRow(uint32_t *HWY_RESTRICT out, const uint32_t *HWY_RESTRICT mask, size_t count) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto words = hn::LoadU(d, mask + x);
        if (AllOpaque(d, words)) return;
        hn::StoreU(Multiply(d, hn::LoadU(d, out + x), AlphaTwice(d, words)), d, out + x);
    });
}

static void MultiplyRow(uint32_t *out, size_t count, uint32_t factors) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        hn::StoreU(MultiplyBytes(d, hn::LoadU(d, out + x), hn::Set(d, factors)), d, out + x);
    });
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_over_row(uint32_t *out, const uint32_t *source, size_t count, uint32_t alpha) {
    if (alpha == 0) return;
    if (alpha == 255) return SVGA_KERNEL(OverRow)(out, source, count);
    SVGA_KERNEL(OverFadedRow)(out, source, count, alpha);
}

void svga_over_solid_row(uint32_t *out, uint32_t color, size_t count) {
    if (color == 0) return;
    if (color >> 24 == 255) return SVGA_KERNEL(FillRow)(out, color, count);
    SVGA_KERNEL(OverSolidRow)(out, color, count);
}

void svga_mask_row(uint32_t *out, const uint32_t *mask, size_t count) { SVGA_KERNEL(MaskRow)(out, mask, count); }

void svga_multiply_row(uint32_t *out, size_t count, uint32_t factors) { SVGA_KERNEL(MultiplyRow)(out, count, factors); }
#endif
