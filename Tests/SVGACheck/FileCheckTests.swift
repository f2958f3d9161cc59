import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

@Suite("The checks of every file, and the requested ones") struct FileCheckTests {
    private static func codes(_ movie: WireMovie) throws -> [String] { try Validation(movie.file()).findings.map(\.identifier) }

    @Test("faults and waste that reading accepts are found", arguments: PlantedFile.faults)
    func planted(file: PlantedFile) throws {
        let findings = try Validation(file.bytes()).findings
        let finding = try #require(findings.first { $0.code == file.code }, "\(findings)")
        #expect(finding.severity == file.severity && finding.players.isEmpty && !finding.message.isEmpty)
        if let frames = file.frames { #expect(finding.frames == frames) }
        // Only who denies warnings refuses for one.
        #expect(finding.isFailure(denyingWarnings: false) == (file.severity == .error))
    }

    @Test("an image of twice its size in points, or larger in one axis only, is none too large")
    func imageSizes() throws {
        func movie(_ width: Int, _ height: Int, scale: Float = 1) throws -> WireMovie {
            let picture = try Pixmap(width: width, height: height, Pixel.red).payload("face")
            return try Clean.movie(Clean.bitmap { frame, index in if index == 1 { frame.transform = WireTransform(a: scale, d: scale) } }) {
                $0.images[0] = picture
            }
        }
        #expect(try Self.codes(movie(32, 32)) == [] && Self.codes(movie(60, 32)) == [])
        #expect(try Self.codes(movie(34, 40)) == ["SVGA302"])
        // The largest counts.
        #expect(try Self.codes(movie(34, 40, scale: 2)) == [])
        let message = try Validation(movie(64, 64).file()).findings[0].message.description
        #expect(
            message.hasPrefix("64 × 64 pixels; 32 × 32 are enough and save about ") && message.hasSuffix(" in the file, 12.3 KB decoded"))
    }

    @Test("an image that some player may look up is not unused")
    func similarKeys() throws {
        #expect(try Self.codes(Clean.movie(Clean.bitmap()) { $0.images[0].key = "face.png" }) == [])
        #expect(try Self.codes(Clean.movie(Clean.bitmap()) { $0.sprites[0].imageKey = "face.matte" }) == [])
    }

    @Test("a layout without a size is valid for sprites with only shapes, or without content")
    func layouts() throws {
        let shapes = Clean.bitmap { frame, _ in
            frame.layout = nil
            frame.shapes = [.rect(0, 0, 4, 4)]
        }
        let hidden = Clean.bitmap { frame, _ in (frame.layout, frame.alpha) = (nil, 0) }
        #expect(try Self.codes(Clean.movie(shapes, hidden)) == [])
    }

    @Test("a total time may be off by a tenth of a second or 2 %, and a sound may begin in the last frame")
    func times() throws {
        func codes(_ frames: Int, _ total: Int32) throws -> [String] {
            let sound = MPEGFixtures.tag() + MPEGFixtures.frames(frames)
            return try Self.codes(
                Clean.movie(Clean.bitmap()) {
                    $0.images.append(WireImage(key: "song", bytes: sound))
                    var audio = Clean.audio("song")
                    (audio.startFrame, audio.endFrame, audio.totalTime) = (3, 4, total)
                    $0.audios = [audio]
                })
        }
        // 1045 and 20,898 ms.
        #expect(try codes(40, 1145) == [] && codes(40, 945) == [] && codes(40, 1146) == ["SVGA312"])
        #expect(try codes(800, 21_300) == [] && codes(800, 21_400) == ["SVGA312"])
    }

    @Test("public files have sounds that play for their declared duration", .needsCorpus)
    func corpusSounds() throws {
        for file in TestFiles.corpusFiles {
            let movie = try VideoEntity(bytes: TestFiles.bytes(file))
            #expect(FileCheck.findings(movie).filter { $0.severity == .error || $0.identifier == "SVGA312" } == [], "\(file.path)")
        }
    }

