import SVGAModel
import SVGAPixels

/// What `svga bounds` says.
struct BoundsReport: Encodable, Sendable {
    /// In points of the canvas.
    struct Bounds: Encodable, Hashable, Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    struct Row: Encodable, Sendable {
        let frame: Int
        /// Null where the key is not visible.
        @Nullable var bounds: Bounds?

        init(frame: Int, bounds: Rect?) {
            self.frame = frame
            self.bounds = bounds.map { Bounds(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        }
    }

    let schema = 1
    let file: String
    let key: String
    /// In the order they were asked for.
    let frames: [Row]

    private enum CodingKeys: String, CodingKey { case schema, file, key, frames }

    var isVisible: Bool { frames.contains { $0.bounds != nil } }

    /// A line for each frame, and one for neighbours with the same bounds: `31–33  x 275, y 210.5, 200 × 200`.
    var text: String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        var index = 0
        while index < frames.count {
            let first = frames[index]
            var last = first
            while index + 1 < frames.count, frames[index + 1].frame == last.frame + 1, frames[index + 1].bounds == first.bounds {
                index += 1
                last = frames[index]
            }
            index += 1
            guard let bounds = first.bounds else { continue }
            let span = first.frame == last.frame ? "\(first.frame)" : "\(first.frame)–\(last.frame)"
            let numbers = [bounds.x, bounds.y, bounds.width, bounds.height].map { Units.decimal($0, places: 2) }
            table.rows.append([span, "x \(numbers[0]), y \(numbers[1]), \(numbers[2]) × \(numbers[3])"])
        }
        return table.lines(width: .max).dropFirst().map { $0 + "\n" }.joined()
    }
}
