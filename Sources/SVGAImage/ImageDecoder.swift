import CGif
import CSpng
import CTurboJPEG
import CWebP
package import SVGAModel
package import SVGAPixels
import SVGASupport

/// Turns the image payloads of a movie into pixels (Rules of rendering, section 3).
///
/// Pictures are taken as they are stored: an EXIF orientation, a gamma or a color profile changes nothing, 16-bit samples
/// keep their upper 8 bits, and of an animation the first frame counts. All functions may be called from several tasks at once.
package enum ImageDecoder {
    /// The picture's size in pixels as its header tells it, without decoding or allocating pixels.
    ///
    /// Nil where there is no readable header. A size says nothing about whether the rest can be decoded.
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

    /// The whole picture with premultiplied alpha, each color `round(colour × alpha / 255)`.
    ///
    /// - Throws: ``ImageError``; ``ImageError/limit(_:)`` before any memory is taken when the picture has more pixels than
    ///   ``ReadLimits/imagePixels``. A side longer than 32 767 pixels is unsupported.
    package static func decode(_ image: ImageEntity, limits: ReadLimits = .default) throws(ImageError) -> Pixmap {
        try prepare(image, limits: limits).pixmap()
    }

    /// The same picture as the painter wants it.
    package static func prepare(_ image: ImageEntity, limits: ReadLimits = .default) throws(ImageError) -> PreparedBitmap {
        let subject = image.key.isEmpty ? "" : "image \"\(image.key)\""
        let allowance = PixelAllowance(format: image.format, limits: limits, subject: subject)
        return try image.bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) -> PreparedBitmap in
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

/// What a reader asks before it takes memory for a picture.
struct PixelAllowance {
    /// No picture with a longer side is drawn, as no output has one.
    private static let maximumSide = 32_767

    let format: ImageEntity.Format
    let limits: ReadLimits
    /// The image, for a person.
    let subject: String

    /// - Throws: ``ImageError/limit(_:)`` for more pixels than ``ReadLimits/imagePixels``.
    func check(_ size: (width: Int, height: Int)) throws(ImageError) {
        guard size.width > 0, size.height > 0 else { throw .broken(format, reason: "it has no pixels") }
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= limits.imagePixels else {
            throw .limit(LimitExceeded(\.imagePixels, of: limits, found: overflow ? .max : pixels, subject: subject))
        }
    }

    /// The memory for a picture, if its size is allowed.
    func makeBuilder(_ size: (width: Int, height: Int)) throws(ImageError) -> BitmapBuilder {
        try check(size)
        guard max(size.width, size.height) <= PixelAllowance.maximumSide else {
            throw .unsupported(format, reason: "a side is longer than \(PixelAllowance.maximumSide) pixels")
        }
        return try BitmapBuilder(width: size.width, height: size.height)
    }
}

/// The C libraries behind reading and writing pictures, with the versions loaded; TurboJPEG and giflib only know the one built
/// against.
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
