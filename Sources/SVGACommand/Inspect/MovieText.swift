import SVGAModel
import SVGAPixels
import SVGASupport
import SVGATasks

/// A movie as lines of text for `git diff` and `git log -p`.
///
/// The text does not depend on the file's name, its container or the machine. A frame has a line only if its sprite changes, and the line contains
/// only the changes. Payloads are described by size and checksum.
struct MovieText {
    let movie: VideoEntity

    /// Longer paths are described by checksum.
    private static let pathNumbers = 48

    /// The lines in chunks: the header, then one chunk for each sprite.
    var parts: some Sequence<String> {
        [head].lazy + movie.sprites.indices.lazy.map { sprite($0) }
    }

    private var head: String {
        var lines = [
            "version \(movie.version.printable)",
            "canvas \(MovieText.number(movie.viewBox.width)) × \(MovieText.number(movie.viewBox.height))",
            "fps \(movie.fps)", "frames \(movie.frameCount)",
        ]
        for image in movie.images { lines.append("image \(quoted(image.key)) \(image.format.name), \(MovieText.payload(image.bytes))") }
        for sound in movie.sounds { lines.append("sound \(quoted(sound.key)) \(sound.format.rawValue), \(MovieText.payload(sound.bytes))") }
        for audio in movie.audios {
            lines.append(
                "audio \(quoted(audio.audioKey)) frames \(audio.startFrame) to \(audio.endFrame), "
                    + "from \(audio.startTime) of \(audio.totalTime) ms")
        }
        for diagnostic in movie.diagnostics { lines.append("note \(diagnostic.description.printable)") }
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: - Sprites

    private func sprite(_ index: Int) -> String {
        let sprite = movie.sprites[index]
        var text = "\nsprite \(quoted(sprite.imageKey))"
        if let matte = sprite.matteKey { text += " matte \(quoted(matte))" }
        text += "\n"
        let tables = sprite.frames.tables
        var before: FrameRecord?
        for (frame, record) in sprite.frames.records.enumerated() {
            let changes = MovieText.changes(from: before, to: record, tables)
            if !changes.isEmpty { text += "  \(frame): " + changes.joined(separator: ", ") + "\n" }
            before = record
        }
        return text
    }

    /// The changes of a frame relative to the previous one. An invisible frame is only "hidden".
    private static func changes(from before: FrameRecord?, to record: FrameRecord, _ tables: FrameTables) -> [String] {
        guard record.isVisible else { return before.map { $0.isVisible } ?? true ? ["hidden"] : [] }
        let last = before.flatMap { $0.isVisible ? $0 : nil }
        var parts: [String] = []
        if last?.alpha != record.alpha { parts.append("alpha \(number(record.alpha))") }
        let matrix = [record.a, record.b, record.c, record.d, record.tx, record.ty]
        if last.map({ [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] }) != matrix {
            parts.append("transform " + matrix.map(number).joined(separator: " "))
        }
        let layout = tables.layouts[Int(record.layout)]
        if last.map({ tables.layouts[Int($0.layout)] }) != layout { parts.append("layout " + rectangle(layout)) }
        let clip = record.clipPath < 0 ? nil : tables.clipPaths[Int(record.clipPath)]
        let lastClip = last.flatMap { $0.clipPath < 0 ? nil : tables.clipPaths[Int($0.clipPath)] }
        if clip != lastClip { parts.append(clip.map { "clip " + path($0) } ?? "no clip") }
        let shapes = tables.shapeLists[Int(record.shapes)]
        if last.map({ tables.shapeLists[Int($0.shapes)] }) ?? [] != shapes {
            parts.append(shapes.isEmpty ? "no shapes" : "shapes" + shapes.map { "\n    " + shape($0) }.joined())
        }
        return parts
    }

    private static func shape(_ shape: ShapeEntity) -> String {
        var parts: [String]
        switch shape.geometry {
        case .path(let path): parts = ["path " + self.path(path)]
        case .rect(let rect, let radius): parts = ["rect " + rectangle(rect) + (radius == 0 ? "" : " radius \(number(radius))")]
        case .ellipse(let x, let y, let radiusX, let radiusY):
            parts = ["ellipse at \(number(x)) \(number(y)) radii \(number(radiusX)) \(number(radiusY))"]
        }
        if let fill = shape.fill { parts.append("fill \(color(fill))") }
        if let stroke = shape.stroke {
            var words = "stroke \(color(stroke.color)) width \(number(stroke.width)) \(stroke.lineCap) \(stroke.lineJoin)"
            if stroke.lineJoin == .miter { words += " limit \(number(stroke.miterLimit))" }
            if let dash = stroke.dash { words += " dash \(number(dash.dash)) \(number(dash.gap)) \(number(dash.phase))" }
            parts.append(words)
        }
        let transform = shape.transform
        if transform != .identity {
            let matrix = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
            parts.append("transform " + matrix.map(number).joined(separator: " "))
        }
        return parts.joined(separator: ", ")
    }

    // MARK: - Values

    private static func path(_ path: SVGAPath) -> String {
        guard path.coordinates.count <= pathNumbers else {
            let sum = path.coordinates.withUnsafeBytes { LibdeflateDecompressor.crc32($0) }
            return "of \(path.verbs.count) steps, crc \(sum.hexadecimal)"
        }
        var words: [String] = []
        var coordinates = path.coordinates[...]
        for verb in path.verbs {
            let letter =
                switch verb {
                case .move: "M"
                case .line: "L"
                case .curve: "C"
                case .close: "Z"
                }
            words.append(letter + coordinates.prefix(verb.coordinateCount).map(number).joined(separator: " "))
            coordinates = coordinates.dropFirst(verb.coordinateCount)
        }
        return words.joined(separator: " ")
    }

    private static func payload(_ bytes: [UInt8]) -> String {
        "\(Units.count(bytes.count, "byte")), crc \(bytes.withUnsafeBytes { LibdeflateDecompressor.crc32($0) }.hexadecimal)"
    }

    private static func color(_ color: SVGAColor) -> String {
        [color.red, color.green, color.blue, color.alpha].map(number).joined(separator: " ")
    }

    private static func rectangle(_ rect: SVGARect) -> String {
        "\(number(rect.x)) \(number(rect.y)) \(number(rect.width)) × \(number(rect.height))"
    }

    /// The shortest decimal form of the number; most numbers are 32-bit floats in the file.
    private static func number(_ value: Double) -> String {
        let short = Float(value)
        return Double(short) == value ? (short == 0 ? 0 : short).shortText : value.shortText
    }

    private static func number(_ value: Float) -> String { number(Double(value)) }

    private func quoted(_ key: String) -> String { "\"\(key.printable)\"" }
}
