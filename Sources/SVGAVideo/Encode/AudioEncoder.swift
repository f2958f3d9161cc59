import SVGAModel
import SVGASupport

#if Video
    import CLibAV
    import SVGAPlatform
    import SVGAExport

    /// Encodes a track sequentially, one codec frame at a time.
    ///
    /// The encoder begins with silence (its delay). libavcodec gives the first packet a negative time; containers store it, and players skip it.
    final class AudioEncoder {
        let codec: CodecContext
        private let reader: SoundReader
        private let frame: UnsafeMutablePointer<AVFrame>
        private let samplesPerFrame: Int
        private let format: AVSampleFormat
        private var samples: [Float]
        /// The sample frames encoded so far.
        private var position = 0

        /// - Parameter isGlobal: whether the container stores the encoder's headers.
        init(_ track: any SoundTrack, encoder name: String, isGlobal: Bool) throws(SVGAError) {
            codec = try CodecContext(encoder: name)
            reader = try SoundReader(track, rates: codec.sampleRates)
            format =
                switch name {
                case "aac": AV_SAMPLE_FMT_FLTP
                case "pcm_s16le": AV_SAMPLE_FMT_S16
                default: AV_SAMPLE_FMT_FLT
                }
            let context = codec.pointer
            context.pointee.sample_fmt = format
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
            frame.pointee.format = format.rawValue
            frame.pointee.sample_rate = context.pointee.sample_rate
            frame.pointee.nb_samples = Int32(samplesPerFrame)
            try LibAV.check(av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout), name)
            try LibAV.check(av_frame_get_buffer(frame, 0), name)
        }

        deinit {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }

        /// Encodes the frames that begin before a time.
        func encode(
            before frames: Int, at rate: FrameRate, _ take: (UnsafeMutablePointer<AVPacket>) throws(SVGAError) -> Void
        ) throws(SVGAError) {
            let end = min(reader.sampleCount, rate.ticks(at: frames, ticksPerSecond: reader.sampleRate))
            while position < end { try encodeFrame(take) }
        }

        /// Encodes the remaining frames.
        func finish(_ take: (UnsafeMutablePointer<AVPacket>) throws(SVGAError) -> Void) throws(SVGAError) {
            while position < reader.sampleCount { try encodeFrame(take) }
            try codec.encode(nil, take)
        }

        private func encodeFrame(_ take: (UnsafeMutablePointer<AVPacket>) throws(SVGAError) -> Void) throws(SVGAError) {
            // Only the last frame may be shorter.
            let count = min(samplesPerFrame, reader.sampleCount - position)
            let channels = reader.channels
            try samples.withUnsafeMutableBufferPointer { (samples) throws(SVGAError) in
                try reader.read(into: UnsafeMutableBufferPointer(rebasing: samples[..<(count * channels)]))
            }
            // The encoder may still reference the previous frame.
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
                guard format == AV_SAMPLE_FMT_FLTP else {
                    guard let plane = planes[0].map(UnsafeMutableRawPointer.init) else { return }
                    if format == AV_SAMPLE_FMT_S16 {
                        let words = plane.assumingMemoryBound(to: Int16.self)
                        for i in 0..<count * channels { words[i] = WAVWriter.word(samples[i]) }
                    } else {
                        let floats = plane.assumingMemoryBound(to: Float.self)
                        for i in 0..<count * channels { floats[i] = samples[i] }
                    }
                    return
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

    /// Reads a track sequentially, at a sample rate that the codec supports.
    final class SoundReader {
        let sampleRate: Int
        let channels: Int
        /// At ``sampleRate``.
        let sampleCount: Int
        private let track: any SoundTrack
        private var position = 0
        /// nil if the track already has the rate.
        private var resampler: OpaquePointer?
        private var input: [Float] = []

        /// - Parameter rates: the supported rates; nil: any.
        init(_ track: any SoundTrack, rates: [Int]?) throws(SVGAError) {
            self.track = track
            guard (1...2).contains(track.channels), (1...768_000).contains(track.sampleRate), track.sampleCount >= 0 else {
                throw .codec("sound", reason: "\(track.channels) channels at \(track.sampleRate) Hz cannot be encoded")
            }
            channels = track.channels
            guard let rates, !rates.contains(track.sampleRate) else {
                sampleRate = track.sampleRate
                sampleCount = track.sampleCount
                return
            }
            // The lowest rate above the track's, to keep all frequencies.
            sampleRate = rates.filter { $0 > track.sampleRate }.min() ?? rates.max() ?? 48000
            sampleCount = Int(saturating: (Double(track.sampleCount) * Double(sampleRate) / Double(track.sampleRate)).rounded())
            var layout = AVChannelLayout()
            av_channel_layout_default(&layout, Int32(channels))
            // swresample's parameters are not const, so each needs its own variable.
            var sameLayout = layout
            try LibAV.check(
                swr_alloc_set_opts2(
                    &resampler, &layout, AV_SAMPLE_FMT_FLT, Int32(sampleRate), &sameLayout, AV_SAMPLE_FMT_FLT, Int32(track.sampleRate), 0,
                    nil),
                "swresample")
            let result = swr_init(resampler)
            if result < 0 { swr_free(&resampler) }
            try LibAV.check(result, "swresample")
            input = [Float](repeating: 0, count: 4096 * channels)
        }

        deinit { swr_free(&resampler) }

        /// The next sample frames; silence after the end.
        func read(into samples: UnsafeMutableBufferPointer<Float>) throws(SVGAError) {
            guard resampler != nil else {
                try track.read(at: position, into: samples)
                position += samples.count / channels
                return
            }
            var remaining = samples
            while !remaining.isEmpty {
                // First the samples buffered in the resampler.
                var count = try resample(input, 0, into: remaining, isEnd: false)
                if count == 0 {
                    let inputCount = min(input.count / channels, track.sampleCount - position)
                    if inputCount > 0 {
                        try input.withUnsafeMutableBufferPointer { (input) throws(SVGAError) in
                            try track.read(at: position, into: UnsafeMutableBufferPointer(rebasing: input[..<(inputCount * channels)]))
                        }
                        count = try resample(input, inputCount, into: remaining, isEnd: false)
                        position += inputCount
                    } else {
                        count = try resample(input, 0, into: remaining, isEnd: true)
                        if count == 0 { return remaining.update(repeating: 0) }
                    }
                }
                remaining = UnsafeMutableBufferPointer(rebasing: remaining[(count * channels)...])
            }
        }

        /// - Parameter isEnd: whether the input is complete.
        /// - Returns: the number of sample frames written.
        private func resample(
            _ input: [Float], _ count: Int, into output: UnsafeMutableBufferPointer<Float>, isEnd: Bool
        ) throws(SVGAError) -> Int {
            let result = input.withUnsafeBytes { bytes in
                output.withMemoryRebound(to: UInt8.self) { output in
                    var source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    var target = output.baseAddress
                    let room = Int32(clamping: output.count / MemoryLayout<Float>.stride / channels)
                    return withUnsafeMutablePointer(to: &source) { swr_convert(resampler, &target, room, isEnd ? nil : $0, Int32(count)) }
                }
            }
            try LibAV.check(result, "swresample")
            return Int(result)
        }
    }
#endif
