import CSVGAKernels
import SVGASupport

/// The instruction sets of this machine's processor, for tests of kernels.
package enum InstructionSets {
    /// The kernels' instruction set is a setting of the process.
    private static let turn = Locked(())

    private static let all: [(name: String, simd: svga_simd)] = [
        ("off", SVGA_SIMD_OFF), ("base", SVGA_SIMD_BASE), ("sse4", SVGA_SIMD_SSE4), ("avx2", SVGA_SIMD_AVX2), ("avx512", SVGA_SIMD_AVX512),
    ]

    #if arch(x86_64)
        private static let fewestKernels = SVGA_SIMD_SSE4
    #else
        private static let fewestKernels = SVGA_SIMD_BASE
    #endif

    /// Calls a body with each of them, the simplest first, and passes its name for messages. Afterwards the previous setting is restored.
    /// One test at a time runs here; other tests are not affected, because all instruction sets give the same bits.
    /// - Parameter plain: whether the body is also called without kernels, as with `SVGA_SIMD=off`.
    package static func each<Failure: Error>(plain: Bool = false, _ body: (_ name: String) throws(Failure) -> Void) throws(Failure) {
        try turn.withLock { (_) throws(Failure) in
            let before = svga_simd_used()
            defer { svga_simd_use(before) }
            for set in all where set.simd.rawValue <= svga_simd_best().rawValue && (plain || set.simd.rawValue >= fewestKernels.rawValue) {
                svga_simd_use(set.simd)
                try body(set.name)
            }
        }
    }
}
