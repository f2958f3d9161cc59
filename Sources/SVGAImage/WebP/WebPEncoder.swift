import CWebP
import SVGAModel
import SVGASupport

/// How animated WebP is made.
///
/// Measured over five real movies of 78 to 480 frames, in processor time and size: lossless effort 0 takes 0.4 to 2 seconds and is 15 to 50 %
/// larger than 2, which takes 2 to 18; 3 takes 30 to 80 % longer than 2 and makes 3 to 5 % less, and what is above it little more.
/// Lossy at quality 80, effort 0 is 30 to 150 % larger than 4, which takes 1 to 9 seconds.
public struct WebPOptions: Hashable, Sendable {
    package var quality: Int?
    package var effort: Int?

    /// The default is lossless.
    /// - Parameters:
    ///   - quality: nil: lossless. 0 (smallest) to 100 (best): colours are lossy, in half the resolution. Alpha stays exact from 75 on;
    ///     below, it has 96 steps.
    ///   - effort: 0 (fastest) to 6 (smallest); nil: 2 where lossless, 4 where lossy.
    public init(quality: Int? = nil, effort: Int? = nil) {
        self.quality = quality
        self.effort = effort
    }
}

/// Encodes pictures as WebP files of one picture, by libwebp. May be used by several tasks at once.
package struct WebPEncoder: Sendable {
    package let options: WebPOptions

    package init(options: WebPOptions) { self.options = options }

    /// The widest and highest picture, in pixels.
    package static let longestSide = Int(WEBP_MAX_DIMENSION)

    /// A complete WebP file. Ends early when the task is cancelled.
    ///
    /// Lossless, what is seen is exact; what is wholly transparent may have any colour.
    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - width: in pixels, at most ``longestSide``.
    ///   - height: in pixels, at most ``longestSide``.
    /// - Throws: ``ImageError/encoding(_:reason:)``, ``ImageError/cancelled``.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(ImageError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height && pixels.count > 0)
        guard width <= WebPEncoder.longestSide, height <= WebPEncoder.longestSide else {
            throw .encoding(
                .webp, reason: "WebP holds at most \(WebPEncoder.longestSide) pixels each way, not \(width) × \(height)")
        }
        try ImageError.check(.webp, toWrite: .webp)
        guard var config = configuration, let work = Work() else { throw .encoding(.webp, reason: "libwebp is of another version") }
        work.picture.pointee.use_argb = config.lossless
        work.picture.pointee.width = Int32(width)
        work.picture.pointee.height = Int32(height)
        let bytes = pixels.assumingMemoryBound(to: UInt8.self).baseAddress
        guard WebPPictureImportRGBA(work.picture, bytes, Int32(4 * width)) != 0, WebPEncode(&config, work.picture) != 0 else {
            throw WebPEncoder.error(work.picture.pointee.error_code)
        }
        return [UInt8](UnsafeRawBufferPointer(start: work.output.pointee.mem, count: work.output.pointee.size))
    }

    private var configuration: WebPConfig? {
        var config = WebPConfig()
        guard WebPConfigInit(&config) != 0 else { return nil }
        if let quality = options.quality {
            config.quality = Float(min(100, max(0, quality)))
            config.method = Int32(effort(orElse: 4))
            // 80 keeps 96 steps of alpha. Fewer show as rings in soft glows; all of them would be most of a small file.
            config.alpha_quality = quality < 75 ? 80 : 100
        } else {
            guard WebPConfigLosslessPreset(&config, WebPEncoder.losslessLevels[effort(orElse: 2)]) != 0 else { return nil }
        }
        return WebPValidateConfig(&config) != 0 ? config : nil
    }

    private func effort(orElse usual: Int) -> Int { min(6, max(0, options.effort ?? usual)) }

    /// libwebp's levels of lossless compression, by effort.
    private static let losslessLevels: [Int32] = [0, 1, 2, 3, 5, 7, 9]

    private static func error(_ code: WebPEncodingError) -> ImageError {
        switch code {
        case VP8_ENC_ERROR_USER_ABORT: .cancelled
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: .noMemory(encoding: .webp)
        case VP8_ENC_ERROR_BAD_DIMENSION: .encoding(.webp, reason: "its size is not allowed in WebP")
        case VP8_ENC_ERROR_FILE_TOO_BIG: .encoding(.webp, reason: "WebP holds at most 4 GB")
        default: .encoding(.webp, reason: "libwebp's error \(code.rawValue)")
        }
    }

    /// Owns the picture and what is written of it; libwebp keeps their addresses.
    private struct Work: ~Copyable {
        let picture = UnsafeMutablePointer<WebPPicture>.allocate(capacity: 1)
        let output = UnsafeMutablePointer<WebPMemoryWriter>.allocate(capacity: 1)

        init?() {
            picture.initialize(to: WebPPicture())
            output.initialize(to: WebPMemoryWriter())
            WebPMemoryWriterInit(output)
            guard WebPPictureInit(picture) != 0 else { return nil }
            picture.pointee.writer = WebPMemoryWrite
            picture.pointee.custom_ptr = UnsafeMutableRawPointer(output)
            picture.pointee.progress_hook = { _, _ in Task.isCancelled ? 0 : 1 }
        }

        deinit {
            WebPPictureFree(picture)
            WebPMemoryWriterClear(output)
            picture.deallocate()
            output.deallocate()
        }
    }
}
