import CSVGAKernels

/// Chooses the implementation of the pixel loops. Each optimized loop exists twice: as a kernel of `CSVGAKernels` for several instruction
/// sets, and in plain Swift. Tests compare both, and `SVGA_SIMD=off` selects plain Swift.
package enum Simd {
    #if arch(x86_64)
        /// Whether kernels are used instead of the plain loops. The compiler turns the plain loops into SSE2, which is faster than
        /// Highway's 128-bit vectors for processors without SSE4.
        static var isOn: Bool { svga_simd_used().rawValue > SVGA_SIMD_BASE.rawValue }
    #else
        /// Whether kernels are used instead of the plain loops.
        static var isOn: Bool { svga_simd_used() != SVGA_SIMD_OFF }
    #endif
}
