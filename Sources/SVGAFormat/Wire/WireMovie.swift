import SVGAModel

/// The literal content of a file: it mirrors `proto/svga.proto`, and `movie.spec`, which has the same fields (Rules of rendering, section
/// 9). Nothing is resolved. Only the format's defaults for missing numbers are filled in: 0 in protobuf; in JSON 1 for a transform's `a`
/// and `d`, otherwise 0.
package struct WireMovie: Hashable, Sendable {
    package var version = ""
    package var viewBoxWidth: Float = 0
    package var viewBoxHeight: Float = 0
    package var fps: Int32 = 0
    package var frames: Int32 = 0
    package var images: [WireImage] = []
    package var sprites: [WireSprite] = []
    package var audios: [WireAudio] = []
    /// Of the movie, its params and its viewBox.
    package var unknown = UnknownFields()
    /// The first color whose alpha the file does not write. Writers write every alpha, so it is not part of the movie, and `==` ignores it.
    package var colorWithoutAlpha: (sprite: Int, frame: Int)?

    package init() {}

    /// Lets equal shape lists share their memory, for those that resolve the movie several times.
    package mutating func shareShapeLists() {
        var known: Set<[WireShape]> = []
        for sprite in sprites.indices {
            for frame in sprites[sprite].frames.indices where !sprites[sprite].frames[frame].shapes.isEmpty {
                sprites[sprite].frames[frame].shapes = known.insert(sprites[sprite].frames[frame].shapes).memberAfterInsert
            }
        }
    }
}

/// A payload. Payloads are stored in the file's order, because two may have the same key.
package struct WireImage: Hashable, Sendable {
    package var key: String
    package var bytes: [UInt8]
    /// The name of the payload's entry in a 1.x archive, reused when an archive is written; nil: none. It is not part of the movie, so `==`
    /// ignores it.
    package var entryName: String?
    /// Whether `movie.binary` names the entry with fewer than 4 bytes. Like ``entryName``, it is not part of the movie.
    package var hasShortName = false
    package var unknown = UnknownFields()

    package init(key: String, bytes: [UInt8], entryName: String? = nil) {
        self.key = key
        self.bytes = bytes
        self.entryName = entryName
    }

    package static func == (left: WireImage, right: WireImage) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.bytes == right.bytes && left.unknown == right.unknown
    }

    package func hash(into hasher: inout Hasher) {
        key.hashBytes(into: &hasher)
        hasher.combine(bytes)
        hasher.combine(unknown)
    }
}

package struct WireSprite: Hashable, Sendable {
    package var imageKey = ""
    package var matteKey = ""
    package var frames: [WireFrame] = []
    package var unknown = UnknownFields()

    package init(imageKey: String = "", matteKey: String = "", frames: [WireFrame] = []) {
        self.imageKey = imageKey
        self.matteKey = matteKey
        self.frames = frames
    }
}

package struct WireAudio: Hashable, Sendable {
    package var audioKey = ""
    package var startFrame: Int32 = 0
    package var endFrame: Int32 = 0
    package var startTime: Int32 = 0
    package var totalTime: Int32 = 0
    package var unknown = UnknownFields()

    package init() {}
}

package struct WireFrame: Hashable, Sendable {
    package var alpha: Float = 0
    package var layout: WireLayout?
    package var transform: WireTransform?
    package var clipPath = ""
    package var shapes: [WireShape] = []
    /// Of the frame, its layout and its transform.
    package var unknown = UnknownFields()

    package init() {}
}

package struct WireLayout: Hashable, Sendable {
    package var x: Float = 0
    package var y: Float = 0
    package var width: Float = 0
    package var height: Float = 0

    package init() {}
}

package struct WireTransform: Hashable, Sendable {
    package var a: Float = 0
    package var b: Float = 0
    package var c: Float = 0
    package var d: Float = 0
    package var tx: Float = 0
    package var ty: Float = 0

    package init() {}
}

