import CAllocationCount
import Foundation
import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport
import Testing

/// Allocating takes about as long as drawing a small bitmap, and threads contend for it.
@Suite struct AllocationTests {
    static let files = TestFiles.samples + TestFiles.corpusFiles

    // Texts and drawing callbacks are excluded: a callback is a program's code, and its texts are looked up by content.
    @Test("painting takes no memory once a painter has painted all frames", arguments: files)
    func noMemory(file: URL) throws {
        guard svga_allocation_count() >= 0 else {
            print("Allocations are counted with glibc and without sanitizers only.")
            return
        }
        let scene = try SVGAScene(VideoEntity(path: file.path), options: RenderOptions(size: .pixels(width: 0, height: 200)))
        let painter = try scene.makePainter()
        let frames = 0..<scene.movie.frameCount
        for _ in 0..<2 { for frame in frames { try painter.paint(frame: frame) } }
        let before = svga_allocation_count()
        for frame in frames { try painter.paint(frame: frame) }
        #expect(svga_allocation_count() == before)
    }

    @Test("what takes memory is counted")
    func counts() {
        guard svga_allocation_count() >= 0 else { return }
        let before = svga_allocation_count()
        let numbers = [Int](repeating: 1, count: Int.random(in: 100...200))
        #expect(svga_allocation_count() > before && numbers.count >= 100)
    }
}
