import SVGACheck
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels

/// Applies ``OptimizeStep``s to a document, without drawing frames.
struct DocumentReduction {
    /// The original document.
    private let document: SVGADocument
    private let movie: VideoEntity
    private let options: OptimizeOptions

    init(_ document: SVGADocument, _ movie: VideoEntity, _ options: OptimizeOptions) {
        self.document = document
        self.movie = movie
        self.options = options
    }

    struct Result {
        var document: SVGADocument
        /// Indices in the images of the original document.
        var removedImages: [Int] = []
        var removedSprites: [String] = []
    }

    /// - Parameter images: the new payloads by index. Equal pictures have equal bytes.
    func reduced(_ steps: Set<OptimizeStep>, images: [Int: ImageVersion]) -> Result {
        var result = Result(document: document)
        let isProtobuf = (options.format?.container ?? document.container) != .zipJSON
        for index in result.document.movie.sprites.indices {
            if steps.contains(.extraFrames) { dropExtraFrames(of: &result.document.movie.sprites[index]) }
            // Some JSON readers require all members.
            if steps.contains(.hiddenFrames), isProtobuf { clearHiddenFrames(of: &result.document.movie.sprites[index]) }
        }
        if steps.contains(.images) { shrinkLayouts(&result.document, images) }
        if steps.contains(.sameImages) { shareImages(&result.document, images) }
        if steps.contains(.hiddenSprites) {
            let hidden = HiddenSprites(movie, document.movie, kept: options.keptKeys).indices
            result.removedSprites = hidden.sorted().map { document.movie.sprites[$0].imageKey }
            let sprites = result.document.movie.sprites
            result.document.movie.sprites = sprites.indices.filter { !hidden.contains($0) }.map { sprites[$0] }
        }
        let unused = steps.contains(.unusedImages) ? unusedImages(result.document.movie) : []
        result.removedImages = unused
        groupImages(&result.document, without: Set(unused), steps.contains(.images) ? images : [:])
        return result
    }

    // MARK: - Frames

    private func dropExtraFrames(of sprite: inout WireSprite) {
        let extra = sprite.frames.count - movie.frameCount
        guard extra > 0, movie.frameCount > 0, sprite.frames.suffix(extra).allSatisfy(\.unknown.isEmpty) else { return }
        sprite.frames.removeLast(extra)
    }

    private func clearHiddenFrames(of sprite: inout WireSprite) {
        for frame in sprite.frames.indices where !(sprite.frames[frame].alpha > 0) && sprite.frames[frame].unknown.isEmpty {
            // Shapes stay, because a later KEEP may refer to them.
            var cleared = WireFrame()
            cleared.alpha = sprite.frames[frame].alpha
            cleared.shapes = sprite.frames[frame].shapes
            sprite.frames[frame] = cleared
        }
    }

    // MARK: - Images

    /// Sets layouts to the size of the downscaled images.
    private func shrinkLayouts(_ result: inout SVGADocument, _ images: [Int: ImageVersion]) {
        let shrunk = images.filter { $0.value.action == .shrunk }
        if shrunk.isEmpty { return }
        let users = ImageUsers(document.movie)
        for (index, version) in shrunk {
            guard let sprites = users.sprites(of: index) else { continue }
            let size = OptimizeWork.size(version.bytes)
            PictureLayout.change(
                sprites, of: &result.movie, width: size.width, height: size.height, maxSegments: options.limits.pathSegments)
        }
    }

    /// Images of a known format that no player shows for a remaining sprite and no audio plays.
    private func unusedImages(_ changed: WireMovie) -> [Int] {
        let used = SimilarKeys(changed.sprites.map(\.imageKey) + changed.audios.map(\.audioKey) + options.keptKeys)
        let payloads = PayloadIndex(changed.images)
        return changed.images.indices.filter { index in
            let image = changed.images[index]
            guard image.unknown.isEmpty, case .image(let format) = payloads.kinds[index], format != .unknown else { return false }
            // Of two images with one key, the last is used.
            return !used.mayMean(image.key) || payloads.entry(image.key) != index
        }
    }

    /// Makes sprites with equal pictures share the first of these images.
    private func shareImages(_ document: inout SVGADocument, _ images: [Int: ImageVersion]) {
        var keys: [ImageVersion.Picture: ByteKey] = [:]
        var renamed: [ByteKey: String] = [:]
        let kept = Set(options.keptKeys.map { ByteKey($0) })
        let audios = SimilarKeys(document.movie.audios.map(\.audioKey))
        for (index, image) in document.movie.images.enumerated() {
            let key = ByteKey(image.key)
            guard let picture = images[index]?.picture, !kept.contains(key), !audios.mayMean(image.key) else { continue }
            if let first = keys[picture], first != key { renamed[key] = first.text } else { keys[picture] = key }
        }
        // Mattes keep their keys, because other sprites reference them.
        for index in document.movie.sprites.indices where movie.sprites[index].kind == .bitmap {
            if let key = renamed[ByteKey(document.movie.sprites[index].imageKey)],
                SpriteEntity.droppingKindSuffix(key).hasSameBytes(as: key)
            {
                document.movie.sprites[index].imageKey = key
            }
        }
    }

