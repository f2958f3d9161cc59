import SVGAImage
import SVGAModel
import SVGAPixels

/// What is substituted in one sprite.
struct LayerContent: Sendable {
    var isHidden = false
    /// By the layout's index; nil: the sprite keeps its own bitmap.
    var replacement: [Int32: BitmapPlace]?
    var texts: [Int32: BitmapPlace] = [:]
    var drawing: Drawing?

    /// For every sprite with a substitution, by its index. Images and texts have no places yet.
    static func all(_ substitutions: Substitutions, _ prepared: PreparedMovie) -> [Int: LayerContent] {
        var contents: [Int: LayerContent] = [:]
        for key in substitutions.hiddenKeys {
            for index in prepared.keys.sprites(named: key) { contents[index, default: LayerContent()].isHidden = true }
        }
        for key in substitutions.images.keys {
            for index in prepared.sprites(showing: key, of: substitutions.images) {
                contents[index, default: LayerContent()].replacement = [:]
            }
        }
        for (key, drawing) in substitutions.drawings {
            for index in prepared.sprites(showing: key, of: substitutions.drawings) {
                contents[index, default: LayerContent()].drawing = drawing
            }
        }
        return contents
    }
}

/// Prepares the substitutions of a scene once for every layout that a frame shows: reduces, masks and places images, lays out and draws
/// texts.
struct SubstitutionPreparation {
    /// By the sprite's index.
    private(set) var contents: [Int: LayerContent]
    /// The bitmaps of images and texts. In the scene they follow the movie's own.
    private(set) var bitmaps: [Mipmaps?] = []
    private(set) var diagnostics: [Diagnostic] = []

    private let prepared: PreparedMovie
    private let movie: VideoEntity
    private let geometry: OutputGeometry
    /// The bytes of the scene's bitmaps, the movie's and the substituted ones.
    private var memory: MemoryCount

    /// - Parameters:
    ///   - contents: the sprites that anything is set for.
    ///   - own: the scene's bitmaps of the movie.
    init(
        _ substitutions: Substitutions, _ contents: [Int: LayerContent], _ prepared: PreparedMovie, _ geometry: OutputGeometry,
        _ limits: ReadLimits, own: [Mipmaps?]
    ) throws(RenderError) {
        self.contents = contents
        self.prepared = prepared
        movie = prepared.movie
        self.geometry = geometry
        memory = MemoryCount(limits)
        guard !substitutions.isEmpty else { return }
        do throws(LimitExceeded) {
            try memory.take(own.reduce(0) { $0 + ($1?.memoryBytes ?? 0) }, for: "the images")
        } catch {
            throw .limit(error)
        }
        for unknown in substitutions.unknownKeys(prepared.keys, in: movie) {
            diagnostics.append(Diagnostic(.substitutionUnused, "no sprite has the key \"\(unknown.key)\"", place: "substitutions"))
        }
        for (key, image) in substitutions.images.sorted(by: { $0.key < $1.key }) {
            try place(image, key: key.text, uses(prepared.sprites(showing: key, of: substitutions.images)))
        }
        for (key, text) in substitutions.texts.sorted(by: { $0.key < $1.key }) {
            try place(text, key: key.text, substitutions.fonts, uses(prepared.sprites(showing: key, of: substitutions.texts)))
        }
    }

    private func uses(_ sprites: [Int]) -> [LayoutUse] {
        LayoutUse.all(of: movie, sprites, geometry) { prepared.shownForms(ofSprite: $0) }
    }

    /// Keeps a bitmap and returns its index in the scene, or nil if it is fully transparent.
    /// - Parameter counted: the estimate that was counted for it.
    private mutating func add(_ bitmap: PreparedBitmap, key: String, counted: Int) throws(ImageError) -> Int? {
        memory.giveBack(counted)
        guard !bitmap.isEmpty else { return nil }
        try take(bitmap.memoryBytes + Mipmaps.paddingBytes(for: bitmap), key: key)
        return add(Mipmaps(bitmap))
    }

    private mutating func add(_ mipmaps: Mipmaps) -> Int {
        bitmaps.append(mipmaps)
        return movie.images.count + bitmaps.count - 1
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
        var factors = ReducedImage.factors(image, for: zip(uses, placings).map { ($0.scaleX, $0.scaleY, $1.frame) })
        // A picture that is not much larger than the one it replaces is sampled as that one would be.
        if factors != (1, 1), try !isMuchLarger(image, uses) { factors = (1, 1) }
        let reduced: ReducedImage
        let index: Int?
        if factors == (1, 1) {
            // This memory is shared with the ReplacementImage, but counted too.
            reduced = ReducedImage(image)
            try take(substitution.image.mipmaps.memoryBytes, key: key)
            index = image.isEmpty ? nil : add(substitution.image.mipmaps)
        } else {
            let bytes = ReducedImage.mostBytes(image, factors)
            try take(bytes, key: key)
            reduced = try ReducedImage(image, factors)
            index = try add(reduced.bitmap, key: key, counted: bytes)
        }
        guard let index else { return }
        for (use, placing) in zip(uses, placings) {
            let place = BitmapPlace(index: index, frame: placing.frame(of: reduced), clip: placing.clip)
            for sprite in use.sprites { contents[sprite.sprite]?.replacement?[sprite.layout] = place }
        }
    }

