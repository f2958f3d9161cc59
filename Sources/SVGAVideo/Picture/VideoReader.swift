#if Video
    import CLibAV
    package import SVGAImage
    import SVGAExport
    package import SVGAModel
    import SVGAPixels
    import SVGASupport

    /// The pictures of a video, decoded by libav, with alpha if present.
    package final class VideoReader: AnimationReader {
        /// The properties of the file's pictures and sound.
        package struct Properties: Sendable {
            /// The width after rotation.
            package fileprivate(set) var width = 0
            package fileprivate(set) var height = 0
            /// Whether the codec is lossless.
            package fileprivate(set) var isLossless = false
            package fileprivate(set) var hasSound = false
            /// Whether pixels are square.
            package fileprivate(set) var hasSquarePixels = true
            /// Whether players rotate the pictures by an angle that is not a right angle. This reader does not.
            package fileprivate(set) var hasUnsupportedRotation = false
        }

        package private(set) var properties = Properties()
        private let name: String
        private let isStrict: Bool
        private let media: MediaInput
        private var codec: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frame: UnsafeMutablePointer<AVFrame>?
        private var scaler: FrameScaler?
        private var turn: PictureTurn?
        /// The size of the pictures before rotation.
        private var stored = (width: 0, height: 0)
        private var stream: Int32 = -1
        private var secondsPerTick = 0.0
        /// The picture count in the file's header; 0: unknown.
        private var declaredFrameCount = 0
        private var decoded = 0
        /// The next picture, decoded in advance because the current duration ends at its start.
        private var nextPicture: (picture: Pixmap, start: Double)?
        private var hasBegun = false
        private var isAtEnd = false
        /// The default duration of a picture, if the file does not contain it.
        private var usualSeconds = 0.04

        /// Reads what a player would show; damaged parts are skipped.
        /// - Throws: ``SVGAError/Kind/encoding`` for a file without pictures that libav can decode.
        package convenience init(path: String) throws(SVGAError) {
            try self.init(.path(path), name: path, maximumPixels: nil, isStrict: false)
        }

        /// Reads a file that must be intact: damage or truncation is an error of ``next()``.
        /// - Parameter limits: ``ReadLimits/imagePixels`` is the maximum per picture.
        package convenience init(whole path: String, limits: ReadLimits) throws(SVGAError) {
            try self.init(.path(path), name: path, maximumPixels: limits.imagePixels, isStrict: true)
        }

        /// Like ``init(whole:limits:)``, for bytes in memory.
        package convenience init(whole bytes: [UInt8], name: String, limits: ReadLimits) throws(SVGAError) {
            try self.init(.bytes(bytes), name: name, maximumPixels: limits.imagePixels, isStrict: true)
        }

        private init(_ source: MediaInput.Source, name: String, maximumPixels: Int?, isStrict: Bool) throws(SVGAError) {
            try LibAV.load()
            self.name = name
            self.isStrict = isStrict
            do throws(MediaInput.Failure) {
                media = try MediaInput(source, .film, maximumPixels: maximumPixels)
            } catch {
                throw .codec(name, reason: LibAV.text(of: error.code))
            }
            packet = av_packet_alloc()
            frame = av_frame_alloc()
            guard packet != nil, frame != nil else { throw LibAV.noMemory(for: name) }
            properties.hasSound = (0..<media.streamCount).contains {
                let parameters = media.stream(Int32($0))?.pointee.codecpar.pointee
                return parameters?.codec_type == AVMEDIA_TYPE_AUDIO && parameters?.codec_id != AV_CODEC_ID_NONE
            }
            var decoder: UnsafePointer<AVCodec>?
            stream = media.select(AVMEDIA_TYPE_VIDEO, &decoder)
            guard let track = media.stream(stream), let parameters = track.pointee.codecpar else {
                throw .codec(name, reason: "it has no images")
            }
            // libav's native decoders of VP8 and VP9 ignore the alpha.
            let withAlpha: [AVCodecID.RawValue: String] = [AV_CODEC_ID_VP9.rawValue: "libvpx-vp9", AV_CODEC_ID_VP8.rawValue: "libvpx"]
            if let libvpx = withAlpha[parameters.pointee.codec_id.rawValue], let found = avcodec_find_decoder_by_name(libvpx) {
                decoder = found
            }
            codec = avcodec_alloc_context3(decoder)
            guard let codec else { throw LibAV.noMemory(for: name) }
            try check(avcodec_parameters_to_context(codec, parameters))
            codec.pointee.pkt_timebase = track.pointee.time_base
            codec.pointee.thread_count = Int32(clamping: min(4, Processors.count))
            if let maximumPixels { codec.pointee.max_pixels = Int64(maximumPixels) }
            if let codecs = media.kind.codecs { try check(av_opt_set(codec, "codec_whitelist", codecs, 0)) }
            try check(avcodec_open2(codec, decoder, nil))
            try learn(track)
        }

        deinit {
            avcodec_free_context(&codec)
            av_frame_free(&frame)
            av_packet_free(&packet)
        }

        private func learn(_ track: UnsafeMutablePointer<AVStream>) throws(SVGAError) {
            let parameters = track.pointee.codecpar.pointee
            (properties.width, properties.height) = (Int(parameters.width), Int(parameters.height))
            guard properties.width > 0, properties.height > 0 else { throw .codec(name, reason: "its frames have no size") }
            if let matrix = svga_av_display_matrix(track) {
                turn = PictureTurn(matrix: matrix)
                properties.hasUnsupportedRotation = turn == nil
            }
            stored = (properties.width, properties.height)
            if let turn { (properties.width, properties.height) = turn.size(width: properties.width, height: properties.height) }
            let lossless = [
                AV_CODEC_ID_QTRLE, AV_CODEC_ID_PNG, AV_CODEC_ID_FFV1, AV_CODEC_ID_HUFFYUV, AV_CODEC_ID_FFVHUFF, AV_CODEC_ID_UTVIDEO,
                AV_CODEC_ID_RAWVIDEO,
            ]
            properties.isLossless = lossless.contains(parameters.codec_id)
            let aspect = parameters.sample_aspect_ratio
            properties.hasSquarePixels = aspect.num <= 0 || aspect.den <= 0 || aspect.num == aspect.den
            let rate = track.pointee.avg_frame_rate
            if rate.num > 0, rate.den > 0 { usualSeconds = Double(rate.den) / Double(rate.num) }
            let base = track.pointee.time_base
            if base.num > 0, base.den > 0 { secondsPerTick = Double(base.num) / Double(base.den) }
            declaredFrameCount = Int(clamping: track.pointee.nb_frames)
        }

        package func next() throws(SVGAError) -> ComposedPicture? {
            if !hasBegun { nextPicture = try decode(after: nil) }
            hasBegun = true
            guard let current = nextPicture else { return nil }
            nextPicture = try decode(after: current.start)
            let length = nextPicture.map { $0.start - current.start } ?? usualSeconds
            return ComposedPicture(pixmap: current.picture, seconds: length)
        }

        private func decode(after last: Double?) throws(SVGAError) -> (picture: Pixmap, start: Double)? {
            guard let frame else { return nil }
            while true {
                let result = avcodec_receive_frame(codec, frame)
                if result >= 0 {
                    defer { av_frame_unref(frame) }
                    decoded += 1
                    let ticks = frame.pointee.best_effort_timestamp
                    let usual = last.map { $0 + usualSeconds } ?? 0
                    let start = ticks == svga_av_nopts() || secondsPerTick == 0 ? usual : Double(ticks) * secondsPerTick
                    return (try pixmap(frame), max(start, last ?? start))
                }
                if result != svga_averror(EAGAIN), result != svga_averror_eof() { try note(result) }
                if result != svga_averror(EAGAIN) || isAtEnd {
                    try checkEnd()
                    return nil
                }
                try feed()
            }
        }

        private func feed() throws(SVGAError) {
            guard let packet else { return }
            let result = media.read(stream, into: packet)
            if result < 0 {
                isAtEnd = true
                if result != svga_averror_eof() { try note(result) }
                _ = avcodec_send_packet(codec, nil)
                return
            }
            defer { av_packet_unref(packet) }
            // A damaged packet is skipped, as in players.
            try note(avcodec_send_packet(codec, packet))
        }

        private func note(_ code: Int32) throws(SVGAError) {
            if isStrict, code < 0 { throw .broken(.unknown, reason: LibAV.text(of: code)) }
        }

        /// Not all containers report truncation.
        private func checkEnd() throws(SVGAError) {
            guard isStrict else { return }
            if decoded == 0 { throw .broken(.unknown, reason: "none of its frames can be decoded") }
            if decoded < declaredFrameCount {
                throw .broken(.unknown, reason: "it is truncated after \(decoded) of \(declaredFrameCount) frames")
            }
        }

        private func pixmap(_ frame: UnsafeMutablePointer<AVFrame>) throws(SVGAError) -> Pixmap {
            if scaler?.fits(frame) != true { scaler = FrameScaler(frame, width: stored.width, height: stored.height) }
            guard let scaler else { throw .outOfMemory(bytes: 4 * stored.width * stored.height) }
            let (rows, pixmap) = scaler.pixmap(frame)
            guard let pixmap else { throw .broken(.unknown, reason: LibAV.text(of: rows)) }
            return turn?.turned(pixmap) ?? pixmap
        }

        private func check(_ code: Int32) throws(SVGAError) {
            guard code >= 0 else { throw .codec(name, reason: LibAV.text(of: code)) }
        }
    }

    /// Owns the swscale context that converts decoded pictures to RGBA, and its output memory.
    private final class FrameScaler {
        private let context: OpaquePointer
        private let form: (width: Int32, height: Int32, format: Int32)
        private let width: Int
        private let height: Int
        /// swscale writes beyond the end of rows.
        private let bytesPerRow: Int
        private let rows: UnsafeMutableRawBufferPointer

        private static let alignment = 64
        /// Without a color space in the file, pictures of at least this height are BT.709.
        private static let highDefinition = 720

        /// nil if swscale cannot convert these pictures.
        init?(_ frame: UnsafeMutablePointer<AVFrame>, width: Int, height: Int) {
            form = (frame.pointee.width, frame.pointee.height, frame.pointee.format)
            let source = AVPixelFormat(frame.pointee.format)
            let flags = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT
            guard
                let context = sws_getContext(
                    form.width, form.height, source, Int32(clamping: width), Int32(clamping: height), AV_PIX_FMT_RGBA, flags, nil, nil, nil)
            else { return nil }
            self.context = context
            let space: Int32 =
                switch frame.pointee.colorspace {
                case AVCOL_SPC_BT709: SWS_CS_ITU709
                case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
                case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
                case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
                default: height >= FrameScaler.highDefinition ? SWS_CS_ITU709 : SWS_CS_ITU601
                }
            let full = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P]
            let isFull = frame.pointee.color_range == AVCOL_RANGE_JPEG || full.contains(source)
            let matrix = sws_getCoefficients(space)
            // From RGB the call fails, and is not needed.
            _ = sws_setColorspaceDetails(context, matrix, isFull ? 1 : 0, matrix, 1, 0, 1 << 16, 1 << 16)
            self.width = width
            self.height = height
            bytesPerRow = (4 * width + FrameScaler.alignment - 1) / FrameScaler.alignment * FrameScaler.alignment
            rows = .allocate(byteCount: bytesPerRow * height + FrameScaler.alignment, alignment: FrameScaler.alignment)
        }

        deinit {
            sws_freeContext(context)
            rows.deallocate()
        }

        func fits(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
            form == (frame.pointee.width, frame.pointee.height, frame.pointee.format)
        }

        /// - Returns: swscale's result, and the picture unless that is an error.
        func pixmap(_ frame: UnsafeMutablePointer<AVFrame>) -> (Int32, Pixmap?) {
            var target = rows.baseAddress.map { Optional($0.assumingMemoryBound(to: UInt8.self)) } ?? nil
            var targetBytes = Int32(clamping: bytesPerRow)
            let made = withUnsafePointer(to: &frame.pointee.data) { data in
                withUnsafePointer(to: &frame.pointee.linesize) { lines in
                    data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
                        lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                            sws_scale(context, data, lines, 0, form.height, &target, &targetBytes)
                        }
                    }
                }
            }
            guard made == Int32(clamping: height) else { return (made, nil) }
            var pixmap = Pixmap(width: width, height: height)
            pixmap.pixels.withUnsafeMutableBytes { pixels in
                for y in 0..<height {
                    let row = UnsafeRawBufferPointer(rebasing: rows[y * bytesPerRow..<y * bytesPerRow + 4 * width])
                    UnsafeMutableRawBufferPointer(rebasing: pixels[4 * y * width..<4 * (y + 1) * width]).copyMemory(from: row)
                }
                AlphaConversion.premultiply(pixels)
            }
            return (made, pixmap)
        }
    }
#endif
