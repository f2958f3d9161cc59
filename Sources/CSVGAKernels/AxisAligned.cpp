#include "include/svga_bitmap.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "AxisAligned.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "Neighbours-inl.h"
#include "Rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
/// Calls `step(d, x)` for vectors of 16-bit channels, four per pixel, until all `count` pixels are processed. The vectors have the processor's width;
/// the rest is processed in vectors of two pixels and then of one.
template <class Step>
static HWY_INLINE void ForEachPixels(size_t count, const Step &step) {
    const hn::ScalableTag<int16_t> wide;
    const hn::CappedTag<int16_t, 8> narrow;
    const hn::CappedTag<int16_t, 4> single;
    size_t x = 0;
    for (; x + hn::Lanes(wide) / 4 <= count; x += hn::Lanes(wide) / 4) step(wide, x);
    for (; x + 2 <= count; x += 2) step(narrow, x);
    if (x < count) step(single, x);
}

// MARK: Horizontal interpolation

/// Interpolates between a pixel and its right neighbor, in 8.6 fixed point. `part` is 0…127 for 0 to 1.
template <class D, class V = hn::Vec<D>>
static HWY_INLINE V Across(D, V left, V right, V part) {
    return hn::Add(hn::ShiftLeft<6>(left), hn::ShiftRight<1>(hn::Mul(hn::Sub(right, left), part)));
}

/// For an unscaled bitmap, all pixels have the same `part`.
static HWY_INLINE void Shift(const uint32_t *words, int16_t part, size_t count, int16_t *samples) {
    ForEachPixels(count, [=](auto d, size_t x) HWY_ATTR {
        using L16 = Lanes16<hn::RebindToUnsigned<decltype(d)>>;
        const auto left = hn::BitCast(d, L16::Load(words + x));
        const auto right = hn::BitCast(d, L16::Load(words + x + 1));
        hn::StoreU(Across(d, left, right, hn::Set(d, part)), d, samples + 4 * x);
    });
}

/// A group of pixels of a row: as many as fit in 16-bit lanes into half of a vector of 32 bytes, or into a vector of 16.
struct Stretched {
    static constexpr hn::CappedTag<int16_t, 16> d{};
    static constexpr size_t kPixels = hn::MaxLanes(hn::CappedTag<int16_t, 16>()) / 4;
    using D64 = hn::Repartition<uint64_t, hn::CappedTag<int16_t, 16>>;
    using V64 = hn::Vec<D64>;

    /// The position of each pixel, in 32.32 fixed point.
    static HWY_INLINE V64 Places(int64_t start, int64_t step) {
        uint64_t places[kPixels];
        for (size_t i = 0; i < kPixels; i++) places[i] = static_cast<uint64_t>(start + static_cast<int64_t>(i) * step);
        return hn::LoadU(D64(), places);
    }

    template <int kPart>
    static HWY_INLINE void Store(const Neighbours &pixels, V64 places, int16_t *samples) {
        const hn::Repartition<uint8_t, D64> d8;
        const auto left = hn::PromoteTo(d, Piece<4 * kPixels, kPart>(pixels.left));
        const auto right = hn::PromoteTo(d, Piece<4 * kPixels, kPart>(pixels.right));
        const auto fraction = hn::And(hn::ShiftRight<25>(places), hn::Set(D64(), 127));
        // Copies the lowest 16 bits of a pixel's position to all four channels.
        alignas(16) static constexpr uint8_t kLowest[16] = {0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9};
        const auto part = hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(d8, fraction), hn::LoadDup128(d8, kLowest)));
        hn::StoreU(Across(d, left, right, part), d, samples + 4 * kPart * kPixels);
    }
};

/// Calls `draw` with the offsets of groups of four pixels, their positions, the index of the first and the number of pixels that exist.
template <class Draw>
static HWY_INLINE void ForEachFour(int64_t start, int64_t step, size_t count, const Draw &draw) {
    constexpr size_t kPixels = Stretched::kPixels;
    auto places = Stretched::Places(start, step);
    const auto distance = hn::Set(Stretched::D64(), static_cast<uint64_t>(step) * kPixels);
    int64_t place = start;
    size_t x = 0;
    for (; x + 4 <= count; x += 4) {
        const uint32_t at[4] = {
            static_cast<uint32_t>(place >> 32), static_cast<uint32_t>((place + step) >> 32), static_cast<uint32_t>((place + 2 * step) >> 32),
            static_cast<uint32_t>((place + 3 * step) >> 32)};
        const auto next = hn::Add(places, distance);
        draw(at, places, next, x, 4);
        places = kPixels == 2 ? hn::Add(next, distance) : next;
        place += 4 * step;
    }
    if (x == count) return;
    // The other pixels of the group keep the last position.
    uint32_t at[4];
    int64_t last = place;
    for (size_t i = 0; i < 4; i++) {
        at[i] = static_cast<uint32_t>(last >> 32);
        if (x + i + 1 < count) last += step;
    }
    draw(at, places, hn::Add(places, distance), x, count - x);
}

/// Four pixels of a row, of which `count` exist.
static HWY_INLINE void StretchFour(
    const uint32_t *words, const uint32_t *at, Stretched::V64 places, Stretched::V64 next, size_t count, int16_t *samples) {
    const Neighbours pixels = Load(words, at);
    if (count == 4) {
        Stretched::Store<0>(pixels, places, samples);
        if constexpr (Stretched::kPixels == 2) Stretched::Store<1>(pixels, next, samples);
        return;
    }
    int16_t four[16];
    Stretched::Store<0>(pixels, places, four);
    if constexpr (Stretched::kPixels == 2) Stretched::Store<1>(pixels, next, four);
    for (size_t i = 0; i < 4 * count; i++) samples[i] = four[i];
}

