import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite("Optimizing sounds")
struct OptimizeSoundTests {
    private typealias Fixtures = OptimizeFixtures

    /// A WAV that deflates badly.
    private static func wave(_ seed: UInt32 = 1, count: Int = 4000) -> [UInt8] {
        var noise = seed
        let data = (0..<count).map { _ -> UInt8 in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            return UInt8(noise >> 24)
        }
        return Array("RIFF\0\0\0\0WAVE".utf8) + data
    }

    /// What stands for an MP3.
    private static func mp3(_ count: Int) -> [UInt8] { MPEGFixtures.tag() + wave(7, count: count - 30) }

    private static func movie(_ sounds: [(key: String, bytes: [UInt8])]) -> WireMovie {
        let frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
        var movie = WireMovie.tiny(
            images: [Fixtures.image("a", Fixtures.picture())] + sounds.map { Fixtures.image($0.key, $0.bytes) },
            sprites: [.one("a", frame)])
        movie.audios = sounds.map { sound in
            var audio = WireAudio()
            (audio.audioKey, audio.endFrame, audio.totalTime) = (sound.key, 1, 1234)
            return audio
        }
        return movie
    }

    /// - Parameter asked: the keys for which the recoder was called.
    private static func optimize(
        _ movie: WireMovie, _ options: OptimizeOptions = OptimizeOptions(), asked: Locked<[String]> = Locked([]),
        giving outcome: SoundRecoding.Outcome
    ) async throws -> (result: Optimization, movie: WireMovie) {
        let recoding = SoundRecoding(bitsPerSecond: 50_000) { (_, key, _) throws(SVGAError) in
            asked.withLock { $0.append(key) }
            return outcome
        }
        let input = try DocumentWriter.write(movie, as: .zlib)
        let result = try await Optimizer.optimize(input, options: options, sounds: recoding) { _, _ in }
        return (result, try SVGADocument(bytes: result.bytes).movie)
    }

    private static func encoded(_ bytes: [UInt8], rate: Int = 44100, from before: Int = 44100) -> SoundRecoding.Outcome {
        .encoded(bytes: bytes, bitsPerSecond: 48000, sampleRate: rate, sampleRateBefore: before)
    }

    private static func payload(_ key: String, of movie: WireMovie) -> [UInt8]? { movie.images.first { $0.key == key }?.bytes }

    @Test
    func `a smaller sound replaces the other, and its entry stays`() async throws {
        let (input, mp3) = (Self.movie([("song", Self.wave())]), Self.mp3(900))
        let (result, movie) = try await Self.optimize(input, giving: Self.encoded(mp3))
        #expect(Self.payload("song", of: movie) == mp3 && movie.audios == input.audios)
        let change = Optimization.SoundChange(key: "song", bytesBefore: 4012, bytesAfter: mp3.count, bitsPerSecond: 48000)
        #expect(result.sounds == [change] && !result.images.contains { $0.key == "song" } && result.differingFrames == 0)
    }

    @Test
    func `images are what they are without it`() async throws {
        let input = Self.movie([("song", Self.wave())])
        let (result, movie) = try await Self.optimize(input, giving: Self.encoded(Self.mp3(900)))
        let (plain, other) = try await Fixtures.optimize(input)
        #expect(Self.payload("a", of: movie) == Self.payload("a", of: other) && movie.sprites == other.sprites)
        #expect(result.images == plain.images && plain.sounds.isEmpty && Self.payload("song", of: other) == Self.wave())
    }

    @Test
    func `a sound that several keys have is encoded once`() async throws {
        let asked = Locked<[String]>([])
        let input = Self.movie([("one", Self.wave()), ("two", Self.wave(2)), ("three", Self.wave())])
        let (result, movie) = try await Self.optimize(input, asked: asked, giving: Self.encoded(Self.mp3(900)))
        #expect(asked.withLock { $0.sorted() } == ["one", "two"])
        #expect(result.sounds.map(\.key) == ["one", "two", "three"])
        #expect(movie.images.filter(\.isSound).allSatisfy { $0.bytes == Self.mp3(900) })
    }

