import CCairo
import CPangoCairo
package import SVGAImage
package import SVGAModel
package import SVGAPixels
import SVGASupport

/// A rasterized text.
package struct PreparedText: Sendable {
    package let bitmap: PreparedBitmap
    /// The rectangle of the entire bitmap, in points of the sprite's space.
    package let frame: SVGARect
    package let remarks: TextRemarks
}

package enum TextRasterizer {
    /// The maximum number of pixels of a text: more than any screen has.
    private static let maximumPixels = 16 << 20
    private static let maximumSide = 32_000
    /// The maximum font size in pixels. Cairo caches a picture of each letter.
    private static let highestLetter = 2_048.0

    /// Lays a text out in the rectangle (0, 0, `layoutWidth`, `layoutHeight`) and draws it.
    ///
    /// Line breaks and positions do not depend on the resolution.
    /// - Parameters:
    ///   - pixelsPerPoint: the largest scale at which the text is drawn. The bitmap has this resolution, or a lower one if it would exceed
    ///     ``ReadLimits/imagePixels`` or the pixels of any screen.
    ///   - centersEmBox: whether the text is placed as on the canvas of a browser: the em box is centered, and the baseline is a row of the bitmap.
    ///   - willTake: called before memory is allocated, with the maximum bytes of the bitmap.
    /// - Returns: nil without ink: an empty text, or a layout without area.
    /// - Throws: ``SVGAError``, but not ``SVGAError/Kind/file``, which making a ``FontSet`` throws.
    package static func prepare(
        _ content: TextContent, layoutWidth: Double, layoutHeight: Double, pixelsPerPoint: Double, fonts: FontSet, limits: ReadLimits,
        centersEmBox: Bool = false, willTake: (_ bytes: Int) throws(LimitExceeded) -> Void = { _ in }
    ) throws(SVGAError) -> PreparedText? {
        guard pixelsPerPoint > 0,
            let style = ResolvedTextStyle(content.style, layoutWidth: layoutWidth, layoutHeight: layoutHeight)
        else { return nil }
        return try fonts.withEngine { (engine) throws(SVGAError) -> PreparedText? in
            let source = try TextSource(content, cut: style.cut(isMarkup: content.isMarkup))
            guard !source.text.isEmpty else { return nil }
            var layout = try TextLayout(source, style: style, engine: engine, centersEmBox: centersEmBox)
            guard let area = area(of: layout, style) else { return nil }
            var grid = try BitmapGrid(area, style: style, pixelsPerPoint: pixelsPerPoint, limits: limits)
            if centersEmBox { grid.raised = layout.snap(pixelsPerPoint: grid.pixelsPerPoint) }
            do throws(LimitExceeded) {
                try willTake(PreparedBitmap.maximumBytes(width: grid.width, height: grid.height))
            } catch {
                throw .limit(error)
            }
            return try draw(layout, style, grid, layout.remarks(on: source, engine))
        }
    }

    /// The bounding box of text, outline and shadow, in points.
    private static func area(of layout: borrowing TextLayout, _ style: ResolvedTextStyle) -> SVGARect? {
        guard let ink = layout.ink else { return nil }
        let text = ink.outset(by: style.outlineWidth)
        var area = text
        if let shadow = style.shadow {
            let moved = SVGARect(x: text.x + shadow.offsetX, y: text.y + shadow.offsetY, width: text.width, height: text.height)
            // Three box blurs extend by at most 1.5 times the blur.
            area = area.union(moved.outset(by: 1.5 * shadow.blur))
        }
        guard style.style.clipsToLayout else { return area }
        let left = max(0, area.x)
        let top = max(0, area.y)
        let clipped = SVGARect(
            x: left, y: top, width: min(style.layoutWidth, area.maxX) - left, height: min(style.layoutHeight, area.maxY) - top)
        return clipped.width > 0 && clipped.height > 0 ? clipped : nil
    }

    /// The pixel grid of the bitmap in the sprite's space.
    private struct BitmapGrid {
        private(set) var pixelsPerPoint: Double
        private(set) var left = 0
        private(set) var top = 0
        private(set) var width = 0
        private(set) var height = 0
        /// The distance in points by which the bitmap is drawn higher than its letters are on the grid.
        var raised = 0.0

        init(_ area: SVGARect, style: ResolvedTextStyle, pixelsPerPoint: Double, limits: ReadLimits) throws(SVGAError) {
            let pixels = min(maximumPixels, limits.imagePixels)
            self.pixelsPerPoint = min(
                pixelsPerPoint, highestLetter / style.size, (Double(max(pixels, 1)) / (area.width * area.height)).squareRoot(),
                Double(maximumSide) / max(area.width, area.height))
            while true {
                let scale = self.pixelsPerPoint
                // One more pixel on each side, because antialiasing extends beyond Pango's ink box.
                left = GridSize.pixel((area.x * scale).rounded(.down)) - 1
                top = GridSize.pixel((area.y * scale).rounded(.down)) - 1
                width = GridSize.pixel((area.maxX * scale).rounded(.up)) + 1 - left
                height = GridSize.pixel((area.maxY * scale).rounded(.up)) + 1 - top
                if max(width, height) <= maximumSide + 8, width * height <= pixels { return }
                // The smallest bitmap, a dot with its border, has nine pixels.
                guard width * height > 16 else {
                    throw .limit(LimitExceeded(\.imagePixels, of: limits, found: width * height, subject: "a text"))
                }
                self.pixelsPerPoint *= 0.9
            }
        }

        var frame: SVGARect {
            SVGARect(
                x: Double(left) / pixelsPerPoint, y: Double(top) / pixelsPerPoint - raised, width: Double(width) / pixelsPerPoint,
                height: Double(height) / pixelsPerPoint)
        }
    }

    private static func draw(
        _ layout: borrowing TextLayout, _ style: ResolvedTextStyle, _ grid: BitmapGrid, _ remarks: TextRemarks
    ) throws(SVGAError) -> PreparedText? {
        do throws(SVGAError) {
            let canvas = try CairoCanvas(width: grid.width, height: grid.height)
            drawLines(layout, style, grid, on: canvas.context)
            try canvas.check()
            var builder = try BitmapBuilder(width: grid.width, height: grid.height)
            canvas.withPixels { copy($0, style.shadow, grid, into: &builder) }
            let bitmap = builder.finish()
            return bitmap.isEmpty ? nil : PreparedText(bitmap: bitmap, frame: grid.frame, remarks: remarks)
        } catch {
            throw .textDrawing(reason: error.message)
        }
    }

    private static func drawLines(_ layout: borrowing TextLayout, _ style: ResolvedTextStyle, _ grid: BitmapGrid, on context: OpaquePointer)
    {
        cairo_translate(context, -Double(grid.left), -Double(grid.top))
        cairo_scale(context, grid.pixelsPerPoint, grid.pixelsPerPoint)
        if style.style.clipsToLayout {
            cairo_rectangle(context, 0, 0, style.layoutWidth, style.layoutHeight)
            cairo_clip(context)
        }
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_width(context, 2 * style.outlineWidth / layout.fontScale)
        func eachLine(_ color: SVGAColor, _ body: (UnsafeMutablePointer<PangoLayoutLine>) -> Void) {
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
            for line in layout.lines {
                cairo_save(context)
                cairo_translate(context, line.x, line.y)
                cairo_scale(context, layout.fontScale, layout.fontScale)
                cairo_move_to(context, 0, 0)
                body(line.pointer)
                cairo_restore(context)
            }
        }
        // All outlines come first, because an outline may overlap the line above. One group, so that they fade together.
        if let color = style.style.outlineColor, style.outlineWidth > 0 {
            cairo_push_group(context)
            eachLine(SVGAColor(red: color.red, green: color.green, blue: color.blue)) { line in
                pango_cairo_layout_line_path(context, line)
                TextOutline.strokePath(on: context)
            }
            cairo_pop_group_to_source(context)
            cairo_paint_with_alpha(context, min(max(color.alpha, 0), 1))
        }
        eachLine(style.style.color) { pango_cairo_show_layout_line(context, $0) }
    }

    private static func copy(_ pixels: PixelRows, _ shadow: TextShadow?, _ grid: BitmapGrid, into builder: inout BitmapBuilder) {
        let painter = shadow.map {
            TextShadowPainter(
                pixels, width: grid.width, height: grid.height, offsetX: GridSize.pixel(($0.offsetX * grid.pixelsPerPoint).rounded()),
                offsetY: GridSize.pixel(($0.offsetY * grid.pixelsPerPoint).rounded()), blurPixels: $0.blur * grid.pixelsPerPoint)
        }
        for y in 0..<grid.height {
            let row = pixels.row(y)
            if let painter, let color = shadow?.color {
                painter.lay(row, y, color: color, into: builder.rowWords(y))
            } else {
                builder.rowWords(y).update(from: row, count: grid.width)
            }
            builder.finishPremultipliedRow(y)
        }
    }
}

