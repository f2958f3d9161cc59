package import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// A linear or radial gradient as rows of premultiplied words.
///
/// Between two stops, the colors are interpolated before they are multiplied by alpha, as Cairo does. A pixel has the color of its center. The
/// colors come from a table; before the first and after the last stop, they are exact.
package struct GradientRows {
    /// A stop of a gradient. Offsets are between 0 and 1, and do not decrease.
    package struct Stop {
        package let offset: Double
        package let color: SVGAColor

        package init(offset: Double, color: SVGAColor) { (self.offset, self.color) = (offset, color) }
    }

    package enum Shape {
        case linear(startX: Double, startY: Double, endX: Double, endY: Double)
        /// The focus is inside of the circle.
        case radial(centerX: Double, centerY: Double, radius: Double, focusX: Double, focusY: Double)
    }

    /// The table has this many colors for each pixel of the gradient's length.
    private static let colorsPerPixel = 8.0
    private static let tableSizes = 256.0...4096.0
    /// A larger table than this for each painted pixel takes more time than the gradient itself.
    private static let maximumColorsPerPainted = 8

    /// The color before the first stop, those between, and the color after the last stop.
    private let table: [UInt32]
    private let shape: Shape
    /// From pixels to the gradient's space.
    private let inverse: SVGATransform

    /// nil without stops, if the shape or the transform has no size, or if the gradient is large for the painted pixels.
    /// - Parameters:
    ///   - pixels: the number of pixels that are painted.
    ///   - transform: from the gradient's space to pixels.
    ///   - opacity: multiplies the alpha of all colors.
    package init?(_ shape: Shape, _ stops: [Stop], opacity: Double, _ transform: SVGATransform, pixels: Int) {
        guard let first = stops.first, let last = stops.last, let inverse = transform.inverted, inverse.isFinite else { return nil }
        let length: Double
        switch shape {
        case .linear(let startX, let startY, let endX, let endY): length = hypot(endX - startX, endY - startY)
        case .radial(let centerX, let centerY, let radius, let focusX, let focusY):
            guard hypot(focusX - centerX, focusY - centerY) < 0.999 * radius else { return nil }
            length = radius
        }
        // Cairo decides what a gradient without a length shows.
        guard length > 1e-6, length.isFinite else { return nil }
        let range = GradientRows.tableSizes
        let wanted = length * transform.maximumScale * GradientRows.colorsPerPixel
        let size = Int(saturating: min(max(wanted, range.lowerBound), range.upperBound))
        guard size <= GradientRows.maximumColorsPerPainted * pixels else { return nil }
        (self.shape, self.inverse) = (shape, inverse)
        table = [UInt32](unsafeUninitializedCapacity: size + 2) { table, count in
            table[0] = GradientRows.word(first.color, opacity)
            table[size + 1] = GradientRows.word(last.color, opacity)
            var next = 0
            for index in 0..<size {
                let position = (Double(index) + 0.5) / Double(size)
                while next < stops.count, stops[next].offset <= position { next += 1 }
                table[index + 1] = GradientRows.word(GradientRows.color(at: position, stops, next), opacity)
            }
            count = size + 2
        }
    }

    /// - Parameter next: the first stop after the position.
    private static func color(at position: Double, _ stops: [Stop], _ next: Int) -> SVGAColor {
        guard next > 0 else { return stops[0].color }
        guard next < stops.count else { return stops[stops.count - 1].color }
        let (from, to) = (stops[next - 1], stops[next])
        let share = (position - from.offset) / (to.offset - from.offset)
        return SVGAColor(
            red: from.color.red + (to.color.red - from.color.red) * share,
            green: from.color.green + (to.color.green - from.color.green) * share,
            blue: from.color.blue + (to.color.blue - from.color.blue) * share,
            alpha: from.color.alpha + (to.color.alpha - from.color.alpha) * share)
    }

    /// The work of making the table.
    package var cost: Int { table.count * WorkMeter.Cost.gradientColor }

    private static func word(_ color: SVGAColor, _ opacity: Double) -> UInt32 {
        let alpha = min(max(color.alpha * opacity, 0), 1)
        // The conversion truncates, which takes less time than rounding.
        func byte(_ value: Double) -> UInt32 { UInt32(saturating: min(max(value, 0), 1) * alpha * 255 + 0.5) }
        return byte(1) << 24 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    }

    /// Writes the colors of a row of pixels.
    /// - Parameters:
    ///   - x: the first pixel.
    ///   - out: receives `count` words.
    func fill(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        let first = inverse.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
        table.withUnsafeBufferPointer { table in
            switch shape {
            case .linear(let startX, let startY, let endX, let endY):
                let (alongX, alongY) = (endX - startX, endY - startY)
                let square = alongX * alongX + alongY * alongY
                let start = ((first.x - startX) * alongX + (first.y - startY) * alongY) / square
                GradientRows.linear(out, count, table, start: start, step: (inverse.a * alongX + inverse.b * alongY) / square)
            case .radial(let centerX, let centerY, let radius, let focusX, let focusY):
                let radial = Radial(
                    x: (first.x - focusX) / radius, y: (first.y - focusY) / radius, stepX: inverse.a / radius, stepY: inverse.b / radius,
                    centerX: (centerX - focusX) / radius, centerY: (centerY - focusY) / radius)
                radial.fill(out, count, table)
            }
        }
    }

    /// The index in a table of the color at a position.
    @inline(__always)
    private static func index(_ position: Double, _ size: Double) -> Int {
        let scaled = position * size + 1
        return scaled >= 0 ? Int(saturating: min(scaled, size + 1)) : 0
    }

    /// The positions change by the same step from pixel to pixel.
    private static func linear(
        _ out: UnsafeMutablePointer<UInt32>, _ count: Int, _ table: UnsafeBufferPointer<UInt32>, start: Double, step: Double
    ) {
        let size = Double(table.count - 2)
        // The columns between both ends of the gradient, in which the index needs no test.
        func column(_ position: Double) -> Int {
            let column = (position - start) / step
            return column.isFinite ? Int(saturating: min(max(column.rounded(.up), 0), Double(count))) : 0
        }
        guard step.magnitude * size > 1e-9 else {
            out.update(repeating: table[index(start, size)], count: count)
            return
        }
        let (low, high) = step > 0 ? (column(0), column(1)) : (column(1), column(0))
        let (before, after) = step > 0 ? (table[0], table[table.count - 1]) : (table[table.count - 1], table[0])
        out.update(repeating: before, count: low)
        // Fixed point with 32 bits of fraction. The rounding of the steps adds up to less than a color of the table.
        let inner = max(0, high - low)
        let fraction = 0x1p32
        var at = Int(saturating: ((start + Double(low) * step) * size + 1) * fraction)
        let move = Int(saturating: step * size * fraction)
        let limit = table.count - 1
        for column in low..<low + inner {
            out[column] = table[min(max(at >> 32, 0), limit)]
            at &+= move
        }
        (out + low + inner).update(repeating: after, count: count - low - inner)
    }

    /// A radial gradient with the focus at the origin and a radius of 1.
    private struct Radial {
        /// The first pixel.
        let x: Double
        let y: Double
        let stepX: Double
        let stepY: Double
        let centerX: Double
        let centerY: Double

        func fill(_ out: UnsafeMutablePointer<UInt32>, _ count: Int, _ table: UnsafeBufferPointer<UInt32>) {
            let size = Double(table.count - 2)
            // The circle through a pixel solves `factor × t² − 2 × middle × t + distance² = 0`.
            let factor = centerX * centerX + centerY * centerY - 1
            let isCentered = centerX == 0 && centerY == 0
            for column in 0..<count {
                let (pixelX, pixelY) = (x + Double(column) * stepX, y + Double(column) * stepY)
                let square = pixelX * pixelX + pixelY * pixelY
                if isCentered {
                    out[column] = table[GradientRows.index(square.squareRoot(), size)]
                    continue
                }
                let middle = pixelX * centerX + pixelY * centerY
                let root = max(0, middle * middle - factor * square).squareRoot()
                out[column] = table[GradientRows.index((middle - root) / factor, size)]
            }
        }
    }
}
