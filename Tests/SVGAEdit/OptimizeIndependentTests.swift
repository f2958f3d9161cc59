import Foundation
import SVGAEdit
import TestSupport
import Testing

@Suite struct OptimizeIndependentTests {
    /// - Returns: the exit code of `Tests/Independent/same_movie.py`.
    private func compare(_ before: String, _ after: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let root = TestFiles.root.path
        process.arguments = ["python3", root + "/Tests/Independent/same_movie.py", root + "/proto/svga.proto", before, after]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test func `another decoder finds the same movie in the optimized file, and another movie in another file`() async throws {
        let samples = TestFiles.root.path + "/samples"
        let folder = TemporaryFolder()
        for name in ["gift", "badge"] {
            let bytes = [UInt8](try #require(FileManager.default.contents(atPath: "\(samples)/\(name).svga")))
            let result = try await Optimizer.optimize(bytes)
            #expect(result.bytes.count <= bytes.count)
            folder.write(result.bytes, to: name)
            let code = try compare("\(samples)/\(name).svga", "\(folder.path)/\(name)")
            if code == 77 || code == 127 {
                print(
                    "SKIPPED: python3 with google.protobuf, a protobuf compiler and Pillow is absent; optimized files are not decoded elsewhere"
                )
                return
            }
            #expect(code == 0, "\(name)")
        }
        #expect(try compare("\(samples)/gift.svga", "\(folder.path)/badge") == 1)
    }
}
