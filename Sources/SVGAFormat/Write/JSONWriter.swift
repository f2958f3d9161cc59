import SVGASupport

/// Writes `movie.spec`: members in a fixed order, numbers with the fewest digits that read back exactly.
struct JSONWriter {
    private var bytes: [UInt8] = []

    /// The movie must have only content that JSON supports.
    /// - Parameter names: the entry name of each image, in order.
    static func text(_ movie: WireMovie, imageNames names: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(movie, imageNames: names)
        return writer.bytes
    }

    // MARK: - JSON

    private mutating func raw(_ text: String) { bytes += text.utf8 }

    private mutating func text(_ value: String) { JSONText.append(value, to: &bytes, escaping: []) }

    /// The shortest digits that read back as the same Float.
    private mutating func number(_ value: Float) {
        // Many readers parse "-0" as an integer and lose the sign.
        raw(value == 0 && value.sign == .minus ? "-0.0" : value.shortText)
    }

    private mutating func object(_ members: [(name: String, value: Float)], _ unknown: UnknownFields, _ part: UnknownFields.Part) {
        for (index, member) in members.enumerated() {
            raw((index == 0 ? "{\"" : ",\"") + member.name + "\":")
            number(member.value)
        }
        write(unknown, part)
        raw("}")
    }

    /// Writes members after others.
    private mutating func write(_ unknown: UnknownFields, _ part: UnknownFields.Part) {
        if unknown.isEmpty { return }
        let members = unknown[part, .json]
        if members.isEmpty { return }
        raw(",")
        bytes += members
    }

    private mutating func numbers(_ values: [Float]) {
        for (index, value) in values.enumerated() {
            raw(index == 0 ? "[" : ",")
            number(value)
        }
        raw("]")
    }

    private mutating func list<Value>(_ values: [Value], _ write: (inout JSONWriter, Value) -> Void) {
        raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { raw(",") }
            write(&self, value)
        }
        raw("]")
    }

    // MARK: - The movie

    private mutating func write(_ movie: WireMovie, imageNames names: [String]) {
        raw("{\"ver\":")
        text(movie.version)
        raw(",\"movie\":{\"viewBox\":")
        object([("width", movie.viewBoxWidth), ("height", movie.viewBoxHeight)], movie.unknown, .viewBox)
        raw(",\"fps\":\(movie.fps),\"frames\":\(movie.frames)")
        write(movie.unknown, .params)
        raw("},\"images\":{")
        for (index, (image, name)) in zip(movie.images, names).enumerated() {
            if index > 0 { raw(",") }
            text(image.key)
            raw(":")
            text(name)
        }
        raw("},\"sprites\":")
        list(movie.sprites) { writer, sprite in
            writer.raw("{\"imageKey\":")
            writer.text(sprite.imageKey)
            if !sprite.matteKey.isEmpty {
                writer.raw(",\"matteKey\":")
                writer.text(sprite.matteKey)
            }
            writer.raw(",\"frames\":")
            writer.list(sprite.frames) { writer, frame in writer.write(frame) }
            writer.write(sprite.unknown, .own)
            writer.raw("}")
        }
        write(movie.unknown, .own)
        raw("}")
    }

    private mutating func write(_ frame: WireFrame) {
        raw("{\"alpha\":")
        number(frame.alpha)
        if let layout = frame.layout {
            raw(",\"layout\":")
            let members = [("x", layout.x), ("y", layout.y), ("width", layout.width), ("height", layout.height)]
            object(members, frame.unknown, .layout)
        }
        write(frame.transform, frame.unknown)
        if !frame.clipPath.isEmpty {
            raw(",\"clipPath\":")
            text(frame.clipPath)
        }
        if !frame.shapes.isEmpty {
            raw(",\"shapes\":")
            list(frame.shapes) { writer, shape in writer.write(shape) }
        }
        write(frame.unknown, .own)
        raw("}")
    }

    /// Writes a member after others.
    private mutating func write(_ transform: WireTransform?, _ unknown: UnknownFields) {
        guard let transform else { return }
        raw(",\"transform\":")
        let members = [
            ("a", transform.a), ("b", transform.b), ("c", transform.c), ("d", transform.d), ("tx", transform.tx), ("ty", transform.ty),
        ]
        object(members, unknown, .transform)
    }

    private mutating func write(_ shape: WireShape) {
        guard let kind = shape.kind else { return writeUnknown(shape) }
        raw("{\"type\":\"\(kind)\"")
        switch shape.args {
        case .none: break
        case .shape(let d):
            raw(",\"args\":{\"d\":")
            text(d)
            write(shape.unknown, .args)
            raw("}")
        case .rect(let x, let y, let width, let height, let cornerRadius):
            raw(",\"args\":")
            object(
                [("x", x), ("y", y), ("width", width), ("height", height), ("cornerRadius", cornerRadius)], shape.unknown, .args)
        case .ellipse(let x, let y, let radiusX, let radiusY):
            raw(",\"args\":")
            object([("x", x), ("y", y), ("radiusX", radiusX), ("radiusY", radiusY)], shape.unknown, .args)
        }
        finish(shape)
    }

    /// Writes a shape of unknown type unchanged.
    private mutating func writeUnknown(_ shape: WireShape) {
        let kindMembers = shape.unknown[.kind, .json]
        if shape.unknownKind != 0 {
            raw("{\"type\":\(shape.unknownKind)")
            write(shape.unknown, .kind)
        } else if !kindMembers.isEmpty {
            raw("{")
            bytes += kindMembers
        } else if shape.styles == nil, shape.transform == nil, shape.unknown.isEmpty {
            // The file had no object here.
            return raw("null")
        } else {
            raw("{\"type\":\"\"")
        }
        finish(shape)
    }

    private mutating func finish(_ shape: WireShape) {
        if let styles = shape.styles { write(styles, shape.unknown) }
        write(shape.transform, shape.unknown)
        write(shape.unknown, .own)
        raw("}")
    }

    private mutating func write(_ style: WireStyle, _ unknown: UnknownFields) {
        raw(",\"styles\":{\"strokeWidth\":")
        number(style.strokeWidth)
        for (name, color) in [("fill", style.fill), ("stroke", style.stroke)] {
            guard let color else { continue }
            raw(",\"\(name)\":")
            numbers([color.r, color.g, color.b, color.a])
        }
        choice("lineCap", style.lineCap, ["butt", "round", "square"])
        choice("lineJoin", style.lineJoin, ["miter", "round", "bevel"])
        raw(",\"miterLimit\":")
        number(style.miterLimit)
        raw(",\"lineDash\":")
        numbers([style.lineDash.0, style.lineDash.1, style.lineDash.2])
        write(unknown, .styles)
        raw("}")
    }

    /// A value without a name is written as a number.
    private mutating func choice(_ name: String, _ value: Int32, _ names: [String]) {
        raw(",\"\(name)\":")
        if names.indices.contains(Int(value)) { text(names[Int(value)]) } else { raw("\(value)") }
    }
}
