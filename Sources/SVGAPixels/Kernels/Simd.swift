import CSVGAKernels

/// Which code the pixel loops run. Each loop that is worth it is there twice: as a kernel of `CSVGAKernels`, for several instruction sets, and
/// as plain Swift, which says what the kernel does, is what tests compare it with, and runs with `SVGA_SIMD=off`.
package enum Simd {
    /// Whether kernels run, and not the plain loops.
    static var isOn: Bool { svga_simd_used() != SVGA_SIMD_OFF }
}
