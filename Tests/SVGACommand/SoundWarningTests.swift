import SVGAFormat
import SVGAModel
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Warnings about damaged sounds")
struct SoundWarningTests {
    private let folder = TemporaryFolder()

    /// A movie of 40 frames whose second half has this MP3.
    private func run(_ sound: [UInt8], _ options: [String]) async throws -> (code: ExitCode, errors: String) {
        var movie = WireMovie.tiny(frames: 40, fps: 20, images: [WireImage(key: "song", bytes: sound)])
        var audio = WireAudio()
        (audio.audioKey, audio.startFrame, audio.endFrame, audio.totalTime) = ("song", 20, 40, 1000)
        movie.audios = [audio]
        folder.write(try DocumentWriter.write(movie, as: .zlib), to: "a.svga")
        let words = ["render", folder.path + "/a.svga", "-o", folder.path + "/a.wav", "--force"] + options
        let result = await CommandFixtures.run(words)
        return (result.code, result.errors.replacing(folder.path + "/", with: ""))
    }

    private static func damaged() -> [UInt8] {
        var sound = MPEGFixtures.tag() + MPEGFixtures.frames(40)
        let start = MPEGFixtures.tag().count + 10 * MPEGFixtures.frameBytes
        sound.replaceSubrange(start..<start + 5 * MPEGFixtures.frameBytes, with: repeatElement(0, count: 5 * MPEGFixtures.frameBytes))
        return sound
    }

    @Test func `overwritten frames of an MP3 are reported, and --strict refuses them`() async throws {
        let result = try await run(Self.damaged(), [])
        let line = "warning SVGA416: 5 of 40 frames of the sound \"song\" are damaged or missing, and are left out; export the sound again"
        #expect(result.code == .done && result.errors.contains("a.svga: " + line), "\(result.errors)")
        let strict = try await run(Self.damaged(), ["--strict"])
        #expect(strict.code == .outputFailed && strict.errors.contains(": SVGA416: "), "\(strict.errors)")
        #expect(try await run(Self.damaged(), ["--strict", "--allow", "SVGA416"]).code == .done)
    }

    @Test func `a missing end of an MP3 is reported by the frame count that the file declares`() async throws {
        let sound = MPEGFixtures.tag() + MPEGFixtures.announcement(of: 40) + MPEGFixtures.frames(30)
        #expect(try await run(sound, []).errors.contains("warning SVGA416: 10 of 40 frames"))
    }

    @Test func `a complete MP3, and one that the frames do not play, give no warning`() async throws {
        #expect(try await run(MPEGFixtures.sound, ["--strict"]).code == .done)
        let other = try await run(Self.damaged(), ["--frames", "0-9"])
        #expect(!other.errors.contains("SVGA416"), "\(other.errors)")
    }
}
