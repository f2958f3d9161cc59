package import SVGAModel
import SVGASupport

/// Turns a document as the file writes it into a ``/SVGAModel/VideoEntity``: defaults filled, KEEP followed, keys looked up, paths
/// parsed, whatever repeats stored once. The oddities of files end here; each that was tolerated leaves a diagnostic.
package struct Resolver {
    package static func resolve(_ document: SVGADocument, options: ReadOptions) throws(ReadError) -> VideoEntity {
        var resolver = Resolver(document, options)
        let movie = try resolver.resolve()
        if options.isStrict, let first = movie.diagnostics.first(where: { $0.severity >= .warning }) { throw .strict(first) }
        return movie
    }

    private let wire: WireMovie
    private let container: VideoEntity.Container
    private let limits: ReadLimits
    private var diagnostics: DiagnosticList

    private init(_ document: SVGADocument, _ options: ReadOptions) {
        wire = document.movie
        container = document.container
        limits = options.limits
        diagnostics = document.notes
    }

    private mutating func resolve() throws(ReadError) -> VideoEntity {
        let viewBox = try resolveViewBox()
        let fps = resolveFPS()
        let frames = try resolveFrameCount()
        let payloads = try Payloads(wire.images, limits: limits, diagnostics: &diagnostics)
        let sprites = try resolveSprites(payloads, movieFrames: frames)
        return VideoEntity(
            container: container, version: wire.version, viewBox: viewBox, fps: fps, frames: frames, images: payloads.images,
            sprites: sprites, audios: resolveAudios(payloads, movieFrames: frames), sounds: payloads.sounds,
            diagnostics: diagnostics.diagnostics)
    }

    // MARK: The movie

    private mutating func resolveViewBox() throws(ReadError) -> Size {
        let (width, height) = (Double(wire.viewBoxWidth), Double(wire.viewBoxHeight))
        guard width.isFinite, height.isFinite, width > 0, height > 0 else {
            diagnostics.add(.viewBoxEmpty, "the canvas is \(width.brief) × \(height.brief)")
            return Size(width: 0, height: 0)
        }
        let pixels = (width * height).rounded()
        guard pixels <= Double(limits.canvasPixels) else {
            let found = pixels < Double(Int.max) ? Int(pixels) : Int.max
            let canvas = "a canvas of \(width.brief) × \(height.brief)"
            throw .limit(LimitExceeded(\.canvasPixels, of: limits, found: found, subject: canvas))
        }
        return Size(width: width, height: height)
    }

    private mutating func resolveFPS() -> Int {
        let fps = Int(wire.fps)
        guard fps > 0 else {
            diagnostics.add(.fpsMissing, "fps is \(fps); 20 is used")
            return 20
        }
        if 60 % fps != 0 { diagnostics.add(.fpsUnusual, "fps is \(fps), which does not divide 60") }
        return fps
    }

    private mutating func resolveFrameCount() throws(ReadError) -> Int {
        let frames = Int(wire.frames)
        guard frames <= limits.frames else { throw .limit(LimitExceeded(\.frames, of: limits, found: frames)) }
        guard frames > 0 else {
            diagnostics.add(.framesMissing, "the movie says it has \(frames) frames")
            return 0
        }
        return frames
    }

    // MARK: Sprites

    private mutating func resolveSprites(_ payloads: Payloads, movieFrames: Int) throws(ReadError) -> [SpriteEntity] {
        guard wire.sprites.count <= limits.sprites else {
            throw .limit(LimitExceeded(\.sprites, of: limits, found: wire.sprites.count))
        }
        let total = wire.sprites.reduce(0) { $0 + $1.frames.count }
        guard total <= limits.spriteFrames else { throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: total)) }

        var builder = FrameBuilder(limits: limits)
        var records: [[FrameRecord]] = []
        records.reserveCapacity(wire.sprites.count)
        for (index, sprite) in wire.sprites.enumerated() {
            noteFrameCount(index, sprite, movieFrames: movieFrames)
            records.append(
                try builder.records(of: sprite, place: { Resolver.place(index, sprite) }, diagnostics: &diagnostics))
        }
        let mattes = resolveMattes()
        return wire.sprites.indices.map { index in
            let sprite = wire.sprites[index]
            let kind = Resolver.kind(of: sprite.imageKey)
            let image = payloads.imageIndex(for: sprite.imageKey)
            // Some tools give a sound a sprite that shows nothing.
            let hasContent = image != nil || payloads.soundIndex(for: sprite.imageKey) != nil
            if !hasContent, kind == .bitmap, !sprite.imageKey.isEmpty, sprite.frames.allSatisfy({ $0.shapes.isEmpty }) {
                diagnostics.add(.imageMissing, "no image has the key \(sprite.imageKey.quoted)", at: Resolver.place(index, sprite))
            }
            return SpriteEntity(
                imageKey: sprite.imageKey, matteKey: sprite.matteKey.isEmpty ? nil : sprite.matteKey, kind: kind, imageIndex: image,
                matteIndex: mattes[index], frames: FrameList(records: records[index], tables: builder.tables))
        }
    }

    private static func place(_ index: Int, _ sprite: WireSprite) -> String { "sprite \(index) \(sprite.imageKey.quoted)" }

    private static func kind(of imageKey: String) -> SpriteEntity.Kind {
        if imageKey.endsInBytes(of: ".matte") { return .matte }
        return imageKey.endsInBytes(of: ".vector") ? .vector : .bitmap
    }

    private mutating func noteFrameCount(_ index: Int, _ sprite: WireSprite, movieFrames: Int) {
        if sprite.frames.count < movieFrames {
            diagnostics.add(
                .framesTooFew, "\(sprite.frames.count) frames of \(movieFrames); hidden after them", at: Resolver.place(index, sprite))
        } else if sprite.frames.count > movieFrames {
            diagnostics.add(.framesTooMany, "\(sprite.frames.count) frames in a movie of \(movieFrames)", at: Resolver.place(index, sprite))
        }
    }

    /// For each sprite the index of the matte that masks it (Rules of rendering, section 5).
    private mutating func resolveMattes() -> [Int?] {
        var mattes: [ByteKey: Int] = [:]
        for (index, sprite) in wire.sprites.enumerated() where Resolver.kind(of: sprite.imageKey) == .matte {
            let key = ByteKey(sprite.imageKey)
            if mattes[key] == nil {
                mattes[key] = index
            } else {
                diagnostics.add(.matteKeyTwice, "a second matte \(sprite.imageKey.quoted); the first masks", at: "sprite \(index)")
            }
        }
        return wire.sprites.enumerated().map { index, sprite in
            guard !sprite.matteKey.isEmpty else { return nil }
            if Resolver.kind(of: sprite.imageKey) == .matte {
                diagnostics.add(
                    .matteOfMatte, "a matte has the matteKey \(sprite.matteKey.quoted), which is ignored", at: Resolver.place(index, sprite)
                )
                return nil
            }
            if let matte = mattes[ByteKey(sprite.matteKey)] { return matte }
            diagnostics.add(
                .matteMissing, "no matte sprite has the key \(sprite.matteKey.quoted); drawn unmasked", at: Resolver.place(index, sprite))
            return nil
        }
    }

    // MARK: Audio

    private mutating func resolveAudios(_ payloads: Payloads, movieFrames: Int) -> [AudioEntity] {
        var used: Set<Int> = []
        let audios = wire.audios.map { audio in
            let sound = payloads.soundIndex(for: audio.audioKey)
            if let sound {
                used.insert(sound)
            } else {
                diagnostics.add(.audioMissing, "no sound has the key \(audio.audioKey.quoted)", at: "audio \(audio.audioKey.quoted)")
            }
            let start = max(0, Int(audio.startFrame))
            let end = Int(audio.endFrame) > start ? Int(audio.endFrame) : movieFrames
            return AudioEntity(
                audioKey: audio.audioKey, soundIndex: sound, startFrame: start, endFrame: end, startTime: Int(audio.startTime),
                totalTime: Int(audio.totalTime))
        }
        for index in payloads.sounds.indices where !used.contains(index) {
            diagnostics.add(.audioUnused, "no audios entry plays this sound", at: "sound \(payloads.sounds[index].key.quoted)")
        }
        return audios
    }
}
