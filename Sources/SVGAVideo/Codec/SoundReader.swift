#if Video
    import CLibAV
    import Glibc
    import SVGAExport

    /// Reads a track from its beginning, at the rate a codec takes.
    final class SoundReader {
        let sampleRate: Int
        let channels: Int
        /// At ``sampleRate``.
        let sampleCount: Int
        private let track: any SoundTrack
        private var position = 0
        /// nil: the track has the right rate.
        private var resampler: OpaquePointer?
        private var input: [Float] = []

        /// - Parameter rates: those to choose from; nil: any.
        init(_ track: any SoundTrack, rates: [Int]?) throws(ExportError) {
            self.track = track
            guard (1...2).contains(track.channels), (1...768_000).contains(track.sampleRate), track.sampleCount >= 0 else {
                throw .codec("sound", reason: "\(track.channels) channels at \(track.sampleRate) samples a second cannot be encoded")
            }
            channels = track.channels
            guard let rates, !rates.contains(track.sampleRate) else {
                sampleRate = track.sampleRate
                sampleCount = track.sampleCount
                return
            }
            // The lowest that loses nothing.
            sampleRate = rates.filter { $0 > track.sampleRate }.min() ?? rates.max() ?? 48000
            sampleCount = Int((Double(track.sampleCount) * Double(sampleRate) / Double(track.sampleRate)).rounded())
            var layout = AVChannelLayout()
            av_channel_layout_default(&layout, Int32(channels))
            // The parameters are not const, so it takes two.
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

        /// The next sample-frames; silence after the end.
        func read(into samples: UnsafeMutableBufferPointer<Float>) throws(ExportError) {
            guard resampler != nil else {
                try track.read(at: position, into: samples)
                position += samples.count / channels
                return
            }
            var rest = samples
            while !rest.isEmpty {
                // What the resampler still holds comes first.
                var count = try resample(input, 0, into: rest, isEnd: false)
                if count == 0 {
                    let inputCount = min(input.count / channels, track.sampleCount - position)
                    if inputCount > 0 {
                        try input.withUnsafeMutableBufferPointer { (input) throws(ExportError) in
                            try track.read(at: position, into: UnsafeMutableBufferPointer(rebasing: input[..<(inputCount * channels)]))
                        }
                        count = try resample(input, inputCount, into: rest, isEnd: false)
                        position += inputCount
                    } else {
                        count = try resample(input, 0, into: rest, isEnd: true)
                        if count == 0 { return rest.update(repeating: 0) }
                    }
                }
                rest = UnsafeMutableBufferPointer(rebasing: rest[(count * channels)...])
            }
        }

        /// - Parameter isEnd: no more will be put in.
        /// - Returns: how many sample-frames came out.
        private func resample(
            _ input: [Float], _ count: Int, into output: UnsafeMutableBufferPointer<Float>, isEnd: Bool
        ) throws(ExportError) -> Int {
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
