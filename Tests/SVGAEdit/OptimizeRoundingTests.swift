import SVGACheck
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite("Rounding the numbers of frames")
struct OptimizeRoundingTests {
    private typealias Fixtures = OptimizeFixtures

    /// A picture that moves and turns through many frames, with all digits of a float.
    private static func movie(frames: Int = 60, picture: [UInt8] = OptimizeFixtures.waves(side: 24)) -> WireMovie {
        var sprite = WireSprite(imageKey: "a")
        for frame in 0..<frames {
            let angle = Float(frame) * 0.0371
            let (sine, cosine) = (sin(angle), cos(angle))
            let turn = WireTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 20 + 7 * sine + angle / 9, ty: 19 - 6 * cosine)
            sprite.frames.append(.visible(alpha: 0.5 + sine / 3, layout: WireLayout(width: 24, height: 24), transform: turn))
        }
        return WireMovie.tiny(
            width: 48, height: 48, frames: Int32(frames), images: [Fixtures.image("a", picture)], sprites: [sprite])
    }

    private static func differences(_ movie: WireMovie, _ result: Optimization) async throws -> [FrameComparison.Difference] {
        try await FrameComparison(SVGAScene(movie.read()), SVGAScene(VideoEntity(bytes: result.bytes))).differences()
    }

    @Test
    func `digits that no frame shows go, and every frame stays the same`() async throws {
        let movie = Self.movie()
        let (result, after) = try await Fixtures.optimize(movie)
        #expect(result.roundedSprites == 1 && result.differingFrames == 0)
        #expect(try await Self.differences(movie, result).allSatisfy(\.isIdentical))
        // Rounded to powers of two, the low bits of positions become zero.
        func zeros(_ movie: WireMovie) -> Int {
            movie.sprites[0].frames.reduce(0) { $0 + ($1.transform?.tx.bitPattern.trailingZeroBitCount ?? 0) }
        }
        #expect(after.sprites[0].frames.count == 60 && zeros(after) > 2 * zeros(movie))
    }

    @Test
    func `with rounding no pixel changes by more than a step, and more is saved`() async throws {
        let movie = Self.movie()
        let (exact, _) = try await Fixtures.optimize(movie)
        let (rounded, _) = try await Fixtures.optimize(movie, as: .zlib, OptimizeOptions(rounds: true))
        let differences = try await Self.differences(movie, rounded)
        #expect(differences.allSatisfy { $0.largestDifference <= 1 } && rounded.bytesAfter < exact.bytesAfter)
        #expect(rounded.differingFrames == differences.count { !$0.isIdentical })
    }

    @Test
    func `JSON gets fewer digits`() async throws {
        let movie = Self.movie()
        let (_, before) = try await Fixtures.optimize(movie, as: .zipJSON, OptimizeOptions(keptKeys: []))
        let (result, after) = try await Fixtures.optimize(movie, as: .zipJSON, OptimizeOptions(rounds: true))
        #expect(result.roundedSprites == 1)
        func digits(_ movie: WireMovie) -> Int {
            movie.sprites[0].frames.reduce(0) { $0 + "\($1.transform?.tx ?? 0)\($1.transform?.a ?? 0)".count }
        }
        #expect(digits(after) < digits(before))
    }

    @Test
    func `rounding never hides or shows a sprite`() throws {
        var sprite = WireSprite(imageKey: "a")
        let tiny: Float = 1e-9
        sprite.frames = [
            .visible(alpha: tiny, layout: WireLayout(width: 1, height: tiny), transform: WireTransform(a: tiny, b: tiny, c: 1, d: -tiny))
        ]
        let document = SVGADocument(movie: WireMovie.tiny(sprites: [sprite]))
        let frame = try NumberRounding(document, as: .zlib).rounded([[4]]).movie.sprites[0].frames[0]
        #expect(frame.alpha == tiny && frame.layout?.height == tiny && frame.transform?.a == tiny && frame.transform?.d == -tiny)
        #expect(frame.transform?.b == 0 && frame.transform?.c == 1)
    }

    @Test
    func `equal numbers stay equal, as fine as one frame needs them`() throws {
        let frame = WireFrame.visible(alpha: 0.71, transform: WireTransform(a: 1.234567, d: 1.234567, tx: 5.4321, ty: 7.77))
        var other = frame
        other.transform?.ty = 3.21
        let movie = WireMovie.tiny(sprites: [.one("a", frame), .one("b", other)])
        let rounding = try NumberRounding(SVGADocument(movie: movie), as: .zlib)
        func transforms(_ bits: [[UInt8]]) throws -> [WireTransform?] {
            try rounding.alike(bits).document.movie.sprites.map { $0.frames[0].transform }
        }
        let fine = rounding.rounded([[8], [8]]).movie.sprites.map { $0.frames[0].transform }
        let mixed = try transforms([[4], [8]])
        #expect(mixed[0]?.a == fine[0]?.a && mixed[0]?.tx == fine[0]?.tx && mixed[1] == fine[1])
        #expect(mixed[0]?.ty == 7.75)
        // What stays as it is in one frame does in all.
        #expect(try transforms([[4], [0]]).map { $0?.tx } == [5.4321, 5.4321])
    }

    @Test
    func `decimals that a tool rounded stay where powers of two would be no smaller`() throws {
        var sprite = WireSprite(imageKey: "a")
        // Each of some numbers stands in many matrices, of which some need it finer than others: it would become several numbers.
        func number(_ frame: Int) -> Float { Float(frame * frame * 37 % 61 + 338) / 1000 }
        sprite.frames = (0..<400).map { frame in
            .visible(transform: WireTransform(a: number(frame), b: number(frame / 3), c: number(frame / 5), d: number(frame / 2)))
        }
        let rounding = try NumberRounding(SVGADocument(movie: WireMovie.tiny(frames: 400, sprites: [sprite])), as: .zlib)
        let bits = [(0..<400).map { UInt8(8 + $0 % 7) }]
        #expect(try rounding.byFrame(bits).gain < 0)
        let alike = try rounding.alike(bits)
        #expect(alike.document.movie.sprites == [sprite] && alike.gain == 0)
    }

    @Test
    func `rounding does not enlarge a movie of equal motions, and no pixel changes by more than one step`() async throws {
        var movie = Self.movie()
        let frames = movie.sprites[0].frames
        movie.sprites += [3, 11].map { delay in
            var sprite = WireSprite(imageKey: "a")
            sprite.frames = (0..<60).map { frames[($0 + delay) % 60] }
            return sprite
        }
        let (exact, _) = try await Fixtures.optimize(movie)
        let (rounded, _) = try await Fixtures.optimize(movie, as: .zlib, OptimizeOptions(rounds: true))
        #expect(rounded.bytesAfter < exact.bytesAfter)
        #expect(try await Self.differences(movie, rounded).allSatisfy { $0.largestDifference <= 1 })
    }

    @Test
    func `rejected frames are rounded less, finally not`() throws {
        let movie = try WireMovie.tiny(frames: 2, sprites: [.one("a", .visible(), .visible())]).read()
        var search = RoundingSearch(movie, ladder: [4, 8], splits: true)
        search.note(bad: [])
        #expect(search.accepted == [[4, 4]])
        search.refine([1])
        #expect(search.accepted == [[4, 8]])
        search.refine([1])
        #expect(search.accepted == [[4, 0]])
    }

    @Test(arguments: 0...5)
    func `sprites of one precision get the coarsest that changes nothing, in at most four trials`(coarsest: Int) throws {
        let ladder: [UInt8] = [8, 10, 12, 14, 16]
        let movie = try WireMovie.tiny(frames: 1, sprites: [.one("a", .visible())]).read()
        var search = RoundingSearch(movie, ladder: ladder, splits: false)
        var trials = 0
        while !search.frames.isEmpty {
            let isBad = coarsest == ladder.count || search.next[0][0] < ladder[coarsest]
            search.note(bad: isBad ? [0] : [])
            trials += 1
        }
        #expect(search.accepted == [[coarsest == ladder.count ? 0 : ladder[coarsest]]])
        #expect(trials == [1, 4, 4, 4, 4, 2][coarsest])
    }

    @Test
    func `trials of frames that take long end early, and a remark says so`() async throws {
        let movie = Self.movie()
        let painter = try SVGAScene(movie.read()).makePainter()
        try painter.paint(frame: 1)
        var options = OptimizeOptions()
        options.limits.work = 10 * painter.workSpent
        let (result, _) = try await Fixtures.optimize(movie, as: .zlib, options)
        let remark: Message = "frames take too long to try all ways to round numbers; a higher limit of work allows more"
        #expect(result.remarks.contains(remark) && result.roundedSprites == 0)
        #expect(try await Self.differences(movie, result).allSatisfy(\.isIdentical))
        options.limits.work *= 100
        #expect(try await !Fixtures.optimize(movie, as: .zlib, options).0.remarks.contains(remark))
    }

    @Test
    func `numbers that are not finite or already rounded stay unchanged`() throws {
        let odd: [Float] = [.infinity, -.infinity, .greatestFiniteMagnitude, 0, 750, 0.5]
        var sprite = WireSprite(imageKey: "a")
        sprite.frames = odd.map { .visible(transform: WireTransform(a: 1, d: 1, tx: $0)) } + [.visible(transform: WireTransform(tx: .nan))]
        let document = SVGADocument(movie: WireMovie.tiny(frames: 7, sprites: [sprite]))
        let bits = [[UInt8](repeating: 8, count: 7)]
        let rounding = try NumberRounding(document, as: .zlib)
        let alike = try rounding.alike(bits).document
        // A NaN is unlike itself.
        #expect("\(rounding.rounded(bits))" == "\(document)" && "\(alike)" == "\(document)")
    }
}
