import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// A movie as Lottie layers and compositions, with references to its images and sounds.
struct WrittenComposition: Sendable {
    /// Bottom first.
    private(set) var layers: [WrittenLayer] = []
    /// Nested layers, each list bottom first.
    private(set) var compositions: [[WrittenLayer]] = []
    /// The movie's visible images, with their sizes in pixels.
    private(set) var images: [(index: Int, width: Int, height: Int)] = []
    /// The movie's sounds that play.
    private(set) var sounds: [Int] = []
    /// The omitted parts, one line each.
    private(set) var leftOut: [Message] = []

    private let movie: VideoEntity
    private let canvas: SVGARect
    private let tables: FrameTables
    private let forms: FormTables
    private var usedImages: Set<Int> = []
    private var visibleKeys: Set<ByteKey> = []
    /// The size of each image, read once.
    private var sizes: [Int: (width: Int, height: Int)?] = [:]
    /// For each matte: its visibility, the number of groups it masks, and its composition if there are several.
    private var visibilities: [Int: [Bool]] = [:]
    private var uses: [Int: Int] = [:]
    private var matteCompositions: [Int: Int] = [:]

    init(_ movie: VideoEntity) {
        self.movie = movie
        canvas = SVGARect(x: 0, y: 0, width: Double(movie.canvasPixels.width), height: Double(movie.canvasPixels.height))
        tables = movie.sprites.first?.frames.tables ?? FrameTables()
        forms = FormTables(tables)
        let groups = WrittenComposition.groups(of: movie.sprites)
        for group in groups { if let matte = group.matte { uses[matte, default: 0] += 1 } }
        var hidden: [String] = []
        for group in groups { add(group, &hidden) }
        addSounds()
        noteLeftOut(hidden)
    }

    // MARK: Sprites

    /// Adjacent sprites with the same matte, without any mattes between them; or one sprite without a matte.
    private struct Group {
        var sprites: [Int]
        let matte: Int?
    }

    private static func groups(of sprites: [SpriteEntity]) -> [Group] {
        var groups: [Group] = []
        for (index, sprite) in sprites.enumerated() where sprite.kind != .matte {
            if let matte = sprite.matteIndex, let last = groups.last, last.matte == matte {
                groups[groups.count - 1].sprites.append(index)
            } else {
                groups.append(Group(sprites: [index], matte: sprite.matteIndex))
            }
        }
        return groups
    }

    private mutating func add(_ group: Group, _ hidden: inout [String]) {
        let mask = group.matte.map { visibility(ofMatte: $0) }
        var visible: [WrittenLayer] = []
        for index in group.sprites {
            let added = layers(of: index, while: mask)
            let key = movie.sprites[index].imageKey
            if added.isEmpty { hidden.append(key) } else { visibleKeys.insert(ByteKey(key)) }
            visible += added
        }
        guard let matte = group.matte, let mask, !visible.isEmpty else {
            layers += visible
            return
        }
        var masked = oneLayer(visible, name: movie.sprites[group.sprites[0]].replacementKey)
        masked.matte = [layer(ofMatte: matte, mask)]
        layers.append(masked)
    }

    /// - Parameter mask: for each frame, whether the sprite is visible; nil: always.
    private mutating func layers(of index: Int, while mask: [Bool]?) -> [WrittenLayer] {
        let sprite = self.sprite(index)
        let image = sprite.picture == nil ? nil : movie.sprites[index].imageIndex
        let (layers, opacity) = sprite.layers(image: image, frames: movie.frameCount, while: mask)
        for layer in layers { if case .image(let image) = layer.content { use(image) } }
        guard let opacity, !layers.isEmpty else { return layers }
        var together = wrapped(layers, name: movie.sprites[index].replacementKey)
        together.transform.opacity = opacity
        return [together]
    }

    private mutating func sprite(_ index: Int) -> SpriteLayers {
        let sprite = movie.sprites[index]
        let size = sprite.imageIndex.flatMap { self.size(ofImage: $0) }
        return SpriteLayers(
            sprite: sprite, picture: size.map { (Double($0.width), Double($0.height)) }, forms: forms, tables: tables, canvas: canvas)
    }

