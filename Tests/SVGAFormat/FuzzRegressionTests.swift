import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import Testing

/// What once crashed a fuzzer, and its seeds, through the reader as users call it. A crash here ends the whole run.
@Suite("Fuzz regressions")
struct FuzzRegressionTests {
    @Test("every seed and finding of the reading fuzzer is read or refused")
    func readInputs() throws {
        let files = try FuzzRegressionTests.files("corpus-read") + FuzzRegressionTests.files("regressions/read")
        var refused = 0
        for file in files {
            do throws(ReadError) {
                let movie = try VideoEntity(bytes: Array(file.data))
                #expect(movie.fps > 0, "\(file.name)")
            } catch {
                refused += 1
                #expect(!error.description.isEmpty && !error.description.contains("\n"), "\(file.name)")
            }
        }
        // The seeds lead somewhere: all but the bare JSON texts, which the fuzzer packs itself, are movies.
        #expect(files.count - refused >= 13)
    }

    @Test("every seed and finding of the path fuzzer gives a path whose numbers fit its verbs")
    func pathInputs() throws {
        let files = try FuzzRegressionTests.files("corpus-path") + FuzzRegressionTests.files("regressions/path")
        #expect(files.count >= 12)
        for file in files {
            let path = PathParser.parse(String(decoding: file.data, as: UTF8.self)).path
            #expect(path.coordinates.count == path.verbs.reduce(0) { $0 + $1.coordinateCount }, "\(file.name)")
        }
    }

    private static func files(_ folder: String) throws -> [(name: String, data: Data)] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let url = root.appendingPathComponent("Fuzz/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.hasPrefix(".") }.sorted().map {
            ($0, try Data(contentsOf: url.appendingPathComponent($0)))
        }
    }
}
