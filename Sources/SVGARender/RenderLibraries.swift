import CCairo
import SVGAImage

/// The C libraries behind rendering, with the versions loaded.
package enum RenderLibraries {
    package static var versions: [(name: String, version: String)] {
        [("cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown")] + ImageLibraries.versions
    }
}
