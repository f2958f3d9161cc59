#if Video
    package import SVGAExport

    /// A mix: sounds at their places, added up.
    package struct MixedSound: SoundTrack {
        package let sampleCount: Int
        private let samples: SampleFile

        package var sampleRate: Int { StereoResampler.sampleRate }
        package var channels: Int { StereoResampler.channels }

        /// A part of a sound, and where it is heard; in sample-frames.
        struct Clip {
            /// In the mix; not empty.
            let place: Range<Int>
            /// What of the sound is heard at the start of ``place``.
            let offset: Int

            /// How far the sound must be decoded.
            var soundEnd: Int { offset + place.count }
        }

        init(sampleCount: Int) throws(ExportError) {
            self.sampleCount = sampleCount
            samples = try SampleFile()
        }

        /// Decodes a sound once, as far as it is heard, and adds it wherever it is.
        func add(_ decoder: SoundDecoder, _ clips: [Clip]) throws(ExportError) {
            let end = clips.map(\.soundEnd).max() ?? 0
            var position = 0
            while position < end, let piece = try decoder.next() {
                let next = position + piece.count / channels
                for clip in clips {
                    let heard = max(position, clip.offset)..<max(position, clip.offset, min(next, clip.soundEnd))
                    guard !heard.isEmpty else { continue }
                    let part = piece[((heard.lowerBound - position) * channels)..<((heard.upperBound - position) * channels)]
                    try samples.add(
                        UnsafeBufferPointer(rebasing: part), at: (clip.place.lowerBound + heard.lowerBound - clip.offset) * channels)
                }
                position = next
            }
        }

        package func read(at position: Int, into target: UnsafeMutableBufferPointer<Float>) throws(ExportError) {
            let wanted = position..<(position + target.count / channels)
            let inside = wanted.clamped(to: 0..<sampleCount)
            guard !inside.isEmpty else { return target.update(repeating: 0) }
            let part = ((inside.lowerBound - position) * channels)..<((inside.upperBound - position) * channels)
            target[..<part.lowerBound].update(repeating: 0)
            target[part.upperBound...].update(repeating: 0)
            let heard = UnsafeMutableBufferPointer(rebasing: target[part])
            try samples.read(at: inside.lowerBound * channels, into: heard)
            for index in heard.indices { heard[index] = max(-1, min(1, heard[index])) }
        }
    }
#endif
