// Runs each kernel on random input, and prints a hash of its output for each case. All instruction sets print the same lines.
//
//     samples CASES [SET]        with the best instruction set, or with this one
//     samples --best-of SET      prints the set, or the best one if this processor lacks it
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "CSVGAKernels.h"

namespace {
/// The same numbers on every machine.
class Random {
public:
    explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15u + 1) {}

    uint64_t Next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state * 0x2545F4914F6CDD1Du;
    }

    /// From `low` to `high`, with both.
    int64_t Whole(int64_t low, int64_t high) { return low + static_cast<int64_t>((Next() >> 11) % static_cast<uint64_t>(high - low + 1)); }

    /// From `low` to below `high`.
    double Number(double low, double high) { return low + (high - low) * (static_cast<double>(Next() >> 11) / 9007199254740992.0); }

    bool Chance(int of) { return Whole(1, of) == 1; }

    /// A premultiplied pixel. Many are transparent or opaque, as in pictures.
    uint32_t Pixel() {
        const uint32_t alpha = Chance(4) ? 0 : Chance(3) ? 255 : static_cast<uint32_t>(Whole(0, 255));
        uint32_t word = alpha << 24;
        for (int shift = 0; shift < 24; shift += 8) word |= static_cast<uint32_t>(Whole(0, alpha)) << shift;
        return word;
    }

    std::vector<uint32_t> Pixels(size_t count) {
        std::vector<uint32_t> words(count);
        for (uint32_t &word : words) word = Pixel();
        return words;
    }

    std::vector<uint8_t> Bytes(size_t count) {
        std::vector<uint8_t> bytes(count);
        for (uint8_t &byte : bytes) byte = static_cast<uint8_t>(Next() >> 56);
        return bytes;
    }

    /// Often the number of pixels of a few vectors, give or take one.
    size_t Count() { return static_cast<size_t>(Chance(2) ? Whole(1, 70) : Whole(1, 8) * 16 + Whole(-1, 1)); }

private:
    uint64_t state;
};

class Hash {
public:
    template <class T>
    void Add(const std::vector<T> &values) { Add(values.data(), values.size() * sizeof(T)); }

    void Add(const void *data, size_t count) {
        const uint8_t *bytes = static_cast<const uint8_t *>(data);
        for (size_t index = 0; index < count; index += 1) value = (value ^ bytes[index]) * 0x100000001B3u;
    }

    uint64_t value = 0xCBF29CE484222325u;
};

/// A bitmap with a line of output pixels through it, all of which have neighbors at the right and below.
struct Bitmap {
    size_t width, height, count;
    std::vector<uint32_t> words, out;

    explicit Bitmap(Random &random)
        : width(random.Whole(2, 60)), height(random.Whole(2, 60)), count(random.Count()), words(random.Pixels(width * height)),
          out(random.Pixels(count)) {}

    /// The first position of the line and its step, in 32.32 fixed point.
    void Line(Random &random, size_t side, int64_t &start, int64_t &step) const {
        const double last = static_cast<double>(side - 1);
        const int64_t from = Fixed(random.Number(0, last)), to = Fixed(random.Number(0, last));
        start = from;
        step = (to - from) / static_cast<int64_t>(count);
    }

private:
    static int64_t Fixed(double value) { return static_cast<int64_t>(value * 4294967296.0); }
};

void AffineOver(Random &random, Hash &hash) {
    Bitmap bitmap(random);
    struct svga_affine_row row = {bitmap.words.data(), static_cast<ptrdiff_t>(bitmap.width), 0, 0, 0, 0};
    bitmap.Line(random, bitmap.width, row.column, row.column_step);
    bitmap.Line(random, bitmap.height, row.row, row.row_step);
    svga_affine_over(&row, static_cast<uint32_t>(random.Whole(0, 255)), bitmap.count, bitmap.out.data());
    hash.Add(bitmap.out);
}

void Stretch(Random &random, Hash &hash) {
    Bitmap bitmap(random);
    int64_t start, step;
    bitmap.Line(random, bitmap.width, start, step);
    std::vector<int16_t> above(4 * bitmap.count), below(4 * bitmap.count), one(4 * bitmap.count);
    const uint32_t *words = bitmap.words.data() + bitmap.width * random.Whole(0, static_cast<int64_t>(bitmap.height) - 2);
    svga_stretch(words, start, step, bitmap.count, one.data());
    svga_stretch_two(words, static_cast<ptrdiff_t>(bitmap.width), start, step, bitmap.count, above.data(), below.data());
    hash.Add(one);
    hash.Add(above);
    hash.Add(below);
    svga_between_over(
        above.data(), below.data(), static_cast<int16_t>(random.Whole(0, 32767)), static_cast<uint32_t>(random.Whole(1, 256)), bitmap.count,
        bitmap.out.data());
    hash.Add(bitmap.out);
}

void CopyOver(Random &random, Hash &hash) {
    const size_t count = random.Count();
    const std::vector<uint32_t> words = random.Pixels(count);
    std::vector<uint32_t> out = random.Pixels(count);
    svga_copy_over(words.data(), static_cast<uint32_t>(random.Whole(1, 256)), count, out.data());
    hash.Add(out);
}

