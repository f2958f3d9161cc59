import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// Parts of the movie, the area beyond its canvas, and any matrix.
@Suite("Regions") struct RegionTests {
    private func prepared(_ sample: String) throws -> PreparedMovie {
        PreparedMovie(try VideoEntity(path: TestFiles.sample(sample).path))
    }

    private func render(_ movie: PreparedMovie, frame: Int = 0, _ options: RenderOptions) throws -> Pixmap {
        try movie.scene(options: options).pixmap(frame: frame)
    }

    /// 16 × 8 points, red; the sprite extends 4 points beyond the canvas on all sides.
    private let red = WireMovie.tiny(width: 16, height: 8, sprites: [.one("a.vector", .visible(.rect(-4, -4, 24, 16, .fill(.red))))])

    /// The largest difference of any channel between a picture and a part of another.
    private func difference(_ part: Pixmap, _ full: Pixmap, atX left: Int, _ top: Int) -> Int {
        var largest = 0
        for y in 0..<part.height {
            for x in 0..<4 * part.width {
                let (one, other) = (part.pixels[4 * part.width * y + x], full.pixels[4 * (full.width * (y + top) + left) + x])
                largest = max(largest, abs(Int(one) - Int(other)))
            }
        }
        return largest
    }

    @Test(
        "a region is the same part of the full frame at the same scale", arguments: ["badge", "clips", "gift-mattes", "keep", "mattes"],
        RenderOptions.Filter.allCases)
    func regionOfFullFrame(sample: String, filter: RenderOptions.Filter) throws {
        let movie = try prepared(sample)
        let canvas = movie.movie.canvasPixels
        let frame = movie.movie.frameCount / 2
        let full = try render(movie, frame: frame, RenderOptions(size: .scale(0.5), filter: filter))
        let part = SVGARect(
            x: Double(canvas.width / 4 & ~1), y: Double(canvas.height / 3 & ~1), width: Double(canvas.width / 2 & ~1),
            height: Double(canvas.height / 2 & ~1))
        let region = try render(movie, frame: frame, RenderOptions(size: .scale(0.5), crop: part, filter: filter))
        #expect(region.inkBox != nil)
        // Fixed-point positions have another origin, so some are rounded differently.
        #expect(difference(region, full, atX: Int(part.x) / 2, Int(part.y) / 2) <= (sample == "gift-mattes" ? 1 : 4))
    }

