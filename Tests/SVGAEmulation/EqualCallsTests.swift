import Foundation
import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport
import Testing

@testable import SVGAEmulation

/// Scenes of one file whose draw calls are known to be equal without being compared.
@Suite struct EqualCallsTests {
    private static let files = ["badge", "clips", "keep", "mattes"].map { TestFiles.sample($0) }

    private static func scene(
        _ document: SVGADocument, _ player: PublicPlayer?, _ profile: Profile, _ cache: EmulationCache
    ) throws -> SVGAScene {
        var document = document
        document.movie.shareShapeLists()
        let options = ReadOptions(limits: .default, player: player, profile: profile, cache: cache)
        return try SVGAScene(try Resolver.resolve(document, options: options))
    }

    @Test(arguments: files)
    func `without a rule of reading that changes nothing, all frames have the same draw calls`(file: URL) throws {
        let document = try SVGADocument(bytes: TestFiles.bytes(file))
        var known = 0
        for player in PublicPlayer.main {
            let cache = EmulationCache()
            let whole = try Self.scene(document, player, player.profile, cache)
            let calls = SceneCalls(whole)
            for rule in player.rules {
                let without = try Self.scene(document, player, Profile(player, without: rule.name), cache)
                guard without.certainlyDraws(like: whole) else { continue }
                known += 1
                let others = SceneCalls(without)
                for frame in 0..<whole.movie.frameCount {
                    #expect(try calls.calls(frame: frame) == others.calls(frame: frame), "\(rule.name), frame \(frame)")
                }
            }
        }
        #expect(known > 20)
    }

    @Test func `a rule that changes a movie or its painting is not passed over`() throws {
        let document = try SVGADocument(bytes: TestFiles.bytes(TestFiles.sample("badge")))
        let cache = EmulationCache()
        let ours = try Self.scene(document, .web, .ours, cache)
        var (offset, clip) = (Profile.ours, Profile.ours)
        offset.appliesLayoutOffset = false
        offset.zeroScaleOfShapes = 1
        clip.smoothsClips = false
        #expect(ours.certainlyDraws(like: try Self.scene(document, .web, .ours, cache)))
        #expect(!ours.certainlyDraws(like: try Self.scene(document, .web, clip, cache)))
        #expect(!clip.draws(like: .ours) && offset.draws(like: .ours))
        var moved = WireMovie.tiny(frames: 1)
        var layout = WireLayout(width: 8, height: 8)
        (layout.x, layout.y) = (3, 4)
        moved.sprites = [.one("box.vector", .visible(layout: layout, .rect(0, 0, 4, 4)))]
        let file = SVGADocument(movie: moved)
        #expect(!(try Self.scene(file, .web, .ours, cache)).certainlyDraws(like: try Self.scene(file, .web, offset, cache)))
    }

    /// Otherwise a difference that this rule makes would be missed.
    @Test func `no code of drawing refers to a rule that counts as one of reading`() throws {
        let folder = TestFiles.root.appendingPathComponent("Sources/SVGAEmulation/Draw")
        func text(_ name: String) throws -> String { try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) }
        let list = try #require(try text("EqualCalls.swift").split(separator: "func copyReading").last)
        let rules = Set(list.matches(of: /\bother\.(\w+)/).map { String($0.output.1) })
        #expect(rules.count > 25 && rules.contains("zeroStrokeWidth"))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "EqualCalls.swift" {
            let used = Set(try text(name).matches(of: /\bprofile\.(\w+)/).map { String($0.output.1) })
            #expect(used.intersection(rules) == [], "\(name)")
        }
    }
}
