import SVGAAuthor
import SVGACheck
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

/// What readers find in a file that a builder made.
@Suite("Built movies") struct BuiltMovieTests {
    private static let seeds = 0..<60

    private func file(_ movie: RandomMovie, as format: MovieFormat) throws -> [UInt8] {
        // `movie.spec` holds no sounds.
        try movie.build().write(as: format, options: WriteOptions(dropsUnsupported: format == .v1JSON))
    }

    @Test("every number of every frame survives writing and reading in every format", arguments: seeds)
    func numbers(seed: Int) throws {
        let built = RandomMovie(seed: seed)
        for format in MovieFormat.allCases {
            let movie = try VideoEntity(bytes: file(built, as: format))
            #expect(movie.frameCount == built.frames && movie.fps == 30 && movie.viewBox == SVGASize(width: 64, height: 48))
            let given = built.mattes + built.sprites
            #expect(movie.sprites.count - leaders(movie) == given.count)
            for (sprite, wanted) in zip(movie.sprites.dropFirst(leaders(movie)), given) {
                #expect(sprite.frames.count == built.frames)
                for (frame, wanted) in zip(sprite.frames, wanted.frames) { expect(frame, wanted, hasImage: sprite.imageIndex != nil) }
            }
        }
    }

    /// Where mattes would be first and not all sprites are masked, a sprite before them shows nothing: else the web player throws.
    private func leaders(_ movie: VideoEntity) -> Int { movie.sprites.first?.imageKey.isEmpty == true ? 1 : 0 }

    private func expect(_ frame: FrameEntity, _ wanted: MovieBuilder.Frame?, hasImage: Bool) {
        guard let wanted else {
            #expect(frame.alpha == 0 && frame.shapes.isEmpty)
            return
        }
        #expect(frame.alpha == wanted.alpha)
        #expect(frame.transform == wanted.transform)
        #expect(frame.layout == wanted.layout ?? (hasImage ? RandomMovie.imageSize : RandomMovie.canvas))
        #expect(frame.clipPath == wanted.clipPath)
        #expect(frame.shapes == wanted.shapes)
    }

    @Test("every sprite refers to its image and its matte, and mattes come first", arguments: seeds)
    func references(seed: Int) throws {
        let built = RandomMovie(seed: seed)
        for format in MovieFormat.allCases {
            let movie = try VideoEntity(bytes: file(built, as: format))
            let hasMixed = !built.mattes.isEmpty && built.sprites.contains { $0.matte == nil }
            #expect(leaders(movie) == (hasMixed ? 1 : 0))
            for (sprite, wanted) in zip(movie.sprites.dropFirst(leaders(movie)), built.mattes + built.sprites) {
                #expect(sprite.kind == (wanted.isMatte ? .matte : wanted.hasImage ? .bitmap : .vector))
                #expect(Array(sprite.replacementKey.utf8) == Array(wanted.key.utf8))
                #expect(sprite.imageIndex.map { Array(movie.images[$0].key.utf8) } == (wanted.hasImage ? Array(wanted.key.utf8) : nil))
                #expect(sprite.matteIndex == wanted.matte.map { $0 + leaders(movie) })
            }
        }
    }

    @Test("a movie that was built has no diagnostics, and checking it finds nothing", arguments: seeds)
    func valid(seed: Int) throws {
        let built = RandomMovie(seed: seed)
        #expect(try built.build().videoEntity().diagnostics.isEmpty)
        for format in MovieFormat.allCases {
            // Without its entry the sound in a `movie.spec` is never played.
            let expected: [String] = format == .v1JSON && built.hasSound ? ["the sound is never played: no audios entry refers to it"] : []
            // What is wasted is not a fault: images that no sprite shows, or that are larger than they are shown.
            let findings = try Validation(file(built, as: format)).findings.filter { !["SVGA301", "SVGA302"].contains($0.identifier) }
            #expect(findings.map(\.message.description) == expected)
        }
    }

    @Test("the builder can go on after a movie was built")
    func goesOn() throws {
        var builder = try MovieBuilder(width: 16, height: 16, fps: 20, frameCount: 1)
        let empty = builder.build()
        let copy = builder
        try builder.addSprite("box") { _ in .box }
        #expect(try empty.videoEntity().sprites.isEmpty)
        #expect(copy.build() == empty)
        #expect(try builder.build().videoEntity().sprites.map(\.imageKey) == ["box.vector"])
    }

    @Test("a call that throws adds nothing")
    func unchanged() throws {
        var builder = try MovieBuilder(width: 16, height: 16, fps: 20, frameCount: 2)
        try builder.addImage(Pixmap(width: 2, height: 2, .red), key: "a")
        try builder.addSprite("a") { _ in MovieBuilder.Frame() }
        let before = builder.build()
        #expect(throws: SVGAError.self) { try builder.addImage(Pixmap(width: 2, height: 2, .red), key: "a") }
        #expect(throws: SVGAError.self) { try builder.addSprite("a") { MovieBuilder.Frame(alpha: Double(2 * $0)) } }
        #expect(throws: SVGAError.self) { _ = try builder.addMatte("b") { _ in nil } }
        #expect(throws: SVGAError.self) { try builder.addSound(Array("ID3".utf8), key: "a", totalTime: 5) }
        #expect(throws: SVGAError.self) { try builder.addSound(Array("ID3".utf8), key: "s", frames: 1..<3, totalTime: 5) }
        #expect(builder.build() == before)
        try builder.addSound(Array("ID3".utf8), key: "s", totalTime: 5)
    }

    @Test("fps that does not divide 60 is the one thing that leaves a diagnostic")
    func unusualFPS() throws {
        let movie = try MovieBuilder(width: 16, height: 16, fps: 24, frameCount: 1).build().videoEntity()
        #expect(movie.diagnostics.map(\.code) == [.fpsUnusual])
    }

    @Test("ten thousand frames of fifty sprites are built, written and read, and twice as many take twice as long")
    func large() throws {
        func build(_ frameCount: Int) throws -> SVGADocument {
            var builder = try MovieBuilder(width: 64, height: 64, fps: 30, frameCount: frameCount)
            try builder.addImage(Pixmap(width: 4, height: 4, .red), key: "dot")
            for sprite in 0..<50 {
                try builder.addSprite(sprite % 2 == 0 ? "dot" : "shape") { frame in
                    MovieBuilder.Frame(
                        transform: .translation(x: Double(frame % 60), y: Double(sprite)),
                        shapes: [.box(x: Double(frame / 100), width: 4)])
                }
            }
            return builder.build()
        }
        #expect(try costOfDoubling(500) { _ = try build($0) } < 3)
        let movie = try VideoEntity(bytes: build(10_000).write(as: .v2))
        #expect(movie.sprites.count == 50 && movie.sprites.allSatisfy { $0.frames.count == 10_000 })
        #expect(movie.sprites[49].frames[9_999].shapes == [.box(x: 99, width: 4)])
        #expect(movie.diagnostics.isEmpty)
    }
}

extension ShapeEntity {
    /// Red.
    static func box(x: Double = 0, y: Double = 0, width: Double, height: Double = 16) -> ShapeEntity {
        ShapeEntity(
            geometry: .rect(SVGARect(x: x, y: y, width: width, height: height), cornerRadius: 0), fill: SVGAColor(red: 1, green: 0, blue: 0)
        )
    }
}

extension MovieBuilder.Frame {
    /// 16 × 16, red.
    static var box: MovieBuilder.Frame { MovieBuilder.Frame(shapes: [.box(width: 16)]) }
}
