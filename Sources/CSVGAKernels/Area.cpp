#include "include/svga_area.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Area.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "Rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
/// A vector of four or eight cells. A block consists of such vectors.
using Cells = hn::CappedTag<int32_t, SVGA_CELLS_PER_BLOCK>;
using Words = hn::Repartition<uint32_t, Cells>;

/// The prefix sums of the cells. Most instructions treat eight cells as two groups of four.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V Sums(D d, V cells) {
    cells = hn::Add(cells, hn::ShiftLeftLanes<1>(d, cells));
    cells = hn::Add(cells, hn::ShiftLeftLanes<2>(d, cells));
    if constexpr (hn::MaxLanes(D()) == 8) cells = hn::Add(cells, hn::ConcatLowerLower(d, hn::Broadcast<3>(cells), hn::Zero(d)));
    return cells;
}

/// The last lane, in all lanes.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V Last(D d, V sums) {
    const V last = hn::Broadcast<3>(sums);
    if constexpr (hn::MaxLanes(D()) == 8) return hn::ConcatUpperUpper(d, last, last);
    return last;
}

struct Nonzero {
    template <class D, class V = hn::VFromD<D>>
    static HWY_INLINE V Inside(D d, V area) {
        // Clamps before negating, because the minimum integer has no positive counterpart.
        return hn::Abs(hn::Min(hn::Max(area, hn::Set(d, -(1 << 17))), hn::Set(d, 1 << 17)));
    }
};

struct EvenOdd {
    template <class D, class V = hn::VFromD<D>>
    static HWY_INLINE V Inside(D d, V area) {
        area = hn::And(hn::Abs(area), hn::Set(d, (1 << 18) - 1));
        return hn::Min(area, hn::Sub(hn::Set(d, 1 << 18), area));
    }
};

/// Converts areas to coverage, 0…255, rounded.
template <class Rule, class D, class V = hn::VFromD<D>>
HWY_INLINE V Coverage(D d, V area) {
    area = Rule::Inside(d, area);
    return hn::ShiftRight<17>(hn::Add(hn::Sub(hn::ShiftLeft<8>(area), area), hn::Set(d, 1 << 16)));
}

template <class Rule>
HWY_INLINE uint32_t SingleCoverage(int32_t area) {
    const hn::CappedTag<int32_t, 1> d;
    return static_cast<uint32_t>(hn::GetLane(Coverage<Rule>(d, hn::Set(d, area))));
}

/// Draws a color over pixels.
template <class FillRule>
struct Fill {
    using Rule = FillRule;
    uint32_t color;

    template <class D, class V = hn::VFromD<D>>
    HWY_INLINE V operator()(D d, V pixels, V coverage) const { return Over(d, Multiply(d, hn::Set(d, color), coverage), pixels); }

    /// For pixels with the same coverage.
    HWY_INLINE void Run(uint32_t *out, size_t count, uint32_t coverage) const {
        if (coverage == 0) return;
        const hn::CappedTag<uint32_t, 1> single;
        const uint32_t word = hn::GetLane(Multiply(single, hn::Set(single, color), SetTwice(single, coverage)));
        if (word >> 24 == 255) {
            ForEachVector(count, [=](auto d, size_t x) HWY_ATTR { hn::StoreU(hn::Set(d, word), d, out + x); });
        } else {
            ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
                hn::StoreU(Over(d, hn::Set(d, word), hn::LoadU(d, out + x)), d, out + x);
            });
        }
    }
};

/// Multiplies pixels by their coverage.
struct Mask {
    using Rule = Nonzero;
    template <class D, class V = hn::VFromD<D>>
    HWY_INLINE V operator()(D d, V pixels, V coverage) const { return Multiply(d, pixels, coverage); }

    HWY_INLINE void Run(uint32_t *out, size_t count, uint32_t coverage) const {
        if (coverage == 255) return;
        if (coverage == 0) {
            std::memset(out, 0, 4 * count);
        } else {
            ForEachVector(count, [=](auto d, size_t x) HWY_ATTR {
                hn::StoreU(Multiply(d, hn::LoadU(d, out + x), SetTwice(d, coverage)), d, out + x);
            });
        }
    }
};

/// Copies up to seven words without a function call.
HWY_INLINE void CopyFew(const uint32_t *from, uint32_t *to, size_t count) {
    size_t done = 0;
    if (count & 4) std::memcpy(to, from, 16), done = 4;
    if (count & 2) std::memcpy(to + done, from + done, 8), done += 2;
    if (count & 1) to[done] = from[done];
}

/// The first pixels of a vector.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE V LoadFirst(D d, const uint32_t *in, size_t count) {
#if HWY_MEM_OPS_MIGHT_FAULT
    uint32_t pixels[hn::MaxLanes(D())] = {};
    CopyFew(in, pixels, count);
    return hn::LoadU(d, pixels);
