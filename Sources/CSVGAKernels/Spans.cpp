#include "include/svga_bitmap.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Spans.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A vector of rows: a number of each.
using Rows = hn::CappedTag<double, 8>;
using RowsV = hn::Vec<Rows>;

/// The first column of each row, and the column after the last one.
struct Columns {
    RowsV first;
    RowsV end;
};

/// Removes the columns in which a coordinate is outside of a range.
/// @param start the coordinate at the center of column 0.
static HWY_INLINE void Limit(
    Columns &columns, double slope, RowsV start, const struct svga_range &range, double minimum, double maximum) {
    const Rows d;
    const RowsV low = hn::Set(d, range.low);
    const RowsV high = hn::Set(d, range.high);
    const RowsV none = hn::Set(d, minimum);
    if (std::fabs(slope) < 1e-12) {
        const auto isInside = hn::And(hn::Le(low, start), hn::Le(start, high));
        columns.end = hn::IfThenElse(isInside, columns.end, none);
        return;
    }
    const RowsV by = hn::Set(d, slope);
    const RowsV one = hn::Div(hn::Sub(low, start), by);
    const RowsV other = hn::Div(hn::Sub(high, start), by);
    // Numbers that are not comparable give no columns.
    const auto isAscending = hn::Le(one, other);
    const auto isNumber = hn::Or(isAscending, hn::Le(other, one));
    const RowsV left = hn::IfThenElse(isAscending, one, other);
    const RowsV right = hn::IfThenElse(isAscending, other, one);
    const RowsV first = hn::Ceil(hn::Min(hn::Max(left, none), hn::Set(d, maximum)));
    const RowsV last = hn::Floor(hn::Min(hn::Max(right, hn::Set(d, minimum - 1)), hn::Set(d, maximum - 1)));
    columns.first = hn::Max(columns.first, hn::IfThenElse(isNumber, first, none));
    columns.end = hn::Min(columns.end, hn::IfThenElse(isNumber, hn::Add(last, hn::Set(d, 1.0)), none));
}

static void Spans(const struct svga_spans *spans, int64_t row, int32_t *ends) {
    const Rows d;
    const hn::Rebind<int32_t, Rows> d32;
    const auto store = [&](const Columns &columns, size_t group, size_t x) HWY_ATTR {
        hn::StoreU(hn::DemoteTo(d32, columns.first), d32, ends + 2 * SVGA_SPAN_ROWS * group + x);
        hn::StoreU(hn::DemoteTo(d32, columns.end), d32, ends + SVGA_SPAN_ROWS * (2 * group + 1) + x);
    };
    const struct svga_line &u = spans->u;
    const struct svga_line &v = spans->v;
    const double minimum = spans->first;
    const double maximum = spans->end;
    const Columns all = {hn::Set(d, minimum), hn::Set(d, maximum)};
    for (size_t x = 0; x < SVGA_SPAN_ROWS; x += hn::Lanes(d)) {
        const RowsV center = hn::Add(hn::Iota(d, static_cast<double>(row + static_cast<int64_t>(x))), hn::Set(d, 0.5));
        const auto start = [&](const struct svga_line &line) HWY_ATTR {
            return hn::Add(hn::Add(hn::Set(d, line.first), hn::Mul(hn::Set(d, line.down), center)), hn::Set(d, line.offset));
        };
        const RowsV startU = start(u);
        const RowsV startV = start(v);
        Columns outer = all;
        Limit(outer, u.slope, startU, spans->outer[0], minimum, maximum);
        Limit(outer, v.slope, startV, spans->outer[1], minimum, maximum);
        store(outer, 0, x);
        Columns inner = all;
        Limit(inner, u.slope, startU, spans->inner[0], minimum, maximum);
        Limit(inner, v.slope, startV, spans->inner[1], minimum, maximum);
        store(inner, 1, x);
        if (!spans->has_hull) continue;
        Columns hull = all;
        Limit(hull, u.slope + v.slope, hn::Add(startU, startV), spans->hull[0], minimum, maximum);
        Limit(hull, u.slope - v.slope, hn::Sub(startU, startV), spans->hull[1], minimum, maximum);
        store(hull, 2, x);
    }
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_find_spans(const struct svga_spans *spans, int64_t row, int32_t *ends) { SVGA_KERNEL(Spans)(spans, row, ends); }
#endif
