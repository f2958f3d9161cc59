import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, section 6: the grammar of paths.
@Suite("Paths") struct PathConformanceTests {
    private func parse(_ text: String) -> PathParser.Result { PathParser.parse(text) }

    /// The path as text: verbs and numbers rounded to a thousandth.
    private func text(_ path: SVGAPath) -> String {
        var at = 0
        return path.verbs.map { verb in
            let numbers = path.coordinates[at..<at + verb.coordinateCount].map { number in
                let rounded = (Double(number) * 1000).rounded() / 1000
                return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
            }
            at += verb.coordinateCount
            let letter =
                switch verb {
                case .move: "M"
                case .line: "L"
                case .curve: "C"
                case .close: "Z"
                }
            return ([letter] + numbers).joined(separator: " ")
        }.joined(separator: " ")
    }

    @Test(
        "every command, absolute and relative",
        arguments: [
            ("M1 2L3 4", "M 1 2 L 3 4"),
            ("m1 2l3 4", "M 1 2 L 4 6"),
            ("M1 2H5", "M 1 2 L 5 2"),
            ("M1 2h5", "M 1 2 L 6 2"),
            ("M1 2V5", "M 1 2 L 1 5"),
            ("M1 2v5", "M 1 2 L 1 7"),
            ("M0 0C1 2 3 4 5 6", "M 0 0 C 1 2 3 4 5 6"),
            ("M1 1c1 2 3 4 5 6", "M 1 1 C 2 3 4 5 6 7"),
            ("M0 0C1 2 3 4 5 6S7 8 9 10", "M 0 0 C 1 2 3 4 5 6 C 7 8 7 8 9 10"),
            ("M0 0C1 2 3 3 5 6s2 2 4 4", "M 0 0 C 1 2 3 3 5 6 C 7 9 7 8 9 10"),
            ("M1 1S3 4 5 6", "M 1 1 C 1 1 3 4 5 6"),
            ("M0 0Q3 3 6 0", "M 0 0 C 2 2 4 2 6 0"),
            ("M1 1q3 3 6 0", "M 1 1 C 3 3 5 3 7 1"),
            ("M0 0Q3 3 6 0T12 0", "M 0 0 C 2 2 4 2 6 0 C 8 -2 10 -2 12 0"),
            ("M0 0q3 3 6 0t6 0", "M 0 0 C 2 2 4 2 6 0 C 8 -2 10 -2 12 0"),
            ("M0 0T6 0", "M 0 0 C 0 0 2 0 6 0"),
            ("M1 1H4V4Z", "M 1 1 L 4 1 L 4 4 Z"),
            ("M1 1H4V4z", "M 1 1 L 4 1 L 4 4 Z"),
        ])
    func commands(source: String, expected: String) {
        #expect(text(parse(source).path) == expected)
        #expect(parse(source).brokenAt == nil)
    }

    @Test(
        "numbers may run together, carry exponents and be parted by commas or spaces",
        arguments: [
            ("M10-20", "M 10 -20"),
            ("M.5.5", "M 0.5 0.5"),
            ("M1e1,2E-1", "M 10 0.2"),
            ("M+1,+2", "M 1 2"),
            ("M 1 , 2 \n\tL\r3,4", "M 1 2 L 3 4"),
            ("M1.5.25-3L-1-2", "M 1.5 0.25"),
            ("M1. 2.", "M 1 2"),
            ("M-.5-.25", "M -0.5 -0.25"),
            ("M12345678901234567890e-19 0", "M 1.235 0"),
        ])
    func numbers(source: String, expected: String) {
        #expect(text(parse(source).path).hasPrefix(expected))
    }

    @Test(
        "arguments may be repeated without the command; after M they are lines",
        arguments: [
            ("M0 0L1 1 2 2 3 3", "M 0 0 L 1 1 L 2 2 L 3 3"),
            ("M0 0 1 1 2 2", "M 0 0 L 1 1 L 2 2"),
            ("m1 1 1 1 1 1", "M 1 1 L 2 2 L 3 3"),
            ("M0 0h1 2 3", "M 0 0 L 1 0 L 3 0 L 6 0"),
            ("M0 0c1 1 2 2 3 3 1 1 2 2 3 3", "M 0 0 C 1 1 2 2 3 3 C 4 4 5 5 6 6"),
        ])
    func repeats(source: String, expected: String) {
        #expect(text(parse(source).path) == expected)
        #expect(parse(source).repeatsArguments)
    }

