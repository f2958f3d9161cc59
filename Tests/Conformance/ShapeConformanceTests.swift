import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, section 6: shapes.
@Suite("Shapes") struct ShapeConformanceTests {
    private func movie(_ frames: [WireShape]...) -> WireMovie {
        let frames = frames.map { shapes in
            var frame = WireFrame.visible()
            frame.shapes = shapes
            return frame
        }
        return WireMovie.tiny(frames: Int32(frames.count), sprites: [WireSprite(imageKey: "a.vector", frames: frames)])
    }

    private func render(_ shapes: WireShape...) throws -> Pixmap { try movie(shapes).rendered() }

    // MARK: KEEP

    @Test("KEEP shows the shapes of the nearest earlier frame, through a chain of them")
    func keepChain() throws {
        let movie = movie([.rect(0, 0, 4, 4)], [.keep], [.keep], [.rect(8, 8, 4, 4)], [.keep])
        #expect(try movie.rendered(frame: 1).inkBox == [0, 0, 4, 4])
        #expect(try movie.rendered(frame: 2).inkBox == [0, 0, 4, 4])
        #expect(try movie.rendered(frame: 4).inkBox == [8, 8, 4, 4])
    }

    @Test("an empty list counts as an earlier frame for KEEP")
    func keepEmpty() throws {
        let movie = movie([.rect(0, 0, 4, 4)], [], [.keep])
        #expect(try movie.rendered(frame: 2).inkBox == nil)
    }

    @Test("KEEP reaches over frames in which the sprite is hidden")
    func keepOverHidden() throws {
        var movie = movie([.rect(0, 0, 4, 4)], [.rect(8, 0, 4, 4)], [.keep])
        movie.sprites[0].frames[1].alpha = 0
        #expect(try movie.rendered(frame: 2).inkBox == [8, 0, 4, 4])
    }

