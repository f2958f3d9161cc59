import SVGAImage
package import SVGAModel
import SVGAPixels
import SVGASupport

/// Prepares the substitutions of a scene for every visible layout: reduces, masks and positions images, and rasterizes texts. Content that
/// another scene of the same size has prepared is reused.
struct SubstitutionPreparation {
    private(set) var images: [ByteKey: PreparedContent<Substitutions.Image>] = [:]
    private(set) var texts: [ByteKey: PreparedContent<FontedText>] = [:]
    private(set) var diagnostics: [Diagnostic] = []
    /// The number of images and texts that were prepared now, without reused ones.
    private(set) var newContents = 0

    private let prepared: PreparedMovie
    private let movie: VideoEntity
    private let geometry: OutputGeometry
    /// The bytes of the scene's bitmaps, the movie's and the substituted ones.
    private var memory: MemoryCount

    /// - Parameters:
    ///   - movieBitmaps: the scene's bitmaps of the movie.
    ///   - previous: the preparation of another scene with the same base.
    init(
        _ substitutions: Substitutions, _ prepared: PreparedMovie, _ base: SceneBase, _ limits: ReadLimits, movieBitmaps: [Mipmaps?],
        previous: SubstitutionPreparation?
    ) throws(SVGAError) {
        self.prepared = prepared
        movie = prepared.movie
        geometry = base.geometry
        memory = MemoryCount(limits)
        guard !substitutions.isEmpty else { return }
        try take(movieBitmaps.reduce(0) { $0 + ($1?.memoryBytes ?? 0) }, for: "the images")
        for key in substitutions.keys(matchingNone: prepared.spriteKeys) {
            diagnostics.append(Diagnostic(.substitutionUnused, "no sprite has the key \"\(key)\"", location: "substitutions"))
        }
        for (key, image) in substitutions.images.sorted(by: { $0.key < $1.key }) {
            let sprites = prepared.sprites(showing: key, of: substitutions.images)
            if let same = previous?.images[key], same.sprites == sprites, same.source.isSame(as: image) {
                try take(same.memoryBytes, for: SubstitutionPreparation.subject(key.text))
                images[key] = same
            } else {
                images[key] = try prepare(image, key: key.text, sprites)
                newContents += 1
            }
        }
        for (key, content) in substitutions.texts.sorted(by: { $0.key < $1.key }) {
            let sprites = prepared.sprites(showing: key, of: substitutions.texts)
            let text = FontedText(content: content, fonts: substitutions.fonts)
            if let same = previous?.texts[key], same.sprites == sprites, same.source.isSame(as: text) {
                try take(same.memoryBytes, for: SubstitutionPreparation.subject(key.text))
                texts[key] = same
            } else {
                texts[key] = try prepare(text, key: key.text, sprites)
                newContents += 1
            }
        }
    }

    /// Adds the positioned images and texts to the contents of their sprites, and their bitmaps after the movie's.
    func add(to contents: inout [Int: LayerContent], _ bitmaps: inout [Mipmaps?]) {
        for key in images.keys.sorted() {
            guard let image = images[key] else { continue }
            for position in image.positions {
                contents[position.sprite]?.replacement?[position.layout] = position.bitmap.moved(by: bitmaps.count)
            }
            bitmaps += image.bitmaps
        }
        for key in texts.keys.sorted() {
            guard let text = texts[key] else { continue }
            for position in text.positions { contents[position.sprite]?.texts[position.layout] = position.bitmap.moved(by: bitmaps.count) }
            bitmaps += text.bitmaps
        }
    }

    /// The remarks on the image and the text of each key, sorted by key.
    var remarks: [(key: String, remarks: ContentRemarks)] {
        var found = images.mapValues(\.remarks)
        for (key, text) in texts { found[key, default: ContentRemarks()].add(text.remarks) }
        return found.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }

    private func uses(_ sprites: [Int]) -> [LayoutUse] {
        LayoutUse.all(of: movie, sprites, geometry) { prepared.variants(ofSprite: $0) }
    }

    /// The user of the memory of a key's content, for a message.
    private static func subject(_ key: String) -> Message { "what is shown for \"\(key)\"" }

    /// Counts memory before it is allocated.
    private mutating func take(_ bytes: Int, for subject: Message) throws(SVGAError) {
        do throws(LimitExceeded) {
            try memory.take(bytes, for: subject)
        } catch {
            throw .limit(error)
        }
    }

