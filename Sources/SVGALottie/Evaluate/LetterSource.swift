import SVGAModel
import SVGARender

/// The outlines of all letters in a composition: its own glyphs, or those of installed fonts.
struct LetterSource: Sendable {
    struct Letter: Sendable {
        /// The outlines at a font size of 100.
        var contours: [Contour]
        var advance: Double
        /// The letter of an installed font; nil: the outline is that of the file.
        var installed: InstalledLetter?
        /// The characters that no font has.
        var missing: [Unicode.Scalar] = []
    }

    /// Chromium draws the letters of a missing family in Times New Roman or a font of the same widths, otherwise without serifs.
    private static let webFallback = "Times New Roman, sans-serif"
    /// The fonts that Chromium takes for Arial, Times New Roman and Courier New.
    private static let metricCompatible: Set<String> = [
        "Arial", "Liberation Sans", "Arimo", "Times New Roman", "Liberation Serif", "Tinos", "Courier New", "Liberation Mono", "Cousine",
    ]
    /// The families that Chromium takes for generic names, in lowercase letters. It passes "sans" and "system-ui" to fontconfig.
    private static let genericFamilies = [
        "sans-serif": "Arial", "serif": "Times New Roman", "monospace": "Courier New", "sans": "sans-serif", "system-ui": "sans-serif",
    ]
    /// The maximum number of distinct letters per file.
    private static let maximumLetters = 4_000
    /// The maximum length of a text; the rest is not drawn.
    static let maximumTextLength = 10_000
    /// The maximum number of Unicode scalars per letter: a base and its marks, or the parts of an emoji. Shaping takes quadratic time.
    static let maximumLetterLength = 32
    /// The maximum number of scalars of all texts that are searched for new letters.
    private static let maximumWrittenScalars = 1_000_000

    private var letters: [GlyphKey: Letter] = [:]
    /// The fonts that replace missing families.
    private(set) var substitutions: [LottieFontKey: FontSubstitution] = [:]

    init(_ composition: LottieComposition, extra: [String]) {
        var missing: [LottieFontKey: Set<Character>] = [:]
        var count = 0
        var left = LetterSource.maximumWrittenScalars
        for list in [composition.layers] + composition.precompositions {
            for layer in list.layers {
                guard case .text(let text) = layer.content else { continue }
                for document in text.documents {
                    let font = LottieFontKey(composition.fonts[document.font], named: document.font)
                    for letter in ([document.text] + extra).lazy.map({ $0.prefix(LetterSource.maximumTextLength) }).joined() {
                        left -= 1
                        guard left > 0 else { break }
                        for form in Set([String(letter), letter.uppercased()]) where form.count == 1 {
                            let key = GlyphKey(character: form, family: font.family, style: font.style)
                            guard letters[key] == nil, count < LetterSource.maximumLetters else { continue }
                            if let glyph = composition.glyphs[key] {
                                letters[key] = Letter(contours: LetterSource.contours(glyph.items, .identity), advance: glyph.width)
                            } else if !letter.isNewline, missing[font, default: []].insert(Character(form)).inserted {
                                count += 1
                            }
                        }
                    }
                }
            }
        }
        let fallback = composition.glyphs.isEmpty ? LetterSource.webFallback : nil
        for (font, characters) in missing { add(Array(characters), font, fallback: fallback) }
    }

