import CCairo
import SVGAImage
package import SVGAModel
package import SVGAPixels
import SVGASupport

/// A Cairo image and its drawing context, both owned by this object.
package final class CairoCanvas {
    let surface: OpaquePointer
    package let context: OpaquePointer
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) throws(SVGAError) {
        if let problem = SystemLibrary.cairo.problem() { throw .drawing(reason: problem) }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            throw .drawing(reason: "no surface")
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            let status = cairo_surface_status(surface)
            cairo_surface_destroy(surface)
            throw .drawing(reason: CairoCanvas.text(status))
        }
        self.surface = surface
        self.context = context
        self.width = width
        self.height = height
        try check()
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Cairo keeps the first error of a context and ignores later calls, so one check after drawing finds every error.
    package func check() throws(SVGAError) { try CairoCanvas.check(context) }

    package static func check(_ context: OpaquePointer) throws(SVGAError) {
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(reason: CairoCanvas.text(status)) }
    }

    private static func text(_ status: cairo_status_t) -> Message { Message(cString: cairo_status_to_string(status)) }

    /// The pixels, after all drawing is done.
    package func withPixels(_ body: (PixelRows) -> Void) {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface)) / 4
        data.withMemoryRebound(to: UInt32.self, capacity: stride * height) { body(PixelRows(base: $0, wordsPerRow: stride)) }
        cairo_surface_mark_dirty(surface)
    }

    /// A copy of the pixels.
    package func pixmap() -> Pixmap {
        var pixmap = Pixmap(width: width, height: height)
        pixmap.pixels.withUnsafeMutableBytes { bytes in
            withPixels {
                AlphaConversion.copy($0, width: width, height: height, as: .premultipliedRGBA, bytesPerRow: 4 * width, into: bytes)
            }
        }
        return pixmap
    }
}

/// The C libraries of rendering with the loaded versions; for Cairo, which may not be loaded yet, the version of the build.
package enum RenderLibraries {
    package static var versions: [(name: String, version: String)] {
        [("cairo", "\(CAIRO_VERSION_MAJOR).\(CAIRO_VERSION_MINOR).\(CAIRO_VERSION_MICRO)")] + ImageLibraries.versions
    }
}
