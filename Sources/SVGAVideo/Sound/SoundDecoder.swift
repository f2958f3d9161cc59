import SVGAModel
import SVGASupport

#if Video
    import CLibAV
    import SVGAExport

    /// Decodes a sound file sequentially.
    ///
    /// Sample 0 is the first of the original sound: declared encoder delay is skipped (LAME's tag in MP3, the edit list of MP4,
    /// the pre-skip of Opus). A truncated file gives the samples that can be decoded.
    final class SoundDecoder {
        private enum State {
            case receiving, changing, converting, draining, ending, ended
        }

        /// The maximum samples per frame.
        private static let maximumFrameSamples: Int64 = 1 << 20

        private let input: SoundInput
        private let resampler: SoundResampler
        private var codec: UnsafeMutablePointer<AVCodecContext>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private var frame: UnsafeMutablePointer<AVFrame>?
        private var state = State.receiving
        private var isAtEnd = false
        private var hasDecoded = false
        /// libav's first error; reported only if nothing can be decoded.
        private(set) var problem: Int32?

        /// The output format; nil before the first samples.
        var form: SoundForm? { resampler.output }

        /// - Parameters:
        ///   - speed: 2 is twice as fast; the pitch follows.
        ///   - choose: maps the format of the sound's start to the output format; by default ``SoundForm/mixed``.
        init(
            _ input: SoundInput, speed: Double = 1, choose: @escaping (SoundForm) -> SoundForm = { _ in .mixed }
        ) throws(SVGAError) {
            self.input = input
            resampler = SoundResampler(speed: speed, choose: choose)
            packet = av_packet_alloc()
            frame = av_frame_alloc()
            codec = avcodec_alloc_context3(input.decoder)
            guard packet != nil, frame != nil, let codec, let stream = input.stream else {
                throw SoundInput.failure(input.name, svga_averror(ENOMEM))
            }
            try check(avcodec_parameters_to_context(codec, stream.pointee.codecpar))
            codec.pointee.pkt_timebase = stream.pointee.time_base
            codec.pointee.thread_count = 1
            codec.pointee.max_samples = SoundDecoder.maximumFrameSamples
            if let codecs = input.codecs { try check(av_opt_set(codec, "codec_whitelist", codecs, 0)) }
            try check(avcodec_open2(codec, input.decoder, nil))
        }

        deinit {
            avcodec_free_context(&codec)
            av_frame_free(&frame)
            av_packet_free(&packet)
        }

        /// The next samples, with interleaved channels; valid until the next call.
        /// - Returns: nil at the end.
        /// - Throws: ``SVGAError/Kind/invalidFile`` if nothing can be decoded; ``SVGAError/Kind/cancelled``.
        func next() throws(SVGAError) -> UnsafeBufferPointer<Float>? {
            guard let frame else { return nil }
            while true {
                let samples: UnsafeBufferPointer<Float>
                switch state {
                case .receiving:
                    state = try receive(into: frame) ? resampler.fits(frame) ? .converting : .changing : .ending
                    continue
                case .changing:
                    samples = try resampler.flush(name: input.name)
                    if samples.isEmpty {
                        try resampler.setUp(for: frame, name: input.name)
                        state = .converting
                    }
                case .converting:
                    samples = try resampler.convert(frame, name: input.name)
                    state = .draining
                case .draining:
                    samples = try resampler.drain(frame, name: input.name)
                    if samples.isEmpty { state = .receiving }
                case .ending:
                    samples = try resampler.flush(name: input.name)
                    if samples.isEmpty { state = .ended }
                case .ended:
                    return nil
                }
                if !samples.isEmpty { return samples }
            }
        }

        /// - Returns: false at the end.
        private func receive(into frame: UnsafeMutablePointer<AVFrame>) throws(SVGAError) -> Bool {
            while true {
                guard !Task.isCancelled else { throw .cancelled }
                let result = avcodec_receive_frame(codec, frame)
                if result >= 0 {
                    guard frame.pointee.nb_samples > 0 else { continue }
                    hasDecoded = true
                    return true
                }
                if isAtEnd {
                    if hasDecoded { return false }
                    throw problem.map { SoundInput.failure(input.name, $0) } ?? .sound(input.name, reason: "it has no sound")
                }
                // A damaged packet is skipped, as in players.
                if result != svga_averror(EAGAIN) { note(result) }
                feed()
            }
        }

        private func feed() {
            guard let packet else { return }
            let result = input.read(into: packet)
            if result < 0 {
                if result != svga_averror_eof() { note(result) }
                isAtEnd = true
                note(avcodec_send_packet(codec, nil))
                return
            }
            note(avcodec_send_packet(codec, packet))
            av_packet_unref(packet)
        }

        private func note(_ code: Int32) {
            if code < 0, problem == nil { problem = code }
        }

        private func check(_ code: Int32) throws(SVGAError) {
            guard code >= 0 else { throw SoundInput.failure(input.name, code) }
        }
    }
#endif
