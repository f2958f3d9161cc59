import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

extension MovieEditor {
    mutating func setText(_ key: String, _ content: TextContent, _ fonts: FontSet) throws(SVGAError) -> EditSummary {
        let named = try indices(of: .key(key))
        let sprites = named.filter { !movie.sprites[$0].isMatte }
        guard !sprites.isEmpty else {
            throw .invalid(reason: "only mattes have the key \"\(key)\", and a text in them would not be visible")
        }
        var text = try BakedText(content, fonts, key: key, sprites, of: try resolved(), limits)
        guard !text.images.isEmpty else {
            note =
                text.isUnseen
                ? "no frame shows \"\(key)\", so no text was added" : "the text of \"\(key)\" is empty, so nothing was added"
            return EditSummary(note: note, isUnseen: text.isUnseen)
        }
        try text.drawIntoFadingImages(movie.sprites)
        try checkRoom(
            sprites: text.images.reduce(0) { $0 + $1.sprites.count }, frames: text.movie.frameCount, images: text.images.count)
        note = "set the text of \"\(key)\""
        let added = try addSprites(of: text, key)
        if added.sprites > 0 { note += ": added \(counted(added.sprites, "sprite")) with \(counted(added.images, "image"))" }
        let changed = try changeImages(of: text)
        if changed > 0 {
            note += "; drew it into the image of \(counted(changed, "sprite")), because \(changed == 1 ? "it fades" : "they fade")"
        }
        if text.layoutCount > 1 { note += "; it is laid out for each of the \(text.layoutCount) sizes of its layouts" }
        let apart = text.separateFades
        if apart > 0 { note += "; \(counted(apart, "sprite")) with content below the text \(apart == 1 ? "fades" : "fade") separately" }
        if sprites.count < named.count { note += "; mattes with this key are unchanged" }
        return EditSummary(note: note, text: text.remarks)
    }

    /// Adds a sprite above each sprite that shows the text.
    private mutating func addSprites(of text: BakedText, _ key: String) throws(SVGAError) -> (sprites: Int, images: Int) {
        // Without dots, because the image lookup drops everything after a dot.
        let base = SpriteEntity.droppingKindSuffix(key).replacing(".", with: "_")
        let used = SimilarKeys(movie.images.map(\.key) + movie.sprites.map(\.imageKey) + movie.audios.map(\.audioKey))
        var number = 1
        var added: [Int: [WireSprite]] = [:]
        var imageCount = 0
        for image in text.images where !image.replacesImage {
            repeat { number += 1 } while used.mayMean("\(base)-\(number)")
            let imageKey = "\(base)-\(number)"
            movie.images.append(WireImage(key: imageKey, bytes: try png(image.picture)))
            imageCount += 1
            for index in image.sprites {
                let frames = (0..<text.movie.frameCount).map { text.shows(image, index, $0) ? text.frame(image, index, $0) : WireFrame() }
                added[index, default: []].append(WireSprite(imageKey: imageKey, matteKey: movie.sprites[index].matteKey, frames: frames))
            }
        }
        movie.sprites = movie.sprites.enumerated().flatMap { [$0.element] + added[$0.offset, default: []] }
        return (added.values.reduce(0) { $0 + $1.count }, imageCount)
    }

    /// Replaces the images of fading sprites.
    /// - Returns: the number of their sprites.
    private mutating func changeImages(of text: BakedText) throws(SVGAError) -> Int {
        var payloads: [ByteKey: [UInt8]] = [:]
        var count = 0
        for image in text.images where image.replacesImage {
            payloads[image.imageKey] = try png(image.picture)
            count += image.sprites.count
        }
        guard !payloads.isEmpty else { return 0 }
        // Sprites were added since the text was laid out, so sprites are found by their key.
        let spritesByKey = Dictionary(grouping: movie.sprites.indices) { ByteKey(movie.sprites[$0].imageKey) }
        for image in text.images where image.replacesImage {
            for (index, original) in zip(spritesByKey[image.imageKey, default: []], image.sprites) {
                for frame in movie.sprites[index].frames.indices where text.shows(image, original, frame) {
                    let drawn = text.frame(image, original, frame)
                    movie.sprites[index].frames[frame].layout = drawn.layout
                    movie.sprites[index].frames[frame].transform = drawn.transform
                    movie.sprites[index].frames[frame].clipPath = drawn.clipPath
                }
            }
        }
        try show(payloads)
        return count
    }
}

/// A text as pictures, one for each size of the layouts that show it.
private struct BakedText {
    struct Image {
        let layout: SVGASize
        /// The sprites that show it, ascending.
        let sprites: [Int]
        let picture: Pixmap
        /// The rectangle of the picture in the layout's space, in points.
        let area: SVGARect
        /// Pixels of the picture per point.
        let density: Double
        /// Whether it replaces the image of the sprites, which is below the text in it.
        var replacesImage = false
        /// The sprites' imageKey, if it replaces their image.
        var imageKey = ByteKey("")
    }

