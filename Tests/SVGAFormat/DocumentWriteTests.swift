import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat

/// The movie's exact bits: `==` treats -0 as 0, and distinguishes NaNs.
private func bits(_ movie: WireMovie) throws -> [UInt8] { try DocumentWriter.write(movie, as: .protobuf) }

@Suite("Writing documents") struct DocumentWriteTests {
    @Test("every file goes to every format and back with every number", arguments: TestFiles.corpusFiles + TestFiles.samples)
    func everyFormat(file: URL) throws {
        let document = try SVGADocument(bytes: TestFiles.bytes(file))
        let options = WriteOptions.withoutKeep
        for format in MovieFormat.allCases where document.losses(as: format).isEmpty {
            let there = try SVGADocument(bytes: document.write(as: format, options: options))
            #expect(there.movie == document.movie && there.container == format.container)
            let home = MovieFormat.allCases.first { $0.container == document.container } ?? .v2
            let back = try SVGADocument(bytes: there.write(as: home, options: options))
            #expect(try bits(back.movie) == bits(document.movie), "\(format) and back")
        }
        // Only sounds are not supported by one of them.
        #expect(MovieFormat.allCases.flatMap(document.losses).count == document.movie.audios.count)
    }

    @Test("equal documents give equal bytes", arguments: MovieFormat.allCases)
    func deterministic(format: MovieFormat) throws {
        var generator = MovieGenerator(seed: 3)
        let movie = generator.movie(audios: false)
        let (one, other) = (try SVGADocument(movie: movie).write(as: format), try SVGADocument(movie: movie).write(as: format))
        #expect(one == other)
        #expect(try SVGADocument(bytes: one).write(as: format) == one)
    }

    @Test("protobuf keeps all 32 bits of a number, JSON those of every finite one")
    func exactNumbers() throws {
        let patterns: [UInt32] = [
            0x8000_0000, 1, 0x8000_0001, 0x007F_FFFF, 0x7F7F_FFFF, 0x3DCC_CCCD, 0x4B7F_FFFF, 0x7F80_0000, 0xFF80_0000, 0x7FC1_2345,
        ]
        for pattern in patterns {
            let number = Float(bitPattern: pattern)
            var movie = WireMovie()
            movie.viewBoxWidth = number
            var frame = WireFrame()
            frame.alpha = number
            var layout = WireLayout()
            (layout.x, layout.height) = (number, number)
            frame.layout = layout
            var transform = WireTransform()
            (transform.a, transform.ty) = (number, number)
            frame.transform = transform
            var color = WireColor()
            (color.r, color.a) = (number, number)
            var styles = WireStyle()
            (styles.fill, styles.miterLimit, styles.lineDash) = (color, number, (number, number, number))
            var shape = WireShape()
            (shape.kind, shape.styles, shape.transform) = (.rect, styles, transform)
            shape.args = .rect(x: number, y: number, width: number, height: number, cornerRadius: number)
            frame.shapes = [shape]
            movie.sprites = [WireSprite(imageKey: "a", frames: [frame])]
            for format in MovieFormat.allCases where number.isFinite || format != .v1JSON {
                let again = try SVGADocument(bytes: SVGADocument(movie: movie).write(as: format)).movie
                #expect(again.viewBoxWidth.bitPattern == pattern && again.sprites[0].frames[0].layout?.height.bitPattern == pattern)
                #expect(try bits(again) == bits(movie), "\(number) in \(format)")
            }
        }
    }

    @Test("the alpha of a color is always written, and reading says where a file does not write one")
    func colorAlpha() throws {
        var shape = WireShape.rect(0, 0, 4, 4, .fill(WireColor(0, 0, 0, 0)))
        shape.styles?.stroke = WireColor(1, 0, 0, 0)
        let frame = WireFrame.visible(shape)
        let movie = WireMovie.tiny(frames: 2, sprites: [.one("a", .visible(.rect(0, 0, 4, 4)), .hidden), .one("b", .hidden, frame)])
        let omitted = try SVGADocument(bytes: movie.bytesWithoutColorAlpha())
        #expect(omitted.movie.colorWithoutAlpha.map { [$0.sprite, $0.frame] } == [1, 1])
        for format in MovieFormat.allCases {
            let again = try SVGADocument(bytes: omitted.write(as: format)).movie
            #expect(again.colorWithoutAlpha == nil && again.sprites == omitted.movie.sprites, "\(format)")
        }
    }

