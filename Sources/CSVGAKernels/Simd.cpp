#include "Simd.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace {
enum svga_simd Best() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")) {
        return SVGA_SIMD_AVX512;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")) {
        return SVGA_SIMD_AVX2;
    }
    if (__builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes")) return SVGA_SIMD_SSE4;
#endif
    return SVGA_SIMD_BASE;
}

/// The set in use; -1 before it is selected.
std::atomic<int> used{-1};
}  // namespace

enum svga_simd svga_simd_best(void) { return Best(); }

enum svga_simd svga_simd_named(const char *name, enum svga_simd best) {
    static const struct { const char *name; enum svga_simd simd; } names[] = {
        {"off", SVGA_SIMD_OFF},   {"sse2", SVGA_SIMD_BASE}, {"neon", SVGA_SIMD_BASE},
        {"sse4", SVGA_SIMD_SSE4}, {"avx2", SVGA_SIMD_AVX2}, {"avx512", SVGA_SIMD_AVX512},
    };
    for (const auto &known : names) {
        if (std::strcmp(known.name, name) == 0) return known.simd < best ? known.simd : best;
    }
    return best;
}

enum svga_simd svga_simd_used(void) {
    int simd = used.load(std::memory_order_relaxed);
    if (simd < 0) {
        const char *name = std::getenv("SVGA_SIMD");
        // Several threads may do this at the same time, with the same result.
        simd = name == nullptr ? Best() : svga_simd_named(name, Best());
        used.store(simd, std::memory_order_relaxed);
    }
    return static_cast<enum svga_simd>(simd);
}

void svga_simd_use(enum svga_simd simd) {
    const enum svga_simd best = Best();
    used.store(simd < best ? simd : best, std::memory_order_relaxed);
}

enum svga_simd svga::CurrentSimd() {
    const enum svga_simd simd = svga_simd_used();
    return simd == SVGA_SIMD_OFF ? SVGA_SIMD_BASE : simd;
}
