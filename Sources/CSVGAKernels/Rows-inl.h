// Shared by kernels over rows of words: the loop, and arithmetic on the four bytes of each word. Compiled for each instruction set, so it is
// included after hwy/highway.h.
#if defined(SVGA_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SVGA_ROWS_INL_H
#undef SVGA_ROWS_INL_H
#else
#define SVGA_ROWS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls `step(d, x)` for vectors of words from `x` on, until all `count` words are processed. The vectors have the processor's width; the rest is
/// processed in vectors of four words and then of one, so nothing outside the row is read or written.
template <class Step>
HWY_INLINE void ForEachVector(size_t count, const Step &step) {
    const hn::ScalableTag<uint32_t> wide;
    const hn::CappedTag<uint32_t, 4> narrow;
    const hn::CappedTag<uint32_t, 1> single;
    size_t x = 0;
    for (; x + hn::Lanes(wide) <= count; x += hn::Lanes(wide)) step(wide, x);
    for (; x + hn::Lanes(narrow) <= count; x += hn::Lanes(narrow)) step(narrow, x);
    for (; x < count; x++) step(single, x);
}

/// Words of four bytes at an unaligned address.
template <class D>
HWY_INLINE hn::VFromD<D> LoadWords(D d, const void *from, size_t x) {
    return hn::BitCast(d, hn::LoadU(hn::Repartition<uint8_t, D>(), static_cast<const uint8_t *>(from) + 4 * x));
}

template <class D, class V = hn::VFromD<D>>
HWY_INLINE void StoreWords(D, V words, void *to, size_t x) {
    const hn::Repartition<uint8_t, D> d8;
    hn::StoreU(hn::BitCast(d8, words), d8, static_cast<uint8_t *>(to) + 4 * x);
}

/// The alpha of each word, in each of its 16-bit lanes.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V AlphaTwice(D, V words) {
    const V alpha = hn::ShiftRight<24>(words);
    return hn::Or(alpha, hn::ShiftLeft<16>(alpha));
}

/// `round(product / 255)` of 16-bit products of two bytes: with t = product + 128, it is (t + t / 256) / 256. The last division is omitted, so the
/// quotient is the upper byte.
template <class D16, class V = hn::VFromD<D16>>
HWY_INLINE V Quotient(D16 d, V product) {
    const V t = hn::Add(product, hn::Set(d, 128));
    return hn::Add(t, hn::ShiftRight<8>(t));
}

/// Combines the upper bytes of two vectors of 16-bit lanes. The bytes of `even` become the lower bytes.
template <class D, class V16>
HWY_INLINE hn::VFromD<D> JoinUpper(D d, V16 even, V16 odd) {
    const hn::Repartition<uint16_t, D> d16;
    return hn::BitCast(d, hn::Or(hn::ShiftRight<8>(even), hn::AndNot(hn::Set(d16, 255), odd)));
}

/// Multiplies each byte of the words: `round(byte × factor / 255)`. A word has one 8-bit factor in each 16-bit lane.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V Multiply(D d, V words, V factor) {
    const hn::Repartition<uint16_t, D> d16;
    const auto bytes = hn::BitCast(d16, words);
    const auto by = hn::BitCast(d16, factor);
    const auto even = hn::Mul(hn::And(bytes, hn::Set(d16, 255)), by);
    const auto odd = hn::Mul(hn::ShiftRight<8>(bytes), by);
    return JoinUpper(d, Quotient(d16, even), Quotient(d16, odd));
}

/// Multiplies each byte of the words by the factor at the same position: `round(byte × factor / 255)`.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V MultiplyBytes(D d, V words, V factors) {
    const hn::Repartition<uint16_t, D> d16;
    const auto low = hn::Set(d16, 255);
    const auto bytes = hn::BitCast(d16, words);
    const auto by = hn::BitCast(d16, factors);
    const auto even = hn::Mul(hn::And(bytes, low), hn::And(by, low));
    const auto odd = hn::Mul(hn::ShiftRight<8>(bytes), hn::ShiftRight<8>(by));
    return JoinUpper(d, Quotient(d16, even), Quotient(d16, odd));
}

/// Draws premultiplied words over others. Sums are at most 255.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V Over(D d, V source, V target) {
    const hn::Repartition<uint8_t, D> d8;
    const V kept = Multiply(d, target, hn::Xor(AlphaTwice(d, source), hn::Set(d, 0x00FF00FFu)));
    return hn::BitCast(d, hn::SaturatedAdd(hn::BitCast(d8, source), hn::BitCast(d8, kept)));
}

template <class D, class V = hn::VFromD<D>>
HWY_INLINE bool AllOpaque(D d, V words) {
    return hn::AllTrue(d, hn::Eq(hn::ShiftRight<24>(words), hn::Set(d, 255)));
}

template <class D, class V = hn::VFromD<D>>
HWY_INLINE bool AllZero(D d, V words) {
    return hn::AllTrue(d, hn::Eq(words, hn::Zero(d)));
}

/// A vector with this 8-bit number in each 16-bit lane.
template <class D>
HWY_INLINE hn::VFromD<D> SetTwice(D d, uint32_t value) { return hn::Set(d, value | value << 16); }
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();
#endif
