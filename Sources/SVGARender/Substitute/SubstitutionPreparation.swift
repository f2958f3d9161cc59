import SVGAImage
import SVGAModel
import SVGAPixels

/// What was substituted in one sprite.
struct LayerContent: Sendable {
    var isHidden = false
    /// By the layout's index; nil: the sprite keeps its own bitmap.
    var replacement: [Int32: BitmapPlace]?
    var texts: [Int32: BitmapPlace] = [:]
    var drawing: Drawing?
}

/// Prepares substitutions once, for every layout that a frame shows: images reduced, masked and placed, texts laid out and drawn.
struct SubstitutionPreparation {
    /// By the sprite's index.
    private(set) var layers: [Int: LayerContent] = [:]
    /// What the places refer to, behind the movie's own bitmaps.
    private(set) var bitmaps: [BitmapLevels?] = []
    private(set) var diagnostics: [Diagnostic] = []

    private let movie: VideoEntity
    private let geometry: OutputGeometry
    private let own: [BitmapLevels?]
    /// What the movie's bitmaps and the substituted ones hold.
    private var memory: MemoryCount

    /// - Parameter memory: what the movie's own bitmaps hold already.
    init(
        _ substitutions: Substitutions, movie: VideoEntity, geometry: OutputGeometry, bitmaps own: [BitmapLevels?], memory: MemoryCount
    ) throws(RenderError) {
        self.movie = movie
        self.geometry = geometry
        self.memory = memory
        self.own = own
        guard !substitutions.isEmpty else { return }
        for unknown in substitutions.unknownKeys(in: movie) {
            diagnostics.append(Diagnostic(.substitutionUnused, "no sprite has the key \"\(unknown.key)\"", place: "substitutions"))
        }
        for (index, sprite) in movie.sprites.enumerated() {
            var content = LayerContent()
            content.isHidden =
                substitutions.hiddenKeys.contains(ByteKey(sprite.imageKey))
                || substitutions.hiddenKeys.contains(ByteKey(sprite.replacementKey))
            content.drawing = substitutions.drawings.value(for: sprite)
            if substitutions.images.value(for: sprite) != nil { content.replacement = [:] }
            layers[index] = content
        }
        for (key, image) in substitutions.images.sorted(by: { $0.key < $1.key }) {
            try place(image, key: key.text, LayoutUse.all(of: movie, geometry) { substitutions.images.isSet(key, for: $0) })
        }
        for (key, text) in substitutions.texts.sorted(by: { $0.key < $1.key }) {
            let uses = LayoutUse.all(of: movie, geometry) { substitutions.texts.isSet(key, for: $0) }
            try place(text, key: key.text, substitutions.fonts, uses)
        }
    }

    /// Keeps a bitmap and returns its index in the scene, or nil where nothing of it can be seen.
    /// - Parameter counted: bytes that were counted for it before its exact size was known.
    private mutating func add(_ bitmap: PreparedBitmap, key: String, counted: Int) throws(ImageError) -> Int? {
        memory.giveBack(counted)
        guard !bitmap.isEmpty else { return nil }
        try take(bitmap.memoryBytes + BitmapLevels.paddingBytes(for: bitmap), key: key)
        return add(BitmapLevels(bitmap))
    }

    private mutating func add(_ levels: BitmapLevels) -> Int {
        bitmaps.append(levels)
        return own.count + bitmaps.count - 1
    }

    /// Counts memory that is about to be taken for a key's content.
    private mutating func take(_ bytes: Int, key: String) throws(ImageError) {
        do throws(LimitExceeded) {
            try memory.take(bytes, for: "what is shown for \"\(key)\"")
        } catch {
            throw .limit(error)
        }
    }

    // MARK: Images

    private mutating func place(_ substitution: Substitutions.Image, key: String, _ uses: [LayoutUse]) throws(RenderError) {
        do throws(ImageError) {
            if substitution.mask == .none {
                try placeWhole(substitution, key: key, uses)
            } else {
                try placeMasked(substitution, key: key, uses)
            }
        } catch {
            throw RenderError(error, key: key)
        }
    }

    /// Without a mask all sprites draw from one bitmap.
    private mutating func placeWhole(_ substitution: Substitutions.Image, key: String, _ uses: [LayoutUse]) throws(ImageError) {
        let image = substitution.image.bitmap
        let placings = uses.map { ImagePlacing(substitution.fit, width: image.width, height: image.height, $0.layout) }
        let isLarge = uses.allSatisfy { use in
            use.sprites.allSatisfy { sprite in
                guard let original = movieBitmap(of: sprite.sprite) else { return true }
                return image.width >= 2 * original.width && image.height >= 2 * original.height
            }
        }
        // A picture not much larger than the one it replaces is sampled as that one would be.
        let factors = isLarge ? ReducedImage.factors(image, for: zip(uses, placings).map { ($0.scaleX, $0.scaleY, $1.frame) }) : (1, 1)
        let reduced: ReducedImage
        let index: Int?
        if factors == (1, 1) {
            // The picture is shared with whoever set it, and counted all the same.
            reduced = ReducedImage(image)
            try take(substitution.image.levels.memoryBytes, key: key)
            index = image.isEmpty ? nil : add(substitution.image.levels)
        } else {
            let bytes = ReducedImage.mostBytes(image, factors)
            try take(bytes, key: key)
            reduced = try ReducedImage(image, factors)
            index = try add(reduced.bitmap, key: key, counted: bytes)
        }
        guard let index else { return }
        for (use, placing) in zip(uses, placings) {
            let place = BitmapPlace(index: index, frame: placing.frame(of: reduced), clip: placing.clip)
            for sprite in use.sprites { layers[sprite.sprite]?.replacement?[sprite.layout] = place }
        }
    }

