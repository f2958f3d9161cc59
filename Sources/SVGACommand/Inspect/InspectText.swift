import SVGAEmulation
import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// The report as text: a summary and tables that together fit one screen.
struct InspectText {
    let report: InspectReport
    /// Whether all rows are shown, even if they do not fit one screen.
    let showsAll: Bool
    let screen: TextStream
    /// The views that replace the default tables.
    var views: Set<View> = []
    /// For the timeline view.
    var timeline: Timeline?
    /// Whether tables follow the summary.
    var hasTables = true

    enum View { case timeline, cost }

    var text: String {
        ReportPage(title: report.file, facts: facts, sections: sections, showsAll: showsAll, screen: screen).text
    }

    private var sections: [Section] {
        if !hasTables { return [] }
        if views.isEmpty { return [keys, images, audios, diagnostics] }
        let times = timeline.map { Section(lines: $0.lines(width: screen.columns, screen.wording)) }
        return (views.contains(.timeline) ? [times].compactMap { $0 } : []) + (views.contains(.cost) ? [fileCost, memory, images] : [])
    }

    private typealias Section = ReportPage.Section

    // MARK: The summary

    private var facts: [(label: Message, value: Message)] {
        let container: Message =
            switch report.container {
            case .zlib: "zlib"
            case .zipBinary: "ZIP with movie.binary"
            case .zipJSON: "ZIP with movie.spec"
            case .gzip: "gzip"
            case .protobuf: "protobuf without zlib"
            }
        let version: Message = report.version.isEmpty ? "no version" : "\(report.version.printable.fitted(columns: 8))"
        let shapes = report.sprites.reduce(0) { $0 + $1.shapes }
        let clips = report.sprites.reduce(0) { $0 + $1.clips }
        let mattes = report.sprites.count { $0.kind == .matte }
        return [
            ("Format", "\(version), \(container)"),
            ("Canvas", "\(number(report.viewBox.width)) × \(number(report.viewBox.height)) px"),
            (
                "File",
                report.bytes > 0
                    ? "\(Units.bytes(report.bytes)), \(share(report.cost.images)) images" : Units.bytes(report.bytes)
            ),
            ("Length", "\(Units.count(report.frames, "frame")), \(report.fps) fps, \(Units.seconds(report.durationSeconds))"),
            ("Images", "\(report.images.count), decoded \(Units.bytes(report.decodedImageBytes))"),
            ("Layers", "\(Units.count(report.sprites.count, "sprite")), peak \(report.peakLayers)"),
            ("Vectors", "\(Units.count(shapes, "shape")), \(Units.count(clips, "clip")) in total"),
            ("Mattes", "\(mattes)"),
        ]
    }

    // MARK: The tables

    private var keys: Section {
        var table = TextTable(columns: [
            .init(title: "Replaceable keys (\(report.keys.count))"), .init(title: "takes"), .init(title: "image px", isRight: true),
            .init(title: "layout", isRight: true), .init(title: "sprites", isRight: true), .init(title: "visible frames"),
        ])
        for key in KeyOrder(report).sorted {
            let visible = key.visibleFrames.first.flatMap { first in
                key.visibleFrames.last.map { "\(first.lowerBound)–\($0.upperBound - 1)" }
            }
            table.rows.append([
                ReportPage.indented(key.key), screen.text(InspectText.takes(key.kind)), size(key.imageSize?.width, key.imageSize?.height),
                size(key.layoutSize?.width.finite, key.layoutSize?.height.finite), "\(key.sprites.count)", visible ?? screen.text("never"),
            ])
        }
        return Section(table, screen)
    }

    static func takes(_ kind: SpriteEntity.Kind) -> Message {
        switch kind {
        case .bitmap: "image, text"
        case .vector: "text"
        case .matte: "image (matte)"
        }
    }

    private func share(_ bytes: Int) -> String { "\(Units.decimal(100 * Double(bytes) / Double(max(1, report.bytes)), places: 0)) %" }

    private var fileCost: Section {
        var table = TextTable(columns: [
            .init(title: "The file"), .init(title: Units.bytes(report.bytes), isRight: true), .init(title: "", isRight: true),
        ])
        let parts: [(name: Message, bytes: Int)] = [
            (Units.count(report.images.count, "image"), report.cost.images),
            ("frames of \(Units.count(report.sprites.count, "sprite"))", report.cost.frames),
            (Units.count(report.audios.count, "sound"), report.cost.sounds),
        ]
        for (name, bytes) in parts.sorted(by: { $0.bytes > $1.bytes }) {
            table.rows.append([ReportPage.indented(screen.text(name)), screen.bytes(bytes), share(bytes)])
        }
        return Section(table, screen)
    }

