import CPangoCairo
import SVGAModel

/// The outlines of letters that were read. Many files have the same letters, and reading them takes longer than a small frame.
struct OutlineCache {
    /// A font at a size.
    struct Request: Hashable {
        let family: String
        let fallback: String?
        let weight: Int
        let isItalic: Bool
        /// nil: not hinted.
        let size: Double?
        let isFull: Bool
    }

    struct Letter {
        let outline: GlyphOutline
        let family: String?
    }

    private static let maximumLetters = 4_000
    /// Longer outlines are not kept.
    private static let maximumCoordinates = 1_000

    private var known: [Request: [ByteKey: Letter]] = [:]
    private var count = 0

    func letters(_ request: Request) -> [ByteKey: Letter] { known[request] ?? [:] }

    mutating func keep(_ letters: [ByteKey: Letter], of request: Request) {
        let kept = letters.filter { $0.value.outline.path.coordinates.count <= OutlineCache.maximumCoordinates }
        count += kept.count - (known[request]?.count ?? 0)
        known[request] = kept
        if count > OutlineCache.maximumLetters { (known, count) = ([:], 0) }
    }
}

extension OutlineCache.Request {
    /// Sets the font of a layout.
    func choose(_ layout: OpaquePointer, drawnSize: Double) throws(SVGAError) {
        let description = try FontDescription()
        let families = fallback.map { "\(family), \($0)" } ?? family
        pango_font_description_set_family(description.pointer, families.filter { $0 != "\0" })
        pango_font_description_set_weight(description.pointer, PangoWeight(UInt32(weight)))
        pango_font_description_set_style(description.pointer, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_absolute_size(description.pointer, drawnSize * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description.pointer)
    }
}