    @Test("content that JSON cannot represent is reported, and left out if that is allowed")
    func notFinite() throws {
        var movie = WireMovie()
        var frame = WireFrame()
        frame.alpha = .nan
        var layout = WireLayout()
        layout.width = .infinity
        frame.layout = layout
        var transform = WireTransform()
        (transform.a, transform.d) = (.nan, 1)
        frame.transform = transform
        var shape = WireShape()
        (shape.kind, shape.args) = (.ellipse, .shape(d: "M0 0"))
        frame.shapes = [shape]
        movie.sprites = [WireSprite(imageKey: "a", frames: [frame])]
        var audio = WireAudio()
        audio.audioKey = "bgm"
        movie.audios = [audio]
        let document = SVGADocument(movie: movie)
        let losses: [Message] = [
            "audio \"bgm\"", "3 numbers that are not finite (sprite 0 \"a\", frame 0)",
            "1 shape with arguments of another type (sprite 0 \"a\", frame 0)",
        ]
        #expect(document.losses(as: .v1JSON) == losses.map(\.description) && document.losses(as: .v1Binary).isEmpty)
        #expect(throws: SVGAError.unsupported(losses)) { try document.write(as: .v1JSON) }
        let text = SVGAError.unsupported(losses).description
        #expect(text.hasPrefix("the format does not support audio \"bgm\", 3 numbers"))
        let written = try document.write(as: .v1JSON, options: WriteOptions(dropsUnsupported: true))
        let again = try SVGADocument(bytes: written).movie.sprites[0].frames[0]
        #expect(again.alpha == 0 && again.layout == WireLayout() && again.transform == WireTransform())
        #expect(again.shapes[0].kind == .ellipse && again.shapes[0].args == .none)
    }

