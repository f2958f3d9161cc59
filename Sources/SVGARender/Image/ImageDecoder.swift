public import SVGAModel

/// Turns the image payloads of a movie into pixels (semantics.md section 3).
///
/// Pictures are taken as they are stored: an EXIF orientation, a gamma or a colour profile changes nothing, 16-bit samples
/// keep their upper 8 bits, and of an animation the first frame counts. All functions may be called from several tasks at once.
public enum ImageDecoder {
    /// The picture's size in pixels as its header tells it, without decoding or allocating pixels.
    ///
    /// Nil where there is no readable header. A size says nothing about whether the rest can be decoded.
    public static func size(of image: ImageEntity) -> (width: Int, height: Int)? {
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

    /// The whole picture with premultiplied alpha, each colour `round(colour × alpha / 255)`.
    ///
    /// - Throws: ``ImageError``; ``ImageError/limit(_:)`` before any memory is taken when the picture has more pixels than
    ///   ``ReadLimits/imagePixels``.
    public static func decode(_ image: ImageEntity, limits: ReadLimits = .default) throws(ImageError) -> Pixmap {
        try prepare(image, limits: limits).pixmap()
    }

    /// The same picture as the painter wants it.
    package static func prepare(_ image: ImageEntity, limits: ReadLimits = .default) throws(ImageError) -> PreparedBitmap {
        let subject = "image \"\(image.key)\""
        return try image.bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) -> PreparedBitmap in
            /// Takes the memory for a picture, once its size is known to be allowed.
            func makeBuilder(_ size: (width: Int, height: Int)) throws(ImageError) -> BitmapBuilder {
                guard size.width > 0, size.height > 0 else { throw .broken(image.format, reason: "it has no pixels") }
                let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
                guard !overflow, pixels <= limits.imagePixels else {
                    throw .limit(LimitExceeded(\.imagePixels, of: limits, found: overflow ? .max : pixels, subject: subject))
                }
                return try BitmapBuilder(width: size.width, height: size.height)
            }
            switch image.format {
            case .png: return try PNGReader.decode(bytes, into: makeBuilder)
            case .jpeg: return try JPEGReader().decode(bytes, into: makeBuilder)
            case .webp: return try WebPReader.decode(bytes, into: makeBuilder)
            case .gif: return try GIFReader.decode(bytes, into: makeBuilder)
            case .bmp: return try BMPReader(bytes).decode(into: makeBuilder)
            case .unknown: throw .unknownFormat
            }
        }
    }

    /// What a reader calls once it knows its picture's size.
    typealias MakeBuilder = ((width: Int, height: Int)) throws(ImageError) -> BitmapBuilder
}
