import SVGAEdit
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

@Suite("Repairs for players") struct RepairTests {
    private static let everyone = Set(PublicPlayer.main)
    private static let planted = PlantedFile.playerQuirks + PlantedFile.portQuirks + RemedyTests.otherCauses

    /// The codes of planted files that have a repair in each case.
    private static let repaired: Set<CheckCode> = [
        .layoutOffset, .scaleZero, .framesShort, .alphaUnwritten, .matteNotFirst, .pathCommand, .pathAbsoluteLine, .pathRepeats,
        .clipOnShapes, .keepOfOther, .cornerRadius, .colorAlphaUnwritten, .miterLimitZero, .dashPhase, .strokeScale, .strokeWidthZero,
        .unstyled, .color255, .bitmapSize, .keySuffix, .imageFormat,
    ]

    private static let repairable = planted.filter { file in
        if case .check(let code) = file.code { repaired.contains(code) } else { false }
    }

    private struct Repaired: Hashable {
        let bytes: [UInt8]
        let players: Set<PublicPlayer>
    }

    private static let repairs = Locked<[Repaired: MovieRepair]>([:])

    /// The repair of a planted file, which several tests examine.
    private static func repair(_ planted: PlantedFile) throws -> MovieRepair {
        let key = Repaired(bytes: try planted.bytes(), players: planted.players)
        if let known = repairs.withLock({ $0[key] }) { return known }
        let repair = try MovieRepair(key.bytes, for: key.players)
        repairs.withLock { $0[key] = repair }
        return repair
    }

    private func findings(_ bytes: [UInt8], _ planted: PlantedFile) throws -> [Finding] {
        try Validation(bytes, players: planted.players).findings.filter { $0.code == planted.code }
    }

    @Test("a repair removes the planted finding and names its step", arguments: repairable)
    func removes(planted: PlantedFile) throws {
        let bytes = try planted.bytes()
        try #require(!(try findings(bytes, planted)).isEmpty)
        let repair = try Self.repair(planted)
        let remaining = repair.remainders.map { "\($0.finding.code.name) \($0.finding.location): \($0.reason)" }
        #expect(try findings(repair.bytes, planted) == [], "\(repair.changes.map(\.note)), remaining: \(remaining)")
        #expect(repair.changes.contains { $0.codes.contains(planted.code.name) } || !repair.changes.isEmpty)
    }

    @Test("no player is worse after a repair, and our own rules draw every frame as before", arguments: planted)
    func harmless(planted: PlantedFile) throws {
        let bytes = try planted.bytes()
        let repair = try Self.repair(planted)
        let (before, after) = (try PlayerComparison(bytes), try PlayerComparison(repair.bytes))
        for (old, new) in zip(before.players, after.players) {
            for (frame, pair) in zip(old.differences, new.differences).enumerated() {
                let name: Comment = "\(new.player.name), frame \(frame): \(repair.changes.map(\.step))"
                #expect(pair.1 <= max(pair.0, VisibleDifference.share) + VisibleDifference.share / 2, name)
            }
        }
        let (first, second) = (try before.ours.makePainter(), try after.ours.makePainter())
        for frame in 0..<before.ours.movie.frameCount {
            try first.paint(frame: frame)
            try second.paint(frame: frame)
            #expect(!VisibleDifference.isThere(first, second), "frame \(frame): \(repair.changes.map(\.step))")
        }
    }

    @Test("a repaired file is not changed again", arguments: planted)
    func idempotent(planted: PlantedFile) throws {
        let once = try Self.repair(planted)
        let twice = try MovieRepair(once.bytes, for: planted.players)
        #expect(twice.bytes == once.bytes, "\(twice.changes.map { "\($0.step): \($0.note)" })")
    }

    @Test("a repaired file is compressed like every written file", arguments: repairable.prefix(5))
    func compressed(planted: PlantedFile) throws {
        let repair = try Self.repair(planted)
        let document = try SVGADocument(bytes: repair.bytes)
        #expect(!repair.changes.isEmpty)
        #expect(try DocumentWriter.write(document, as: document.container, options: .withoutKeep) == repair.bytes)
    }

