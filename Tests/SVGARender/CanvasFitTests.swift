import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// A movie of 40 × 20 points in outputs of other aspect ratios. Its left half is red, its right half blue.
@Suite struct CanvasFitTests {
    private func movie() throws -> VideoEntity {
        let frames: [WireFrame] = [.visible(.rect(-10, -10, 30, 60, .fill(.red)), .rect(20, -10, 60, 60, .fill(.blue)))]
        return try WireMovie.tiny(width: 40, height: 20, frames: 1, sprites: [WireSprite(imageKey: "s", frames: frames)]).read()
    }

    private func pixmap(
        _ width: Int, _ height: Int, _ mode: CanvasFit.Mode, _ gravity: CanvasFit.Gravity = .center, crop: SVGARect? = nil,
        background: SVGAColor? = nil
    ) throws -> Pixmap {
        var options = RenderOptions(size: .pixels(width: width, height: height), crop: crop, background: background)
        options.fit = CanvasFit(mode, gravity: gravity)
        return try SVGAScene(try movie(), options: options).pixmap(frame: 0)
    }

    /// The rows that are not transparent.
    private func rows(_ pixmap: Pixmap) -> [Int] { (0..<pixmap.height).filter { pixmap.pixel(0, $0) != .clear } }

    /// The columns that are not transparent.
    private func columns(_ pixmap: Pixmap) -> [Int] { (0..<pixmap.width).filter { pixmap.pixel($0, 0) != .clear } }

    @Test(arguments: [(CanvasFit.Gravity.center, 10..<30), (.top, 0..<20), (.bottom, 20..<40), (.left, 10..<30), (.bottomRight, 20..<40)])
    func `contain shows all of the canvas, and transparent bars without half pixels`(
        gravity: CanvasFit.Gravity, expected: Range<Int>
    ) throws {
        let pixmap = try pixmap(40, 40, .contain, gravity)
        #expect(rows(pixmap) == Array(expected))
        for y in expected {
            for x in 0..<40 { #expect(pixmap.pixel(x, y) == (x < 20 ? .red : .blue)) }
        }
    }

    @Test(arguments: [(CanvasFit.Gravity.center, 10..<50), (.left, 0..<40), (.topRight, 20..<60), (.top, 10..<50)])
    func `contain aligns a canvas in a wide output`(gravity: CanvasFit.Gravity, expected: Range<Int>) throws {
        #expect(columns(try pixmap(60, 20, .contain, gravity)) == Array(expected))
    }

    @Test func `the background fills the bars`() throws {
        let green = SVGAColor(red: 0, green: 1, blue: 0, alpha: 1)
        let pixmap = try pixmap(40, 40, .contain, background: green)
        #expect(pixmap.pixel(0, 9) == .green)
        #expect(pixmap.pixel(0, 10) == .red)
        #expect(pixmap.pixel(39, 30) == .green)
    }

    @Test(arguments: [(CanvasFit.Gravity.center, 20), (.left, 40), (.right, 0), (.topLeft, 40), (.bottom, 20)])
    func `cover fills the output and crops`(gravity: CanvasFit.Gravity, firstBlue: Int) throws {
        // The canvas is 80 × 40 pixels, and the output shows 40 of its 80 columns.
        let pixmap = try pixmap(40, 40, .cover, gravity)
        for y in [0, 20, 39] {
            for x in 0..<40 { #expect(pixmap.pixel(x, y) == (x < firstBlue ? .red : .blue)) }
        }
    }

    @Test func `fill stretches`() throws {
        let pixmap = try pixmap(40, 40, .fill, .top)
        for y in [0, 39] {
            for x in 0..<40 { #expect(pixmap.pixel(x, y) == (x < 20 ? .red : .blue)) }
        }
        #expect(try pixmap == self.pixmap(40, 40, .fill))
    }

    @Test func `the canvas beside a crop is not in the bars`() throws {
        let pixmap = try pixmap(40, 40, .contain, crop: SVGARect(x: 10, y: 0, width: 10, height: 20))
        #expect(columns(pixmap) == Array(10..<30))
        #expect(pixmap.pixel(10, 0) == .red && pixmap.pixel(29, 39) == .red)
    }

    @Test(arguments: CanvasFit.Mode.allCases, [(11, 5), (41, 20), (3, 2), (80, 40), (1, 1)])
    func `sides that are rounded at one scale are filled by every mode`(mode: CanvasFit.Mode, size: (width: Int, height: Int)) throws {
        let fit = CanvasFit(mode).rect(partWidth: 40, partHeight: 20, width: size.width, height: size.height)
        #expect(fit == SVGARect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    }

    @Test func `a scale or one side never has bars`() throws {
        for size in [RenderOptions.OutputSize.scale(0.33), .pixels(width: 13, height: 0), .pixels(width: 0, height: 13)] {
            var options = RenderOptions(size: size)
            let stretched = try SVGAScene(try movie(), options: options).pixmap(frame: 0)
            options.fit = CanvasFit(.contain)
            #expect(try SVGAScene(try movie(), options: options).pixmap(frame: 0) == stretched)
        }
    }
}
