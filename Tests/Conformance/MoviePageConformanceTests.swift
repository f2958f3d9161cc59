import Foundation
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// HTML pages of the shared corpus, drawn by a browser.
@Suite("Pages of the corpus", .needsCorpus) struct MoviePageConformanceTests {
    @Test(
        "a browser draws the frames of every public file: SSIM at least 0.995; the page is little larger than the file",
        .needs(Browser.program))
    func corpus() async throws {
        let folder = TemporaryFolder()
        let page = try PlayedPage()
        var options = HTMLOptions()
        options.autoplay = false
        for file in TestFiles.corpusFiles {
            let name = file.deletingPathExtension().lastPathComponent
            let scene = try SVGAScene(VideoEntity(path: file.path))
            let destination = OutputDestination(path: "\(folder.path)/\(name).html")
            let result = try await MoviePage(options, compressSound: nil).export(
                scene, to: destination, options: ExportOptions(), sound: nil
            ) {
                _ in
            }
            let bytes = try TestFiles.bytes(file).count
            #expect(result.byteCount <= bytes * 14 / 10 + 60 << 10, "\(name): \(bytes) bytes become \(result.byteCount)")
            try await page.open("\(folder.path)/\(name).html")
            for frame in Set([0, scene.frameCount / 3, scene.frameCount / 2]) {
                let similarity = StructuralSimilarity.compare(try page.frame(frame), try scene.pixmap(frame: frame))
                #expect(similarity >= 0.995, "\(name), frame \(frame): \(similarity)")
            }
        }
        #expect(page.browser.complaints == [])
    }
}