    @Test("a canvas, a duration and a frame rate may equal their maximum")
    func bounds() throws {
        let bytes = try Clean.movie(Clean.bitmap()) { ($0.fps, $0.frames) = (2, 4) }.file()
        var bounds = FileBounds()
        func codes() throws -> [String] { try Validation(bytes, bounds: bounds).findings.map(\.identifier) }
        (bounds.canvas, bounds.seconds, bounds.fps) = ((16, 0), 2, 2)
        #expect(try codes() == [])
        (bounds.canvas, bounds.seconds, bounds.fps) = ((0, 15), 1.9, 1)
        #expect(try codes() == ["SVGA203", "SVGA204", "SVGA205"])
        bounds = FileBounds()
        bounds.canvas = (15, 99)
        #expect(try codes() == ["SVGA203"])
    }

    @Test("a key is there if a sprite that is no matte has it, and is visible in some frame")
    func requiredKeys() throws {
        var shapes = Clean.shapes(.rect(0, 0, 4, 4))
        shapes.imageKey = "name.vector"
        var matte = Clean.shapes(.rect(0, 0, 4, 4))
        matte.imageKey = "mask.matte"
        var hidden = Clean.bitmap { frame, _ in frame.alpha = 0 }
        hidden.imageKey = "gone"
        let bytes = try Clean.movie(matte, Clean.bitmap(), shapes, hidden).file()
        func messages(_ keys: String...) throws -> [String] {
            var bounds = FileBounds()
            bounds.keys = keys
            return try Validation(bytes, bounds: bounds).findings.filter { $0.code == .check(.keyMissing) }.map(\.message.description)
        }
        #expect(try messages("face", "name", "name.vector") == [])
        #expect(
            try messages("fase", "mask", "gone", "x y") == [
                "no sprite has the key \"fase\"; similar keys: \"face\"",
                "only a matte has the key \"mask\", and mattes are not visible",
                "no sprite with the key \"gone\" is ever visible", "no sprite has the key \"x y\"",
            ])
    }

    @Test("ignored codes are not reported, of whatever severity")
    func ignored() throws {
        let bytes = try Clean.movie(Clean.bitmap { frame, _ in frame.layout?.y = 3 }) { $0.audios = [Clean.audio("gone")] }.file()
        let all = try Validation(bytes, players: [.web], bounds: FileBounds()).findings.map(\.identifier)
        #expect(all == ["SVGA060", "SVGA111"])
        let ignored: Set<FindingCode> = [.check(.layoutOffset), .diagnostic(.audioMissing)]
        let some = try Validation(bytes, players: [.web], bounds: FileBounds(), ignoring: ignored)
        #expect(some.findings == [])
    }

    @Test("sounds and motion without effect are not reported for players")
    func unheard() throws {
        let silent = try Clean.movie(Clean.bitmap()) {
            $0.images.append(WireImage(key: "audio", bytes: MPEGFixtures.sound))
            var audio = Clean.audio("audio")
            (audio.startFrame, audio.endFrame) = (4, 9)
            $0.audios = [audio]
        }
        let still = try Clean.movie(Clean.bitmap()) { ($0.frames, $0.fps) = (1, 24) }
        for movie in [silent, still] {
            let findings = try Validation(movie.file(), players: Set(PublicPlayer.main)).findings
            #expect(findings.filter { !$0.players.isEmpty && $0.severity > .info } == [])
        }
    }
}

@Suite("Explanations of codes") struct CodeExplanationTests {
    @Test("every code has an example and is found by its name", arguments: FindingCode.allCases)
    func examples(code: FindingCode) {
        #expect(!code.example.isEmpty && !code.example.description.hasSuffix(".") && FindingCode(name: code.name) == code)
    }

    @Test("the players of a code are those of whom it is found")
    func players() {
        for (code, files) in Dictionary(grouping: PlantedFile.playerQuirks + PlantedFile.portQuirks, by: \.code) {
            let planted = files.reduce(into: Set<PublicPlayer>()) { $0.formUnion($1.players) }
            let reported = Set(code.players)
            // Some rules of these show in other movies than those that are planted.
            let isMore: Set<FindingCode> = [.check(.rounding), .check(.keepOfOther), .check(.dashPhase)]
            #expect(isMore.contains(code) ? reported.isSuperset(of: planted) : reported == planted, "\(code.name)")
        }
        for file in PlantedFile.faults + PlantedFile.diagnostics { #expect(file.code.players == []) }
    }
}
