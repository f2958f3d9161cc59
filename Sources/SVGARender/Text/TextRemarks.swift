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
}

/// A font that is used because no font of the requested families exists.
package struct FontSubstitution: Hashable, Sendable {
    package let requested: String
    package let used: String
}

extension TextLayout {
    /// The maximum number of missing characters in the remarks.
    private static let maximumMissing = 64
    /// Marks a glyph without a font. The other bits are the character.
    private static let unknownGlyph: UInt32 = 0x1000_0000
    /// Names that fontconfig replaces by an installed family.
    private static let genericFamilies: Set<String> = [
        "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "math",
    ]

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
                add(item, to: &remarks)
                if usedFamily == nil { usedFamily = TextLayout.family(of: item) }
            }
            if style.style.clipsToLayout, TextLayout.extents(of: line.pointer).logical.width * fontScale > style.layoutWidth + 0.5 {
                remarks.isCut = true
            }
        }
        if let usedFamily, lacksFamily(engine) {
            remarks.substitution = FontSubstitution(requested: style.style.fontFamily, used: usedFamily)
        }
        return remarks
    }

    /// Whether the style names only families that do not exist.
    private func lacksFamily(_ engine: FontEngine) -> Bool {
        let names = style.style.fontFamily.split(separator: ",").map { name in
            String(name.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }.reversed())
        }
        return !names.isEmpty && !names.contains { TextLayout.genericFamilies.contains($0.lowercased()) || engine.hasFamily($0) }
    }

    private func add(_ item: PangoGlyphItem, to remarks: inout TextRemarks) {
        if let flags = item.item?.pointee.analysis.flags, UInt32(flags) & TextLayout.ellipsisFlag != 0 { remarks.isCut = true }
        guard let glyphs = item.glyphs?.pointee, let infos = glyphs.glyphs else { return }
        for index in 0..<Int(glyphs.num_glyphs) {
            let glyph = infos[index].glyph
            guard glyph & TextLayout.unknownGlyph != 0, let scalar = Unicode.Scalar(glyph & (TextLayout.unknownGlyph - 1)),
                remarks.missing.count < TextLayout.maximumMissing, !remarks.missing.contains(scalar)
            else { continue }
            remarks.missing.append(scalar)
        }
    }

    /// `PANGO_ANALYSIS_FLAG_IS_ELLIPSIS`.
    private static let ellipsisFlag: UInt32 = 1 << 1

    private static func family(of item: PangoGlyphItem) -> String? {
        guard let font = item.item?.pointee.analysis.font, let description = pango_font_describe(font) else { return nil }
        defer { pango_font_description_free(description) }
        return pango_font_description_get_family(description).map { String(cString: $0) }
    }
}
