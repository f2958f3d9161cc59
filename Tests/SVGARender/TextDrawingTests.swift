import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite struct TextDrawingTests {
    private func box(_ text: String, isMarkup: Bool = false, _ change: (inout TextStyle) -> Void = { _ in }) throws -> SVGARect {
        try #require(try TextInk.box(text, isMarkup: isMarkup, change))
    }

    @Test func `Arabic letters join`() throws {
        let joined = try box("ببب").width
        // A zero-width non-joiner separates them.
        let isolated = try box("ب\u{200C}ب\u{200C}ب").width
        #expect(joined < 0.7 * isolated)
    }

    @Test func `Hebrew runs from right to left`() throws {
        // A dot is the first letter: in a right-to-left line it is at the right.
        func dotIsLeft(_ text: String) throws -> Bool {
            let prepared = try #require(try TextInk.prepare(text, isMarkup: true, scale: 2))
            let pixmap = prepared.bitmap.pixmap()
            let red = (0..<pixmap.width).filter { x in
                (0..<pixmap.height).contains { pixmap[x, $0].red > 200 && pixmap[x, $0].green < 60 }
            }
            return try #require(red.first) < pixmap.width / 2
        }
        #expect(try dotIsLeft("<span foreground='#ff0000'>a</span>bcd"))
        #expect(try !dotIsLeft("<span foreground='#ff0000'>ש</span>לום"))
    }

    @Test func `a character that the first font lacks comes from the next`() throws {
        let han = try box("小")
        #expect(abs(han.width - 18) < 3)
        let missing = try box("界")
        #expect(missing != han)
    }

    @Test func `an outline widens the glyphs by its width on each side`() throws {
        let plain = try box("H")
        let outlined = try box("H") {
            $0.outlineColor = SVGAColor(red: 0, green: 0, blue: 0)
            $0.outlineWidth = 3
        }
        #expect(abs(plain.x - outlined.x - 3) < 0.6 && abs(outlined.maxX - plain.maxX - 3) < 0.6)
        #expect(abs(plain.y - outlined.y - 3) < 0.6 && abs(outlined.maxY - plain.maxY - 3) < 0.6)
    }

    @Test func `an outline without a width draws nothing`() throws {
        let outlined = try box("H") {
            $0.outlineColor = SVGAColor(red: 0, green: 0, blue: 0)
            $0.outlineWidth = 0
        }
        #expect(try outlined == box("H"))
    }

    @Test func `a sharp shadow is the text again, moved`() throws {
        let plain = try box("H")
        let shadowed = try box("H") { $0.shadow = TextShadow(offsetX: 5, offsetY: 7, blur: 0) }
        #expect((shadowed.x, shadowed.y) == (plain.x, plain.y))
        #expect(abs(shadowed.maxX - plain.maxX - 5) < 0.3 && abs(shadowed.maxY - plain.maxY - 7) < 0.3)
    }

    @Test func `a blurred shadow reaches out on all sides, and no further than one and a half times its blur`() throws {
        let plain = try box("H")
        let shadowed = try box("H") {
            $0.shadow = TextShadow(color: SVGAColor(red: 0, green: 0, blue: 0), offsetX: 0, offsetY: 0, blur: 6)
        }
        for grown in [plain.x - shadowed.x, plain.y - shadowed.y, shadowed.maxX - plain.maxX, shadowed.maxY - plain.maxY] {
            #expect(grown > 3 && grown <= 9.5)
        }
    }

    @Test func `no color is above its alpha`() throws {
        let prepared = try #require(
            try TextInk.prepare("Ann", scale: 3) {
                $0.outlineColor = SVGAColor(red: 1, green: 0.5, blue: 0.1, alpha: 0.5)
                $0.shadow = TextShadow(color: SVGAColor(red: 1, green: 1, blue: 1, alpha: 0.7))
            })
        let pixels = prepared.bitmap.pixmap().pixels
        #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { max(pixels[$0], pixels[$0 + 1], pixels[$0 + 2]) <= pixels[$0 + 3] })
    }

    @Test func `markup colors its parts and its tags are not drawn`() throws {
        let plain = try box("Ann")
        let marked = try box("<span foreground='#ff0000'>A</span>nn", isMarkup: true)
        #expect(marked == plain)
    }

    @Test func `broken markup is reported with reason and position`() throws {
        #expect(
            throws: SVGAError.markup(
                reason: "Element “markup” was closed, but the currently open element is “b”", line: 1, column: 13)
        ) { try TextInk.prepare("<b>a", isMarkup: true) }
        let ampersand = #expect(throws: SVGAError.self) { try TextInk.prepare("a & b", isMarkup: true) }
        #expect(ampersand?.description.hasPrefix("markup, line 1: Entity did not end with a semicolon") == true)
        #expect(throws: SVGAError.self) { try TextInk.prepare("a\0b", isMarkup: true) }
    }

    @Test func `a font file that is missing or no font is an error with its path`() throws {
        #expect(throws: SVGAError.fontFile(path: "/nonexistent.ttf", reason: "No such file or directory")) {
            try FontSet(files: ["/nonexistent.ttf"])
        }
        #expect(throws: SVGAError.fontFile(path: #filePath, reason: "this is not a font")) {
            try FontSet(files: [#filePath], usesSystemFonts: false)
        }
        #expect(throws: SVGAError.noFonts) { try FontSet(files: [], usesSystemFonts: false) }
    }
}
