import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACheck

@Suite("Findings that a change adds")
struct AddedFindingsTests {
    private static func movie(width: Float = 16, x: Float = 0, key: String = "a", matte: String = "") throws -> WireMovie {
        let frame = WireFrame.visible(layout: WireLayout(x: x, width: width, height: 16))
        return WireMovie.tiny(
            images: [WireImage(key: key, bytes: try Pixmap(width: 16, height: 16, .red).pngData())],
            sprites: [WireSprite(imageKey: key, matteKey: matte, frames: [frame])])
    }

    private static func bytes(_ movie: WireMovie, _ container: VideoEntity.Container = .zlib) throws -> [UInt8] {
        try DocumentWriter.write(movie, as: container)
    }

    private static func added(_ after: WireMovie, since before: WireMovie...) throws -> [String] {
        try AddedFindings.find(in: bytes(after), since: before.map { try bytes($0) }).map(\.identifier)
    }

    @Test("a bitmap that is not as large as its layout any more is found, and one that never was is not")
    func size() throws {
        #expect(try Self.added(Self.movie(width: 8), since: Self.movie()) == ["SVGA110", "SVGA110"], "web and iOS")
        var moved = try Self.movie(width: 8)
        moved.sprites[0].frames[0].transform = WireTransform(tx: 2)
        #expect(try Self.added(moved, since: Self.movie(width: 8)).isEmpty)
        #expect(try Self.added(Self.movie(), since: Self.movie(width: 8)).isEmpty)
    }

    @Test func `an input and its result share their decoded images`() throws {
        let cache = EmulationCache()
        func bitmap(_ movie: WireMovie) throws -> PreparedBitmap {
            let file = try CheckedFile(Self.bytes(movie), options: ReadOptions(), cache: cache)
            let own = try OwnScene(PreparedMovie(file.movie, limits: .default, sharing: file.cache.images))
            return try #require(own.calls.scene.bitmaps[0]).base
        }
        let first = try bitmap(Self.movie())
        #expect(try bitmap(Self.movie(x: 5)) === first)
    }

    @Test("movies that cost more to compare than is allowed are not compared")
    func tooLarge() throws {
        let (before, after) = (try Self.movie(), try Self.movie(width: 8))
        let files = (try Self.bytes(after), [try Self.bytes(before)])
        func count(work: Int) throws -> Int? {
            var limits = ReadLimits.default
            limits.work = work
            return try AddedFindings.find(in: files.0, since: files.1, options: ReadOptions(limits: limits), isBounded: true)?.count
        }
        #expect(try count(work: 14_000) == nil)
        #expect(try count(work: 50_000_000) == 2)
    }

    @Test("an offset of a layout that four players ignore is found")
    func offset() throws {
        let found = try AddedFindings.find(in: Self.bytes(Self.movie(x: 6)), since: [Self.bytes(Self.movie())])
        #expect(found.map(\.identifier) == [String](repeating: "SVGA111", count: 4))
    }

    @Test("more images and invisible sprites do not change a movie's frames, another matrix does")
    func calls() throws {
        func calls(_ movie: WireMovie) throws -> FrameCalls { try SVGAScene(movie.read()).calls(frame: 0) }
        let plain = try Self.movie()
        var more = plain
        more.images.insert(WireImage(key: "b", bytes: try Pixmap(width: 8, height: 8, .green).pngData()), at: 0)
        more.sprites.insert(.one("b", .hidden), at: 0)
        #expect(try calls(more).draws(like: calls(plain)) && calls(plain) != calls(more))
        more.sprites[1].imageKey = "b"
        #expect(try !calls(more).draws(like: calls(plain)))
        var moved = plain
        moved.sprites[0].frames[0].transform = WireTransform(tx: 2)
        #expect(try !calls(moved).draws(like: calls(plain)))
    }

    @Test("a renamed sprite takes its findings along, and so does one that merging gives a number")
    func keys() throws {
        // Of another size too, so that players make other calls.
        let (before, after) = (try Self.bytes(Self.movie(width: 8)), try Self.bytes(Self.movie(width: 7, key: "b")))
        #expect(!(try AddedFindings.find(in: after, since: [before])).isEmpty)
        #expect(try AddedFindings.find(in: after, since: [before], renamed: [("a", "b")]).isEmpty)
        #expect(try AddedFindings.find(in: Self.bytes(Self.movie(width: 7, key: "a-2")), since: [before]).isEmpty)
    }

    @Test("a player's failure is reported, and not its differences in other frames")
    func failure() throws {
        var failing = try Self.movie()
        failing.sprites.insert(.one("m.matte", .visible(.rect(0, 0, 8, 8))), at: 0)
        let plain = try Self.movie(width: 8)
        let found = try AddedFindings.find(in: Self.bytes(failing), since: [Self.bytes(plain)])
        #expect(found.contains { $0.players == [.web] && $0.severity == .error })
        #expect(try Self.added(plain, since: failing).allSatisfy { $0 != "SVGA122" })
        let web = try AddedFindings.find(in: Self.bytes(plain), since: [Self.bytes(failing)]).filter { $0.players == [.web] }
        #expect(web.isEmpty)
    }

    @Test("a requested container is not reported as a difference")
    func container() throws {
        let (before, after) = (try Self.bytes(Self.movie()), try Self.bytes(Self.movie(), .zipJSON))
        #expect(!(try AddedFindings.find(in: after, since: [before])).isEmpty)
        #expect(try AddedFindings.find(in: after, since: [before], isConverted: true).isEmpty)
    }
}
