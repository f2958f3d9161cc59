import Foundation
import SVGACheck
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import svga_bench

/// The yardstick is worth something only if it does the same work.
@Suite("Naive painter") struct NaivePainterTests {
    /// Cairo looks at fifteen rows of a pixel where we take its exact area: in clips, on the steep edges of round clips, that is seen.
    @Test(
        "it draws the same as the painter",
        arguments: [("badge", 0.99), ("clips", 0.985), ("gift-mattes", 0.99), ("keep", 0.99), ("mattes", 0.99)])
    func drawsTheSame(sample: String, atLeast: Double) throws {
        let path = TestFiles.sample(sample).path
        var options = RenderOptions()
        options.size = .pixels(width: 120, height: 0)
        options.filter = .bilinear
        let scene = try SVGAScene(try VideoEntity(path: path), options: options)
        let naive = try NaivePainter(scene)
        for frame in stride(from: 0, to: scene.movie.frameCount, by: max(1, scene.movie.frameCount / 3)) {
            try naive.paint(frame: frame)
            let similarity = StructuralSimilarity.compare(naive.pixmap(), try scene.pixmap(frame: frame))
            #expect(similarity >= atLeast, "frame \(frame)")
        }
    }

    @Test("a rectangle covers its transformed area, as far as it lies on the canvas")
    func coveredArea() {
        func area(_ transform: SVGATransform) -> Double {
            CoveredArea.area(width: 10, height: 20, through: transform, onWidth: 100, height: 100)
        }
        #expect(area(.identity) == 200)
        #expect(area(.translation(x: -5, y: 90)) == 50)
        #expect(area(.translation(x: 100, y: 0)) == 0)
        #expect((area(SVGATransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 50, ty: 50)) - 200).magnitude < 1e-9)
    }
}
