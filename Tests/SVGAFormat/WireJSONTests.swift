import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import Testing

@testable import SVGAFormat

private func read(_ text: String, limits: ReadLimits = .default) throws -> (movie: WireMovie, diagnostics: [Diagnostic]) {
    try read(Array(text.utf8), limits: limits)
}

private func read(_ text: [UInt8], limits: ReadLimits = .default) throws -> (movie: WireMovie, diagnostics: [Diagnostic]) {
    var diagnostics = DiagnosticList()
    let movie = try text.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
        var reader = JSONReader(bytes, limits: limits)
        return try reader.read(diagnostics: &diagnostics).movie
    }
    return (movie, diagnostics.diagnostics)
}

private func error(_ text: String, limits: ReadLimits = .default) -> SVGAError? {
    do {
        _ = try read(text, limits: limits)
        return nil
    } catch {
        return error as? SVGAError
    }
}

private func frame(_ text: String) throws -> WireFrame { try read("{\"sprites\":[{\"frames\":[\(text)]}]}").movie.sprites[0].frames[0] }

private func shape(_ text: String) throws -> WireShape { try frame("{\"shapes\":[\(text)]}").shapes[0] }

@Suite struct WireJSONTests {
    // MARK: - Broken text

    @Test("broken JSON is an error with its byte and the expected token")
    func broken() {
        let cases: [(String, Int, String)] = [
            ("", 0, "the text ends, but a value is expected"),
            ("  [1]", 2, "movie.spec is not an object"),
            ("{", 1, "the text ends, but \",\" or \"}\" is expected"),
            ("{1}", 1, "the name of a member is expected, not \"1\""),
            ("{\"ver\"}", 6, "\":\" is expected, not \"}\""),
            ("{\"ver\":}", 7, "a value is expected, not \"}\""),
            ("{\"ver\":\"1\" \"x\":1}", 11, "\",\" or \"}\" is expected, not \"\"\""),
            ("{\"ver\":\"1\",}", 11, "the name of a member is expected, not \"}\""),
            ("{\"ver\":\"1", 7, "the string that starts here has no end"),
            ("{\"ver\":\"1\\", 7, "the string that starts here has no end"),
            ("{\"ver\":\"\\x\"}", 8, "an escape that JSON does not define"),
            ("{\"ver\":\"\\u12G4\"}", 12, "four hexadecimal digits are expected"),
            ("{\"ver\":\"\\u12\"}", 12, "four hexadecimal digits are expected"),
            ("{\"ver\":\"\\uD83D\\u12\"}", 18, "four hexadecimal digits are expected"),
            ("{\"ver\":nul}", 10, "\"null\" is expected, not \"}\""),
            ("{\"x\":tru", 8, "the text ends, but \"true\" is expected"),
            ("{\"x\":-}", 6, "a digit is expected, not \"}\""),
            ("{\"x\":1e}", 7, "a digit is expected, not \"}\""),
            ("{\"x\":1.2.3}", 8, "\",\" or \"}\" is expected, not \".\""),
            ("{\"x\":[1 2]}", 8, "\",\" or \"]\" is expected, not \"2\""),
            ("{\"x\":[1,]}", 8, "a value is expected, not \"]\""),
            ("{\"x\":\u{1}}", 5, "a value is expected, not byte 1"),
            ("{} x", 3, "the end is expected, not \"x\""),
            ("{\"sprites\":[{\"frames\":[{]}]}", 24, "the name of a member is expected, not \"]\""),
        ]
        for (text, offset, reason) in cases {
            #expect(error(text) == .json(byteOffset: offset, reason: Message(verbatim: reason)), "\(text)")
        }
    }

    @Test("a text cut anywhere is an error, never a crash")
    func cut() throws {
        var generator = MovieGenerator(seed: 5)
        let text = JSONWriter.text(generator.movie(audios: false), imageNames: [])
        for count in 0..<text.count {
            #expect(throws: SVGAError.self) { try read(Array(text.prefix(count))) }
        }
    }

    @Test("deep nesting is an error where it gets too deep")
    func deep() {
        let text = "{\"x\":" + String(repeating: "[", count: 100)
        #expect(error(text) == .json(byteOffset: 68, reason: "nested more than 64 levels deep"))
        let fits = "{\"x\":" + String(repeating: "[", count: 63) + String(repeating: "]", count: 63) + "}"
        #expect(error(fits) == nil)
    }

    // MARK: - Texts

    @Test("escapes, surrogate pairs and a byte order mark are read")
    func escapes() throws {
        let text = "\u{FEFF}{\"\\u0076er\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83C\\uDF81é\"}"
        #expect(try read(text).movie.version == "\"\\/\u{8}\u{C}\n\r\té🎁é")
    }

