import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct TextLayoutTests {
    private func box(_ text: String, _ change: (inout TextStyle) -> Void = { _ in }) throws -> SVGARect {
        try #require(try TextInk.box(text, change))
    }

    @Test func `the characters that no font has are listed once each`() throws {
        #expect(try TextInk.prepare("Ann Zoë")?.remarks == TextRemarks())
        #expect(try TextInk.prepare("☃a🎉☃")?.remarks.missing == ["☃", "🎉"])
    }

    @Test func `a text that is too long is cut or shrunk, and one that fits is neither`() throws {
        let long = String(repeating: "W", count: 30)
        let cut = try #require(try TextInk.prepare(long)).remarks
        #expect(cut.isCut && cut.scale == 1)
        let shrunk = try #require(try TextInk.prepare(long) { ($0.shrinksToFit, $0.minimumSize) = (true, 1) }).remarks
        #expect(!shrunk.isCut && shrunk.scale < 0.9)
        let lines = try #require(try TextInk.prepare("a\nb\nc") { $0.maxLines = 2 }).remarks
        #expect(lines.isCut)
        #expect(try TextInk.prepare("\nAnn\t\n")?.remarks.isCut == false)
    }

    @Test func `a family that does not exist is substituted, unless a later one exists`() throws {
        let name = try #require(try TextInk.prepare("Ann") { $0.fontFamily = "No Such Font" }).remarks.substitution
        #expect(name?.requested == "No Such Font" && name?.used.isEmpty == false)
        let used = try #require(name?.used)
        #expect(try TextInk.prepare("Ann") { $0.fontFamily = "No Such Font, \(used.uppercased())" }?.remarks.substitution == nil)
        #expect(try TextInk.prepare("Ann") { $0.fontFamily = "No Such Font, serif" }?.remarks.substitution == nil)
    }

    @Test func `a name is centred both ways by default`() throws {
        let ink = try box("HHH")
        #expect(abs(ink.x + ink.width / 2 - 100) < 1)
        #expect(abs(ink.y + ink.height / 2 - 20) < 2)
    }

    @Test(arguments: [TextStyle.HorizontalAlignment.leading, .left])
    func `leading and left of a Latin text are at the left`(alignment: TextStyle.HorizontalAlignment) throws {
        let ink = try box("HHH") { $0.horizontalAlignment = alignment }
        #expect(ink.x >= 0 && ink.x < 3)
    }

    @Test(arguments: [TextStyle.HorizontalAlignment.trailing, .right])
    func `trailing and right of a Latin text are at the right`(alignment: TextStyle.HorizontalAlignment) throws {
        let ink = try box("HHH") { $0.horizontalAlignment = alignment }
        #expect(ink.maxX <= 200 && ink.maxX > 197)
    }

    @Test func `leading of a Hebrew text is at the right, trailing at the left`() throws {
        #expect(try box("שלום") { $0.horizontalAlignment = .leading }.maxX > 196)
        #expect(try box("שלום") { $0.horizontalAlignment = .trailing }.x < 4)
        #expect(try box("שלום") { $0.horizontalAlignment = .left }.x < 4)
    }

    @Test func `top, centre and bottom are in this order and within the layout`() throws {
        let top = try box("H") { $0.verticalAlignment = .top }
        let center = try box("H") { $0.verticalAlignment = .center }
        let bottom = try box("H") { $0.verticalAlignment = .bottom }
        #expect(top.y >= 0 && bottom.maxY <= 40)
        #expect(abs(center.y - (top.y + bottom.y) / 2) < 0.5)
        #expect(bottom.y - top.y > 10)
    }

    @Test func `an offset moves the visible pixels`() throws {
        let moved = try box("H") {
            $0.offsetX = 10
            $0.offsetY = -5
        }
        let still = try box("H")
        #expect(abs(moved.x - still.x - 10) < 0.01 && abs(moved.y - still.y + 5) < 0.01)
    }

    @Test func `without a size a line takes seven tenths of the height`() throws {
        #expect(try box("H") { $0.size = nil } == box("H") { $0.size = 28 })
    }

    @Test(arguments: [TextStyle.Ellipsis.start, .middle, .end])
    func `an ellipsis keeps a long text within the layout`(ellipsis: TextStyle.Ellipsis) throws {
        let ink = try box(String(repeating: "HO", count: 40)) { $0.ellipsis = ellipsis }
        #expect(ink.x >= 0 && ink.maxX <= 200 && ink.width > 170)
    }

    /// A text with low dots at its start and high bars at its end: its sides show which part was removed.
    @Test func `start, middle and end of a long text are cut at the ellipsis's side`() throws {
        let text = "|" + String(repeating: "a", count: 60) + "|"
        func bars(_ ellipsis: TextStyle.Ellipsis) throws -> [Bool] {
            let prepared = try #require(
                try TextInk.prepare(text, scale: 4) {
                    $0.ellipsis = ellipsis
                    $0.horizontalAlignment = .left
                })
            let pixmap = prepared.bitmap.pixmap()
            let ink = try #require(pixmap.inkBox)
            // Only the bar is as high as the ink box.
            let columns = (ink[0]..<ink[0] + ink[2]).filter { x in pixmap[x, ink[1] + 2].alpha > 128 }
            let middle = ink[0] + ink[2] / 2
            return [columns.contains { $0 < middle }, columns.contains { $0 > middle }]
        }
        #expect(try bars(.end) == [true, false])
        #expect(try bars(.start) == [false, true])
        #expect(try bars(.middle) == [true, true])
    }

    @Test func `without an ellipsis a long text sticks out on both sides`() throws {
        let ink = try box(String(repeating: "H", count: 40)) { $0.ellipsis = .none }
        #expect(ink.x < -50 && ink.maxX > 250)
    }

    @Test func `overflow is clipped to the layout`() throws {
        let ink = try box(String(repeating: "H", count: 40)) {
            $0.ellipsis = .none
            $0.size = 80
            $0.clipsToLayout = true
        }
        #expect(ink.x >= 0 && ink.maxX <= 200 && ink.y >= 0 && ink.maxY <= 40)
        #expect(ink.width > 190 && ink.height > 35)
    }

    @Test func `a text shrinks until it fits, and not below its floor`() throws {
        let text = String(repeating: "H", count: 20)
        let full = try box(text) { $0.ellipsis = .none }
        let shrunk = try box(text) { $0.shrinksToFit = true }
        #expect(full.width > 250)
        #expect(shrunk.width <= 200 && shrunk.width > 194)
        #expect(abs(shrunk.height / full.height - shrunk.width / full.width) < 0.05)

        let floor = try box(text + text + text) {
            $0.shrinksToFit = true
            $0.minimumSize = 10
        }
        let small = try box(text + text + text) { $0.size = 10 }
        #expect(abs(floor.height - small.height) < 0.3 && abs(floor.width - small.width) < 1)
    }

    @Test func `several lines shrink until all of them fit`() throws {
        let words = "HHHH HHHH HHHH HHHH HHHH HHHH"
        let ink = try box(words) {
            $0.maxLines = 2
            $0.shrinksToFit = true
            $0.minimumSize = 4
        }
        #expect(ink.height < 40 && ink.maxX <= 200)
        #expect(ink.width > 120)
    }

    @Test func `words wrap into as many lines as there may be`() throws {
        let words = "HHHHHHHH HHHHHHHH HHHHHHHH HHHHHHHH HHHHHHHH"
        let heights = try [1, 2, 3].map { lines in
            try box(words) {
                $0.maxLines = lines
                $0.size = 20
            }.height
        }
        #expect(heights[1] - heights[0] > 20 && heights[2] - heights[1] > 20)
    }

    @Test func `line spacing is a factor of the distance of lines`() throws {
        func height(_ spacing: Double) throws -> Double {
            try box("H\nH") {
                $0.maxLines = 2
                $0.lineSpacing = spacing
            }.height
        }
        let letter = try box("H").height
        let (one, two) = (try height(1) - letter, try height(2) - letter)
        #expect(abs(two - 2 * one) < 0.5 && one > 20)
    }

    @Test func `line breaks are spaces in one line`() throws {
        #expect(try box("A\nB\n") == box("A B"))
    }

    @Test func `the layout does not depend on the resolution`() throws {
        let change = { (style: inout TextStyle) in
            style.maxLines = 3
            style.size = 11
        }
        let text = "Some words that wrap, and محمد too, over three lines"
        let coarse = try #require(try TextInk.box(text, scale: 1, change))
        let fine = try #require(try TextInk.box(text, scale: 3, change))
        for difference in [coarse.x - fine.x, coarse.y - fine.y, coarse.maxX - fine.maxX, coarse.maxY - fine.maxY] {
            #expect(abs(difference) <= 1)
        }
    }
}
