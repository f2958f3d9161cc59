import Foundation
import SVGAEdit
import TestSupport
import Testing

@Suite struct OptimizeIndependentTests {
    /// - Returns: the exit code of `Tests/Independent/same_movie.py`.
    private func compare(_ before: String, _ after: String) throws -> Int32 { try Independent.run("same_movie.py", [before, after]).code }

    @Test(.needsPython(for: "same_movie.py"))
    func `another decoder finds the same movie in the optimized file, and another movie in another file`() async throws {
        let samples = TestFiles.root.path + "/samples/features"
        let folder = TemporaryFolder()
        for name in ["gift-mattes", "badge"] {
            let bytes = [UInt8](try #require(FileManager.default.contents(atPath: "\(samples)/\(name).svga")))
            let result = try await Optimizer.optimize(bytes)
            #expect(result.bytes.count <= bytes.count)
            folder.write(result.bytes, to: name)
            #expect(try compare("\(samples)/\(name).svga", "\(folder.path)/\(name)") == 0, "\(name)")
        }
        #expect(try compare("\(samples)/gift-mattes.svga", "\(folder.path)/badge") == 1)
    }
}
