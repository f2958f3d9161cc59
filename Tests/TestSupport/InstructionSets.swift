import CSVGAKernels
import SVGASupport

/// The instruction sets that this machine's processor has, for tests of kernels.
package enum InstructionSets {
    /// Which one kernels use is a setting of the whole process.
    private static let turn = Locked(())

    private static let all: [(name: String, simd: svga_simd)] = [
        ("off", SVGA_SIMD_OFF), ("base", SVGA_SIMD_BASE), ("sse4", SVGA_SIMD_SSE4), ("avx2", SVGA_SIMD_AVX2), ("avx512", SVGA_SIMD_AVX512),
    ]

    #if arch(x86_64)
        private static let fewestKernels = SVGA_SIMD_SSE4
    #else
        private static let fewestKernels = SVGA_SIMD_BASE
    #endif

    /// Runs a body with each of them, the plainest first, and tells its name, for failures to say. Afterwards kernels use again what they did
    /// before. One test at a time is in here; tests elsewhere do not notice, because all instruction sets give the same bits.
    /// - Parameter plain: whether the body also runs without kernels, as with `SVGA_SIMD=off`.
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
