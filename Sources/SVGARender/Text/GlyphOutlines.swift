import CCairo
import CPangoCairo
package import SVGAModel

/// Letters as paths, for callers that position each letter.
package struct GlyphOutline: Sendable {
    /// At font size 100 or at the size of hinting, from the start of the baseline.
    package let path: SVGAPath
    /// The distance to the next letter, at the same size.
    package let advance: Double
    /// The characters of the letter that no font has. A box is drawn for each.
    package let missing: [Unicode.Scalar]

    /// The outlines of some letters.
    package struct Letters: Sendable {
        package let outlines: [GlyphOutline]
        /// The font that replaces a missing family.
        package let substitution: FontSubstitution?
    }

    /// How outlines fit the pixels.
    package struct Hinting: Sendable {
        /// The font size in pixels.
        package var size: Double
        /// Whether the font's own instructions are used, instead of those for rows only.
        package var isFull: Bool

        package init(size: Double, isFull: Bool) { (self.size, self.isFull) = (size, isFull) }
    }

    /// Cairo rounds positions to 1/256, so letters are drawn large.
    private static let drawnSize = 1000.0

    /// The outlines of letters in an installed font.
    /// - Parameters:
    ///   - family: a Pango family name.
    ///   - fallback: the families that are used if it is missing; nil: Pango chooses a similar one.
    ///   - weight: 100…1000.
    ///   - hinting: how the outlines fit the pixels; nil: they are not hinted.
    package static func outlines(
        of letters: [Character], family: String, fallback: String? = nil, weight: Int, isItalic: Bool, fonts: FontSet,
        hinting: Hinting? = nil
    ) throws(SVGAError) -> Letters {
        try fonts.withEngine { (engine) throws(SVGAError) -> Letters in
            let request = OutlineCache.Request(
                family: family, fallback: fallback, weight: min(max(weight, 100), 1000), isItalic: isItalic, size: hinting?.size,
                isFull: hinting?.isFull ?? false)
            var known = engine.outlines.letters(request)
            let new = letters.filter { known[ByteKey(String($0))] == nil }
            if !new.isEmpty {
                let layout = try engine.makeLayout(language: "en", hinting: hinting)
                try request.choose(layout.pointer, drawnSize: hinting?.size ?? GlyphOutline.drawnSize)
                let canvas: CairoCanvas
                do throws(SVGAError) {
                    canvas = try CairoCanvas(width: 1, height: 1)
                } catch {
                    throw .textDrawing(reason: error.message)
                }
                let scale = hinting == nil ? 100 / GlyphOutline.drawnSize : 1
                for letter in new {
                    var used: String?
                    let outline = outline(of: letter, layout.pointer, canvas, scale: scale, &used)
                    known[ByteKey(String(letter))] = OutlineCache.Letter(outline: outline, family: used)
                }
                engine.outlines.keep(known, of: request)
            }
            let found = letters.compactMap { known[ByteKey(String($0))] }
            let used = found.lazy.compactMap(\.family).first
            let substitution = used.flatMap { engine.lacksFamilies(family) ? FontSubstitution(requested: family, used: $0) : nil }
            return Letters(outlines: found.map(\.outline), substitution: substitution)
        }
    }

    /// - Parameter usedFamily: the family of the letter.
    private static func outline(
        of letter: Character, _ layout: OpaquePointer, _ canvas: CairoCanvas, scale: Double, _ usedFamily: inout String?
    ) -> GlyphOutline {
        let text = String(letter).filter { $0 != "\0" }
        pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
        guard let line = pango_layout_get_line_readonly(layout, 0) else {
            return GlyphOutline(path: SVGAPath(), advance: 0, missing: [])
        }
        var remarks = TextRemarks()
        var run = line.pointee.runs
        while let node = run {
            run = node.pointee.next
            guard let item = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee else { continue }
            remarks.add(item)
            if usedFamily == nil { usedFamily = TextRemarks.family(of: item) }
        }
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, &ink, &logical)
        cairo_new_path(canvas.context)
        cairo_move_to(canvas.context, 0, 0)
        pango_cairo_layout_line_path(canvas.context, line)
        let path = CopiedPath(of: canvas.context)?.path(scale: scale) ?? SVGAPath()
        cairo_new_path(canvas.context)
        let advance = Double(logical.width) / Double(PANGO_SCALE) * scale
        return GlyphOutline(path: path, advance: advance, missing: remarks.missing)
    }
}

extension CopiedPath {
    fileprivate borrowing func path(scale: Double) -> SVGAPath {
        var path = SVGAPath()
        let elements = pointer.pointee
        guard elements.status == CAIRO_STATUS_SUCCESS, let data = elements.data else { return path }
        var position = 0
        // A move without following segments is dropped.
        var start: (x: Double, y: Double)?
        func begin() {
            if let from = start { path.move(x: from.x, y: from.y) }
            start = nil
        }
        while position < Int(elements.num_data) {
            let header = data[position].header
            func point(_ index: Int) -> (x: Double, y: Double) {
                let point = data[position + index].point
                return (point.x * scale, point.y * scale)
            }
            switch header.type {
            case CAIRO_PATH_MOVE_TO: start = point(1)
            case CAIRO_PATH_LINE_TO:
                begin()
                path.line(x: point(1).x, y: point(1).y)
            case CAIRO_PATH_CURVE_TO:
                begin()
                path.curve(x1: point(1).x, y1: point(1).y, x2: point(2).x, y2: point(2).y, x: point(3).x, y: point(3).y)
            default: if start == nil { path.close() }
            }
            position += max(1, Int(header.length))
        }
        return path
    }
}
