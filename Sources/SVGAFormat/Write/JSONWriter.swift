/// Writes `movie.spec`: the members always in the same order, numbers as short as they read back exactly.
struct JSONWriter {
    private var bytes: [UInt8] = []

    /// `images` are the names of the entries, in order.
    static func text(_ movie: WireMovie, images: [(key: String, name: String)]) throws(WriteError) -> [UInt8] {
        guard movie.audios.isEmpty else { throw .unsupported("audio in movie.spec, which has no audios") }
        var writer = JSONWriter()
        try writer.write(movie, images: images)
        return writer.bytes
    }

    // MARK: - JSON

    private mutating func raw(_ text: String) { bytes += text.utf8 }

    private mutating func text(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                raw("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func number(_ value: Float) throws(WriteError) {
        guard value.isFinite else { throw .unsupported("a number that is not finite, in JSON") }
        let text = value.description
        raw(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    private mutating func object(_ members: [(name: String, value: Float)]) throws(WriteError) {
        for (index, member) in members.enumerated() {
            raw((index == 0 ? "{\"" : ",\"") + member.name + "\":")
            try number(member.value)
        }
        raw("}")
    }

    private mutating func numbers(_ values: [Float]) throws(WriteError) {
        for (index, value) in values.enumerated() {
            raw(index == 0 ? "[" : ",")
            try number(value)
        }
        raw("]")
    }

    private mutating func list<Value>(
        _ values: [Value], _ write: (inout JSONWriter, Value) throws(WriteError) -> Void
    ) throws(WriteError) {
        raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { raw(",") }
            try write(&self, value)
        }
        raw("]")
    }

    // MARK: - The movie

    private mutating func write(_ movie: WireMovie, images: [(key: String, name: String)]) throws(WriteError) {
        raw("{\"ver\":")
        text(movie.version)
        raw(",\"movie\":{\"viewBox\":")
        try object([("width", movie.viewBoxWidth), ("height", movie.viewBoxHeight)])
        raw(",\"fps\":\(movie.fps),\"frames\":\(movie.frames)},\"images\":{")
        for (index, image) in images.enumerated() {
            if index > 0 { raw(",") }
            text(image.key)
            raw(":")
            text(image.name)
        }
        raw("},\"sprites\":")
        try list(movie.sprites) { (writer, sprite) throws(WriteError) in
            writer.raw("{\"imageKey\":")
            writer.text(sprite.imageKey)
            if !sprite.matteKey.isEmpty {
                writer.raw(",\"matteKey\":")
                writer.text(sprite.matteKey)
            }
            writer.raw(",\"frames\":")
            try writer.list(sprite.frames) { (writer, frame) throws(WriteError) in try writer.write(frame) }
            writer.raw("}")
        }
        raw("}")
    }

    private mutating func write(_ frame: WireFrame) throws(WriteError) {
        raw("{\"alpha\":")
        try number(frame.alpha)
        if let layout = frame.layout {
            raw(",\"layout\":")
            try object([("x", layout.x), ("y", layout.y), ("width", layout.width), ("height", layout.height)])
        }
        try write(frame.transform)
        if !frame.clipPath.isEmpty {
            raw(",\"clipPath\":")
            text(frame.clipPath)
        }
        if !frame.shapes.isEmpty {
            raw(",\"shapes\":")
            try list(frame.shapes) { (writer, shape) throws(WriteError) in try writer.write(shape) }
        }
        raw("}")
    }

    /// As a member that others come before.
    private mutating func write(_ transform: WireTransform?) throws(WriteError) {
        guard let transform else { return }
        raw(",\"transform\":")
        try object([
            ("a", transform.a), ("b", transform.b), ("c", transform.c), ("d", transform.d), ("tx", transform.tx), ("ty", transform.ty),
        ])
    }

    private mutating func write(_ shape: WireShape) throws(WriteError) {
        switch (shape.kind, shape.args) {
        case (.shape, .none), (.rect, .none), (.ellipse, .none), (.keep, .none): raw("{\"type\":\"\(shape.kind.map { "\($0)" } ?? "")\"")
        case (.shape, .shape(let d)):
            raw("{\"type\":\"shape\",\"args\":{\"d\":")
            text(d)
            raw("}")
        case (.rect, .rect(let x, let y, let width, let height, let cornerRadius)):
            raw("{\"type\":\"rect\",\"args\":")
            try object([("x", x), ("y", y), ("width", width), ("height", height), ("cornerRadius", cornerRadius)])
        case (.ellipse, .ellipse(let x, let y, let radiusX, let radiusY)):
            raw("{\"type\":\"ellipse\",\"args\":")
            try object([("x", x), ("y", y), ("radiusX", radiusX), ("radiusY", radiusY)])
        default: throw .unsupported("a shape whose arguments are of another type")
        }
        if let styles = shape.styles { try write(styles) }
        try write(shape.transform)
        raw("}")
    }

    private mutating func write(_ style: WireStyle) throws(WriteError) {
        raw(",\"styles\":{\"strokeWidth\":")
        try number(style.strokeWidth)
        for (name, color) in [("fill", style.fill), ("stroke", style.stroke)] {
            guard let color else { continue }
            raw(",\"\(name)\":")
            try numbers([color.r, color.g, color.b, color.a])
        }
        choice("lineCap", style.lineCap, ["butt", "round", "square"])
        choice("lineJoin", style.lineJoin, ["miter", "round", "bevel"])
        raw(",\"miterLimit\":")
        try number(style.miterLimit)
        raw(",\"lineDash\":")
        try numbers([style.lineDash.0, style.lineDash.1, style.lineDash.2])
        raw("}")
    }

    /// A value that has no name is written as its number.
    private mutating func choice(_ name: String, _ value: Int32, _ names: [String]) {
        raw(",\"\(name)\":")
        if names.indices.contains(Int(value)) { text(names[Int(value)]) } else { raw("\(value)") }
    }
}
