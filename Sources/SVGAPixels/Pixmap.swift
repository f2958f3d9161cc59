/// A picture in memory: 8-bit RGBA with **premultiplied** alpha, rows from the top, no padding between them.
public struct Pixmap: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// `4 × width × height` bytes: red, green, blue, alpha; no colour is above its alpha.
    public var pixels: [UInt8]

    /// A transparent picture.
    public init(width: Int, height: Int) {
        self.init(width: width, height: height, pixels: [UInt8](repeating: 0, count: 4 * width * height))
    }

    /// - Precondition: `pixels.count == 4 * width * height`.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == 4 * width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The four bytes at a place, (0, 0) being the top left.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        let i = 4 * (y * width + x)
        return (pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3])
    }

    /// The same picture with straight alpha, each colour `round(colour × 255 / alpha)`; where alpha is 0, all four bytes are.
    ///
    /// Premultiplying the result gives this picture again, exactly.
    public func straightPixels() -> [UInt8] {
        var result = pixels
        result.withUnsafeMutableBufferPointer { PixelConversion.straighten($0) }
        return result
    }
}