    /// The text without the marks that exceed the maximum per letter.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumLetterLength, text.contains(where: { $0.unicodeScalars.count > maximumLetterLength }) else {
            return text
        }
        var result = String.UnicodeScalarView()
        for letter in text { result.append(contentsOf: letter.unicodeScalars.prefix(maximumLetterLength)) }
        return String(result)
    }

    /// Letters of a font that cannot be loaded are omitted.
    private mutating func add(_ characters: [Character], _ font: LottieFontKey, fallback: String?) {
        let generic = LetterSource.genericFamilies[font.family.lowercased()]
        // A family that every system has needs no other.
        let (family, fallback) = (generic ?? font.family, generic == nil ? fallback : nil)
        let drawn = try? GlyphOutline.outlines(
            of: characters, family: family, fallback: fallback, weight: font.weight, isItalic: font.isItalic, fonts: .system)
        let substitution = generic == nil ? drawn?.substitution : nil
        substitutions[font] = substitution
        let isLastResort = substitution.map { !LetterSource.metricCompatible.contains($0.used) } ?? false
        for (index, character) in characters.enumerated() {
            let key = GlyphKey(character: String(character), family: font.family, style: font.style)
            var letter = Letter(contours: [], advance: character.isWhitespace ? 25 : 0)
            letter.installed = InstalledLetter(
                character: character, family: family, fallback: fallback, font: font, isLastResort: isLastResort)
            if let outline = drawn?.outlines[index] {
                letter.contours = Contour.contours(of: outline.path)
                // Chromium rounds widths, and lottie-web measures at 100 pixels.
                letter.advance = isLastResort ? outline.advance.rounded() : (outline.advance * 64 - 1e-3).rounded(.up) / 64
                letter.missing = outline.missing
            } else {
                letter.missing = Array(character.unicodeScalars)
            }
            letters[key] = letter
        }
    }

    func letter(_ character: Character, _ font: LottieFontKey) -> Letter? {
        letters[GlyphKey(character: String(character), family: font.family, style: font.style)]
    }

    private static func contours(_ items: [ShapeItem], _ transform: SVGATransform) -> [Contour] {
        items.flatMap { item -> [Contour] in
            switch item {
            case .group(_, let inner, let tracks, _):
                return contours(inner, tracks.map { $0.flat(at: 0).concatenating(transform) } ?? transform)
            default: return ShapeOutline.contour(item, at: 0).map { [$0.transformed(by: transform)] } ?? []
            }
        }
    }
}

/// A letter of an installed font.
struct InstalledLetter: Hashable, Sendable {
    let character: Character
    /// The family that is drawn if it is installed.
    let family: String
    /// The families that are used if ``family`` is missing.
    let fallback: String?
    let font: LottieFontKey
    /// Whether Chromium has no font of the same widths. It draws its last choice at whole pixels.
    let isLastResort: Bool
}

/// A font as the file names it.
struct LottieFontKey: Hashable, Sendable {
    let family: String
    let style: String

    /// 100…1000.
    let weight: Int
    let isItalic: Bool

    init(_ font: LottieFont?, named name: String) {
        family = font?.family ?? name
        style = font?.style ?? ""
        // As in lottie-web: other words, such as SemiBold, do not change the weight.
        let words = style.lowercased().split(separator: " ")
        let weights = ["bold": 700, "black": 900, "medium": 500, "regular": 400, "normal": 400, "light": 200, "thin": 200]
        weight = font?.weight ?? words.reversed().lazy.compactMap { weights[String($0)] }.first ?? 400
        isItalic = words.contains("italic")
    }
}

extension Contour {
    static func contours(of path: SVGAPath) -> [Contour] {
        var contours: [Contour] = []
        var contour = Contour()
        var at = 0
        func end() {
            if contour.count > 1 { contours.append(contour) }
            contour = Contour()
        }
        func number(_ index: Int) -> Double { Double(path.coordinates[at + index]) }
        for verb in path.verbs {
            switch verb {
            case .move:
                end()
                contour.append(x: number(0), y: number(1))
            case .line: contour.append(x: number(0), y: number(1))
            case .curve:
                if contour.count > 0 {
                    contour[contour.count - 1].outX = number(0)
                    contour[contour.count - 1].outY = number(1)
                }
                contour.append(
                    Vertex(x: number(4), y: number(5), inX: number(2), inY: number(3), outX: number(4), outY: number(5)))
            case .close:
                contour.isClosed = true
                end()
            }
            at += verb.coordinateCount
        }
        end()
        return contours
    }
}
