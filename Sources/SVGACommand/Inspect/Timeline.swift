import SVGAModel
import SVGARender
import SVGASupport
import SVGATasks

/// The frames in which keys are visible and sounds play, as rows of characters.
struct Timeline: Sendable {
    struct Row: Sendable {
        let name: String
        /// The opacity of the key in each frame, 0 to 1: the maximum over its sprites.
        let opacities: [Float]
        let isSound: Bool

        var first: Int { opacities.firstIndex { $0 > 0 } ?? opacities.count }
        var isEmpty: Bool { first == opacities.count }
    }

    /// Sorted by first frame, then by longest visibility; sounds are last.
    let rows: [Row]
    let frames: Int
    let fps: Int

    init(_ movie: VideoEntity, _ keys: [ReplaceableKey], drawn: DrawnFrames? = nil) {
        let drawn = drawn ?? DrawnFrames(movie)
        frames = movie.frameCount
        fps = movie.fps
        let keyRows = keys.map { key in
            var opacities = [Float](repeating: 0, count: movie.frameCount)
            for sprite in key.sprites {
                let records = movie.sprites[sprite].frames.records.prefix(movie.frameCount)
                for (frame, record) in records.enumerated() where drawn.isDrawn(sprite, frame: frame) {
                    opacities[frame] = max(opacities[frame], min(1, record.alpha))
                }
            }
            return Row(name: key.key, opacities: opacities, isSound: false)
        }
        let lengths = keyRows.map { row in row.opacities.count { $0 > 0 } }
        let order = keyRows.indices.sorted { (keyRows[$0].first, -lengths[$0], $0) < (keyRows[$1].first, -lengths[$1], $1) }
        let soundRows = movie.audios.map { audio in
            let span = max(0, audio.startFrame)..<max(0, audio.startFrame, min(audio.endFrame, movie.frameCount))
            return Row(name: "♪ " + audio.audioKey, opacities: (0..<movie.frameCount).map { span.contains($0) ? 1 : 0 }, isSound: true)
        }
        rows = order.map { keyRows[$0] } + soundRows
    }

    /// The header with frame numbers, then a line for each row.
    /// - Parameter width: in columns; `.max` has a column for each frame and does not truncate.
    func lines(width: Int, _ wording: Wording = .shell) -> [String] {
        let seconds = Units.seconds(Double(frames) / Double(max(1, fps)))
        let title = wording.text("Timeline (\(Units.count(frames, "frame")), \(seconds))" as Message)
        guard frames > 0 else { return [title] }
        let names = rows.map { ReportPage.indented($0.name) }
        let longest = max(title.terminalColumns, names.map(\.terminalColumns).max() ?? 0)
        let label = width == .max ? longest : min(longest, max(title.terminalColumns, width / 3))
        let free = width == .max ? frames : max(10, width - label - 2)
        // All frames have the same width if there is enough space.
        let columns = frames > free ? free : width == .max ? frames : frames * min(8, free / frames)
        let header = title.fitted(columns: label).padded(columns: label) + "  " + ruler(columns)
        return [header]
            + zip(rows, names).map { row, name in
                let none: Message = row.isSound ? "never played" : "never visible"
                return name.fitted(columns: label).padded(columns: label) + "  " + (row.isEmpty ? wording.text(none) : bar(row, columns))
            }
    }

    private func bar(_ row: Row, _ columns: Int) -> String {
        let bar = (0..<columns).map { column -> Character in
            let first = column * frames / columns
            let part = row.opacities[first..<max(first + 1, (column + 1) * frames / columns)]
            let mean = part.reduce(0, +) / Float(part.count)
            if mean == 0 { return "·" }
            if row.isSound { return "━" }
            return mean < 0.25 ? "░" : mean < 0.5 ? "▒" : mean < 0.95 ? "▓" : "█"
        }
        return String(bar)
    }

    /// Frame numbers at the columns of their frames.
    private func ruler(_ columns: Int) -> String {
        let digits = String(frames).count
        let step = [1, 2, 5, 10, 15, 20, 25, 30, 50].first { $0 * columns / frames > digits + 2 }
        var wide = 100
        while step == nil, wide * columns / frames <= digits + 2, wide < frames { wide *= wide % 3 == 0 ? 5 : 2 }
        let every = step ?? wide
        var text = ""
        for frame in stride(from: 0, to: frames, by: every) {
            let column = frame * columns / frames
            if column < text.count + (text.isEmpty ? 0 : 1) || column + String(frame).count > columns { continue }
            text += String(repeating: " ", count: column - text.count) + String(frame)
        }
        return text
    }
}