    private var memory: Section {
        var table = TextTable(columns: [
            .init(title: "Images in memory"), .init(title: Units.bytes(report.decodedImageBytes), isRight: true),
        ])
        // A player that cannot load the file comes last.
        for (player, bytes) in report.cost.memory.sorted(by: { $0.bytes ?? -1 > $1.bytes ?? -1 }) {
            table.rows.append([ReportPage.indented(player.title), bytes.map(screen.bytes) ?? screen.text("loads nothing")])
        }
        return Section(table, screen)
    }

    private var images: Section {
        var table = TextTable(columns: [
            .init(title: "Images (\(report.images.count))"), .init(title: "format"), .init(title: "pixels", isRight: true),
            .init(title: "file", isRight: true), .init(title: "decoded", isRight: true), .init(title: "used by"),
        ])
        for image in report.imagesByCost.map({ report.images[$0] }) {
            table.rows.append([
                ReportPage.indented(image.key), image.format, size(image.width.map(Double.init), image.height.map(Double.init)),
                screen.bytes(image.bytes), image.decodedBytes.map(screen.bytes) ?? "—",
                screen.text(image.usedBy == 0 ? "unused" : Units.count(image.usedBy, "sprite")),
            ])
        }
        return Section(table, screen)
    }

    private var audios: Section {
        var table = TextTable(columns: [
            .init(title: "Audio (\(report.audios.count))"), .init(title: "format"), .init(title: "file", isRight: true),
            .init(title: "length", isRight: true), .init(title: "frames"),
        ])
        for audio in report.audios.sorted(by: { $0.bytes ?? 0 > $1.bytes ?? 0 }) {
            let frames = audio.startFrame.flatMap { start in audio.endFrame.map { "\(start)–\(max(start, $0 - 1))" } }
            table.rows.append([
                ReportPage.indented(audio.key), audio.format ?? screen.text("missing"), audio.bytes.map(screen.bytes) ?? "—",
                seconds(audio),
                frames ?? screen.text("never played"),
            ])
        }
        return Section(table, screen)
    }

    /// The payload's duration if the file contains it, else the playback duration in the movie.
    private func seconds(_ audio: InspectReport.Audio) -> String {
        if let total = audio.totalTime, total > 0 { return Units.seconds(Double(total) / 1000) }
        guard let start = audio.startFrame, let end = audio.endFrame, end > start else { return "—" }
        return Units.seconds(Double(end - start) / Double(max(1, report.fps)))
    }

    private var diagnostics: Section {
        var lines = [screen.text("Diagnostics (\(report.diagnostics.count))")]
        for finding in report.diagnostics {
            let location: Message = finding.locationText.isEmpty ? "" : " (\(finding.locationText))"
            let severity = screen.text(finding.severity)
            let line = "  \(finding.identifier) \(severity) \(screen.text("\(finding.text)\(location)"))".printable.fitted(
                columns: screen.columns)
            switch finding.severity {
            case .error: lines.append(screen.styled(line, .red))
            case .warning: lines.append(screen.styled(line, .yellow))
            case .info: lines.append(line)
            }
        }
        return Section(lines: lines)
    }

    private func number(_ value: Double) -> String { Units.decimal(value, places: 1) }

    private func size(_ width: Double?, _ height: Double?) -> String {
        guard let width, let height else { return "—" }
        return "\(number(width))×\(number(height))"
    }
}

/// The text of `svga inspect --keys`: the replaceable keys.
struct KeyList {
    private let keys: [ReplaceableKey]

    init(_ report: InspectReport) { keys = KeyOrder(report).sorted }

    /// A line for each key: the key, its content, and the size of its layout in points.
    func text(_ screen: TextStream) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: ""), .init(title: "", isRight: true)])
        for key in keys {
            let layout = key.layoutSize.map {
                "\(Units.decimal($0.width.finite, places: 1))×\(Units.decimal($0.height.finite, places: 1))"
            }
            table.rows.append([key.key.printable, screen.text(InspectText.takes(key.kind)), layout ?? "—"])
        }
        // Not truncated, because scripts read this.
        return table.lines(width: .max).dropFirst().map { $0 + "\n" }.joined()
    }
}
