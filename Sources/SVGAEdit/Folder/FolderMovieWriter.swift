import SVGAFormat
import SVGAModel
import SVGASupport

/// Writes `movie.json` of an unpacked folder: members in a fixed order, one line per frame, without members that are empty or 0.
/// ``FolderMovieReader`` restores the same document with exact numbers.
struct FolderMovieWriter {
    /// The version of the folder format.
    static let version = 1

    private var bytes: [UInt8] = []
    /// Whether each file name is followed by the file's size and checksum.
    private let includesFileDetails: Bool

    /// The text in lazily created parts: the text before the sprites, each sprite, and the text after them.
    ///
    /// - Parameters:
    ///   - payloadFiles: the path of each payload's file, in order.
    ///   - entryFiles: the path of each other entry's file, in order.
    static func parts(
        _ document: SVGADocument, payloadFiles: [String], entryFiles: [String], includesFileDetails: Bool = false
    ) -> some Sequence<[UInt8]> {
        let sprites = document.movie.sprites
        return (-1...sprites.count).lazy.map { index in
            var writer = FolderMovieWriter(includesFileDetails: includesFileDetails)
            switch index {
            case -1: writer.writeHead(document, payloadFiles)
            case sprites.count: writer.writeEnd(document, entryFiles)
            default:
                writer.raw(index == 0 ? "\n    " : ",\n    ")
                writer.write(sprites[index])
            }
            return writer.bytes
        }
    }

    private init(includesFileDetails: Bool) { self.includesFileDetails = includesFileDetails }

    private mutating func writeHead(_ document: SVGADocument, _ payloadFiles: [String]) {
        let movie = document.movie
        raw("{\n  \"svgaFolder\": \(FolderMovieWriter.version),\n  \"container\": ")
        text(document.container.rawValue)
        raw(",\n  \"version\": ")
        text(movie.version)
        raw(",\n  \"viewBox\": ")
        numbers([movie.viewBoxWidth, movie.viewBoxHeight])
        raw(",\n  \"fps\": \(movie.fps),\n  \"frames\": \(movie.frames)")
        unknown(movie.unknown, before: ",\n  ")
        raw(",\n  \"payloads\": ")
        lines(zip(movie.images, payloadFiles), indent: "  ") { writer, payload in
            writer.member("{\"key\": ", payload.0.key)
            writer.member(", \"file\": ", payload.1)
            writer.tell(payload.0.bytes)
            if let entry = payload.0.entryName { writer.member(", \"entry\": ", entry) }
            writer.unknown(payload.0.unknown, before: ", ")
            writer.raw("}")
        }
        raw(",\n  \"audios\": ")
        lines(movie.audios, indent: "  ") { writer, audio in
            writer.member("{\"audioKey\": ", audio.audioKey)
            writer.raw(", \"startFrame\": \(audio.startFrame), \"endFrame\": \(audio.endFrame)")
            writer.raw(", \"startTime\": \(audio.startTime), \"totalTime\": \(audio.totalTime)")
            writer.unknown(audio.unknown, before: ", ")
            writer.raw("}")
        }
        raw(",\n  \"sprites\": [")
    }

    private mutating func writeEnd(_ document: SVGADocument, _ entryFiles: [String]) {
        raw(document.movie.sprites.isEmpty ? "]" : "\n  ]")
        if !entryFiles.isEmpty {
            raw(",\n  \"otherEntries\": ")
            lines(zip(document.otherEntries, entryFiles), indent: "  ") { writer, entry in
                writer.member("{\"name\": ", entry.0.name)
                writer.member(", \"file\": ", entry.1)
                writer.tell(entry.0.bytes)
                writer.raw("}")
            }
        }
        raw("\n}\n")
    }

    private mutating func tell(_ file: [UInt8]) {
        guard includesFileDetails else { return }
        let sum = file.withUnsafeBytes { LibdeflateDecompressor.crc32($0) }
        raw(", \"bytes\": \(file.count), \"crc32\": \"\(sum.hexadecimal)\"")
    }

    private mutating func write(_ sprite: WireSprite) {
        member("{\"imageKey\": ", sprite.imageKey)
        if !sprite.matteKey.isEmpty { member(", \"matteKey\": ", sprite.matteKey) }
        unknown(sprite.unknown, before: ", ")
        raw(", \"frames\": ")
        lines(sprite.frames, indent: "    ") { writer, frame in writer.write(frame) }
        raw("}")
    }

    private mutating func write(_ frame: WireFrame) {
        raw("{")
        var comma = ""
        func name(_ name: String) -> String {
            defer { comma = ", " }
            return "\(comma)\"\(name)\": "
        }
        if frame.alpha.bitPattern != 0 {
            raw(name("alpha"))
            number(frame.alpha)
        }
        if let layout = frame.layout {
            raw(name("layout"))
            numbers([layout.x, layout.y, layout.width, layout.height])
        }
        if let transform = frame.transform {
            raw(name("transform"))
            write(transform)
        }
        if !frame.clipPath.isEmpty {
            raw(name("clipPath"))
            text(frame.clipPath)
        }
        if !frame.shapes.isEmpty {
            raw(name("shapes"))
            list(frame.shapes) { writer, shape in writer.write(shape) }
        }
        unknown(frame.unknown, before: comma)
        raw("}")
    }

