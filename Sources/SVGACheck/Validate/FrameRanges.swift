/// Frame indices, gathered in rising order, as runs of neighbours.
struct FrameRanges {
    private(set) var ranges: [ClosedRange<Int>] = []

    var isEmpty: Bool { ranges.isEmpty }

    mutating func append(_ frame: Int) { append(frame..<frame + 1) }

    mutating func append(_ frames: Range<Int>) {
        guard !frames.isEmpty else { return }
        if let last = ranges.last, last.upperBound == frames.lowerBound - 1 {
            ranges[ranges.count - 1] = last.lowerBound...frames.upperBound - 1
        } else {
            ranges.append(ClosedRange(frames))
        }
    }
}

extension [ClosedRange<Int>] {
    /// `frame 3`, `frames 0–4, 7`; long lists are cut.
    var framesText: String {
        guard let first else { return "" }
        let shown = prefix(6).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        let rest = dropFirst(6).reduce(0) { $0 + $1.count }
        let more = rest > 0 ? " and \(rest) more" : ""
        return (count == 1 && first.count == 1 ? "frame " : "frames ") + shown.joined(separator: ", ") + more
    }
}
