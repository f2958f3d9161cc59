import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat

/// A length-delimited field.
private func field(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(payload.count)] + payload }

private func read(_ message: [UInt8], limits: ReadLimits = .default) throws -> (movie: WireMovie, diagnostics: [Diagnostic]) {
    var diagnostics = DiagnosticList()
    let movie = try message.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
        var reader = ProtobufReader(bytes, limits: limits)
        let movie = try reader.read()
        reader.report(to: &diagnostics)
        return movie
    }
    return (movie, diagnostics.diagnostics)
}

private func error(_ message: [UInt8], limits: ReadLimits = .default) -> SVGAError? {
    do {
        _ = try read(message, limits: limits)
        return nil
    } catch {
        return error as? SVGAError
    }
}

@Suite struct WireProtobufTests {
    // MARK: - Malformed

    @Test("a broken field is an error with its offset and its reason")
    func malformed() {
        let cases: [([UInt8], Int, String)] = [
            ([0x80], 0, "a field's tag is truncated"),
            ([0x08 << 4, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1], 0, "a field's tag has more than 10 bytes"),
            ([0x00, 0x01], 0, "0 is not a field number"),
            ([0xF8, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x00], 0, "8589934591 is not a field number"),
            ([0x7B], 0, "wire type 3 is unknown"),
            ([0x78, 0xFF], 1, "a number is truncated"),
            ([0x78] + Array(repeating: 0x80, count: 10), 1, "a number has more than 10 bytes"),
            ([0x79, 1, 2, 3], 0, "a field has 8 bytes, but only 3 are left"),
            ([0x7D, 1, 2, 3], 0, "a field has 4 bytes, but only 3 are left"),
            ([0x0A, 5, 0x32], 0, "a field has 5 bytes, but only 1 are left"),
            ([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], 0, "a field has 34359738367 bytes, but only 0 are left"),
            ([0x08, 1], 0, "field 1 of MovieEntity has wire type 0 instead of 2"),
            // version "2", then a sprite with a frame whose alpha is not a float.
            (field(1, [0x32]) + field(4, field(2, [0x08, 1])), 7, "field 1 of FrameEntity has wire type 0 instead of 5"),
            // A truncated color in a complete shape.
            (field(4, field(2, field(5, field(10, field(1, [0x0D, 0]))))), 10, "a field has 4 bytes, but only 1 are left"),
        ]
        for (message, offset, reason) in cases {
            #expect(error(message) == .protobuf(byteOffset: offset, reason: Message(verbatim: reason)))
        }
    }

    @Test("a message cut anywhere is complete at a field's end, and an error elsewhere")
    func cut() throws {
        let message = try DocumentWriter.write(smallMovie(), as: .protobuf)
        var full = 0
        for count in 0..<message.count {
            guard let error = error(Array(message.prefix(count))) else {
                full += 1
                continue
            }
            switch error.detail {
            case .protobuf(let offset, _): #expect(offset <= count)
            default: Issue.record("another error at \(count)")
            }
        }
        // Before each of the four fields of the movie.
        #expect(full == 4)
    }

    @Test("random bytes are a movie or an error, never a crash")
    func random() {
        var generator = SeededGenerator(state: 4)
        var errors = 0
        for _ in 0..<3000 {
            let head: [UInt8] = [0x22, .random(in: 0...40, using: &generator), 0x12, .random(in: 0...40, using: &generator)]
            let tail = (0..<30).map { _ in UInt8.random(in: 0...255, using: &generator) & 0x3F }
            if error(head + tail) != nil { errors += 1 }
        }
        #expect(errors > 2000)
    }

    // MARK: - Protobuf's rules

    @Test("numbers left out of a transform that is there are 0")
    func transform() throws {
        let quarterTurn: [UInt8] = [0x15, 0, 0, 0x80, 0x3F]
        let frames = try read(field(4, field(2, field(3, quarterTurn)) + field(2, []))).movie.sprites[0].frames
        var expected = WireTransform()
        expected.b = 1
        #expect(frames[0].transform == expected)
        #expect(frames[1].transform == nil)
    }

    @Test("params that come twice are joined, the last number wins")
    func joined() throws {
        let movie = try read(field(2, [0x18, 20, 0x20, 5]) + field(4, []) + field(2, [0x20, 7])).movie
        #expect(movie.fps == 20)
        #expect(movie.frames == 7)
    }

    @Test("a negative number takes ten bytes")
    func negative() throws {
        let minusOne: [UInt8] = Array(repeating: 0xFF, count: 9) + [1]
        #expect(try read(field(5, [0x10] + minusOne)).movie.audios[0].startFrame == -1)
    }

