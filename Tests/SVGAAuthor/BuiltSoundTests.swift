import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

/// Sounds of built movies.
@Suite("Built sounds") struct BuiltSoundTests {
    private let sound = Array("ID3".utf8)

    private func builder() throws -> MovieBuilder { try MovieBuilder(width: 16, height: 16, fps: 20, frameCount: 40) }

    private func numbers(_ builder: MovieBuilder) throws -> [[Int]] {
        try VideoEntity(bytes: builder.build().write(as: .v2)).audios.map { [$0.startFrame, $0.endFrame, $0.startTime, $0.totalTime] }
    }

    @Test("a sound plays during its frames, from its start time on")
    func frames() throws {
        var builder = try builder()
        try builder.addSound(sound, key: "bgm", frames: 10..<30, startTime: 250, totalTime: 4000)
        #expect(try numbers(builder) == [[10, 30, 250, 4000]])
        #expect(try builder.build().videoEntity().sounds.map(\.bytes) == [sound])
    }

    @Test("a sound without frames plays during the entire movie")
    func full() throws {
        var builder = try builder()
        try builder.addSound(sound, key: "bgm", totalTime: 4000)
        #expect(try numbers(builder) == [[0, 40, 0, 4000]])
    }

    @Test("a sound is stored once however often it is played")
    func again() throws {
        var builder = try builder()
        try builder.addSound(sound, key: "pop", frames: 0..<5, totalTime: 300)
        try builder.playSound("pop", frames: 20..<25, startTime: 100)
        #expect(try numbers(builder) == [[0, 5, 0, 300], [20, 25, 100, 300]])
        #expect(builder.build().movie.images.count == 1)
    }

    @Test("the length of a WAV is measured")
    func measured() throws {
        // 8000 bytes a second for half a second.
        var wave =
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0]
        wave += [1, 0, 8, 0] + Array("data".utf8) + [0xA0, 0x0F, 0, 0] + [UInt8](repeating: 128, count: 4000)
        var builder = try builder()
        try builder.addSound(wave, key: "bgm")
        #expect(try numbers(builder) == [[0, 40, 0, 500]])
    }

    @Test("1.x JSON has no sounds, and writing one is an error")
    func json() throws {
        var builder = try builder()
        try builder.addSound(sound, key: "bgm", totalTime: 4000)
        let document = builder.build()
        #expect(throws: SVGAError.unsupported(["audio \"bgm\""])) { try document.write(as: .v1JSON) }
        #expect(try VideoEntity(bytes: document.write(as: .v1Binary)).audios.count == 1)
    }
}