void EdgeOver(Random &random, Hash &hash) {
    Bitmap bitmap(random);
    const auto axis = [&](size_t side) {
        const double low = random.Chance(2) ? 0 : random.Number(0, 1);
        return svga_edge_axis{low, static_cast<double>(side) - (random.Chance(2) ? 0 : random.Number(0, 0.9)), random.Number(0.1, 4)};
    };
    const struct svga_edge edge = {
        bitmap.words.data(), static_cast<int32_t>(bitmap.width), static_cast<int32_t>(bitmap.height), axis(bitmap.width), axis(bitmap.height),
        static_cast<float>(random.Whole(0, 256)) / 256};
    const auto line = [&](size_t side) {
        const double from = random.Number(-3, static_cast<double>(side) + 3), to = random.Number(-3, static_cast<double>(side) + 3);
        return svga_edge_line{(to - from) / static_cast<double>(bitmap.count), from};
    };
    const struct svga_edge_line u = line(bitmap.width), v = line(bitmap.height);
    const int64_t first = random.Whole(0, 9);
    (random.Chance(2) ? svga_edge_over : svga_edge_over_cut)(&edge, &u, &v, first, bitmap.count, bitmap.out.data());
    hash.Add(bitmap.out);
}

void FindSpans(Random &random, Hash &hash) {
    const auto line = [&] {
        const double slope = random.Chance(8) ? 0 : random.Number(-2, 2);
        return svga_line{slope, random.Number(-300, 300), random.Number(-2, 2), random.Number(-5, 5)};
    };
    const auto range = [&] {
        const double low = random.Number(-400, 400);
        return svga_range{low, low + random.Number(-10, 600)};
    };
    struct svga_spans spans = {};
    spans.u = line();
    spans.v = line();
    for (int index = 0; index < 2; index += 1) {
        spans.outer[index] = range();
        spans.inner[index] = range();
        spans.hull[index] = range();
    }
    spans.has_hull = random.Chance(2);
    spans.first = static_cast<int32_t>(random.Whole(0, 100));
    spans.end = spans.first + static_cast<int32_t>(random.Whole(0, 900));
    std::vector<int32_t> ends(6 * SVGA_SPAN_ROWS, -1);
    svga_find_spans(&spans, random.Whole(-50, 500), ends.data());
    hash.Add(ends);
}

/// Outlines that cross some rows, on pixels.
struct Cells {
    size_t width, height, words_per_row;
    struct svga_cells cells;
    std::vector<int32_t> values;
    std::vector<uint8_t> touched;
    std::vector<uint32_t> out;

    explicit Cells(Random &random)
        : width(random.Count()), height(random.Whole(1, 6)), words_per_row(width + random.Whole(0, 5)), out(random.Pixels(words_per_row * height)) {
        const size_t blocks = width / SVGA_CELLS_PER_BLOCK + 1, flags = (blocks + 7) / 8 * 8;
        values.assign(blocks * SVGA_CELLS_PER_BLOCK * height, 0);
        touched.assign(flags * height, 0);
        for (size_t row = 0; row < height; row += 1) {
            const int64_t crossings = random.Chance(5) ? 0 : random.Whole(1, 12);
            for (int64_t crossing = 0; crossing < crossings; crossing += 1) {
                // A crossing changes the area in two pixels.
                const size_t at = static_cast<size_t>(random.Whole(0, static_cast<int64_t>(width) - 1));
                const int32_t area = static_cast<int32_t>(random.Whole(-131072, 131072)), part = static_cast<int32_t>(random.Whole(0, 131072));
                const int32_t here = static_cast<int32_t>(static_cast<int64_t>(area) * part / 131072);
                Touch(row, at, here, blocks, flags);
                Touch(row, at + 1, area - here, blocks, flags);
            }
        }
        cells = {values.data(), touched.data(), width, height, blocks, flags};
    }

    void AddTo(Hash &hash) const {
        hash.Add(out);
        hash.Add(values);
        hash.Add(touched);
    }

private:
    void Touch(size_t row, size_t at, int32_t area, size_t blocks, size_t flags) {
        values[row * blocks * SVGA_CELLS_PER_BLOCK + at] += area;
        touched[row * flags + at / SVGA_CELLS_PER_BLOCK] = 1;
    }
};

void FillCells(Random &random, Hash &hash) {
    Cells cells(random);
    const auto fill = random.Chance(2) ? svga_fill_cells : svga_fill_cells_even_odd;
    fill(&cells.cells, random.Pixel(), cells.out.data(), cells.words_per_row);
    cells.AddTo(hash);
}

void MaskByCells(Random &random, Hash &hash) {
    Cells cells(random);
    svga_mask_by_cells(&cells.cells, cells.out.data(), cells.words_per_row);
    cells.AddTo(hash);
}

