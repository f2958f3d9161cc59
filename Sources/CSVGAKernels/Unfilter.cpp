#include "include/svga_png.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Unfilter.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A pixel is a vector of four bytes. If a pixel has three bytes, the fourth belongs to the next pixel.
using Bytes = hn::FixedTag<uint8_t, 4>;
using Numbers = hn::FixedTag<int16_t, 4>;
using Pixel = hn::VFromD<Bytes>;

template <size_t kBytes>
HWY_INLINE void StorePixel(Pixel pixel, uint8_t *to) {
    uint8_t bytes[4];
    hn::StoreU(pixel, Bytes(), bytes);
    std::memcpy(to, bytes, kBytes);
}

template <size_t kBytes>
HWY_INLINE void Sub(uint8_t *row, size_t count) {
    const Bytes d;
    Pixel left = hn::Zero(d);
    for (size_t x = 0; x < count; x += kBytes) {
        left = hn::Add(hn::LoadU(d, row + x), left);
        StorePixel<kBytes>(left, row + x);
    }
}

template <size_t kBytes>
HWY_INLINE void Average(uint8_t *row, const uint8_t *above, size_t count) {
    const Bytes d;
    const auto one = hn::Set(d, 1);
    Pixel left = hn::Zero(d);
    for (size_t x = 0; x < count; x += kBytes) {
        const Pixel up = hn::LoadU(d, above + x);
        // Highway rounds the average up; PNG rounds it down.
        const Pixel average = hn::Sub(hn::AverageRound(left, up), hn::And(hn::Xor(left, up), one));
        left = hn::Add(hn::LoadU(d, row + x), average);
        StorePixel<kBytes>(left, row + x);
    }
}

template <size_t kBytes>
HWY_INLINE void Paeth(uint8_t *row, const uint8_t *above, size_t count) {
    const Bytes d;
    const Numbers d16;
    const hn::Rebind<uint8_t, Numbers> d8;
    const auto byte = hn::Set(d16, 255);
    auto left = hn::Zero(d16);
    auto upLeft = hn::Zero(d16);
    for (size_t x = 0; x < count; x += kBytes) {
        const auto pixel = hn::PromoteTo(d16, hn::LoadU(d, row + x));
        const auto up = hn::PromoteTo(d16, hn::LoadU(d, above + x));
        // The distances of left, up and upLeft from left + up - upLeft. The next pixel depends on `left`, so that chain is kept short.
        const auto fromLeft = hn::Sub(up, upLeft);
        const auto leftDistance = hn::Abs(fromLeft);
        const auto upDistance = hn::Abs(hn::Sub(left, upLeft));
        const auto upLeftDistance = hn::Abs(hn::Add(left, hn::Sub(fromLeft, upLeft)));
        // At equal distances, left is preferred to up, and up to upLeft.
        const auto other = hn::IfThenElse(hn::Gt(upDistance, upLeftDistance), upLeft, up);
        const auto best = hn::IfThenElse(hn::Gt(leftDistance, hn::Min(upDistance, upLeftDistance)), other, left);
        left = hn::And(hn::Add(pixel, best), byte);
        upLeft = up;
        StorePixel<kBytes>(hn::DemoteTo(d8, left), row + x);
    }
}

static void Up(uint8_t *row, const uint8_t *above, size_t count) {
    const hn::ScalableTag<uint8_t> d;
    size_t x = 0;
    for (; x + hn::Lanes(d) <= count; x += hn::Lanes(d)) hn::StoreU(hn::Add(hn::LoadU(d, row + x), hn::LoadU(d, above + x)), d, row + x);
    for (; x < count; x++) row[x] = static_cast<uint8_t>(row[x] + above[x]);
}

template <size_t kBytes>
HWY_INLINE void Any(int filter, uint8_t *row, const uint8_t *above, size_t count) {
    if (filter == 1) Sub<kBytes>(row, count);
    if (filter == 3) Average<kBytes>(row, above, count);
    if (filter == 4) Paeth<kBytes>(row, above, count);
}

static void Unfilter(int filter, int bytesPerPixel, uint8_t *row, const uint8_t *above, size_t count) {
    if (filter == 2) {
        Up(row, above, count);
    } else if (bytesPerPixel == 4) {
        Any<4>(filter, row, above, count);
    } else {
        Any<3>(filter, row, above, count);
    }
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_png_unfilter(int filter, int bytes_per_pixel, uint8_t *row, const uint8_t *above, size_t count) {
    SVGA_KERNEL(Unfilter)(filter, bytes_per_pixel, row, above, count);
}
#endif