    /// With a mask each layout gets a bitmap of its own, cut to shape and as sharp as it is ever shown.
    private mutating func placeMasked(_ substitution: Substitutions.Image, key: String, _ uses: [LayoutUse]) throws(ImageError) {
        for use in uses {
            // The original's shape may differ between the sprites of a layout.
            let groups = Dictionary(grouping: use.sprites) { substitution.mask == .original ? movie.sprites[$0.sprite].imageIndex : nil }
            for (image, sprites) in groups {
                let original = image.flatMap { own[$0]?.base }
                var counted = 0
                let masked = try MaskedImage.make(substitution, use, original: original, limits: memory.limits) {
                    bytes throws(ImageError) in
                    try take(bytes, key: key)
                    counted = bytes
                }
                guard let index = try add(masked, key: key, counted: counted) else { continue }
                let frame = Rect(x: 0, y: 0, width: use.layout.width, height: use.layout.height)
                for sprite in sprites {
                    layers[sprite.sprite]?.replacement?[sprite.layout] = BitmapPlace(index: index, frame: frame, clip: nil)
                }
            }
        }
    }

    private func movieBitmap(of sprite: Int) -> PreparedBitmap? { movie.sprites[sprite].imageIndex.flatMap { own[$0]?.base } }

    // MARK: Texts

    private mutating func place(_ text: TextContent, key: String, _ fonts: FontSet, _ uses: [LayoutUse]) throws(RenderError) {
        for use in uses {
            let prepared: PreparedText?
            let limits = memory.limits
            var counted = 0
            do {
                prepared = try TextRasterizer.prepare(
                    text, layoutWidth: use.layout.width, layoutHeight: use.layout.height, pixelsPerPoint: max(use.scaleX, use.scaleY),
                    fonts: fonts, limits: limits
                ) { bytes throws(LimitExceeded) in
                    try memory.take(bytes, for: "what is shown for \"\(key)\"")
                    counted = bytes
                }
            } catch {
                if case .limit(let limit) = error { throw .limit(limit) }
                throw .text(key: key, error)
            }
            guard let prepared else {
                memory.giveBack(counted)
                continue
            }
            let index: Int?
            do {
                index = try add(prepared.bitmap, key: key, counted: counted)
            } catch {
                throw RenderError(error, key: key)
            }
            guard let index else { continue }
            let place = BitmapPlace(index: index, frame: prepared.frame, clip: nil)
            for sprite in use.sprites { layers[sprite.sprite]?.texts[sprite.layout] = place }
        }
    }
}

extension RenderError {
    /// What keeps an image for a key from being prepared.
    fileprivate init(_ error: ImageError, key: String) {
        if case .limit(let limit) = error { self = .limit(limit) } else { self = .image(key: key, error) }
    }
}

extension Dictionary where Key == ByteKey {
    /// Whether it is this key's value that a sprite shows: its exact key goes before the one without the suffix.
    fileprivate func isSet(_ key: ByteKey, for sprite: SpriteEntity) -> Bool {
        let imageKey = ByteKey(sprite.imageKey)
        return imageKey == key || (ByteKey(sprite.replacementKey) == key && self[imageKey] == nil)
    }
}

/// A layout size that some sprites are shown with, and how large at most.
struct LayoutUse {
    let layout: Size
    /// Output pixels a point.
    private(set) var scaleX = 0.0
    private(set) var scaleY = 0.0
    /// Which sprites, with the index of the layout.
    private(set) var sprites: [(sprite: Int, layout: Int32)] = []

    /// All sizes in which the visible frames of certain sprites show them.
    static func all(of movie: VideoEntity, _ geometry: OutputGeometry, where isMeant: (SpriteEntity) -> Bool) -> [LayoutUse] {
        var uses: [Size: LayoutUse] = [:]
        var order: [Size] = []
        for (index, sprite) in movie.sprites.enumerated() where isMeant(sprite) {
            var seen: Set<Int32> = []
            for record in sprite.frames.records.prefix(movie.frames) where record.isVisible {
                let layout = sprite.frames.tables.layouts[Int(record.layout)]
                guard layout.width > 0, layout.height > 0 else { continue }
                let size = Size(width: layout.width, height: layout.height)
                if uses[size] == nil { order.append(size) }
                let scales = geometry.transform.appending(record.transform).axisScales
                uses[size, default: LayoutUse(layout: size)].scaleX.grow(to: scales.x)
                uses[size]?.scaleY.grow(to: scales.y)
                if seen.insert(record.layout).inserted { uses[size]?.sprites.append((index, record.layout)) }
            }
        }
        return order.compactMap { uses[$0] }
    }

    private init(layout: Size) {
        self.layout = layout
    }
}

extension Double {
    fileprivate mutating func grow(to other: Double) { if other > self { self = other } }
}
