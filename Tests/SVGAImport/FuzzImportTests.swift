import Foundation
import SVGAFormat
import SVGAModel
import TestSupport
import Testing

@testable import SVGAImport

/// What once crashed the importers' fuzzer, and its seeds. A crash here ends the test run.
@Suite("Fuzz regressions of imports")
struct FuzzImportTests {
    private static func files(_ folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let url = TestFiles.root.appendingPathComponent("Tests/Fuzz/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.hasPrefix(".") }.sorted().map {
            ($0, [UInt8](try Data(contentsOf: url.appendingPathComponent($0))))
        }
    }

    @Test("every seed becomes a movie, and every finding does or is refused in one line")
    func inputs() async throws {
        for (isSeed, file) in try Self.files("seeds/imports").map({ (true, $0) }) + Self.files("regressions/import").map({ (false, $0) }) {
            // The fuzzer packs what begins so as an archive.
            var bytes = file.bytes
            if bytes.first == UInt8(ascii: "Z") {
                bytes = try ZipWriter.archive([ArchiveEntry(name: "animations/a.json", bytes: Array(bytes.dropFirst()))])
            }
            do {
                if (try? ImportKind(bytes)) == nil, bytes.first == UInt8(ascii: "{") {
                    _ = try MovieCreation(folder: "/nonexistent").run(bytes)
                } else {
                    let result = try await Importer.run(.bytes(bytes, name: file.name), options: ImportOptions())
                    let similarity = try await result.lowestSimilarity(result.imported.document, 2)
                    #expect((similarity ?? 0) > (isSeed ? 0.8 : -1), "\(file.name)")
                }
            } catch {
                #expect(!isSeed && !"\(error)".contains("\n"), "\(file.name): \(error)")
            }
        }
    }
}
