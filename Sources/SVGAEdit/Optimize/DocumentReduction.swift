import SVGAFormat
import SVGAImage
import SVGAModel

/// Does to a document what ``OptimizeStep`` lists, without a look at any pixel but those of images.
struct DocumentReduction {
    /// As it is read.
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
        /// Into the images of the document as it is read.
        var removedImages: [Int] = []
        var removedSprites: [String] = []
    }

    /// - Parameter images: what to write in place of the payloads, by index; the same picture is the same bytes.
    func reduced(_ steps: Set<OptimizeStep>, images: [Int: ImageVersion]) -> Result {
        var result = Result(document: document)
        let isProtobuf = (options.format?.container ?? document.container) != .zipJSON
        for index in result.document.movie.sprites.indices {
            if steps.contains(.extraFrames) { dropExtraFrames(of: &result.document.movie.sprites[index]) }
            // Readers of JSON may miss what is not there.
            if steps.contains(.hiddenFrames), isProtobuf { clearHiddenFrames(of: &result.document.movie.sprites[index], index) }
        }
        if steps.contains(.sameImages) { shareImages(&result.document, images) }
        if steps.contains(.hiddenSprites) {
            let hidden = HiddenSprites(movie, document.movie, kept: options.keptKeys).indices
            result.removedSprites = hidden.sorted().map { document.movie.sprites[$0].imageKey }
            let sprites = result.document.movie.sprites
            result.document.movie.sprites = sprites.indices.filter { !hidden.contains($0) }.map { sprites[$0] }
        }
        let unused = steps.contains(.unusedImages) ? unusedImages(result.document.movie) : []
        result.removedImages = unused
        placeImages(&result.document, without: Set(unused), steps.contains(.images) ? images : [:])
        return result
    }

    // MARK: - Frames

    private func dropExtraFrames(of sprite: inout WireSprite) {
        let extra = sprite.frames.count - movie.frames
        guard extra > 0, movie.frames > 0, sprite.frames.suffix(extra).allSatisfy(\.unknown.isEmpty) else { return }
        sprite.frames.removeLast(extra)
    }

    private func clearHiddenFrames(of sprite: inout WireSprite, _ index: Int) {
        for frame in sprite.frames.indices where !(sprite.frames[frame].alpha > 0) && sprite.frames[frame].unknown.isEmpty {
            // Shapes stay: a later KEEP may mean them.
            var cleared = WireFrame()
            cleared.alpha = sprite.frames[frame].alpha
            cleared.shapes = sprite.frames[frame].shapes
            sprite.frames[frame] = cleared
        }
    }

    // MARK: - Images

    /// Images that no sprite left can mean, for any player, that no audio names and that surely are images.
    private func unusedImages(_ changed: WireMovie) -> [Int] {
        let used = KeyNames(changed.sprites.map(\.imageKey) + changed.audios.map(\.audioKey) + options.keptKeys)
        var last: [ByteKey: Int] = [:]
        for (index, image) in changed.images.enumerated() { last[ByteKey(image.key)] = index }
        return changed.images.indices.filter { index in
            let image = changed.images[index]
            guard image.unknown.isEmpty, case .image(let format) = PayloadKind.sniff(image.bytes), format != .unknown else { return false }
            // Of two with one key, the last is used.
            return !used.mayMean(image.key) || last[ByteKey(image.key)] != index
        }
    }

    /// Sprites that show the same picture name the first image that holds it.
    private func shareImages(_ document: inout SVGADocument, _ images: [Int: ImageVersion]) {
        var keys: [ImageVersion.Picture: ByteKey] = [:]
        var renamed: [ByteKey: String] = [:]
        let kept = Set(options.keptKeys.map { ByteKey($0) })
        let audios = KeyNames(document.movie.audios.map(\.audioKey))
        for (index, image) in document.movie.images.enumerated() {
            let key = ByteKey(image.key)
            guard let picture = images[index]?.picture, !kept.contains(key), !audios.mayMean(image.key) else { continue }
            if let first = keys[picture], first != key { renamed[key] = first.text } else { keys[picture] = key }
        }
        // Mattes are named by what they mask, and a suffix means something.
        for index in document.movie.sprites.indices where movie.sprites[index].kind == .bitmap {
            if let key = renamed[ByteKey(document.movie.sprites[index].imageKey)],
                SpriteEntity.droppingKindSuffix(key).hasSameBytes(as: key)
            {
                document.movie.sprites[index].imageKey = key
            }
        }
    }

    /// The images that stay, those with equal payloads side by side: zlib sees the second as a repetition while it is within 32 KB.
    /// In a ZIP they are one entry.
    private func placeImages(_ document: inout SVGADocument, without unused: Set<Int>, _ images: [Int: ImageVersion]) {
        var groups: [[WireImage]] = []
        var places: [[UInt8]: Int] = [:]
        for (index, image) in document.movie.images.enumerated() where !unused.contains(index) {
            var image = image
            if let bytes = images[index]?.bytes { image.bytes = bytes }
            if let place = places[image.bytes] {
                image.entryName = groups[place][0].entryName ?? image.entryName
                groups[place].append(image)
            } else {
                places[image.bytes] = groups.count
                groups.append([image])
            }
        }
        document.movie.images = groups.flatMap { $0 }
    }
}

/// What may be written in place of an image's payload.
struct ImageVersion: Hashable, Sendable {
    /// Pictures are the same only if every pixel is.
    enum Picture: Hashable, Sendable {
        case pixels(PNGPicture)
        /// What was not decoded.
        case payload([UInt8])
    }

    var picture: Picture
    var bytes: [UInt8]
    var action: Optimization.ImageChange.Action
    /// How far its pixels are from the input's: the squares of their differences, added up. 0: they are the same.
    var error = 0.0
}