    @Test("broken UTF-8 and lone surrogates are repaired, with a diagnostic")
    func repaired() throws {
        let (movie, diagnostics) = try read(
            Array("{\"ver\":\"".utf8) + [0x31, 0xFF] + Array("\",\"sprites\":[{\"imageKey\":\"\\uDC00x\"}]}".utf8))
        #expect(movie.version == "1\u{FFFD}")
        #expect(movie.sprites[0].imageKey == "\u{FFFD}x")
        #expect(diagnostics == [Diagnostic(.invalidUTF8, "2 texts are not valid UTF-8")])
    }

    // MARK: - Looseness

    @Test("numbers written as texts are read, with a diagnostic")
    func writtenNumbers() throws {
        let (movie, diagnostics) = try read(
            "{\"movie\":{\"viewBox\":{\"width\":\" 1.5e2 \",\"height\":\"x\"},\"fps\":\"20\",\"frames\":\"7.0\"}}")
        #expect(movie.viewBoxWidth == 150)
        #expect(movie.viewBoxHeight == 0)
        #expect(movie.fps == 20)
        #expect(movie.frames == 7)
        #expect(
            diagnostics.map(\.description) == [
                "SVGA008 warning: 4 values have the wrong type (byte 29 of movie.spec)"
            ])
    }

    @Test("null means a missing value, without a diagnostic")
    func nulls() throws {
        let sprite =
            "{\"imageKey\":null,\"matteKey\":null,\"frames\":[null,{\"alpha\":null,\"layout\":null,\"transform\":null,\"clipPath\":null,\"shapes\":null}]}"
        let (movie, diagnostics) = try read(
            "{\"ver\":null,\"movie\":{\"viewBox\":null,\"fps\":null},\"images\":null,\"audios\":null,\"sprites\":[\(sprite)]}")
        #expect(movie.sprites == [WireSprite(frames: [WireFrame(), WireFrame()])])
        #expect(diagnostics == [])
    }

    @Test("a number missing from a transform is 0, and 1 for a and d")
    func transform() throws {
        var expected = WireTransform()
        (expected.a, expected.b, expected.d) = (1, 3, 1)
        #expect(try frame("{\"transform\":{\"b\":3}}").transform == expected)
        #expect(try frame("{\"transform\":{\"a\":null,\"b\":3,\"d\":null}}").transform == expected)
        #expect(try frame("{}").transform == nil)
        #expect(try frame("{\"transform\":null}").transform == nil)
    }

    @Test("an object where a list belongs, or the other way round, counts as missing")
    func otherKinds() throws {
        let (movie, diagnostics) = try read(
            "{\"images\":[],\"movie\":[],\"sprites\":[{\"frames\":{}},7,{\"frames\":[[],{\"layout\":[]}]}]}")
        #expect(movie.sprites == [WireSprite(), WireSprite(), WireSprite(frames: [WireFrame(), WireFrame()])])
        #expect(diagnostics.map(\.code) == [.looseJSON])
    }

    @Test("words of JavaScript are numbers, with a diagnostic")
    func words() throws {
        let (movie, diagnostics) = try read(
            "{\"movie\":{\"viewBox\":{\"width\":Infinity,\"height\":-Infinity},\"fps\":undefined,\"frames\":NaN}}")
        #expect(movie.viewBoxWidth == .infinity)
        #expect(movie.viewBoxHeight == -.infinity)
        #expect(movie.fps == 0)
        #expect(movie.frames == 0)
        #expect(diagnostics.map(\.code) == [.looseJSON])
    }

    @Test("members of unknown names are counted and skipped completely")
    func unknown() throws {
        let (movie, diagnostics) = try read("{\"x\":{\"ver\":[1,{\"y\":\"}\"}]},\"ver\":\"2\",\"sprites\":[{\"frames\":[{\"z\":false}]}]}")
        #expect(movie.version == "2")
        #expect(diagnostics.map(\.message) == ["2 unknown members"])
    }

    @Test("numbers where texts are expected stay as written")
    func numbersAsTexts() throws {
        #expect(try read("{\"ver\":1.10,\"sprites\":[{\"imageKey\":007}]}").movie.version == "1.10")
    }

    @Test("integers beyond 32 bits are the nearest that fits")
    func clamped() throws {
        var limits = ReadLimits()
        limits.frames = Int.max
        let movie = try read("{\"movie\":{\"fps\":-1e300,\"frames\":99999999999}}", limits: limits).movie
        #expect(movie.fps == .min)
        #expect(movie.frames == .max)
    }

    @Test("audios are read where there are some")
    func audios() throws {
        var audio = WireAudio()
        (audio.audioKey, audio.startFrame, audio.endFrame, audio.startTime, audio.totalTime) = ("a", 1, 2, 3, 4)
        let text = "{\"audios\":[{\"audioKey\":\"a\",\"startFrame\":1,\"endFrame\":2,\"startTime\":3,\"totalTime\":4},null]}"
        #expect(try read(text).movie.audios == [audio])
    }

    // MARK: - Shapes

    @Test("args are read by the type, before or after it")
    func args() throws {
        let rect = WireShape.Args.rect(x: 1, y: 2, width: 3, height: 4, cornerRadius: 5)
        #expect(try shape("{\"args\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"cornerRadius\":5},\"type\":\"rect\"}").args == rect)
        #expect(try shape("{\"type\":\"ellipse\",\"args\":{\"x\":1,\"radiusY\":2}}").args == .ellipse(x: 1, y: 0, radiusX: 0, radiusY: 2))
        #expect(try shape("{\"args\":{\"d\":\"M0 0\"}}").args == .shape(d: "M0 0"))
        #expect(try shape("{\"type\":\"keep\"}").kind == .keep)
        #expect(try shape("{\"type\":\"rect\"}").args == .none)
        #expect(try shape("{\"type\":\"star\",\"args\":{\"d\":\"\"}}").args == .none)
        #expect(try shape("{\"type\":\"star\"}").kind == nil)
        #expect(try shape("{\"type\":2}").kind == .ellipse)
    }

    @Test("colors are lists of three or four numbers, or objects")
    func colors() throws {
        let cases: [(String, [Float]?)] = [
            ("[1,0.5,0,0.25]", [1, 0.5, 0, 0.25]), ("[1,0.5,0]", [1, 0.5, 0, 1]), ("{\"r\":1,\"a\":0.5}", [1, 0, 0, 0.5]),
            ("{\"g\":1}", [0, 1, 0, 1]), ("null", nil), ("[]", nil), ("[1,2]", nil), ("\"red\"", nil), ("[1,2,3,4,5]", [1, 2, 3, 4]),
        ]
        for (text, expected) in cases {
            let color = try shape("{\"styles\":{\"fill\":\(text)}}").styles?.fill
            #expect(color.map { [$0.r, $0.g, $0.b, $0.a] } == expected, "\(text)")
        }
    }

    @Test("line styles are words or numbers")
    func lineStyles() throws {
        let styles = try shape(
            "{\"styles\":{\"lineCap\":\"square\",\"lineJoin\":1,\"lineDash\":[4,\"2\"],\"miterLimit\":3,\"strokeWidth\":2}}"
        ).styles
        #expect(styles?.lineCap == 2)
        #expect(styles?.lineJoin == 1)
        #expect(styles?.lineDash.0 == 4 && styles?.lineDash.1 == 2 && styles?.lineDash.2 == 0)
        #expect(try shape("{\"styles\":{\"lineCap\":\"1\",\"lineJoin\":\"oval\"}}").styles?.lineCap == 1)
    }

    @Test("words of shapes and styles count in other spellings too")
    func otherSpellings() throws {
        let shape = try shape(
            "{\"type\":\"Rect\",\"args\":{\"width\":1},\"styles\":{\"lineCap\":\"LineCap_ROUND\",\"lineJoin\":\"BEVEL\"}}")
        #expect(shape.args == .rect(x: 0, y: 0, width: 1, height: 0, cornerRadius: 0))
        #expect(shape.styles?.lineCap == 1 && shape.styles?.lineJoin == 2)
        #expect(try self.kinds("\"KEEP\"", "\"ShapeType_ELLIPSE\"", "\"\"", "\"_\"") == [.keep, .ellipse, nil, nil])
    }

    private func kinds(_ types: String...) throws -> [WireShape.Kind?] { try types.map { try shape("{\"type\":\($0)}").kind } }

    // MARK: - Limits

    @Test("sprites, sprite-frames, images and frames stop at their limits")
    func counts() {
        let text = "{\"movie\":{\"frames\":4},\"images\":{\"a\":\"\",\"b\":\"\"},\"sprites\":[{\"frames\":[{},{}]},{\"frames\":[{},{}]}]}"
        let cases: [(WritableKeyPath<ReadLimits, Int>, Int)] = [(\.sprites, 2), (\.spriteFrames, 4), (\.images, 2), (\.frames, 4)]
        for (path, count) in cases {
            var limits = ReadLimits()
            limits[keyPath: path] = count
            #expect(error(text, limits: limits) == nil)
            limits[keyPath: path] = count - 1
            #expect(error(text, limits: limits) == .limit(LimitExceeded(path, of: limits, found: count)))
        }
    }

    @Test("much broken text is not repaired")
    func brokenText() {
        let text = Array("{\"ver\":\"".utf8) + Array(repeating: 0xFF, count: TextRepair.limit + 1) + Array("\"}".utf8)
        #expect(throws: SVGAError.json(byteOffset: text.count - 1, reason: "too many texts are not valid UTF-8")) {
            try read(text)
        }
    }

    @Test("shapes and texts stop at the document's limit")
    func memory() {
        var limits = ReadLimits()
        limits.documentBytes = 10_000
        let shapes = "{\"sprites\":[{\"frames\":[{\"shapes\":[" + String(repeating: "{},", count: 1000) + "{}]}]}]}"
        for text in [shapes, "{\"ver\":\"" + String(repeating: "x", count: 10_000) + "\"}"] {
            guard let limit = error(text, limits: limits)?.limit else {
                Issue.record("not stopped")
                return
            }
            #expect(limit.name == "documentBytes")
        }
    }
}