    @Test("a file is written completely or not at all, and replaced only on request")
    func file() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/movie.svga"
        var document = SVGADocument(movie: .tiny())
        try document.write(to: path, as: .v2)
        #expect(try folder.read("movie.svga") == document.write(as: .v2))
        #expect(throws: SVGAError.exists(path: path)) { try document.write(to: path, as: .v1JSON) }
        try document.write(to: path, as: .v1JSON, overwrite: true)
        let written = try document.write(as: .v1JSON)
        #expect(folder.read("movie.svga") == written)
        document.movie.fps = 7
        document.movie.audios = [WireAudio()]
        #expect(throws: SVGAError.unsupported(["audio \"\""])) { try document.write(to: path, as: .v1JSON, overwrite: true) }
        #expect(folder.read("movie.svga") == written && folder.contents() == ["movie.svga"])
        let missing = folder.path + "/no/movie.svga"
        #expect(throws: SVGAError.file(path: missing, reason: "No such file or directory")) { try document.write(to: missing, as: .v2) }
    }

    @Test("a text ends at a NUL in protobuf, which is a loss")
    func nul() throws {
        var movie = WireMovie()
        movie.images = [WireImage(key: "a\0b", bytes: [1])]
        let document = SVGADocument(movie: movie)
        #expect(document.losses(as: .v2) == ["1 text that contains NUL (image \"a\0b\")"] && document.losses(as: .v1JSON).isEmpty)
        let written = try document.write(as: .v2, options: WriteOptions(dropsUnsupported: true))
        #expect(try SVGADocument(bytes: written).movie.images.map(\.key) == ["a"])
    }

    @Test("Zopfli's bytes are smaller and read as the same document", arguments: MovieFormat.allCases)
    func zopfli(format: MovieFormat) throws {
        let document = try SVGADocument(path: TestFiles.root.path + "/samples/features/keep.svga")
        let plain = try document.write(as: format)
        var options = WriteOptions()
        options.usesZopfli = true
        let small = try document.write(as: format, options: options)
        #expect(small.count < plain.count)
        #expect(try SVGADocument(bytes: small).movie == SVGADocument(bytes: plain).movie)
    }

    @Test("a document reads as the movie does, and strict reading reports where")
    func reading() throws {
        let bytes = try DocumentWriter.write(smallMovie(), as: .zlib) + [1, 2, 3]
        let document = try SVGADocument(bytes: bytes)
        #expect(document.container == .zlib && document.diagnostics.map(\.code) == [.trailingBytes])
        #expect(try document.videoEntity().diagnostics == VideoEntity(bytes: bytes).diagnostics)
        #expect(try SVGADocument(bytes: DocumentWriter.write(smallMovie(), as: .gzip)).container == .gzip)
        let gzip = try DocumentWriter.write(smallMovie(), as: .gzip)
        #expect(throws: SVGAError.self) { try SVGADocument(bytes: gzip, options: ReadOptions(isStrict: true)) }
        #expect(throws: SVGAError.file(reason: "no such file")) { try SVGADocument(path: "/nowhere.svga") }
        #expect(throws: SVGAError.empty) { try SVGADocument(bytes: []) }
    }

    // MARK: - KEEP

    @Test("KEEP means the nearest earlier frame with a list of shapes, even an empty one")
    func keepRule() throws {
        func list(_ names: String) -> [WireShape] {
            names.map { name in
                var shape = WireShape()
                if name == "k" { shape.kind = .keep } else { shape.args = .shape(d: "M0 0L\(name) 1") }
                return shape
            }
        }
        // Before and after, one word per frame; "-" has no shapes.
        let cases = [
            ("1 1 1", "1 k k"), ("1 2 1 1", "1 2 1 k"), ("1 - 1", "1 - 1"), ("- - 1", "- - 1"), ("k 1 1", "k 1 k"),
            ("1 k 1 2", "1 k k 2"), ("12 1 12", "12 1 12"), ("12 12", "12 k"), ("1 k2 1", "1 k2 k"), ("1k 1k", "1k k"),
            ("1 k - -", "1 k - -"),
        ]
        for (before, after) in cases {
            func movie(_ text: String) -> WireMovie {
                var movie = WireMovie()
                let frames = text.split(separator: " ").map { word in
                    var frame = WireFrame()
                    frame.shapes = word == "-" ? [] : list(String(word))
                    return frame
                }
                movie.sprites = [WireSprite(imageKey: "v.vector", frames: frames)]
                return movie
            }
            var compact = movie(before)
            compact.compactShapes()
            #expect(compact == movie(after), "\(before)")
        }
    }

    @Test("with KEEP a movie is smaller and resolves to the same shapes in every frame")
    func keepProperty() throws {
        var random = SeededGenerator(state: 8)
        var generator = MovieGenerator(seed: 9)
        for _ in 0..<60 {
            var movie = generator.movie(audios: false)
            // A few lists, so that they repeat.
            let lists = (0..<3).flatMap { _ in generator.movie(audios: false).sprites.flatMap(\.frames).map(\.shapes) }.prefix(4) + [[]]
            for sprite in movie.sprites.indices {
                for frame in movie.sprites[sprite].frames.indices {
                    movie.sprites[sprite].frames[frame].shapes = lists.randomElement(using: &random) ?? []
                }
            }
            (movie.viewBoxWidth, movie.viewBoxHeight, movie.frames) = (10, 10, 8)
            let plain = try? SVGADocument(movie: movie).videoEntity()
            let written = try SVGADocument(movie: movie).write(as: .v2)
            let compact = try? VideoEntity(bytes: written)
            // Random dashes may exceed a limit, but then they do in both.
            #expect((plain == nil) == (compact == nil))
            guard let plain, let compact else { continue }
            for (one, other) in zip(plain.sprites, compact.sprites) {
                #expect(one.frames.map(\.shapes) == other.frames.map(\.shapes))
            }
            #expect(try written.count <= SVGADocument(movie: movie).write(as: .v2, options: .withoutKeep).count + 8)
        }
    }
}
