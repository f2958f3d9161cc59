import ConformanceSuite
import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACheck

/// Compares the validator's player findings with pictures drawn by the public interface.
@Suite("A frame is in a finding if, and only if, the player's picture differs or the player fails there")
struct DrawnFindingsTests {
    @Test("public files", .needsCorpus, arguments: drawnQuickly)
    func corpus(file: URL) throws { try DrawnFindings(TestFiles.bytes(file)).check() }

    /// Those whose frames have the fewest pixels together; validation draws each a dozen times. All with SVGA_DRAW_ALL=1, in half a minute.
    private static let drawnQuickly = TestFiles.corpusFiles.filter { file in
        if ProcessInfo.processInfo.environment["SVGA_DRAW_ALL"] == "1" { return true }
        guard let movie = try? VideoEntity(path: file.path) else { return false }
        return movie.frameCount * movie.canvasPixels.width * movie.canvasPixels.height < 6_000_000
    }

    @Test("the planted faults", arguments: PlantedFile.playerQuirks)
    func planted(file: PlantedFile) throws { try DrawnFindings(file.bytes()).check() }

    @Test("every movie of the conformance suite")
    func conformance() throws {
        let cases = try ConformanceSuite.shared.get().cases.filter { $0.tolerance != .refusal }
        #expect(cases.count > 100)
        for test in cases { try DrawnFindings(test.bytes, name: test.id).check() }
    }

    private static func errors(_ bytes: [UInt8], _ player: PublicPlayer) throws -> [Finding] {
        try Validation(bytes, players: [player]).findings.filter { $0.severity == .error }
    }

    @Test("the web player masks by the matte of the next sprite: one without a matte stops it after a run, and in protobuf anywhere")
    func nextMatte() throws {
        let movie = try PlantedFile.partlyMatted()
        for container in [VideoEntity.Container.zlib, .zipJSON] {
            #expect(try Self.errors(movie.file(container), .web).map(\.code) == [.check(.matteUnknown)])
        }
        // Behind the matte, only the sprite without one.
        var unmasked = movie
        unmasked.sprites.remove(at: 1)
        #expect(try Self.errors(unmasked.file(), .web).map(\.code) == [.check(.matteUnknown)])
        #expect(try Self.errors(unmasked.file(.zipJSON), .web) == [])
        // Nothing is looked up where no matte comes first.
        var others = movie
        others.sprites.append(others.sprites.removeFirst())
        #expect(try Self.errors(others.file(), .web) == [])
    }

    @Test(
        "public files with mattes that the web player was seen to show have no error on it",
        .needsCorpus("matteBitmap-ad4473", "matteBitmap_1.x-3088ce", "mutiMatte-772452"),
        arguments: ["matteBitmap-ad4473", "matteBitmap_1.x-3088ce", "mutiMatte-772452"])
    func mattesOfWeb(name: String) throws {
        #expect(try Self.errors(TestFiles.bytes(TestFiles.corpusFile(name)), .web) == [])
    }

    @Test("a public file that was seen to stop the web player has an error on it", .needsCorpus("Castle-25dc17"))
    func stopOfWeb() throws {
        #expect(try Self.errors(TestFiles.bytes(TestFiles.corpusFile("Castle-25dc17")), .web).map(\.identifier) == ["SVGA150"])
    }
}

/// The findings about each player of one movie.
private struct DrawnFindings {
    /// Above this frame count only some frames are checked: evenly spaced, and where findings begin and end.
    private static let maximumFrames = 24

    private let bytes: [UInt8]
    private let name: String
    private let findings: [Finding]
    private let ours: SVGAScene

    init(_ bytes: [UInt8], name: String = "") throws {
        (self.bytes, self.name) = (bytes, name)
        findings = try Validation(bytes, players: Set(PublicPlayer.main)).findings.filter { !$0.players.isEmpty }
        ours = try SVGAScene(try VideoEntity(bytes: bytes))
    }

    func check() throws {
        var pictures: [Int: Pixmap] = [:]
        for player in PublicPlayer.main { try check(player, &pictures) }
    }

    /// - Parameter pictures: of frames as our own rules show them, drawn as they are needed.
    private func check(_ player: PublicPlayer, _ pictures: inout [Int: Pixmap]) throws {
        let findings = findings.filter { $0.players.contains(player) }
        let movie = try VideoEntity(bytes: bytes, options: ReadOptions(player: player))
        if findings.contains(where: { $0.code == .check(.containerUnreadable) }) {
            let failure = try SVGAScene(movie).firstPlayerFailure
            #expect(failure != nil && failure?.frame == nil, "\(name), \(player)")
            return
        }
        // Findings that no picture shows are about the file, or a sound.
        let unseen: Set<FindingCode> = [.check(.containerNeedsLibrary), .check(.displayTicks), .check(.soundFormat)]
        let seen = findings.filter { !unseen.contains($0.code) }
        #expect(seen.allSatisfy { !$0.frames.isEmpty }, "\(name), \(player)")
        // Another entry of the archive, which is another movie.
        if movie.frameCount != ours.movie.frameCount { return }
        let reported = seen.flatMap(\.frames)
        let theirs = try SVGAScene(movie)
        let (left, right) = (try ours.makePainter(), try theirs.makePainter())
        for frame in frames(reported) {
            var differs = theirs.playerFailure(frame: frame) != nil
            if !differs {
                if pictures[frame] == nil {
                    try left.paint(frame: frame)
                    pictures[frame] = left.pixmap()
                }
                try right.paint(frame: frame)
                differs = try #require(pictures[frame]).shareOfPixels(farFrom: right.pixmap()) > 0.001
            }
            guard differs == reported.contains(where: { $0.contains(frame) }) else {
                Issue.record("\(name), \(player), frame \(frame): \(differs ? "differs" : "is the same")")
                return
            }
        }
    }

    private func frames(_ reported: [ClosedRange<Int>]) -> [Int] {
        let count = ours.movie.frameCount
        if count <= DrawnFindings.maximumFrames { return Array(0..<count) }
        let even = stride(from: 0, to: count, by: count / (DrawnFindings.maximumFrames / 2))
        let edges = Set(reported.flatMap { [$0.lowerBound - 1, $0.lowerBound, $0.upperBound, $0.upperBound + 1] })
            .filter { (0..<count).contains($0) }.sorted()
        return Array(even) + edges.prefix(DrawnFindings.maximumFrames / 2)
    }
}
