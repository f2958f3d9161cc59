import SVGALottie
import SVGAModel
import SVGASupport

/// What `svga inspect` says about a Lottie, as plain values.
struct LottieReport: Sendable {
    /// As it was written on the command line.
    let file: String
    let bytes: Int
    /// In points.
    let width: Double
    let height: Double
    let framesPerSecond: Double
    let frames: Int
    let layers: [String]
    let replaceable: [LottieReplaceable]
    let settable: [LottieSettable]
    let images: [Image]
    let markers: [LottieMarker]
    let notes: [LottieNote]

    /// A picture of the file's assets.
    struct Image: Sendable {
        let id: String
        /// In points.
        let width: Double
        let height: Double
        /// nil: it is not in the file.
        let bytes: Int?
    }

    /// In how many frames it is looked for what can be set.
    private static let framesLookedAt = 40

    init(_ file: LottieFile, limits: ReadLimits) throws(CommandError) {
        let animation = try file.animation(limits: limits)
        let composition = file.composition
        self.file = file.name
        bytes = file.byteCount
        (width, height) = (composition.width, composition.height)
        framesPerSecond = composition.framesPerSecond
        frames = composition.frames
        layers = animation.layerNames
        replaceable = animation.replaceableLayers
        settable = animation.settableValues(frames: LottieReport.framesLookedAt)
        images = composition.imageAssets.compactMap { id in
            composition.image(asset: id).map { Image(id: id, width: $0.width, height: $0.height, bytes: $0.entity?.bytes.count) }
        }
        markers = composition.markers
        notes = composition.notes
    }

    var durationSeconds: Double { Double(frames) / framesPerSecond }
}

// MARK: - JSON

extension LottieReport: JSONRepresentable {
    /// As the report of a movie, where the two have the same things; `container` is `lottie`.
    var json: JSONValue {
        [
            "schema": 1, "file": file, "bytes": bytes, "container": "lottie",
            "viewBox": ["width": width, "height": height] as JSONValue, "fps": framesPerSecond, "frames": frames,
            "durationSeconds": durationSeconds, "layers": layers, "keys": replaceable.map(\.json), "values": settable.map(\.json),
            "images": images.map(\.json), "markers": markers.map(\.json), "notes": notes.map(\.json),
        ]
    }

    /// The JSON of `--keys`.
    var keysJSON: JSONValue {
        ["schema": 1, "file": file, "keys": replaceable.map(\.json), "values": settable.map(\.json)]
    }
}

extension LottieReport.Image {
    fileprivate var json: JSONValue { ["key": id, "width": width, "height": height, "bytes": bytes] }
}

extension LottieReplaceable {
    fileprivate var json: JSONValue {
        ["key": name, "kind": kindName, "width": size?.width, "height": size?.height, "text": text]
    }

    fileprivate var kindName: String {
        switch kind {
        case .image: "image"
        case .text: "text"
        }
    }
}

extension LottieSettable {
    fileprivate var json: JSONValue { ["path": keyPath, "takes": kind.rawValue] }
}

extension LottieMarker {
    fileprivate var json: JSONValue { ["name": name, "startFrame": startFrame, "frames": frames] }
}

extension LottieNote {
    fileprivate var json: JSONValue { ["place": place, "message": message] }
}

// MARK: - Text

extension LottieReport {
    func text(showsAll: Bool, screen: TextStream) -> String {
        let facts = [
            ("Format", "Lottie"), ("Canvas", "\(LottieReport.number(width)) × \(LottieReport.number(height)) px"),
            ("File", Units.bytes(bytes)),
            ("Length", length),
            ("Images", "\(images.count), \(Units.bytes(images.reduce(0) { $0 + ($1.bytes ?? 0) }))"),
            ("Layers", Units.count(layers.count, "name")),
        ]
        return ReportPage(
            title: file, facts: facts.map { (label: $0.0, value: $0.1) }, sections: sections(screen), showsAll: showsAll, screen: screen
        ).text
    }

    private var length: String {
        "\(Units.count(frames, "frame")), \(Units.decimal(framesPerSecond, places: 2)) fps, \(Units.seconds(durationSeconds))"
    }

    private func sections(_ screen: TextStream) -> [ReportPage.Section] {
        var keys = TextTable(columns: [
            .init(title: "Replaceable layers (\(replaceable.count))"), .init(title: "takes"), .init(title: "now"),
        ])
        for layer in replaceable {
            keys.rows.append([ReportPage.indented(layer.name), layer.kindName, LottieReport.content(of: layer)])
        }
        var values = TextTable(columns: [.init(title: "Values by key path (\(settable.count))"), .init(title: "takes")])
        for value in settable { values.rows.append([ReportPage.indented(value.keyPath), value.kind.rawValue]) }
        var times = TextTable(columns: [
            .init(title: "Markers (\(markers.count))"), .init(title: "frame", isRight: true), .init(title: "frames", isRight: true),
        ])
        for marker in markers {
            times.rows.append([
                ReportPage.indented(marker.name), LottieReport.number(marker.startFrame), LottieReport.number(marker.frames),
            ])
        }
        let lines =
            ["Drawn otherwise than meant (\(notes.count))"] + notes.map { "  \($0.description)".printable.fitted(columns: screen.columns) }
        return [.init(keys, screen), .init(values, screen), .init(times, screen), .init(lines: lines)]
    }

    /// The text of `--keys`: a line for each, never cut, because scripts read this.
    var keysText: String {
        var table = TextTable(columns: [.init(title: ""), .init(title: ""), .init(title: "")])
        for layer in replaceable { table.rows.append([layer.name.printable, layer.kindName, LottieReport.content(of: layer)]) }
        for value in settable { table.rows.append([value.keyPath.printable, value.kind.rawValue, ""]) }
        return table.lines(width: .max).dropFirst().map { $0 + "\n" }.joined()
    }

    private static func content(of layer: LottieReplaceable) -> String {
        if let size = layer.size { return "\(number(size.width))×\(number(size.height))" }
        return layer.text.map { "\"\($0)\"".printable } ?? ""
    }

    private static func number(_ value: Double) -> String { Units.decimal(value, places: 1) }
}