    /// Puts images with equal payloads next to each other: zlib finds repetitions only within 32 KB. In a ZIP they become one entry.
    private func groupImages(_ document: inout SVGADocument, without unused: Set<Int>, _ images: [Int: ImageVersion]) {
        var groups: [[WireImage]] = []
        var groupIndices: [[UInt8]: Int] = [:]
        for (index, image) in document.movie.images.enumerated() where !unused.contains(index) {
            var image = image
            if let bytes = images[index]?.bytes { image.bytes = bytes }
            if let group = groupIndices[image.bytes] {
                image.entryName = groups[group][0].entryName ?? image.entryName
                groups[group].append(image)
            } else {
                groupIndices[image.bytes] = groups.count
                groups.append([image])
            }
        }
        document.movie.images = groups.flatMap { $0 }
    }
}

/// A possible new payload of an image.
struct ImageVersion: Hashable, Sendable {
    /// Equal if all pixels are equal.
    enum Picture: Hashable, Sendable {
        case pixels(PNGPicture)
        /// The picture's size, pixels and carried chunks. The pixels are not needed again.
        case fingerprint(width: Int, height: Int, FrameFingerprint, carried: [UInt8])
        /// The payload was not decoded.
        case payload([UInt8])
    }

    var picture: Picture
    var bytes: [UInt8]
    var action: Optimization.ImageChange.Action
    /// The sum of squared differences of its pixels from the original's. 0: they are equal.
    var error = 0.0
    /// Whether the smallest encoding has not been searched yet.
    var isDraft = false

    /// Uses another encoding of the same picture if it is smaller.
    mutating func shrink(to encoding: [UInt8]?) {
        if let encoding, encoding.count < bytes.count { bytes = encoding }
    }
}

extension ImageVersion.Picture {
    /// The fingerprint of a picture.
    static func fingerprint(of picture: PNGPicture) -> ImageVersion.Picture {
        let fingerprint = picture.pixels.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
                bytes.baseAddress.map {
                    FrameFingerprint(PixmapView(base: $0, width: picture.width, height: picture.height, rowBytes: 4 * picture.width))
                }
            }
        }
        guard let fingerprint else { return .pixels(picture) }
        return .fingerprint(width: picture.width, height: picture.height, fingerprint, carried: picture.carried)
    }
}

/// Finds sprites without any effect in any frame, neither as content nor as a matte (Rules of rendering, sections 4 and 5).
struct HiddenSprites {
    /// Indices in the movie's sprites.
    private(set) var indices: Set<Int> = []

    /// - Parameters:
    ///   - movie: the resolved `wire`, with the same sprites.
    ///   - kept: the keys of sprites that always stay.
    init(_ movie: VideoEntity, _ wire: WireMovie, kept: [String]) {
        let sprites = movie.sprites
        let kept = Set(kept.map { ByteKey($0) })
        func isKept(_ index: Int) -> Bool {
            // An unknown field may be used by another program.
            kept.contains(ByteKey(sprites[index].imageKey)) || kept.contains(ByteKey(sprites[index].replacementKey))
                || !wire.sprites[index].unknown.isEmpty
        }
        let isVisible = sprites.map { $0.frames.records.prefix(movie.frameCount).contains(where: \.isVisible) }
        for index in sprites.indices where sprites[index].kind != .matte && !isKept(index) {
            // A hidden matte hides its whole group.
            if !isVisible[index] || sprites[index].matteIndex.map({ !isVisible[$0] }) == true { indices.insert(index) }
        }
        // A player that checks only the first sprite for mattes would find one.
        if sprites.count > 1, sprites[1].kind == .matte { indices.remove(0) }
        keepBorders(sprites)
        let masking = Set(sprites.indices.filter { !indices.contains($0) }.compactMap { sprites[$0].matteIndex })
        // By key, because a second matte with the key would be used without the first.
        let maskingKeys = Set(masking.map { ByteKey(sprites[$0].imageKey) })
        for index in sprites.indices
        where sprites[index].kind == .matte && !isKept(index) && !maskingKeys.contains(ByteKey(sprites[index].imageKey)) {
            indices.insert(index)
        }
    }

    /// Keeps a sprite between two runs with the same matte: without a sprite with another matte or none, the runs would become one group.
    /// Mattes between them have no effect.
    private mutating func keepBorders(_ sprites: [SpriteEntity]) {
        var last: Int??
        var border: Int?
        for index in sprites.indices where sprites[index].kind != .matte {
            let matte = sprites[index].matteIndex
            if indices.contains(index) {
                if let last, last != matte { border = border ?? index }
                continue
            }
            if let border, let last, matte != nil, last == matte { indices.remove(border) }
            last = .some(matte)
            border = nil
        }
    }
}
