import Foundation
import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite struct EditSoundStartTests {
    private func movie(_ audios: WireAudio...) -> WireMovie {
        var movie = WireMovie.tiny(frames: 10, fps: 20, images: [WireImage(key: "s", bytes: EditFixtures.sound)], sprites: [])
        movie.audios = audios
        return movie
    }

    private static let starts: [(WireAudio, Int, [Int32])] = [
        (WireAudio("s", start: 2, end: 5, startTime: 7), 4, [4, 7, 7, 0]), (WireAudio("s", start: 2, end: 5), 0, [0, 3, 0, 0]),
        (WireAudio("s"), 6, [6, 0, 0, 0]), (WireAudio("s", start: 2, end: 8), 6, [6, 10, 0, 0]),
        (WireAudio("s", start: 0, end: 10), 3, [3, 10, 0, 0]),
    ]

    @Test(arguments: starts)
    func `a sound moves with its length, at most until the last frame`(audio: WireAudio, frame: Int, numbers: [Int32]) throws {
        #expect(try movie(audio).changed(.startSound(key: "s", frame: frame)).audios.map(\.numbers) == [numbers])
    }

    @Test func `all sounds of the key move together, others stay`() throws {
        let edited = try movie(WireAudio("s", start: 1, end: 2), WireAudio("t", start: 1, end: 2), WireAudio("s", start: 7, end: 9))
            .changed(
                .startSound(key: "s", frame: 4))
        #expect(edited.audios.map(\.numbers) == [[4, 5, 0, 0], [1, 2, 0, 0]])
    }

    @Test func `an unknown sound and a frame that is not there are refused`() {
        #expect(movie(WireAudio("s")).refusal(.startSound(key: "t", frame: 0))?.description.contains("the sounds are \"s\"") == true)
        #expect(movie().refusal(.startSound(key: "s", frame: 0))?.description == "the movie has no sounds")
        #expect(movie(WireAudio("s")).refusal(.startSound(key: "s", frame: 10))?.kind == .invalidRequest)
    }
}

@Suite struct EditVolumeTests {
    private static func chime() throws -> [UInt8] { try TestFiles.bytes(TestFiles.root.appending(path: "samples/sources/chime.mp3")) }

    private func movie(_ sound: [UInt8]) -> WireMovie {
        var movie = WireMovie.tiny(frames: 10, images: [WireImage(key: "s", bytes: sound)], sprites: [])
        movie.audios = [WireAudio("s")]
        return movie
    }

    @Test func `only the gains change, and the change can be taken back`() throws {
        let chime = try Self.chime()
        let half = try movie(chime).changed(.setVolume(key: "s", 0.5))
        let quiet = try #require(half.payload("s"))
        #expect(quiet.count == chime.count && quiet != chime)
        let frames = try #require(MPEGStream.layerIII(chime))
        #expect(MPEGStream.layerIII(quiet) == frames && frames.count == MPEGStream(chime).frames)
        #expect(try half.changed(.setVolume(key: "s", 2)).payload("s") == chime)
    }

    @Test(arguments: [
        (0.5, -4, 0.5), (2.0, 4, 2.0), (1.0, 0, 1.0), (0.8, -1, 0.8409), (0.01, -27, 0.0093), (4.0, 8, 4.0), (0.7, -2, 0.7071),
    ])
    func `a volume becomes steps of the fourth root of two`(volume: Double, steps: Int, factor: Double) {
        let gain = SoundGain(volume)
        #expect(gain.steps == steps)
        #expect((gain.factor - factor).magnitude < 0.0001)
    }

    @Test func `the note names the volume that results`() throws {
        let note = try movie(try Self.chime()).note(.setVolume(key: "s", 0.8))
        #expect(note == "volume of the sound \"s\" multiplied by 0.84 (-1.51 dB)")
    }

    @Test func `a checksum is renewed`() throws {
        // A frame of MPEG-1 layer III, 32 kbit/s, 44100 Hz, mono, with a checksum: 104 bytes.
        var frame = [UInt8](repeating: 0, count: 104)
        frame.replaceSubrange(0..<4, with: [0xFF, 0xFA, 0x10, 0xC0])
        // The gain of the first granule: bits 18 + 21 to 28 of the side information, which begins after six bytes.
        frame[6 + 39 / 8] = 1
        frame[6 + 39 / 8 + 1] = 0x80
        let bytes = Array([[UInt8]](repeating: frame, count: 3).joined())
        let frames = try #require(MPEGStream.layerIII(bytes))
        var checked = bytes
        for frame in frames { frame.updateChecksum(of: &checked) }
        let louder = try #require(SoundGain(2).applied(toMP3: checked))
        #expect(louder.limited == 0 && louder.bytes != checked)
        var renewed = louder.bytes
        for frame in frames { frame.updateChecksum(of: &renewed) }
        #expect(renewed == louder.bytes && Array(louder.bytes[4..<6]) != Array(checked[4..<6]))
    }

    @Test(arguments: [0, -1, 4.5, .nan])
    func `a volume outside of 0.01 to 4 is refused`(volume: Double) throws {
        #expect(movie(try Self.chime()).refusal(.setVolume(key: "s", volume))?.kind == .invalidRequest)
    }

    @Test func `a sound that is no MP3 is refused`() {
        let wave = Array("RIFF....WAVE".utf8)
        #expect(movie(wave).refusal(.setVolume(key: "s", 0.5))?.description.contains("is not an MP3") == true)
        #expect(movie(EditFixtures.sound).refusal(.setVolume(key: "s", 0.5))?.kind == .invalidRequest)
    }
}
