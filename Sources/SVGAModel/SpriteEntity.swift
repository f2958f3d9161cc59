public import SVGAPixels

/// One layer of the movie (Rules of rendering, section 4), with its references resolved to indices.
public struct SpriteEntity: Sendable {
    /// What a sprite is for, which the suffix of its key says.
    public enum Kind: Sendable {
        /// A bitmap, perhaps with shapes above it.
        case bitmap
        /// `.vector`: meant to hold shapes only.
        case vector
        /// `.matte`: never drawn itself, masks the sprites that name it.
        case matte

        /// The case's name, for reports.
        package var name: String { "\(self)" }

        /// By the suffix of a sprite's key (Rules of rendering, section 4).
        package init(imageKey: String) {
            self = imageKey.endsInBytes(of: ".matte") ? .matte : imageKey.endsInBytes(of: ".vector") ? .vector : .bitmap
        }
    }

    /// The key as the file writes it, suffix included.
    public let imageKey: String
    /// The key of the matte that masks this sprite, as the file writes it; nil where there is none.
    public let matteKey: String?
    /// What the sprite is for.
    public let kind: Kind
    /// Into ``VideoEntity/images``: the bitmap this sprite shows, or nil.
    public let imageIndex: Int?
    /// Into ``VideoEntity/sprites``: the matte that masks this sprite, or nil: drawn unmasked.
    public let matteIndex: Int?
    /// The sprite's own frames; frame numbers at or past its count are hidden.
    public let frames: FrameList

    package init(imageKey: String, matteKey: String?, kind: Kind, imageIndex: Int?, matteIndex: Int?, frames: FrameList) {
        self.imageKey = imageKey
        self.matteKey = matteKey
        self.kind = kind
        self.imageIndex = imageIndex
        self.matteIndex = matteIndex
        self.frames = frames
    }

    /// The key by which content is replaced: `imageKey` without a `.matte` or `.vector` suffix (Rules of rendering, section 8).
    public var replacementKey: String { SpriteEntity.droppingKindSuffix(imageKey) }

    /// Whether it could show something in one of the first frames, such as a picture that a program sets.
    package func hasRoom(before end: Int) -> Bool { frames.records.prefix(end).contains { frames.tables.hasRoom($0) } }

    /// `key` without a trailing `.matte` or `.vector`.
    package static func droppingKindSuffix(_ key: String) -> String {
        for suffix in [".matte", ".vector"] where key.endsInBytes(of: suffix) { return key.droppingLastBytes(suffix.utf8.count) }
        return key
    }
}

/// What one sprite shows in one frame, as a value put together from the movie's compact storage.
public struct FrameEntity: Sendable {
    /// 0…1; 0 means hidden (Rules of rendering, section 4).
    public let alpha: Double
    /// Where the bitmap lies in the sprite's space, in points.
    public let layout: SVGARect
    /// From the sprite's space to the canvas.
    public let transform: SVGATransform
    /// nil: no clip. An ``SVGAPath/isEmpty`` path clips everything away.
    public let clipPath: SVGAPath?
    /// The shapes shown, with KEEP already followed to the frame it refers to (Rules of rendering, section 6).
    public let shapes: [ShapeEntity]

    /// Whether the sprite can draw anything in this frame: neither faded out nor flattened.
    public var isVisible: Bool { alpha > 0 && transform.isInvertible }
}

/// A sprite-frame as it is stored: 40 bytes, with whatever repeats kept once in the movie's ``FrameTables``.
package struct FrameRecord: Hashable, Sendable {
    package var alpha: Float
    package var a: Float
    package var b: Float
    package var c: Float
    package var d: Float
    package var tx: Float
    package var ty: Float
    /// Into ``FrameTables/layouts``.
    package var layout: Int32
    /// Into ``FrameTables/clipPaths``, or -1: no clip.
    package var clipPath: Int32
    /// Into ``FrameTables/shapeLists``; 0 is the empty list.
    package var shapes: Int32

    package init(alpha: Float, transform: (Float, Float, Float, Float, Float, Float), layout: Int32, clipPath: Int32, shapes: Int32) {
        self.alpha = alpha
        (a, b, c, d, tx, ty) = transform
        self.layout = layout
        self.clipPath = clipPath
        self.shapes = shapes
    }

    package var transform: SVGATransform {
        SVGATransform(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
    }

    package var isVisible: Bool { alpha > 0 && transform.isInvertible }
}

/// What the sprite-frames of one movie share: equal layouts, clip paths and shape lists are stored once.
package struct FrameTables: Sendable {
    package var layouts: [SVGARect] = []
    package var clipPaths: [SVGAPath] = []
    /// Element 0 is the empty list.
    package var shapeLists: [[ShapeEntity]] = [[]]

    package init() {}

    /// Whether a frame has room for content: it is visible, and has shapes, or a layout with a size for an image or a text.
    package func hasRoom(_ record: FrameRecord) -> Bool {
        guard record.isVisible else { return false }
        let layout = layouts[Int(record.layout)]
        return layout.width > 0 && layout.height > 0 || !shapeLists[Int(record.shapes)].isEmpty
    }
}

/// The frames of one sprite, indexed from 0. They may be fewer than the movie's: past its list a sprite is hidden.
public struct FrameList: RandomAccessCollection, Sendable {
    package let records: [FrameRecord]
    package let tables: FrameTables

    package init(records: [FrameRecord], tables: FrameTables) {
        self.records = records
        self.tables = tables
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of the sprite's own frames.
    public var endIndex: Int { records.count }

    /// What the sprite shows in this frame.
    /// - Complexity: O(1).
    public subscript(index: Int) -> FrameEntity {
        let record = records[index]
        return FrameEntity(
            alpha: Double(record.alpha),
            layout: tables.layouts[Int(record.layout)],
            transform: record.transform,
            clipPath: record.clipPath < 0 ? nil : tables.clipPaths[Int(record.clipPath)],
            shapes: tables.shapeLists[Int(record.shapes)])
    }
}
