#if Video
    import CLibAV
    import Glibc
    import SVGAExport

    /// Encodes a track from its beginning, a codec's frame at a time.
    ///
    /// The encoder begins with a lead-in of silence; libavcodec gives the first packet a time before 0 for it, which containers
    /// write down, so that players leave it out.
    final class AudioEncoder {
        let codec: CodecContext
        private let reader: SoundReader
        private let frame: UnsafeMutablePointer<AVFrame>
        private let samplesPerFrame: Int
        private let isPlanar: Bool
        private var samples: [Float]
        /// Sample-frames encoded.
        private var position = 0

        /// - Parameter isGlobal: whether the container keeps the encoder's headers.
        init(_ track: any SoundTrack, encoder name: String, isGlobal: Bool) throws(ExportError) {
            codec = try CodecContext(encoder: name)
            reader = try SoundReader(track, rates: codec.sampleRates)
            isPlanar = name == "aac"
            let context = codec.pointer
            context.pointee.sample_fmt = isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
            context.pointee.sample_rate = Int32(reader.sampleRate)
            context.pointee.time_base = AVRational(num: 1, den: Int32(reader.sampleRate))
            av_channel_layout_default(&context.pointee.ch_layout, Int32(reader.channels))
            context.pointee.bit_rate = Int64(reader.channels * 80_000)
            context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | (isGlobal ? AV_CODEC_FLAG_GLOBAL_HEADER : 0)
            try codec.open()
            samplesPerFrame = context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : 1024
            samples = [Float](repeating: 0, count: samplesPerFrame * reader.channels)
            guard let frame = av_frame_alloc() else { throw LibAV.noMemory(for: name) }
            self.frame = frame
            frame.pointee.format = context.pointee.sample_fmt.rawValue
            frame.pointee.sample_rate = context.pointee.sample_rate
            frame.pointee.nb_samples = Int32(samplesPerFrame)
            try LibAV.check(av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout), name)
            try LibAV.check(av_frame_get_buffer(frame, 0), name)
        }

        deinit {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }

        /// Encodes what has begun before a time.
        func encode(
            before frames: Int, at rate: FrameRate, _ take: (UnsafeMutablePointer<AVPacket>) throws(ExportError) -> Void
        ) throws(ExportError) {
            let end = min(reader.sampleCount, rate.ticks(at: frames, ticksPerSecond: reader.sampleRate))
            while position < end { try encodeFrame(take) }
        }

        /// Encodes the rest.
        func finish(_ take: (UnsafeMutablePointer<AVPacket>) throws(ExportError) -> Void) throws(ExportError) {
            while position < reader.sampleCount { try encodeFrame(take) }
            try codec.encode(nil, take)
        }

        private func encodeFrame(_ take: (UnsafeMutablePointer<AVPacket>) throws(ExportError) -> Void) throws(ExportError) {
            // Only the last may be shorter.
            let count = min(samplesPerFrame, reader.sampleCount - position)
            let channels = reader.channels
            try samples.withUnsafeMutableBufferPointer { (samples) throws(ExportError) in
                try reader.read(into: UnsafeMutableBufferPointer(rebasing: samples[..<(count * channels)]))
            }
            // The encoder may still hold the one before.
            try LibAV.check(av_frame_make_writable(frame), codec.name)
            frame.pointee.nb_samples = Int32(count)
            frame.pointee.pts = Int64(position)
            fillFrame(count)
            position += count
            try codec.encode(frame, take)
        }

        private func fillFrame(_ count: Int) {
            guard let planes = frame.pointee.extended_data else { return }
            let channels = reader.channels
            samples.withUnsafeBufferPointer { samples in
                guard isPlanar else {
                    guard let plane = planes[0] else { return }
                    return UnsafeMutableRawPointer(plane).withMemoryRebound(to: Float.self, capacity: count * channels) {
                        for i in 0..<count * channels { $0[i] = samples[i] }
                    }
                }
                for channel in 0..<channels {
                    guard let plane = planes[channel] else { return }
                    UnsafeMutableRawPointer(plane).withMemoryRebound(to: Float.self, capacity: count) {
                        for i in 0..<count { $0[i] = samples[i * channels + channel] }
                    }
                }
            }
        }
    }
#endif
