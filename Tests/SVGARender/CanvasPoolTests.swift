import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGARender

/// Painters reuse the canvases of deinitialized painters.
@Suite("Canvas pool") struct CanvasPoolTests {
    @Test("painters one after the other use the same canvases; two at once have their own")
    func canvases() throws {
        let pool = CanvasPool(width: 10, height: 10)
        let first = try pool.take(width: 10, height: 10)
        let second = try pool.take(width: 10, height: 10)
        #expect(first !== second)
        pool.give([first])
        #expect(try pool.take(width: 10, height: 10) === first)
        pool.give([try pool.take(width: 4, height: 10)])
        #expect(try pool.take(width: 4, height: 10).width == 4)
        #expect(try pool.take(width: 10, height: 10) !== first)
    }

    @Test("a painter that has painted nothing yet shows nothing of the one before")
    func nothingOfOthers() throws {
        let movie = try WireMovie.tiny(sprites: [.one("a.vector", .visible(.rect(0, 0, 16, 16)))]).read()
        let scene = try SVGAScene(movie)
        let picture = try scene.pixmap(frame: 0)
        let painter = try scene.makePainter()
        #expect(painter.pixmap() == Pixmap(width: 16, height: 16))
        try painter.paint(frame: 0)
        #expect(painter.pixmap() == picture)
        #expect(picture != Pixmap(width: 16, height: 16))
    }
}
