public import SVGAPixels

/// A sprite of the movie (Rules of rendering, section 4), with its references resolved to indices.
public struct SpriteEntity: Sendable {
    /// The purpose of a sprite, declared by the suffix of its key.
    public enum Kind: Sendable {
        /// A bitmap, optionally with shapes above it.
        case bitmap
        /// `.vector`: intended for shapes only.
        case vector
        /// `.matte`: not drawn itself; it masks the sprites that reference it.
        case matte

        /// The case's name, for reports.
        package var name: String { "\(self)" }

        /// By the suffix of a sprite's key (Rules of rendering, section 4).
        package init(imageKey: String) {
            self = imageKey.endsInBytes(of: ".matte") ? .matte : imageKey.endsInBytes(of: ".vector") ? .vector : .bitmap
        }
    }

    /// The key in the file, including its suffix.
    public let imageKey: String
    /// The key of the matte that masks this sprite, as in the file; nil: none.
    public let matteKey: String?
    /// The purpose of the sprite.
    public let kind: Kind
    /// The index of its bitmap in ``VideoEntity/images``; nil: none.
    public let imageIndex: Int?
    /// The index of its matte in ``VideoEntity/sprites``; nil: not masked.
    public let matteIndex: Int?
    /// The sprite's frames; in later frames of the movie the sprite is hidden.
    public let frames: FrameList

    package init(imageKey: String, matteKey: String?, kind: Kind, imageIndex: Int?, matteIndex: Int?, frames: FrameList) {
        self.imageKey = imageKey
        self.matteKey = matteKey
        self.kind = kind
        self.imageIndex = imageIndex
        self.matteIndex = matteIndex
        self.frames = frames
    }

    /// The key for substitutions: `imageKey` without a `.matte` or `.vector` suffix (Rules of rendering, section 8).
    package var replacementKey: String { SpriteEntity.droppingKindSuffix(imageKey) }

    /// Whether it can show content in one of the first frames, such as a replacement image.
    package func hasRoom(before end: Int) -> Bool { frames.records.prefix(end).contains { frames.tables.hasRoom($0) } }

    /// `key` without a trailing `.matte` or `.vector`.
    package static func droppingKindSuffix(_ key: String) -> String {
        for suffix in [".matte", ".vector"] where key.endsInBytes(of: suffix) { return key.droppingLastBytes(suffix.utf8.count) }
        return key
    }
}

/// A sprite's content in one frame, a value made from the movie's compact storage.
public struct FrameEntity: Sendable {
    /// 0…1; 0 means hidden (Rules of rendering, section 4).
    public let alpha: Double
    /// The bitmap's rectangle in the sprite's space, in points.
    public let layout: SVGARect
    /// From the sprite's space to the canvas.
    public let transform: SVGATransform
    /// nil: no clip. A path without segments clips everything.
    public let clipPath: SVGAPath?
    /// The visible shapes after resolving KEEP (Rules of rendering, section 6).
    public let shapes: [ShapeEntity]

    /// Whether the sprite can draw anything in this frame: neither alpha 0 nor a degenerate transform.
    package var isVisible: Bool { alpha > 0 && transform.isInvertible }
}

/// A stored sprite frame: 40 bytes, with repeated parts stored once in the movie's ``FrameTables``.
package struct FrameRecord: Hashable, Sendable {
    package var alpha: Float
    package var a: Float
    package var b: Float
    package var c: Float
    package var d: Float
    package var tx: Float
    package var ty: Float
    /// Index into ``FrameTables/layouts``.
    package var layout: Int32
    /// Index into ``FrameTables/clipPaths``, or -1: no clip.
    package var clipPath: Int32
    /// Index into ``FrameTables/shapeLists``; 0 is the empty list.
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

    /// In half as many steps as by default: checks hash each frame of each sprite for each player.
    package func hash(into hasher: inout Hasher) {
        // 0 and -0 are equal; the sum of -0 and 0 is 0.
        func combine(_ first: Float, _ second: Float) {
            hasher.combine(UInt64((first + 0).bitPattern) << 32 | UInt64((second + 0).bitPattern))
        }
        combine(alpha, a)
        combine(b, c)
        combine(d, tx)
        hasher.combine(UInt64((ty + 0).bitPattern) << 32 | UInt64(UInt32(bitPattern: layout)))
        hasher.combine(UInt64(UInt32(bitPattern: clipPath)) << 32 | UInt64(UInt32(bitPattern: shapes)))
    }
}

/// The shared parts of a movie's sprite frames: equal layouts, clip paths and shape lists are stored once.
package struct FrameTables: Sendable {
    package var layouts: [SVGARect] = []
    package var clipPaths: [SVGAPath] = []
    /// Element 0 is the empty list.
    package var shapeLists: [[ShapeEntity]] = [[]]

    package init() {}

    /// Whether a frame can show content: it is visible, and has shapes, or a layout with a size for an image or a text.
    package func hasRoom(_ record: FrameRecord) -> Bool {
        guard record.isVisible else { return false }
        let layout = layouts[Int(record.layout)]
        return layout.width > 0 && layout.height > 0 || !shapeLists[Int(record.shapes)].isEmpty
    }
}

/// The frames of a sprite, indexed from 0. If they are fewer than the movie's, the sprite is hidden in later frames.
public struct FrameList: RandomAccessCollection, Sendable {
    package let records: [FrameRecord]
    package let tables: FrameTables

    package init(records: [FrameRecord], tables: FrameTables) {
        self.records = records
        self.tables = tables
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of the sprite's frames.
    public var endIndex: Int { records.count }

    /// The sprite's content in a frame.
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
