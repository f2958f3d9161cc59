import SVGAModel
import SVGASupport

extension SVGADocument {
    /// Removes content that a container does not support. Returns one line for each kind of loss.
    mutating func dropUnsupported(by container: VideoEntity.Container) -> [Message] {
        var losses = Losses()
        switch container {
        case .zipJSON: movie.fitJSON(&losses)
        case .zlib, .gzip, .protobuf, .zipBinary: movie.fitProtobuf(&losses)
        }
        var lines = losses.lines
        if container != .zipBinary, container != .zipJSON {
            lines += otherEntries.map { "the ZIP entry \"\($0.name)\"" }
            otherEntries = []
        }
        return lines
    }
}

/// Counts losses, with one line for each kind and its first location.
struct Losses {
    enum Kind {
        case protobufField, jsonMember, number, text, shapeArgs

        fileprivate func line(_ count: Int) -> Message {
            switch self {
            case .protobufField: count == 1 ? "1 unknown protobuf field" : "\(count) unknown protobuf fields"
            case .jsonMember: count == 1 ? "1 unknown JSON member" : "\(count) unknown JSON members"
            case .number: count == 1 ? "1 number that is not finite" : "\(count) numbers that are not finite"
            case .text: count == 1 ? "1 text that contains NUL" : "\(count) texts that contain NUL"
            case .shapeArgs: count == 1 ? "1 shape with arguments of another type" : "\(count) shapes with arguments of another type"
            }
        }
    }

    private(set) var count = 0
    private var order: [Kind] = []
    private var tallies: [Kind: (count: Int, location: Message)] = [:]
    private var audios: [Message] = []
    /// The location that is being checked.
    var location = Location.movie

    enum Location {
        case movie
        case image(String)
        case audio(String)
        case sprite(Int, String)
        case frame(Int, String, Int)

        fileprivate var text: Message {
            switch self {
            case .movie: ""
            case .image(let key): " (image \(key.quoted))"
            case .audio(let key): " (audio \(key.quoted))"
            case .sprite(let index, let key): " (sprite \(index) \(key.quoted))"
            case .frame(let index, let key, let frame): " (sprite \(index) \(key.quoted), frame \(frame))"
            }
        }
    }

    mutating func add(_ kind: Kind, _ count: Int = 1) {
        if count == 0 { return }
        self.count += count
        if tallies[kind] == nil { order.append(kind) }
        tallies[kind, default: (0, location.text)].count += count
    }

    mutating func add(audio key: String) { audios.append("audio \(key.quoted)") }

    var lines: [Message] { audios + order.map { kind in kind.line(tallies[kind]?.count ?? 0) + (tallies[kind]?.location ?? "") } }
}

// MARK: - Losses of every format

extension UnknownFields {
    fileprivate mutating func drop(_ encoding: Encoding, _ losses: inout Losses) {
        let count = count(encoding)
        if count == 0 { return }
        losses.add(encoding == .json ? .jsonMember : .protobufField, count)
        removeAll(encoding)
    }
}

extension WireMovie {
    /// Visits all parts. A frame is stored only if it has changed.
    private mutating func fit(
        _ losses: inout Losses, dropping encoding: UnknownFields.Encoding, frame: (inout WireFrame, inout Losses) -> Void
    ) {
        unknown.drop(encoding, &losses)
        for index in images.indices where !images[index].unknown.isEmpty {
            losses.location = .image(images[index].key)
            images[index].unknown.drop(encoding, &losses)
        }
        for index in audios.indices where !audios[index].unknown.isEmpty {
            losses.location = .audio(audios[index].audioKey)
            audios[index].unknown.drop(encoding, &losses)
        }
        for index in sprites.indices {
            let key = sprites[index].imageKey
            losses.location = .sprite(index, key)
            if !sprites[index].unknown.isEmpty { sprites[index].unknown.drop(encoding, &losses) }
            for number in sprites[index].frames.indices {
                losses.location = .frame(index, key, number)
                var fitted = sprites[index].frames[number]
                let before = losses.count
                if !fitted.unknown.isEmpty { fitted.unknown.drop(encoding, &losses) }
                for shape in fitted.shapes.indices where !fitted.shapes[shape].unknown.isEmpty {
                    fitted.shapes[shape].unknown.drop(encoding, &losses)
                }
                frame(&fitted, &losses)
                if losses.count != before { sprites[index].frames[number] = fitted }
            }
        }
        losses.location = .movie
    }

