#include "include/svga_bitmap.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Edge.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The four channels of a pixel.
using Four = hn::CappedTag<float, 4>;
using FourV = hn::Vec<Four>;
using Whole = hn::RebindToSigned<Four>;

/// Rounds to nearest: near 1.5 × 2²³ the precision of a float is 1.
static constexpr float kRounding = 12582912.0f;
/// Slightly less than half a step.
static constexpr float kAlmostHalf = 0.498f;

static HWY_INLINE FourV Set(float value) { return hn::Set(Four(), value); }

static HWY_INLINE FourV Nearest(FourV value) { return hn::Sub(hn::Add(value, Set(kRounding)), Set(kRounding)); }

static HWY_INLINE FourV Channels(const uint32_t *word) {
    const hn::Rebind<uint8_t, Four> bytes;
    return hn::ConvertTo(Four(), hn::PromoteTo(Whole(), hn::LoadU(bytes, reinterpret_cast<const uint8_t *>(word))));
}

static HWY_INLINE void Store(FourV channels, uint32_t *out) {
    const hn::Rebind<uint8_t, Four> bytes;
    const hn::RebindToUnsigned<Four> words;
    const auto low = hn::And(hn::BitCast(words, hn::Add(channels, Set(kRounding))), hn::Set(words, 255));
    hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(Whole(), low)), bytes, reinterpret_cast<uint8_t *>(out));
}

static HWY_INLINE FourV Between(FourV one, FourV other, FourV part) { return hn::Add(one, hn::Mul(hn::Sub(other, one), part)); }

/// See `AffineBlend` in PixelBlend.swift.
struct RoundedUp {
    static HWY_INLINE FourV Source(FourV sample, FourV factor) {
        return Nearest(hn::Add(hn::Mul(Nearest(sample), factor), Set(kAlmostHalf)));
    }
    static HWY_INLINE FourV Covering(FourV source, float coverage) {
        return Nearest(hn::Add(hn::Mul(source, hn::Mul(Set(coverage), Set(255.0f / 256))), Set(kAlmostHalf)));
    }
    static HWY_INLINE FourV Over(FourV source, FourV target) {
        const FourV rest = hn::Sub(Set(255.0f / 256), hn::Mul(hn::Broadcast<3>(source), Set(1.0f / 256)));
        return hn::Add(hn::Add(source, hn::Mul(target, rest)), Set(kAlmostHalf));
    }
};

/// See `AxisAlignedBlend` in PixelBlend.swift.
struct Truncated {
    static HWY_INLINE FourV Source(FourV sample, FourV factor) {
        return Nearest(hn::Sub(hn::Mul(Nearest(hn::Sub(sample, Set(kAlmostHalf))), factor), Set(kAlmostHalf)));
    }
    static HWY_INLINE FourV Covering(FourV source, float coverage) {
        return Nearest(hn::Sub(hn::Mul(source, Set(coverage)), Set(kAlmostHalf)));
    }
    static HWY_INLINE FourV Over(FourV source, FourV target) {
        const FourV rest = hn::Sub(Set(1.0f), hn::Mul(hn::Broadcast<3>(source), Set(1.0f / 256)));
        return hn::Sub(hn::Add(source, hn::Mul(target, rest)), Set(kAlmostHalf));
    }
};

/// Coordinates of several pixels.
using Row = hn::CappedTag<double, 8>;
using RowV = hn::Vec<Row>;

/// The fraction of pixels on one side of an edge at this distance, at most 1.
static HWY_INLINE RowV Covered(RowV distance, double span) {
    const Row d;
    const RowV part = hn::Add(hn::Div(distance, hn::Set(d, span)), hn::Set(d, 0.5));
    return hn::IfThenElse(hn::Ge(distance, hn::Set(d, 0.5 * span)), hn::Set(d, 1.0), part);
}

/// The share of pixels that is between two edges.
static HWY_INLINE RowV Coverage(RowV position, const struct svga_edge_axis &axis) {
    const Row d;
    const RowV both = hn::Add(
        Covered(hn::Sub(position, hn::Set(d, axis.low)), axis.span), Covered(hn::Sub(hn::Set(d, axis.high), position), axis.span));
    return hn::Max(hn::Zero(d), hn::Sub(both, hn::Set(d, 1.0)));
}

