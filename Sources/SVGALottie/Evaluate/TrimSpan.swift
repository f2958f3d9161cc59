import SVGAPlatform

/// The part of an outline that a trim keeps, in shares of its length.
struct TrimSpan {
    /// 0…2 and 0…2: values above 1 wrap around to the start.
    private let start: Double
    private let end: Double

    /// - Returns: nil if the trim keeps everything. With an offset, closed outlines begin elsewhere, which a second trim and caps reveal.
    init?(start: Double, end: Double, offset: Double) {
        let turn = offset - offset.rounded(.down)
        let (a, b) = (min(max(start, 0), 1) + turn, min(max(end, 0), 1) + turn)
        func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
        self.start = rounded(min(a, b))
        self.end = rounded(max(a, b))
        if self.start == 0, self.end == 1 { return nil }
    }

    /// The remaining parts of some contours.
    /// - Parameters:
    ///   - before: the length of the preceding outlines, which are trimmed together with these.
    ///   - totalLength: the length of all outlines together.
    ///   - areJoined: whether a closed outline continues across its start.
    ///   - keepsVertices: whether the parts have the vertices and handles of lottie-web, which other modifiers move: the start of an outline
    ///     that continues across it is a vertex twice, and lines are parts of curves without handles.
    func parts(
        of contours: [Contour], _ lengths: [ContourLengths], from before: Double, totalLength: Double, areJoined: Bool = true,
        keepsVertices: Bool = false
    ) -> [Contour] {
        guard end > start, totalLength > 0 else { return [] }
        let spans: [(from: Double, to: Double)] =
            if end <= 1 {
                [(start * totalLength, end * totalLength)]
            } else if start >= 1 {
                [((start - 1) * totalLength, (end - 1) * totalLength)]
            } else {
                [(start * totalLength, totalLength), (0, (end - 1) * totalLength)]
            }
        var result: [Contour] = []
        var position = before
        for (contour, length) in zip(contours, lengths) {
            var pieces: [Contour] = []
            for span in spans {
                let (from, to) = (max(span.from - position, 0), min(span.to - position, length.total))
                guard to > from else { continue }
                if from <= 0, to >= length.total {
                    pieces.append(contour)
                } else {
                    pieces.append(length.part(from: from, to: to, keepsVertices: keepsVertices))
                }
            }
            if areJoined, pieces.count == 2, contour.isClosed, let joined = pieces[0].joined(with: pieces[1], keepsVertices) {
                pieces = [joined]
            }
            result += pieces.filter { $0.count > 1 }
            position += length.total
        }
        return result
    }
}

extension Contour {
    /// This outline joined with one that begins at its end; nil if they do not meet.
    /// - Parameter keepsVertices: whether the common vertex is there twice.
    fileprivate func joined(with other: Contour, _ keepsVertices: Bool) -> Contour? {
        guard !isClosed, !other.isClosed, count > 0, other.count > 1 else { return nil }
        let (last, first) = (self[count - 1], other[0])
        guard (last.x - first.x).magnitude < 1e-3, (last.y - first.y).magnitude < 1e-3 else { return nil }
        var result = self
        if !keepsVertices {
            result[count - 1].outX = first.outX
            result[count - 1].outY = first.outY
        }
        for index in (keepsVertices ? 0 : 1)..<other.count { result.append(other[index]) }
        return result
    }
}
