import SVGAModel

/// What a reader asks before it takes memory for a picture.
struct PixelAllowance {
    /// Cairo draws no picture with a longer side.
    private static let longestSide = 32_767

    let format: ImageEntity.Format
    let limits: ReadLimits
    /// The image, for a person.
    let subject: String

    /// - Throws: ``ImageError/limit(_:)`` for more pixels than ``/SVGAModel/ReadLimits/imagePixels``.
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
        guard max(size.width, size.height) <= PixelAllowance.longestSide else {
            throw .unsupported(format, reason: "a side is longer than \(PixelAllowance.longestSide) pixels")
        }
        return try BitmapBuilder(width: size.width, height: size.height)
    }
}
