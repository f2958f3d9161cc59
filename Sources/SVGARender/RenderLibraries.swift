import CCairo
import CGif
import CSpng
import CTurboJPEG
import CWebP

/// The C libraries behind rendering, with the versions loaded; TurboJPEG and giflib only know the one built against.
package enum RenderLibraries {
    package static var versions: [(name: String, version: String)] {
        let webp = Int(WebPGetDecoderVersion())
        return [
            ("cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown"),
            ("libspng", spng_version_string().map { String(cString: $0) } ?? "unknown"),
            ("libjpeg-turbo", String(cString: svga_turbojpeg_version())),
            ("libwebp", "\(webp >> 16).\(webp >> 8 & 255).\(webp & 255)"),
            ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
        ]
    }
}
