import CWebP
import Glibc

/// Encodes pictures as WebP files of one picture, by libwebp. May be used by several tasks at once.
package struct WebPFrameEncoder: Sendable {
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
    ///   - frame: what an error calls this picture.
    /// - Throws: ``ExportError/encode(frame:reason:)``, ``ExportError/cancelled``.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int, frame: Int = 0) throws(ExportError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height && pixels.count > 0)
        guard width <= WebPFrameEncoder.longestSide, height <= WebPFrameEncoder.longestSide else {
            throw .encode(
                frame: frame, reason: "WebP holds at most \(WebPFrameEncoder.longestSide) pixels each way, not \(width) × \(height)")
        }
        guard var config = configuration, let work = Work() else { throw .encode(frame: frame, reason: "libwebp is of another version") }
        work.picture.pointee.use_argb = config.lossless
        work.picture.pointee.width = Int32(width)
        work.picture.pointee.height = Int32(height)
        let bytes = pixels.assumingMemoryBound(to: UInt8.self).baseAddress
        guard WebPPictureImportRGBA(work.picture, bytes, Int32(4 * width)) != 0, WebPEncode(&config, work.picture) != 0 else {
            let code = work.picture.pointee.error_code
            if code == VP8_ENC_ERROR_USER_ABORT { throw .cancelled }
            throw .encode(frame: frame, reason: WebPFrameEncoder.text(code))
        }
        return [UInt8](UnsafeRawBufferPointer(start: work.output.pointee.mem, count: work.output.pointee.size))
    }

    private var configuration: WebPConfig? {
        var config = WebPConfig()
        guard WebPConfigInit(&config) != 0 else { return nil }
        if let quality = options.quality {
            config.quality = Float(min(100, max(0, quality)))
            // libwebp's methods go from 0 to 6.
            config.method = Int32((2 * effort(orElse: 6) + 1) / 3)
            // 80 keeps 96 steps of alpha. Fewer show as rings in soft glows; all of them would be most of a small file.
            config.alpha_quality = quality < 75 ? 80 : 100
        } else {
            guard WebPConfigLosslessPreset(&config, Int32(effort(orElse: 2))) != 0 else { return nil }
        }
        return WebPValidateConfig(&config) != 0 ? config : nil
    }

    private func effort(orElse usual: Int) -> Int { min(9, max(0, options.effort ?? usual)) }

    private static func text(_ code: WebPEncodingError) -> String {
        switch code {
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: errorText(ENOMEM)
        case VP8_ENC_ERROR_BAD_DIMENSION: "its size is not allowed in WebP"
        case VP8_ENC_ERROR_FILE_TOO_BIG: "WebP holds at most 4 GB"
        default: "libwebp's error \(code.rawValue)"
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