    @Test(
        "a broken tail is dropped with a diagnostic of its position; the commands before it stay",
        arguments: [
            ("M0 0L5 5undefined", "M 0 0 L 5 5", 8),
            ("M0 0L5 5L1", "M 0 0 L 5 5", 9),
            ("M0 0L5 5L1 x", "M 0 0 L 5 5", 9),
            ("M0 0C1 1 2 2 3 3 4 4", "M 0 0 C 1 1 2 2 3 3", 17),
            ("M0 0A5 5 0 2 0 1 1", "M 0 0", 5),
            ("M0 0L1e400 0", "M 0 0", 5),
            ("L1 1", "", 0),
            ("undefined", "", 0),
            ("M", "", 1),
            ("M0 0H1Z5 5", "M 0 0 L 1 0 Z", 7),
            ("M0 0L5 5 R1 1", "M 0 0 L 5 5", 9),
            ("M0 0LNaN NaN", "M 0 0", 5),
        ])
    func brokenTail(source: String, expected: String, offset: Int) {
        let result = parse(source)
        #expect(text(result.path) == expected)
        #expect(result.brokenAt == offset)
    }

    @Test(
        "after Z a path goes on from where the closed part began",
        arguments: [
            ("M2 2H4V4ZL9 9", "M 2 2 L 4 2 L 4 4 Z M 2 2 L 9 9"), ("m2 2h2v2zl1 1", "M 2 2 L 4 2 L 4 4 Z M 2 2 L 3 3"),
            ("m2 2h2zm1 1h1", "M 2 2 L 4 2 Z M 3 3 L 4 3"),
        ])
    func afterClose(source: String, expected: String) {
        #expect(text(parse(source).path) == expected)
    }

    @Test(
        "an arc ends at its endpoint and bulges to the side of its flags",
        arguments: [("0 0 1", -5.0), ("0 0 0", 5.0), ("0 1 1", -5.0), ("0 01", -5.0)])
    func arcSides(flags: String, extreme: Double) throws {
        // A half circle from (0, 0) to (10, 0).
        let path = parse("M0 0A5 5 \(flags) 10 0").path
        let bounds = try #require(path.bounds)
        #expect(path.coordinates.suffix(2) == [10, 0])
        #expect(extreme < 0 ? bounds.y < -4.9 && bounds.maxY < 0.1 : bounds.y > -0.1 && bounds.maxY > 4.9)
    }

    @Test("flags of arcs need nothing between them")
    func arcFlags() {
        #expect(text(parse("M0 0a5 5 0 0110 0").path) == text(parse("M0 0 a 5 5 0 0 1 10 0").path))
    }

    @Test("a large arc is the long way round")
    func largeArc() throws {
        let small = try #require(parse("M0 0A10 10 0 0 1 10 0").path.bounds)
        let large = try #require(parse("M0 0A10 10 0 1 1 10 0").path.bounds)
        #expect(small.height < 3)
        #expect(large.height > 17)
    }

    @Test("radii too small grow, a radius of 0 is a line, an arc to its own start is nothing")
    func arcEdges() throws {
        let grown = try #require(parse("M0 0A1 1 0 0 1 10 0").path.bounds)
        #expect((grown.y - -5).magnitude < 0.01)
        #expect(text(parse("M0 0A0 5 0 0 1 10 0").path) == "M 0 0 L 10 0")
        #expect(text(parse("M0 0A5 5 0 0 1 0 0").path) == "M 0 0")
    }

    @Test("commands that players leave out get a diagnostic")
    func unusual() throws {
        #expect(parse("M0 0A1 1 0 0 1 2 2S1 1 2 2T3 3").unusualCommands == ["A", "S", "T"])
        let movie = WireMovie.tiny(sprites: [.one("a.vector", .visible(.path("M0 0Q3 3 6 0T12 0Z")))])
        #expect(try movie.read().diagnostics.map(\.code) == [.pathCommandsUnsupported])
    }

    @Test("a movie with a broken path draws what came before, with a diagnostic")
    func brokenInMovie() throws {
        let movie = try WireMovie.tiny(sprites: [.one("a.vector", .visible(.path("M0 0H8V8H0Z undefined")))]).read()
        #expect(movie.diagnostics.map(\.code) == [.pathBroken])
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == [0, 0, 8, 8])
    }

    @Test("more segments than allowed are refused")
    func tooMany() {
        #expect(PathParser.parse("M0 0" + String(repeating: "h1", count: 100), maxSegments: 50).isOverLimit)
        #expect(!PathParser.parse("M0 0" + String(repeating: "h1", count: 49), maxSegments: 50).isOverLimit)
    }

    @Test("every kind of curve looks as it should")
    func golden() throws {
        let style = WireStyle.stroke(.blue, width: 3, cap: 1, join: 1)
        let paths = [
            "M10 30C20 0 40 60 50 30S80 0 90 30", "M10 60Q30 40 50 60T90 60", "M10 90A20 15 30 0 1 40 90A20 15 30 1 0 70 90",
            "m10 100h20v10h-20z m40 0 l10 10 l10-10z",
        ]
        var frame = WireFrame.visible(layout: WireLayout(width: 100, height: 120))
        frame.shapes = paths.map { .path($0, style) }
        let movie = WireMovie.tiny(width: 100, height: 120, sprites: [.one("a.vector", frame)])
        #expect(try Golden.mismatch(try movie.rendered(), "path-commands") == nil)
    }
}