    // MARK: Mattes

    private mutating func visibility(ofMatte index: Int) -> [Bool] {
        if let known = visibilities[index] { return known }
        let visibility = sprite(index).visibility(frames: movie.frameCount)
        visibilities[index] = visibility
        return visibility
    }

    /// A matte layer for one group. If several groups need it, its layers are in a shared composition.
    private mutating func layer(ofMatte index: Int, _ mask: [Bool]) -> WrittenLayer {
        let name = movie.sprites[index].replacementKey
        if let known = matteCompositions[index] {
            return WrittenLayer(name: name, content: .composition(known), frames: 0..<movie.frameCount)
        }
        let added = layers(of: index, while: mask)
        guard uses[index, default: 0] > 1 else { return oneLayer(added, name: name) }
        let layer = wrapped(added, name: name)
        if case .composition(let composition) = layer.content { matteCompositions[index] = composition }
        return layer
    }

    /// Combines layers into one that has neither a matte nor masks: ThorVG does not draw a layer with both.
    private mutating func oneLayer(_ layers: [WrittenLayer], name: String) -> WrittenLayer {
        if let layer = layers.first, layers.count == 1, layer.matte.isEmpty, layer.masks.isEmpty { return layer }
        return wrapped(layers, name: name)
    }

    private mutating func wrapped(_ layers: [WrittenLayer], name: String) -> WrittenLayer {
        compositions.append(layers)
        let start = layers.map(\.frames.lowerBound).min() ?? 0
        let end = layers.map(\.frames.upperBound).max() ?? start
        return WrittenLayer(name: name, content: .composition(compositions.count - 1), frames: start..<end)
    }

    // MARK: Pictures and sounds

    private mutating func size(ofImage index: Int) -> (width: Int, height: Int)? {
        if let known = sizes[index] { return known }
        let size = ImageDecoder.size(of: movie.images[index]).flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
        sizes[index] = .some(size)
        return size
    }

    private mutating func use(_ image: Int) {
        guard usedImages.insert(image).inserted, let size = size(ofImage: image) else { return }
        images.append((image, size.width, size.height))
    }

    private mutating func addSounds() {
        var played: [WrittenLayer] = []
        var known: Set<Int> = []
        for audio in movie.audios {
            guard let sound = audio.soundIndex else {
                leftOut.append("audio \(audio.audioKey.quoted), which has no sound")
                continue
            }
            let frames = max(0, audio.startFrame)..<max(0, audio.startFrame, min(audio.endFrame, movie.frameCount))
            guard !frames.isEmpty else {
                leftOut.append("audio \(audio.audioKey.quoted), which is never played")
                continue
            }
            if known.insert(sound).inserted { sounds.append(sound) }
            var layer = WrittenLayer(name: audio.audioKey, content: .sound(sound), frames: frames)
            layer.startFrame = Double(audio.startFrame) - Double(audio.startTime) / 1000 * Double(movie.fps)
            played.append(layer)
        }
        layers = played + layers
    }

    // MARK: What is left out

    private static let listed = 10

    private mutating func noteLeftOut(_ hidden: [String]) {
        func note(_ kind: Message, _ keys: [String], _ reason: Message) {
            var seen: Set<ByteKey> = []
            let keys = keys.filter { seen.insert(ByteKey($0)).inserted }
            leftOut += keys.prefix(WrittenComposition.listed).map { "\(kind) \($0.quoted), \(reason)" }
            if keys.count > WrittenComposition.listed { leftOut.append("\(keys.count - WrittenComposition.listed) more of these") }
        }
        note("sprite", hidden.filter { !visibleKeys.contains(ByteKey($0)) }, "which is empty")
        note("image", movie.images.indices.filter { !usedImages.contains($0) }.map { movie.images[$0].key }, "which is never visible")
        let silent = Set(movie.sounds.indices).subtracting(sounds).sorted()
        note("sound", silent.map { movie.sounds[$0].key }, "which is never played")
    }
}
