#include "include/svga_blur.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Blur.cpp"
#include "Simd.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace svga {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The lines from one lane on, as many as a vector has. Each sum gains the leading value, and loses the one that leaves its box: the values wait in
/// rings.
static void BlurSomeLines(uint8_t *bytes, size_t step, size_t length, svga_boxes boxes, int32_t *HWY_RESTRICT memory) {
    const hn::CappedTag<int32_t, 16> d;
    const hn::Rebind<uint8_t, decltype(d)> d8;
    const hn::Rebind<float, decltype(d)> df;
    const size_t lanes = hn::Lanes(d);
    const auto zero = hn::Zero(d);
    const auto scale = hn::Set(df, 1.0f / static_cast<float>(boxes.first * boxes.second * boxes.third));
    const auto half = hn::Set(df, 0.5f);
    int32_t *const ring1 = memory, *const end1 = ring1 + (boxes.first - 1) * lanes;
    int32_t *const ring2 = end1, *const end2 = ring2 + (boxes.second - 1) * lanes;
    int32_t *const ring3 = end2, *const end3 = ring3 + (boxes.third - 1) * lanes;
    for (int32_t *at = memory; at < end3; at += lanes) hn::StoreU(zero, d, at);
    int32_t *at1 = ring1, *at2 = ring2, *at3 = ring3;
    auto sum1 = zero, sum2 = zero, sum3 = zero;
    for (size_t index = 0; index < length + boxes.reach; index += 1) {
        const auto lead = index < length ? hn::PromoteTo(d, hn::LoadU(d8, bytes + index * step)) : zero;
        sum1 = hn::Add(sum1, lead);
        sum2 = hn::Add(sum2, sum1);
        sum3 = hn::Add(sum3, sum2);
        if (index >= boxes.reach) {
            const auto average = hn::Add(hn::Mul(hn::ConvertTo(df, sum3), scale), half);
            hn::StoreU(hn::DemoteTo(d8, hn::ConvertTo(d, average)), d8, bytes + (index - boxes.reach) * step);
        }
        sum3 = hn::Sub(sum3, hn::LoadU(d, at3));
        hn::StoreU(sum2, d, at3);
        sum2 = hn::Sub(sum2, hn::LoadU(d, at2));
        hn::StoreU(sum1, d, at2);
        sum1 = hn::Sub(sum1, hn::LoadU(d, at1));
        hn::StoreU(lead, d, at1);
        at1 = at1 + lanes == end1 ? ring1 : at1 + lanes;
        at2 = at2 + lanes == end2 ? ring2 : at2 + lanes;
        at3 = at3 + lanes == end3 ? ring3 : at3 + lanes;
    }
}

static void BlurLines(uint8_t *bytes, size_t step, size_t length, svga_boxes boxes, int32_t *memory) {
    const size_t lanes = hn::Lanes(hn::CappedTag<int32_t, 16>());
    for (size_t lane = 0; lane < SVGA_BLUR_LANES; lane += lanes) BlurSomeLines(bytes + lane, step, length, boxes, memory);
}
}  // namespace HWY_NAMESPACE
}  // namespace svga
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
void svga_blur_lines(uint8_t *bytes, size_t step, size_t length, svga_boxes boxes, int32_t *memory) {
    SVGA_KERNEL(BlurLines)(bytes, step, length, boxes, memory);
}
#endif
