#include "include/svga_difference.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Difference.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "Rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
/// The combined differences of four vectors from `x` on.
template <class D>
HWY_INLINE hn::VFromD<D> FourChanges(D d, const void *left, const void *right, size_t x) {
    const size_t lanes = hn::Lanes(d);
    const auto changes = [=](size_t x) HWY_ATTR { return hn::Xor(LoadWords(d, left, x), LoadWords(d, right, x)); };
    return hn::Or(hn::Or(changes(x), changes(x + lanes)), hn::Or(changes(x + 2 * lanes), changes(x + 3 * lanes)));
}

static bool IsSame(const void *left, const void *right, size_t x) {
    return std::memcmp(static_cast<const uint8_t *>(left) + 4 * x, static_cast<const uint8_t *>(right) + 4 * x, 4) == 0;
}

static size_t FirstDifference(const void *left, const void *right, size_t count) {
    const hn::ScalableTag<uint32_t> d;
    const size_t lanes = hn::Lanes(d);
    size_t x = 0;
    // Compares four vectors at a time, as long as they are equal.
    for (; x + 4 * lanes <= count; x += 4 * lanes) {
        if (!hn::AllTrue(d, hn::Eq(FourChanges(d, left, right, x), hn::Zero(d)))) break;
    }
    for (; x + lanes <= count; x += lanes) {
        const auto differs = hn::Ne(LoadWords(d, left, x), LoadWords(d, right, x));
        if (!hn::AllFalse(d, differs)) return x + static_cast<size_t>(hn::FindFirstTrue(d, differs));
    }
    while (x < count && IsSame(left, right, x)) x++;
    return x;
}

static size_t EndOfDifference(const void *left, const void *right, size_t count) {
    const hn::ScalableTag<uint32_t> d;
    const size_t lanes = hn::Lanes(d);
    size_t end = count;
    for (; end >= 4 * lanes; end -= 4 * lanes) {
        if (!hn::AllTrue(d, hn::Eq(FourChanges(d, left, right, end - 4 * lanes), hn::Zero(d)))) break;
    }
    for (; end >= lanes; end -= lanes) {
        if (!hn::AllTrue(d, hn::Eq(LoadWords(d, left, end - lanes), LoadWords(d, right, end - lanes)))) break;
    }
    while (end > 0 && IsSame(left, right, end - 1)) end--;
    return end;
}

/// Adds full vectors from `x` up to `end`, and moves `x` behind them.
template <class D>
HWY_INLINE void AddVectors(D d, const void *left, const void *right, size_t &x, size_t end, struct svga_difference *sums) {
    const size_t lanes = hn::Lanes(d);
    if (end - x < lanes) return;
    const hn::Repartition<uint16_t, D> d16;
    const hn::Repartition<uint8_t, D> d8;
    auto squares = hn::Zero(d);
    auto largest = hn::Zero(d8);
    for (; end - x >= lanes; x += lanes) {
        const auto first = hn::BitCast(d8, LoadWords(d, left, x));
        const auto second = hn::BitCast(d8, LoadWords(d, right, x));
        const auto difference = hn::Or(hn::SaturatedSub(first, second), hn::SaturatedSub(second, first));
        sums->pixels += hn::CountTrue(d, hn::Ne(hn::BitCast(d, difference), hn::Zero(d)));
        largest = hn::Max(largest, difference);
        const auto even = hn::And(hn::BitCast(d16, difference), hn::Set(d16, 255));
        const auto odd = hn::ShiftRight<8>(hn::BitCast(d16, difference));
        for (const auto pair : {hn::BitCast(d, hn::Mul(even, even)), hn::BitCast(d, hn::Mul(odd, odd))}) {
            squares = hn::Add(squares, hn::Add(hn::And(pair, hn::Set(d, 0xFFFF)), hn::ShiftRight<16>(pair)));
        }
    }
    HWY_ALIGN uint32_t square[hn::MaxLanes(d)];
    HWY_ALIGN uint8_t most[4 * hn::MaxLanes(d)];
    hn::Store(squares, d, square);
    hn::Store(largest, d8, most);
    for (const uint32_t value : square) sums->squares += value;
    for (const uint8_t value : most) sums->largest = std::max(sums->largest, value);
}

static void AddDifference(const void *left, const void *right, size_t count, struct svga_difference *sums) {
    const hn::ScalableTag<uint32_t> wide;
    // The sums of a lane have 32 bits, which is enough for this number of vectors.
    const size_t most = 8192 * hn::Lanes(wide);
    size_t x = 0;
    while (count - x >= hn::Lanes(wide)) AddVectors(wide, left, right, x, std::min(count, x + most), sums);
    AddVectors(hn::CappedTag<uint32_t, 4>(), left, right, x, count, sums);
    AddVectors(hn::CappedTag<uint32_t, 1>(), left, right, x, count, sums);
}

static size_t CountAbove(const void *left, const void *right, size_t count, uint8_t limit) {
    size_t pixels = 0;
    ForEachVector(count, [&](auto d, size_t x) HWY_ATTR {
        const hn::Repartition<uint8_t, decltype(d)> d8;
        const auto first = hn::BitCast(d8, LoadWords(d, left, x));
        const auto second = hn::BitCast(d8, LoadWords(d, right, x));
        const auto difference = hn::Or(hn::SaturatedSub(first, second), hn::SaturatedSub(second, first));
        const auto above = hn::SaturatedSub(difference, hn::Set(d8, limit));
        pixels += hn::CountTrue(d, hn::Ne(hn::BitCast(d, above), hn::Zero(d)));
    });
    return pixels;
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
size_t svga_first_difference(const void *left, const void *right, size_t count) {
    return SVGA_KERNEL(FirstDifference)(left, right, count);
}

size_t svga_end_of_difference(const void *left, const void *right, size_t count) {
    return SVGA_KERNEL(EndOfDifference)(left, right, count);
}

void svga_add_difference(const void *left, const void *right, size_t count, struct svga_difference *sums) {
    SVGA_KERNEL(AddDifference)(left, right, count, sums);
}

size_t svga_count_above(const void *left, const void *right, size_t count, uint8_t limit) {
    return SVGA_KERNEL(CountAbove)(left, right, count, limit);
}
#endif
