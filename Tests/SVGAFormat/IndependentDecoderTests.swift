import CZlib
import Foundation
import SVGAFormat
import SVGAPixels
import TestSupport
import Testing

@testable import SVGAFormat

/// Our output as read by Python with Google's protobuf and the schema, zlib, zipfile and json, without any of our code.
@Suite("An independent decoder") struct IndependentDecoderTests {
    @Test("reads every number, text and payload as we do, from all three formats", .needsPython(for: "checksum.py"))
    func checksums() throws {
        let folder = TemporaryFolder()
        var expected: [String: UInt32] = [:]
        for (name, movie) in try movies() {
            for format in MovieFormat.allCases {
                var document = SVGADocument(movie: movie)
                if format == .v1JSON { document.movie.audios = [] }
                folder.write(try document.write(as: format, options: .withoutKeep), to: "\(name).\(format.name)")
                expected["\(name).\(format.name)"] = Checksum.of(document.movie)
            }
        }
        let (code, output) = try Independent.run("checksum.py", expected.keys.sorted().map { "\(folder.path)/\($0)" })
        #expect(code == 0)
        var found: [String: UInt32] = [:]
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { found[String(words[0])] = UInt32(words[1]) }
        }
        #expect(expected.count >= 30)
        #expect(found == expected)
    }

    /// The samples, the corpus if it exists, and movies that use every field.
    private func movies() throws -> [(String, WireMovie)] {
        var movies = try (TestFiles.corpusFiles + TestFiles.samples).enumerated().map { index, file in
            ("\(index)", try SVGADocument(bytes: TestFiles.bytes(file)).movie)
        }
        var generator = MovieGenerator(seed: 11)
        for index in 0..<20 {
            var movie = generator.movie(audios: true)
            // A map has each key once, and JSON has words only for the first three caps and joins.
            var keys: Set<[UInt8]> = []
            movie.images = movie.images.filter { keys.insert(Array($0.key.utf8)).inserted }
            for sprite in movie.sprites.indices {
                for frame in movie.sprites[sprite].frames.indices {
                    for shape in movie.sprites[sprite].frames[frame].shapes.indices {
                        let styles = movie.sprites[sprite].frames[frame].shapes[shape].styles
                        movie.sprites[sprite].frames[frame].shapes[shape].styles?.lineCap = (styles?.lineCap ?? 0) % 3
                        movie.sprites[sprite].frames[frame].shapes[shape].styles?.lineJoin = (styles?.lineJoin ?? 0) % 3
                    }
                }
            }
            movies.append(("random\(index)", movie))
        }
        return movies
    }
}

/// The checksum of `Tests/Independent/checksum.py`.
private struct Checksum {
    private var value: UInt = 0

    static func of(_ movie: WireMovie) -> UInt32 {
        var sum = Checksum()
        sum.add(movie)
        return UInt32(truncatingIfNeeded: sum.value)
    }

    private mutating func raw(_ bytes: [UInt8]) { value = crc32_z(value, bytes, bytes.count) }
    private mutating func ints(_ values: Int32...) { for value in values { raw(withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }) } }
    private mutating func flag(_ value: Bool) { ints(value ? 1 : 0) }
    private mutating func floats(_ values: Float...) { for value in values { ints(Int32(bitPattern: value.bitPattern)) } }

    private mutating func data(_ bytes: [UInt8]) {
        ints(Int32(bytes.count))
        raw(bytes)
    }

    private mutating func text(_ value: String) { data(Array(value.utf8)) }

    private mutating func add(_ movie: WireMovie) {
        text(movie.version)
        floats(movie.viewBoxWidth, movie.viewBoxHeight)
        ints(movie.fps, movie.frames, Int32(movie.images.count))
        for image in movie.images.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            text(image.key)
            data(image.bytes)
        }
        ints(Int32(movie.sprites.count))
        for sprite in movie.sprites {
            text(sprite.imageKey)
            text(sprite.matteKey)
            ints(Int32(sprite.frames.count))
            for frame in sprite.frames { add(frame) }
        }
        ints(Int32(movie.audios.count))
        for audio in movie.audios {
            text(audio.audioKey)
            ints(audio.startFrame, audio.endFrame, audio.startTime, audio.totalTime)
        }
    }

    private mutating func add(_ frame: WireFrame) {
        floats(frame.alpha)
        flag(frame.layout != nil)
        if let layout = frame.layout { floats(layout.x, layout.y, layout.width, layout.height) }
        add(frame.transform)
        text(frame.clipPath)
        ints(Int32(frame.shapes.count))
        for shape in frame.shapes { add(shape) }
    }

    private mutating func add(_ transform: WireTransform?) {
        flag(transform != nil)
        if let transform { floats(transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty) }
    }

    private mutating func add(_ color: WireColor?) {
        flag(color != nil)
        if let color { floats(color.r, color.g, color.b, color.a) }
    }

    private mutating func add(_ shape: WireShape) {
        ints(shape.kind?.rawValue ?? shape.unknownKind)
        flag(shape.args != .none)
        switch shape.args {
        case .none: break
        case .shape(let d): text(d)
        case .rect(let x, let y, let width, let height, let cornerRadius): floats(x, y, width, height, cornerRadius)
        case .ellipse(let x, let y, let radiusX, let radiusY): floats(x, y, radiusX, radiusY)
        }
        flag(shape.styles != nil)
        if let styles = shape.styles {
            add(styles.fill)
            add(styles.stroke)
            floats(styles.strokeWidth, styles.miterLimit, styles.lineDash.0, styles.lineDash.1, styles.lineDash.2)
            ints(styles.lineCap, styles.lineJoin)
        }
        add(shape.transform)
    }
}