    @Test(
        "a region beyond the canvas is transparent there, and the canvas is in it unchanged",
        arguments: ["badge", "gift-mattes", "mattes"],
        [nil, SVGAColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8)])
    func beyond(sample: String, background: SVGAColor?) throws {
        let movie = try prepared(sample)
        let canvas = movie.movie.canvasPixels
        let frame = movie.movie.frameCount / 2
        let full = try render(movie, frame: frame, RenderOptions(background: background))
        let part = SVGARect(x: -20, y: -10, width: Double(canvas.width) + 50, height: Double(canvas.height) + 40)
        let region = try render(movie, frame: frame, RenderOptions(crop: part, background: background))
        #expect(difference(full, region, atX: 0, 0) > 0)
        // The opposite: the entire canvas is a part of the region.
        var cut = Pixmap(width: canvas.width, height: canvas.height)
        for y in 0..<canvas.height {
            let row = 4 * (region.width * (y + 10) + 20)
            cut.pixels.replaceSubrange(
                4 * canvas.width * y..<4 * canvas.width * (y + 1), with: region.pixels[row..<row + 4 * canvas.width])
        }
        #expect(difference(cut, full, atX: 0, 0) <= 1)
        let outside = region.pixel(0, 0)
        #expect(background == nil ? outside == .clear : outside.alpha == 204)
        for position in [(19, 200), (canvas.width + 20, 200), (200, 9), (200, canvas.height + 10)] {
            #expect(region.pixel(position.0, position.1) == outside)
        }
    }

    @Test("content beyond the canvas shows only without clipping to the canvas")
    func overflow() throws {
        var options = RenderOptions(crop: SVGARect(x: -8, y: -8, width: 32, height: 24))
        #expect(try red.rendered(options: options).inkBox == [8, 8, 16, 8])
        options.clipsToCanvas = false
        #expect(try red.rendered(options: options).inkBox == [4, 4, 24, 16])
    }

    @Test("a frame without anything beyond the canvas is painted the same after one that has")
    func repaint() throws {
        let scene = try prepared("gift-mattes").scene(
            options: RenderOptions(size: .pixels(width: 150, height: 0), crop: SVGARect(x: -50, y: 300, width: 400, height: 500)))
        let painter = try scene.makePainter()
        for frame in [40, 60, 5, 41] {
            try painter.paint(frame: frame)
            #expect(painter.pixmap() == (try scene.pixmap(frame: frame)))
        }
    }

    @Test(
        "a matrix of scale and translation equals size and crop", arguments: ["badge", "clips", "gift-mattes", "keep", "mattes"],
        RenderOptions.Filter.allCases)
    func matrix(sample: String, filter: RenderOptions.Filter) throws {
        let movie = try prepared(sample)
        let frame = movie.movie.frameCount / 2
        for part in [SVGARect(x: 0, y: 0, width: 300, height: 300), SVGARect(x: -40, y: 60.5, width: 150, height: 75)] {
            for size in [(width: 300, height: 300), (width: 111, height: 90)] {
                let cropped = RenderOptions(size: .pixels(width: size.width, height: size.height), crop: part, filter: filter)
                var placed = cropped
                placed.crop = nil
                placed.transform = SVGATransform.scale(x: Double(size.width) / part.width, y: Double(size.height) / part.height)
                    .translatedBy(x: -part.x, y: -part.y)
                #expect(try render(movie, frame: frame, cropped) == render(movie, frame: frame, placed))
            }
        }
    }

    @Test("a turned canvas is cut off at its turned edge")
    func turned() throws {
        // Rotated by 90° and moved back into the output: 8 wide, 16 high, at (10, 2).
        let quarter = SVGATransform(a: 0, b: 1, c: -1, d: 0, tx: 18, ty: 2)
        let options = RenderOptions(size: .pixels(width: 30, height: 20), transform: quarter)
        #expect(try red.rendered(options: options).inkBox == [10, 2, 8, 16])
        // Rotated by 45° around its center, the canvas is a diamond: its corners are visible, those of its box are not.
        let eighth = SVGATransform.translation(x: 20, y: 20).rotated(by: .pi / 4).translatedBy(x: -8, y: -4)
        let diamond = try red.rendered(options: RenderOptions(size: .pixels(width: 40, height: 40), transform: eighth))
        #expect(diamond.pixel(20, 20) == .red)
        #expect(diamond.pixel(22, 27).alpha > 200)
        #expect(diamond.pixel(13, 27) == .clear)
        #expect(diamond.inkBox.map { $0[2] == $0[3] && (17...19).contains($0[2]) } == true)
    }

    @Test("best shrinks fine detail to its mean at any angle", arguments: [0.0, 0.4, 1.1, 2.5])
    func bestTurned(angle: Double) throws {
        let columns = Pixmap(Array(repeating: (0..<128).map { $0 % 8 == 0 ? Pixel.white : Pixel(0, 0, 0) }, count: 128))
        let movie = WireMovie.tiny(
            width: 128, height: 128, images: [try columns.payload("a")],
            sprites: [.one("a", .visible(layout: WireLayout(width: 128, height: 128)))])
        let matrix = SVGATransform.translation(x: 8, y: 8).rotated(by: angle).scaledBy(x: 1.0 / 16, y: 1.0 / 16)
            .translatedBy(x: -64, y: -64)
        let result = try movie.rendered(options: RenderOptions(size: .pixels(width: 16, height: 16), transform: matrix, filter: .best))
        for x in 6..<10 { #expect((26...38).contains(result.pixel(x, 8).red), "\(result.pixel(x, 8))") }
    }

    @Test("a hit is found in points of the canvas, wherever the output shows them")
    func hits() throws {
        let turned = RenderOptions(size: .pixels(width: 40, height: 40), transform: .rotation(1).scaledBy(x: -3, y: 0.5))
        let scene = try SVGAScene(red.read(), options: turned)
        #expect(try scene.hit(x: 15, y: 7, frame: 0)?.imageKey == "a.vector")
        #expect(try scene.hit(x: -1, y: 3, frame: 0) == nil)
    }

    @Test("a matrix that cannot be inverted, and one together with a crop, are refused")
    func impossible() throws {
        #expect(throws: SVGAError.emptyOutput(reason: "the transform cannot be inverted")) {
            try red.rendered(options: RenderOptions(transform: .scale(x: 0, y: 1)))
        }
        #expect(throws: SVGAError.self) { try red.rendered(options: RenderOptions(transform: .scale(x: .nan, y: 1))) }
        #expect(throws: SVGAError.emptyOutput(reason: "crop and transform cannot be combined")) {
            try red.rendered(options: RenderOptions(crop: SVGARect(x: 0, y: 0, width: 1, height: 1), transform: .identity))
        }
        for side in [Double.nan, .infinity, 0, -1] {
            #expect(throws: SVGAError.self) {
                try red.rendered(options: RenderOptions(crop: SVGARect(x: 0, y: 0, width: side, height: 4)))
            }
        }
    }
}
