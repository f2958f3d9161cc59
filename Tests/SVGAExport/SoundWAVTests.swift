import SVGAExport
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport
import TestSupport
import Testing

extension WAVExporter {
    /// - Returns: the size of the file in bytes.
    @discardableResult
    fileprivate func export(
        _ sound: any SoundSource, of movie: VideoEntity, toPath path: String, overwrite: Bool = false,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SVGAError) -> Int {
        try await export(
            sound, frameCount: movie.frameCount, frameRate: movie.frameRate, to: OutputDestination(path: path, overwrite: overwrite),
            progress: progress
        ).byteCount
    }
}

@Suite struct SoundWAVTests {
    private let folder = TemporaryFolder()

    /// Every sample the same, or a few given ones.
    private struct Plain: SoundTrack, SoundSource {
        var sampleRate = 48000
        var channels = 2
        var sampleCount: Int
        var samples: [Float] = []

        var followsFrames: Bool { false }
        func makeTrack(speed: Double, seconds: Double) -> any SoundTrack { self }

        func read(at position: Int, into target: UnsafeMutableBufferPointer<Float>) {
            for index in target.indices {
                let sampleIndex = position * channels + index
                target[index] = samples.indices.contains(sampleIndex) ? samples[sampleIndex] : 0.5
            }
        }
    }

    private let movie = VideoEntity(
        container: .zlib, version: "2.0", viewBox: SVGASize(width: 6, height: 4), fps: 20, frameCount: 30, images: [], sprites: [],
        audios: [],
        sounds: [], diagnostics: [])

    private func little(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    @Test func `the header matches the content of the file`() async throws {
        let count = try await WAVExporter().export(Plain(sampleRate: 44100, sampleCount: 9), of: movie, toPath: "\(folder.path)/a.wav")
        let bytes = try #require(folder.read("a.wav"))
        #expect(bytes.count == count && count == 44 + 66150 * 4)
        #expect(String(decoding: bytes[0..<4] + bytes[8..<16] + bytes[36..<40], as: UTF8.self) == "RIFFWAVEfmt data")
        #expect(little(bytes, 4, 4) == bytes.count - 8 && little(bytes, 40, 4) == bytes.count - 44)
        #expect(
            [(16, 4), (20, 2), (22, 2), (24, 4), (28, 4), (32, 2), (34, 2)].map { little(bytes, $0.0, $0.1) } == [
                16, 1, 2, 44100, 176400, 4, 16,
            ])
        #expect(folder.contents() == ["a.wav"])
    }

    @Test func `samples are rounded to the nearest of 16 bits`() throws {
        let samples: [Float] = [0, 1, -1, 0.5, -0.5, 0.4 / 32768, 0.6 / 32768, -0.6 / 32768, 32767 / 32768, 1.5, -1.5, 123 / 32768]
        let file = try OutputFile(path: "\(folder.path)/a.wav")
        #expect(try WAVWriter.write(Plain(channels: 1, sampleCount: 12, samples: samples), to: file) == 68)
        try file.commit()
        let bytes = try #require(folder.read("a.wav"))
        let written = (0..<12).map { Int(Int16(truncatingIfNeeded: little(bytes, 44 + 2 * $0, 2))) }
        #expect(written == [0, 32767, -32768, 16384, -16384, 0, 1, -1, 32767, 32767, -32768, 123])
    }

    @Test func `sound too long for the format, or for what is allowed, is refused before anything is written`() throws {
        let file = try OutputFile(path: "\(folder.path)/a.wav")
        let most = (Int(UInt32.max) - 44) / 4
        #expect(throws: SVGAError.tooLarge(bytes: 4 * (most + 1) + 44, allowed: Int(UInt32.max))) {
            try WAVWriter.write(Plain(sampleCount: most + 1), to: file)
        }
        #expect(throws: SVGAError.tooLarge(bytes: 444, allowed: 443)) {
            try WAVWriter.write(Plain(sampleCount: 100), to: file, maximumBytes: 443)
        }
        try file.close()
        // The file, and what tells other processes that it is written.
        #expect(folder.contents().compactMap { folder.read($0) } == [[], []])
    }

    @Test func `an empty track is a file with a header alone`() throws {
        let file = try OutputFile(path: "\(folder.path)/a.wav")
        try WAVWriter.write(Plain(sampleCount: 0), to: file)
        try file.commit()
        #expect(folder.read("a.wav")?.count == 44)
    }

    @Test func `an existing file, a full device and a missing folder are errors`() async throws {
        folder.write([1], to: "there.wav")
        let path = "\(folder.path)/there.wav"
        await #expect(throws: SVGAError.exists(path: path)) {
            try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: path)
        }
        try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: path, overwrite: true)
        #expect(folder.read("there.wav")?.count == 44 + 72000 * 4)
        await #expect(throws: SVGAError.file(path: "/dev/full", reason: "No space left on device")) {
            try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: "/dev/full")
        }
        let missing = "\(folder.path)/no/a.wav"
        await #expect(throws: SVGAError.file(path: missing, reason: "No such file or directory")) {
            try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: missing)
        }
        #expect(folder.contents() == ["there.wav"])
    }

    @Test func `a pipe gets the same bytes as a file`() async throws {
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = PipeReader("pipe", in: folder)
        try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: pipe)
        try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: "\(folder.path)/file")
        #expect(await reader.contents() == folder.read("file"))
    }

    @Test func `progress reaches the end, and cancelling leaves nothing`() async throws {
        let last = Locked(0.0)
        try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: "\(folder.path)/a.wav") { done in
            last.withLock {
                #expect(done > $0)
                $0 = done
            }
        }
        #expect(last.withLock { $0 } == 1)
        let (movie, path) = (movie, "\(folder.path)/b.wav")
        let task = Task {
            try await WAVExporter().export(Plain(sampleCount: 9), of: movie, toPath: path) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: SVGAError.cancelled) { try await task.value }
        #expect(folder.contents() == ["a.wav"])
    }
}
