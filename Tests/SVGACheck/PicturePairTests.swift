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

/// Frames of players that are drawn and compared only where they can differ visibly.
@Suite struct PicturePairTests {
    private static func rectangle(_ size: Float, red: Float, alpha: Float = 1) -> WireFrame {
        var shape = WireShape()
        (shape.kind, shape.args) = (.rect, .rect(x: 0, y: 0, width: size, height: size, cornerRadius: 0))
        shape.styles = WireStyle()
        var color = WireColor()
        (color.r, color.a) = (red, alpha)
        shape.styles?.fill = color
        var frame = WireFrame.visible(layout: WireLayout(width: size, height: size))
        frame.shapes = [shape]
        return frame
    }

    private static func movie(_ size: Float, _ frames: [WireFrame]) -> WireMovie {
        let sprite = WireSprite(imageKey: "a.vector", matteKey: "", frames: frames)
        return WireMovie.tiny(width: size, height: size, frames: Int32(frames.count), sprites: [sprite])
    }

    /// The shares of a player, and the work of finding them.
    private static func shares(
        _ movie: WireMovie, _ player: PublicPlayer, enough: Double = 1
    ) throws -> (shares: [Int: Double], units: Int) {
        let file = try CheckedFile(DocumentWriter.write(movie, as: .zlib), options: ReadOptions())
        let emulation = try file.emulation(player, OwnScene(PreparedMovie(file.movie)))
        let before = file.budget.units
        return (try emulation.shares(enough: enough), file.budget.units - before)
    }

    @Test(arguments: ["gift.svga", "like.svga", "features/badge.svga", "features/mattes.svga", "features/clips.svga", "features/keep.svga"])
    func `shares are those of frames that are drawn completely`(name: String) throws {
        let bytes = try Data(contentsOf: TestFiles.root.appendingPathComponent("samples/\(name)"))
        let file = try CheckedFile([UInt8](bytes), options: ReadOptions())
        let own = try OwnScene(PreparedMovie(file.movie))
        for player in PublicPlayer.main {
            let emulation = try file.emulation(player, own)
            let all = try emulation.shares()
            let visible = try file.emulation(player, OwnScene(own.prepared)).shares(enough: VisibleDifference.share)
            let (left, right) = (try own.calls.scene.makePainter(), try emulation.scene.makePainter())
            for frame in stride(from: 0, to: file.movie.frameCount, by: 4) where emulation.scene.playerFailure(frame: frame) == nil {
                try left.paint(frame: frame)
                try right.paint(frame: frame)
                let share = VisibleDifference.share(left, right)
                #expect(all[frame] ?? 0 == share, "\(player), frame \(frame)")
                #expect((visible[frame] ?? 0 > VisibleDifference.share) == (share > VisibleDifference.share), "\(player), frame \(frame)")
            }
        }
    }

    @Test func `frames that look alike are compared once`() throws {
        let (red, pink) = (Self.rectangle(256, red: 1, alpha: 0.9), Self.rectangle(256, red: 0.5, alpha: 0.9))
        let few = try Self.shares(Self.movie(256, [red, pink]), .webLite)
        let many = try Self.shares(Self.movie(256, (0..<40).map { $0 % 2 == 0 ? red : pink }), .webLite)
        #expect(many.shares.count == 40 && many.shares[39] == few.shares[1])
        #expect(many.units < 2 * few.units, "\(many.units) and \(few.units)")
    }

    @Test func `nothing is drawn for colors that are rounded down`() throws {
        let (shares, units) = try Self.shares(Self.movie(640, [Self.rectangle(640, red: 0.5)]), .web)
        #expect(shares == [0: 0])
        #expect(units < 640 * 640 / 4, "\(units)")
    }

    @Test func `drawing ends when enough pixels differ`() throws {
        // Web-Lite draws nothing, because it reads an alpha below 1 as 0.
        let movie = Self.movie(1280, [Self.rectangle(1280, red: 1, alpha: 0.9)])
        let (all, some) = (try Self.shares(movie, .webLite), try Self.shares(movie, .webLite, enough: VisibleDifference.share))
        #expect(all.shares == [0: 1])
        #expect(some.shares[0] ?? 0 > VisibleDifference.share)
        #expect(2 * some.units < all.units, "\(some.units) and \(all.units)")
    }

    @Test func `only the edges of an enlarged bitmap are drawn`() throws {
        let red = try Pixmap(width: 64, height: 64, .red).payload("a")
        var frame = WireFrame.visible(layout: WireLayout(width: 1000, height: 1000))
        frame.transform = WireTransform(a: 1, d: 1, tx: 12.5, ty: 12.5)
        let movie = WireMovie.tiny(width: 1024, height: 1024, images: [red], sprites: [.one("a", frame)])
        let units = try Self.shares(movie, .webLite).units
        #expect(units > 0 && units < 1024 * 1024 * WorkMeter.Cost.alignedPixel, "\(units)")
    }

    @Test(arguments: [1e6, 1e20, 3e38, Float.infinity])
    func `a bitmap of any size is compared`(size: Float) throws {
        let red = try Pixmap(width: 4, height: 4, .red).payload("a")
        for frame in [
            WireFrame.visible(layout: WireLayout(width: size, height: size)),
            .visible(layout: WireLayout(width: 4, height: 4), transform: WireTransform(a: size, d: size)),
        ] {
            let movie = WireMovie.tiny(width: 64, height: 64, images: [red], sprites: [.one("a", frame)])
            for player in PublicPlayer.main {
                let shares = try Self.shares(movie, player).shares
                #expect(shares.values.allSatisfy { (0...1).contains($0) }, "\(player): \(shares)")
            }
        }
    }

    @Test func `the same draw calls of another version of a file are not compared again`() throws {
        func drawn(_ key: String, _ color: Pixel, _ versions: ComparedVersions) throws -> (DrawnByPlayers, Int) {
            var frame = WireFrame.visible(layout: WireLayout(width: 90, height: 70))
            frame.transform = WireTransform(a: 1, d: 1, tx: 0.3, ty: 0.4)
            let image = try Pixmap(width: 4, height: 4, color).payload("k")
            let movie = WireMovie.tiny(width: 100, height: 100, images: [image], sprites: [.one("k", frame), .one(key, .hidden)])
            let budget = WorkBudget(.default, factor: 10, subject: "comparing")
            let drawn = try DrawnByPlayers(
                DocumentWriter.write(movie, as: .zlib), as: Set(PublicPlayer.main), budget: budget, versions: versions)
            return (drawn, budget.units)
        }
        let versions = ComparedVersions()
        let (first, units) = try drawn("a", .red, versions)
        let (second, fewer) = try drawn("b", .red, versions)
        #expect(fewer < units, "\(fewer) and \(units)")
        #expect(first.players.map(\.differences) == second.players.map(\.differences))
        // Another image with the same key is another picture.
        let (other, _) = try drawn("a", .clear, versions)
        let (alone, _) = try drawn("a", .clear, ComparedVersions())
        #expect(other.players.map(\.differences) == alone.players.map(\.differences))
        #expect(try first.frameUnlike(other, budget: WorkBudget(.default, factor: 1, subject: "comparing")) == 0)
        let budget = WorkBudget(.default, factor: 1, subject: "comparing")
        #expect(try first.frameUnlike(second, budget: budget) == nil)
        #expect(budget.units < 100 * 100)
    }
}
