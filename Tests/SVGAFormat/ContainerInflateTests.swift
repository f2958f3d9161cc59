import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat

/// Streams are decompressed by libdeflate, and by zlib if libdeflate fails. Output and errors always equal zlib's.
@Suite("Inflating, compared with zlib") struct ContainerInflateTests {
    private struct Outcome: Equatable {
        var bytes: [UInt8]?
        var consumed: Int?
        var error: SVGAError?
    }

    private static func outcome(_ inflate: () throws(SVGAError) -> Inflated) -> Outcome {
        do throws(SVGAError) {
            let inflated = try inflate()
            let bytes = try inflated.withBytes { (bytes) throws(SVGAError) in Array(bytes) }
            return Outcome(bytes: bytes, consumed: inflated.consumed)
        } catch {
            return Outcome(error: error)
        }
    }

    /// Expects that both libraries return the same.
    /// - Returns: whether libdeflate alone is enough.
    @discardableResult
    private static func expectSame(
        _ stream: [UInt8], _ wrapping: Inflated.Wrapping, allowed: Int = 1 << 20, _ name: @autoclosure () -> String,
        _ location: SourceLocation = #_sourceLocation
    ) -> Bool {
        stream.withUnsafeBufferPointer { stream in
            let read = outcome { () throws(SVGAError) in
                try Inflated.inflate(stream, wrapping, allowed: allowed, limits: .default)
            }
            let expected = outcome { () throws(SVGAError) in
                try Inflated.inflateInPieces(stream, wrapping, allowed: allowed, limits: .default)
            }
            if read != expected { Issue.record("\(name()): \(read) instead of \(expected)", sourceLocation: location) }
            guard let inflated = Inflated.inflateAtOnce(stream, wrapping, allowed: allowed) else { return false }
            return inflated.consumed > 0
        }
    }

    private static let contents: [[UInt8]] = [
        [], [7], (0..<500).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }, [UInt8](repeating: 0, count: 300_000),
    ]

    @Test("streams and what follows them are the same, and libdeflate reads them", arguments: [Inflated.Wrapping.zlib, .gzip])
    func full(wrapping: Inflated.Wrapping) throws {
        for content in Self.contents {
            let stream = try Deflated().stream(content, wrapping == .zlib ? .zlib : .gzip)
            for more in [[], [0], stream] as [[UInt8]] {
                #expect(Self.expectSame(stream + more, wrapping, "\(content.count) bytes, \(more.count) more"))
            }
        }
    }

    @Test("the limit is the same to the byte", arguments: [Inflated.Wrapping.zlib, .gzip])
    func limit(wrapping: Inflated.Wrapping) throws {
        for content in Self.contents {
            let stream = try Deflated().stream(content, wrapping == .zlib ? .zlib : .gzip)
            for allowed in [content.count + 1, content.count, content.count - 1, 1, 0] {
                Self.expectSame(stream, wrapping, allowed: allowed, "\(content.count) bytes, \(allowed) allowed")
            }
        }
    }

    @Test("truncated and damaged streams give the same bytes or the same error", arguments: [Inflated.Wrapping.zlib, .gzip])
    func damaged(wrapping: Inflated.Wrapping) throws {
        for content in Self.contents {
            let full = try Deflated().stream(content, wrapping == .zlib ? .zlib : .gzip)
            for count in 0..<min(full.count, 400) { Self.expectSame(Array(full.prefix(count)), wrapping, "\(count) of \(full.count)") }
            var generator = SeededGenerator(state: UInt64(content.count))
            for round in 0..<1500 {
                var stream = full
                for _ in 0...round % 3 {
                    let position = Int.random(in: 0..<stream.count, using: &generator)
                    // Mostly the header, which has flags.
                    let at = Bool.random(using: &generator) ? position : position % min(12, stream.count)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: stream.insert(UInt8.random(in: 0...255, using: &generator), at: at)
                    case 1 where stream.count > 1: stream.remove(at: at)
                    default: stream[at] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                    }
                }
                Self.expectSame(stream, wrapping, "round \(round)")
            }
        }
    }

    @Test("a gzip header with a name, more fields and a checksum of its own is read as zlib reads it")
    func gzipHeader() throws {
        let stream = try Deflated().stream(Self.contents[2], .gzip)
        let body = stream.dropFirst(10)
        let fields: [(flag: UInt8, bytes: [UInt8])] = [
            (4, [3, 0, 1, 2, 3]), (8, Array("name\0".utf8)), (16, Array("comment\0".utf8)), (2, [0, 0]), (2, [0xAB, 0xCD]),
        ]
        for choice in 0..<1 << fields.count {
            let chosen = fields.indices.filter { choice >> $0 & 1 == 1 }.map { fields[$0] }
            let flags = chosen.reduce(0) { $0 | $1.flag }
            Self.expectSame(Array(stream[..<3]) + [flags] + Array(stream[4..<10]) + chosen.flatMap(\.bytes) + body, .gzip, "flags \(flags)")
        }
    }
}