    @Test("a file without findings stays byte for byte")
    func unchanged() throws {
        let bytes = try Clean.movie(Clean.bitmap()).file()
        let repair = try MovieRepair(bytes, for: Self.everyone)
        #expect(repair.bytes == bytes && repair.changes.isEmpty && repair.remainders.isEmpty)
    }

    @Test("what has no repair is listed with the reason")
    func remainders() throws {
        let sound = try Clean.movie(Clean.bitmap()) { movie in
            movie.images.append(WireImage(key: "audio", bytes: MPEGFixtures.sound))
            movie.audios = [Clean.audio("audio")]
        }
        let silent = try MovieRepair(try sound.file(), for: [.flutter])
        #expect(silent.changes.isEmpty)
        #expect(silent.remainders.first { $0.finding.code == .check(.soundFormat) }?.reason == "no format of the sound helps")
        let slow = try Clean.movie(Clean.bitmap()) { $0.fps = 24 }
        let repair = try MovieRepair(try slow.file(), for: [.ios])
        #expect(repair.changes.isEmpty && repair.remainders.map(\.reason) == ["another frame rate would change the speed"])
    }

    @Test("the work of all attempts together is limited, and what remains says so")
    func work() throws {
        let scaled = Clean.shapes(.rect(2, 2, 4, 4, Clean.stroke(), transform: WireTransform(a: 2, d: 2)))
        let colored = Clean.shapes(.rect(0, 0, 4, 4, .fill(WireColor(255, 128, 0))))
        let bytes = try Clean.movie(scaled, colored).file()
        #expect(try MovieRepair(bytes, for: Self.everyone).changes.count >= 2)
        var (limits, wasLimited) = (ReadLimits.default, false)
        limits.work = 100_000_000
        while !wasLimited, limits.work > 10_000 {
            limits.work = limits.work / 10 * 9
            guard let repair = try? MovieRepair(bytes, for: Self.everyone, options: ReadOptions(limits: limits)) else { break }
            wasLimited = !repair.changes.isEmpty && repair.remainders.contains { $0.reason == "the check exceeds the limit for work" }
        }
        #expect(wasLimited, "an attempt kept the limit, and a later one did not")
    }

    // MARK: Single steps

    @Test("an MP3 without a tag gets one, and keeps its frames")
    func tag() throws {
        let frames = MPEGFixtures.frames(80)
        let movie = try Clean.movie(Clean.bitmap()) { movie in
            movie.images.append(WireImage(key: "audio", bytes: frames))
            movie.audios = [Clean.audio("audio")]
        }
        let repair = try MovieRepair(try movie.file(), for: [.ios, .android, .web])
        #expect(repair.changes.map(\.step).contains("sounds"))
        let sound = try #require(try SVGADocument(bytes: repair.bytes).movie.images.first { $0.key == "audio" })
        let (before, after) = (MPEGStream(frames), MPEGStream(sound.bytes))
        #expect(after.frames == before.frames && after.strayBytes == before.strayBytes && !after.hasBrokenTag)
    }

