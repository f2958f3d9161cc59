import CPangoCairo
import SVGAModel
import SVGAPixels

/// How a drawn text differs from the text that was set.
package struct TextRemarks: Hashable, Sendable {
    /// The characters that no font has, each once, in the order of the text. They are drawn as boxes.
    package var missing: [Unicode.Scalar] = []
    /// Whether some characters are left out.
    package var isCut = false
    /// The scale of the letters; below 1 if the text was shrunk to fit.
    package var scale = 1.0
    package var substitution: FontSubstitution?

    package init() {}

    /// Adds the remarks on the same text in another layout.
    package mutating func add(_ other: TextRemarks) {
        for scalar in other.missing where !missing.contains(scalar) { missing.append(scalar) }
        isCut = isCut || other.isCut
        scale = min(scale, other.scale)
        substitution = substitution ?? other.substitution
    }

    /// The maximum number of missing characters.
    private static let maximumMissing = 64

    /// Adds a character that no font has.
    package mutating func addMissing(_ scalar: Unicode.Scalar) {
        if missing.count < TextRemarks.maximumMissing, !missing.contains(scalar) { missing.append(scalar) }
    }
}

/// A font that is used because no font of the requested families exists.
package struct FontSubstitution: Hashable, Sendable {
    package let requested: String
    package let used: String
}

extension TextLayout {
    func remarks(on source: TextSource, _ engine: FontEngine) -> TextRemarks {
        var remarks = TextRemarks()
        remarks.scale = fontScale
        remarks.isCut = source.isCut || isShortened || lineCount > style.maxLines
        var usedFamily: String?
        for line in lines {
            var run = line.pointer.pointee.runs
            while let node = run {
                run = node.pointee.next
                guard let item = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee else { continue }
                remarks.add(item)
                if usedFamily == nil { usedFamily = TextRemarks.family(of: item) }
            }
            if style.style.clipsToLayout, TextLayout.extents(of: line.pointer).logical.width * fontScale > style.layoutWidth + 0.5 {
                remarks.isCut = true
            }
        }
        if let usedFamily, engine.lacksFamilies(style.style.fontFamily) {
            remarks.substitution = FontSubstitution(requested: style.style.fontFamily, used: usedFamily)
        }
        return remarks
    }
}

extension FontEngine {
    /// Names that fontconfig replaces by an installed family.
    private static let genericFamilies: Set<String> = [
        "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "math",
    ]

    /// Whether none of these families exists.
    /// - Parameter list: names, separated by commas.
    func lacksFamilies(_ list: String) -> Bool {
        let names = list.split(separator: ",").map { name in
            String(name.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }.reversed())
        }
        return !names.isEmpty && !names.contains { FontEngine.genericFamilies.contains($0.lowercased()) || hasFamily($0) }
    }
}

extension TextRemarks {
    /// Marks a glyph without a font. The other bits are the character.
    private static let unknownGlyph: UInt32 = 0x1000_0000
    /// `PANGO_ANALYSIS_FLAG_IS_ELLIPSIS`.
    private static let ellipsisFlag: UInt32 = 1 << 1

    /// Adds the characters that no font has, and an ellipsis.
    mutating func add(_ item: PangoGlyphItem) {
        if let flags = item.item?.pointee.analysis.flags, UInt32(flags) & TextRemarks.ellipsisFlag != 0 { isCut = true }
        guard let glyphs = item.glyphs?.pointee, let infos = glyphs.glyphs else { return }
        for index in 0..<Int(glyphs.num_glyphs) {
            let glyph = infos[index].glyph
            guard glyph & TextRemarks.unknownGlyph != 0, let scalar = Unicode.Scalar(glyph & (TextRemarks.unknownGlyph - 1)) else {
                continue
            }
            addMissing(scalar)
        }
    }

    static func family(of item: PangoGlyphItem) -> String? {
        guard let font = item.item?.pointee.analysis.font, let description = pango_font_describe(font) else { return nil }
        defer { pango_font_description_free(description) }
        return pango_font_description_get_family(description).map { String(cString: $0) }
    }
}
