import SVGAModel
import SVGAPixels
import Testing

@Suite("Transforms") struct TransformTests {
    private let turned = SVGATransform(a: 0, b: 2, c: -3, d: 0, tx: 5, ty: 7)

    @Test("a point goes through the inner transform first")
    func order() {
        let both = turned.translatedBy(x: 1, y: 10)
        let point = both.apply(x: 2, y: 3)
        #expect(point == turned.apply(x: 3, y: 13))
    }

    @Test("the inverse undoes the transform", arguments: [(0.0, 0.0), (3, -8), (1e6, 1e-6)])
    func inverse(x: Double, y: Double) throws {
        let there = turned.apply(x: x, y: y)
        let back = try #require(turned.inverted).apply(x: there.x, y: there.y)
        #expect((back.x - x).magnitude < 1e-9 && (back.y - y).magnitude < 1e-9)
    }

    @Test(
        "a singular or non-finite transform has no inverse",
        arguments: [
            SVGATransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0), SVGATransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
            SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0), SVGATransform(a: 1e-200, b: 0, c: 0, d: 1e-200, tx: 0, ty: 0),
        ])
    func notInvertible(transform: SVGATransform) {
        #expect(transform.inverted == nil)
    }

    @Test("a bounding box holds the four corners and no more")
    func boundingBox() {
        #expect(turned.boundingBox(of: SVGARect(x: 0, y: 0, width: 1, height: 2)) == SVGARect(x: -1, y: 7, width: 6, height: 2))
    }
}

@Suite("Shape bounds") struct ShapeBoundsTests {
    @Test("a path's box holds all points and control points of what it draws, and no lone moves")
    func path() {
        var path = SVGAPath()
        path.move(x: 100, y: 100)
        #expect(path.isEmpty)
        path.move(x: 1, y: 2)
        path.line(x: 5, y: 3)
        path.curve(x1: 6, y1: -4, x2: 7, y2: 9, x: 4, y: 4)
        #expect(path.bounds == SVGARect(x: 1, y: -4, width: 6, height: 13))
    }

    @Test("a shape's box grows by its stroke")
    func stroke() {
        let black = SVGAColor(red: 0, green: 0, blue: 0)
        let geometry = ShapeEntity.Geometry.rect(SVGARect(x: 10, y: 10, width: 4, height: 4), cornerRadius: 0)
        let round = ShapeEntity(geometry: geometry, stroke: .init(color: black, width: 2, lineJoin: .round))
        #expect(round.bounds == SVGARect(x: 8.5, y: 8.5, width: 7, height: 7))
        let pointed = ShapeEntity(geometry: geometry, stroke: .init(color: black, width: 2, miterLimit: 10))
        #expect(pointed.bounds == SVGARect(x: 0, y: 0, width: 24, height: 24))
    }

    @Test("a shape without paint, or flattened, has no box")
    func nothing() {
        let geometry = ShapeEntity.Geometry.ellipse(centerX: 0, centerY: 0, radiusX: 4, radiusY: 4)
        let black = SVGAColor(red: 0, green: 0, blue: 0)
        #expect(ShapeEntity(geometry: geometry).bounds == nil)
        #expect(ShapeEntity(geometry: geometry, fill: black, transform: .scale(x: 0, y: 1)).bounds == nil)
        #expect(ShapeEntity(geometry: geometry, fill: black).isDrawn)
    }
}
