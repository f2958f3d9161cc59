import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Writes numbers and paths in the fewest bytes that are visually equal.
struct CompactText {
    /// The rounding error of a point, in points of the canvas; the maximum is twice this.
    private static let error = 0.01

    /// The decimals of coordinates.
    let decimals: Int
    private let factor: Double
    /// The corresponding integer unit.
    private let unit: UInt
    /// The maximum scale at which the text is drawn.
    let scale: Double

    /// - Parameter scale: the maximum scale at which the text is drawn.
    init(scale: Double) {
        self.scale = scale
        let needed = scale > 0 && scale.isFinite ? log10(scale / (2 * CompactText.error)).rounded(.up) : 2
        decimals = Int(saturating: min(max(needed, 0), 6))
        factor = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        unit = (0..<decimals).reduce(1) { product, _ in product * 10 }
    }

    /// SVG path data, translated by `offset`. Each segment has its letter, which all players require, and a preceding space,
    /// which the iOS player requires.
    ///
    /// - Parameter isStroked: whether closing is visible. The iOS player ignores a final Z, so it is written twice.
    func path(_ path: SVGAPath, offset: Point = .zero, isStroked: Bool = false) -> String {
        var bytes: [UInt8] = []
        for contour in path.contours { add(contour, offset, to: &bytes) }
        if isStroked, bytes.last == UInt8(ascii: "Z") { bytes += " Z".utf8 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private typealias Grid = SIMD2<Int>

    private func grid(_ point: Point, _ offset: Point) -> Grid {
        let scaled = (point + offset) * factor
        return Grid(Int(saturating: min(max(scaled.x.rounded(), -1e15), 1e15)), Int(saturating: min(max(scaled.y.rounded(), -1e15), 1e15)))
    }

    private func add(_ contour: Contour, _ offset: Point, to bytes: inout [UInt8]) {
        let start = grid(contour.start, offset)
        var move: [UInt8] = []
        write("M", [start], to: &move)
        bytes += bytes.isEmpty ? move : [UInt8(ascii: " ")] + move
        var at = start
        for (index, segment) in contour.segments.enumerated() {
            let end = grid(segment.end, offset)
            let isLast = index == contour.segments.count - 1
            if let (first, second) = segment.controls {
                let (one, two) = (grid(first, offset), grid(second, offset))
                if one != at || two != end {
                    shorter("c", [one, two, end], from: at, to: &bytes)
                    at = end
                    continue
                }
            }
            // Closing draws the last line. A segment without length is only visible by its caps.
            if isLast, contour.isClosed, end == start, contour.segments.count > 1 { continue }
            if end == at, contour.segments.count > 1 { continue }
            shorter("l", [end], from: at, to: &bytes)
            at = end
        }
        if contour.isClosed { bytes += " Z".utf8 }
    }

    /// Writes the shorter of relative and absolute numbers.
    private func shorter(_ letter: Character, _ points: [Grid], from: Grid, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: " "))
        let start = bytes.count
        write(letter, points, from: from, to: &bytes)
        let middle = bytes.count
        write(letter == "c" ? "C" : "L", points, to: &bytes)
        if middle - start <= bytes.count - middle { bytes.removeSubrange(middle...) } else { bytes.removeSubrange(start..<middle) }
    }

    private func write(_ letter: Character, _ points: [Grid], from: Grid = .zero, to bytes: inout [UInt8]) {
        bytes.append(letter.asciiValue ?? 0)
        for (index, point) in points.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: " ")) }
            write(point.x &- from.x, to: &bytes)
            bytes.append(UInt8(ascii: " "))
            write(point.y &- from.y, to: &bytes)
        }
    }

    private func write(_ number: Int, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var (integer, part) = number.magnitude.quotientAndRemainder(dividingBy: unit)
        if integer > 0 || part == 0 { CompactText.append(integer, digits: 1, to: &bytes) }
        guard part > 0 else { return }
        var count = decimals
        while part % 10 == 0 { (part, count) = (part / 10, count - 1) }
        bytes.append(UInt8(ascii: "."))
        CompactText.append(part, digits: count, to: &bytes)
    }

    /// In decimal, padded with zeros to this many digits.
    private static func append(_ number: UInt, digits: Int, to bytes: inout [UInt8]) {
        var (divisor, count) = (UInt(1), 1)
        while count < digits || number / divisor >= 10 { (divisor, count) = (divisor * 10, count + 1) }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}

/// Transforms whose numbers are rounded to many trailing zeros, which compress well.
struct CompactTransform {
    private static let error = 0.015

    /// The rounding steps; powers of two.
    private let turnStep: Double
    private static let moveStep = 1.0 / 32

    /// - Parameter reach: the maximum distance of transformed points from the origin.
    init(reach: Double) {
        let allowed = CompactTransform.error / max(reach, 1)
        turnStep = exp2(log2(allowed).rounded(.down))
    }

    func wire(_ transform: SVGATransform) -> WireTransform? {
        let rounded = SVGATransform(
            a: turn(transform.a), b: turn(transform.b), c: turn(transform.c), d: turn(transform.d), tx: move(transform.tx),
            ty: move(transform.ty))
        if rounded == .identity { return nil }
        var wire = WireTransform()
        // Some players read a scale of 0, as in a quarter turn, as 1.
        wire.a = Float(rounded.a == 0 ? turnStep / 64 : rounded.a)
        wire.d = Float(rounded.d == 0 ? turnStep / 64 : rounded.d)
        (wire.b, wire.c) = (Float(rounded.b), Float(rounded.c))
        (wire.tx, wire.ty) = (Float(rounded.tx), Float(rounded.ty))
        return wire
    }

    private func turn(_ value: Double) -> Double { (value / turnStep).rounded() * turnStep }
    private func move(_ value: Double) -> Double { (value / CompactTransform.moveStep).rounded() * CompactTransform.moveStep }
}
