import SVGASupport

#if Video
    import CLibAV
    package import SVGAExport
    package import SVGAModel

    /// Encodes an MP3 in memory.
    final class MP3Encoder {
        /// The bitrate.
        enum Rate {
            /// LAME's V4: about 165 kbit/s for music, almost nothing for silence.
            case goodQuality
            case constant(bitsPerSecond: Int)
        }

        /// LAME's V4, in libav's unit.
        private static let goodQuality: Int32 = 4 * 118
        /// LAME's -h: higher quality at low bitrates than the default, in twice the time.
        private static let careful: Int32 = 2

        private var codec: UnsafeMutablePointer<AVCodecContext>?
        private var format: UnsafeMutablePointer<AVFormatContext>?
        private var frame: UnsafeMutablePointer<AVFrame>?
        private var packet: UnsafeMutablePointer<AVPacket>?
        private let stream: UnsafeMutablePointer<AVStream>
        private let channels: Int
        /// The sample frames per call of ``encode(_:)``; the last call may have fewer.
        let frameSamples: Int
        private var position = 0
        /// The bytes of the encoded frames.
        private(set) var byteCount = 0

        init(_ form: SoundForm, _ rate: Rate = .goodQuality) throws(SVGAError) {
            let encoder = try MP3Encoder.find()
            let sampleRate = form.sampleRate
            channels = form.channels
            var format: UnsafeMutablePointer<AVFormatContext>?
            var codec = avcodec_alloc_context3(encoder)
            do throws(SVGAError) {
                try MP3Encoder.check(avformat_alloc_output_context2(&format, nil, "mp3", nil))
                guard let format, let codec, let stream = avformat_new_stream(format, nil) else {
                    throw SoundInput.failure("MP3", svga_averror(ENOMEM))
                }
                codec.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
                codec.pointee.sample_rate = Int32(sampleRate)
                codec.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
                av_channel_layout_default(&codec.pointee.ch_layout, Int32(channels))
                switch rate {
                case .goodQuality:
                    codec.pointee.flags |= AV_CODEC_FLAG_QSCALE
                    codec.pointee.global_quality = MP3Encoder.goodQuality
                case .constant(let bitsPerSecond):
                    codec.pointee.bit_rate = Int64(bitsPerSecond)
                    codec.pointee.compression_level = MP3Encoder.careful
                    // Without versions, which would only make the file larger.
                    codec.pointee.flags |= AV_CODEC_FLAG_BITEXACT
                    format.pointee.flags |= AVFMT_FLAG_BITEXACT
                }
                try MP3Encoder.check(avcodec_open2(codec, encoder, nil))
                try MP3Encoder.check(avcodec_parameters_from_context(stream.pointee.codecpar, codec))
                stream.pointee.time_base = codec.pointee.time_base
                try MP3Encoder.check(avio_open_dyn_buf(&format.pointee.pb))
                frameSamples = Int(codec.pointee.frame_size)
                self.stream = stream
            } catch {
                avformat_free_context(format)
                avcodec_free_context(&codec)
                throw error
            }
            self.format = format
            self.codec = codec
            frame = av_frame_alloc()
            packet = av_packet_alloc()
            guard frame != nil, packet != nil else { throw SoundInput.failure("MP3", svga_averror(ENOMEM)) }
            try MP3Encoder.check(avformat_write_header(format, nil))
        }

        /// The LAME encoder, if libavcodec contains it.
        static func find() throws(SVGAError) -> UnsafePointer<AVCodec> {
            try LibAV.load()
            guard let encoder = avcodec_find_encoder_by_name("libmp3lame") else {
                throw .sound("MP3", reason: "libavcodec was built without the encoder libmp3lame")
            }
            return encoder
        }

        deinit {
            _ = takeBytes()
            avformat_free_context(format)
            avcodec_free_context(&codec)
            av_frame_free(&frame)
            av_packet_free(&packet)
        }

        /// - Parameter samples: ``frameSamples`` sample frames, or fewer at the end.
        func encode(_ samples: UnsafeBufferPointer<Float>) throws(SVGAError) {
            guard let codec, let frame else { return }
            let count = samples.count / channels
            av_frame_unref(frame)
            frame.pointee.nb_samples = Int32(count)
            frame.pointee.format = codec.pointee.sample_fmt.rawValue
            frame.pointee.sample_rate = codec.pointee.sample_rate
            frame.pointee.pts = Int64(position)
            try MP3Encoder.check(av_channel_layout_copy(&frame.pointee.ch_layout, &codec.pointee.ch_layout))
            try MP3Encoder.check(av_frame_get_buffer(frame, 0))
            for channel in 0..<channels {
                guard let plane = frame.pointee.extended_data[channel] else { continue }
                let target = UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Float.self)
                for index in 0..<count { target[index] = samples[index * channels + channel] }
            }
            position += count
            try send(frame)
        }

        /// Encodes all complete frames of samples, and removes them.
        func encodeFrames(of samples: inout [Float]) throws(SVGAError) {
            let block = frameSamples * channels
            let count = samples.count / block * block
            try samples.withUnsafeBufferPointer { (samples) throws(SVGAError) in
                for start in stride(from: 0, to: count, by: block) {
                    try encode(UnsafeBufferPointer(rebasing: samples[start..<start + block]))
                }
            }
            samples.removeFirst(count)
        }

        /// - Parameter lastSamples: the samples of the last frame.
        /// - Returns: the whole file.
        func finish(_ lastSamples: [Float]) throws(SVGAError) -> [UInt8] {
            if !lastSamples.isEmpty {
                try lastSamples.withUnsafeBufferPointer { (lastSamples) throws(SVGAError) in try encode(lastSamples) }
            }
            return try finish()
        }

        /// - Returns: the whole file.
        func finish() throws(SVGAError) -> [UInt8] {
            try send(nil)
            // This completes the tag at the start of the file.
            try MP3Encoder.check(av_write_trailer(format))
            return takeBytes()
        }

        private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(SVGAError) {
            guard let codec, let packet else { return }
            try MP3Encoder.check(avcodec_send_frame(codec, frame))
            while true {
                let result = avcodec_receive_packet(codec, packet)
                if result == svga_averror(EAGAIN) || result == svga_averror_eof() { return }
                try MP3Encoder.check(result)
                av_packet_rescale_ts(packet, codec.pointee.time_base, stream.pointee.time_base)
                packet.pointee.stream_index = 0
                byteCount += Int(packet.pointee.size)
                // Takes ownership of the packet's content, even if it fails.
                try MP3Encoder.check(av_interleaved_write_frame(format, packet))
            }
        }

        private func takeBytes() -> [UInt8] {
            guard let format, format.pointee.pb != nil else { return [] }
            var start: UnsafeMutablePointer<UInt8>?
            let count = avio_close_dyn_buf(format.pointee.pb, &start)
            format.pointee.pb = nil
            defer { av_free(start) }
            return Array(UnsafeBufferPointer(start: start, count: max(0, Int(count))))
        }

        private static func check(_ code: Int32) throws(SVGAError) {
            guard code >= 0 else { throw SoundInput.failure("MP3", code) }
        }
    }

    /// Compresses sound for HTML pages and movies.
    package enum CompressedSound {
        /// Encodes an MP3 of good variable quality, which every browser plays. LAME's tag stores the padding at its start and end.
        /// Players that use the tag play exactly the track's samples.
        /// - Throws: ``SVGAError/Kind/invalidFile`` if libav has no MP3 encoder; ``SVGAError/Kind/cancelled``; errors of the track.
        package static func mp3(_ track: any SoundTrack) throws(SVGAError) -> (bytes: [UInt8], mimeType: String) {
            let encoder = try MP3Encoder(SoundForm(sampleRate: track.sampleRate, channels: track.channels))
            var samples = [Float](repeating: 0, count: encoder.frameSamples * track.channels)
            var position = 0
            while position < track.sampleCount {
                guard !Task.isCancelled else { throw .cancelled }
                let count = min(encoder.frameSamples, track.sampleCount - position)
                try samples.withUnsafeMutableBufferPointer { (samples) throws(SVGAError) in
                    let part = UnsafeMutableBufferPointer(rebasing: samples[..<(count * track.channels)])
                    try track.read(at: position, into: part)
                    try encoder.encode(UnsafeBufferPointer(part))
                }
                position += count
            }
            return (try encoder.finish(), "audio/mpeg")
        }
    }
#endif
