import SVGAImage
public import SVGAModel
import SVGAPixels
import SVGASupport

/// A movie with its decoded bitmaps. Each image is decoded, premultiplied and trimmed at most once, when a ``SVGAScene`` first needs it.
///
/// All scenes made from it share what depends on neither size nor substitutions: a scene of another size, or with another user's picture
/// and name, decodes nothing again. Bitmaps that no scene shows are never decoded.
///
/// Safe to share between tasks. While one scene is being decoded, other new scenes of the same movie wait.
public final class PreparedMovie: Sendable {
    /// The movie as it was read.
    public let movie: VideoEntity
    /// What decoding may take: ``ReadLimits/imagePixels`` for each image, ``ReadLimits/decodedBytes`` for all bitmaps
    /// kept here with their copies. What a scene takes beyond that is limited by its `limits` of ``RenderOptions``.
    public let limits: ReadLimits

    /// Facts about a list of shapes that are found out before it is drawn.
    struct ShapeListInfo: Sendable {
        /// The box around all ink, in sprite space; nil where there is none.
        let bounds: SVGARect?
        /// The number of fills and strokes.
        let paints: Int
        /// About how long outlines and edges take, in times that copying a pixel takes.
        let work: Int
    }

    package let tables: FrameTables
    /// One for each of ``FrameTables/shapeLists``.
    let shapeLists: [ShapeListInfo]
    let spriteKeys: SpriteKeys
    /// For each sprite: whether it is visible in any frame of the movie.
    let isEverVisible: [Bool]
    /// Frames that scenes with substitutions have in common: at most 64 MiB, and no more than ``limits`` allow.
    let sharedFrames: SharedFrames
    private let store: Locked<BitmapStore>
    /// Made when the keys are first asked for.
    private let drawnFrames = Locked<DrawnFrames?>(nil)
    private let forms = Locked<[Int: [RenderedVariant]]>([:])
    /// What the scenes last made have in common, the newest last.
    private let bases = Locked<[SceneBase]>([])
    /// More sizes of one movie are seldom in use at once.
    private static let maximumBaseScenes = 4
    private static let maximumSharedFrameBytes = 64 << 20
    /// Where shapes can be seen, whatever the transform.
    private static let reach = SVGARect(x: -1e12, y: -1e12, width: 2e12, height: 2e12)

    /// Decodes nothing yet.
    /// - Complexity: linear in the number of sprites, of frames before a sprite is first seen, and of shapes.
    public convenience init(_ movie: VideoEntity, limits: ReadLimits = .default) {
        self.init(movie, limits: limits, threads: 0)
    }

    /// - Parameter threads: how many images are decoded at once; 0: as many as this process can run.
    package convenience init(_ movie: VideoEntity, limits: ReadLimits, threads: Int) {
        self.init(
            movie, limits: limits, sharedFrameBytes: min(PreparedMovie.maximumSharedFrameBytes, limits.decodedBytes), threads: threads)
    }

    /// - Parameter sharedFrameBytes: the most that frames shared between scenes may take.
    package convenience init(_ movie: VideoEntity, limits: ReadLimits = .default, sharedFrameBytes: Int, threads: Int = 0) {
        let store = Locked(BitmapStore(images: movie.images.count, limits, threads: threads))
        self.init(movie, limits: limits, sharedFrameBytes: sharedFrameBytes, store)
    }

    private init(_ movie: VideoEntity, limits: ReadLimits, sharedFrameBytes: Int, _ store: Locked<BitmapStore>) {
        self.movie = movie
        self.limits = limits
        tables = movie.sprites.first?.frames.tables ?? FrameTables()
        shapeLists = tables.shapeLists.map { shapes in
            var bounds: SVGARect?
            var paints = 0
            var work = 0
            for shape in shapes {
                // Farther away, numbers are too coarse for a box around it and its neighbours.
                guard let box = shape.bounds?.overlap(PreparedMovie.reach) else { continue }
                bounds = bounds?.union(box) ?? box
                paints += (shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 1)
                work += ((shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 3)) * shape.geometry.steps * 150
            }
            return ShapeListInfo(bounds: bounds, paints: paints, work: work)
        }
        spriteKeys = SpriteKeys(movie)
        isEverVisible = movie.sprites.map { $0.frames.records.prefix(movie.frameCount).contains(where: \.isVisible) }
        sharedFrames = SharedFrames(maximumBytes: sharedFrameBytes)
        self.store = store
    }