    /// Counts a key's memory before it is allocated.
    private mutating func take(_ bytes: Int, key: String) throws(SVGAError) {
        do throws(LimitExceeded) {
            try memory.take(bytes, for: SubstitutionPreparation.subject(key))
        } catch {
            throw .limit(error)
        }
    }

    /// Counts a bitmap that was made for a key.
    /// - Parameter counted: its estimate that was already counted.
    /// - Returns: nil if it is fully transparent.
    private mutating func keep(_ bitmap: PreparedBitmap, key: String, counted: Int) throws(SVGAError) -> Mipmaps? {
        memory.release(counted)
        guard !bitmap.isEmpty else { return nil }
        try take(bitmap.memoryBytes + Mipmaps.paddingBytes(for: bitmap), key: key)
        return Mipmaps(bitmap)
    }

    // MARK: Images

    private mutating func prepare(
        _ substitution: Substitutions.Image, key: String, _ sprites: [Int]
    ) throws(SVGAError) -> PreparedContent<Substitutions.Image> {
        let before = memory.bytes
        var content = PreparedContent(substitution, sprites)
        do throws(SVGAError) {
            if substitution.mask == .none {
                try positionUnmasked(&content, key: key)
            } else {
                try positionMasked(&content, key: key)
            }
        } catch {
            throw error.ofImage(key)
        }
        content.memoryBytes = memory.bytes - before
        return content
    }

    /// Adds an image without a mask: all sprites draw the same bitmap.
    private mutating func positionUnmasked(_ content: inout PreparedContent<Substitutions.Image>, key: String) throws(SVGAError) {
        let substitution = content.source
        let image = substitution.image.bitmap
        let uses = uses(content.sprites)
        let emulation = movie.emulation as? any DrawingEmulation
        let fit = substitution.fit == .fill ? emulation?.fitOfFilling ?? .fill : substitution.fit
        let placements = uses.map { ImagePlacement(fit, width: image.width, height: image.height, $0.layout) }
        content.remarks = SubstitutionPreparation.remarks(on: substitution.image, fit, uses)
        var factors = ReducedImage.factors(image, for: zip(uses, placements).map { ($0.scaleX, $0.scaleY, $1.frame) })
        // A picture that is not much larger than the replaced one is sampled like that one.
        if factors != (1, 1), try !isMuchLarger(image, uses) { factors = (1, 1) }
        let reduced: ReducedImage
        let mipmaps: Mipmaps?
        if factors == (1, 1) {
            // The memory is shared with the ReplacementImage, but it is counted here too.
            reduced = ReducedImage(image)
            try take(substitution.image.mipmaps.memoryBytes, key: key)
            mipmaps = image.isEmpty ? nil : substitution.image.mipmaps
        } else {
            let bytes = ReducedImage.maximumBytes(image, factors)
            try take(bytes, key: key)
            reduced = try ReducedImage(image, factors)
            mipmaps = try keep(reduced.bitmap, key: key, counted: bytes)
        }
        guard let mipmaps else { return }
        content.add(mipmaps, zip(uses, placements).map { ($0.sprites, $1.frame(of: reduced), $1.clip) })
    }