/// Owns a copy of a Cairo context's path.
struct CopiedPath: ~Copyable {
    let pointer: UnsafeMutablePointer<cairo_path_t>

    /// nil if Cairo cannot copy the path; the context's status has the reason.
    init?(of context: OpaquePointer) {
        guard let pointer = cairo_copy_path(context) else { return nil }
        self.pointer = pointer
    }

    deinit { cairo_path_destroy(pointer) }
}

enum TextOutline {
    /// The minimum number of path elements that are stroked at once.
    private static let partLength = 400

    /// Strokes the context's path a few letters at a time, and clears it. Cairo would take minutes for one path of a thousand Chinese
    /// characters. The color must be opaque, because the parts overlap.
    static func strokePath(on context: OpaquePointer) {
        guard let path = CopiedPath(of: context) else { return }
        cairo_new_path(context)
        let elements = path.pointer.pointee
        guard elements.status == CAIRO_STATUS_SUCCESS, let data = elements.data else { return }
        var start = 0
        var position = 0
        func strokePart() {
            guard position > start else { return }
            var part = cairo_path_t(
                status: CAIRO_STATUS_SUCCESS, data: data + start, num_data: Int32(truncatingIfNeeded: position - start))
            cairo_append_path(context, &part)
            cairo_stroke(context)
            start = position
        }
        while position < Int(elements.num_data) {
            let header = data[position].header
            if header.type == CAIRO_PATH_MOVE_TO, position - start >= partLength { strokePart() }
            position += max(1, Int(header.length))
        }
        strokePart()
    }
}

/// Positions of pixels.
private enum GridSize {
    /// Clamped to ±10⁹, so that sums and areas of positions do not overflow.
    static func pixel(_ value: Double) -> Int { Int(saturating: min(max(value, -1e9), 1e9)) }
}
