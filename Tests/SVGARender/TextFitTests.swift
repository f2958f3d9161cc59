import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// The rule for names that are too long: smaller down to 60 % of the size, then an ellipsis between characters.
@Suite struct TextFitTests {
    private static let scripts = [
        "ABCXYZabcxyz", "éÅñüçØ", "Ελληνικά", "Привет", "שָׁלוֹם", "السلامعليكم", "林小雨王明漢字", "क्षत्रियस्त्री", "লক্ষ্মী", "தமிழ்", "สวัสดี", "👩‍👩‍👧‍👦🇩🇪👍🏽🎉",
    ].map { Array($0) }

    /// A name of random characters of one or two scripts.
    private static func name(_ random: inout SeededGenerator) -> String {
        let chosen = [scripts.randomElement(using: &random) ?? [], scripts.randomElement(using: &random) ?? []]
        var name = ""
        for index in 0..<Int.random(in: 1...60, using: &random) {
            let script = chosen[index / 20 % 2]
            name.append(index % 7 == 6 ? " " : script.randomElement(using: &random) ?? "A")
        }
        return name
    }

    private func prepare(_ text: String) throws -> PreparedText? {
        try TextInk.prepare(text, scale: 1) { ($0.shrinksToFit, $0.minimumSize) = (true, 0) }
    }

    @Test("random names in many scripts stay in the layout, at 60 % of their size or more", arguments: 0..<8)
    func names(seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed))
        for _ in 0..<40 {
            let name = Self.name(&random)
            guard let text = try prepare(name) else { continue }
            // The advances fit. Ink of marks and of missing glyphs may exceed them by less than half a letter.
            let overhang = text.frame.height / 2
            #expect(text.frame.x > -overhang && text.frame.maxX < TextInk.width + overhang, "\(name): \(text.frame)")
            #expect(text.remarks.scale >= 0.6 - 1e-6, "\(name): \(text.remarks.scale)")
            #expect(!text.remarks.isCut || text.remarks.scale < 0.6 + 1e-6, "\(name): cut at \(text.remarks.scale)")
        }
    }

    @Test("a name is full size, then smaller, then cut")
    func steps() throws {
        let remarks = try [4, 18, 40].map { try #require(try prepare(String(repeating: "H", count: $0))).remarks }
        #expect(remarks[0].scale == 1 && !remarks[0].isCut)
        #expect(remarks[1].scale < 1 && remarks[1].scale > 0.6 && !remarks[1].isCut)
        #expect(abs(remarks[2].scale - 0.6) < 1e-6 && remarks[2].isCut)
    }

    @Test("a conjunct of an Indic script is not broken before the ellipsis")
    func conjuncts() throws {
        func draw(_ text: String) throws -> PreparedText { try #require(try TextInk.prepare(text)) }
        let name = String(repeating: "क्ष", count: 60)
        let cut = try draw(name)
        let whole = try (1..<20).map { try draw(name.prefix($0) + "…") }.filter { !$0.remarks.isCut }
        #expect(cut.remarks.isCut && whole.contains { $0.bitmap.pixmap() == cut.bitmap.pixmap() })
    }
}
