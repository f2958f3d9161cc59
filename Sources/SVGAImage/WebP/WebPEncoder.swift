import CWebP
package import SVGAModel
import SVGASupport

/// The options of WebP encoding.
public struct WebPOptions: Hashable, Sendable {
    /// The quality, 0 (smallest) to 100 (best); nil: lossless. Lossy colors have half the chroma resolution. Alpha is exact from 92 on, has 32 steps
    /// at 75, and fewer below 60. A picture that is smaller without loss is lossless.
    public var quality: Int?
    /// The effort, 0 (fastest) to 6 (smallest); nil: 4. It affects the encoding time and the file size. Lossless pixels do not depend on it.
    public var effort: Int?

    /// Lossless by default.
    public init(quality: Int? = nil, effort: Int? = nil) {
        self.quality = quality
        self.effort = effort
    }
}

/// Encodes single pictures as WebP files with libwebp. Thread-safe.
package struct WebPEncoder: Sendable {
    package let options: WebPOptions
    private let cache: EncodedPictures?

    /// - Parameter cache: encoded pictures to reuse; nil: none.
    package init(options: WebPOptions, cache: EncodedPictures? = nil) {
        self.options = options
        self.cache = cache
    }

    /// The maximum side of a picture, in pixels.
    package static let maximumSide = Int(WEBP_MAX_DIMENSION)

    /// Encodes a complete WebP file. Stops early if the task is canceled.
    ///
    /// Lossless files keep visible pixels exactly; fully transparent pixels may have any color.
    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - width: in pixels, at most ``maximumSide``.
    ///   - height: in pixels, at most ``maximumSide``.
    /// - Throws: ``SVGAError/Kind/encoding``, ``SVGAError/Kind/cancelled``.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(SVGAError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height && pixels.count > 0)
        guard width <= WebPEncoder.maximumSide, height <= WebPEncoder.maximumSide else {
            throw .encoding(
                .webp, reason: "WebP allows at most \(WebPEncoder.maximumSide) pixels per side, not \(width) × \(height)")
        }
        try SVGAError.check(.webp, toWrite: .webp)
        let picture = Picture(pixels: pixels, width: width, height: height)
        guard let cache else { return try encode(picture) }
        return try cache.file(pixels, width: width, height: height, options: options) { () throws(SVGAError) in try encode(picture) }
    }

    private func encode(_ picture: Picture) throws(SVGAError) -> [UInt8] {
        if options.quality == nil, (1...3).contains(effort), let only = WebPEncoder.losslessTrials(effort: effort, isPlain: false).first {
            return try picture.encoded(lossless: only)
        }
        var best = try picture.encoded(lossless: (0, 0))
        // Drawings with few colors take few bits per pixel, and their best settings differ.
        let isPlain = 8 * best.count < 4 * picture.width * picture.height
        if let quality = options.quality {
            let lossy = try picture.encoded(quality: quality, method: effort)
            // Measured: if a picture is not plain, no lossless file has less than 0.65 of the first one's bytes.
            guard isPlain || best.count < 2 * lossy.count else { return lossy }
            if lossy.count < best.count { best = lossy }
        }
        for trial in WebPEncoder.losslessTrials(effort: effort, isPlain: isPlain) {
            let file = try picture.encoded(lossless: trial)
            if file.count < best.count { best = file }
        }
        return best
    }

    /// 0 to 6.
    package var effort: Int { min(6, max(0, options.effort ?? 4)) }

    /// libwebp's method and its quality, which is the compression effort for lossless files.
    private typealias Trial = (method: Int32, quality: Float)

    /// The trials after method 0; the smallest file is used. Lossless efforts 1 to 3 skip method 0, which takes a tenth of their time and
    /// makes larger files.
    ///
    /// Measured over 6 movies at a width of 300 pixels, relative to effort 4 (processor time, size).
    /// 1: 0.25 times, 11 % larger; 2: 0.4 times, 6 % larger; 3: 0.8 times, 0.5 % larger; 5: 5 times, 4 % smaller; 6: about 40 times, 5 % smaller.
    /// Method 4 and quality 50 instead of effort 4: 1.8 times, 2 % smaller.
    private static func losslessTrials(effort: Int, isPlain: Bool) -> [Trial] {
        switch effort {
        case 0: []
        case 1: [(1, 20)]
        case 2: [(2, 25)]
        case 3: [(3, 30)]
        case 4: isPlain ? [(3, 75), (4, 85)] : [(3, 75)]
        case 5: isPlain ? [(3, 75), (4, 100)] : [(4, 100)]
        default: isPlain ? [(3, 75), (6, 100)] : [(6, 100)]
        }
    }

    /// The pixels with libwebp's configuration.
    private struct Picture {
        let pixels: UnsafeRawBufferPointer
        let width: Int
        let height: Int

        func encoded(lossless trial: Trial) throws(SVGAError) -> [UInt8] {
            try encoded { config in
                config.lossless = 1
                config.method = trial.method
                config.quality = trial.quality
            }
        }

        func encoded(quality: Int, method: Int) throws(SVGAError) -> [UInt8] {
            try encoded { config in
                config.quality = Float(min(100, max(0, quality)))
                config.method = Int32(method)
                config.alpha_quality = alphaQuality(quality)
            }
        }

        /// 72 gives 32 steps of alpha. Fewer steps make visible rings in soft glows; more steps gain less than better colors do.
        /// From 75 on there are up to 96 steps, because many faint layers need them. Below 50, poor colors are more visible than rings: 15
        /// steps at quality 49, 7 at 5.
        /// Measured over 22 movies on white and on a dark color, at equal similarity: the best mix of color and alpha quality saves 1 to 4 %
        /// of the bytes. Always using 32 steps costs 17 %.
        private func alphaQuality(_ quality: Int) -> Int32 {
            switch quality {
            case 92...: 100
            case 75...: Int32(72 + (quality - 75) / 2)
            case 60...: 72
            case 50...: 71
            default: Int32(20 + max(0, quality))
            }
        }

        private func encoded(_ configure: (inout WebPConfig) -> Void) throws(SVGAError) -> [UInt8] {
            var config = WebPConfig()
            guard WebPConfigInit(&config) != 0, let work = Work() else {
                throw .encoding(.webp, reason: "libwebp has an incompatible version")
            }
            configure(&config)
            work.picture.pointee.use_argb = config.lossless
            work.picture.pointee.width = Int32(width)
            work.picture.pointee.height = Int32(height)
            let bytes = pixels.assumingMemoryBound(to: UInt8.self).baseAddress
            guard WebPPictureImportRGBA(work.picture, bytes, Int32(4 * width)) != 0, WebPEncode(&config, work.picture) != 0 else {
                throw WebPEncoder.error(work.picture.pointee.error_code)
            }
            return [UInt8](UnsafeRawBufferPointer(start: work.output.pointee.mem, count: work.output.pointee.size))
        }
    }

    private static func error(_ code: WebPEncodingError) -> SVGAError {
        switch code {
        case VP8_ENC_ERROR_USER_ABORT: .cancelled
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: .noMemory(encoding: .webp)
        case VP8_ENC_ERROR_BAD_DIMENSION: .encoding(.webp, reason: "its size is not allowed in WebP")
        case VP8_ENC_ERROR_FILE_TOO_BIG: .encoding(.webp, reason: "WebP allows at most 4 GB")
        default: .encoding(.webp, reason: "libwebp's error \(code.rawValue)")
        }
    }

    /// Owns the picture and its output; libwebp keeps their addresses.
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
