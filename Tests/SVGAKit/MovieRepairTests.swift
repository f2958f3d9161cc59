import Foundation
import SVGAKit
import TestSupport
import Testing

@Suite("Repairs for players") struct MovieRepairTests {
    private func bytes(_ name: String) throws -> [UInt8] { try TestFiles.bytes(TestFiles.sample(name)) }

    @Test func `a repaired file has fewer findings for the player`() throws {
        let bytes = try bytes("clips")
        let repair = try MovieRepair(bytes, players: [.web])
        let findings = try [bytes, repair.bytes].map { try Validation($0, players: [.web]).diagnostics.count { !$0.players.isEmpty } }
        #expect(!repair.notes.isEmpty && findings[1] < findings[0], "\(findings) \(repair.notes)")
    }

    @Test func `without a repair the bytes stay, and diagnostics say what remains`() throws {
        let once = try MovieRepair(try bytes("gift-mattes"))
        let twice = try MovieRepair(once.bytes)
        #expect(twice.bytes == once.bytes && twice.notes.isEmpty)
        #expect(twice.diagnostics.map(\.identifier) == once.diagnostics.map(\.identifier))
    }

    @Test(.enabled(if: SoundSamples.hasEncoder)) func `a sound that players do not play becomes an MP3`() throws {
        var document = try SVGADocument(bytes: try bytes("gift-sound"))
        try document.apply(.setAudio(key: "audio_wave", bytes: SoundSamples.wave))
        let file = try document.write(as: .v2)
        let repair = try MovieRepair(file, players: [.ios])
        #expect(repair.bytes != file && repair.notes.contains { $0.contains("MP3") }, "\(repair.notes) \(repair.diagnostics)")
    }
}

private enum SoundSamples {
    #if Video
        static let hasEncoder = true
    #else
        static let hasEncoder = false
    #endif

    /// A second of a square wave: 8 bits, mono, 8,000 samples a second.
    static let wave: [UInt8] = {
        let samples = (0..<8000).map { UInt8($0 / 20 % 2 == 0 ? 60 : 190) }
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let format = number(16, 4) + number(1, 2) + number(1, 2) + number(8000, 4) + number(8000, 4) + number(1, 2) + number(8, 2)
        return Array("RIFF".utf8) + number(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
            + number(samples.count, 4) + samples
    }()
}