package struct WireShape: Hashable, Sendable {
    /// The numbers are those of the proto file's enum.
    package enum Kind: Int32, Sendable { case shape, rect, ellipse, keep }

    package enum Args: Hashable, Sendable {
        case none
        case shape(d: String)
        case rect(x: Float, y: Float, width: Float, height: Float, cornerRadius: Float)
        case ellipse(x: Float, y: Float, radiusX: Float, radiusY: Float)
    }

    /// nil: an unknown type.
    package var kind: Kind? = .shape
    /// The number of an unknown type; 0 if the file has none. Used only while ``kind`` is nil.
    package var unknownKind: Int32 = 0
    package var args = Args.none
    package var styles: WireStyle?
    package var transform: WireTransform?
    /// Of the shape, its args, its transform, its styles and their two colors.
    package var unknown = UnknownFields()

    package init() {}

    /// Repeats the shapes of an earlier frame (Rules of rendering, section 6).
    package static var keep: WireShape {
        var shape = WireShape()
        shape.kind = .keep
        return shape
    }
}

package struct WireColor: Hashable, Sendable {
    package var r: Float = 0
    package var g: Float = 0
    package var b: Float = 0
    package var a: Float = 0

    package init() {}
}

package struct WireStyle: Hashable, Sendable {
    package var fill: WireColor?
    package var stroke: WireColor?
    package var strokeWidth: Float = 0
    /// 0 butt, 1 round, 2 square.
    package var lineCap: Int32 = 0
    /// 0 miter, 1 round, 2 bevel.
    package var lineJoin: Int32 = 0
    package var miterLimit: Float = 0
    /// Dash, gap, phase.
    package var lineDash: (Float, Float, Float) {
        get { (lineDashI, lineDashII, lineDashIII) }
        set { (lineDashI, lineDashII, lineDashIII) = newValue }
    }
    private var lineDashI: Float = 0
    private var lineDashII: Float = 0
    private var lineDashIII: Float = 0

    package init() {}
}

// MARK: - Equality

// Wire values are equal if their bytes are: texts byte for byte, and numbers bit for bit, so that NaN equals itself and can be a dictionary
// key. Only 0 and -0 are equal, as in arithmetic.

extension Float {
    /// Equal for equal numbers, and for NaN with the same bits.
    fileprivate var comparableBits: UInt32 { self == 0 ? 0 : bitPattern }
}

extension Hasher {
    /// Hashes all lanes at once: SIMD's own hashing takes them one by one.
    fileprivate mutating func combineBits(_ vector: some SIMD) { withUnsafeBytes(of: vector) { combine(bytes: $0) } }
}

extension WireMovie {
    package static func == (left: WireMovie, right: WireMovie) -> Bool {
        left.viewBoxWidth.comparableBits == right.viewBoxWidth.comparableBits
            && left.viewBoxHeight.comparableBits == right.viewBoxHeight.comparableBits && left.fps == right.fps
            && left.frames == right.frames && left.version.hasSameBytes(as: right.version) && left.unknown == right.unknown
            && left.images == right.images && left.sprites == right.sprites && left.audios == right.audios
    }

    package func hash(into hasher: inout Hasher) {
        version.hashBytes(into: &hasher)
        hasher.combine(
            SIMD4(viewBoxWidth.comparableBits, viewBoxHeight.comparableBits, UInt32(bitPattern: fps), UInt32(bitPattern: frames)))
        hasher.combine(images)
        hasher.combine(sprites)
        hasher.combine(audios)
        hasher.combine(unknown)
    }
}

extension WireSprite {
    package static func == (left: WireSprite, right: WireSprite) -> Bool {
        left.imageKey.hasSameBytes(as: right.imageKey) && left.matteKey.hasSameBytes(as: right.matteKey) && left.frames == right.frames
            && left.unknown == right.unknown
    }

    package func hash(into hasher: inout Hasher) {
        imageKey.hashBytes(into: &hasher)
        matteKey.hashBytes(into: &hasher)
        hasher.combine(frames)
        hasher.combine(unknown)
    }
}

