import CSVGAKernels

/// Draws the pixels at a bitmap's edge: missing neighbors are copies of the edge pixels, and the edge covers pixels partially.
package struct BitmapEdge {
    /// The rounding of the rest of the bitmap; see ``PixelBlend``.
    package enum Rounding { case axisAligned, affine }

    private let words: UnsafePointer<UInt32>
    private let width: Int
    private let height: Int
    /// The rectangle of the picture, in stored pixels; pixels outside of it are not drawn.
    private let edges: SVGARect
    /// The number of stored pixels per output pixel across the left and right edges, and across the top and bottom edges.
    private let spanX: Double
    private let spanY: Double
    private let rounding: Rounding
    /// ``PixelBlend/factor(_:)`` of the alpha.
    private let factor: Float
    private let kernel: svga_edge

    package init(
        _ words: UnsafePointer<UInt32>, width: Int, height: Int, edges: SVGARect, spanX: Double, spanY: Double, alpha: Double,
        _ rounding: Rounding
    ) {
        (self.words, self.width, self.height) = (words, width, height)
        (self.edges, self.spanX, self.spanY, self.rounding) = (edges, spanX, spanY, rounding)
        factor =
            switch rounding {
            case .axisAligned: AxisAlignedBlend.factor(alpha)
            case .affine: AffineBlend.factor(alpha)
            }
        kernel = svga_edge(
            words: words, width: Int32(clamping: width), height: Int32(clamping: height),
            x: svga_edge_axis(low: edges.x, high: edges.maxX, span: spanX),
            y: svga_edge_axis(low: edges.y, high: edges.maxY, span: spanY), factor: factor)
    }

    /// - Parameters:
    ///   - u: the x position in the bitmap along the output row.
    ///   - v: the y position in the bitmap along the output row.
    ///   - out: the output row, from its column 0.
    @inlinable
    package func draw(_ columns: Range<Int>, _ u: SampleLine, _ v: SampleLine, _ out: UnsafeMutablePointer<UInt32>) {
        if !columns.isEmpty { drawSome(columns, u, v, out) }
    }

    @usableFromInline
    package func drawSome(_ columns: Range<Int>, _ u: SampleLine, _ v: SampleLine, _ out: UnsafeMutablePointer<UInt32>) {
        guard Simd.isOn else { return drawPlain(columns, u, v, out) }
        var kernel = kernel
        var (lineU, lineV) = (svga_edge_line(slope: u.slope, start: u.start), svga_edge_line(slope: v.slope, start: v.start))
        let (first, count, start) = (Int64(columns.lowerBound), columns.count, out + columns.lowerBound)
        switch rounding {
        case .axisAligned: svga_edge_over_cut(&kernel, &lineU, &lineV, first, count, start)
        case .affine: svga_edge_over(&kernel, &lineU, &lineV, first, count, start)
        }
    }

    /// The plain Swift implementation.
    package func drawPlain(_ columns: Range<Int>, _ u: SampleLine, _ v: SampleLine, _ out: UnsafeMutablePointer<UInt32>) {
        switch rounding {
        case .axisAligned: draw(columns, u, v, AxisAlignedBlend.self, out)
        case .affine: draw(columns, u, v, AffineBlend.self, out)
        }
    }

    @inline(__always)
    private func draw<Blend: PixelBlend>(
        _ columns: Range<Int>, _ u: SampleLine, _ v: SampleLine, _: Blend.Type, _ out: UnsafeMutablePointer<UInt32>
    ) {
        let last = SIMD2(Double(width - 1), Double(height - 1))
        // A pixel at this minimum distance from all edges is completely covered.
        let (low, high) = (SIMD2(edges.x, edges.y), SIMD2(edges.maxX, edges.maxY))
        let half = SIMD2(0.5 * spanX, 0.5 * spanY)
        for x in columns {
            let at = SIMD2(u.at(x), v.at(x))
            var coverage = 1.0
            let isWhole = ((at - low) .>= half) .& ((high - at) .>= half)
            if !(isWhole[0] && isWhole[1]) {
                coverage = Self.coverage(at.x, edges.x, edges.maxX, spanX) * Self.coverage(at.y, edges.y, edges.maxY, spanY)
                if coverage <= 0 { continue }
            }
            let (color, isEmpty) = sample((at - 0.5).clamped(lowerBound: .zero, upperBound: last))
            if isEmpty { continue }
            let source = Blend.source(color, factor)
            out[x] = Blend.over(coverage < 1 ? Blend.covering(source, Float(coverage)) : source, out[x])
        }
    }

    /// The bilinear interpolation of the four pixels around a point within the bitmap.
    @inline(__always)
    private func sample(_ point: SIMD2<Double>) -> (color: SIMD4<Float>, isEmpty: Bool) {
        // 1.5 × 2⁵²: in numbers around it the step is 1, so this rounds to nearest, and the lowest bits are the whole number.
        let sum = point + 6_755_399_441_055_744
        var first = sum - 6_755_399_441_055_744
        let isAbove = first .> point
        first.replace(with: first - 1, where: isAbove)
        func index(_ sum: Double, _ isAbove: Bool, _ count: Int) -> Int {
            min(max(0, Int(Int32(truncatingIfNeeded: sum.bitPattern)) - (isAbove ? 1 : 0)), count - 1)
        }
        let (left, top) = (index(sum.x, isAbove[0], width), index(sum.y, isAbove[1], height))
        let above = words + top * width
        let below = top < height - 1 ? above + width : above
        let right = left < width - 1 ? left + 1 : left
        let (topLeft, topRight, bottomLeft, bottomRight) = (above[left], above[right], below[left], below[right])
        if topLeft | topRight | bottomLeft | bottomRight == 0 { return (.zero, true) }
        let part = point - first
        // Between equal rows nothing is left to do.
        if topLeft == bottomLeft, topRight == bottomRight {
            let start = Pixel.channels(topLeft)
            return (start + (Pixel.channels(topRight) - start) * Float(part.x), false)
        }
        return (Pixel.bilinear(topLeft, topRight, bottomLeft, bottomRight, Float(part.x), Float(part.y)), false)
    }

    /// The share of a pixel with the width `span` and the center `point` that is between `low` and `high`.
    @inline(__always)
    private static func coverage(_ position: Double, _ low: Double, _ high: Double, _ span: Double) -> Double {
        max(0, covered(position - low, span) + covered(high - position, span) - 1)
    }

    /// The fraction on one side of an edge at this distance, at most 1. Most pixels are far from all edges but one, and divisions are slow.
    @inline(__always)
    private static func covered(_ distance: Double, _ span: Double) -> Double {
        distance >= 0.5 * span ? 1 : distance / span + 0.5
    }
}

