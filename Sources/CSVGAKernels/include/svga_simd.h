// The instruction set that the kernels use.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Instruction sets, in ascending order. Processors other than x86 have only one set, or none.
enum svga_simd {
    /// No set: the scalar Swift twins run.
    SVGA_SIMD_OFF = 0,
    /// The set of every processor of this kind: NEON, or SSE2. With SSE2, the scalar Swift twins run.
    SVGA_SIMD_BASE = 1,
    SVGA_SIMD_SSE4 = 2,
    SVGA_SIMD_AVX2 = 3,
    SVGA_SIMD_AVX512 = 4,
};

/// The best set of this processor.
enum svga_simd svga_simd_best(void);

/// The set with this name (off, sse2, neon, sse4, avx2 or avx512), at most `best`. For other names, returns `best`.
enum svga_simd svga_simd_named(const char *name, enum svga_simd best);

/// The set in use: the best, or the one that the environment variable `SVGA_SIMD` names, if the processor has it.
enum svga_simd svga_simd_used(void);

/// Selects another set for later calls, for tests; the best if the processor does not have it. Running kernels finish with the old set.
void svga_simd_use(enum svga_simd simd);

#ifdef __cplusplus
}
#endif
