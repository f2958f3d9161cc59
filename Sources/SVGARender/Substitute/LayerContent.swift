import SVGAModel
import SVGAPixels

/// What is substituted or changed in one sprite.
package struct LayerContent: Sendable {
    package var isHidden = false
    /// By the layout's index; nil: the sprite keeps its own bitmap.
    package var replacement: [Int32: BitmapPlace]?
    /// Over the shapes, by the layout's index.
    package var texts: [Int32: BitmapPlace] = [:]
    package var drawing: Substitutions.Drawing?
    package var adjustment = LayerAdjustment.none

    package init() {}

    /// For every sprite for which something is set, by its index. Images and texts have no places yet.
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

    /// What is set for a sprite's exact key goes before what is set for the key without its suffix, each by itself.
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

/// An image or a text that is ready to be drawn, for the sprites that show it. Scenes that set the same for a key share it.
struct PreparedContent<Source: Sendable>: Sendable {
    /// Where a sprite shows it with one of its layouts.
    struct Place: Sendable {
        let sprite: Int
        /// Into ``FrameTables/layouts``.
        let layout: Int32
        /// Into ``PreparedContent/bitmaps``.
        let bitmap: BitmapPlace
    }

    /// What was set for the key.
    let source: Source
    /// The sprites that show it, by their indices.
    let sprites: [Int]
    private(set) var bitmaps: [Mipmaps] = []
    private(set) var places: [Place] = []
    /// What it takes of ``ReadLimits/decodedBytes``.
    var memoryBytes = 0

    init(_ source: Source, _ sprites: [Int]) {
        self.source = source
        self.sprites = sprites
    }

    /// Adds a bitmap that some sprites show.
    mutating func add(_ mipmaps: Mipmaps, _ uses: [(uses: [(sprite: Int, layout: Int32)], frame: SVGARect, clip: SVGARect?)]) {
        for use in uses {
            let place = BitmapPlace(index: bitmaps.count, frame: use.frame, clip: use.clip)
            for (sprite, layout) in use.uses { places.append(Place(sprite: sprite, layout: layout, bitmap: place)) }
        }
        bitmaps.append(mipmaps)
    }
}

/// A text and the fonts that it is drawn with.
struct FontedText: Sendable {
    let content: TextContent
    let fonts: FontSet

    func isSame(as other: FontedText) -> Bool { fonts === other.fonts && content.isSame(as: other.content) }
}

extension PreparedMovie {
    /// The sprites that show what is set for a key: a sprite's exact key goes before the one without the suffix.
    func sprites<Value>(showing key: ByteKey, of values: [ByteKey: Value]) -> [Int] {
        spriteKeys.sprites(named: key).filter { index in
            let imageKey = ByteKey(movie.sprites[index].imageKey)
            return imageKey == key || values[imageKey] == nil
        }
    }
}
