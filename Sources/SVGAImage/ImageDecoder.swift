public import SVGAModel
public import SVGAPixels

/// Turns the image payloads of a movie into pixels (Rules of rendering, section 3).
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
    ///   ``/SVGAModel/ReadLimits/imagePixels``. A side longer than 32 767 pixels is unsupported.
    public static func decode(_ image: ImageEntity, limits: ReadLimits = .default) throws(ImageError) -> Pixmap {
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
