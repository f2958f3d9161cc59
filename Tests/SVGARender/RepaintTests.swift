import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// A painter clears only what its last frame drew.
@Suite("Repaint") struct RepaintTests {
    @Test(
        "a frame painted after others is what a new painter paints", arguments: ["badge", "clips", "gift", "keep", "mattes"], [true, false])
    func leavesNothingBehind(sample: String, hasBackground: Bool) throws {
        let path = TestFiles.root.appendingPathComponent("samples/\(sample).svga").path
        var options = RenderOptions()
        options.size = .pixels(width: 120, height: 0)
        if hasBackground { options.background = Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8) }
        let scene = try Scene(try VideoEntity(path: path), options: options)
        let painter = try scene.makePainter()
        let frames = scene.movie.frames
        for step in 0..<min(frames, 24) {
            let frame = step * 7 % frames
            try painter.paint(frame: frame)
            #expect(painter.pixmap() == (try scene.pixmap(frame: frame)), "frame \(frame)")
        }
    }
}
