import CSVGAKernels

/// Finds the columns of output rows that show a bitmap: all of them, those without an edge, and those in the octagon around the ink.
///
/// Reused for all rows of a bitmap; it computes ``rowCount`` rows at once.
package struct BitmapSpans {
    /// The columns of a row. An empty range means none.
    package struct Row: Equatable {
        package let outer: Range<Int>
        package let inner: Range<Int>
        package let hull: Range<Int>
    }

    /// The ranges of the bitmap's coordinates.
    package struct Limits {
        let outer: (u: ClosedRange<Double>, v: ClosedRange<Double>)
        let inner: (u: ClosedRange<Double>, v: ClosedRange<Double>)?
        let hull: (sum: ClosedRange<Double>, difference: ClosedRange<Double>)?

        /// - Parameters:
        ///   - inner: nil: no columns.
        ///   - hull: of x + y and x - y; nil: all columns.
        package init(
            outer: (u: ClosedRange<Double>, v: ClosedRange<Double>), inner: (u: ClosedRange<Double>, v: ClosedRange<Double>)?,
            hull: (sum: ClosedRange<Double>, difference: ClosedRange<Double>)?
        ) {
            (self.outer, self.inner, self.hull) = (outer, inner, hull)
        }
    }

    package static let rowCount = Int(SVGA_SPAN_ROWS)

    private let u: BitmapLine
    private let v: BitmapLine
    private let limits: Limits
    private let columns: Range<Int>
    private let ends: UnsafeMutablePointer<Int32>
    private let isPlain = !Simd.isOn
    /// The first of the computed rows; nil: none.
    private var first: Int?
    private var spans = svga_spans()

    /// Calls `body` with the spans of a bitmap.
    /// - Parameters:
    ///   - columns: those of the output; not negative, and below 2³¹.
    package static func with(
        _ u: BitmapLine, _ v: BitmapLine, _ limits: Limits, columns: Range<Int>, _ body: (inout BitmapSpans) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 6 * rowCount) { memory in
            guard let ends = memory.baseAddress else { return }
            var spans = BitmapSpans(u, v, limits, columns, ends)
            body(&spans)
        }
    }

    private init(
        _ u: BitmapLine, _ v: BitmapLine, _ limits: Limits, _ columns: Range<Int>, _ ends: UnsafeMutablePointer<Int32>
    ) {
        (self.u, self.v, self.limits, self.columns, self.ends) = (u, v, limits, columns, ends)
        func range(_ range: ClosedRange<Double>) -> svga_range { svga_range(low: range.lowerBound, high: range.upperBound) }
        (spans.u, spans.v) = (u.line, v.line)
        spans.outer = (range(limits.outer.u), range(limits.outer.v))
        if let inner = limits.inner { spans.inner = (range(inner.u), range(inner.v)) }
        if let hull = limits.hull { spans.hull = (range(hull.sum), range(hull.difference)) }
        spans.has_hull = limits.hull != nil
        (spans.first, spans.end) = (Int32(clamping: columns.lowerBound), Int32(clamping: columns.upperBound))
    }

    /// The columns of a row.
    package mutating func row(_ y: Int) -> Row {
        if isPlain { return plainRow(y) }
        var row = y &- (first ?? .max)
        if first == nil || row < 0 || row >= BitmapSpans.rowCount {
            svga_find_spans(&spans, Int64(y), ends)
            (first, row) = (y, 0)
        }
        let outer = span(0, row)
        return Row(
            outer: outer, inner: limits.inner == nil ? outer.lowerBound..<outer.lowerBound : span(1, row),
            hull: limits.hull == nil ? columns : span(2, row))
    }

    private func span(_ group: Int, _ row: Int) -> Range<Int> {
        let at = 2 &* group &* BitmapSpans.rowCount &+ row
        let (first, end) = (Int(ends[at]), Int(ends[at &+ BitmapSpans.rowCount]))
        return first..<max(first, end)
    }

    /// The plain Swift implementation of ``row(_:)``.
    package func plainRow(_ y: Int) -> Row {
        let (u, v) = (u.sample(y), v.sample(y))
        var outer = columns
        u.limit(&outer, to: limits.outer.u)
        v.limit(&outer, to: limits.outer.v)
        var inner = outer.lowerBound..<outer.lowerBound
        if let limit = limits.inner {
            inner = columns
            u.limit(&inner, to: limit.u)
            v.limit(&inner, to: limit.v)
        }
        var hull = columns
        if let limit = limits.hull {
            SampleLine(slope: u.slope + v.slope, start: u.start + v.start).limit(&hull, to: limit.sum)
            SampleLine(slope: u.slope - v.slope, start: u.start - v.start).limit(&hull, to: limit.difference)
        }
        return Row(outer: outer, inner: inner, hull: hull)
    }
}

/// A coordinate of a bitmap in the output.
package struct BitmapLine {
    fileprivate let line: svga_line
    private let sample: SampleLine

    /// - Parameters:
    ///   - across: the distance of two columns.
    ///   - down: the distance of two rows.
    ///   - offset: the coordinate at the corner of the output.
    package init(across: Double, down: Double, offset: Double) {
        line = svga_line(slope: across, first: across * 0.5, down: down, offset: offset)
        sample = SampleLine(slope: across)
    }

    /// The coordinate along a row.
    package func sample(_ y: Int) -> SampleLine { sample.starting(at: line.first + line.down * (Double(y) + 0.5) + line.offset) }
}
