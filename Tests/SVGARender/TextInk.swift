import Foundation
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

/// Shared by text tests: bundled fonts only, and ink measured in points.
enum TextInk {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fonts")
    static let files = ["LatinArabicHebrew.ttf", "Han.otf"].map { folder.appendingPathComponent($0).path }
    static let fonts = Result { () throws(SVGAError) in try FontSet(files: files, usesSystemFonts: false) }

    static let width = 200.0
    static let height = 40.0

    static func prepare(
        _ text: String, isMarkup: Bool = false, width: Double = width, height: Double = height, scale: Double = 1,
        limits: ReadLimits = .default, _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> PreparedText? {
        var style = TextStyle()
        style.size = 20
        // Tests of shrinking set this.
        (style.shrinksToFit, style.minimumSize) = (false, 8)
        change(&style)
        return try TextRasterizer.prepare(
            TextContent(text, isMarkup: isMarkup, style: style), layoutWidth: width, layoutHeight: height, pixelsPerPoint: scale,
            fonts: try fonts.get(), limits: limits)
    }

    /// The bounding box of the visible pixels in points, drawn at 4 pixels per point.
    static func box(
        _ text: String, isMarkup: Bool = false, width: Double = width, height: Double = height, scale: Double = 4,
        _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> SVGARect? {
        guard let text = try prepare(text, isMarkup: isMarkup, width: width, height: height, scale: scale, change),
            let ink = text.bitmap.pixmap().inkBox
        else { return nil }
        let points = text.frame.width / Double(text.bitmap.width)
        return SVGARect(
            x: text.frame.x + Double(ink[0]) * points, y: text.frame.y + Double(ink[1]) * points, width: Double(ink[2]) * points,
            height: Double(ink[3]) * points)
    }
}
