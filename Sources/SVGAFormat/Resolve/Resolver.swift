package import SVGAModel
import SVGASupport

/// Resolves a document to a ``VideoEntity``: fills in defaults, resolves KEEP and keys, parses paths, and stores equal parts once.
/// Irregularities of files are handled here; each one causes a diagnostic.
package struct Resolver {
    package static func resolve(_ document: SVGADocument, options: ReadOptions) throws(SVGAError) -> VideoEntity {
        var resolver = Resolver(document, options)
        let movie = try resolver.resolve()
        if let first = options.refused(movie.diagnostics) { throw .strict(first) }
        return movie
    }

    private let wire: WireMovie
    private let container: VideoEntity.Container
    private let limits: ReadLimits
    private let emulated: (any EmulatedResolution)?
    private var diagnostics: DiagnosticList

    private init(_ document: SVGADocument, _ options: ReadOptions) {
        wire = document.movie
        container = document.container
        limits = options.limits
        emulated = options.emulation?.reading.resolution(of: document, limits: options.limits)
        diagnostics = document.notes
    }

    private mutating func resolve() throws(SVGAError) -> VideoEntity {
        let viewBox = try resolveViewBox()
        let fps = resolveFPS()
        let frames = try resolveFrameCount()
        let payloads = try Payloads(wire.images, limits: limits, diagnostics: &diagnostics)
        let sprites = try resolveSprites(payloads, movieFrames: frames)
        return VideoEntity(
            container: container, version: wire.version, viewBox: viewBox, fps: fps, frameCount: frames, images: payloads.images,
            sprites: sprites, audios: resolveAudios(payloads, movieFrames: frames), sounds: payloads.sounds,
            diagnostics: diagnostics.diagnostics, emulation: emulated?.emulation(payloads.images))
    }

    // MARK: The movie

    private mutating func resolveViewBox() throws(SVGAError) -> SVGASize {
        let (width, height) = (Double(wire.viewBoxWidth), Double(wire.viewBoxHeight))
        guard width.isFinite, height.isFinite, width > 0, height > 0 else {
            diagnostics.add(.viewBoxEmpty, "the canvas is \(width.brief) × \(height.brief)")
            return SVGASize(width: 0, height: 0)
        }
        let pixels = (width * height).rounded()
        guard pixels <= Double(limits.canvasPixels) else {
            let found = pixels < Double(Int.max) ? Int(saturating: pixels) : Int.max
            let canvas: Message = "a canvas of \(width.brief) × \(height.brief)"
            throw .limit(LimitExceeded(\.canvasPixels, of: limits, found: found, subject: canvas))
        }
        return SVGASize(width: width, height: height)
    }

    private mutating func resolveFPS() -> Int {
        let fps = wire.playedFPS
        if wire.fps <= 0 {
            diagnostics.add(.fpsMissing, "the frame rate is \(wire.fps) fps; \(fps) fps is used")
        } else if 60 % fps != 0 {
            diagnostics.add(.fpsUnusual, "the frame rate of \(fps) fps does not divide 60")
        }
        return fps
    }

    private mutating func resolveFrameCount() throws(SVGAError) -> Int {
        let frames = Int(wire.frames)
        guard frames <= limits.frames else { throw .limit(LimitExceeded(\.frames, of: limits, found: frames)) }
        guard frames > 0 else {
            diagnostics.add(.framesMissing, "the movie has \(frames) frames")
            return 0
        }
        return frames
    }

    // MARK: Sprites

    private mutating func resolveSprites(_ payloads: Payloads, movieFrames: Int) throws(SVGAError) -> [SpriteEntity] {
        guard wire.sprites.count <= limits.sprites else {
            throw .limit(LimitExceeded(\.sprites, of: limits, found: wire.sprites.count))
        }
        let total = wire.sprites.reduce(0) { $0 + $1.frames.count }
        for sprite in wire.sprites {
            try limits.checkKey(sprite.imageKey)
            try limits.checkKey(sprite.matteKey)
        }
        guard total <= limits.spriteFrames else { throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: total)) }

        var builder = FrameBuilder(limits: limits, emulated)
        var records: [[FrameRecord]] = []
        records.reserveCapacity(wire.sprites.count)
        for (index, sprite) in wire.sprites.enumerated() {
            noteFrameCount(index, sprite, movieFrames: movieFrames)
            records.append(
                try builder.records(of: sprite, location: { Resolver.location(index, sprite) }, diagnostics: &diagnostics))
        }
        let mattes = resolveMattes()
        return wire.sprites.indices.map { index in
            let sprite = wire.sprites[index]
            let kind = sprite.kind
            var payload = payloads.image(for: sprite.imageKey)
            if let emulated { payload = emulated.payload(ofSprite: sprite.imageKey, usual: payload) }
            let image = payload.flatMap(payloads.imageIndex(at:))
            // Some tools give a sound an invisible sprite.
            let hasContent = image != nil || payloads.soundIndex(for: sprite.imageKey) != nil
            if !hasContent, kind == .bitmap, !sprite.imageKey.isEmpty, sprite.frames.allSatisfy({ $0.shapes.isEmpty }) {
                diagnostics.add(
                    .imageMissing, "the image is missing: no image has the key \(sprite.imageKey.quoted)",
                    at: Resolver.location(index, sprite))
            }
            return SpriteEntity(
                imageKey: sprite.imageKey, matteKey: sprite.matteKey.isEmpty ? nil : sprite.matteKey, kind: kind, imageIndex: image,
                matteIndex: mattes[index], frames: FrameList(records: records[index], tables: builder.tables))
        }
    }

    private static func location(_ index: Int, _ sprite: WireSprite) -> Message { "sprite \(index) \(sprite.imageKey.quoted)" }

    private mutating func noteFrameCount(_ index: Int, _ sprite: WireSprite, movieFrames: Int) {
        if sprite.frames.count < movieFrames {
            diagnostics.add(
                .framesTooFew, "the sprite has \(sprite.frames.count) of \(movieFrames) frames, and is hidden after them",
                at: Resolver.location(index, sprite))
        } else if sprite.frames.count > movieFrames {
            diagnostics.add(
                .framesTooMany, "the sprite has \(sprite.frames.count) frames, but the movie has \(movieFrames)",
                at: Resolver.location(index, sprite))
        }
    }

    /// The index of each sprite's matte (Rules of rendering, section 5).
    private mutating func resolveMattes() -> [Int?] {
        let mattes = MatteIndex(wire.sprites)
        for (index, sprite) in wire.sprites.enumerated() where sprite.isMatte && mattes.matte(for: sprite.imageKey) != index {
            diagnostics.add(
                .matteKeyTwice, "a second matte has the key \(sprite.imageKey.quoted); the first one is used", at: "sprite \(index)")
        }
        return wire.sprites.enumerated().map { index, sprite in
            let matte = mattes.matte(of: sprite)
            guard matte == nil, !sprite.matteKey.isEmpty else { return matte }
            if sprite.isMatte {
                diagnostics.add(
                    .matteOfMatte, "the matte has the matteKey \(sprite.matteKey.quoted), which is ignored",
                    at: Resolver.location(index, sprite)
                )
            } else {
                diagnostics.add(
                    .matteMissing, "the sprite is not masked: no matte has the key \(sprite.matteKey.quoted)",
                    at: Resolver.location(index, sprite))
            }
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
                diagnostics.add(
                    .audioMissing, "the sound is missing: no sound has the key \(audio.audioKey.quoted)",
                    at: "audio \(audio.audioKey.quoted)")
            }
            let (start, end) = audio.playedFrames(movieFrames: movieFrames)
            return AudioEntity(
                audioKey: audio.audioKey, soundIndex: sound, startFrame: start, endFrame: end, startTime: Int(audio.startTime),
                totalTime: Int(audio.totalTime))
        }
        for index in payloads.sounds.indices where !used.contains(index) {
            diagnostics.add(
                .audioUnused, "the sound is never played: no audios entry refers to it", at: "sound \(payloads.sounds[index].key.quoted)")
        }
        return audios
    }
}