    /// With a mask each layout gets a bitmap of its own, cut to shape, with the resolution of its largest use.
    private mutating func placeMasked(_ substitution: Substitutions.Image, key: String, _ uses: [LayoutUse]) throws(ImageError) {
        var originals: [Int: PreparedBitmap] = [:]
        if substitution.mask == .original {
            let replaced = Set(uses.flatMap { $0.sprites.compactMap { movie.sprites[$0.sprite].imageIndex } })
            for image in replaced.sorted() { originals[image] = try prepared.bitmap(image) }
        }
        for use in uses {
            // The original's shape may differ between the sprites of a layout.
            let groups = Dictionary(grouping: use.sprites) { substitution.mask == .original ? movie.sprites[$0.sprite].imageIndex : nil }
            for (image, sprites) in groups {
                let original = image.flatMap { originals[$0] }
                var counted = 0
                let masked = try MaskedImage.make(substitution, use, original: original, limits: memory.limits) {
                    bytes throws(ImageError) in
                    try take(bytes, key: key)
                    counted = bytes
                }
                guard let index = try add(masked, key: key, counted: counted) else { continue }
                let frame = Rect(x: 0, y: 0, width: use.layout.width, height: use.layout.height)
                for sprite in sprites {
                    contents[sprite.sprite]?.replacement?[sprite.layout] = BitmapPlace(index: index, frame: frame, clip: nil)
                }
            }
        }
    }

    /// Whether a picture has at least twice the width and height of each bitmap that it replaces. A bitmap without anything to see does
    /// not count; it is decoded to find that out only if its header does not settle the question.
    private func isMuchLarger(_ image: PreparedBitmap, _ uses: [LayoutUse]) throws(ImageError) -> Bool {
        let replaced = Set(uses.flatMap { $0.sprites.compactMap { movie.sprites[$0.sprite].imageIndex } })
        for index in replaced.sorted() {
            guard let size = ImageDecoder.size(of: movie.images[index]) else { continue }
            if image.width >= 2 * size.width, image.height >= 2 * size.height { continue }
            if try prepared.bitmap(index) != nil { return false }
        }
        return true
    }

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
            for sprite in use.sprites { contents[sprite.sprite, default: LayerContent()].texts[sprite.layout] = place }
        }
    }
}

extension RenderError {
    /// The error of an image for a key.
    fileprivate init(_ error: ImageError, key: String) {
        if case .limit(let limit) = error { self = .limit(limit) } else { self = .image(key: key, error) }
    }
}

extension PreparedMovie {
    /// The sprites that show what is set for a key: a sprite's exact key goes before the one without the suffix.
    fileprivate func sprites<Value>(showing key: ByteKey, of values: [ByteKey: Value]) -> [Int] {
        keys.sprites(named: key).filter { index in
            let imageKey = ByteKey(movie.sprites[index].imageKey)
            return imageKey == key || values[imageKey] == nil
        }
    }
}

/// A layout size with which some sprites are shown, and the largest scale at which they are.
struct LayoutUse {
    let layout: Size
    /// Output pixels a point.
    private(set) var scaleX = 0.0
    private(set) var scaleY = 0.0
    /// The sprites, with the indices of their layouts.
    private(set) var sprites: [(sprite: Int, layout: Int32)] = []

    /// All sizes in which the visible frames of certain sprites show them.
    static func all(
        of movie: VideoEntity, _ sprites: [Int], _ geometry: OutputGeometry, forms: (_ sprite: Int) -> [ShownForm]
    ) -> [LayoutUse] {
        var uses: [LayoutUse] = []
        var known: [Size: Int] = [:]
        for index in sprites {
            let layouts = movie.sprites[index].frames.tables.layouts
            var seen: Set<Int32> = []
            for form in forms(index) {
                let layout = layouts[Int(form.layout)]
                guard layout.width > 0, layout.height > 0 else { continue }
                let size = Size(width: layout.width, height: layout.height)
                let position = known[size] ?? uses.count
                if position == uses.count {
                    known[size] = position
                    uses.append(LayoutUse(layout: size))
                }
                let scales = geometry.transform.appending(form.transform).axisScales
                uses[position].scaleX.grow(to: scales.x)
                uses[position].scaleY.grow(to: scales.y)
                if seen.insert(form.layout).inserted { uses[position].sprites.append((index, form.layout)) }
            }
        }
        return uses
    }

    private init(layout: Size) {
        self.layout = layout
    }
}

extension Double {
    fileprivate mutating func grow(to other: Double) { if other > self { self = other } }
}