    private mutating func write(_ transform: WireTransform) {
        numbers([transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
    }

    private mutating func write(_ shape: WireShape) {
        raw("{\"type\": ")
        if let kind = shape.kind { text("\(kind)") } else { raw("\(shape.unknownKind)") }
        switch shape.args {
        case .none: break
        case .shape(let d):
            raw(", \"d\": ")
            text(d)
        case .rect(let x, let y, let width, let height, let cornerRadius):
            raw(", \"rect\": ")
            numbers([x, y, width, height, cornerRadius])
        case .ellipse(let x, let y, let radiusX, let radiusY):
            raw(", \"ellipse\": ")
            numbers([x, y, radiusX, radiusY])
        }
        if let styles = shape.styles {
            raw(", \"styles\": ")
            write(styles)
        }
        if let transform = shape.transform {
            raw(", \"transform\": ")
            write(transform)
        }
        unknown(shape.unknown, before: ", ")
        raw("}")
    }

    private mutating func write(_ style: WireStyle) {
        raw("{")
        var comma = ""
        func name(_ name: String) -> String {
            defer { comma = ", " }
            return "\(comma)\"\(name)\": "
        }
        for (member, color) in [("fill", style.fill), ("stroke", style.stroke)] {
            guard let color else { continue }
            raw(name(member))
            numbers([color.r, color.g, color.b, color.a])
        }
        if style.strokeWidth.bitPattern != 0 {
            raw(name("strokeWidth"))
            number(style.strokeWidth)
        }
        for (member, value, names) in [
            ("lineCap", style.lineCap, FolderWords.lineCaps), ("lineJoin", style.lineJoin, FolderWords.lineJoins),
        ] where value != 0 {
            raw(name(member))
            if names.indices.contains(Int(value)) { text(names[Int(value)]) } else { raw("\(value)") }
        }
        if style.miterLimit.bitPattern != 0 {
            raw(name("miterLimit"))
            number(style.miterLimit)
        }
        let dash = [style.lineDash.0, style.lineDash.1, style.lineDash.2]
        if dash.contains(where: { $0.bitPattern != 0 }) {
            raw(name("lineDash"))
            numbers(dash)
        }
        raw("}")
    }

    // MARK: - JSON

    private mutating func raw(_ text: String) { bytes += text.utf8 }

    private mutating func text(_ value: String) { JSONText.append(value, to: &bytes, escaping: .controls) }

    private mutating func member(_ name: String, _ value: String) {
        raw(name)
        text(value)
    }

    /// The shortest text that parses to the same number. Numbers that JSON cannot represent become a text with their bits.
    private mutating func number(_ value: Float) {
        guard value.isFinite else { return text(FolderWords.bits + String(value.bitPattern, radix: 16)) }
        raw(value.shortText)
    }

    private mutating func numbers(_ values: [Float]) { list(values) { writer, value in writer.number(value) } }

    private mutating func list<Value>(_ values: [Value], _ write: (inout FolderMovieWriter, Value) -> Void) {
        raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { raw(", ") }
            write(&self, value)
        }
        raw("]")
    }

    /// A list with one line per value.
    private mutating func lines<Values: Sequence>(
        _ values: Values, indent: String, _ write: (inout FolderMovieWriter, Values.Element) -> Void
    ) {
        raw("[")
        var isEmpty = true
        for value in values {
            raw(isEmpty ? "\n\(indent)  " : ",\n\(indent)  ")
            isEmpty = false
            write(&self, value)
        }
        raw(isEmpty ? "]" : "\n\(indent)]")
    }

    /// Unknown fields of the format, byte for byte.
    private mutating func unknown(_ fields: UnknownFields, before comma: String) {
        guard !fields.isEmpty else { return }
        raw(comma + "\"unknown\": ")
        list(fields.entries) { writer, entry in
            writer.raw("{\"part\": \"\(entry.part)\", \"encoding\": \"\(entry.encoding)\", \"count\": \(entry.count), \"base64\": ")
            writer.text(Base64.encoded(entry.bytes))
            writer.raw("}")
        }
    }
}

/// The words of `movie.json` for the format's numbers.
enum FolderWords {
    /// In the order of the format's numbers.
    static let shapes = ["shape", "rect", "ellipse", "keep"]
    static let lineCaps = ["butt", "round", "square"]
    static let lineJoins = ["miter", "round", "bevel"]
    /// The prefix for the bits of a number that is not finite.
    static let bits = "bits:"
}
