public import SVGAImage
public import SVGAModel
public import SVGAPixels

/// A picture to put in a sprite's place, decoded once and shared by all renderers it is given to.
public struct ReplacementImage: Sendable {
    let levels: BitmapLevels
    var bitmap: PreparedBitmap { levels.base }

    /// Decodes a PNG, JPEG, WebP, GIF (first frame) or BMP, told apart by its bytes. A JPEG is turned as its EXIF orientation says.
    /// - Throws: ``ImageError``; ``ImageError/limit(_:)`` before memory is taken for more than ``/SVGAModel/ReadLimits/imagePixels``.
    public init(bytes: [UInt8], limits: ReadLimits = .default) throws(ImageError) {
        guard case .image(let format) = PayloadKind.sniff(bytes) else { throw .unknownFormat }
        let decoded = try ImageDecoder.prepare(ImageEntity(key: "", format: format, bytes: bytes), limits: limits)
        let orientation = format == .jpeg ? EXIFOrientation(jpeg: bytes) : .upright
        levels = BitmapLevels(try decoded.oriented(orientation))
    }

    /// A picture that is in memory already.
    /// - Throws: ``ImageError/outOfMemory(bytes:)``.
    public init(_ pixmap: Pixmap) throws(ImageError) {
        levels = BitmapLevels(try PreparedBitmap.prepare(pixmap))
    }

    /// In pixels.
    public var width: Int { bitmap.width }
    public var height: Int { bitmap.height }
}
