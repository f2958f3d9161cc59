import SVGAModel

#if Video
    import CLibAV
    import SVGAPlatform
    import SVGASupport

    /// Encodes the pictures of a video: with one encoder, or with one for the colors and one for alpha, which work at the same time.
    ///
    /// The packets equal those of libavcodec's encoder for pictures with alpha, which encodes both one after the other.
    final class PictureEncoder {
        /// The encoder of the colors, or of everything.
        let codec: CodecContext
        private let calls = CallThread()
        private let alpha: AlphaEncoder?
        /// Packets of the colors whose alpha is not encoded yet, and the other way round.
        private var waitingColors: [EncodedPacket] = []
        private var waitingAlphas: [EncodedPacket] = []

        /// - Parameter alpha: an encoder with the settings of `codec`; nil: `codec` encodes everything.
        init(_ codec: CodecContext, alpha: CodecContext?) throws(SVGAError) {
            self.codec = codec
            self.alpha = if let alpha { try AlphaEncoder(alpha) } else { nil }
        }

        /// Encodes a picture, or flushes the encoder with nil. Passes on the packets that are ready; each is valid only during the call.
        func encode(
            _ picture: VideoPicture?, _ take: (UnsafeMutablePointer<AVPacket>) throws(SVGAError) -> Void
        ) throws(SVGAError) {
            let alphas = alpha?.start(picture)
            waitingColors += try calls.call { [codec] () throws(SVGAError) in
                // The caller may have released the picture.
                try withExtendedLifetime(picture) { () throws(SVGAError) in try codec.packets(of: picture?.frame) }
            }
            if let alphas { waitingAlphas += try alphas.value() }
            let count = alpha == nil ? waitingColors.count : min(waitingColors.count, waitingAlphas.count)
            for index in 0..<count {
                if alpha != nil { try waitingColors[index].add(alpha: waitingAlphas[index], codec.name) }
                try waitingColors[index].withPointer(take)
            }
            waitingColors.removeFirst(count)
            if alpha != nil { waitingAlphas.removeFirst(count) }
        }

        /// Ends the calls of a canceled export, and frees the encoders after them.
        func abandon() {
            calls.abandon { [codec] in codec.close() }
            alpha?.abandon()
        }
    }

    /// Encodes the alpha of pictures as the brightness of others without color.
    private final class AlphaEncoder {
        private let codec: CodecContext
        private let calls = CallThread()
        /// The planes of color, which are the same in all pictures.
        private let gray: GrayPlane

        init(_ codec: CodecContext) throws(SVGAError) {
            self.codec = codec
            gray = try GrayPlane(width: Int(codec.pointer.pointee.width), height: Int(codec.pointer.pointee.height))
        }

        func start(_ picture: VideoPicture?) -> StartedCall<Result<[EncodedPacket], SVGAError>> {
            calls.start { [codec, gray] () throws(SVGAError) in
                guard let picture else { return try codec.packets(of: nil) }
                return try gray.withAlpha(of: picture) { (frame) throws(SVGAError) in try codec.packets(of: frame) }
            }
        }

        func abandon() { calls.abandon { [codec] in codec.close() } }
    }

    /// A plane of chroma without color.
    ///
    /// Unchecked: the plane is not written after init, and libav counts its references atomically.
    private final class GrayPlane: @unchecked Sendable {
        private let buffer: UnsafeMutablePointer<AVBufferRef>
        private let bytesPerRow: Int

        init(width: Int, height: Int) throws(SVGAError) {
            // SIMD code may read beyond the last row.
            bytesPerRow = ((width + 1) / 2 + 63) / 64 * 64
            let byteCount = bytesPerRow * ((height + 1) / 2 + 1)
            guard let buffer = av_buffer_alloc(byteCount) else { throw LibAV.noMemory(for: "the frame") }
            self.buffer = buffer
            buffer.pointee.data.update(repeating: 128, count: byteCount)
        }

        deinit {
            var buffer: UnsafeMutablePointer<AVBufferRef>? = buffer
            av_buffer_unref(&buffer)
        }

        /// Calls `body` with a frame whose brightness is the picture's alpha. It shares the picture's memory.
        func withAlpha<Output>(
            of picture: VideoPicture, _ body: (UnsafeMutablePointer<AVFrame>) throws(SVGAError) -> Output
        ) throws(SVGAError) -> Output {
            guard let frame = av_frame_alloc() else { throw LibAV.noMemory(for: "the frame") }
            defer {
                var frame: UnsafeMutablePointer<AVFrame>? = frame
                av_frame_free(&frame)
            }
            let source = picture.frame
            frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            (frame.pointee.width, frame.pointee.height) = (source.pointee.width, source.pointee.height)
            frame.pointee.pts = source.pointee.pts
            frame.pointee.color_primaries = source.pointee.color_primaries
            frame.pointee.color_trc = source.pointee.color_trc
            frame.pointee.colorspace = source.pointee.colorspace
            frame.pointee.buf.0 = av_buffer_ref(source.pointee.buf.0)
            frame.pointee.buf.1 = av_buffer_ref(buffer)
            guard frame.pointee.buf.0 != nil, frame.pointee.buf.1 != nil else { throw LibAV.noMemory(for: "the frame") }
            frame.pointee.data.0 = source.pointee.data.3
            frame.pointee.data.1 = buffer.pointee.data
            frame.pointee.data.2 = buffer.pointee.data
            frame.pointee.linesize.0 = source.pointee.linesize.3
            frame.pointee.linesize.1 = Int32(clamping: bytesPerRow)
            frame.pointee.linesize.2 = Int32(clamping: bytesPerRow)
            return try body(frame)
        }
    }

    extension CodecContext {
        /// Encodes a frame, or flushes the encoder with nil.
        /// - Returns: the packets that are ready.
        fileprivate func packets(of frame: UnsafeMutablePointer<AVFrame>?) throws(SVGAError) -> [EncodedPacket] {
            try send(frame)
            var packets: [EncodedPacket] = []
            while let packet = try receive() { packets.append(packet) }
            return packets
        }
    }

    extension EncodedPacket {
        /// Adds the alpha of a WebM frame: the additional block 1.
        fileprivate func add(alpha: EncodedPacket, _ encoder: String) throws(SVGAError) {
            try withPointer { (packet) throws(SVGAError) in
                try alpha.withPointer { (alpha) throws(SVGAError) in
                    let count = Int(alpha.pointee.size)
                    guard let block = av_packet_new_side_data(packet, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, count + 8),
                        let data = alpha.pointee.data
                    else { throw LibAV.noMemory(for: encoder) }
                    block.update(repeating: 0, count: 7)
                    block[7] = 1
                    (block + 8).update(from: data, count: count)
                }
            }
        }
    }
#endif
