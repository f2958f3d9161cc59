import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender

// Images: directly on the pixels if their clip allows it, by Cairo otherwise.
extension FrameStatePainter {
    /// Paints a picture in a rectangle at the origin.
    func paint(
        _ picture: CairoPicture, _ width: Double, _ height: Double, _ transform: SVGATransform, opacity: Double
    ) throws(SVGAError) {
        let (wide, high) = (Double(picture.bitmap.width), Double(picture.bitmap.height))
        let (width, height) = (width > 0 ? width : wide, height > 0 ? height : high)
        // The parts outside the rectangle are clipped.
        let fit = picture.fit.transform(wide, high, width: width, height: height)
        let pictureTransform = fit.concatenating(transform)
        guard pictureTransform.isInvertible else { return }
        let rect = SVGARect(x: 0, y: 0, width: width, height: height)
        try spend(on: rect, transform, isPicture: true)
        let area = target.area.covered(by: transform.boundingBox(of: rect))
        let clip = fit.inverted?.boundingBox(of: rect)
        if let clip, try paintDirectly(picture, pictureTransform, clip: clip, area, opacity: opacity) { return }
        cairo_save(context)
        rectangle(width, height, transform)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_clip(context)
        if !picture.fit.isCovering {
            rectangle(wide, high, pictureTransform)
            cairo_clip(context)
        }
        FrameStatePainter.setSource(picture, pictureTransform, on: context)
        cairo_paint_with_alpha(context, opacity)
        cairo_restore(context)
    }

    /// Paints a picture without Cairo.
    /// - Parameters:
    ///   - transform: from the picture's pixels.
    ///   - clip: the part that is shown, in the picture's pixels.
    ///   - area: the pixels of that part.
    /// - Returns: false if only Cairo can paint it.
    private func paintDirectly(
        _ picture: CairoPicture, _ transform: SVGATransform, clip: SVGARect, _ area: PixelRect, opacity: Double
    ) throws(SVGAError) -> Bool {
        guard let part = target.directPart(of: area), let pixels = target.pixels else { return false }
        if part.isEmpty { return true }
        cairo_surface_flush(cairo_get_target(context))
        defer { cairo_surface_mark_dirty(cairo_get_target(context)) }
        let bounds = PixelRect(x: 0, y: 0, width: target.area.width, height: target.area.height)
        try picture.direct.draw(
            transform.concatenating(target.toPixels), clip: clip, alpha: min(max(opacity, 0), 1), to: pixels, bounds: bounds, within: part,
            meter)
        return true
    }

    /// Sets a picture as the source of a context.
    private static func setSource(_ picture: CairoPicture, _ transform: SVGATransform, on context: OpaquePointer) {
        set(transform, on: context)
        let ink = picture.bitmap.ink
        cairo_set_source_surface(context, picture.surface, Double(ink.x), Double(ink.y))
        guard let source = cairo_get_source(context) else { return }
        let fills = ink.width == picture.bitmap.width && ink.height == picture.bitmap.height
        cairo_pattern_set_extend(source, fills ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
        cairo_pattern_set_filter(source, CAIRO_FILTER_GOOD)
    }
}
