import SVGAModel

#if Video
    import Foundation
    import SVGAExport
    import SVGAFormat
    import SVGAModel
    import SVGAVideo
    import TestSupport
    import Testing

    /// Payloads as an encoder that is not ours makes them.
    @Suite struct SoundFormatTests {
        private let folder = TemporaryFolder()

        struct Format: CustomTestStringConvertible, Sendable {
            let name: String
            let arguments: String
            /// How many samples late the decoded sound is, because the format cannot store the encoder delay.
            var late = 0
            var testDescription: String { name }
        }

        static let formats = [
            Format(name: "mp3", arguments: "-c:a libmp3lame -b:a 192k a.mp3"),
            Format(name: "mp3 variable", arguments: "-c:a libmp3lame -q:a 2 -ar 44100 a.mp3"),
            // Without LAME's tag the 1105 samples before the sound are unknown; players play them.
            Format(name: "mp3 without a tag", arguments: "-c:a libmp3lame -b:a 192k -write_xing 0 a.mp3", late: 1105),
            Format(name: "aac", arguments: "-c:a aac -b:a 192k -f adts a.aac", late: 1024),
            Format(name: "m4a", arguments: "-c:a aac -b:a 192k a.m4a"),
            Format(name: "m4a 44100", arguments: "-c:a aac -b:a 192k -ar 44100 -movflags +faststart a.m4a"),
            Format(name: "alac", arguments: "-c:a alac a.m4a"),
            Format(name: "wav 24", arguments: "-c:a pcm_s24le a.wav"),
            Format(name: "wav float", arguments: "-c:a pcm_f32le -ar 96000 a.wav"),
            Format(name: "wav adpcm", arguments: "-c:a adpcm_ms -ar 22050 a.wav"),
            Format(name: "vorbis", arguments: "-c:a libvorbis -q:a 6 a.ogg"),
            Format(name: "opus", arguments: "-c:a libopus -b:a 160k a.ogg"),
            Format(name: "ogg flac", arguments: "-c:a flac -f ogg a.ogg"),
            Format(name: "flac", arguments: "-c:a flac a.flac"),
            Format(name: "flac mono", arguments: "-c:a flac -ac 1 -ar 32000 a.flac"),
        ]

        private func payload(_ arguments: String) throws -> [UInt8] {
            try SoundFixtures.convert("source.wav", arguments, in: folder)
        }

        @Test(.needs("ffmpeg"), arguments: formats)
        func `two sounds of any format start when they should, within a millisecond`(format: Format) throws {
            let noise = SoundFixtures.noise(seconds: 1.2, seed: 9)
            folder.write(SoundFixtures.wav(noise), to: "source.wav")
            let payload = try payload(format.arguments)
            let movie = SoundFixtures.movie(
                frames: 60, sounds: [payload], audios: [SoundFixtures.clip(0, 5..<16), SoundFixtures.clip(0, 30..<60, startTime: 250)])
            let mix = try SoundFixtures.left(movie)
            #expect(mix.count == 144_000)
            let first = SoundFixtures.find(noise[4800..<14400], in: mix, around: 16800 + format.late)
            let second = SoundFixtures.find(noise[16800..<26400], in: mix, around: 76800 + format.late)
            #expect(first.score > 0.85 && second.score > 0.85)
            #expect(abs(first.position - 16800 - format.late) <= 48)
            #expect(abs(second.position - 76800 - format.late) <= 48)
            #expect(mix[..<12000].allSatisfy { $0 == 0 })
            #expect(mix[38400..<72000].allSatisfy { $0 == 0 })
            // The sound itself is 1.2 s long, an encoder's rest at its end apart.
            let end = try #require(mix.lastIndex { abs($0) > 0.02 })
            #expect(abs(end - (72000 + 57600 - 12000)) < 2600)
        }

        @Test(.needs("ffmpeg"), arguments: ["mp3", "aac", "ogg", "flac", "wav", "m4a"])
        func `a payload that breaks off sounds as far as it goes`(name: String) throws {
            let noise = SoundFixtures.noise(seconds: 2, seed: 9)
            folder.write(SoundFixtures.wav(noise), to: "source.wav")
            let arguments = ["m4a": "-movflags +faststart a.m4a", "ogg": "-page_duration 100000 a.ogg"]
            let payload = try payload(arguments[name] ?? "a.\(name)")
            let movie = SoundFixtures.movie(
                sounds: [Array(payload.prefix(payload.count / 2))], audios: [SoundFixtures.clip(0, 0..<40)])
            let mix = try SoundFixtures.left(movie)
            let found = SoundFixtures.find(noise[9600..<19200], in: mix, around: 9600, within: 1100)
            #expect(found.score > 0.6)
            let end = try #require(mix.lastIndex { abs($0) > 0.02 })
            #expect(end > 25000 && end < 80000)
        }

        @Test(.needs("ffmpeg"), arguments: ["flac", "mp3"])
        func `a payload damaged in the middle continues after the damage`(name: String) throws {
            let noise = SoundFixtures.noise(seconds: 2, seed: 9)
            folder.write(SoundFixtures.wav(noise), to: "source.wav")
            var payload = try payload("a.\(name)")
            for index in 0..<200 { payload[payload.count / 2 + index] = UInt8(truncatingIfNeeded: index &* 77) }
            let mix = try SoundFixtures.left(SoundFixtures.movie(sounds: [payload], audios: [SoundFixtures.clip(0, 0..<40)]))
            #expect(SoundFixtures.find(noise[9600..<19200], in: mix, around: 9600).score > 0.6)
            #expect(try #require(mix.lastIndex { abs($0) > 0.02 }) > 80000)
        }

        @Test(.needs("ffmpeg"), arguments: formats)
        func `damaged payloads of any format are an error with their key, or sound`(format: Format) throws {
            folder.write(SoundFixtures.wav(SoundFixtures.noise(seconds: 0.4)), to: "source.wav")
            let payload = try payload(format.arguments)
            var state: UInt64 = 1
            func random(below limit: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % limit
            }
            for round in 0..<16 {
                var bytes = Array(payload.prefix(round % 4 == 0 ? random(below: payload.count) : payload.count))
                guard !bytes.isEmpty else { continue }
                // Headers are where damage matters most; of MP4 they may be at the end.
                for _ in 0...random(below: 8) {
                    let offset = random(below: round % 2 == 0 ? min(600, bytes.count) : bytes.count)
                    bytes[round % 3 == 0 ? bytes.count - 1 - offset : offset] = UInt8(random(below: 256))
                }
                let movie = SoundFixtures.movie(sounds: [bytes], audios: [SoundFixtures.clip(0, 0..<40)])
                do throws(SVGAError) {
                    #expect(try MovieSound(movie)?.makeTrack(speed: 1, seconds: 2).sampleCount == 96000)
                } catch {
                    guard case .sound("sound0", _)? = error.detail else { throw error }
                }
            }
        }

        // MARK: Public files

        @Test(
            .needs("ffmpeg"), .needsCorpus("jojo_audio-d5661d", "MerryChristmas-45bc10", "heartbeat-cf418e"),
            arguments: ["jojo_audio-d5661d", "MerryChristmas-45bc10", "heartbeat-cf418e"])
        func `the sound of public files is what ffmpeg decodes, at its position`(name: String) throws {
            let movie = try VideoEntity(path: TestFiles.corpusFile(name).path)
            let mix = try SoundFixtures.left(movie)
            #expect(mix.count == Int((movie.durationSeconds * 48000).rounded()))
            var expected = [Float](repeating: 0, count: mix.count)
            for audio in movie.audios {
                folder.write(movie.sounds[try #require(audio.soundIndex)].bytes, to: "payload")
                let filter = "-af aresample=48000,pan=mono|c0=c0 -f f32le -c:a pcm_f32le out"
                let decoded = SoundFixtures.floats(try SoundFixtures.convert("payload", filter, in: folder))
                let start = audio.startFrame * 48000 / movie.fps
                let end = min(mix.count, min(audio.endFrame, movie.frameCount) * 48000 / movie.fps)
                for index in start..<end where index - start + audio.startTime * 48 < decoded.count {
                    expected[index] += decoded[index - start + audio.startTime * 48]
                }
            }
            let worst = mix.indices.map { abs(mix[$0] - max(-1, min(1, expected[$0]))) }.max()
            #expect(try #require(worst) < 1e-4)
            #expect(try #require(mix.map(abs).max()) > 0.05)
        }
    }
#endif
