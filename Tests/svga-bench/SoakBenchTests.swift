import Foundation
import TestSupport
import Testing

@testable import svga_bench

@Suite("Soak") struct SoakBenchTests {
    private func result(_ bytes: (Int) -> Int) -> SoakBench.Result {
        var result = SoakBench.Result(name: "drawing", unit: "frames")
        for count in stride(from: 1000, through: 100_000, by: 1000) { result.sample(count, bytes: bytes(count)) }
        return result
    }

    @Test("memory that grows by a KB a frame is reported as growth and is not flat")
    func leak() {
        let leaking = result { 1000 * $0 }
        #expect(abs(leaking.slope - 1000) < 0.001)
        #expect(!leaking.isFlat)
    }

    @Test("what is taken at the start, and noise, do not count")
    func warmUp() {
        let steady = result { min($0, 20_000) * 4096 + ($0 / 1000 % 2) << 20 }
        #expect(abs(steady.slope) < 1)
        #expect(steady.isFlat)
    }

    @Test("frames are drawn with substitutions, and an hour is played")
    func run() async throws {
        let files = TestFiles.samples.map(\.path).filter { $0.hasSuffix("keep.svga") || $0.hasSuffix("badge.svga") }
        let results = try await SoakBench.run(files, frames: 600, hours: 1) { _ in }
        #expect(results.map(\.name) == ["drawing", "playing"])
        #expect(results[0].remarks.hasPrefix("600 frames of"))
        #expect(results[1].remarks.contains(" in 1 hours"))
    }
}