/// A bitmap coordinate along an output row.
package struct SampleLine {
    package let slope: Double
    /// At the center of pixel 0.
    package let start: Double
    private let reciprocal: Double

    package init(slope: Double, start: Double = 0) {
        (self.slope, self.start, reciprocal) = (slope, start, 1 / slope)
    }

    private init(_ other: SampleLine, start: Double) {
        (slope, self.start, reciprocal) = (other.slope, start, other.reciprocal)
    }

    /// A line with the same slope.
    package func starting(at start: Double) -> SampleLine { SampleLine(self, start: start) }

    package func at(_ x: Int) -> Double { start + slope * Double(x) }

    /// Removes the columns in which the coordinate is outside of `range`.
    package func limit(_ columns: inout Range<Int>, to range: ClosedRange<Double>) {
        if slope.magnitude < 1e-12 {
            if !range.contains(start) { columns = columns.lowerBound..<columns.lowerBound }
            return
        }
        let ends = positions(of: SIMD2(range.lowerBound - start, range.upperBound - start))
        // NaN becomes the lower bound.
        let low = min(Double(columns.upperBound), max(Double(columns.lowerBound), ends.min()))
        let nearest = low.nearestInteger
        let first = Double(nearest) < low ? nearest + 1 : nearest
        let high = min(Double(columns.upperBound), max(Double(first) - 1, ends.max()))
        let nearestHigh = high.nearestInteger
        let last = Double(nearestHigh) > high ? nearestHigh : nearestHigh + 1
        columns = first..<min(last, columns.upperBound)
    }

    /// Distances divided by the slope. Divisions are slow, so distances are multiplied by the reciprocal. Only near integers, where
    /// rounding could change the column, they are divided.
    private func positions(of distances: SIMD2<Double>) -> SIMD2<Double> {
        let positions = distances * reciprocal
        // 1.5 × 2⁵²: near this number the precision is 1.
        let integers = (positions + 6_755_399_441_055_744) - 6_755_399_441_055_744
        let apart = positions - integers
        let isClear =
            apart.x.magnitude > 1e-6 && apart.y.magnitude > 1e-6 && positions.x.magnitude < 1e9 && positions.y.magnitude < 1e9
        return isClear ? positions : distances / slope
    }
}

extension Double {
    /// The nearest integer, faster than `rounded()`.
    /// - Precondition: the magnitude is below 2³¹.
    package var nearestInteger: Int {
        // 1.5 × 2⁵²: near this number the precision is 1, and the lowest bits are the integer.
        Int(Int32(truncatingIfNeeded: (self + 6_755_399_441_055_744).bitPattern))
    }
}
