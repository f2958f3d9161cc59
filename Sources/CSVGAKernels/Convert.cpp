#include "include/svga_convert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Convert.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "Rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V SwapRedAndBlue(D d, V words) {
    const V redAndBlue = hn::Set(d, 0x00FF00FFu);
    return hn::Or(hn::AndNot(redAndBlue, words), hn::RotateRight<16>(hn::And(redAndBlue, words)));
}

template <class D, class V = hn::VFromD<D>>
HWY_INLINE V Straighten(D d, V words) {
    const hn::Rebind<int32_t, D> di;
    const hn::Rebind<float, D> df;
    const V alpha = hn::ShiftRight<24>(words);
    const V byte = hn::Set(d, 255);
    // One division for three colors. Its error and that of the product are far below 0.0005. A quotient that is not halfway between two
    // integers is at least 1/510 away from the middle, so every quotient is rounded correctly.
    const auto maximum = hn::Set(df, 255.0f);
    const auto factor = hn::Div(maximum, hn::ConvertTo(df, hn::BitCast(di, hn::Max(alpha, hn::Set(d, 1)))));
    const auto straight = [=](V color) HWY_ATTR {
        const auto quotient = hn::Mul(hn::ConvertTo(df, hn::BitCast(di, color)), factor);
        return hn::BitCast(d, hn::ConvertTo(di, hn::Add(hn::Min(quotient, maximum), hn::Set(df, 0.5005f))));
    };
    const V high = hn::ShiftLeft<16>(straight(hn::And(hn::ShiftRight<16>(words), byte)));
    const V middle = hn::ShiftLeft<8>(straight(hn::And(hn::ShiftRight<8>(words), byte)));
    const V low = straight(hn::And(words, byte));
    const V all = hn::Or(hn::Or(hn::ShiftLeft<24>(alpha), high), hn::Or(middle, low));
    return hn::IfThenZeroElse(hn::Eq(alpha, hn::Zero(d)), all);
}

static void StraightenRow(const void *from, size_t count, void *to) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto words = LoadWords(d, from, x);
        // Fast paths: most blocks are completely opaque or completely transparent.
        StoreWords(d, AllOpaque(d, words) || AllZero(d, words) ? words : Straighten(d, words), to, x);
    });
}

static void StraightenSwapRow(const void *from, size_t count, void *to) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto words = LoadWords(d, from, x);
        const auto straight = AllOpaque(d, words) || AllZero(d, words) ? words : Straighten(d, words);
        StoreWords(d, SwapRedAndBlue(d, straight), to, x);
    });
}

static void SwapRow(const void *from, size_t count, void *to) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR { StoreWords(d, SwapRedAndBlue(d, LoadWords(d, from, x)), to, x); });
}

static void PremultiplyRow(const void *from, size_t count, void *to) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto words = SwapRedAndBlue(d, LoadWords(d, from, x));
        if (AllOpaque(d, words) || AllZero(d, words)) return StoreWords(d, words, to, x);
        // The factor of the alpha byte is 255, so that alpha stays unchanged.
        StoreWords(d, Multiply(d, hn::Or(words, hn::Set(d, 0xFF000000u)), AlphaTwice(d, words)), to, x);
    });
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_straighten_row(const void *from, size_t count, void *to) { SVGA_KERNEL(StraightenRow)(from, count, to); }

void svga_straighten_swap_row(const void *from, size_t count, void *to) { SVGA_KERNEL(StraightenSwapRow)(from, count, to); }

void svga_swap_row(const void *from, size_t count, void *to) { SVGA_KERNEL(SwapRow)(from, count, to); }

void svga_premultiply_row(const void *from, size_t count, void *to) { SVGA_KERNEL(PremultiplyRow)(from, count, to); }
#endif
