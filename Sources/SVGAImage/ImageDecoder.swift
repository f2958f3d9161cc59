import CGif
import CSpng
import CTurboJPEG
import CWebP
package import SVGAModel
package import SVGAPixels
import SVGASupport

/// Decodes the image payloads of a movie (Rules of rendering, section 3).
///
/// EXIF orientation, gamma and color profiles are ignored. 16-bit samples keep their upper 8 bits, and the first frame of an animation is
/// decoded. All functions are thread-safe.
package enum ImageDecoder {
    /// The picture's size in pixels from its header, without decoding or allocating pixels.
    ///
    /// Returns nil if the header is invalid. The rest may still be corrupt.
    package static func size(of image: ImageEntity) -> (width: Int, height: Int)? {
        image.bytes.withUnsafeBufferPointer { bytes in
            do {
                switch image.format {
                case .png: return try PNGReader.size(bytes)
                case .jpeg: return try JPEGReader().size(bytes)
                case .webp: return try WebPReader.size(bytes)
                case .gif: return try GIFReader.size(bytes)
                case .bmp: return try BMPReader(bytes).size
                case .unknown: return nil
                }
            } catch {
                return nil
            }
        }
    }

    /// The picture with premultiplied alpha, each color `round(color × alpha / 255)`.
    ///
    /// - Throws: ``SVGAError``; ``SVGAError/Kind/limit`` before memory is allocated if the picture exceeds ``ReadLimits/imagePixels``. A
    ///   side longer than 32,767 pixels is unsupported.
    package static func decode(_ image: ImageEntity, limits: ReadLimits = .default) throws(SVGAError) -> Pixmap {
        try prepare(image, limits: limits).pixmap()
    }

    /// The picture for the painter.
    package static func prepare(_ image: ImageEntity, limits: ReadLimits = .default) throws(SVGAError) -> PreparedBitmap {
        let subject: Message = image.key.isEmpty ? "" : "image \"\(image.key)\""
        let allowance = PixelAllowance(format: image.format, limits: limits, subject: subject)
        return try image.bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) -> PreparedBitmap in
            switch image.format {
            case .png: return try PNGReader.decode(bytes, allowance)
            case .jpeg: return try JPEGReader().decode(bytes, allowance)
            case .webp: return try WebPReader.decode(bytes, allowance)
            case .gif: return try GIFReader.decode(bytes, allowance)
            case .bmp: return try BMPReader(bytes).decode(allowance)
            case .unknown: throw .unknownFormat
            }
        }
    }
}

/// Checks the limits before memory for a picture is allocated.
struct PixelAllowance {
    /// The maximum side of an output.
    private static let maximumSide = 32_767

    let format: ImageEntity.Format
    let limits: ReadLimits
    /// The image, for the message.
    let subject: Message

    /// - Throws: ``SVGAError/Kind/limit`` above ``ReadLimits/imagePixels``.
    func check(_ size: (width: Int, height: Int)) throws(SVGAError) {
        guard size.width > 0, size.height > 0 else { throw .broken(format, reason: "it has no pixels") }
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= limits.imagePixels else {
            throw .limit(LimitExceeded(\.imagePixels, of: limits, found: overflow ? .max : pixels, subject: subject))
        }
    }

    /// Allocates memory for a picture if its size is allowed.
    func makeBuilder(_ size: (width: Int, height: Int)) throws(SVGAError) -> BitmapBuilder {
        try check(size)
        guard max(size.width, size.height) <= PixelAllowance.maximumSide else {
            throw .unsupported(format, reason: "a side is longer than \(PixelAllowance.maximumSide) pixels")
        }
        return try BitmapBuilder(width: size.width, height: size.height)
    }
}

/// The C libraries for reading and writing pictures with the loaded versions; for TurboJPEG and giflib, the versions of the build.
package enum ImageLibraries {
    package static var versions: [(name: String, version: String)] {
        let webp = SystemLibrary.webp.problem() == nil ? Int(WebPGetDecoderVersion()) : nil
        return [
            ("libspng", spng_version_string().map { String(cString: $0) } ?? "unknown"),
            ("libjpeg-turbo", String(cString: svga_turbojpeg_version())),
            ("libwebp", webp.map { "\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)" } ?? "unknown"),
            ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
        ]
    }
}
