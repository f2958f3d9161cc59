import Foundation
import TestSupport
import Testing

@Suite("Starting the command")
struct StartUpTests {
    /// Loading Foundation and its ICU takes 8 ms and 6 MB at every start (`svga --version`: 48 ms instead of 40).
    @Test(
        "no module of the command line imports Foundation",
        arguments: [
            "SVGASupport", "SVGAPixels", "SVGAModel", "SVGAFormat", "SVGAImage", "SVGARender", "SVGAExport", "SVGAVideo", "SVGACheck",
            "SVGAEdit", "SVGACommand", "svga",
        ])
    func foundation(_ module: String) throws {
        let folder = TestFiles.root.appendingPathComponent("Sources/\(module)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL])
            .filter { $0.pathExtension == "swift" }
        #expect(!files.isEmpty)
        for file in files {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(!lines.contains { $0.contains("import Foundation") }, "\(file.lastPathComponent)")
        }
    }
}
