// Which instruction set the kernels use.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Instruction sets, in ascending order. A machine that is not x86 has only its own vectors, or none.
enum svga_simd {
    /// The plain Swift twins.
    SVGA_SIMD_OFF = 0,
    /// What every processor of this kind has: NEON, or SSE2, for which the plain Swift twins run.
    SVGA_SIMD_BASE = 1,
    SVGA_SIMD_SSE4 = 2,
    SVGA_SIMD_AVX2 = 3,
    SVGA_SIMD_AVX512 = 4,
};

/// The best that this processor has.
enum svga_simd svga_simd_best(void);

/// What a name stands for: off, sse2, neon, sse4, avx2 or avx512, but nothing above `best`; `best` for other names.
enum svga_simd svga_simd_named(const char *name, enum svga_simd best);

/// What is used: the best, or what `SVGA_SIMD` in the environment names, if the processor has it.
enum svga_simd svga_simd_used(void);

/// Uses another one from now on, for tests; the best if the processor does not have it. Kernels that run already end as they began.
void svga_simd_use(enum svga_simd simd);

#ifdef __cplusplus
}
#endif