static void Stretch(const uint32_t *words, int64_t start, int64_t step, size_t count, int16_t *samples) {
    if (step == INT64_C(1) << 32) return Shift(words + (start >> 32), static_cast<int16_t>(start >> 25 & 127), count, samples);
    ForEachFour(start, step, count, [=](const uint32_t *at, Stretched::V64 places, Stretched::V64 next, size_t x, size_t some) HWY_ATTR {
        StretchFour(words, at, places, next, some, samples + 4 * x);
    });
}

static void StretchTwo(
    const uint32_t *words, ptrdiff_t stride, int64_t start, int64_t step, size_t count, int16_t *above, int16_t *below) {
    if (step == INT64_C(1) << 32) {
        const int16_t part = static_cast<int16_t>(start >> 25 & 127);
        Shift(words + (start >> 32), part, count, above);
        return Shift(words + stride + (start >> 32), part, count, below);
    }
    ForEachFour(start, step, count, [=](const uint32_t *at, Stretched::V64 places, Stretched::V64 next, size_t x, size_t some) HWY_ATTR {
        StretchFour(words, at, places, next, some, above + 4 * x);
        StretchFour(words + stride, at, places, next, some, below + 4 * x);
    });
}

// MARK: Blending

static void BetweenOver(
    const int16_t *HWY_RESTRICT above, const int16_t *HWY_RESTRICT below, int16_t down, uint32_t factor, size_t count,
    uint32_t *HWY_RESTRICT out) {
    ForEachPixels(count, [=](auto d, size_t x) HWY_ATTR {
        const hn::RebindToUnsigned<decltype(d)> du;
        using L16 = Lanes16<decltype(du)>;
        const auto top = hn::LoadU(d, above + 4 * x);
        const auto difference = hn::ShiftLeft<1>(hn::Sub(hn::LoadU(d, below + 4 * x), top));
        const auto samples = hn::Add(top, hn::MulHigh(difference, hn::Set(d, down)));
        const auto whole = hn::ShiftRight<6>(hn::BitCast(du, samples));
        if (hn::AllTrue(du, hn::Eq(whole, hn::Zero(du)))) return;
        const auto source = factor == 256 ? whole : hn::ShiftRight<8>(hn::Mul(whole, hn::Set(du, static_cast<uint16_t>(factor))));
        const auto alpha = L16::Alpha(source);
        // Below opaque pixels, 1/256 of the old pixel would remain. Truncation removes it.
        if (hn::AllTrue(du, hn::Eq(alpha, hn::Set(du, 255)))) return L16::Store(source, out + x);
        const auto rest = hn::Sub(hn::Set(du, 256), alpha);
        L16::Store(hn::Add(source, hn::ShiftRight<8>(hn::Mul(L16::Load(out + x), rest))), out + x);
    });
}

/// Multiplies bytes: `byte × factor / 256`, truncated. A word has a factor of up to 256 in each 16-bit lane.
template <class D, class V = hn::VFromD<D>>
static HWY_INLINE V MultiplyCut(D d, V words, V factor) {
    const hn::Repartition<uint16_t, D> d16;
    const auto bytes = hn::BitCast(d16, words);
    const auto by = hn::BitCast(d16, factor);
    return JoinUpper(d, hn::Mul(hn::And(bytes, hn::Set(d16, 255)), by), hn::Mul(hn::ShiftRight<8>(bytes), by));
}

template <class D, class V = hn::VFromD<D>>
static HWY_INLINE V OverCut(D d, V source, V target) {
    const hn::Repartition<uint8_t, D> d8;
    const V kept = MultiplyCut(d, target, hn::Sub(SetTwice(d, 256), AlphaTwice(d, source)));
    return hn::BitCast(d, hn::Add(hn::BitCast(d8, source), hn::BitCast(d8, kept)));
}

static void CopyOver(const uint32_t *HWY_RESTRICT words, size_t count, uint32_t *HWY_RESTRICT out) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto source = hn::LoadU(d, words + x);
        if (AllZero(d, source)) return;
        hn::StoreU(AllOpaque(d, source) ? source : OverCut(d, source, hn::LoadU(d, out + x)), d, out + x);
    });
}

static void CopyFadedOver(const uint32_t *HWY_RESTRICT words, uint32_t factor, size_t count, uint32_t *HWY_RESTRICT out) {
    ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
        const auto source = hn::LoadU(d, words + x);
        if (AllZero(d, source)) return;
        hn::StoreU(OverCut(d, MultiplyCut(d, source, SetTwice(d, factor)), hn::LoadU(d, out + x)), d, out + x);
    });
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_stretch(const uint32_t *words, int64_t start, int64_t step, size_t count, int16_t *samples) {
    SVGA_KERNEL(Stretch)(words, start, step, count, samples);
}

void svga_stretch_two(
    const uint32_t *words, ptrdiff_t stride, int64_t start, int64_t step, size_t count, int16_t *above, int16_t *below) {
    SVGA_KERNEL(StretchTwo)(words, stride, start, step, count, above, below);
}

void svga_between_over(const int16_t *above, const int16_t *below, int16_t down, uint32_t factor, size_t count, uint32_t *out) {
    SVGA_KERNEL(BetweenOver)(above, below, down, factor, count, out);
}

void svga_copy_over(const uint32_t *words, uint32_t factor, size_t count, uint32_t *out) {
    if (factor == 256) return SVGA_KERNEL(CopyOver)(words, count, out);
    SVGA_KERNEL(CopyFadedOver)(words, factor, count, out);
}
#endif
