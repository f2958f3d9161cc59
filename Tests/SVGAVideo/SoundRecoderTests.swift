import SVGAModel
import SVGASupport

#if Video
    import SVGAEmulation
    import SVGAPlatform
    import SVGAExport
    import SVGAFormat
    import SVGAModel
    import TestSupport
    import Testing

    @testable import SVGAVideo

    /// Sounds encoded again as MP3 of a constant bitrate.
    @Suite struct SoundRecoderTests {
        private let folder = TemporaryFolder()

        /// Tones that rise and fall, so that a position can be found again.
        private static func tones(seconds: Double, rate: Int) -> [Float] {
            (0..<Int(seconds * Double(rate))).map { index in
                let time = Double(index) / Double(rate)
                var sum = 0.0
                for (index, wave) in [220.0, 347, 911, 1603].enumerated() {
                    let loudness = 1 + sin(Double(index + 2) * 5 * time)
                    sum += loudness * sin(2 * Double.pi * wave * time)
                }
                return Float(0.08 * sum)
            }
        }

        private static func encoded(_ payload: [UInt8], _ bitsPerSecond: Int) throws -> (bytes: [UInt8], rate: MP3Rate, before: Int) {
            let outcome = try SoundRecoder.recode(payload, name: "a", bitsPerSecond: bitsPerSecond)
            guard case .encoded(let bytes, let rate, let before) = outcome else {
                Issue.record("\(outcome)")
                throw SVGAError.cancelled
            }
            return (bytes, rate, before)
        }

        /// All samples, as the sound has them.
        private static func decoded(_ payload: [UInt8]) throws -> (samples: [Float], form: SoundForm) {
            let decoder = try SoundDecoder(SoundInput(payload: payload, name: "a")) { $0 }
            var samples: [Float] = []
            while let piece = try decoder.next() { samples += piece }
            return (samples, try #require(decoder.form))
        }

        private static func level(_ samples: [Float]) -> Float {
            (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
        }

        /// LAME makes sounds some percent quieter, so that none is cut off at full scale.
        private static func isAsLoud(_ samples: [Float], as others: [Float]) -> Bool {
            (0.92...1.02).contains(level(samples) / level(others))
        }

        @Test(arguments: [(48000, 64000), (44100, 48000), (22050, 32000), (8000, 16000)])
        func `a sound keeps its start, length, level and shape`(rate: Int, bitsPerSecond: Int) throws {
            let tones = Self.tones(seconds: 1.5, rate: rate)
            let (bytes, made, _) = try Self.encoded(SoundFixtures.wav(tones, rate: rate, channels: 1), bitsPerSecond)
            #expect(made.sampleRate == rate && made.bitsPerSecond == bitsPerSecond)
            let (back, form) = try Self.decoded(bytes)
            #expect(form == SoundForm(sampleRate: rate, channels: 1) && abs(back.count - tones.count) <= 1)
            #expect(Self.isAsLoud(back, as: tones))
            let found = SoundFixtures.find(tones[rate / 2..<rate / 2 + 4000], in: back, around: rate / 2)
            #expect(found.position == rate / 2 && found.score > 0.97)
        }

        @Test func `its headers have its duration to the millisecond`() throws {
            let tones = Self.tones(seconds: 1.234, rate: 44100)
            let wave = SoundFixtures.wav(tones, rate: 44100, channels: 1)
            #expect(SoundLength.milliseconds(of: wave) == 1234)
            #expect(SoundLength.milliseconds(of: try Self.encoded(wave, 48000).bytes) == 1234)
        }

        @Test func `the two channels of stereo stay separate`() throws {
            let tones = Self.tones(seconds: 1, rate: 44100)
            let samples: [Float] = tones.flatMap { [$0, Float(0)] }
            let (bytes, _, _) = try Self.encoded(SoundFixtures.wav(samples, rate: 44100, interleaved: 2), 96000)
            let (back, form) = try Self.decoded(bytes)
            #expect(form.channels == 2)
            let sides = (0..<2).map { side in stride(from: side, to: back.count, by: 2).map { back[$0] } }
            #expect(Self.isAsLoud(sides[0], as: tones) && Self.level(sides[1]) < 0.05 * Self.level(tones))
        }

        @Test func `it begins with an ID3 tag, and every player plays it that plays any sound`() throws {
            let (bytes, _, _) = try Self.encoded(SoundFixtures.wav(Self.tones(seconds: 1, rate: 44100), rate: 44100), 48000)
            guard case .sound(.mp3) = PayloadKind.sniff(bytes) else {
                Issue.record("it is no MP3")
                return
            }
            for player in PublicPlayer.allCases where player.profile.sounds != .none {
                #expect(player.profile.sounds.plays(bytes), "\(player)")
            }
            let stream = MPEGStream(bytes)
            #expect(!stream.hasBrokenTag && stream.strayBytes == 0 && stream.missingBytes == 0)
            #expect(stream.announcedFrames == stream.frames)
        }

        @Test(arguments: [32000, 48000, 96000])
        func `every frame has the bitrate`(bitsPerSecond: Int) throws {
            let (bytes, _, _) = try Self.encoded(SoundFixtures.wav(Self.tones(seconds: 4, rate: 32000), rate: 32000), bitsPerSecond)
            // Tag and first frame, and what the encoder begins and ends with.
            let expected = 4 * bitsPerSecond / 8
            #expect((expected..<expected + 4 * 144 * bitsPerSecond / 32000 + 100).contains(bytes.count))
        }

        @Test func `the same sound gives the same bytes`() throws {
            let wave = SoundFixtures.wav(Self.tones(seconds: 1, rate: 44100), rate: 44100)
            #expect(try Self.encoded(wave, 64000).bytes == Self.encoded(wave, 64000).bytes)
        }

        @Test(
            .needs("ffmpeg"),
            arguments: [
                "-c:a libmp3lame -b:a 192k a.mp3", "-c:a aac -b:a 160k a.aac", "-c:a aac -b:a 160k -f mp4 a.m4a",
                "-c:a libvorbis -b:a 160k a.ogg", "-c:a flac a.flac",
            ])
        func `every format that movies hold is decoded`(arguments: String) throws {
            let tones = Self.tones(seconds: 2, rate: 44100)
            folder.write(SoundFixtures.wav(tones, rate: 44100), to: "a.wav")
            let payload = try SoundFixtures.convert("a.wav", arguments, in: folder)
            let (bytes, rate, before) = try Self.encoded(payload, 48000)
            #expect(before == 44100 && rate.sampleRate == 44100 && bytes.count < payload.count)
            let (first, second) = (try Self.decoded(payload).samples, try Self.decoded(bytes).samples)
            #expect(abs(first.count - second.count) <= 2 && Self.isAsLoud(second, as: first))
        }

        @Test func `a sound that would not be smaller is reported with the rate`() throws {
            let wave = SoundFixtures.wav(Self.tones(seconds: 1, rate: 8000), rate: 8000, channels: 1)
            let (bytes, rate, _) = try Self.encoded(wave, 64000)
            #expect(rate.bitsPerSecond == 64000)
            #expect(try SoundRecoder.recode(bytes, name: "a", bitsPerSecond: 64000) == .notSmaller(rate))
        }

        @Test(arguments: [Array("ID3".utf8), Array("RIFF\0\0\0\0WAVE".utf8), Array("OggS".utf8), [UInt8](repeating: 0xFF, count: 5000)])
        func `an undecodable sound is reported as broken`(payload: [UInt8]) throws {
            guard case .broken(let reason) = try SoundRecoder.recode(payload, name: "a", bitsPerSecond: 48000) else {
                Issue.record("it was encoded")
                return
            }
            #expect(!reason.isEmpty)
        }

        @Test func `a cancelled task stops`() async throws {
            let wave = SoundFixtures.wav(Self.tones(seconds: 1, rate: 44100), rate: 44100)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try SoundRecoder.recode(wave, name: "a", bitsPerSecond: 48000)
            }
            await #expect(throws: SVGAError.cancelled) { try await task.value }
        }

        @Test(arguments: [
            // Asked for, sampling rate; given.
            (48000, 44100, 48000, 44100), (50000, 44100, 48000, 44100), (320_000, 48000, 320_000, 48000), (24000, 44100, 24000, 22050),
            (20000, 32000, 16000, 16000), (31999, 48000, 24000, 24000), (320_000, 22050, 160_000, 22050), (128_000, 8000, 64000, 8000),
            (8000, 8000, 8000, 8000), (48000, 96000, 48000, 48000), (48000, 88200, 48000, 44100), (48000, 6000, 48000, 8000),
            (64000, 40000, 64000, 44100),
        ])
        func `a rate is the next below that MPEG has`(wanted: Int, sampleRate: Int, bitsPerSecond: Int, newSampleRate: Int) {
            let rate = MP3Rate(wanted, sampleRate: sampleRate)
            #expect(rate.bitsPerSecond == bitsPerSecond && rate.sampleRate == newSampleRate)
        }

        @Test(arguments: [(8000, 1), (24000, 2), (31000, 1), (320_000, 2)])
        func `the encoder takes every rate that can be asked for`(bitsPerSecond: Int, channels: Int) throws {
            for sampleRate in [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 96000] {
                let samples = Self.tones(seconds: 0.5, rate: sampleRate)
                let outcome = try SoundRecoder.recode(
                    SoundFixtures.wav(samples, rate: sampleRate, channels: channels), name: "a", bitsPerSecond: bitsPerSecond)
                switch outcome {
                case .encoded(let bytes, let rate, _):
                    let (back, form) = try Self.decoded(bytes)
                    #expect(form == SoundForm(sampleRate: rate.sampleRate, channels: channels))
                    #expect(abs(Double(back.count / channels) / Double(rate.sampleRate) - 0.5) < 0.001)
                case .notSmaller(let rate): #expect(rate.bitsPerSecond >= 16 * sampleRate * channels / 2, "\(sampleRate)")
                case .broken(let reason): Issue.record("\(sampleRate): \(reason)")
                }
            }
        }
    }
#endif
