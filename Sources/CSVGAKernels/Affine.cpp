#include "include/svga_bitmap.h"

#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Affine.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "Neighbours-inl.h"

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
/// Draws a group of pixels: as many as a vector has floats. A float vector has the four channels of a quarter of the group.
template <class DF>
struct Group {
    static constexpr size_t kPixels = hn::MaxLanes(DF());
    /// The number of pixels in a vector of floats.
    static constexpr size_t kQuarter = kPixels / 4;
    using DI = hn::RebindToSigned<DF>;
    using DU = hn::RebindToUnsigned<DF>;
    using D16 = hn::Repartition<uint16_t, DF>;
    using D64 = hn::Repartition<uint64_t, DF>;
    using L16 = Lanes16<D16>;
    using VF = hn::Vec<DF>;
    using VU = hn::Vec<DU>;
    using V16 = hn::Vec<D16>;
    using V64 = hn::Vec<D64>;

    /// A coordinate of each pixel of a group, in 32.32 fixed point (64 bits): a vector for the first half of the pixels, and one for the second.
    struct Places {
        V64 first;
        V64 second;

        HWY_INLINE Places(int64_t start, int64_t step) {
            first = At(start, step, 0);
            second = At(start, step, kPixels / 2);
        }

        static HWY_INLINE V64 At(int64_t start, int64_t step, uint64_t from) {
            const D64 d;
            const auto pixel = hn::BitCast(DU(), hn::Add(hn::Iota(d, 0), hn::Set(d, from)));
            // Multiplies the lower and the upper half of the step separately, because few processors multiply vectors of 64 bits.
            const auto by = [=](int64_t factor) HWY_ATTR {
                return hn::MulEven(pixel, hn::Set(DU(), static_cast<uint32_t>(factor)));
            };
            return hn::Add(hn::Set(d, static_cast<uint64_t>(start)), hn::Add(by(step), hn::ShiftLeft<32>(by(step >> 32))));
        }

        HWY_INLINE void Move(V64 distance) {
            first = hn::Add(first, distance);
            second = hn::Add(second, distance);
        }

        HWY_INLINE VU Whole() const { return hn::ConcatOdd(DU(), hn::BitCast(DU(), second), hn::BitCast(DU(), first)); }

        /// The fractions as numbers from 0 to 1, from their upper 16 bits.
        HWY_INLINE VF Fractions() const {
            const VU lower = hn::ConcatEven(DU(), hn::BitCast(DU(), second), hn::BitCast(DU(), first));
            return hn::Mul(hn::ConvertTo(DF(), hn::BitCast(DI(), hn::ShiftRight<16>(lower))), hn::Set(DF(), 1.0f / 65536));
        }
    };

    /// The pixels' offsets in words.
    static HWY_INLINE VU At(const Places &columns, const Places &rows, ptrdiff_t stride) {
        return hn::Add(columns.Whole(), hn::Mul(rows.Whole(), hn::Set(DU(), static_cast<uint32_t>(stride))));
    }

    /// A number for each pixel of a quarter, repeated for its four channels.
    template <int kPart>
    static HWY_INLINE VF Spread(VF numbers) {
        const auto pixel = hn::Add(hn::ShiftRight<2>(hn::Iota(DI(), 0)), hn::Set(DI(), static_cast<int32_t>(kPart * kQuarter)));
        return hn::TableLookupLanes(numbers, hn::IndicesFromVec(DF(), pixel));
    }

    template <int kPart>
    static HWY_INLINE VF Channels(QuadV words) {
        return hn::ConvertTo(DF(), hn::PromoteTo(DI(), Piece<4 * kQuarter, kPart>(words)));
    }

    static HWY_INLINE VF Between(VF one, VF other, VF part) { return hn::Add(one, hn::Mul(hn::Sub(other, one), part)); }

    /// A quarter of the pixels, rounded to integers in the lower 16 bits of the lanes.
    template <int kPart>
    static HWY_INLINE V16 Sample(const Neighbours *above, const Neighbours *below, VF across, VF down) {
        constexpr int kQuad = kPart * static_cast<int>(kQuarter) / 4;
        constexpr int kPiece = kPart % (4 / static_cast<int>(kQuarter));
        const VF x = Spread<kPart>(across);
        const VF upper = Between(Channels<kPiece>(above[kQuad].left), Channels<kPiece>(above[kQuad].right), x);
        const VF lower = Between(Channels<kPiece>(below[kQuad].left), Channels<kPiece>(below[kQuad].right), x);
        // Adds 1.5 × 2²³: floats of this size are integers, so the sum is rounded.
        return hn::BitCast(D16(), hn::Add(Between(upper, lower, Spread<kPart>(down)), hn::Set(DF(), 12582912.0f)));
    }

