import SVGAImage
public import SVGAModel
import SVGAPixels

/// A replaceable key of a movie, with all sprites of that key (Rules of rendering, section 8). `svga inspect` prints it.
public struct ReplaceableKey: Hashable, Sendable {
    /// The key for ``Substitutions``: the sprites' `imageKey` without `.matte` or `.vector`.
    public let key: String
    /// The kind of its sprites, which determines what can be set. Bitmap: one of them has a bitmap, so it takes an image, a text or both.
    /// Vector: they have shapes or nothing, so it takes a text, and an image below the shapes. Matte: all are mattes, so it takes an image,
    /// whose alpha masks others.
    public let kind: SpriteEntity.Kind
    /// The size of its bitmap in pixels, from the bitmap's header; nil if there is none or its header is invalid. A replacement of this
    /// size is not scaled.
    public let imageSize: SVGASize?
    /// The largest layout in which a sprite of the key shows an image, in points of the sprite's space; nil if there is none.
    public let layoutSize: SVGASize?
    /// Indices into ``VideoEntity/sprites``, in the order of the file.
    public let sprites: [Int]
    /// The frames in which one of the sprites draws something, without substitutions: ascending, as separate ranges. Mattes draw nothing
    /// themselves.
    public let visibleFrames: [Range<Int>]
    /// The index of its bitmap in ``VideoEntity/images``: that of the first sprite with one; nil if there is none.
    package let imageIndex: Int?

    /// The keys of a movie, in the order of their first sprites. Sprites without a key cannot be replaced.
    /// - Parameter drawn: the frames in which sprites draw something; nil: they are computed.
    package static func all(of movie: VideoEntity, drawn: DrawnFrames? = nil) -> [ReplaceableKey] {
        let drawn = drawn ?? DrawnFrames(movie)
        return sprites(of: movie).map { ReplaceableKey($0.key, $0.sprites, of: movie, drawn) }
    }

    /// The keys with their sprites only.
    package static func sprites(of movie: VideoEntity) -> [(key: String, sprites: [Int])] {
        var order: [ByteKey] = []
        var indices: [ByteKey: [Int]] = [:]
        for (index, sprite) in movie.sprites.enumerated() where !sprite.replacementKey.isEmpty {
            let key = ByteKey(sprite.replacementKey)
            if indices[key] == nil { order.append(key) }
            indices[key, default: []].append(index)
        }
        return order.map { ($0.text, indices[$0] ?? []) }
    }

    private init(_ key: String, _ sprites: [Int], of movie: VideoEntity, _ drawn: DrawnFrames) {
        self.key = key
        self.sprites = sprites
        let drawnSprites = sprites.filter { movie.sprites[$0].kind != .matte }
        kind = drawnSprites.isEmpty ? .matte : drawnSprites.contains { movie.sprites[$0].imageIndex != nil } ? .bitmap : .vector
        imageIndex = sprites.lazy.compactMap { movie.sprites[$0].imageIndex }.first
        imageSize = imageIndex.flatMap { ImageDecoder.size(of: movie.images[$0]) }.map {
            SVGASize(width: Double($0.width), height: Double($0.height))
        }
        var largest: SVGARect?
        for index in sprites {
            let tables = movie.sprites[index].frames.tables
            for record in movie.sprites[index].frames.records.prefix(movie.frameCount) where record.isVisible {
                let layout = tables.layouts[Int(record.layout)]
                if layout.area > largest?.area ?? -1 { largest = layout }
            }
        }
        layoutSize = largest.map { SVGASize(width: $0.width, height: $0.height) }
        visibleFrames = ReplaceableKey.union(sprites.flatMap { drawn.ranges($0) })
    }

    /// The frames in ascending order; ranges that touch or overlap are joined.
    private static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

extension SVGARect {
    fileprivate var area: Double { width * height }
}
