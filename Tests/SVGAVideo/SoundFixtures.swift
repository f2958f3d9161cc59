#if Video
    import SVGAPlatform
    import SVGAExport
    import SVGAModel
    import SVGAVideo
    import TestSupport
    import Testing

    /// Sounds made in code, movies that play them, and a look at what comes out.
    enum SoundFixtures {
        static let rate = 48000

        /// Noise that is different for every seed, so that it can be found again.
        static func noise(seconds: Double, rate: Int = rate, level: Float = 0.25, seed: UInt64 = 1) -> [Float] {
            var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
            var last: Float = 0
            return (0..<Int(seconds * Double(rate))).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // Somewhat dull, as codecs drop the highest tones.
                last = 0.6 * last + 0.4 * (Float(state >> 40) / Float(1 << 23) - 1)
                return last * level * 1.5
            }
        }

        /// 16-bit WAV of one channel or of two that are the same.
        static func wav(_ samples: [Float], rate: Int = rate, channels: Int = 2) -> [UInt8] {
            wav(samples.flatMap { [Float](repeating: $0, count: channels) }, rate: rate, interleaved: channels)
        }

        static func wav(_ samples: [Float], rate: Int, interleaved channels: Int) -> [UInt8] {
            let data = samples.flatMap { little(Int(min(32767, max(-32768, ($0 * 32768).rounded()))), 2) }
            return header(dataBytes: data.count, rate: rate, channels: channels) + data
        }

        static func header(dataBytes: Int, rate: Int = rate, channels: Int = 2) -> [UInt8] {
            Array("RIFF".utf8) + little(36 + dataBytes, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2) + little(channels, 2)
                + little(rate, 4) + little(rate * channels * 2, 4) + little(channels * 2, 2) + little(16, 2) + Array("data".utf8)
                + little(dataBytes, 4)
        }

        private static func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }

        /// The peak memory of this process.
        static func peakBytes() -> Int {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        }

        static func movie(
            frames: Int = 40, fps: Int = 20, format: SoundEntity.Format = .wav, sounds: [[UInt8]], audios: [AudioEntity]
        ) -> VideoEntity {
            VideoEntity(
                container: .zlib, version: "2.0", viewBox: SVGASize(width: 4, height: 4), fps: fps, frameCount: frames, images: [],
                sprites: [],
                audios: audios, sounds: sounds.enumerated().map { SoundEntity(key: "sound\($0)", format: format, bytes: $1) },
                diagnostics: []
            )
        }

        static func clip(_ sound: Int? = 0, _ frameCount: Range<Int>, startTime: Int = 0) -> AudioEntity {
            AudioEntity(
                audioKey: sound.map { "sound\($0)" } ?? "none", soundIndex: sound, startFrame: frameCount.lowerBound,
                endFrame: frameCount.upperBound,
                startTime: startTime, totalTime: 77)
        }

        /// The left channel of a movie's mix, or of a part of it.
        static func left(_ movie: VideoEntity, speed: Double = 1) throws -> [Float] {
            let sound = try #require(MovieSound(movie))
            return try left(sound.makeTrack(speed: speed, seconds: movie.durationSeconds / speed))
        }

        static func left(_ track: any SoundTrack) throws -> [Float] {
            let all = try samples(track)
            return stride(from: 0, to: all.count, by: track.channels).map { all[$0] }
        }

        static func samples(_ track: any SoundTrack) throws -> [Float] {
            var all = [Float](repeating: .nan, count: track.sampleCount * track.channels)
            try all.withUnsafeMutableBufferPointer { try track.read(at: 0, into: $0) }
            return all
        }

        /// The position where a sound fits best in another, and the score (1 is an equal shape), by cross-correlation.
        static func find(_ sound: ArraySlice<Float>, in mix: [Float], around expected: Int, within reach: Int = 300) -> (
            position: Int, score: Float
        ) {
            let sound = Array(sound)
            let energy = sound.reduce(0) { $0 + $1 * $1 }
            var best = (position: 0, score: -Float.infinity)
            for start in max(0, expected - reach)...max(0, min(expected + reach, mix.count - sound.count)) {
                var (product, heard): (Float, Float) = (0, 0)
                for index in sound.indices {
                    product += sound[index] * mix[start + index]
                    heard += mix[start + index] * mix[start + index]
                }
                let score = product / max(1e-9, (energy * heard).squareRoot())
                if score > best.score { best = (start, score) }
            }
            return best
        }

        // MARK: ffmpeg, as a process

        /// Runs ffmpeg on a file of a folder, which comes first, into the one named last, and reads that.
        /// Tests with it have the trait `.needs("ffmpeg")`.
        static func convert(_ input: String, _ arguments: String, in folder: TemporaryFolder) throws -> [UInt8] {
            var words = arguments.split(separator: " ").map(String.init)
            let output = words.removeLast()
            let files = ["-i", "\(folder.path)/\(input)"] + words + ["\(folder.path)/\(output)"]
            try #require(try Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + files) != nil, "ffmpeg cannot \(arguments)")
            return try #require(folder.read(output))
        }

        static func floats(_ bytes: [UInt8]) -> [Float] {
            stride(from: 0, to: bytes.count - 3, by: 4).map { offset in
                Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) })
            }
        }
    }
#endif