    @Test("images of one key are both preserved, in order")
    func duplicateKeys() throws {
        let movie = try read(field(3, field(1, [0x61]) + field(2, [1])) + field(3, field(2, [2]) + field(1, [0x61]))).movie
        #expect(movie.images == [WireImage(key: "a", bytes: [1]), WireImage(key: "a", bytes: [2])])
    }

    @Test("a shape type that is unknown is none")
    func unknownShape() throws {
        let movie = try read(field(4, field(2, field(5, [0x08, 9])))).movie
        #expect(movie.sprites[0].frames[0].shapes[0].kind == nil)
    }

    // MARK: - Tolerated

    @Test("unknown fields are counted at every level")
    func unknownFields() throws {
        let frame: [UInt8] = field(5, field(11, [0x78, 1])) + [0x7D, 0, 0, 0, 0]
        let diagnostics = try read([0x78, 1] + field(4, field(2, frame))).diagnostics
        #expect(diagnostics == [Diagnostic(.unknownFields, "3 unknown fields")])
    }

    @Test("broken UTF-8 is repaired, with a diagnostic")
    func invalidUTF8() throws {
        let (movie, diagnostics) = try read(field(1, [0x32, 0xFF]) + field(3, field(1, [0xC3])))
        #expect(movie.version == "2\u{FFFD}")
        #expect(movie.images[0].key == "\u{FFFD}")
        #expect(diagnostics == [Diagnostic(.invalidUTF8, "2 texts are not valid UTF-8")])
    }

    @Test("a NUL ends a text, with a diagnostic")
    func nul() throws {
        let (movie, diagnostics) = try read(field(1, [0x32, 0, 0x33]) + field(3, field(1, [0x61, 0, 0x62])))
        #expect(movie.version == "2")
        #expect(movie.images[0].key == "a")
        #expect(diagnostics == [Diagnostic(.invalidUTF8, "2 texts are cut at a NUL")])
    }

    // MARK: - Limits

    @Test("sprites, sprite-frames, images and frames stop at their limits")
    func counts() {
        let sprite = field(4, field(2, []) + field(2, []))
        let message = sprite + sprite + field(3, []) + field(3, []) + field(2, [0x20, 4])
        let cases: [(WritableKeyPath<ReadLimits, Int>, Int)] = [(\.sprites, 2), (\.spriteFrames, 4), (\.images, 2), (\.frames, 4)]
        for (path, count) in cases {
            var limits = ReadLimits()
            limits[keyPath: path] = count
            #expect(error(message, limits: limits) == nil)
            limits[keyPath: path] = count - 1
            #expect(error(message, limits: limits) == .limit(LimitExceeded(path, of: limits, found: count)))
        }
    }

    @Test(
        "content that only costs memory stops at the document's limit",
        arguments: [
            Array(repeating: field(5, []), count: 4000).flatMap { $0 },
            Array(repeating: field(2, []), count: 4000).flatMap { $0 },
            Array(repeating: field(1, [0x61]), count: 4000).flatMap { $0 },
        ])
    func memory(message: [UInt8]) {
        var limits = ReadLimits()
        limits.documentBytes = 100_000
        guard let limit = error(message, limits: limits)?.limit else {
            Issue.record("not stopped")
            return
        }
        #expect(limit.name == "documentBytes")
        #expect(error(message) == nil)
    }

    @Test("much broken text is not repaired")
    func brokenText() throws {
        var movie = smallMovie()
        movie.images = []
        movie.sprites[0].frames[0].clipPath = String(repeating: "a", count: TextRepair.limit + 1)
        var message = try DocumentWriter.write(movie, as: .protobuf)
        let start = try #require(message.firstIndex(of: 0x22))
        let last = try #require(message.lastIndex(of: 0x61))
        message[last] = 0xFF
        guard case .protobuf(let offset, "too many texts are not valid UTF-8")? = error(message)?.detail else {
            Issue.record("repaired")
            return
        }
        #expect(offset > start)
    }

    @Test("protobuf-c's own memory is limited too")
    func arena() {
        let frame = Array(repeating: field(5, []), count: 20).flatMap { $0 }
        let message = field(4, field(2, frame))
        var limits = ReadLimits()
        // Enough for the stored shapes, but not for a chunk of the arena.
        limits.documentBytes = 20_000
        #expect(error(message, limits: limits) == .limit(LimitExceeded(\.documentBytes, of: limits, found: 20_001)))
    }

    @Test("memory that the machine does not have is no limit of the file")
    func noMemory() {
        let arena = ProtobufArena(limit: Int.max)
        #expect(arena.take(UInt64.self, count: 1 << 58) == nil)
        #expect(arena.hasFailed && !arena.isExhausted)
    }
}