    /// The same file read by other rules, with the bitmaps that are decoded already and will be.
    /// - Precondition: its images are those of this movie.
    package func reread(as other: VideoEntity) -> PreparedMovie { PreparedMovie(other, limits: limits, sharedFrameBytes: 0, store) }

    /// Makes a scene, which is the movie at one size with its substitutions. Decodes the bitmaps that the scene needs and that are not decoded
    /// yet, using all cores.
    ///
    /// A key of `substitutions` that matches no sprite is only noted in ``SVGAScene/diagnostics``.
    /// - Throws: ``RenderError/emptyOutput(reason:)`` and ``RenderError/unknownKey(key:nearest:)`` for options that fit no
    ///   pixel or sprite, ``RenderError/limit(_:)`` and ``RenderError/sideTooLong(pixels:allowed:)`` before memory is taken,
    ///   ``RenderError/text(key:_:)`` and ``RenderError/image(key:_:)`` for substitutions that cannot be prepared.
    public func scene(options: RenderOptions = RenderOptions(), substitutions: Substitutions = Substitutions()) throws(RenderError) -> SVGAScene
    {
        try SVGAScene(self, try base(options), options: options, substitutions: substitutions)
    }

    /// What the frames that scenes share take now.
    package var sharedFrameBytes: Int { sharedFrames.bytes }

    /// What the decoded bitmaps take now, with their copies, and the frames that scenes share.
    package var keptBytes: Int { store.withLock { $0.memoryBytes } + sharedFrames.bytes }

    /// What the scenes with these options have in common, made now if it is not kept.
    func base(_ options: RenderOptions) throws(RenderError) -> SceneBase {
        // Checked before anything else, because scenes with other limits may have the same base.
        let geometry = try OutputGeometry(movie: movie, options: options)
        if let known = bases.withLock({ $0.last { $0.fits(options) } }) { return known }
        let made = try SceneBase(self, geometry, options)
        bases.withLock {
            if $0.count == PreparedMovie.maximumBaseScenes { $0.removeFirst() }
            $0.append(made)
        }
        return made
    }

    /// What can be set, hidden or moved in the movie: its keys in the order of their first sprites.
    ///
    /// - Complexity: linear in the numbers of sprites and their frames. It is computed each time; the first time, images are decoded one after
    ///   another to find out which have ink, and not kept.
    public var keys: [ReplaceableKey] {
        let known = drawnFrames.withLock { drawn in
            let found = drawn ?? DrawnFrames(movie, limits: limits)
            drawn = found
            return found
        }
        return ReplaceableKey.all(of: movie, drawn: known)
    }

    /// How many images were decoded so far, including broken ones.
    package var decodedImages: Int { store.withLock { $0.decodedImages } }

    // MARK: Bitmaps

    /// A bitmap that a scene draws.
    struct BitmapNeed {
        /// Into ``VideoEntity/images``.
        let image: Int
        /// The mipmaps to draw from; empty: the bitmap itself.
        var factors: Set<MipmapFactors> = []
    }

    /// The result of ``bitmaps(_:)``.
    struct Bitmaps: Sendable {
        /// One for each of the movie's images; nil if it is not needed, is broken or is fully transparent.
        var mipmaps: [Mipmaps?]
        var diagnostics: [Diagnostic] = []
        /// There was no memory for an image, which is not the image's fault.
        fileprivate var failure: RenderError?
    }

    /// Decodes what is not decoded yet, and makes the mipmaps.
    ///
    /// An image that cannot be decoded is a diagnostic, not an error: the rest of the movie is still worth showing.
    func bitmaps(_ needs: [BitmapNeed]) throws(RenderError) -> Bitmaps {
        let bitmaps: Bitmaps
        do throws(LimitExceeded) {
            bitmaps = try store.withLock { (store: inout BitmapStore) throws(LimitExceeded) in
                // A copy: a scene that fails must leave behind neither counted memory nor bitmaps without their copies.
                var changed = store
                // For this scene alone.
                let work = WorkMeter(changed.limits)
                try changed.decode(needs.map(\.image), of: movie, work)
                var found = Bitmaps(mipmaps: Array(repeating: nil, count: movie.images.count))
                for need in needs {
                    found.mipmaps[need.image] = try changed.mipmaps(need, of: movie, work, &found)
                }
                if found.failure == nil { store = changed }
                return found
            }
        } catch {
            throw .limit(error)
        }
        if let failure = bitmaps.failure { throw failure }
        return bitmaps
    }