extension WireAudio {
    private var numbers: SIMD4<Int32> { SIMD4(startFrame, endFrame, startTime, totalTime) }

    package static func == (left: WireAudio, right: WireAudio) -> Bool {
        left.numbers == right.numbers && left.audioKey.hasSameBytes(as: right.audioKey) && left.unknown == right.unknown
    }

    package func hash(into hasher: inout Hasher) {
        audioKey.hashBytes(into: &hasher)
        hasher.combineBits(numbers)
        hasher.combine(unknown)
    }
}

extension WireFrame {
    package static func == (left: WireFrame, right: WireFrame) -> Bool {
        left.alpha.comparableBits == right.alpha.comparableBits && left.layout == right.layout && left.transform == right.transform
            && left.clipPath.hasSameBytes(as: right.clipPath) && left.shapes == right.shapes && left.unknown == right.unknown
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(alpha.comparableBits)
        hasher.combine(layout)
        hasher.combine(transform)
        clipPath.hashBytes(into: &hasher)
        hasher.combine(shapes)
        hasher.combine(unknown)
    }
}

extension WireLayout {
    private var bits: SIMD4<UInt32> {
        SIMD4(x.comparableBits, y.comparableBits, width.comparableBits, height.comparableBits)
    }

    package static func == (left: WireLayout, right: WireLayout) -> Bool { left.bits == right.bits }

    package func hash(into hasher: inout Hasher) { hasher.combineBits(bits) }
}

extension WireTransform {
    private var bits: SIMD8<UInt32> {
        SIMD8(
            a.comparableBits, b.comparableBits, c.comparableBits, d.comparableBits, tx.comparableBits, ty.comparableBits, 0, 0)
    }

    package static func == (left: WireTransform, right: WireTransform) -> Bool { left.bits == right.bits }

    package func hash(into hasher: inout Hasher) { hasher.combineBits(bits) }
}

extension WireColor {
    private var bits: SIMD4<UInt32> { SIMD4(r.comparableBits, g.comparableBits, b.comparableBits, a.comparableBits) }

    package static func == (left: WireColor, right: WireColor) -> Bool { left.bits == right.bits }

    package func hash(into hasher: inout Hasher) { hasher.combineBits(bits) }
}

extension WireStyle {
    private var bits: SIMD8<UInt32> {
        SIMD8(
            strokeWidth.comparableBits, miterLimit.comparableBits, UInt32(bitPattern: lineCap), UInt32(bitPattern: lineJoin),
            lineDash.0.comparableBits, lineDash.1.comparableBits, lineDash.2.comparableBits, 0)
    }

    package static func == (left: WireStyle, right: WireStyle) -> Bool {
        left.bits == right.bits && left.fill == right.fill && left.stroke == right.stroke
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combineBits(bits)
        hasher.combine(fill)
        hasher.combine(stroke)
    }
}

extension WireShape.Args {
    /// The numbers, and the case as the last one.
    private var bits: SIMD8<UInt32> {
        switch self {
        case .none: SIMD8(repeating: 0)
        case .shape: SIMD8(0, 0, 0, 0, 0, 0, 0, 1)
        case .rect(let x, let y, let width, let height, let cornerRadius):
            SIMD8(
                x.comparableBits, y.comparableBits, width.comparableBits, height.comparableBits, cornerRadius.comparableBits, 0, 0, 2)
        case .ellipse(let x, let y, let radiusX, let radiusY):
            SIMD8(x.comparableBits, y.comparableBits, radiusX.comparableBits, radiusY.comparableBits, 0, 0, 0, 3)
        }
    }

    package static func == (left: WireShape.Args, right: WireShape.Args) -> Bool {
        if case (.shape(let d), .shape(let other)) = (left, right) { return d.hasSameBytes(as: other) }
        return left.bits == right.bits
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combineBits(bits)
        if case .shape(let d) = self { d.hashBytes(into: &hasher) }
    }
}
