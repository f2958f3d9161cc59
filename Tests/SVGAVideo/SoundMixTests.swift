#if Video
    import SVGAExport
    import SVGAModel
    import SVGAVideo
    import TestSupport
    import Testing

    /// Sounds at their positions in a movie. All are WAV at the mix's sample rate, so every sample is exact.
    @Suite struct SoundMixTests {
        private let first = SoundFixtures.noise(seconds: 1.5, seed: 3)
        private let second = SoundFixtures.noise(seconds: 1.5, seed: 4)

        private func heard(_ samples: [Float], _ index: Int) -> Float {
            samples.indices.contains(index) ? (samples[index] * 32768).rounded() / 32768 : 0
        }

        private func agree(_ mix: [Float], with expected: (Int) -> Float) -> Bool {
            mix.indices.allSatisfy { abs(mix[$0] - max(-1, min(1, expected($0)))) < 1e-6 }
        }

        @Test func `two sounds start and end with their frames, to the sample, and overlap as a sum`() throws {
            let movie = SoundFixtures.movie(
                sounds: [first, second].map { SoundFixtures.wav($0) },
                audios: [SoundFixtures.clip(0, 3..<20), SoundFixtures.clip(1, 13..<40)])
            let mix = try SoundFixtures.left(movie)
            #expect(mix.count == 96000)
            // A frame has 2400 samples; the first is cut off by its endFrame, the second ends by itself.
            #expect(
                agree(mix) { index in
                    let one = (7200..<48000).contains(index) ? heard(first, index - 7200) : 0
                    return one + (index >= 31200 ? heard(second, index - 31200) : 0)
                })
        }

        @Test func `startTime skips the payload's start, in milliseconds`() throws {
            let movie = SoundFixtures.movie(sounds: [SoundFixtures.wav(first)], audios: [SoundFixtures.clip(0, 1..<10, startTime: 333)])
            #expect(agree(try SoundFixtures.left(movie)) { (2400..<24000).contains($0) ? heard(first, $0 - 2400 + 333 * 48) : 0 })
        }

        @Test func `one payload may sound several times`() throws {
            let movie = SoundFixtures.movie(
                sounds: [SoundFixtures.wav(first)],
                audios: [SoundFixtures.clip(0, 30..<35), SoundFixtures.clip(0, 0..<5, startTime: 1000), SoundFixtures.clip(0, 2..<4)])
            #expect(
                agree(try SoundFixtures.left(movie)) { index in
                    let late = (72000..<84000).contains(index) ? heard(first, index - 72000) : 0
                    let early = index < 12000 ? heard(first, index + 48000) : 0
                    return late + early + ((4800..<9600).contains(index) ? heard(first, index - 4800) : 0)
                })
        }

        @Test func `a sum that is too loud is cut off at full scale`() throws {
            let loud = SoundFixtures.noise(seconds: 1, level: 2)
            let movie = SoundFixtures.movie(
                sounds: [SoundFixtures.wav(loud)], audios: [SoundFixtures.clip(0, 0..<40), SoundFixtures.clip(0, 0..<40)])
            let mix = try SoundFixtures.left(movie)
            #expect(mix.max() == 1 && mix.min() == -1)
            let stored = loud.map { max(-1, min(32767.0 / 32768, $0)) }
            #expect(agree(mix) { 2 * heard(stored, $0) })
        }

        @Test func `a mono sound plays on both sides at its volume`() throws {
            let movie = SoundFixtures.movie(sounds: [SoundFixtures.wav(first, channels: 1)], audios: [SoundFixtures.clip(0, 0..<40)])
            let track = try #require(MovieSound(movie)).makeTrack(speed: 1, seconds: 2)
            #expect(track.channels == 2 && track.sampleRate == 48000)
            let samples = try SoundFixtures.samples(track)
            #expect(agree(samples) { heard(first, $0 / 2) })
        }

        @Test func `left and right stay apart`() throws {
            let both = zip(first, second).flatMap { [$0, $1] }
            let movie = SoundFixtures.movie(
                sounds: [SoundFixtures.wav(both, rate: 48000, interleaved: 2)], audios: [SoundFixtures.clip(0, 0..<40)])
            let samples = try SoundFixtures.samples(try #require(MovieSound(movie)).makeTrack(speed: 1, seconds: 2))
            #expect(agree(samples) { heard(both, $0) })
        }

        @Test func `six channels come down to two without going over full scale`() throws {
            let six = [Float](repeating: 0.9, count: 6 * 48000)
            let movie = SoundFixtures.movie(
                sounds: [SoundFixtures.wav(six, rate: 48000, interleaved: 6)], audios: [SoundFixtures.clip(0, 0..<40)])
            let loudest = try #require(try SoundFixtures.left(movie).max())
            #expect(loudest > 0.5 && loudest <= 0.91)
        }

        @Test(arguments: [8000, 11025, 22050, 44100, 96000])
        func `other rates are converted and start in time`(rate: Int) throws {
            var click = [Float](repeating: 0, count: rate)
            click[rate / 4] = 0.9
            let movie = SoundFixtures.movie(
                sounds: [SoundFixtures.wav(click, rate: rate, channels: 1)], audios: [SoundFixtures.clip(0, 4..<40)])
            let mix = try SoundFixtures.left(movie)
            let loudest = try #require(mix.indices.max { mix[$0] < mix[$1] })
            #expect(abs(loudest - (9600 + 12000)) <= 3)
            #expect(mix.count == 96000)
        }

        @Test(arguments: [(2.0, 44100), (0.5, 44100), (1.5, 48000), (0.37, 22050)])
        func `a faster movie has a faster sound, at the same frames`(speed: Double, rate: Int) throws {
            let clicks = (0..<rate).map { $0 == rate / 10 || $0 == rate * 8 / 10 ? Float(0.9) : 0 }
            let movie = SoundFixtures.movie(
                sounds: [SoundFixtures.wav(clicks, rate: rate)], audios: [SoundFixtures.clip(0, 10..<40, startTime: 50)])
            let mix = try SoundFixtures.left(movie, speed: speed)
            #expect(mix.count == Int((96000 / speed).rounded()))
            for second in [0.55, 1.25] {
                let start = Int(second / speed * 48000)
                let near = (start - 2000)..<(start + 2000)
                let loudest = try #require(near.max { mix[$0] < mix[$1] })
                #expect(abs(loudest - start) <= 10 && mix[loudest] > 0.05)
            }
        }

        @Test func `a movie with nothing to hear has no sound at all`() {
            let wav = SoundFixtures.wav(first)
            #expect(MovieSound(SoundFixtures.movie(sounds: [], audios: [])) == nil)
            #expect(MovieSound(SoundFixtures.movie(sounds: [wav], audios: [])) == nil)
            #expect(MovieSound(SoundFixtures.movie(sounds: [wav], audios: [SoundFixtures.clip(nil, 0..<40)])) == nil)
            #expect(MovieSound(SoundFixtures.movie(sounds: [wav], audios: [SoundFixtures.clip(0, 40..<50)])) == nil)
            #expect(MovieSound(SoundFixtures.movie(sounds: [wav], audios: [SoundFixtures.clip(0, 60..<40 + 60)])) == nil)
            #expect(MovieSound(SoundFixtures.movie(sounds: [wav], audios: [SoundFixtures.clip(0, 39..<50)])) != nil)
        }

        @Test func `a start beyond the payload's end is silence, one beyond an hour is no sound at all`() throws {
            func movie(startTime: Int) -> VideoEntity {
                SoundFixtures.movie(sounds: [SoundFixtures.wav(first)], audios: [SoundFixtures.clip(0, 0..<40, startTime: startTime)])
            }
            #expect(try SoundFixtures.left(movie(startTime: 3_600_000)) == [Float](repeating: 0, count: 96000))
            #expect(MovieSound(movie(startTime: 3_600_001)) == nil)
            #expect(MovieSound(movie(startTime: Int(Int32.max))) == nil)
        }

        @Test func `a start before the payload is its start`() throws {
            let movie = SoundFixtures.movie(sounds: [SoundFixtures.wav(first)], audios: [SoundFixtures.clip(0, 0..<40, startTime: -500)])
            #expect(agree(try SoundFixtures.left(movie)) { heard(first, $0) })
        }

        @Test func `a track can be read anywhere, and beyond its ends there is silence`() throws {
            let movie = SoundFixtures.movie(sounds: [SoundFixtures.wav(first)], audios: [SoundFixtures.clip(0, 0..<40)])
            let track = try #require(MovieSound(movie)).makeTrack(speed: 1, seconds: 0.5)
            #expect(track.sampleCount == 24000)
            for start in [23990, -10, 777, 23999, 24000, -500, 90000, 0] {
                var piece = [Float](repeating: 9, count: 40)
                try piece.withUnsafeMutableBufferPointer { try track.read(at: start, into: $0) }
                for index in 0..<20 {
                    let expected = (0..<24000).contains(start + index) ? heard(first, start + index) : 0
                    #expect(abs(piece[2 * index] - expected) < 1e-6 && piece[2 * index] == piece[2 * index + 1])
                }
            }
        }
    }
#endif
