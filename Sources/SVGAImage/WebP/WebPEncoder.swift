import CWebP
import SVGAModel
import SVGASupport

/// How WebP is made.
public struct WebPOptions: Hashable, Sendable {
    /// Nil: lossless. 0 (smallest) to 100 (best): colors are lossy, in half the resolution; alpha is exact from 92 on, has 32 steps at 75
    /// and fewer below 60. A picture that is smaller without loss is stored so.
    public var quality: Int?
    /// 0 (fastest) to 6 (smallest); nil: 4. It changes how long it takes and how large the file is. Lossless, every pixel is the same with
    /// any effort.
    public var effort: Int?

    /// Lossless by default.
    public init(quality: Int? = nil, effort: Int? = nil) {
        self.quality = quality
        self.effort = effort
    }
}

/// Encodes pictures as WebP files of one picture, by libwebp. May be used by several tasks at once.
package struct WebPEncoder: Sendable {
    package let options: WebPOptions
    private let known: EncodedPictures?

    /// - Parameter known: where pictures are looked for before they are encoded; nil: nowhere.
    package init(options: WebPOptions, known: EncodedPictures? = nil) {
        self.options = options
        self.known = known
    }

    /// The widest and highest picture, in pixels.
    package static let maximumSide = Int(WEBP_MAX_DIMENSION)

    /// A complete WebP file. Ends early when the task is canceled.
    ///
    /// Lossless, what is seen is exact; what is wholly transparent may have any color.
    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - width: in pixels, at most ``maximumSide``.
    ///   - height: in pixels, at most ``maximumSide``.
    /// - Throws: ``ImageError/encoding(_:reason:)``, ``ImageError/canceled``.
    package func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(ImageError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height && pixels.count > 0)
        guard width <= WebPEncoder.maximumSide, height <= WebPEncoder.maximumSide else {
            throw .encoding(
                .webp, reason: "WebP holds at most \(WebPEncoder.maximumSide) pixels each way, not \(width) × \(height)")
        }
        try ImageError.check(.webp, toWrite: .webp)
        let picture = Picture(pixels: pixels, width: width, height: height)
        guard let known else { return try encode(picture) }
        return try known.file(pixels, width: width, height: height, options: options) { () throws(ImageError) in try encode(picture) }
    }

    private func encode(_ picture: Picture) throws(ImageError) -> [UInt8] {
        if options.quality == nil, (1...3).contains(effort), let only = WebPEncoder.losslessTrials(effort: effort, isPlain: false).first {
            return try picture.encoded(lossless: only)
        }
        var best = try picture.encoded(lossless: (0, 0))
        // Drawings of few colors take few bits a pixel, and what is best for them differs.
        let isPlain = 8 * best.count < 4 * picture.width * picture.height
        if let quality = options.quality {
            let lossy = try picture.encoded(quality: quality, method: effort)
            // Measured: where a picture is not plain, no lossless file has less than 0.65 of the first one's bytes.
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

    /// libwebp's method and its quality, which for lossless files is how hard it tries.
    private typealias Trial = (method: Int32, quality: Float)

    /// What is tried after method 0, of which the smallest file is taken. Without loss, efforts 1 to 3 need no method 0: it takes a tenth of
    /// their time, and its files are larger.
    ///
    /// Measured over 12 movies at a width of 300 pixels, in processor time and size beside effort 4: effort 2 takes 0.3 and is 7 % larger,
    /// 3 takes 0.5 and is 3 % larger, 5 takes 2.5 and 6 about 20, for 1 and 3 % less.
    private static func losslessTrials(effort: Int, isPlain: Bool) -> [Trial] {
        switch effort {
        case 0: []
        case 1: [(1, 20)]
        case 2: [(2, 25)]
        case 3: [(3, 30)]
        case 4: isPlain ? [(3, 75), (4, 85)] : [(4, 50)]
        case 5: isPlain ? [(3, 75), (4, 100)] : [(4, 100)]
        default: isPlain ? [(3, 75), (6, 100)] : [(6, 100)]
        }
    }

    /// The pixels, and how libwebp makes a file of them.
    private struct Picture {
        let pixels: UnsafeRawBufferPointer
        let width: Int
        let height: Int

        func encoded(lossless trial: Trial) throws(ImageError) -> [UInt8] {
            try encoded { config in
                config.lossless = 1
                config.method = trial.method
                config.quality = trial.quality
            }
        }

        func encoded(quality: Int, method: Int) throws(ImageError) -> [UInt8] {
            try encoded { config in
                config.quality = Float(min(100, max(0, quality)))
                config.method = Int32(method)
                config.alpha_quality = alphaQuality(quality)
            }
        }

        /// 72 is 32 steps of alpha: with fewer, rings show in soft glows; more are most of a small file and gain less than better colors do.
        /// From 75 on there are more, up to 96 steps, beside colors that lose as little; many faint layers need them.
        /// Below 50, poor colors show more than rings: 15 steps at quality 49, 7 at 5. Measured over 22 movies on white and on a dark
        /// color: at equal similarity the best mix of colors and alpha has 1 to 4 % fewer bytes than this; beside 32 steps always, 17 %.
        private func alphaQuality(_ quality: Int) -> Int32 {
            switch quality {
            case 92...: 100
            case 75...: Int32(72 + (quality - 75) / 2)
            case 60...: 72
            case 50...: 71
            default: Int32(20 + max(0, quality))
            }
        }

        private func encoded(_ configure: (inout WebPConfig) -> Void) throws(ImageError) -> [UInt8] {
            var config = WebPConfig()
            guard WebPConfigInit(&config) != 0, let work = Work() else {
                throw .encoding(.webp, reason: "libwebp is of another version")
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