    @Test
    func `a rate that MP3 does not have is reported, and so is a sampling rate that had to change`() async throws {
        let (result, _) = try await Self.optimize(Self.movie([("song", Self.wave())]), giving: Self.encoded(Self.mp3(900), rate: 22050))
        #expect(
            result.notes.contains(
                "the sound \"song\" has 48 kbit/s: MP3 at 22050 Hz does not support 50 kbit/s; this is the next lower rate"))
        #expect(result.notes.contains { $0.contains("22050 Hz instead of 44100 Hz") })
    }

    @Test(arguments: [
        (SoundRecoding.Outcome.notSmaller(bitsPerSecond: 48000), "the sound \"song\" is unchanged: at 48 kbit/s it would not be smaller"),
        (.broken(reason: "no end"), "the sound \"song\" is unchanged: it cannot be decoded completely: no end"),
    ])
    func `a sound that would grow or is broken stays, with a note`(outcome: SoundRecoding.Outcome, note: String) async throws {
        let (result, movie) = try await Self.optimize(Self.movie([("song", Self.wave())]), giving: outcome)
        #expect(Self.payload("song", of: movie) == Self.wave() && result.sounds.isEmpty && result.notes.contains(note))
    }

    @Test(arguments: [
        // Without its old tag and a part of its last frame; without 10 of its frames.
        Array(MPEGFixtures.sound.dropLast(200)), MPEGFixtures.tag() + MPEGFixtures.announcement(of: 90) + MPEGFixtures.frames(80),
    ])
    func `an MP3 that breaks off stays, with a note`(sound: [UInt8]) async throws {
        let (result, movie) = try await Self.optimize(Self.movie([("song", sound)]), giving: Self.encoded(Self.mp3(60)))
        #expect(Self.payload("song", of: movie) == sound && result.sounds.isEmpty)
        #expect(result.notes.contains { $0.hasSuffix("it is truncated") })
    }

    @Test
    func `the note is there too where nothing is gained`() async throws {
        let smallest = try await Fixtures.optimize(Self.movie([("song", Self.wave())])).movie
        let (result, _) = try await Self.optimize(smallest, giving: .broken(reason: "no end"))
        #expect(result.bytes.count == result.bytesBefore && result.notes.count == 2 && result.notes[1].contains("no end"))
    }

    @Test
    func `a silent sound stays, as the file would grow`() async throws {
        let silence = Array("RIFF\0\0\0\0WAVE".utf8) + [UInt8](repeating: 0, count: 4000)
        let (result, movie) = try await Self.optimize(Self.movie([("song", silence)]), giving: Self.encoded(Self.mp3(900)))
        #expect(Self.payload("song", of: movie) == silence && result.sounds.isEmpty)
    }

    @Test
    func `an MP3 that has no more than the rate is not encoded again`() async throws {
        let asked = Locked<[String]>([])
        // 128 kbit/s, of which a second takes 16 KB.
        let sound = MPEGFixtures.sound
        let recode: SoundRecoding.Recode = { (_, key, _) throws(SVGAError) in
            asked.withLock { $0.append(key) }
            return .broken(reason: "")
        }
        let few = SoundRecoding(bitsPerSecond: 128_000, recode)
        let many = SoundRecoding(bitsPerSecond: 112_000, recode)
        let input = try DocumentWriter.write(Self.movie([("song", sound)]), as: .zlib)
        _ = try await Optimizer.optimize(input, options: OptimizeOptions(), sounds: few) { _, _ in }
        #expect(asked.withLock { $0 } == [])
        _ = try await Optimizer.optimize(input, options: OptimizeOptions(), sounds: many) { _, _ in }
        #expect(asked.withLock { $0 } == ["song"])
    }

    @Test
    func `a target has what the sound leaves for the images`() async throws {
        var input = Self.movie([("song", Self.wave())])
        input.images[0] = Fixtures.image("a", Fixtures.waves())
        let (small, _) = try await Self.optimize(input, giving: Self.encoded(Self.mp3(900)))
        let target = OptimizeOptions(minimumSimilarity: 0.3, targetBytes: small.bytes.count)
        let (reached, _) = try await Self.optimize(input, target, giving: Self.encoded(Self.mp3(900)))
        #expect(reached.differingFrames == 0 && reached.sounds.count == 1)
        #expect(reached.notes.contains("the target was reached without any loss of images"))
        let less = OptimizeOptions(minimumSimilarity: 0.3, targetBytes: small.bytes.count - 2000)
        let (lossy, movie) = try await Self.optimize(input, less, giving: Self.encoded(Self.mp3(900)))
        #expect(lossy.bytesAfter <= small.bytes.count - 2000 && lossy.differingFrames > 0)
        #expect(Self.payload("song", of: movie) == Self.mp3(900))
    }

    @Test
    func `a target below an already encoded sound does not advise to encode it`() async throws {
        let target = OptimizeOptions(minimumSimilarity: 0.3, targetBytes: 300)
        let error = await #expect(throws: SVGAError.self) {
            try await Self.optimize(Self.movie([("song", Self.wave())]), target, giving: Self.encoded(Self.mp3(900)))
        }
        guard case .target(_, _, _, let found)? = error?.detail else { return }
        #expect(found.description.hasSuffix("the sound alone is larger than the target"))
    }

    @Test
    func `a movie without sound is reported`() async throws {
        let (result, _) = try await Self.optimize(Self.movie([]), giving: .broken(reason: ""))
        #expect(result.notes.contains("there is no sound to encode"))
    }
}
