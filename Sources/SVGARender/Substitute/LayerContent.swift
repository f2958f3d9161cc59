import SVGAModel
import SVGAPixels

/// The substitutions of one sprite.
package struct LayerContent: Sendable {
    package var isHidden = false
    /// By the layout's index; nil: the sprite's own bitmap.
    package var replacement: [Int32: PositionedBitmap]?
    /// Drawn above the shapes, by the layout's index.
    package var texts: [Int32: PositionedBitmap] = [:]
    package var drawing: Substitutions.Drawing?
    package var adjustment = LayerAdjustment.none

    package init() {}

    /// The content of every sprite with substitutions, by the sprite's index. Images and texts are not positioned yet.
    static func all(_ substitutions: Substitutions, _ prepared: PreparedMovie) -> [Int: LayerContent] {
        var contents: [Int: LayerContent] = [:]
        for key in substitutions.hiddenKeys {
            for index in prepared.spriteKeys.sprites(named: key) { contents[index, default: LayerContent()].isHidden = true }
        }
        for index in substitutions.hiddenSprites where prepared.movie.sprites.indices.contains(index) {
            contents[index, default: LayerContent()].isHidden = true
        }
        for key in substitutions.images.keys {
            for index in prepared.sprites(showing: key, of: substitutions.images) {
                contents[index, default: LayerContent()].replacement = [:]
            }
        }
        for key in substitutions.texts.keys {
            for index in prepared.sprites(showing: key, of: substitutions.texts) { contents[index, default: LayerContent()].texts = [:] }
        }
        for (key, drawing) in substitutions.drawings {
            for index in prepared.sprites(showing: key, of: substitutions.drawings) {
                contents[index, default: LayerContent()].drawing = drawing
            }
        }
        for (index, adjustment) in adjustments(substitutions, prepared) {
            contents[index, default: LayerContent()].adjustment = LayerAdjustment(adjustment)
        }
        return contents
    }

    /// The adjustments of each sprite. Those of the sprite's exact key override those of the key without the suffix, each property
    /// separately.
    private static func adjustments(_ substitutions: Substitutions, _ prepared: PreparedMovie) -> [Int: Adjustment] {
        var adjustments: [Int: Adjustment] = [:]
        for isExact in [false, true] {
            for (key, adjustment) in substitutions.adjustments {
                for index in prepared.spriteKeys.sprites(named: key)
                where (ByteKey(prepared.movie.sprites[index].imageKey) == key) == isExact {
                    adjustments[index, default: Adjustment()].update(with: adjustment)
                }
            }
        }
        return adjustments
    }
}

/// A prepared image or text, for the sprites that show it. Scenes with the same content for a key share it.
struct PreparedContent<Source: Sendable>: Sendable {
    /// A sprite and a layout with the positioned bitmap.
    struct Position: Sendable {
        let sprite: Int
        /// Index into ``FrameTables/layouts``.
        let layout: Int32
        /// Its index is into ``PreparedContent/bitmaps``.
        let bitmap: PositionedBitmap
    }

    /// The content that was set for the key.
    let source: Source
    /// The indices of the sprites that show it.
    let sprites: [Int]
    private(set) var bitmaps: [Mipmaps] = []
    private(set) var positions: [Position] = []
    /// Its bytes counted against ``ReadLimits/decodedBytes``.
    var memoryBytes = 0
    var remarks = ContentRemarks()

    init(_ source: Source, _ sprites: [Int]) {
        self.source = source
        self.sprites = sprites
    }

    /// Adds a bitmap that some sprites show.
    mutating func add(_ mipmaps: Mipmaps, _ uses: [(uses: [(sprite: Int, layout: Int32)], frame: SVGARect, clip: SVGARect?)]) {
        for use in uses {
            let positioned = PositionedBitmap(index: bitmaps.count, frame: use.frame, clip: use.clip)
            for (sprite, layout) in use.uses { positions.append(Position(sprite: sprite, layout: layout, bitmap: positioned)) }
        }
        bitmaps.append(mipmaps)
    }
}

/// How a substituted image or text differs from what was set.
package struct ContentRemarks: Hashable, Sendable {
    /// For a text.
    package var text = TextRemarks()
    /// The largest scale of an image, in output pixels per pixel of the image.
    package var enlargement = 0.0
    /// For an image: whether only its first frame is drawn, and whether its color profile is ignored.
    package var isAnimated = false
    package var ignoresProfile = false
    /// For an image: its size in pixels.
    package var width = 0
    package var height = 0

    package init() {}

    mutating func add(_ other: ContentRemarks) {
        text.add(other.text)
        isAnimated = isAnimated || other.isAnimated
        ignoresProfile = ignoresProfile || other.ignoresProfile
        if other.enlargement > enlargement { (enlargement, width, height) = (other.enlargement, other.width, other.height) }
    }
}

/// A text and its fonts.
struct FontedText: Sendable {
    let content: TextContent
    let fonts: FontSet

    func isSame(as other: FontedText) -> Bool { fonts === other.fonts && content.isSame(as: other.content) }
}

extension PreparedMovie {
    /// The sprites that show the value of a key: a sprite's exact key precedes the key without the suffix.
    func sprites<Value>(showing key: ByteKey, of values: [ByteKey: Value]) -> [Int] {
        spriteKeys.sprites(named: key).filter { index in
            let imageKey = ByteKey(movie.sprites[index].imageKey)
            return imageKey == key || values[imageKey] == nil
        }
    }
}