    private(set) var images: [Image] = []
    private(set) var remarks = TextRemarks()
    /// Whether no frame shows the sprites.
    let isUnseen: Bool
    let layoutCount: Int
    /// The number of sprites with other content that fades separately from the text.
    private(set) var separateFades = 0
    let movie: VideoEntity
    private let content: TextContent
    private let fonts: FontSet
    private let limits: ReadLimits
    private let key: String
    private let budget: WorkBudget

    /// The cost of laying out the text for one size.
    private static let costOfLayout = 20_000_000
    /// The cost of a pixel: it is drawn, possibly with a shadow, and packed.
    private static let costOfPixel = 400
    /// The cost of a frame of an added sprite. It also limits the memory: about 500 bytes each.
    private static let costOfFrame = 20_000

    init(
        _ content: TextContent, _ fonts: FontSet, key: String, _ sprites: [Int], of movie: VideoEntity, _ limits: ReadLimits
    ) throws(SVGAError) {
        (self.content, self.fonts, self.key, self.movie, self.limits) = (content, fonts, key, movie, limits)
        budget = WorkBudget(limits, factor: 1, subject: "drawing the text")
        guard movie.viewBox.width > 0, movie.viewBox.height > 0 else {
            (isUnseen, layoutCount) = (true, 0)
            return
        }
        var options = RenderOptions()
        options.limits = limits
        let geometry = try OutputGeometry(movie: movie, options: options)
        let uses = LayoutUse.all(of: movie, sprites, geometry) { RenderedVariant.all(of: movie.sprites[$0], frames: movie.frameCount) }
        (isUnseen, layoutCount) = (uses.isEmpty, uses.count)
        guard uses.count <= limits.images else { throw .limit(LimitExceeded(\.images, of: limits, found: uses.count)) }
        for use in uses { try spend(use) }
        var bytes = 0
        for use in uses {
            if Task.isCancelled { throw .cancelled }
            guard let drawn = try draw(use) else { continue }
            bytes = bytes.addingReportingOverflow(4 * drawn.bitmap.width * drawn.bitmap.height).partialValue
            guard bytes <= limits.decodedBytes else { throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: bytes)) }
            remarks.add(drawn.remarks)
            images.append(
                Image(
                    layout: use.layout, sprites: Set(use.sprites.map(\.sprite)).sorted(), picture: drawn.bitmap.pixmap(), area: drawn.frame,
                    density: Double(drawn.bitmap.width) / drawn.frame.width))
        }
    }

    /// Charges the pixels of a layout, and the frames of the sprites that will show its picture.
    private func spend(_ use: LayoutUse) throws(SVGAError) {
        let scale = max(use.scaleX, use.scaleY)
        let area = use.layout.width * use.layout.height * scale * scale
        let pixels = BakedText.costOfPixel.multipliedSaturating(by: Int(saturating: area))
        let frames = Set(use.sprites.map(\.sprite)).count.multipliedSaturating(by: movie.frameCount)
        let cost = BakedText.costOfFrame.multipliedSaturating(by: frames)
        try budget.spend(BakedText.costOfLayout.addingSaturating(pixels).addingSaturating(cost))
    }

    private func draw(_ use: LayoutUse) throws(SVGAError) -> PreparedText? {
        do throws(SVGAError) {
            return try TextRasterizer.prepare(
                content, layoutWidth: use.layout.width, layoutHeight: use.layout.height, pixelsPerPoint: max(use.scaleX, use.scaleY),
                fonts: fonts, limits: limits)
        } catch {
            throw error.limit != nil ? error : error.text(key: key)
        }
    }

    // MARK: Frames

    private func record(_ sprite: Int, _ frame: Int) -> FrameRecord? {
        let records = movie.sprites[sprite].frames.records
        return frame < min(records.count, movie.frameCount) ? records[frame] : nil
    }

    /// Whether a sprite shows the picture in a frame.
    func shows(_ image: Image, _ sprite: Int, _ frame: Int) -> Bool {
        guard let record = record(sprite, frame), record.isVisible else { return false }
        let layout = movie.sprites[sprite].frames.tables.layouts[Int(record.layout)]
        return layout.width == image.layout.width && layout.height == image.layout.height
    }

    /// A frame that shows the picture at the position of the text. The layout has the picture's size in pixels.
    func frame(_ image: Image, _ sprite: Int, _ index: Int) -> WireFrame {
        var frame = WireFrame()
        guard let record = record(sprite, index) else { return frame }
        let tables = movie.sprites[sprite].frames.tables
        let layout = tables.layouts[Int(record.layout)]
        frame.alpha = record.alpha
        var size = WireLayout()
        (size.width, size.height) = (Float(image.picture.width), Float(image.picture.height))
        frame.layout = size
        let space = record.transform.translatedBy(x: layout.x + image.area.x, y: layout.y + image.area.y)
        frame.transform = WireTransform(space.scaledBy(x: 1 / image.density, y: 1 / image.density))
        if record.clipPath >= 0 {
            let toPicture = SVGATransform.scale(x: image.density, y: image.density).translatedBy(x: -image.area.x, y: -image.area.y)
            frame.clipPath = tables.clipPaths[Int(record.clipPath)].transformed(toPicture).withoutExponents.clipText
        }
        return frame
    }

    // MARK: Fading

    /// Draws the text into the images of sprites that fade: as a sprite of its own, the text would fade separately from the image below it.
    /// - Parameter wire: the sprites in the file.
    mutating func drawIntoFadingImages(_ wire: [WireSprite]) throws(SVGAError) {
        var result: [Image] = []
        var hasInk: [Int: Bool] = [:]
        let spritesByKey = Dictionary(grouping: wire.indices.filter { wire[$0].isNamed(key) }) { ByteKey(wire[$0].imageKey) }
        for image in images {
            var others: [Int] = []
            let groups = Dictionary(grouping: image.sprites) { ByteKey(wire[$0].imageKey) }
            for (imageKey, sprites) in groups.sorted(by: { $0.key < $1.key }) {
                let fading = sprites.filter { hasContent($0, fadingIn: image, &hasInk) }
                // All sprites with the image show it in this layout size, without shapes.
                func isOnlyImage() -> Bool {
                    spritesByKey[imageKey] == sprites
                        && sprites.allSatisfy { isShownOnly(image, $0) && PictureLayout.canChange(wire[$0]) }
                }
                if !fading.isEmpty, isOnlyImage(), let picture = try drawn(onto: image, of: sprites[0], sprites, imageKey) {
                    result.append(picture)
                } else {
                    separateFades += fading.count
                    others += sprites
                }
            }
            if !others.isEmpty {
                result.append(
                    Image(layout: image.layout, sprites: others.sorted(), picture: image.picture, area: image.area, density: image.density))
            }
        }
        images = result
    }

    /// Whether the sprite has content below the text in a frame with an alpha below 1.
    /// - Parameter hasInk: whether an image has a visible pixel, by its index; filled on demand.
    private func hasContent(_ sprite: Int, fadingIn image: Image, _ hasInk: inout [Int: Bool]) -> Bool {
        let entity = movie.sprites[sprite]
        let fading = (0..<min(entity.frames.count, movie.frameCount)).filter { frame in
            entity.frames.records[frame].alpha < 1 && shows(image, sprite, frame)
        }
        if fading.isEmpty { return false }
        if fading.contains(where: { entity.frames.records[$0].shapes != 0 }) { return true }
        guard let index = entity.imageIndex else { return false }
        if let known = hasInk[index] { return known }
        let isVisible = (try? ImageDecoder.prepare(movie.images[index], limits: limits))?.isEmpty == false
        hasInk[index] = isVisible
        return isVisible
    }

    /// Whether all visible frames of a sprite have the layout size of the picture.
    private func isShownOnly(_ image: Image, _ sprite: Int) -> Bool {
        let frames = movie.sprites[sprite].frames
        return (0..<min(frames.count, movie.frameCount)).allSatisfy { frame in
            !frames.records[frame].isVisible || shows(image, sprite, frame)
        }
    }

    /// The text above the sprite's image, in one picture; nil if the picture would be too large.
    private func drawn(onto image: Image, of sprite: Int, _ sprites: [Int], _ imageKey: ByteKey) throws(SVGAError) -> Image? {
        guard let original = movie.sprites[sprite].imageIndex.map({ movie.images[$0] }), let size = ImageDecoder.size(of: original) else {
            return nil
        }
        let layout = image.layout
        // The image keeps its resolution.
        let density = max(image.density, min(Double(size.width) / layout.width, Double(size.height) / layout.height))
        let (left, top) = ((min(0, image.area.x) * density).rounded(.down), (min(0, image.area.y) * density).rounded(.down))
        let right = (max(layout.width, image.area.maxX) * density).rounded(.up)
        let bottom = (max(layout.height, image.area.maxY) * density).rounded(.up)
        let (width, height) = (right - left, bottom - top)
        guard width * height <= Double(min(limits.imagePixels, limits.canvasPixels)), max(width, height) <= 32_767 else { return nil }

        try budget.spend(BakedText.costOfPixel.multipliedSaturating(by: Int(saturating: width * height)))
        var frame = WireFrame()
        var box = WireLayout()
        (box.width, box.height) = (Float(layout.width), Float(layout.height))
        (frame.alpha, frame.layout) = (1, box)
        frame.transform = WireTransform(SVGATransform(a: density, b: 0, c: 0, d: density, tx: -left, ty: -top))
        var wire = WireMovie()
        (wire.viewBoxWidth, wire.viewBoxHeight, wire.frames) = (Float(width), Float(height), 1)
        wire.images = [WireImage(key: "image", bytes: original.bytes)]
        wire.sprites = [WireSprite(imageKey: "image", frames: [frame])]
        var substitutions = Substitutions()
        substitutions.fonts = fonts
        substitutions.setText(content, forKey: "image")
        var options = RenderOptions()
        options.limits = limits
        let entity = try SVGADocument(movie: wire).videoEntity(options: ReadOptions(limits: limits))
        let picture = try SVGAScene(entity, options: options, substitutions: substitutions).pixmap(frame: 0)
        let area = SVGARect(x: left / density, y: top / density, width: width / density, height: height / density)
        return Image(
            layout: layout, sprites: sprites, picture: picture, area: area, density: density, replacesImage: true, imageKey: imageKey)
    }
}
