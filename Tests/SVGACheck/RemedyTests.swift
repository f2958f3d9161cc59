import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

@Suite struct RemedyTests {
    private static let everyone = Set(PublicPlayer.main)

    private static func plant(_ code: CheckCode, _ movie: @escaping @Sendable () throws -> WireMovie) -> PlantedFile {
        PlantedFile(code: .check(code), players: everyone) { try movie().file() }
    }

    private static func sound(_ bytes: [UInt8], key: String = "song") -> @Sendable (inout WireMovie) -> Void {
        { movie in
            movie.images.append(WireImage(key: key, bytes: bytes))
            movie.audios = [Clean.audio(key)]
        }
    }

    /// Other causes of codes than those that the planted files have.
    static let otherCauses: [PlantedFile] = [
        plant(.bitmapSize) { try Clean.movie(Clean.bitmap { frame, _ in frame.layout = WireLayout(width: 8, height: 12) }) },
        plant(.bitmapSize) { try Clean.movie(Clean.bitmap { frame, _ in frame.layout = WireLayout(width: 9.5, height: 12.5) }) },
        plant(.layoutOffset) {
            try Clean.movie(
                Clean.bitmap { frame, _ in
                    frame.layout = WireLayout(x: 3, y: 2, width: 16, height: 16)
                    frame.shapes = [.rect(1, 1, 5, 5, .fill(.blue))]
                    frame.transform = WireTransform(a: 0.5, d: 0.5)
                })
        },
        plant(.shapeAlpha) {
            try Clean.movie(
                Clean.shapes(.rect(0, 0, 8, 8, .fill(WireColor(1, 0, 0, 0.2))), .rect(8, 8, 8, 8, .fill(WireColor(0, 0, 1, 0.8)))) {
                    frame, _ in
                    frame.alpha = 0.5
                })
        },
        plant(.color255) { try Clean.movie(Clean.shapes(.rect(0, 0, 8, 8, .fill(WireColor(1, 0, 0, 0.5))))) },
        plant(.color255) {
            try Clean.movie(Clean.shapes(.rect(0, 0, 8, 8, .fill(WireColor(1, 0, 0, 0.5))), .rect(8, 8, 8, 8, .fill(.blue))))
        },
        plant(.strokeScale) {
            try Clean.movie(Clean.shapes(.rect(1, 2, 3, 6, Clean.stroke { $0.lineDash = (0, 0, 0) }, transform: WireTransform(a: 4, d: 1))))
        },
        // Web masks the entire canvas, with the matte of the sprite after the masked ones.
        plant(.matteUnknown) {
            var other = Clean.shapes(.rect(8, 0, 8, 16, .fill(.green)))
            other.imageKey = "right.matte"
            var movie = try PlantedFile.partlyMatted()
            movie.sprites[2].matteKey = "right.matte"
            movie.sprites.insert(other, at: 0)
            return movie
        },
        plant(.matteNotFirst) {
            var movie = try PlantedFile.partlyMatted()
            movie.sprites.append(movie.sprites.removeFirst())
            return movie
        },
        plant(.imageFormat) { try Clean.movie(Clean.bitmap(), change: sound(MPEGFixtures.sound)) },
        plant(.imageFormat) {
            try Clean.movie(Clean.shapes(.rect(0, 0, 4, 4))) {
                $0.images = []
                sound(MPEGFixtures.sound)(&$0)
            }
        },
        plant(.imageFormat) {
            try Clean.movie(Clean.bitmap()) {
                $0.images[0].key = "other"
                sound(MPEGFixtures.sound, key: "face")(&$0)
            }
        },
        plant(.imageFormat) { try Clean.movie(Clean.bitmap()) { $0.images[0].bytes.removeLast(30) } },
        plant(.soundFormat) { try Clean.movie(Clean.bitmap(), change: sound(MPEGFixtures.frames(80))) },
    ]

    @Test(
        "following each remedy to the letter removes the finding",
        arguments: PlantedFile.diagnostics + PlantedFile.faults + PlantedFile.playerQuirks + PlantedFile.portQuirks + otherCauses)
    func follow(planted: PlantedFile) throws {
        var bytes = try planted.bytes()
        var followed: Set<String> = []
        while true {
            let findings = try Validation(bytes, players: planted.players).findings.filter { $0.code == planted.code }
            #expect(!findings.isEmpty || !followed.isEmpty, "nothing was found")
            guard let finding = findings.first(where: { !$0.remedy.description.hasPrefix("None") }) else { break }
            let name = "\(finding.players) \(finding.location): \(finding.remedy)"
            guard followed.insert(name).inserted else {
                Issue.record("followed in vain: \(name): \(finding.message)")
                break
            }
            bytes = try #require(try RemedyFollower.follow(finding, bytes))
            let after = try Validation(bytes, players: planted.players).findings
            let rest = after.filter { $0.code == finding.code && $0.location == finding.location && $0.players == finding.players }
            #expect(rest.isEmpty, "\(name) leaves \(rest.map { "\($0.players) \($0.location): \($0.message)" })")
        }
    }

