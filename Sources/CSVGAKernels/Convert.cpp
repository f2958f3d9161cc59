#include "include/svga_convert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Convert.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// `round(colour × 255 / alpha)` for the colour in the lowest byte. Float division is correctly rounded, and the quotient of these small
/// whole numbers is never near enough to a half for that to matter.
template <class D, class V = hn::VFromD<D>>
static V Straight(D d, V color, V alpha) {
    const hn::Rebind<float, D> df;
    const auto quotient = hn::Div(hn::Mul(hn::ConvertTo(df, color), hn::Set(df, 255.0f)), hn::ConvertTo(df, alpha));
    return hn::Min(hn::ConvertTo(d, hn::Add(quotient, hn::Set(df, 0.5f))), hn::Set(d, 255));
}

static void StraightRGBA(const uint32_t *HWY_RESTRICT words, size_t count, uint8_t *HWY_RESTRICT bytes) {
    const hn::ScalableTag<int32_t> d;
    const size_t lanes = hn::Lanes(d);
    const auto byte = hn::Set(d, 255);
    size_t x = 0;
    int32_t *out = reinterpret_cast<int32_t *>(bytes);
    const int32_t *in = reinterpret_cast<const int32_t *>(words);
    for (; x + lanes <= count; x += lanes) {
        const auto word = hn::LoadU(d, in + x);
        const auto alpha = hn::And(hn::ShiftRight<24>(word), byte);
        const auto safe = hn::Max(alpha, hn::Set(d, 1));
        const auto red = Straight(d, hn::And(hn::ShiftRight<16>(word), byte), safe);
        const auto green = Straight(d, hn::And(hn::ShiftRight<8>(word), byte), safe);
        const auto blue = Straight(d, hn::And(word, byte), safe);
        const auto straight = hn::Or(hn::Or(hn::ShiftLeft<24>(alpha), hn::ShiftLeft<16>(blue)), hn::Or(hn::ShiftLeft<8>(green), red));
        hn::StoreU(straight, d, out + x);
    }
    for (; x < count; x++) {
        const uint32_t word = words[x];
        const uint32_t alpha = word >> 24;
        uint32_t straight = 0;
        for (int shift = 0; shift < 24 && alpha != 0; shift += 8) {
            const uint32_t color = ((word >> shift & 255) * 255 + alpha / 2) / alpha;
            straight |= (color < 255 ? color : 255) << (16 - shift);
        }
        out[x] = static_cast<int32_t>(alpha << 24 | straight);
    }
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_straight_rgba(const uint32_t *words, size_t count, uint8_t *bytes) { SVGA_KERNEL(StraightRGBA)(words, count, bytes); }
#endif
