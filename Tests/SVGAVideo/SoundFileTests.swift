import SVGAModel

#if Video
    import SVGAPlatform
    import SVGAExport
    import SVGAModel
    import SVGASupport
    import SVGAVideo
    import TestSupport
    import Testing

    /// Sounds that are files, temporary files, and sounds that are none.
    @Suite struct SoundFileTests {
        private let folder = TemporaryFolder()
        private let noise = SoundFixtures.noise(seconds: 1, seed: 5)

        // MARK: A file under the output

        @Test func `a file is laid under the output from its start, and cut off at its end`() throws {
            folder.write(SoundFixtures.wav(noise), to: "a b.wav")
            let track = try SoundFile(path: "\(folder.path)/a b.wav").makeTrack(speed: 1, seconds: 0.25)
            let samples = try SoundFixtures.left(track)
            #expect(samples.count == 12000)
            #expect(samples.indices.allSatisfy { abs(samples[$0] - noise[$0]) < 1e-4 })
        }

        @Test func `silence follows a file that is too short`() throws {
            folder.write(SoundFixtures.wav(noise), to: "a.wav")
            let samples = try SoundFixtures.left(SoundFile(path: "\(folder.path)/a.wav").makeTrack(speed: 1, seconds: 3))
            #expect(samples.count == 144_000)
            #expect(samples[48000...].allSatisfy { $0 == 0 } && samples[47000..<48000].contains { $0 != 0 })
        }

        @Test func `a file that is missing or no sound is an error with its path`() {
            folder.write(Array("no sound at all".utf8), to: "text")
            for (name, reason) in [
                ("missing", "No such file or directory"), ("text", "Invalid data found when processing input"), ("", "Is a directory"),
            ] as [(String, Message)] {
                let path = "\(folder.path)/\(name)"
                #expect(throws: SVGAError.sound(path, reason: reason)) {
                    try SoundFile(path: path).makeTrack(speed: 1, seconds: 1)
                }
            }
        }

        @Test func `a file's name is never an address`() {
            #expect(throws: SVGAError.sound("http://127.0.0.1/a.mp3", reason: "No such file or directory")) {
                try SoundFile(path: "http://127.0.0.1/a.mp3").makeTrack(speed: 1, seconds: 1)
            }
        }

        @Test func `a playlist of other files is not followed`() {
            folder.write(SoundFixtures.wav(noise), to: "a.wav")
            folder.write(Array("ffconcat version 1.0\nfile a.wav\n".utf8), to: "list")
            #expect(throws: SVGAError.self) { try SoundFile(path: "\(folder.path)/list").makeTrack(speed: 1, seconds: 1) }
        }

        // MARK: Payloads that are no sound

        @Test(arguments: [
            [UInt8](), Array("ID3".utf8), [0xFF, 0xFB, 0x90, 0x00], Array("RIFF\0\0\0\0WAVE".utf8), Array("OggS".utf8), Array("fLaC".utf8),
            [0, 0, 0, 8] + Array("ftypM4A ".utf8), [UInt8](repeating: 0xFF, count: 5000),
        ])
        func `a payload that cannot be decoded is an error with its key`(payload: [UInt8]) throws {
            let movie = SoundFixtures.movie(sounds: [payload], audios: [SoundFixtures.clip(0, 0..<40)])
            #expect { try SoundFixtures.left(movie) } throws: { error in
                guard case .sound("sound0", let reason)? = (error as? SVGAError)?.detail else { return false }
                return !reason.isEmpty && reason != "End of file"
            }
        }

        @Test(arguments: 0..<200)
        func `damaged bytes are an error or sound, never more`(seed: Int) throws {
            var bytes = SoundFixtures.wav(Array(noise.prefix(400)))
            var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // Mostly in the header, where it matters.
                bytes[Int(state >> 33) % (seed % 2 == 0 ? 44 : bytes.count)] = UInt8(truncatingIfNeeded: state >> 24)
            }
            let movie = SoundFixtures.movie(frames: 2, sounds: [bytes], audios: [SoundFixtures.clip(0, 0..<2)])
            do {
                #expect(try SoundFixtures.left(movie).allSatisfy { abs($0) <= 1 })
            } catch let error as SVGAError {
                guard case .sound("sound0", _)? = error.detail else { throw error }
            }
        }

        @Test func `samples that are no numbers are silent`() throws {
            var bytes = SoundFixtures.wav(noise, rate: 48000)
            // Half as many 32-bit floats, all of them NaN or infinite.
            bytes[20] = 3
            bytes[34] = 32
            bytes[32] = 8
            for index in stride(from: 44, to: bytes.count, by: 4) {
                bytes.replaceSubrange(index..<(index + 4), with: [0, 0, 0xC0 - UInt8(index & 4) * 16, 0x7F])
            }
            let mix = try SoundFixtures.left(SoundFixtures.movie(sounds: [bytes], audios: [SoundFixtures.clip(0, 0..<40)]))
            #expect(mix.allSatisfy { $0 == 0 })
        }

        // MARK: Bounds

        @Test func `memory does not grow with the length`() async {
            // In its own process: the maximum memory is only known of a process.
            await #expect(processExitsWith: .success) {
                let folder = TemporaryFolder()
                let minutes = 4
                let bytes = 4 * 48000 * 60 * minutes
                let file = try OutputFile(path: "\(folder.path)/long.wav")
                try file.write(SoundFixtures.header(dataBytes: bytes))
                for _ in 0..<(60 * minutes) { try file.write([UInt8](repeating: 0x11, count: 4 * 48000)) }
                try file.commit()
                let before = SoundFixtures.peakBytes()
                let track = try SoundFile(path: "\(folder.path)/long.wav").makeTrack(speed: 1, seconds: Double(60 * minutes))
                let growth = SoundFixtures.peakBytes() - before
                var last: [Float] = [0, 0]
                try last.withUnsafeMutableBufferPointer { try track.read(at: track.sampleCount - 1, into: $0) }
                precondition(last == [Float](repeating: Float(0x1111) / 32768, count: 2), "\(last)")
                precondition(growth < 24 << 20, "\(growth) bytes")
            }
        }

        @Test func `decoding stops where the clip ends`() throws {
            // A tenth of a second plays, of a quarter of an hour or half an hour.
            func movie(minutes: Int) throws -> VideoEntity {
                let bytes = 4 * 48000 * 60 * minutes
                let payload = SoundFixtures.header(dataBytes: bytes) + [UInt8](repeating: 0x11, count: bytes)
                return SoundFixtures.movie(frames: 2, sounds: [payload], audios: [SoundFixtures.clip(0, 0..<2)])
            }
            let movies = [15: try movie(minutes: 15), 30: try movie(minutes: 30)]
            let growth = try costOfDoubling(15, allowed: 1.5) { minutes in
                _ = try SoundFixtures.left(try #require(movies[minutes]))
            }
            // Decoding all of it would be 2.
            #expect(growth < 1.5)
        }

        @Test func `a cancelled task stops decoding`() async throws {
            let movie = SoundFixtures.movie(sounds: [SoundFixtures.wav(noise)], audios: [SoundFixtures.clip(0, 0..<40)])
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try SoundFixtures.left(movie)
            }
            await #expect(throws: SVGAError.cancelled) { try await task.value }
        }

        @Test func `the temporary file has no name, even while it is there`() throws {
            let file = try SampleFile(folder: folder.path)
            try [Float](repeating: 1, count: 100).withUnsafeBufferPointer { try file.add($0, at: 5) }
            #expect(folder.contents() == [])
            var back = [Float](repeating: 9, count: 10)
            try back.withUnsafeMutableBufferPointer { try file.read(at: 0, into: $0) }
            #expect(back == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
            try back.withUnsafeMutableBufferPointer { try file.read(at: 100, into: $0) }
            #expect(back == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0])
        }

        @Test func `a disk that is full and a folder that is missing are errors with the folder`() throws {
            let full = SampleFile(descriptor: open("/dev/full", O_RDWR), folder: "/tmp")
            #expect(throws: SVGAError.file(path: "/tmp", reason: "no space for mixing the sound: No space left on device")) {
                try [Float](repeating: 1, count: 10).withUnsafeBufferPointer { try full.add($0, at: 0) }
            }
            let missing = "\(folder.path)/missing"
            #expect(throws: SVGAError.file(path: missing, reason: "no space for mixing the sound: No such file or directory")) {
                try SampleFile(folder: missing)
            }
        }

        // MARK: What is written is read back

        @Test(arguments: [700, 1151, 1152, 48000, 70001])
        func `MP3 comes back with its start and length, to the sample`(count: Int) throws {
            let noise = Array(SoundFixtures.noise(seconds: 2, seed: 6).prefix(count))
            let movie = SoundFixtures.movie(
                frames: count, fps: 48000, sounds: [SoundFixtures.wav(noise)], audios: [SoundFixtures.clip(0, 0..<count)])
            let (bytes, type) = try CompressedSound.mp3(try #require(MovieSound(movie)).makeTrack(speed: 1, seconds: 2))
            #expect(type == "audio/mpeg")
            let back = SoundFixtures.movie(frames: 3 * 48000, fps: 48000, sounds: [bytes], audios: [SoundFixtures.clip(0, 0..<3 * 48000)])
            let mix = try SoundFixtures.left(back)
            let end = mix.lastIndex { $0 != 0 } ?? 0
            #expect(abs(end + 1 - count) <= 1)
            guard count > 40000 else { return }
            let found = SoundFixtures.find(noise[9600..<19200], in: mix, around: 9600)
            #expect(found.position == 9600 && found.score > 0.9)
        }

        // MARK: A movie's own file

        private func unchanged(_ movie: VideoEntity, _ timing: ExportTiming = ExportTiming()) throws -> [UInt8]? {
            let timeline = try timing.timeline(frameCount: movie.frameCount, frameRate: movie.frameRate, repetition: .stored(maximum: 9))
            return try MovieSound(movie)?.unchanged(in: timeline, frameRate: movie.frameRate)?.bytes
        }

        @Test func `an MP3 that plays during the entire movie from its start is copied, any other sound is not`() throws {
            let noise = SoundFixtures.noise(seconds: 2, seed: 6)
            let wave = SoundFixtures.movie(sounds: [SoundFixtures.wav(noise)], audios: [SoundFixtures.clip(0, 0..<40)])
            let (file, _) = try CompressedSound.mp3(try #require(MovieSound(wave)).makeTrack(speed: 1, seconds: 2))
            func movie(_ audios: AudioEntity...) -> VideoEntity { SoundFixtures.movie(format: .mp3, sounds: [file], audios: audios) }
            let full = movie(SoundFixtures.clip(0, 0..<40))
            #expect(try unchanged(full) == file)
            #expect(try unchanged(full, ExportTiming(frameRate: FrameRate(10), loopCount: 3)) == file)
            #expect(try unchanged(wave) == nil)
            #expect(try unchanged(full, ExportTiming(speed: 2)) == nil)
            #expect(try unchanged(full, ExportTiming(frames: Array(0..<39))) == nil)
            #expect(try unchanged(full, ExportTiming(isReversed: true)) == nil)
            #expect(try unchanged(movie(SoundFixtures.clip(0, 1..<40))) == nil)
            #expect(try unchanged(movie(SoundFixtures.clip(0, 0..<39))) == nil)
            #expect(try unchanged(movie(SoundFixtures.clip(0, 0..<40, startTime: 10))) == nil)
            #expect(try unchanged(movie(SoundFixtures.clip(0, 0..<40), SoundFixtures.clip(0, 5..<40))) == nil)
            let broken = SoundFixtures.movie(format: .mp3, sounds: [[1, 2, 3]], audios: [SoundFixtures.clip(0, 0..<40)])
            #expect(throws: SVGAError.self) { try unchanged(broken) }
        }
    }
#endif
