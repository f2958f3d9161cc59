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

@Suite("Validation") struct ValidationTests {
    static func findings(_ bytes: [UInt8], players: Set<PublicPlayer> = []) throws -> [Finding] {
        try Validation(bytes, players: players).findings
    }

    @Test("a planted fault of a file is found", arguments: PlantedFile.diagnostics)
    func diagnostic(planted: PlantedFile) throws {
        let findings = try Self.findings(try planted.bytes())
        let finding = try #require(findings.first { $0.code == planted.code }, "\(findings)")
        #expect(finding.severity == planted.severity && finding.players.isEmpty && !finding.message.isEmpty)
    }

    @Test("a difference of a player is reported for that player only, with its frames", arguments: PlantedFile.playerQuirks)
    func playerQuirk(planted: PlantedFile) throws {
        let bytes = try planted.bytes()
        let findings = try Self.findings(bytes, players: Set(PublicPlayer.main)).filter {
            $0.code == planted.code && (planted.severity == nil || $0.severity == planted.severity)
        }
        let hits = findings.filter { !planted.players.isDisjoint(with: $0.players) }
        #expect(hits.reduce(into: []) { $0.formUnion($1.players) } == planted.players)
        if let frames = planted.frames { for hit in hits { #expect(hit.frames == frames) } }
        let others = Set(PublicPlayer.main).subtracting(findings.reduce(into: []) { $0.formUnion($1.players) })
        for other in others {
            let found = try Self.findings(bytes, players: [other])
            #expect(!found.contains { $0.code == planted.code && $0.severity == planted.severity })
        }
        for player in planted.players {
            #expect(try Self.findings(bytes, players: [player]).contains { $0.code == planted.code && $0.players == [player] })
        }
    }

    @Test("a difference of the players for HarmonyOS and WeChat is reported, with its frames", arguments: PlantedFile.portQuirks)
    func portQuirk(planted: PlantedFile) throws {
        let bytes = try planted.bytes()
        for player in [PublicPlayer.harmony, .wechat] {
            let found = try Self.findings(bytes, players: [player]).filter { $0.code == planted.code && $0.severity == planted.severity }
            #expect(found.isEmpty != planted.players.contains(player), "\(player.name)")
            if let frames = planted.frames { for finding in found { #expect(finding.frames == frames) } }
        }
    }

    @Test("an older version of a player has its own findings")
    func olderVersion() throws {
        let older = try #require(PublicPlayer(name: "android@2.4"))
        let bytes = try Clean.movie(
            Clean.bitmap { frame, index in
                frame.alpha = index == 2 ? 0.5 : 1
                frame.clipPath = "M0 0 L8 0 L8 8 L0 8 Z"
            }
        ).file()
        let findings = try Self.findings(bytes, players: [older, .android]).filter { $0.code == .check(.olderVersion) }
        #expect(findings.map(\.players) == [[older]])
        #expect(findings.map(\.frames) == [[2...2]])
        #expect(try PlayerComparison(bytes, players: [older, .android]).players.map(\.player.name) == ["android", "android@2.4.7"])
    }

    @Test("a long movie costs no more than a short one while its sprites have as many frames")
    func lengthIsFree() throws {
        func check(frames: Int) throws {
            let sprites = (0..<200).map { WireSprite.one("s\($0).vector", .visible(.rect(0, 0, 4, 4))) }
            let findings = try Self.findings(try WireMovie.tiny(frames: Int32(frames), sprites: sprites).file(), players: [.web])
            let short = findings.first { $0.code == .check(.framesShort) }
            #expect(short?.frames == [1...frames - 1])
        }
        #expect(try costOfDoubling(20_000, allowed: 1.5) { try check(frames: $0) } < 1.5)
    }

    /// Each frame is little work, all of them together are not.
    private static func longMovie() throws -> (bytes: [UInt8], options: ReadOptions) {
        let frames = (0..<400).map { WireFrame.visible(.rect(Float($0 % 7), 0, 4, 4)) }
        var limits = ReadLimits.default
        limits.work = 200_000
        let sprite = WireSprite(imageKey: "a.vector", frames: frames)
        return (try WireMovie.tiny(frames: 400, sprites: [sprite]).file(), ReadOptions(limits: limits))
    }

    @Test("a file that is too much work to check for a player gets a finding, and no error")
    func unchecked() throws {
        let (bytes, options) = try Self.longMovie()
        let findings = try Validation(bytes, read: options, players: [.web, .ios]).findings
        #expect(Set(findings.filter { $0.code == .check(.playersUnchecked) }.flatMap(\.players)) == [.web, .ios])
        #expect(!(try Validation(bytes, players: [.web, .ios]).findings.contains { $0.code == .check(.playersUnchecked) }))
    }

    @Test
    func `a path that only a player's reading takes over a limit is an error, and not a movie without findings`() throws {
        var limits = ReadLimits.default
        limits.pathSegments = 4
        let options = ReadOptions(limits: limits)
        let sprite = WireSprite.one("a.vector", .visible(.path("M0 0 L8 0 L8 8 L0 8")))
        let bytes = try WireMovie.tiny(sprites: [sprite]).file()
        _ = try Validation(bytes, read: options)
        let error = #expect(throws: SVGAError.self) { try Validation(bytes, read: options, players: [.web]) }
        #expect(error?.kind == .limit && error?.limit?.found == 5)
    }

    @Test("comparing all frames of all players ends with a limit error once it is too much work")
    func comparison() throws {
        let (bytes, options) = try Self.longMovie()
        #expect(throws: SVGAError.self) { try PlayerComparison(bytes, read: options) }
        #expect(try PlayerComparison(bytes).players.count == PublicPlayer.main.count)
    }

    @Test("there is a planted file for every code")
    func complete() {
        let planted = Set((PlantedFile.diagnostics + PlantedFile.playerQuirks + PlantedFile.faults).map(\.code))
        let missing = Set(FindingCode.allCases).subtracting(planted)
        // Those are tested here and in FileCheckTests; the last is of no file.
        let others: Set<FindingCode> = [
            .check(.fileTooLarge), .check(.memoryTooLarge), .check(.fileUnreadable), .check(.canvasTooLarge), .check(.tooLong),
            .check(.tooFast), .check(.keyMissing), .check(.budgetExceeded), .check(.playersUnchecked), .check(.olderVersion),
            .diagnostic(.substitutionUnused),
        ]
        #expect(missing == others)
    }

    @Test("a movie that all players show equally has no findings")
    func clean() throws {
        let shape = WireShape.path("M0 0 L4 0 l0 4 h-1 v-1 C0 0 1 1 2 2 q1 1 2 2 Z")
        let movie = try Clean.movie(Clean.bitmap { frame, index in frame.alpha = index == 3 ? 0 : 0.5 }, Clean.shapes(shape))
        // Flutter shows what is hidden by an alpha that protobuf does not write.
        let players = Set(PublicPlayer.main).subtracting([.flutter])
        #expect(try Self.findings(try movie.file(), players: players).filter { $0.severity > .info } == [])
    }

    @Test("hidden frames and sprites that are never drawn are not compared")
    func hidden() throws {
        let movie = try Clean.movie(
            Clean.bitmap { frame, index in
                frame.layout?.x = 4
                frame.alpha = 0
            },
            Clean.shapes { frame, _ in
                frame.layout?.x = 4
                frame.clipPath = "M0 0A1 1 0 0 1 1 1"
            })
        // Flutter shows what is hidden by an alpha that protobuf does not write.
        let findings = try Self.findings(try movie.file(), players: Set(PublicPlayer.main).subtracting([.flutter]))
        #expect(findings.filter { !$0.players.isEmpty } == [])
    }

    @Test("a file may have the maximum size and the maximum memory")
    func bounds() throws {
        let bytes = try Clean.movie(Clean.bitmap()).file()
        let within = try Validation(bytes, maximumBytes: bytes.count, maximumMemoryBytes: 1024)
        #expect(within.findings == [] && within.byteCount == bytes.count && within.decodedImageBytes == 1024)
        let over = try Validation(bytes, maximumBytes: bytes.count - 1, maximumMemoryBytes: 1023)
        #expect(over.findings.map(\.code) == [.check(.fileTooLarge), .check(.memoryTooLarge)])
        #expect(over.isFailure(denyingWarnings: false))
    }

    @Test("an image that no sprite shows is decoded too")
    func unusedImage() throws {
        let movie = try Clean.movie(Clean.bitmap()) {
            $0.images.append(WireImage(key: "spare", bytes: Array($0.images[0].bytes.dropLast(30))))
        }
        let findings = try Self.findings(try movie.file())
        #expect(findings.map(\.code) == [.diagnostic(.imageBroken), .check(.imageUnused)] && findings[0].location == "image \"spare\"")
    }

    @Test("findings are sorted by severity; errors, warnings about players, and denied warnings fail")
    func failures() throws {
        let movie = try Clean.movie(Clean.bitmap { frame, _ in frame.alpha = 2 }) {
            $0.fps = 24
            $0.audios = [Clean.audio("gone")]
        }
        let findings = try Self.findings(try movie.file(), players: [.ios])
        #expect(findings.map(\.identifier) == ["SVGA060", "SVGA033", "SVGA103", "SVGA011"])
        #expect(findings.map { $0.isFailure(denyingWarnings: false) } == [true, false, true, false])
        #expect(findings.map { $0.isFailure(denyingWarnings: true) } == [true, true, true, false])
        #expect(findings[1].location == "sprite 0 \"face\", frame 0 and 3 more" && findings[1].remedy == "Write an alpha from 0 to 1")
    }

    @Test("a file that is not a movie, or exceeds a limit, is an error")
    func unreadable() throws {
        #expect(throws: SVGAError.unknownContainer(firstBytes: [1, 2, 3])) { try Validation([1, 2, 3]) }
        var limits = ReadLimits.default
        limits.imagePixels = 100
        let options = ReadOptions(limits: limits)
        let bytes = try Clean.movie(Clean.bitmap()).file()
        #expect(throws: SVGAError.self) { try Validation(bytes, read: options) }
        #expect(Finding(SVGAError.empty).code == .check(.fileUnreadable) && Finding(SVGAError.empty).message == "the file is empty")
    }

    @Test("the frames of a finding are ranges, of which a location shows some")
    func frames() {
        var ranges = FrameRanges()
        for frame in [0, 1, 2, 5, 7, 9, 11, 13, 15, 16] { ranges.append(frame) }
        #expect(ranges.ranges == [0...2, 5...5, 7...7, 9...9, 11...11, 13...13, 15...16])
        #expect(ranges.ranges.framesText == "frames 0–2, 5, 7, 9, 11, 13 and 2 more")
        #expect([4...4].framesText == "frame 4" && [ClosedRange<Int>]().framesText.isEmpty)
    }

    @Test("public files have no error of their own", .needsCorpus, arguments: TestFiles.corpusFiles)
    func corpus(file: URL) throws {
        #expect(try Self.findings(TestFiles.bytes(file)).filter { $0.severity == .error } == [])
    }

    /// The public 2.x movies that every player shows: those of the corpus without mattes, sounds and other oddities.
    @Test(
        "public files that all players show right have no error on any of them",
        .needsCorpus("1-927d97", "11-7ea81a", "PinJump-9a3990", "clippath-5e97be", "loading-1-7dd439"),
        arguments: ["1-927d97", "11-7ea81a", "PinJump-9a3990", "clippath-5e97be", "loading-1-7dd439"])
    func shownByAll(name: String) throws {
        let bytes = try TestFiles.bytes(TestFiles.corpusFile(name))
        #expect(try Self.findings(bytes, players: Set(PublicPlayer.main)).filter { $0.severity == .error } == [])
    }
}