    @Test("KEEP in the first frame has nothing to keep, with a diagnostic")
    func keepFirst() throws {
        let movie = try movie([.keep]).read()
        #expect(movie.diagnostics.map(\.code) == [.keepWithoutShapes])
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == nil)
    }

    @Test("KEEP later in a list draws nothing; what stands beside it is drawn")
    func keepNotFirst() throws {
        let movie = try movie([.rect(0, 0, 4, 4)], [.rect(8, 8, 4, 4), .keep]).read()
        #expect(movie.diagnostics.map(\.code) == [.keepNotFirst])
        #expect(try SVGAScene(movie).pixmap(frame: 1).inkBox == [8, 8, 4, 4])
    }

    @Test("frames can be rendered in any order")
    func anyOrder() throws {
        let scene = try SVGAScene(movie([.rect(0, 0, 4, 4)], [.keep], [.rect(8, 8, 4, 4)], [.keep]).read())
        let painter = try scene.makePainter()
        for frame in [3, 0, 2, 1, 3, 3, 0] {
            try painter.paint(frame: frame)
            #expect(painter.pixmap() == (try scene.pixmap(frame: frame)))
        }
    }

    // MARK: Colors

    @Test("a shape without a fill is not filled, one without a stroke color is not stroked")
    func noPaint() throws {
        #expect(try render(.rect(0, 0, 8, 8, nil)).inkBox == nil)
        var width = WireStyle()
        width.strokeWidth = 3
        #expect(try render(.rect(4, 4, 8, 8, width)).inkBox == nil)
    }

    @Test("a stroke of width 0 is not drawn")
    func strokeZero() throws {
        #expect(try render(.rect(4, 4, 8, 8, .stroke(.red, width: 0))).inkBox == nil)
    }

    @Test(
        "colors above 1 are 0…255, and alpha is scaled separately",
        arguments: [
            (WireColor(255, 0, 0, 1), Pixel(255, 0, 0)), (WireColor(51, 102, 255, 255), Pixel(51, 102, 255)),
            (WireColor(1, 0, 0, 255), Pixel(255, 0, 0)), (WireColor(1, 1, 1, 1), .white),
            (WireColor(0, 255, 0, 0.5), Pixel(0, 128, 0, 128)),
            (WireColor(0, 0, 1, 51), Pixel(0, 0, 51, 51)),
        ])
    func range255(color: WireColor, expected: Pixel) throws {
        let result = try render(.rect(0, 0, 16, 16, .fill(color)))
        #expect(result.pixel(8, 8) == expected)
    }

    @Test("a 0…255 color leaves a diagnostic")
    func range255Diagnostic() throws {
        #expect(try movie([.rect(0, 0, 4, 4, .fill(WireColor(255, 0, 0)))]).read().diagnostics.map(\.code) == [.colorRange255])
    }

    // MARK: Strokes

    @Test("a stroke lies on both sides of the outline, above the fill")
    func strokeAbove() throws {
        var style = WireStyle.stroke(.blue, width: 2)
        style.fill = .red
        let result = try render(.rect(4, 4, 8, 8, style))
        #expect(result.inkBox == [3, 3, 10, 10])
        #expect(result.pixel(4, 8) == .blue)
        #expect(result.pixel(5, 8) == .red)
    }

    @Test("a pen that is wide one way and narrow the other is not cut off", arguments: [false, true])
    func unequalPen(turned: Bool) throws {
        // Cairo treats a matrix with the determinant 1 or -1 as one that keeps lengths, and clips the stroke accordingly.
        let pen = turned ? WireTransform(a: 0, b: 0.5, c: 2, d: 0) : WireTransform(a: 2, d: 0.5)
        func picture(_ shape: WireShape) throws -> Pixmap {
            try WireMovie.tiny(width: 200, height: 120, sprites: [.one("a.vector", .visible(shape))]).rendered()
        }
        func path(_ points: [(Int, Int)]) -> String {
            "M" + points.map { turned ? "\($0.1) \($0.0)" : "\($0.0) \($0.1)" }.joined(separator: "L")
        }
        let stroked = path([(20, 40), (80, 40), (80, 200)])
        let outline = path([(20, 36), (84, 36), (84, 200), (76, 200), (76, 44), (20, 44)]) + "Z"
        #expect(
            try picture(.path(stroked, .stroke(.red, width: 8), transform: pen)) == (try picture(.path(outline, transform: pen))))
    }

    @Test("clipping the pen's path does not change the length of a dash pattern")
    func unequalPenDashes() throws {
        func picture(_ shape: WireShape) throws -> Pixmap {
            try WireMovie.tiny(width: 200, height: 20, sprites: [.one("a.vector", .visible(shape))]).rendered()
        }
        let pen = WireTransform(a: 2, d: 0.5)
        let dashes = stride(from: 0, to: 80, by: 16).map { "M\(10 + $0) 15h10v10h-10Z" }.joined()
        let dashed = try picture(.path("M10 20h80", .stroke(.red, width: 10, dash: (10, 6, 0)), transform: pen))
        #expect(dashed == (try picture(.path(dashes, transform: pen))))
    }

    @Test("all transforms scale a stroke")
    func strokeScaled() throws {
        let shape = WireShape.path("M0 2H4", .stroke(.red, width: 1), transform: WireTransform(a: 1, d: 4))
        var movie = movie([shape])
        #expect(try movie.rendered().inkBox == [0, 6, 4, 4])
        movie.sprites[0].frames[0].transform = WireTransform(a: 2, d: 1)
        #expect(try movie.rendered().inkBox == [0, 6, 8, 4])
    }

    @Test(
        "caps: butt ends at the point, square reaches half a width past it",
        arguments: [(0, [4, 6, 8, 4]), (2, [2, 6, 12, 4])] as [(Int32, [Int])])
    func caps(cap: Int32, expected: [Int]) throws {
        #expect(try render(.path("M4 8H12", .stroke(.red, width: 4, cap: cap))).inkBox == expected)
    }

    @Test("a round cap is a half circle")
    func roundCap() throws {
        let result = try render(.path("M4 8H12", .stroke(.red, width: 4, cap: 1)))
        #expect(result.inkBox == [2, 6, 12, 4])
        #expect(result.pixel(2, 6).alpha < 100)
        #expect(result.pixel(3, 7).alpha == 255)
    }

    @Test(
        "joins: miter is sharp, round and bevel are not",
        arguments: [(0, 255...255), (1, 60...230), (2, 100...160)] as [(Int32, ClosedRange<UInt8>)])
    func joins(join: Int32, corner: ClosedRange<UInt8>) throws {
        let result = try render(.path("M4 16V4H16", .stroke(.red, width: 2, join: join)))
        #expect(corner.contains(result.pixel(3, 3).alpha))
    }

    @Test("miterLimit 0 is 10: a sharp corner keeps its point")
    func miterLimit() throws {
        var style = WireStyle.stroke(.red, width: 2)
        // The miter of the angle is about 4 widths long.
        let pointed = try render(.path("M0 6L10 8L0 10", style)).inkBox
        style.miterLimit = 1
        let cut = try render(.path("M0 6L10 8L0 10", style)).inkBox
        #expect((pointed?[2] ?? 0) >= 14)
        #expect((cut?[2] ?? 0) <= 12)
    }

    @Test("a dash pattern is dash, gap and phase")
    func dash() throws {
        let result = try render(.path("M0 8H16", .stroke(.red, width: 2, dash: (4, 2, 0))))
        #expect((0..<16).map { result.pixel($0, 8).alpha == 255 ? "#" : "." }.joined() == "####..####..####")
        let shifted = try render(.path("M0 8H16", .stroke(.red, width: 2, dash: (4, 2, 3))))
        #expect((0..<16).map { shifted.pixel($0, 8).alpha == 255 ? "#" : "." }.joined() == "#..####..####..#")
    }

    @Test("a dash is at least 1 and a gap at least 0.1 long; both 0 means no dashes")
    func dashMinimum() throws {
        let small = try render(.path("M0 8H16", .stroke(.red, width: 2, dash: (0, 3, 0))))
        #expect((0..<16).map { small.pixel($0, 8).alpha == 255 ? "#" : "." }.joined() == "#...#...#...#...")
        let none = try render(.path("M0 8H16", .stroke(.red, width: 2, dash: (0, 0, 5))))
        #expect(none.inkBox == [0, 7, 16, 2])
    }

    // MARK: Kinds

    @Test("an ellipse lies around its centre")
    func ellipse() throws {
        let result = try render(.ellipse(8, 6, 4, 2))
        #expect(result.inkBox == [4, 4, 8, 4])
        #expect(result.pixel(8, 6) == .red)
        #expect(result.pixel(4, 4).alpha < 40)
    }

    @Test("a corner radius is clamped to half of each side")
    func cornerRadius() throws {
        #expect(try render(.rect(0, 0, 16, 8, radius: 100)) == (try render(.rect(0, 0, 16, 8, radius: 4))))
        #expect(try render(.rect(0, 0, 8, 8, radius: -3)).pixel(0, 0) == .red)
    }

    @Test("a shape's own transform is inside the sprite's")
    func shapeTransform() throws {
        var movie = movie([.rect(0, 0, 2, 2, transform: WireTransform(a: 2, d: 1, tx: 3, ty: 1))])
        #expect(try movie.rendered().inkBox == [3, 1, 4, 2])
        movie.sprites[0].frames[0].transform = WireTransform(a: 1, d: 2, tx: 0, ty: 2)
        #expect(try movie.rendered().inkBox == [3, 4, 4, 4])
    }

    @Test("a shape that is not drawable is left out, its neighbours are drawn")
    func unusable() throws {
        var broken = WireShape.rect(0, 0, 4, 4)
        broken.args = .none
        let movie = try movie([broken, .rect(8, 8, 4, 4)]).read()
        #expect(movie.diagnostics.map(\.code) == [.shapeInvalid])
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == [8, 8, 4, 4])
    }

    @Test("a shape far outside of what Cairo's numbers hold appears nowhere else", arguments: [Float(1e7), 1e9, 1e20, 1e30, -1e9])
    func farAway(offset: Float) throws {
        #expect(try render(.rect(offset, 0, 10, 10)).inkBox == nil)
    }

    @Test("a shape that reaches far beyond the canvas covers it", arguments: [Float(1e7), 1e9, 1e20])
    func huge(size: Float) throws {
        #expect(try render(.rect(-size, -size, 2 * size, 2 * size)) == Pixmap(width: 16, height: 16, .red))
    }
}
