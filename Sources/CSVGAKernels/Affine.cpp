#include "include/svga_bitmap.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Affine.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <string.h>

#include "Neighbours-inl.h"

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
/// Where the next pixel is sampled.
struct Walk {
    const svga_affine_row &row;
    int64_t column;
    int64_t line;

    HWY_INLINE const uint32_t *At() const { return row.words + (line >> 32) * row.stride + (column >> 32); }

    HWY_INLINE void Step() {
        column += row.column_step;
        line += row.row_step;
    }
};

/// Draws as many pixels at once as a vector has floats. A float vector holds the channels of a quarter of them, so there are four of those.
template <class DF>
struct Group {
    static constexpr size_t kPixels = hn::MaxLanes(DF());
    /// Pixels in a vector of floats.
    static constexpr size_t kQuarter = kPixels / 4;
    using DI = hn::RebindToSigned<DF>;
    using DU = hn::RebindToUnsigned<DF>;
    using D16 = hn::Repartition<uint16_t, DF>;
    using L16 = Lanes16<D16>;
    using VF = hn::Vec<DF>;
    using VI = hn::Vec<DI>;
    using V16 = hn::Vec<D16>;

    /// The upper 16 bits of the fraction of each pixel's place, as a number from 0 to 1.
    static HWY_INLINE VF Fractions(int64_t place, int64_t step) {
        const DU du;
        const auto places = hn::Add(
            hn::Set(du, static_cast<uint32_t>(place)), hn::Mul(hn::Iota(du, 0), hn::Set(du, static_cast<uint32_t>(step))));
        return hn::Mul(hn::ConvertTo(DF(), hn::BitCast(DI(), hn::ShiftRight<16>(places))), hn::Set(DF(), 1.0f / 65536));
    }

    /// A number for each pixel, four times for the channels of each pixel of a quarter.
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

    /// A quarter of the pixels, rounded to whole numbers, which are the lower 16 bits of the lanes.
    template <int kPart>
    static HWY_INLINE V16 Sample(const Neighbours *above, const Neighbours *below, VF across, VF down) {
        constexpr int kQuad = kPart * static_cast<int>(kQuarter) / 4;
        constexpr int kPiece = kPart % (4 / static_cast<int>(kQuarter));
        const VF x = Spread<kPart>(across);
        const VF upper = Between(Channels<kPiece>(above[kQuad].left), Channels<kPiece>(above[kQuad].right), x);
        const VF lower = Between(Channels<kPiece>(below[kQuad].left), Channels<kPiece>(below[kQuad].right), x);
        // 1.5 × 2²³: in floats around it the step is 1.
        return hn::BitCast(D16(), hn::Add(Between(upper, lower, Spread<kPart>(down)), hn::Set(DF(), 12582912.0f)));
    }

    /// `value × factor / 256`, rounded up.
    static HWY_INLINE V16 Scaled(V16 value, V16 factor) {
        return hn::ShiftRight<8>(hn::Add(hn::Mul(value, factor), hn::Set(D16(), 255)));
    }

    static HWY_INLINE void Over(V16 samples, uint16_t factor, uint32_t *out) {
        // 255 of 256, rounded up, is all.
        const V16 source = factor == 255 ? samples : Scaled(samples, hn::Set(D16(), factor));
        const V16 rest = hn::Sub(hn::Set(D16(), 255), L16::Alpha(source));
        L16::Store(hn::Add(source, Scaled(L16::Load(out), rest)), out);
    }

    static HWY_INLINE void Draw(const uint32_t *const *at, ptrdiff_t stride, VF across, VF down, uint16_t factor, uint32_t *out) {
        Neighbours above[kQuarter], below[kQuarter];
        auto any = hn::Zero(Quad());
        for (size_t i = 0; i < kQuarter; i++) {
            const uint32_t *const *quad = at + 4 * i;
            above[i] = Load(quad[0], quad[1], quad[2], quad[3]);
            below[i] = Load(quad[0] + stride, quad[1] + stride, quad[2] + stride, quad[3] + stride);
            any = hn::Or(any, hn::Or(hn::Or(above[i].left, above[i].right), hn::Or(below[i].left, below[i].right)));
        }
        if (hn::AllTrue(Quad(), hn::Eq(any, hn::Zero(Quad())))) return;
        const auto join = [](V16 first, V16 second) HWY_ATTR { return hn::ConcatEven(D16(), second, first); };
        Over(join(Sample<0>(above, below, across, down), Sample<1>(above, below, across, down)), factor, out);
        Over(join(Sample<2>(above, below, across, down), Sample<3>(above, below, across, down)), factor, out + kPixels / 2);
    }

    static HWY_INLINE void DrawNext(Walk &walk, uint16_t factor, uint32_t *out) {
        const VF across = Fractions(walk.column, walk.row.column_step);
        const VF down = Fractions(walk.line, walk.row.row_step);
        const uint32_t *at[kPixels];
        for (size_t i = 0; i < kPixels; i++) {
            at[i] = walk.At();
            walk.Step();
        }
        Draw(at, walk.row.stride, across, down, factor, out);
    }

    /// Fewer pixels than a group has: the others stay at the last place, and nothing of them is kept.
    static HWY_INLINE void DrawLast(Walk &walk, uint16_t factor, size_t count, uint32_t *out) {
        const VF across = Fractions(walk.column, walk.row.column_step);
        const VF down = Fractions(walk.line, walk.row.row_step);
        const uint32_t *at[kPixels];
        uint32_t words[kPixels] = {};
        for (size_t i = 0; i < kPixels; i++) {
            at[i] = walk.At();
            if (i < count) words[i] = out[i];
            if (i + 1 < count) walk.Step();
        }
        Draw(at, walk.row.stride, across, down, factor, words);
        for (size_t i = 0; i < count; i++) out[i] = words[i];
    }
};

static void AffineOver(const svga_affine_row *row, uint32_t factor, size_t count, uint32_t *out) {
    using Wide = Group<hn::ScalableTag<float>>;
    using Narrow = Group<hn::CappedTag<float, 4>>;
    const uint16_t factor16 = static_cast<uint16_t>(factor);
    Walk walk = {*row, row->column, row->row};
    size_t x = 0;
    for (; x + Wide::kPixels <= count; x += Wide::kPixels) Wide::DrawNext(walk, factor16, out + x);
    if (count - x > Narrow::kPixels) return Wide::DrawLast(walk, factor16, count - x, out + x);
    if (x < count) Narrow::DrawLast(walk, factor16, count - x, out + x);
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_affine_over(const struct svga_affine_row *row, uint32_t factor, size_t count, uint32_t *out) {
    SVGA_KERNEL(AffineOver)(row, factor, count, out);
}
#endif