    /// One bitmap, decoded now if it was not before; nil if it is broken or fully transparent.
    func bitmap(_ image: Int) throws(ImageError) -> PreparedBitmap? {
        do throws(RenderError) {
            return try bitmaps([BitmapNeed(image: image)]).mipmaps[image]?.base
        } catch {
            switch error {
            case .limit(let limit): throw .limit(limit)
            case .image(_, let error): throw error
            default: return nil
            }
        }
    }

    // MARK: Sprites

    /// The layouts and transforms with which a sprite is shown, each once, in the order of frames. Made when first asked for, then kept.
    package func shownForms(ofSprite index: Int) -> [RenderedVariant] {
        if let known = forms.withLock({ $0[index] }) { return known }
        let made = RenderedVariant.all(of: movie.sprites[index], frames: movie.frameCount)
        forms.withLock { $0[index] = made }
        return made
    }
}

/// A layout and a transform, without its translation, with which a sprite is shown in one or more frames.
package struct RenderedVariant: Hashable, Sendable {
    /// Into ``FrameTables/layouts``.
    package let layout: Int32
    private let a: Float
    private let b: Float
    private let c: Float
    private let d: Float

    private init(_ record: FrameRecord) {
        layout = record.layout
        (a, b, c, d) = (record.a, record.b, record.c, record.d)
    }

    package var transform: SVGATransform { SVGATransform(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: 0, ty: 0) }

    /// Each form once, in the order of frames.
    package static func all(of sprite: SpriteEntity, frames: Int) -> [RenderedVariant] {
        var forms: [RenderedVariant] = []
        var seen: Set<RenderedVariant> = []
        for record in sprite.frames.records.prefix(frames) where record.isVisible {
            let form = RenderedVariant(record)
            if form != forms.last, seen.insert(form).inserted { forms.append(form) }
        }
        return forms
    }
}

/// The sprites of a movie by their keys.
struct SpriteKeys: Sendable {
    private var byImageKey: [ByteKey: [Int]] = [:]
    /// Only the sprites whose key has a suffix, by the key without it.
    private var bySuffixlessKey: [ByteKey: [Int]] = [:]

    init(_ movie: VideoEntity) {
        for (index, sprite) in movie.sprites.enumerated() {
            let key = sprite.replacementKey
            byImageKey[ByteKey(sprite.imageKey), default: []].append(index)
            if !key.hasSameBytes(as: sprite.imageKey) { bySuffixlessKey[ByteKey(key), default: []].append(index) }
        }
    }

    /// The sprites with this key, with or without the suffix, in the order of the file.
    func sprites(named key: String) -> [Int] { sprites(named: ByteKey(key)) }

    func sprites(named key: ByteKey) -> [Int] {
        guard let others = bySuffixlessKey[key] else { return byImageKey[key] ?? [] }
        return ((byImageKey[key] ?? []) + others).sorted()
    }
}

/// The bitmaps of a movie, as far as they are decoded.
private struct BitmapStore: Sendable {
    private enum Slot: Sendable {
        case unknown
        case broken(ImageError)
        /// Fully transparent.
        case empty
        case ready(Mipmaps)
    }

    private var slots: [Slot]
    private var memory: MemoryCount
    private(set) var decodedImages = 0
    private let threads: Int

    init(images: Int, _ limits: ReadLimits, threads: Int) {
        self.threads = threads
        slots = Array(repeating: .unknown, count: images)
        memory = MemoryCount(limits)
    }

    var limits: ReadLimits { memory.limits }
    var memoryBytes: Int { memory.bytes }

    private func spend(_ units: Int, _ work: WorkMeter) throws(LimitExceeded) {
        guard work.spend(units) else { throw work.exceeded(by: "preparing the images") }
    }

    /// Decodes several images at once; those that are decoded already are left alone.
    mutating func decode(_ images: [Int], of movie: VideoEntity, _ work: WorkMeter) throws(LimitExceeded) {
        let missing = images.filter { if case .unknown = slots[$0] { true } else { false } }
        if missing.isEmpty { return }
        // A copy, so that nothing stays counted if one image is not allowed.
        var counted = memory
        for image in missing {
            let before = counted.bytes
            try counted.take(pixelsOf: movie.images[image])
            try spend((counted.bytes - before) / 4 * WorkMeter.Cost.decodedPixel, work)
        }
        let results = decoded(missing, of: movie)
        decodedImages += missing.count
        for (image, result) in zip(missing, results) {
            switch result {
            case .success(let bitmap):
                try memory.take(bitmap.memoryBytes, for: "the images")
                slots[image] = bitmap.isEmpty ? .empty : .ready(Mipmaps(unpadded: bitmap))
            case .failure(.limit(let limit)): throw limit
            case .failure(let error): slots[image] = .broken(error)
            }
        }
        var unpadded: [(image: Int, mipmaps: Mipmaps)] = []
        for image in missing {
            guard case .ready(let mipmaps) = slots[image] else { continue }
            try memory.take(Mipmaps.paddingBytes(for: mipmaps.base), for: "the images and their copies")
            unpadded.append((image, mipmaps))
        }
        let padded = Parallel.map(unpadded.count, threads: threads) { [unpadded] in Mipmaps(unpadded[$0].mipmaps.base) }
        for (entry, mipmaps) in zip(unpadded, padded) { slots[entry.image] = .ready(mipmaps) }
    }