    // MARK: - JSON

    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        for audio in audios { losses.add(audio: audio.audioKey) }
        audios = []
        viewBoxWidth.fitJSON(&losses)
        viewBoxHeight.fitJSON(&losses)
        fit(&losses, dropping: .protobuf) { frame, losses in frame.fitJSON(&losses) }
    }

    // MARK: - Protobuf

    fileprivate mutating func fitProtobuf(_ losses: inout Losses) {
        version.fitProtobuf(&losses)
        for index in images.indices where images[index].key.utf8.contains(0) {
            losses.location = .image(images[index].key)
            images[index].key.fitProtobuf(&losses)
        }
        for index in audios.indices where audios[index].audioKey.utf8.contains(0) {
            losses.location = .audio(audios[index].audioKey)
            audios[index].audioKey.fitProtobuf(&losses)
        }
        for index in sprites.indices {
            losses.location = .sprite(index, sprites[index].imageKey)
            if sprites[index].imageKey.utf8.contains(0) { sprites[index].imageKey.fitProtobuf(&losses) }
            if sprites[index].matteKey.utf8.contains(0) { sprites[index].matteKey.fitProtobuf(&losses) }
        }
        losses.location = .movie
        fit(&losses, dropping: .json) { frame, losses in
            frame.clipPath.fitProtobuf(&losses)
            for index in frame.shapes.indices {
                if case .shape(var d) = frame.shapes[index].args, d.utf8.contains(0) {
                    d.fitProtobuf(&losses)
                    frame.shapes[index].args = .shape(d: d)
                }
            }
        }
    }
}

extension String {
    /// Truncates the text at its first NUL, as every protobuf reader does.
    fileprivate mutating func fitProtobuf(_ losses: inout Losses) {
        guard let end = utf8.firstIndex(of: 0) else { return }
        self = String(self[..<end])
        losses.add(.text)
    }
}

extension Float {
    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        if isFinite { return }
        self = 0
        losses.add(.number)
    }
}

extension WireFrame {
    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        if !alpha.isFinite {
            // The value that players use for it.
            alpha = alpha > 1 ? 1 : 0
            losses.add(.number)
        }
        layout?.fitJSON(&losses)
        transform?.fitJSON(&losses)
        for index in shapes.indices {
            var shape = shapes[index]
            let before = losses.count
            shape.fitJSON(&losses)
            if losses.count != before { shapes[index] = shape }
        }
    }
}

extension WireLayout {
    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        // A layout with such a number is empty.
        if x.isFinite, y.isFinite, width.isFinite, height.isFinite { return }
        self = WireLayout()
        losses.add(.number)
    }
}

extension WireTransform {
    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        // A transform with such a number hides its sprite or shape, as a transform of zeros does.
        if a.isFinite, b.isFinite, c.isFinite, d.isFinite, tx.isFinite, ty.isFinite { return }
        self = WireTransform()
        losses.add(.number)
    }
}

extension WireShape {
    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        switch (kind, args) {
        case (_, .none), (.shape, .shape): break
        case (.rect, .rect(var x, var y, var width, var height, var cornerRadius)):
            if x.isFinite, y.isFinite, width.isFinite, height.isFinite, cornerRadius.isFinite { break }
            x.fitJSON(&losses)
            y.fitJSON(&losses)
            width.fitJSON(&losses)
            height.fitJSON(&losses)
            cornerRadius.fitJSON(&losses)
            args = .rect(x: x, y: y, width: width, height: height, cornerRadius: cornerRadius)
        case (.ellipse, .ellipse(var x, var y, var radiusX, var radiusY)):
            if x.isFinite, y.isFinite, radiusX.isFinite, radiusY.isFinite { break }
            x.fitJSON(&losses)
            y.fitJSON(&losses)
            radiusX.fitJSON(&losses)
            radiusY.fitJSON(&losses)
            args = .ellipse(x: x, y: y, radiusX: radiusX, radiusY: radiusY)
        default:
            losses.add(.shapeArgs)
            args = .none
        }
        transform?.fitJSON(&losses)
        styles?.fitJSON(&losses)
    }
}

extension WireStyle {
    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        fill?.fitJSON(&losses)
        stroke?.fitJSON(&losses)
        strokeWidth.fitJSON(&losses)
        miterLimit.fitJSON(&losses)
        lineDash.0.fitJSON(&losses)
        lineDash.1.fitJSON(&losses)
        lineDash.2.fitJSON(&losses)
    }
}

extension WireColor {
    fileprivate mutating func fitJSON(_ losses: inout Losses) {
        r.fitJSON(&losses)
        g.fitJSON(&losses)
        b.fitJSON(&losses)
        a.fitJSON(&losses)
    }
}
