import CWebP
package import SVGAModel
import SVGAPixels
import SVGASupport

/// The pictures of an animated WebP, or of a still one, decoded by libwebpdemux.
package final class WebPAnimationReader: AnimationReader {
    /// The decoder reads this memory until it is freed.
    private let file: UnsafeMutableBufferPointer<UInt8>
    private let decoder: OpaquePointer
    private let width: Int
    private let height: Int
    /// The end of the previous picture, in milliseconds.
    private var clock: Int32 = 0

    /// - Throws: ``SVGAError/Kind/limit`` above ``ReadLimits/imagePixels``, and errors of the file.
    package init(_ bytes: [UInt8], limits: ReadLimits = .default) throws(SVGAError) {
        let (width, height) = try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in try WebPReader.size(bytes) }
        try PixelAllowance(format: .webp, limits: limits, subject: "the animation").check((width, height))
        let file = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = file.initialize(from: bytes)
        var options = WebPAnimDecoderOptions()
        var data = WebPData(bytes: file.baseAddress, size: file.count)
        guard WebPAnimDecoderOptionsInit(&options) != 0 else {
            file.deallocate()
            throw .broken(.webp, reason: "libwebpdemux has an incompatible version")
        }
        options.color_mode = MODE_RGBA
        guard let decoder = WebPAnimDecoderNew(&data, &options) else {
            file.deallocate()
            throw .broken(.webp, reason: "its animation cannot be read")
        }
        (self.file, self.decoder, self.width, self.height) = (file, decoder, width, height)
    }

    deinit {
        WebPAnimDecoderDelete(decoder)
        file.deallocate()
    }

    package func next() throws(SVGAError) -> ComposedPicture? {
        guard WebPAnimDecoderHasMoreFrames(decoder) != 0 else { return nil }
        var pixels: UnsafeMutablePointer<UInt8>?
        var end: Int32 = 0
        guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else {
            throw .broken(.webp, reason: "one of its frames cannot be decoded")
        }
        defer { clock = end }
        var pixmap = Pixmap(width: width, height: height, pixels: [UInt8](UnsafeBufferPointer(start: pixels, count: 4 * width * height)))
        pixmap.pixels.withUnsafeMutableBytes { AlphaConversion.premultiply($0) }
        return ComposedPicture(pixmap: pixmap, seconds: Double(max(0, end - clock)) / 1000)
    }
}
