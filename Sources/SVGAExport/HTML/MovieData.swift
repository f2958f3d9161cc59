import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// A scene in the format of svga-player.js: a JSON header, the sprites' numbers in columns, then the pictures' files.
/// Columns compress better than rows. The data is deflated in chunks, each after its byte count.
struct MovieData {
    private static let mark: UInt32 = 0x5047_5653
    private static let version: UInt32 = 2
    /// The size of a chunk before compression: small enough to decompress in less than 0.1 seconds.
    private static let pieceBytes = 256 << 10

    private let scene: SVGAScene
    private let parts: SceneParts
    private let webP: WebPOptions
    /// The distinct pictures; `pictureIndices` maps ``SVGAScene/bitmaps`` to them.
    private var pictures: [(type: String, bytes: [UInt8])] = []
    private var pictureIndices: [Int: Int] = [:]

    private init(_ scene: SVGAScene, _ parts: SceneParts, webP: WebPOptions) {
        self.scene = scene
        self.parts = parts
        self.webP = webP
    }

    /// - Parameter webP: the compression of pictures that are not in the movie. With a quality, also of those that become smaller.
    /// - Throws: ``SVGAError/Kind/encoding``, ``SVGAError/Kind/cancelled``.
    static func bytes(
        of scene: SVGAScene, _ parts: SceneParts, timeline: ExportTimeline, webP: WebPOptions
    ) throws(SVGAError) -> [UInt8] {
        var data = MovieData(scene, parts, webP: webP)
        var sprites: [JSONValue] = []
        for layer in parts.layers { sprites.append(try data.sprite(layer)) }
        let header = JSONValue.object(data.header(timeline, sprites)).text(.compact)
        var bytes: [UInt8] = []
        let text = Array(header.utf8)
        for number in [mark, version, UInt32(text.count)] { append(number, to: &bytes) }
        bytes += text + repeatElement(UInt8(ascii: " "), count: -text.count & 3)
        for layer in parts.layers { appendColumns(layer.records, to: &bytes) }
        for picture in data.pictures { bytes += picture.bytes }
        return try deflated(bytes)
    }

    /// A piece takes up to a tenth of a second, for which a canceled task does not wait.
    private static func deflated(_ bytes: [UInt8]) throws(SVGAError) -> [UInt8] {
        let calls = CallThread()
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
            if Task.isCancelled { throw .cancelled }
            let piece = Array(bytes[start..<min(start + pieceBytes, bytes.count)])
            guard let packed = calls.start({ LibdeflateCompressor(level: 12)?.zlib(piece) }).output() else {
                calls.abandon {}
                throw .cancelled
            }
            guard let packed else { throw .encode(frame: 0, reason: "out of memory") }
            append(UInt32(packed.count), to: &result)
            result += packed
        }
        return result
    }

    private func header(_ timeline: ExportTimeline, _ sprites: [JSONValue]) -> [JSONValue.Member] {
        let tables = scene.tables
        let count = scene.movie.frameCount
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name: name, value: value)) }
        add("size", .array([.integer(scene.widthPixels), .integer(scene.heightPixels)]))
        add("transform", .numbers(parts.transform))
        if let clip = parts.clip { add("clip", .numbers(clip)) }
        if let background = parts.background { add("background", .string(background.css)) }
        add("rate", .array([.integer(timeline.frameRate.numerator), .integer(timeline.frameRate.denominator)]))
        add("frames", .integer(count))
        add("loops", .integer(timeline.loops))
        if timeline.frames != Array(0..<count) { add("order", .array(timeline.frames.map { .integer($0) })) }
        let images = pictures.map { JSONValue.members(("type", .string($0.type)), ("bytes", .integer($0.bytes.count))) }
        add("images", .array(images))
        add("layouts", .array(tables.layouts.map { .numbers($0) }))
        add("clips", .array(tables.clipPaths.map { .members(("d", .string($0.clipText))) }))
        add("shapes", .array(tables.shapeLists.map { .array($0.filter(\.isDrawn).map { .shape($0) }) }))
        add("sprites", .array(sprites))
        return members
    }

    private mutating func sprite(_ layer: SceneParts.Layer) throws(SVGAError) -> JSONValue {
        let image = layer.records.isEmpty || layer.replacement != nil ? nil : layer.bitmap
        var replaced = JSONValue.null
        if let replacement = layer.replacement { replaced = try bitmaps(replacement) }
        return .members(
            ("key", .string(layer.sprite.replacementKey)), ("name", .string(layer.sprite.imageKey)),
            ("image", .integer(try image.map { index throws(SVGAError) in try picture(index) } ?? -1)),
            ("matte", .integer(layer.matte ?? -1)), ("isMatte", .bool(layer.sprite.kind == .matte)), ("isHidden", .bool(layer.isHidden)),
            ("opacity", .short(layer.opacity)), ("offset", .array([.short(layer.offset.x), .short(layer.offset.y)])),
            ("tint", layer.tint.map { JSONValue.array([.short($0.red), .short($0.green), .short($0.blue)]) } ?? .null),
            ("replaced", replaced), ("texts", try bitmaps(layer.texts)), ("count", .integer(layer.records.count)))
    }

    private mutating func bitmaps(_ bitmaps: [Int32: PositionedBitmap]) throws(SVGAError) -> JSONValue {
        var members: [JSONValue.Member] = []
        for (layout, bitmap) in bitmaps.sorted(by: { $0.key < $1.key }) {
            let image = try picture(bitmap.index)
            let clip = bitmap.clip.map { JSONValue.numbers($0) } ?? .null
            let value = JSONValue.members(("image", .integer(image)), ("frame", .numbers(bitmap.frame)), ("clip", clip))
            members.append(JSONValue.Member(name: "\(layout)", value: value))
        }
        return .object(members)
    }

    /// The index of a bitmap in the list of pictures; -1 if it shows nothing.
    private mutating func picture(_ index: Int) throws(SVGAError) -> Int {
        if let picture = pictureIndices[index] { return picture }
        guard let bitmap = scene.bitmaps[index] else { return -1 }
        let picture = try file(of: bitmap, index)
        // A file may contain one picture under several keys.
        if let same = pictures.firstIndex(where: { $0.bytes == picture.bytes }) {
            pictureIndices[index] = same
            return same
        }
        pictureIndices[index] = pictures.count
        pictures.append(picture)
        return pictures.count - 1
    }

    private func file(of bitmap: Mipmaps, _ index: Int) throws(SVGAError) -> (type: String, bytes: [UInt8]) {
        guard scene.movie.images.indices.contains(index), let type = scene.movie.images[index].format.mimeType else {
            return ("image/webp", try encoded(bitmap.base))
        }
        let original = scene.movie.images[index].bytes
        if webP.quality == nil { return (type, original) }
        let smaller = try encoded(bitmap.base)
        return smaller.count < original.count ? ("image/webp", smaller) : (type, original)
    }

    private func encoded(_ bitmap: PreparedBitmap) throws(SVGAError) -> [UInt8] {
        try encoding(frame: 0) { () throws(SVGAError) in
            try bitmap.straightPixels.withUnsafeBufferPointer { (pixels) throws(SVGAError) in
                try WebPEncoder(options: webP).encode(UnsafeRawBufferPointer(pixels), width: bitmap.width, height: bitmap.height)
            }
        }
    }

    private static func appendColumns(_ records: [FrameRecord], to bytes: inout [UInt8]) {
        for column in [\FrameRecord.alpha, \.a, \.b, \.c, \.d, \.tx, \.ty] as [KeyPath<FrameRecord, Float>] {
            appendPlanes(records.map { $0[keyPath: column].bitPattern }, to: &bytes)
        }
        for column in [\FrameRecord.layout, \.clipPath, \.shapes] as [KeyPath<FrameRecord, Int32>] {
            appendPlanes(records.map { UInt32(bitPattern: $0[keyPath: column]) }, to: &bytes)
        }
    }

    /// Appends all lowest bytes, then all second bytes, and so on, because neighboring bytes are similar.
    private static func appendPlanes(_ numbers: [UInt32], to bytes: inout [UInt8]) {
        for shift in [0, 8, 16, 24] as [UInt32] { for number in numbers { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) } }
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }
}

