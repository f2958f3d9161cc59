import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct TextHostileTests {
    @Test(arguments: ["", "\n\n", " ", "\0", "\u{1}\u{7F}\u{85}"])
    func `a text without letters has no visible pixels`(text: String) throws {
        #expect(try TextInk.prepare(text) == nil)
    }

    @Test func `control characters are left out`() throws {
        #expect(try TextInk.box("A\u{0}\u{1}n\u{7F}n\u{9B}") == TextInk.box("Ann"))
    }

    @Test func `invalid UTF-8 is repaired and drawn`() throws {
        let text = String(decoding: [0x41, 0xFF, 0xC3, 0x42] as [UInt8], as: UTF8.self)
        #expect(try TextInk.prepare(text) != nil)
    }

    @Test func `a missing glyph is a box`() throws {
        #expect(try TextInk.prepare("\u{10FFFD}") != nil)
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "\u{202E}abc", "\u{2066}a", "\u{FE0F}", "\u{E0061}", "\u{1F1E8}"])
    func `lone marks and controls of direction do no harm`(text: String) throws {
        let prepared = try TextInk.prepare(text)
        #expect(prepared.map { $0.bitmap.width < 400 } ?? true)
    }

    @Test(arguments: TextStyle.Ellipsis.allCases, ["a", "م", "小", "a\u{301}", "\u{200B}", "👨‍👩‍👧"])
    func `the cost of a long text grows no faster than its length`(ellipsis: TextStyle.Ellipsis, letter: String) throws {
        let growth = try costOfDoubling(10_000) { count in
            _ = try TextInk.prepare(String(repeating: letter, count: count)) { $0.ellipsis = ellipsis }
        }
        // 2 is linear, 4 is quadratic.
        #expect(growth < 3)
    }

    @Test func `ten thousand characters look like the many that can be seen`() throws {
        let many = String(repeating: "Name ", count: 2000)
        #expect(try TextInk.box(many) == TextInk.box(String(many.prefix(200))))
    }

    @Test func `ten thousand marks on a letter are cut`() throws {
        let ink = try #require(try TextInk.box("a" + String(repeating: "\u{301}", count: 10_000)))
        #expect(ink.height < 400)
    }

    @Test(arguments: [(0, 0), (0, 10), (10, 0), (-5, 5), (Double.nan, 5), (Double.infinity, 5)])
    func `a layout without area shows no text`(width: Double, height: Double) throws {
        #expect(try TextInk.prepare("Ann", width: width, height: height) == nil)
    }

    @Test func `a layout of one point does no harm`() throws {
        #expect(try TextInk.prepare("Ann", width: 1, height: 1) { $0.size = nil } != nil)
    }

    @Test(arguments: [1e3, 1e9, Double.infinity])
    func `a huge resolution is lowered to what the limits allow`(scale: Double) throws {
        var limits = ReadLimits()
        limits.imagePixels = 100_000
        let prepared = try #require(try TextInk.prepare("Ann", scale: scale, limits: limits))
        let pixels = prepared.bitmap.width * prepared.bitmap.height
        #expect(pixels <= 100_000 && pixels > 50_000)
        let normal = try #require(try TextInk.prepare("Ann", scale: 10))
        #expect(abs(prepared.frame.x - normal.frame.x) < 0.5 && abs(prepared.frame.maxX - normal.frame.maxX) < 0.5)
    }

    @Test(arguments: [0, -1, Double.nan])
    func `no resolution, no picture`(scale: Double) throws {
        #expect(try TextInk.prepare("Ann", scale: scale) == nil)
    }

    @Test func `where not even a dot is allowed the limit is named`() throws {
        var limits = ReadLimits()
        limits.imagePixels = 0
        #expect(throws: SVGAError.self) { try TextInk.prepare("Ann", limits: limits) }
    }

    @Test func `numbers that are none count as the defaults`() throws {
        let odd = try TextInk.box("Ann") {
            $0.lineSpacing = .nan
            $0.offsetX = .infinity
            $0.offsetY = .nan
            $0.outlineWidth = .nan
            $0.minimumSize = .nan
        }
        #expect(try odd == TextInk.box("Ann"))
    }

    @Test func `many tasks draw with the same and with different fonts at once, and draw the same`() async throws {
        let texts = ["Ann", "محمد", "小红", "שלום", "A long name that is cut"]
        let expected = try texts.map { try TextInk.prepare($0)?.bitmap.pixmap() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let fonts = task % 2 == 0 ? try TextInk.fonts.get() : try FontSet(files: TextInk.files, usesSystemFonts: false)
                    var style = TextStyle()
                    (style.size, style.shrinksToFit) = (20, false)
                    for (text, pixmap) in zip(texts, expected) {
                        let drawn = try TextRasterizer.prepare(
                            TextContent(text, style: style), layoutWidth: TextInk.width, layoutHeight: TextInk.height,
                            pixelsPerPoint: 1, fonts: fonts, limits: .default)
                        if drawn?.bitmap.pixmap() != pixmap { return false }
                    }
                    return true
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }
}
