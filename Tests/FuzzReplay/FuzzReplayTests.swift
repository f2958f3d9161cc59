import Foundation
import FuzzTargets
import SVGAFormat
import SVGAModel
import TestSupport
import Testing

/// Every seed of the fuzzers and everything that they once found, run as they run it. A crash here ends the test run.
@Suite("Fuzz replay")
struct FuzzReplayTests {
    private static func files(_ folder: String) throws -> [URL] {
        let url = TestFiles.root.appendingPathComponent("Tests/Fuzz/\(folder)")
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path < $1.path }
    }

    @Test("what a fuzzer found holds now", arguments: FuzzTarget.allCases)
    func findings(of target: FuzzTarget) async throws {
        let folder = TestFiles.root.appendingPathComponent("Tests/Fuzz/regressions/\(target.rawValue)")
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        for file in try Self.files("regressions/\(target.rawValue)") {
            await #expect(throws: Never.self, "\(file.lastPathComponent)") { try await target.run(TestFiles.bytes(file)) }
        }
    }

    @Test("every seed holds in every fuzzer that takes it", arguments: FuzzTarget.allCases)
    func seeds(of target: FuzzTarget) async throws {
        let files = try target.seedFolders.flatMap { try Self.files("seeds/\($0)") }
        #expect(!files.isEmpty)
        for file in files {
            await #expect(throws: Never.self, "\(file.lastPathComponent)") { try await target.run(TestFiles.bytes(file)) }
        }
    }

    @Test("every movie seed of the fuzzers is a readable movie", arguments: ["movies", "messages"])
    func seedsAreMovies(folder: String) throws {
        for file in try Self.files("seeds/\(folder)") {
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try VideoEntity(bytes: TestFiles.bytes(file)) }
        }
    }

    @Test("each folder of findings is of a fuzzer")
    func folders() throws {
        let names = try Self.files("regressions").map(\.lastPathComponent)
        #expect(Set(names).isSubset(of: FuzzTarget.allCases.map(\.rawValue)))
    }
}