    @Test("only the remedies marked as none have none, and the planted files follow all others")
    func complete() throws {
        var followed: Set<String> = []
        for planted in PlantedFile.diagnostics + PlantedFile.faults + PlantedFile.playerQuirks + Self.otherCauses {
            for finding in try Validation(try planted.bytes(), players: planted.players).findings where finding.code == planted.code {
                followed.insert(finding.identifier + " " + finding.remedy.description)
            }
        }
        // Of bounds and limits, below; of what the public tools write no more.
        let others: Set<FindingCode> = [
            .check(.fileTooLarge), .check(.memoryTooLarge), .check(.fileUnreadable), .check(.canvasTooLarge), .check(.tooLong),
            .check(.tooFast), .check(.keyMissing), .check(.budgetExceeded), .check(.playersUnchecked), .diagnostic(.substitutionUnused),
        ]
        var missing: [String] = []
        for code in FindingCode.allCases where !others.contains(code) {
            for remedy in code.remedies where !followed.contains(code.name + " " + remedy.text.description) {
                missing.append(code.name + " " + remedy.text.description)
            }
        }
        print("remedies that no planted file asks for: \(missing)")
        #expect(missing.count <= 8, "\(missing)")
    }

    @Test("a sound in a case file has a remedy that works", arguments: ["audio-remedy-id3", "audio-remedy-noid3"])
    func cases(name: String) throws {
        guard let corpus = TestFiles.corpus else { return print("no shared files") }
        let file = corpus.deletingLastPathComponent().appendingPathComponent("cases/\(name).svga")
        var bytes = try TestFiles.bytes(file)
        for _ in 0..<4 {
            let findings = try Validation(bytes, players: Self.everyone).findings
            #expect(!findings.contains { $0.remedy.description.contains("image") }, "\(findings.map(\.remedy))")
            guard let finding = findings.first(where: { !$0.remedy.description.hasPrefix("None") }) else { break }
            bytes = try #require(try RemedyFollower.follow(finding, bytes))
        }
        let rest = try Validation(bytes, players: Self.everyone).findings
        #expect(rest.allSatisfy { $0.code == .check(.soundFormat) && $0.remedy.description.hasPrefix("None") }, "\(rest)")
        #expect(rest.allSatisfy { Set($0.players).isSubset(of: [.webLite, .flutter]) })
    }

    @Test("a sound that is no MP3 is converted by ffmpeg, with a tag, and then played")
    func convertSound() throws {
        let samples = [UInt8](repeating: 0, count: 88_200)
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let format = little(16, 4) + little(1, 2) + little(1, 2) + little(44_100, 4) + little(88_200, 4) + little(2, 2) + little(16, 2)
        let wave =
            Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
            + little(samples.count, 4) + samples
        let movie = try Clean.movie(Clean.bitmap(), change: Self.sound(wave, key: "audio"))
        let findings = try Validation(try movie.file(), players: [.web]).findings.filter { $0.code == .check(.soundFormat) }
        #expect(findings.map(\.remedy) == [Remedy.convertSound.text])
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg") else { return print("no ffmpeg: the sound is not converted") }
        let folder = TemporaryFolder()
        folder.write(wave, to: "a.wav")
        let end = try ChildProcess(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-i", folder.path + "/a.wav", "-id3v2_version", "3", "-write_id3v2", "1", folder.path + "/a.mp3"],
            descriptors: [.nothing, .pipe, .pipe]
        ).finish()
        #expect(end.code == 0)
        let mp3 = try #require(folder.read("a.mp3"))
        let after = try Clean.movie(Clean.bitmap(), change: Self.sound(mp3, key: "audio"))
        #expect(!(try Validation(try after.file(), players: [.web, .ios, .android]).findings.contains { $0.code == .check(.soundFormat) }))
    }

    @Test("a bound's remedy brings the movie within the bound, and a limit's the file within the limit")
    func bounds() throws {
        var movie = try Clean.movie(Clean.bitmap())
        func codes(_ movie: WireMovie, _ change: (inout FileBounds) -> Void) throws -> [Finding] {
            var bounds = FileBounds()
            change(&bounds)
            return try Validation(try movie.file(), bounds: bounds).findings
        }
        let name: (inout FileBounds) -> Void = { $0.keys = ["user1"] }
        #expect(try codes(movie, name).map(\.remedy) == [Remedy.nameLayer.text])
        movie.sprites[0].imageKey = "user1"
        movie.images[0].key = "user1"
        #expect(try codes(movie, name) == [])
        for frame in movie.sprites[0].frames.indices { movie.sprites[0].frames[frame].alpha = 0 }
        #expect(try codes(movie, name).map(\.remedy) == [Remedy.showSprite.text])
        movie.sprites[0].frames[1].alpha = 1
        #expect(try codes(movie, name) == [])
        var limits = ReadLimits.default
        limits.frames = 2
        let bytes = try movie.file()
        let error = #expect(throws: SVGAError.self) { try Validation(bytes, read: ReadOptions(limits: limits)) }
        #expect(error.map { Finding($0).remedy } == Remedy.raiseLimit.text)
        let broken = #expect(throws: SVGAError.self) { try Validation([1, 2, 3]) }
        #expect(broken.map { Finding($0).remedy } == Remedy.exportAgain.text)
    }
}
