import CSVGAKernels
import TestSupport
import Testing

@Suite("The choice of an instruction set") struct SimdTests {
    @Test("SVGA_SIMD takes each name up to what the processor has")
    func names() {
        let expected = [
            "off": SVGA_SIMD_OFF, "sse2": SVGA_SIMD_BASE, "neon": SVGA_SIMD_BASE, "sse4": SVGA_SIMD_SSE4, "avx2": SVGA_SIMD_AVX2,
        ]
        for (name, simd) in expected { #expect(svga_simd_named(name, SVGA_SIMD_AVX2) == simd, "\(name)") }
    }

    @Test("a level above the processor's, and a name that is none, are the best that it has", arguments: ["avx512", "best", "AVX2", ""])
    func others(name: String) {
        for best in [SVGA_SIMD_BASE, SVGA_SIMD_SSE4, SVGA_SIMD_AVX2] { #expect(svga_simd_named(name, best) == best) }
    }

    @Test("tests run with each instruction set in turn, the best last")
    func turns() {
        var used: [UInt32] = []
        InstructionSets.each(plain: true) { _ in used.append(svga_simd_used().rawValue) }
        #expect(used == Array(0...svga_simd_best().rawValue))
    }
}