extension ImageEntity.Format {
    fileprivate var mimeType: String? {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .gif: "image/gif"
        case .bmp: "image/bmp"
        case .unknown: nil
        }
    }
}

extension SVGAColor {
    /// The color in CSS syntax.
    fileprivate var css: String {
        func byte(_ value: Double) -> Int { Int(saturating: (min(max(value, 0), 1) * 255).rounded()) }
        return "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(Float(min(max(alpha, 0), 1)).shortText))"
    }
}

extension JSONValue {
    /// The shortest text of the 32-bit number; files contain no other numbers.
    fileprivate static func short(_ value: Double) -> JSONValue { .number(Double(Float(value).shortText) ?? value) }

    fileprivate static func members(_ members: (String, JSONValue)...) -> JSONValue {
        .object(members.filter { $0.1 != .null }.map { Member(name: $0.0, value: $0.1) })
    }

    fileprivate static func numbers(_ rect: SVGARect) -> JSONValue {
        .array([.short(rect.x), .short(rect.y), .short(rect.width), .short(rect.height)])
    }

    fileprivate static func numbers(_ transform: SVGATransform) -> JSONValue {
        .array([transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map { .number($0) })
    }

    fileprivate static func shape(_ shape: ShapeEntity) -> JSONValue {
        let outline: (String, JSONValue) =
            switch shape.geometry {
            case .path(let path): ("d", .string(path.text))
            case .rect(let rect, let radius):
                ("rect", .array([.short(rect.x), .short(rect.y), .short(rect.width), .short(rect.height), .short(radius)]))
            case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
                ("ellipse", .array([.short(centerX), .short(centerY), .short(radiusX), .short(radiusY)]))
            }
        let fill = shape.fill.map { JSONValue.string($0.css) } ?? .null
        let transform = shape.transform == .identity ? JSONValue.null : .numbers(shape.transform)
        return .members(outline, ("fill", fill), ("stroke", shape.stroke.map { .stroke($0) } ?? .null), ("transform", transform))
    }

    private static func stroke(_ stroke: ShapeEntity.Stroke) -> JSONValue {
        let dash = stroke.dash.map { JSONValue.array([.short($0.dash), .short($0.gap), .short($0.phase)]) } ?? .null
        return .members(
            ("color", .string(stroke.color.css)), ("width", .short(stroke.width)), ("cap", .string("\(stroke.lineCap)")),
            ("join", .string("\(stroke.lineJoin)")), ("miter", .short(stroke.miterLimit)), ("dash", dash))
    }
}