    /// `value × factor / 256`, rounded up.
    static HWY_INLINE V16 Scaled(V16 value, V16 factor) {
        return hn::ShiftRight<8>(hn::Add(hn::Mul(value, factor), hn::Set(D16(), 255)));
    }

    /// @param count the number of pixels to draw, at most half of a group.
    static HWY_INLINE void Over(V16 samples, uint16_t factor, size_t count, uint32_t *out) {
        // With rounding up, a factor of 255/256 leaves a pixel unchanged.
        const V16 source = factor == 255 ? samples : Scaled(samples, hn::Set(D16(), factor));
        const V16 rest = hn::Sub(hn::Set(D16(), 255), L16::Alpha(source));
        L16::Store(hn::Add(source, Scaled(L16::Load(out, count), rest)), out, count);
    }

    /// @param at the offsets of the pixels. Those after the first `count` are valid too, but not drawn.
    static HWY_INLINE void Draw(
        const uint32_t *words, ptrdiff_t stride, const uint32_t *at, VF across, VF down, uint16_t factor, size_t count, uint32_t *out) {
        Neighbours above[kQuarter], below[kQuarter];
        auto any = hn::Zero(Quad());
        for (size_t i = 0; i < kQuarter; i++) {
            above[i] = Load(words, at + 4 * i);
            below[i] = Load(words + stride, at + 4 * i);
            any = hn::Or(any, hn::Or(hn::Or(above[i].left, above[i].right), hn::Or(below[i].left, below[i].right)));
        }
        if (hn::AllTrue(Quad(), hn::Eq(any, hn::Zero(Quad())))) return;
        const auto join = [](V16 first, V16 second) HWY_ATTR { return hn::ConcatEven(D16(), second, first); };
        constexpr size_t kHalf = kPixels / 2;
        Over(join(Sample<0>(above, below, across, down), Sample<1>(above, below, across, down)), factor, count < kHalf ? count : kHalf, out);
        if (count <= kHalf) return;
        Over(join(Sample<2>(above, below, across, down), Sample<3>(above, below, across, down)), factor, count - kHalf, out + kHalf);
    }

    /// The pixels of the next groups are requested early: the rows of a turned bitmap are not in the order of memory.
    static HWY_INLINE void DrawRow(const svga_affine_row &row, uint16_t factor, size_t count, uint32_t *out) {
        const uint32_t *const words = row.words;
        const ptrdiff_t stride = row.stride;
        Places columns(row.column, row.column_step);
        Places rows(row.row, row.row_step);
        const V64 columnDistance = hn::Set(D64(), static_cast<uint64_t>(row.column_step) * kPixels);
        const V64 rowDistance = hn::Set(D64(), static_cast<uint64_t>(row.row_step) * kPixels);
        // Of this group and the next three.
        HWY_ALIGN uint32_t offsets[4][kPixels];
        Places nextColumns = columns;
        Places nextRows = rows;
        const auto look = [&](size_t group) HWY_ATTR {
            hn::Store(At(nextColumns, nextRows, stride), DU(), offsets[group & 3]);
            nextColumns.Move(columnDistance);
            nextRows.Move(rowDistance);
        };
        look(0);
        look(1);
        size_t x = 0;
        for (size_t group = 0; x + kPixels <= count; x += kPixels, group++) {
            const VF across = columns.Fractions();
            const VF down = rows.Fractions();
            columns.Move(columnDistance);
            rows.Move(rowDistance);
            look(group + 2);
            if (x + 3 * kPixels <= count) {
                for (size_t i = 0; i < kPixels; i += 2) {
                    const uint32_t *const pixel = words + offsets[(group + 2) & 3][i];
                    hwy::Prefetch(pixel);
                    hwy::Prefetch(pixel + stride);
                }
            }
            Draw(words, stride, offsets[group & 3], across, down, factor, kPixels, out + x);
        }
        const size_t rest = count - x;
        if (rest == 0) return;
        // The other pixels of the group keep the last position.
        const auto lane = hn::Min(hn::Iota(DI(), 0), hn::Set(DI(), static_cast<int32_t>(rest - 1)));
        const VU last = hn::TableLookupLanes(At(columns, rows, stride), hn::IndicesFromVec(DU(), lane));
        hn::Store(last, DU(), offsets[0]);
        Draw(words, stride, offsets[0], columns.Fractions(), rows.Fractions(), factor, rest, out + x);
    }
};

static void AffineOver(const svga_affine_row *row, uint32_t factor, size_t count, uint32_t *out) {
    Group<hn::ScalableTag<float>>::DrawRow(*row, static_cast<uint16_t>(factor), count, out);
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_affine_over(const struct svga_affine_row *row, uint32_t factor, size_t count, uint32_t *out) {
    SVGA_KERNEL(AffineOver)(row, factor, count, out);
}
#endif
