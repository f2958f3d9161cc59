import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

@Suite("What comparing players costs")
struct ComparisonCostTests {
    private static let rectangle: WireShape = {
        var shape = WireShape()
        (shape.kind, shape.args) = (.rect, .rect(x: 0, y: 0, width: 8, height: 8, cornerRadius: 2))
        shape.styles = WireStyle()
        var red = WireColor()
        (red.r, red.a) = (1, 1)
        shape.styles?.fill = red
        return shape
    }()

    private static func movie(_ frames: [WireFrame]) -> WireMovie {
        WireMovie.tiny(frames: Int32(frames.count), sprites: [WireSprite(imageKey: "a.vector", matteKey: "", frames: frames)])
    }

    /// What looking at it as all players do is counted as.
    private static func units(_ movie: WireMovie) throws -> Int {
        let file = try CheckedFile(DocumentWriter.write(movie, as: .zlib), options: ReadOptions())
        let own = try OwnScene(PreparedMovie(file.movie))
        for player in PublicPlayer.main { _ = try file.emulation(player, own).touchedSprites() }
        return file.budget.units
    }

    @Test func `frames that repeat the one before cost less than a quarter`() throws {
        func frame(_ alpha: Float) -> WireFrame {
            var frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
            (frame.alpha, frame.shapes) = (alpha, [Self.rectangle])
            return frame
        }
        let same = try Self.units(Self.movie((0..<200).map { _ in frame(0.5) }))
        let other = try Self.units(Self.movie((0..<200).map { frame(Float($0 + 1) / 256) }))
        #expect(4 * same < other, "\(same) and \(other)")
    }

    @Test func `frames that repeat earlier ones in turn cost less than a third`() throws {
        func frame(_ alpha: Float) -> WireFrame {
            var frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
            (frame.alpha, frame.shapes) = (alpha, Array(repeating: Self.rectangle, count: 10))
            return frame
        }
        let inTurn = try Self.units(Self.movie((0..<200).map { frame(Float($0 % 2 + 1) / 256) }))
        let other = try Self.units(Self.movie((0..<200).map { frame(Float($0 + 1) / 256) }))
        #expect(3 * inTurn < other, "\(inTurn) and \(other)")
    }

    @Test func `a frame that was painted for one player is not painted again for the next`() throws {
        var frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
        frame.shapes = [Self.rectangle]
        let file = try CheckedFile(DocumentWriter.write(Self.movie([frame]), as: .zlib), options: ReadOptions())
        let own = try OwnScene(PreparedMovie(file.movie))
        // Both round the edges of shapes, so their frames are compared with ours.
        func units(_ player: PublicPlayer) throws -> Int {
            let shown = try file.emulation(player, own)
            let before = file.budget.units
            #expect(try shown.shares()[0] != nil)
            return file.budget.units - before
        }
        let first = try units(.web)
        #expect(own.painted.picture(frame: 0) != nil)
        #expect(try units(.web) < first)
    }

    @Test func `frames with draw calls that were compared before cost nothing`() throws {
        var frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
        frame.shapes = [Self.rectangle]
        let file = try CheckedFile(DocumentWriter.write(Self.movie([frame]), as: .zlib), options: ReadOptions())
        let own = try OwnScene(PreparedMovie(file.movie))
        let first = try file.emulation(.web, own).shares()
        let second = try file.emulation(.web, own)
        let before = file.budget.units
        #expect(try second.shares() == first)
        #expect(file.budget.units == before)
    }

    @Test func `shares do not depend on which players were checked before`() throws {
        let frames = (0..<12).map { index in
            var frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
            frame.transform = WireTransform(a: 1, d: 1, tx: Float(index) / 3)
            frame.shapes = Array(repeating: Self.rectangle, count: 1 + index % 3)
            return frame
        }
        let file = try CheckedFile(DocumentWriter.write(Self.movie(frames), as: .zlib), options: ReadOptions())
        let shared = try OwnScene(PreparedMovie(file.movie))
        for player in PublicPlayer.main {
            let alone = try OwnScene(PreparedMovie(file.movie))
            #expect(try file.emulation(player, shared).shares() == file.emulation(player, alone).shares(), "\(player)")
        }
    }

    @Test func `a movie and its renamed copy have equal draw calls, so no rules are compared`() throws {
        func file(_ first: String, _ budget: WorkBudget) throws -> CheckedFile {
            let keys = [first] + (1..<50).map { "k\($0)" }
            // The bitmaps are enlarged, and players sample them in other ways.
            let frame = WireFrame.visible(layout: WireLayout(width: 9, height: 7))
            let movie = WireMovie.tiny(
                images: try keys.map { try Pixmap(width: 4, height: 4, .red).payload($0) }, sprites: keys.map { .one($0, frame) })
            return try CheckedFile(DocumentWriter.write(movie, as: .zlib), options: ReadOptions(), budget: budget)
        }
        func units(_ names: [(old: String, new: String)]) throws -> Int {
            let budget = WorkBudget(.default, factor: .max, subject: "comparing")
            let (before, after) = (try file("k0", budget), try file("last", budget))
            let start = budget.units
            _ = try AddedFindings.find(in: after, since: [before], RenamedKeys(names), isConverted: false, ReadOptions())
            return budget.units - start
        }
        let renamed = try units([(old: "k0", new: "first"), (old: "first", new: "last")])
        let other = try units([])
        #expect(3 * renamed < other, "\(renamed) and \(other)")
    }

    @Test func `findings do not depend on whether frames are found to repeat`() throws {
        // Writing repairs colors without an alpha.
        for file in PlantedFile.playerQuirks where file.code != .check(.colorAlphaUnwritten) {
            let bytes = try file.bytes()
            guard var document = try? SVGADocument(bytes: bytes), document.container == .zlib else { continue }
            // An invisible sprite that changes in each frame.
            let frames = (0..<20).map { index in
                var frame = WireFrame.hidden
                frame.transform = WireTransform(a: 1, d: 1, tx: Float(index))
                return frame
            }
            document.movie.sprites.append(WireSprite(imageKey: "nobody.vector", matteKey: "", frames: frames))
            let changed = try DocumentWriter.write(document.movie, as: .zlib)
            let players = Set(PublicPlayer.main)
            func findings(_ bytes: [UInt8]) throws -> [String] {
                try Validation(bytes, players: players).findings.filter { !$0.players.isEmpty && $0.severity != .info }.map {
                    "\($0.identifier) \($0.players) \($0.frames)"
                }
            }
            let (before, after) = (try findings(bytes), try findings(changed))
            #expect(Set(before).isSubset(of: after), "\(file.code)")
        }
    }

    @Test func `an edit whose frames cost more than a frame may is not compared`() throws {
        let frame = { (count: Int) in
            var frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
            frame.shapes = Array(repeating: Self.rectangle, count: count)
            return frame
        }
        var limits = ReadLimits.default
        limits.work = 200_000_000
        let options = ReadOptions(limits: limits)
        func find(_ count: Int) throws -> [Finding]? {
            let before = try DocumentWriter.write(Self.movie([frame(count)]), as: .zlib)
            var movie = Self.movie([frame(count)])
            movie.fps = 7
            return try AddedFindings.find(in: DocumentWriter.write(movie, as: .zlib), since: [before], options: options, isBounded: true)
        }
        #expect(try find(10) == [])
        #expect(try find(30_000) == nil)
    }
}
