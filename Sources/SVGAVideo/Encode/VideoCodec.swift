import SVGAModel

#if Video
    import CLibAV
    import SVGAPlatform
    import SVGAExport
    import SVGAPixels
    import SVGASupport

    /// The encoder settings for each ``VideoFormat``.
    struct VideoCodec {
        let encoder: String
        let container: String
        let audioEncoder: String
        let picture: PictureFormat
        private let format: VideoFormat
        private let options: VideoOptions
        private let buffers: CodecBuffers

        /// - Parameters:
        ///   - width: the width of the frames.
        ///   - height: the height of the frames.
        ///   - fusion: the sprites that players draw; nil: none.
        init(_ format: VideoFormat, options: VideoOptions, width: Int, height: Int, fusion: FusionPlan?) throws(SVGAError) {
            self.format = format
            self.options = options
            let isSplit = options.alpha != .native
            guard !isSplit || format == .mp4 || format == .webm else {
                throw .codec(format.rawValue, reason: "it supports alpha itself, so alpha cannot be put beside the color")
            }
            let hasAlpha = !isSplit && !options.isOpaque
            let pixels: AVPixelFormat
            switch format {
            case .mp4: (encoder, container, pixels) = (options.usesHEVC ? "libx265" : "libx264", "mp4", AV_PIX_FMT_YUV420P)
            case .webm: (encoder, container, pixels) = ("libvpx-vp9", "webm", hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P)
            case .proRes: (encoder, container, pixels) = ("prores_ks", "mov", hasAlpha ? AV_PIX_FMT_YUVA444P10LE : AV_PIX_FMT_YUV444P10LE)
            case .animation: (encoder, container, pixels) = ("qtrle", "mov", AV_PIX_FMT_ARGB)
            }
            audioEncoder =
                switch format {
                case .webm: "libopus"
                case .mp4: "aac"
                case .proRes, .animation: options.keepsSamples ? "pcm_s16le" : "aac"
                }
            let layout =
                isSplit
                ? VideoLayout(
                    width: width, height: height, isStacked: options.alpha == .stacked, alphaScale: options.alphaScale,
                    masks: fusion?.sources.map { ($0.maskWidth, $0.maskHeight) } ?? [])
                : VideoLayout(width: width, height: height, isEven: format == .mp4)
            let opaqueName = format == .mp4 ? "MP4" : options.isOpaque ? "video on an opaque background" : nil
            picture = PictureFormat(
                pixels: pixels, layout: layout, padding: options.padding, opaqueName: isSplit ? nil : opaqueName, fusion: fusion,
                faintAlpha: pixels == AV_PIX_FMT_YUVA420P ? VideoCodec.faintAlpha(options) : nil)
            buffers = CodecBuffers(format, options, layout)
        }

        /// The maximum memory of the encoder.
        var memory: SinkMemory { buffers.memory }

        /// The quantizer of VP9 for the colors without alpha.
        private static func vp9Quantizer(_ options: VideoOptions) -> Double { options.quantizer(worst: 60, best: 10) ?? 26 }

        /// Pixels below this alpha get smooth colors, which saves up to a quarter of the bytes. A good quality needs more exact colors.
        private static func faintAlpha(_ options: VideoOptions) -> UInt32 {
            UInt32(saturating: min(77, max(16, 77 * (vp9Quantizer(options) - 14) / 24)))
        }

        /// With smooth faint colors, a better quantizer keeps the similarity.
        private var vp9Quantizer: Double { VideoCodec.vp9Quantizer(options) - (hasAlphaStream ? 2 : 0) }

        /// Whether alpha is a second stream of brightness.
        private var hasAlphaStream: Bool { picture.pixels == AV_PIX_FMT_YUVA420P }

        /// - Parameter isGlobal: whether the container stores the encoder's headers.
        func open(frameRate: FrameRate, isGlobal: Bool) throws(SVGAError) -> PictureEncoder {
            let colors = try openCodec(frameRate: frameRate, isGlobal: isGlobal)
            return try PictureEncoder(colors, alpha: hasAlphaStream ? try openCodec(frameRate: frameRate, isGlobal: isGlobal) : nil)
        }

        private func openCodec(frameRate: FrameRate, isGlobal: Bool) throws(SVGAError) -> CodecContext {
            let codec = try CodecContext(encoder: encoder)
            let context = codec.pointer
            context.pointee.width = Int32(picture.layout.width)
            context.pointee.height = Int32(picture.layout.height)
            context.pointee.pix_fmt = hasAlphaStream ? AV_PIX_FMT_YUV420P : picture.pixels
            context.pointee.time_base = AVRational(num: Int32(frameRate.denominator), den: Int32(frameRate.numerator))
            context.pointee.framerate = AVRational(num: Int32(frameRate.numerator), den: Int32(frameRate.denominator))
            context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
            if picture.pixels != AV_PIX_FMT_ARGB {
                context.pointee.color_range = AVCOL_RANGE_MPEG
                context.pointee.colorspace = AVCOL_SPC_BT709
                context.pointee.color_primaries = AVCOL_PRI_BT709
                context.pointee.color_trc = AVCOL_TRC_BT709
            }
            context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | (isGlobal ? AV_CODEC_FLAG_GLOBAL_HEADER : 0)
            context.pointee.thread_count = Int32(clamping: buffers.threads)
            try configure(codec)
            try codec.open()
            return codec
        }

        /// The preset of x264 and x265 for the effort.
        private var preset: String { ["superfast", "veryfast", "faster", "fast", "medium", "slow", "slower"][options.effort] }

        /// A FourCC as a little-endian number.
        private static func tag(_ letters: StaticString) -> UInt32 {
            letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        }

        /// Settings of x265 for drawings.
        private static let drawingSettings = "aq-mode=0:psy-rd=0:psy-rdoq=0:rdoq-level=2:rd=4"

        private func configure(_ codec: CodecContext) throws(SVGAError) {
            switch format {
            case .mp4 where options.usesHEVC:
                // Measured with three movies of at least half a million pixels: files a fifth smaller than with x264 at the same SSIM, in 2.5 times
                // the CPU time.
                // "aq-mode" is off, because moving bits to flat areas costs more than it gains. "psy-rd" preserves film grain, which drawings do
                // not have.
                // Without it, with H.264's number of B-frames and references, and with RDO quantization, ten movies are 6 % smaller at the same
                // SSIM.
                try codec.set("preset", preset)
                try codec.set("crf", "\(options.quantizer(worst: 45, best: 10) ?? 21)")
                // x265 writes to the standard error by default. Apple's players require the tag "hvc1".
                let bufferSettings = "bframes=\(buffers.bFrames):ref=\(buffers.references):rc-lookahead=\(buffers.lookahead)"
                try codec.set(
                    "x265-params", "log-level=none:info=0:\(VideoCodec.drawingSettings):\(bufferSettings):pools=\(buffers.threads)")
                codec.pointer.pointee.codec_tag = VideoCodec.tag("hvc1")
            case .mp4:
                if options.alpha != .native {
                    try codec.set("profile", "baseline")
                }
                codec.pointer.pointee.max_b_frames = Int32(buffers.bFrames)
                // Measured with six movies: files of "medium" are 15 % smaller than those of "veryfast" at the same SSIM, in 1.3 times the CPU time
                // of an export.
                try codec.set("preset", preset)
                try codec.set("rc-lookahead", "\(buffers.lookahead)")
                // Drawings repeat earlier content: files are 1 % smaller, in 10 % more time.
                codec.pointer.pointee.refs = Int32(buffers.references)
                try codec.set("crf", "\(options.quantizer(worst: 45, best: 10) ?? 20)")
            case .webm:
                codec.pointer.pointee.bit_rate = 0
                try codec.set("crf", "\(Int(saturating: vp9Quantizer.rounded()))")
                try codec.set("deadline", "good")
                // libvpx's default is 1. With 2, files are 5 % larger at equal similarity in 0.6 times the CPU time; with 3, 15 % in 0.45 times;
                // with 0, 4 % smaller in 2.5 times. With alpha, 2 and smooth faint colors make files as small as 1 without.
                let speeds = hasAlphaStream ? [5, 5, 4, 3, 2, 1, 0] : [5, 4, 3, 2, 1, 0, 0]
                try codec.set("cpu-used", "\(speeds[options.effort])")
                try codec.set("row-mt", "1")
                // Alpha is a second stream with one packet per packet of the first. Two passes with hidden frames make files 4 % smaller, but all
                // frames would have to wait.
                try codec.set("auto-alt-ref", "0")
                try codec.set("lag-in-frames", "0")
            case .proRes:
                try codec.set("profile", "4444")
                try codec.set("vendor", "apl0")
                if picture.pixels == AV_PIX_FMT_YUVA444P10LE { try codec.set("alpha_bits", "16") }
                if let quantizer = options.quantizer(worst: 20, best: 2) {
                    codec.pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE
                    codec.pointer.pointee.global_quality = Int32(saturating: (quantizer * Double(FF_QP2LAMBDA)).rounded())
                }
            case .animation:
                // Frames store differences to the previous one, with regular key frames to seek to.
                codec.pointer.pointee.gop_size = 60
            }
        }
    }

    /// Owns a libavcodec encoder.
    ///
    /// Unchecked: its owner makes one call at a time, also if a thread of its own makes them.
    final class CodecContext: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<AVCodecContext>
        let name: String
        private let codec: UnsafePointer<AVCodec>
        private var isClosed = false

        /// - Parameter name: libavcodec's name of the encoder.
        init(encoder name: String) throws(SVGAError) {
            try LibAV.load()
            guard let codec = avcodec_find_encoder_by_name(name) else {
                throw .codec(name, reason: "libavcodec was built without this encoder")
            }
            guard let pointer = avcodec_alloc_context3(codec) else { throw LibAV.noMemory(for: name) }
            self.name = name
            self.codec = codec
            self.pointer = pointer
        }

        deinit { close() }

        /// Frees the encoder. Nothing else may be called afterwards.
        ///
        /// x264 then analyzes its whole lookahead, which takes up to 45 ms of CPU time.
        func close() {
            if isClosed { return }
            isClosed = true
            var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
            avcodec_free_context(&pointer)
        }

        /// The supported rates, in samples per second; nil: any.
        var sampleRates: [Int]? {
            guard var rate = codec.pointee.supported_samplerates else { return nil }
            var rates: [Int] = []
            while rate.pointee != 0 {
                rates.append(Int(rate.pointee))
                rate += 1
            }
            return rates
        }

        /// Sets a private option of this encoder, before ``open()``.
        func set(_ option: String, _ value: String) throws(SVGAError) {
            try LibAV.check(av_opt_set(pointer.pointee.priv_data, option, value, 0), "\(name), \(option)=\(value)")
        }

        func open() throws(SVGAError) { try LibAV.check(avcodec_open2(pointer, codec, nil), name) }

        /// Encodes a frame, or flushes the encoder with nil. Passes on the packets that are ready; each is valid only during the call.
        func encode(
            _ frame: UnsafeMutablePointer<AVFrame>?,
            _ take: (UnsafeMutablePointer<AVPacket>) throws(SVGAError) -> Void
        ) throws(SVGAError) {
            try send(frame)
            while let packet = try receive() { try packet.withPointer(take) }
        }

        /// Passes a frame to the encoder, or nil after the last one. It may encode several frames in this call.
        func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(SVGAError) {
            try LibAV.check(avcodec_send_frame(pointer, frame), name)
        }

        /// The next packet; nil if there is none until another frame is sent.
        func receive() throws(SVGAError) -> EncodedPacket? {
            let packet = try EncodedPacket(of: name)
            let result = try packet.withPointer { avcodec_receive_packet(pointer, $0) }
            if result == svga_averror(EAGAIN) || result == svga_averror_eof() { return nil }
            try LibAV.check(result, name)
            return packet
        }
    }

    /// Owns a packet of an encoder.
    ///
    /// Unchecked: it is used by one thread at a time.
    final class EncodedPacket: @unchecked Sendable {
        private let pointer: UnsafeMutablePointer<AVPacket>

        fileprivate init(of encoder: String) throws(SVGAError) {
            guard let pointer = av_packet_alloc() else { throw LibAV.noMemory(for: encoder) }
            self.pointer = pointer
        }

        deinit {
            var pointer: UnsafeMutablePointer<AVPacket>? = pointer
            av_packet_free(&pointer)
        }

        /// The packet is valid only during the call.
        func withPointer<Output>(
            _ body: (UnsafeMutablePointer<AVPacket>) throws(SVGAError) -> Output
        ) throws(SVGAError) -> Output {
            try withExtendedLifetime(self) { () throws(SVGAError) in try body(pointer) }
        }
    }
#endif
