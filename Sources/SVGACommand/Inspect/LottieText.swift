import SVGALottie
import SVGASupport
import SVGATasks

extension LottieReport {
    func text(showsAll: Bool, screen: TextStream) -> String {
        let facts: [(label: Message, value: Message)] = [
            ("Format", "Lottie"), ("Canvas", "\(LottieReport.number(width)) × \(LottieReport.number(height)) px"),
            ("File", Units.bytes(bytes)),
            ("Length", length),
            ("Images", "\(images.count), \(Units.bytes(images.reduce(0) { $0 + ($1.bytes ?? 0) }))"),
            ("Layers", Units.count(layers.count, "name")),
        ]
        return ReportPage(
            title: file, facts: facts, sections: sections(screen), showsAll: showsAll, screen: screen
        ).text
    }

    private var length: Message {
        "\(Units.count(frames, "frame")), \(Units.decimal(framesPerSecond, places: 2)) fps, \(Units.seconds(durationSeconds))"
    }

    private func sections(_ screen: TextStream) -> [ReportPage.Section] {
        var keys = TextTable(columns: [
            .init(title: "Replaceable layers (\(replaceable.count))"), .init(title: "takes"), .init(title: "now"),
        ])
        for layer in replaceable {
            keys.rows.append([
                ReportPage.indented(layer.name), screen.text(LottieReport.takes(layer.kind)), LottieReport.content(of: layer),
            ])
        }
        var values = TextTable(columns: [.init(title: "Values by key path (\(settable.count))"), .init(title: "takes")])
        for value in settable { values.rows.append([ReportPage.indented(value.keyPath), screen.text(LottieReport.takes(value.kind))]) }
        var times = TextTable(columns: [
            .init(title: "Markers (\(markers.count))"), .init(title: "frame", isRight: true), .init(title: "frames", isRight: true),
        ])
        for marker in markers {
            times.rows.append([
                ReportPage.indented(marker.name), LottieReport.number(marker.startFrame), LottieReport.number(marker.frameCount),
            ])
        }
        let lines =
            [screen.text("Drawn differently (\(notes.count))")]
            + notes.map { "  \(screen.text($0.lottieText))".printable.fitted(columns: screen.columns) }
        return [.init(keys, screen), .init(values, screen), .init(times, screen), .init(lines: lines)]
    }

    /// The text of `--keys`: a line for each key, not truncated, because scripts read this.
    func keysText(screen: TextStream) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: ""), .init(title: "")])
        for layer in replaceable {
            table.rows.append([layer.name.printable, screen.text(LottieReport.takes(layer.kind)), LottieReport.content(of: layer)])
        }
        for value in settable { table.rows.append([value.keyPath.printable, screen.text(LottieReport.takes(value.kind)), ""]) }
        return table.lines(width: .max).dropFirst().map { $0 + "\n" }.joined()
    }

    private static func takes(_ kind: LottieReplaceable.Kind) -> Message {
        switch kind {
        case .image: "image"
        case .text: "text"
        }
    }

    private static func takes(_ kind: LottieSettable.Kind) -> Message {
        switch kind {
        case .color: "color"
        case .number: "number"
        }
    }

    private static func content(of layer: LottieReplaceable) -> String {
        if let size = layer.size { return "\(number(size.width))×\(number(size.height))" }
        return layer.text.map { "\"\($0)\"".printable } ?? ""
    }

    private static func number(_ value: Double) -> String { Units.decimal(value, places: 1) }
}