extension ReadLimits {
    fileprivate func checkKey(_ key: String) throws(SVGAError) {
        let count = key.utf8.count
        if count > keyBytes { throw .limit(LimitExceeded(\.keyBytes, of: self, found: count, subject: "a key")) }
    }
}

/// The payloads in use, separated into images and sounds (Rules of rendering, section 3).
private struct Payloads {
    private(set) var images: [ImageEntity] = []
    private(set) var sounds: [SoundEntity] = []
    private let index: PayloadIndex
    /// For each payload of the file its index in `images` or `sounds`; undefined for unused payloads.
    private var indices: [Int] = []

    init(_ payloads: [WireImage], limits: ReadLimits, diagnostics: inout DiagnosticList) throws(SVGAError) {
        guard payloads.count <= limits.images else {
            throw .limit(LimitExceeded(\.images, of: limits, found: payloads.count))
        }
        for payload in payloads { try limits.checkKey(payload.key) }
        index = PayloadIndex(payloads)
        indices.reserveCapacity(payloads.count)
        var keys: Set<ByteKey> = []
        for payload in payloads where !keys.insert(ByteKey(payload.key)).inserted {
            diagnostics.add(
                .imageKeyTwice, "two payloads have the key \(payload.key.quoted); the last one is used", at: "\(payload.key.quoted)")
        }
        for (number, payload) in payloads.enumerated() {
            let counts = index.entry(payload.key) == number
            switch index.kinds[number] {
            case .image(let format):
                indices.append(images.count)
                guard counts else { continue }
                if format == .unknown {
                    let count = payload.bytes.count
                    diagnostics.add(
                        .payloadUnknown, "neither a known image nor a known sound (\(count) bytes)", at: "\(payload.key.quoted)")
                }
                images.append(ImageEntity(key: payload.key, format: format, bytes: payload.bytes))
            case .sound(let format):
                indices.append(sounds.count)
                if counts { sounds.append(SoundEntity(key: payload.key, format: format, bytes: payload.bytes)) }
            }
        }
    }

    /// The payload of a sprite with this key.
    func image(for key: String) -> Int? { index.image(for: key) }

    /// The image of this payload of the file; nil if it is a sound.
    func imageIndex(at payload: Int) -> Int? {
        if case .image = index.kinds[payload] { indices[payload] } else { nil }
    }

    func soundIndex(for key: String) -> Int? { index.sound(for: key).map { indices[$0] } }
}