    private func decoded(_ images: [Int], of movie: VideoEntity) -> [Result<PreparedBitmap, ImageError>] {
        // The largest first, so that the last to be done is a small one and no thread waits long for it.
        let pixels = images.map { image in ImageDecoder.size(of: movie.images[image]).map { Double($0.width) * Double($0.height) } ?? 0 }
        let order = images.indices.sorted { pixels[$0] > pixels[$1] }
        let decoded = Parallel.map(images.count, threads: threads) { position -> Result<PreparedBitmap, ImageError> in
            do throws(ImageError) {
                return .success(try ImageDecoder.prepare(movie.images[images[order[position]]], limits: memory.limits))
            } catch {
                return .failure(error)
            }
        }
        return zip(order, decoded).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// A bitmap with only the mipmaps that are needed: the pixels of a scene must not depend on what other scenes have made.
    mutating func mipmaps(
        _ need: PreparedMovie.BitmapNeed, of movie: VideoEntity, _ work: WorkMeter, _ found: inout PreparedMovie.Bitmaps
    ) throws(LimitExceeded) -> Mipmaps? {
        switch slots[need.image] {
        case .unknown, .empty: return nil
        case .broken(let error):
            report(error, movie.images[need.image], &found)
            return nil
        case .ready(var mipmaps):
            var usable = need.factors
            for factors in need.factors.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) where !mipmaps.has(factors) {
                try memory.take(mipmaps.maximumBytes(factors), for: "the images and their copies")
                try spend(mipmaps.base.ink.width * mipmaps.base.ink.height * WorkMeter.Cost.shrunkPixel, work)
                do throws(ImageError) {
                    try mipmaps.add(factors)
                } catch {
                    usable.remove(factors)
                    report(error, movie.images[need.image], &found)
                }
            }
            slots[need.image] = .ready(mipmaps)
            return mipmaps.selecting(usable)
        }
    }

    private func report(_ error: ImageError, _ image: ImageEntity, _ found: inout PreparedMovie.Bitmaps) {
        switch error {
        // Reading has reported it already.
        case .unknownFormat: break
        case .outOfMemory: found.failure = .image(key: image.key, error)
        default:
            found.diagnostics.append(
                Diagnostic(.imageBroken, "\(error.description); it is not drawn", location: "image \"\(image.key)\""))
        }
    }
}

/// Counts the bytes of pictures against ``ReadLimits/decodedBytes``, before the memory is taken.
struct MemoryCount: Sendable {
    let limits: ReadLimits
    private(set) var bytes = 0

    init(_ limits: ReadLimits) { self.limits = limits }

    /// Counts memory that is about to be taken.
    /// - Parameter subject: who asks for it, for the message.
    mutating func take(_ more: Int, for subject: @autoclosure () -> String) throws(LimitExceeded) {
        let (total, overflow) = bytes.addingReportingOverflow(more)
        guard !overflow, total <= limits.decodedBytes else {
            throw LimitExceeded(\.decodedBytes, of: limits, found: overflow ? .max : total, subject: subject())
        }
        bytes = total
    }

    /// Counts what an image takes at most, by the size in its header.
    fileprivate mutating func take(pixelsOf image: ImageEntity) throws(LimitExceeded) {
        guard let size = ImageDecoder.size(of: image) else { return }
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= limits.imagePixels else {
            throw LimitExceeded(\.imagePixels, of: limits, found: overflow ? .max : pixels, subject: "image \"\(image.key)\"")
        }
        // Limits may be as large as Int.max.
        try take(pixels > Int.max / 4 ? .max : 4 * pixels, for: "the images")
    }

    /// Takes off an estimate, before the exact size is counted.
    mutating func release(_ less: Int) { bytes -= less }
}

extension ShapeEntity.Geometry {
    /// About how many lines and curves it has.
    fileprivate var steps: Int {
        if case .path(let path) = self { path.verbs.count } else { 8 }
    }
}