    @Test("a sound that is no MP3 is converted, or remains with the converter's reason")
    func convert() throws {
        let wave = Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8) + [UInt8](repeating: 0, count: 40)
        let movie = try Clean.movie(Clean.bitmap()) { movie in
            movie.images.append(WireImage(key: "audio", bytes: wave))
            movie.audios = [Clean.audio("audio")]
        }
        let bytes = try movie.file()
        let mp3 = MPEGFixtures.tag() + MPEGFixtures.frames(80)
        let converted = try MovieRepair(bytes, for: [.web], convertSound: { (_, _) throws(SVGAError) in mp3 })
        #expect(try SVGADocument(bytes: converted.bytes).movie.images.first { $0.key == "audio" }?.bytes == mp3)
        let failed = try MovieRepair(
            bytes, for: [.web], convertSound: { (_, _) throws(SVGAError) in throw SVGAError(.encoding, "it is noise") })
        #expect(failed.bytes == bytes)
        #expect(failed.remainders.first { $0.finding.code == .check(.soundFormat) }?.reason == "it is noise")
    }

    @Test("a sound's key gets the prefix that Web-Lite needs, in the sound and where it plays")
    func soundKey() throws {
        let movie = try Clean.movie(Clean.bitmap()) { movie in
            movie.images.append(WireImage(key: "song", bytes: MPEGFixtures.sound))
            movie.audios = [Clean.audio("song")]
        }
        let repair = try MovieRepair(try movie.file(), for: [.webLite])
        let after = try SVGADocument(bytes: repair.bytes).movie
        #expect(after.images.map(\.key) == ["face", "audio_song"] && after.audios.map(\.audioKey) == ["audio_song"])
        #expect(repair.before.map(\.verdict.outcome) == [.nothing] && repair.after.map(\.verdict.differences) == [1])
    }

    @Test("an opaque matte becomes a clip path, and the sprites keep their keys")
    func mattes() throws {
        var matte = Clean.shapes(.rect(0, 0, 8, 16, .fill(.green)))
        matte.imageKey = "left.matte"
        var face = Clean.bitmap()
        face.matteKey = "left.matte"
        let movie = try Clean.movie(matte, face)
        let repair = try MovieRepair(try movie.file(), for: [.webLite, .flutter])
        let after = try SVGADocument(bytes: repair.bytes).movie
        #expect(after.sprites.map(\.imageKey) == ["face"] && after.sprites[0].matteKey.isEmpty)
        #expect(repair.remainders.isEmpty && repair.after.allSatisfy { $0.verdict.outcome == .same })
    }

    @Test("a matte that fades becomes a clip path and the alpha of its sprites; one that masks nothing is removed")
    func fadingMattes() throws {
        var matte = Clean.shapes(.rect(0, 0, 8, 16, .fill(.green))) { frame, index in
            frame.alpha = index == 3 ? 0 : 1 - 0.25 * Float(index)
        }
        matte.imageKey = "left.matte"
        var unused = Clean.shapes(.rect(0, 0, 16, 16, .fill(.blue)))
        unused.imageKey = "unused.matte"
        var face = Clean.bitmap()
        face.matteKey = "left.matte"
        let repair = try MovieRepair(try Clean.movie(matte, unused, face).file(), for: [.flutter])
        let after = try SVGADocument(bytes: repair.bytes).movie
        #expect(after.sprites.map(\.imageKey) == ["face"] && after.sprites[0].frames.map(\.alpha) == [1, 0.75, 0.5, 0])
        #expect(Set(repair.changes.map(\.step)).isSuperset(of: ["unused-mattes", "mattes"]) && repair.remainders.isEmpty)
    }

    @Test("translucent colors become the alpha of sprites, above each other as before")
    func colorAlpha() throws {
        let shapes = Clean.shapes(
            .rect(0, 0, 8, 8, .fill(WireColor(1, 0, 0, 0.5))), .rect(4, 4, 8, 8, .fill(.blue)),
            .rect(8, 0, 8, 8, .fill(WireColor(0, 1, 0, 0.25))))
        let repair = try MovieRepair(try Clean.movie(shapes).file(), for: [.webLite])
        let after = try SVGADocument(bytes: repair.bytes).movie
        #expect(after.sprites.map { $0.frames[0].alpha } == [0.5, 1, 0.25])
        #expect(repair.remainders.isEmpty)
    }

    @Test("a canceled task stops a repair")
    func cancelled() async throws {
        let bytes = try Clean.movie(Clean.shapes(.rect(0, 0, 4, 4, radius: -1))).file()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try MovieRepair(bytes, for: [.web])
        }
        task.cancel()
        let error = await #expect(throws: SVGAError.self) { try await task.value }
        #expect(error?.kind == .cancelled)
    }
}