void Blend(Random &random, Hash &hash) {
    const size_t count = random.Count();
    const std::vector<uint32_t> source = random.Pixels(count);
    std::vector<uint32_t> out = random.Pixels(count);
    svga_over_row(out.data(), source.data(), count, static_cast<uint32_t>(random.Whole(0, 255)));
    hash.Add(out);
    svga_over_solid_row(out.data(), random.Pixel(), count);
    hash.Add(out);
    svga_mask_row(out.data(), source.data(), count);
    hash.Add(out);
    svga_multiply_row(out.data(), count, static_cast<uint32_t>(random.Next()));
    hash.Add(out);
}

void BlurLines(Random &random, Hash &hash) {
    const size_t step = SVGA_BLUR_LANES + random.Whole(0, 9), length = random.Whole(1, 90);
    std::vector<uint8_t> bytes = random.Bytes(step * length);
    struct svga_boxes boxes = {};
    boxes.first = random.Whole(2, 40);
    boxes.second = random.Whole(2, 40);
    boxes.third = random.Whole(2, 40);
    boxes.reach = (boxes.first + boxes.second + boxes.third - 3) / 2;
    std::vector<int32_t> memory((boxes.first + boxes.second + boxes.third - 3) * SVGA_BLUR_LANES);
    svga_blur_lines(bytes.data(), step, length, boxes, memory.data());
    hash.Add(bytes);
}

void Convert(Random &random, Hash &hash) {
    const size_t count = random.Count();
    const std::vector<uint32_t> words = random.Pixels(count);
    std::vector<uint32_t> out(count);
    for (const auto convert : {svga_straighten_row, svga_straighten_swap_row, svga_swap_row}) {
        convert(words.data(), count, out.data());
        hash.Add(out);
    }
    const std::vector<uint8_t> straight = random.Bytes(4 * count);
    svga_premultiply_row(straight.data(), count, out.data());
    hash.Add(out);
}

void Difference(Random &random, Hash &hash) {
    const size_t count = random.Count();
    const std::vector<uint8_t> left = random.Bytes(4 * count);
    std::vector<uint8_t> right = left;
    for (int64_t index = random.Whole(0, 5); index > 0; index -= 1) {
        right[static_cast<size_t>(random.Whole(0, static_cast<int64_t>(4 * count) - 1))] ^= static_cast<uint8_t>(random.Whole(1, 255));
    }
    struct svga_difference sums = {};
    svga_add_difference(left.data(), right.data(), count, &sums);
    const size_t counts[] = {
        svga_first_difference(left.data(), right.data(), count), svga_end_of_difference(left.data(), right.data(), count),
        svga_count_above(left.data(), right.data(), count, static_cast<uint8_t>(random.Whole(0, 255)))};
    hash.Add(counts, sizeof(counts));
    // Without the padding of the structure.
    hash.Add(&sums.pixels, sizeof(sums.pixels));
    hash.Add(&sums.squares, sizeof(sums.squares));
    hash.Add(&sums.largest, sizeof(sums.largest));
}

void Unfilter(Random &random, Hash &hash) {
    const int bytes_per_pixel = random.Chance(2) ? 3 : 4;
    const size_t count = random.Count() * bytes_per_pixel;
    std::vector<uint8_t> row = random.Bytes(count + 1);
    const std::vector<uint8_t> above = random.Bytes(count + 1);
    svga_png_unfilter(static_cast<int>(random.Whole(1, 4)), bytes_per_pixel, row.data(), above.data(), count);
    hash.Add(row.data(), count);
}
}  // namespace

int main(int count, char **words) {
    if (count == 3 && std::strcmp(words[1], "--best-of") == 0) {
        static const char *const names[] = {"off", "sse2", "sse4", "avx2", "avx512"};
        std::puts(names[svga_simd_named(words[2], svga_simd_best())]);
        return 0;
    }
    if (count < 2 || std::atoi(words[1]) < 1) {
        std::fprintf(stderr, "usage: samples CASES [SET], or samples --best-of SET\n");
        return 2;
    }
    if (count > 2) svga_simd_use(svga_simd_named(words[2], svga_simd_best()));
    const std::pair<const char *, std::function<void(Random &, Hash &)>> kernels[] = {
        {"affine_over", AffineOver}, {"stretch, stretch_two, between_over", Stretch}, {"copy_over", CopyOver}, {"edge_over, edge_over_cut", EdgeOver},
        {"find_spans", FindSpans}, {"fill_cells, fill_cells_even_odd", FillCells}, {"mask_by_cells", MaskByCells},
        {"over_row, over_solid_row, mask_row, multiply_row", Blend}, {"blur_lines", BlurLines},
        {"straighten_row, straighten_swap_row, swap_row, premultiply_row", Convert},
        {"add_difference, first_difference, end_of_difference, count_above", Difference}, {"png_unfilter", Unfilter}};
    const int cases = std::atoi(words[1]);
    for (const auto &kernel : kernels) {
        for (int index = 0; index < cases; index += 1) {
            Random random(static_cast<uint64_t>(index) + 1);
            Hash hash;
            kernel.second(random, hash);
            std::printf("%s\t%d\t%016llx\n", kernel.first, index, static_cast<unsigned long long>(hash.value));
        }
    }
    return 0;
}