static HWY_INLINE int32_t Clamped(int32_t index, int32_t count) { return index < 0 ? 0 : index < count ? index : count - 1; }

/// The stored pixels next to a coordinate, and the fractions between them.
struct Neighbouring {
    int32_t index[hn::MaxLanes(Row())];
    float part[hn::MaxLanes(Row())];

    HWY_INLINE Neighbouring(RowV position, int32_t count) {
        const Row d;
        const hn::Rebind<int32_t, Row> d32;
        const hn::Rebind<float, Row> df;
        const RowV last = hn::Set(d, static_cast<double>(count - 1));
        const RowV inside = hn::Min(hn::Max(hn::Sub(position, hn::Set(d, 0.5)), hn::Zero(d)), last);
        const RowV first = hn::Floor(inside);
        hn::StoreU(hn::DemoteTo(d32, first), d32, index);
        hn::StoreU(hn::DemoteTo(df, hn::Sub(inside, first)), df, part);
    }
};

template <class Blend>
static HWY_INLINE void DrawEdge(
    const struct svga_edge &edge, const struct svga_edge_line &u, const struct svga_edge_line &v, int64_t first, size_t count,
    uint32_t *out) {
    const Row d;
    const FourV factor = Set(edge.factor);
    for (size_t x = 0; x < count; x += hn::Lanes(d)) {
        const RowV column = hn::Iota(d, static_cast<double>(first + static_cast<int64_t>(x)));
        const RowV atU = hn::Add(hn::Set(d, u.start), hn::Mul(hn::Set(d, u.slope), column));
        const RowV atV = hn::Add(hn::Set(d, v.start), hn::Mul(hn::Set(d, v.slope), column));
        double coverages[hn::MaxLanes(Row())];
        hn::StoreU(hn::Mul(Coverage(atU, edge.x), Coverage(atV, edge.y)), d, coverages);
        const Neighbouring across(atU, edge.width);
        const Neighbouring down(atV, edge.height);
        const size_t some = count - x < hn::Lanes(d) ? count - x : hn::Lanes(d);
        for (size_t i = 0; i < some; i++) {
            if (coverages[i] <= 0) continue;
            const int32_t left = Clamped(across.index[i], edge.width);
            const int32_t top = Clamped(down.index[i], edge.height);
            const ptrdiff_t right = left < edge.width - 1 ? 1 : 0;
            const uint32_t *const above = edge.words + static_cast<ptrdiff_t>(top) * edge.width + left;
            const uint32_t *const below = top < edge.height - 1 ? above + edge.width : above;
            if ((above[0] | above[right] | below[0] | below[right]) == 0) continue;
            const FourV part = Set(across.part[i]);
            const FourV sample = Between(
                Between(Channels(above), Channels(above + right), part), Between(Channels(below), Channels(below + right), part),
                Set(down.part[i]));
            FourV source = Blend::Source(sample, factor);
            if (coverages[i] < 1) source = Blend::Covering(source, static_cast<float>(coverages[i]));
            Store(Blend::Over(source, Channels(out + x + i)), out + x + i);
        }
    }
}

static void EdgeOver(
    const struct svga_edge *edge, const struct svga_edge_line *u, const struct svga_edge_line *v, int64_t first, size_t count,
    uint32_t *out) {
    DrawEdge<RoundedUp>(*edge, *u, *v, first, count, out);
}

static void EdgeOverCut(
    const struct svga_edge *edge, const struct svga_edge_line *u, const struct svga_edge_line *v, int64_t first, size_t count,
    uint32_t *out) {
    DrawEdge<Truncated>(*edge, *u, *v, first, count, out);
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_edge_over(
    const struct svga_edge *edge, const struct svga_edge_line *u, const struct svga_edge_line *v, int64_t first, size_t count,
    uint32_t *out) {
    SVGA_KERNEL(EdgeOver)(edge, u, v, first, count, out);
}

void svga_edge_over_cut(
    const struct svga_edge *edge, const struct svga_edge_line *u, const struct svga_edge_line *v, int64_t first, size_t count,
    uint32_t *out) {
    SVGA_KERNEL(EdgeOverCut)(edge, u, v, first, count, out);
}
#endif
