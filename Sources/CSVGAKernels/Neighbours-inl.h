// Shared by the kernels that sample bitmaps. Compiled for each instruction set, so it is included after hwy/highway.h.
#if defined(SVGA_NEIGHBOURS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SVGA_NEIGHBOURS_INL_H
#undef SVGA_NEIGHBOURS_INL_H
#else
#define SVGA_NEIGHBOURS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Four words.
using Quad = hn::Full128<uint32_t>;
using QuadV = hn::Vec<Quad>;

/// Four pixels and their right neighbors.
struct Neighbours {
    QuadV left;
    QuadV right;
};

/// The pixels at these offsets. A pixel and its neighbor are loaded together, because a gather instruction is slower on most processors.
static HWY_INLINE Neighbours Load(const uint32_t *words, const uint32_t *at) {
    const Quad quad;
    const hn::Half<Quad> pair;
    const auto one = hn::Combine(quad, hn::LoadU(pair, words + at[1]), hn::LoadU(pair, words + at[0]));
    const auto other = hn::Combine(quad, hn::LoadU(pair, words + at[3]), hn::LoadU(pair, words + at[2]));
    return {hn::ConcatEven(quad, other, one), hn::ConcatOdd(quad, other, one)};
}

/// The `kPart`-th group of `kBytes` bytes of a quad.
template <size_t kBytes, int kPart>
static HWY_INLINE auto Piece(QuadV words) {
    const hn::Full128<uint8_t> whole;
    const hn::CappedTag<uint8_t, kBytes> piece;
    const auto bytes = hn::BitCast(whole, words);
    if constexpr (kBytes == 16) {
        return bytes;
    } else if constexpr (kBytes == 8) {
        return kPart == 0 ? hn::LowerHalf(piece, bytes) : hn::UpperHalf(piece, bytes);
    } else {
        const hn::Half<decltype(whole)> half;
        return hn::LowerHalf(piece, hn::LowerHalf(half, hn::ShiftRightBytes<4 * kPart>(whole, bytes)));
    }
}

/// Pixels in 16-bit lanes, four lanes per pixel.
template <class D16>
struct Lanes16 {
    using V = hn::Vec<D16>;
    using Bytes = hn::Rebind<uint8_t, D16>;
    using Words = hn::Repartition<uint32_t, Bytes>;

    static HWY_INLINE V Load(const uint32_t *words) { return hn::PromoteTo(D16(), hn::BitCast(Bytes(), hn::LoadU(Words(), words))); }

    /// Keeps the lower byte of each lane.
    static HWY_INLINE void Store(V lanes, uint32_t *words) {
        hn::StoreU(hn::BitCast(Words(), hn::TruncateTo(Bytes(), lanes)), Words(), words);
    }

    /// Stores the first `count` pixels.
    static HWY_INLINE V Load(const uint32_t *words, size_t count) {
        if (count == hn::MaxLanes(Words())) return Load(words);
#if HWY_TARGET <= HWY_AVX2
        return hn::PromoteTo(D16(), hn::BitCast(Bytes(), hn::MaskedLoad(hn::FirstN(Words(), count), Words(), words)));
#else
        uint32_t few[hn::MaxLanes(Words())] = {};
        for (size_t i = 0; i < count; i++) few[i] = words[i];
        return Load(few);
#endif
    }

    static HWY_INLINE void Store(V lanes, uint32_t *words, size_t count) {
        if (count == hn::MaxLanes(Words())) return Store(lanes, words);
#if HWY_TARGET <= HWY_AVX2
        hn::BlendedStore(hn::BitCast(Words(), hn::TruncateTo(Bytes(), lanes)), hn::FirstN(Words(), count), Words(), words);
#else
        uint32_t few[hn::MaxLanes(Words())];
        Store(lanes, few);
        for (size_t i = 0; i < count; i++) words[i] = few[i];
#endif
    }

    /// The alpha of each pixel in all its lanes.
    static HWY_INLINE V Alpha(V lanes) {
        const hn::Repartition<uint8_t, D16> bytes;
        alignas(16) static constexpr uint8_t kPlaces[16] = {6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15};
        return hn::BitCast(D16(), hn::TableLookupBytes(hn::BitCast(bytes, lanes), hn::LoadDup128(bytes, kPlaces)));
    }
};
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();
#endif