    /// Adds a masked image: each layout gets a separate bitmap with the resolution of its largest use.
    private mutating func positionMasked(_ content: inout PreparedContent<Substitutions.Image>, key: String) throws(SVGAError) {
        let substitution = content.source
        let uses = uses(content.sprites)
        content.remarks = SubstitutionPreparation.remarks(on: substitution.image, substitution.fit, uses)
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
                    bytes throws(SVGAError) in
                    try take(bytes, key: key)
                    counted = bytes
                }
                guard let mipmaps = try keep(masked, key: key, counted: counted) else { continue }
                content.add(mipmaps, [(sprites, SVGARect(x: 0, y: 0, width: use.layout.width, height: use.layout.height), nil)])
            }
        }
    }

    private static func remarks(on image: ReplacementImage, _ fit: ImageFit, _ uses: [LayoutUse]) -> ContentRemarks {
        var remarks = ContentRemarks()
        (remarks.width, remarks.height) = (image.width, image.height)
        (remarks.isAnimated, remarks.ignoresProfile) = (image.isAnimated, image.ignoresProfile)
        guard image.width > 0, image.height > 0 else { return remarks }
        for use in uses {
            let frame = ImagePlacement(fit, width: image.width, height: image.height, use.layout).frame
            let scale = max(frame.width * use.scaleX / Double(image.width), frame.height * use.scaleY / Double(image.height))
            if scale.isFinite { remarks.enlargement.grow(to: scale) }
        }
        return remarks
    }

    /// Whether a picture has at least twice the width and height of each replaced bitmap. Fully transparent bitmaps do not count. They are
    /// decoded only if the header does not decide.
    private func isMuchLarger(_ image: PreparedBitmap, _ uses: [LayoutUse]) throws(SVGAError) -> Bool {
        let replaced = Set(uses.flatMap { $0.sprites.compactMap { movie.sprites[$0.sprite].imageIndex } })
        for index in replaced.sorted() {
            guard let size = ImageDecoder.size(of: movie.images[index]) else { continue }
            if image.width >= 2 * size.width, image.height >= 2 * size.height { continue }
            if try prepared.bitmap(index) != nil { return false }
        }
        return true
    }

    // MARK: Texts

    private mutating func prepare(_ text: FontedText, key: String, _ sprites: [Int]) throws(SVGAError) -> PreparedContent<FontedText> {
        let before = memory.bytes
        var content = PreparedContent(text, sprites)
        for use in uses(sprites) {
            let limits = memory.limits
            var counted = 0
            let drawn: PreparedText?
            do {
                drawn = try TextRasterizer.prepare(
                    text.content, layoutWidth: use.layout.width, layoutHeight: use.layout.height,
                    pixelsPerPoint: max(use.scaleX, use.scaleY), fonts: text.fonts, limits: limits,
                    centersEmBox: (movie.emulation as? any DrawingEmulation)?.centersEmBoxes ?? false
                ) { bytes throws(LimitExceeded) in
                    try memory.take(bytes, for: SubstitutionPreparation.subject(key))
                    counted = bytes
                }
            } catch {
                throw error.limit != nil ? error : error.text(key: key)
            }
            guard let drawn else {
                memory.release(counted)
                continue
            }
            do {
                guard let mipmaps = try keep(drawn.bitmap, key: key, counted: counted) else { continue }
                content.add(mipmaps, [(use.sprites, drawn.frame, nil)])
                content.remarks.text.add(drawn.remarks)
            } catch {
                throw error.ofImage(key)
            }
        }
        content.memoryBytes = memory.bytes - before
        return content
    }
}

extension SVGAError {
    /// The error of an image for a key.
    fileprivate func ofImage(_ key: String) -> SVGAError { limit != nil ? self : image(key: key) }
}

/// A layout size of some sprites, and its largest scale.
package struct LayoutUse {
    package let layout: SVGASize
    /// Output pixels per point.
    package private(set) var scaleX = 0.0
    package private(set) var scaleY = 0.0
    /// The sprites with the indices of their layouts.
    package private(set) var sprites: [(sprite: Int, layout: Int32)] = []

    /// All layout sizes of certain sprites in their visible frames.
    package static func all(
        of movie: VideoEntity, _ sprites: [Int], _ geometry: OutputGeometry, forms: (_ sprite: Int) -> [RenderedVariant]
    ) -> [LayoutUse] {
        var uses: [LayoutUse] = []
        var positions: [SVGASize: Int] = [:]
        for index in sprites {
            let layouts = movie.sprites[index].frames.tables.layouts
            var seen: Set<Int32> = []
            for form in forms(index) {
                let layout = layouts[Int(form.layout)]
                guard layout.width > 0, layout.height > 0 else { continue }
                let size = SVGASize(width: layout.width, height: layout.height)
                let position = positions[size] ?? uses.count
                if position == uses.count {
                    positions[size] = position
                    uses.append(LayoutUse(layout: size))
                }
                let scales = form.transform.concatenating(geometry.transform).axisScales
                uses[position].scaleX.grow(to: scales.x)
                uses[position].scaleY.grow(to: scales.y)
                if seen.insert(form.layout).inserted { uses[position].sprites.append((index, form.layout)) }
            }
        }
        return uses
    }

    private init(layout: SVGASize) {
        self.layout = layout
    }
}

extension Double {
    fileprivate mutating func grow(to other: Double) { if other > self { self = other } }
}
