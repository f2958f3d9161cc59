import SVGAModel

/// A movie as the file writes it: the literal mirror of `proto/svga.proto`, and of `movie.spec`, which has the same
/// fields (Rules of rendering, section 9). Nothing is resolved here. The only defaults filled in are the format's own for a
/// number left out: 0 in protobuf; in JSON 1 for a transform's `a` and `d`, 0 for everything else.
package struct WireMovie: Hashable, Sendable {
    package var version = ""
    package var viewBoxWidth: Float = 0
    package var viewBoxHeight: Float = 0
    package var fps: Int32 = 0
    package var frames: Int32 = 0
    package var images: [WireImage] = []
    package var sprites: [WireSprite] = []
    package var audios: [WireAudio] = []
    /// Of the movie itself, its params and its viewBox.
    package var unknown = UnknownFields()

    package init() {}
}

/// A payload: in the file's order, so that two with the same key can be told.
package struct WireImage: Hashable, Sendable {
    package var key: String
    package var bytes: [UInt8]
    /// What the entry is called that a ZIP keeps the payload in, and would again; nil where it was in none. As it says
    /// nothing about the movie, images that differ only in this are equal.
    package var entryName: String?
    package var unknown = UnknownFields()

    package init(key: String, bytes: [UInt8], entryName: String? = nil) {
        self.key = key
        self.bytes = bytes
        self.entryName = entryName
    }

    package static func == (left: WireImage, right: WireImage) -> Bool {
        left.key == right.key && left.bytes == right.bytes && left.unknown == right.unknown
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
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
    /// Of the frame itself, its layout and its transform.
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
    /// The numbers are those of the enum in the proto file.
    package enum Kind: Int32, Sendable { case shape, rect, ellipse, keep }

    package enum Args: Hashable, Sendable {
        case none
        case shape(d: String)
        case rect(x: Float, y: Float, width: Float, height: Float, cornerRadius: Float)
        case ellipse(x: Float, y: Float, radiusX: Float, radiusY: Float)
    }

    /// nil: a type this format does not know.
    package var kind: Kind? = .shape
    /// The number of a type that this format does not know; 0 where the file gives none. Counts only while ``kind`` is nil.
    package var unknownKind: Int32 = 0
    package var args = Args.none
    package var styles: WireStyle?
    package var transform: WireTransform?
    /// Of the shape itself, its args, its transform, its styles and their two colours.
    package var unknown = UnknownFields()

    package init() {}
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
