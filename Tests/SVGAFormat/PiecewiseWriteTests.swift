import CZlib
import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat

@Suite struct PiecewiseWriteTests {
    private static let movies: [WireMovie] = {
        var generator = MovieGenerator(seed: 11)
        return (0..<40).map { _ in generator.movie(audios: true) }
    }()

    /// Compressible payloads, incompressible ones, and payloads longer than zlib's window and than a piece.
    private static let large: WireMovie = {
        var random = SeededGenerator(state: 5)
        var movie = movies[0]
        for count in [1, 70_000, 262_144, 300_001, 900_000] {
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 700) & 31 }
            movie.images += [WireImage(key: "noise \(count)", bytes: noise), WireImage(key: "text \(count)", bytes: text)]
        }
        return movie
    }()

    /// zlib's output for all bytes at once, with the better memory level.
    private func deflated(_ input: [UInt8], _ wrapping: Deflated.Wrapping) -> [UInt8] {
        let outputs = [Int32(8), 9].map { level -> [UInt8] in
            let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
            stream.initialize(to: z_stream())
            defer { stream.deallocate() }
            #expect(svga_deflateInit2(stream, Z_BEST_COMPRESSION, wrapping.windowBits, level) == Z_OK)
            defer { deflateEnd(stream) }
            return input.withUnsafeBufferPointer { input in
                [UInt8](unsafeUninitializedCapacity: input.count * 2 + 1000) { output, count in
                    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                    stream.pointee.avail_in = UInt32(input.count)
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    #expect(deflate(stream, Z_FINISH) == Z_STREAM_END)
                    count = Int(stream.pointee.total_out)
                }
            }
        }
        return outputs[1].count < outputs[0].count ? outputs[1] : outputs[0]
    }

    @Test("a movie that is packed in parts has the bytes of one compressed at once", arguments: [Deflated.Wrapping.zlib, .gzip])
    func parts(wrapping: Deflated.Wrapping) throws {
        for movie in Self.movies + [Self.large, WireMovie()] {
            let message = try ProtobufWriter.message(movie)
            #expect(try Deflated().piecewise(movie, wrapping) == deflated(message, wrapping))
        }
    }

    @Test("the same pieces give the same bytes, however they are cut")
    func cuts() throws {
        let message = try ProtobufWriter.message(Self.large)
        let full = deflated(message, .zlib)
        let outputs = try [1000, 65_535, 262_143, 262_145].map { size in
            let streams = try [Int32(8), 9].map { try DeflateStream(.zlib, level: 9, memoryLevel: $0, keeping: message.count) }
            for stream in streams {
                for start in stride(from: 0, to: message.count, by: size) {
                    try message[start..<min(start + size, message.count)].withUnsafeBufferPointer { try stream.add($0) }
                }
                try stream.finish()
            }
            return streams[1].count < streams[0].count ? streams[1].output : streams[0].output
        }
        for output in outputs { #expect(output == full) }
    }

    @Test("a draft is read back unchanged, in one piece or in parts", arguments: [Deflated.Wrapping.zlib, .gzip])
    func draft(wrapping: Deflated.Wrapping) throws {
        for movie in [Self.movies[0], Self.large] {
            let message = try ProtobufWriter.message(movie)
            let draft = Deflated(level: Deflated.draftLevel)
            for stream in [try draft.stream(message, wrapping), try draft.piecewise(movie, wrapping)] {
                #expect(try DocumentReader.read(stream, limits: .default).movie == movie)
            }
        }
    }

    @Test("a movie with more payload than fits in memory twice is read back unchanged")
    func heavy() throws {
        var random = SeededGenerator(state: 8)
        var movie = Self.movies[1]
        movie.images = (0..<3).map { index in
            let words = (0..<800_000).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }
            return WireImage(key: "\(index)", bytes: words.withUnsafeBytes { Array($0) })
        }
        #expect(ProtobufWriter.estimatedBytes(of: movie) > Deflated.maximumBufferedBytes)
        let document = try DocumentReader.read(DocumentWriter.write(movie, as: .zlib), limits: .default)
        #expect(document.movie == movie)
    }
}