#else
    return hn::MaskedLoad(hn::FirstN(d, count), d, in);
#endif
}

template <class D, class V = hn::VFromD<D>>
HWY_INLINE void StoreFirst(D d, V words, uint32_t *out, size_t count) {
#if HWY_MEM_OPS_MIGHT_FAULT
    uint32_t pixels[hn::MaxLanes(D())];
    hn::StoreU(words, d, pixels);
    CopyFew(pixels, out, count);
#else
    hn::BlendedStore(words, hn::FirstN(d, count), d, out);
#endif
}

/// Processes a block of cells and those of its pixels that exist. Returns the sum of all cells so far, in each lane.
template <class Paint>
HWY_INLINE hn::VFromD<Cells> PaintBlock(
    const Paint &paint, int32_t *HWY_RESTRICT cells, uint32_t *HWY_RESTRICT out, size_t pixels, hn::VFromD<Cells> sum) {
    const Cells d;
    const Words words;
    for (size_t x = 0; x < SVGA_CELLS_PER_BLOCK; x += hn::Lanes(d)) {
        const auto area = hn::Add(Sums(d, hn::LoadU(d, cells + x)), sum);
        hn::StoreU(hn::Zero(d), d, cells + x);
        const auto bytes = hn::BitCast(words, Coverage<typename Paint::Rule>(d, area));
        const auto coverage = hn::Or(bytes, hn::ShiftLeft<16>(bytes));
        if (x + hn::Lanes(d) <= pixels) {
            hn::StoreU(paint(words, hn::LoadU(words, out + x), coverage), words, out + x);
        } else if (x < pixels) {
            StoreFirst(words, paint(words, LoadFirst(words, out + x, pixels - x), coverage), out + x, pixels - x);
        }
        sum = Last(d, area);
    }
    return sum;
}

template <class Paint>
HWY_INLINE void PaintRow(const Paint &paint, const svga_cells &grid, int32_t *cells, uint8_t *touched, uint32_t *out) {
    const Cells d;
    auto sum = hn::Zero(d);
    size_t done = 0;
    for (size_t group = 0; group < grid.flags; group += 8) {
        uint64_t flags;
        std::memcpy(&flags, touched + group, 8);
        if (flags == 0) continue;
        std::memset(touched + group, 0, 8);
        for (; flags != 0; flags &= flags - 1) {
            const size_t block = group + hwy::Num0BitsBelowLS1Bit_Nonzero64(flags) / 8;
            const size_t x = block * SVGA_CELLS_PER_BLOCK;
            if (x > done) paint.Run(out + done, HWY_MIN(x, grid.width) - done, SingleCoverage<typename Paint::Rule>(hn::GetLane(sum)));
            done = x + SVGA_CELLS_PER_BLOCK;
            sum = PaintBlock(paint, cells + x, out + x, x < grid.width ? grid.width - x : 0, sum);
        }
    }
    if (done < grid.width) paint.Run(out + done, grid.width - done, SingleCoverage<typename Paint::Rule>(hn::GetLane(sum)));
}

template <class Paint>
HWY_INLINE void PaintCells(const Paint &paint, const svga_cells &grid, uint32_t *out, size_t words_per_row) {
    for (size_t y = 0; y < grid.height; y++) {
        PaintRow(
            paint, grid, grid.cells + y * grid.blocks * SVGA_CELLS_PER_BLOCK, grid.touched + y * grid.flags, out + y * words_per_row);
    }
}

static void FillCells(const svga_cells *grid, uint32_t color, uint32_t *out, size_t words_per_row) {
    PaintCells(Fill<Nonzero>{color}, *grid, out, words_per_row);
}

static void FillCellsEvenOdd(const svga_cells *grid, uint32_t color, uint32_t *out, size_t words_per_row) {
    PaintCells(Fill<EvenOdd>{color}, *grid, out, words_per_row);
}

static void MaskByCells(const svga_cells *grid, uint32_t *out, size_t words_per_row) { PaintCells(Mask(), *grid, out, words_per_row); }
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_fill_cells(const struct svga_cells *cells, uint32_t color, uint32_t *out, size_t words_per_row) {
    SVGA_KERNEL(FillCells)(cells, color, out, words_per_row);
}

void svga_fill_cells_even_odd(const struct svga_cells *cells, uint32_t color, uint32_t *out, size_t words_per_row) {
    SVGA_KERNEL(FillCellsEvenOdd)(cells, color, out, words_per_row);
}

void svga_mask_by_cells(const struct svga_cells *cells, uint32_t *out, size_t words_per_row) {
    SVGA_KERNEL(MaskByCells)(cells, out, words_per_row);
}
#endif
