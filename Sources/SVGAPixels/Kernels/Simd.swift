import CSVGAKernels

/// Which code the pixel loops run. Each loop that is worth it is there twice: as a kernel of `CSVGAKernels`, for several instruction sets, and
/// as plain Swift, which says what the kernel does, is what tests compare it with, and runs with `SVGA_SIMD=off`.
package enum Simd {
    #if arch(x86_64)
        /// Whether kernels run, and not the plain loops. Of the plain loops the compiler makes SSE2, which is faster than the 128-bit vectors in
        /// plain C++ that Highway has for processors without SSE4.
        static var isOn: Bool { svga_simd_used().rawValue > SVGA_SIMD_BASE.rawValue }
    #else
        /// Whether kernels run, and not the plain loops.
        static var isOn: Bool { svga_simd_used() != SVGA_SIMD_OFF }
    #endif
}
