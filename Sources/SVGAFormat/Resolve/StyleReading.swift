package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Resolves a shape's styles (Rules of rendering, section 6).
enum StyleReading {
    static func fill(_ styles: WireStyle?, _ site: inout DiagnosticSite) -> SVGAColor? { color(styles?.fill, &site) }

    static func stroke(_ styles: WireStyle?, _ site: inout DiagnosticSite) -> ShapeEntity.Stroke? {
        guard let styles, let color = color(styles.stroke, &site) else { return nil }
        guard var stroke = ShapeEntity.Stroke(styles, color: color, width: Double(styles.strokeWidth)) else { return nil }
        let (limit, dash) = (Double(styles.miterLimit), styles.dashNumbers)
        if limit > 0, limit.isFinite { stroke.miterLimit = max(1, limit) }
        if dash.on.isFinite, dash.off.isFinite, dash.on > 0 || dash.off > 0 { stroke.dash = ShapeEntity.Dash(phased: dash) }
        return stroke
    }

    private static func color(_ wire: WireColor?, _ site: inout DiagnosticSite) -> SVGAColor? {
        guard let wire else { return nil }
        if wire.isColor255 || wire.isAlpha255 {
            let numbers = [wire.r, wire.g, wire.b, wire.a].map { Double($0).brief }.joined(separator: ", ")
            site.add(.colorRange255, "a color is written as 0–255 instead of 0–1: \(numbers)")
        }
        return SVGAColor(detecting: wire)
    }
}

extension WireColor {
    // The alpha is tested separately from the three colors.
    fileprivate var isColor255: Bool { r > 1 || g > 1 || b > 1 }
    fileprivate var isAlpha255: Bool { a > 1 }
}

extension SVGAColor {
    /// A color; components above 1 mean that its range is 0…255.
    package init(detecting wire: WireColor) {
        func component(_ value: Float, is255: Bool) -> Double { value > 0 ? min(Double(value) / (is255 ? 255 : 1), 1) : 0 }
        self.init(
            red: component(wire.r, is255: wire.isColor255), green: component(wire.g, is255: wire.isColor255),
            blue: component(wire.b, is255: wire.isColor255), alpha: component(wire.a, is255: wire.isAlpha255))
    }
}

extension WireStyle {
    /// The unchanged dash, gap and phase.
    package var dashNumbers: (on: Double, off: Double, phase: Double) {
        (Double(lineDash.0), Double(lineDash.1), Double(lineDash.2))
    }
}

extension ShapeEntity.Stroke {
    /// A stroke without dashes, with a miter limit of 10; nil if the width is invalid.
    package init?(_ styles: WireStyle, color: SVGAColor, width: Double) {
        guard width > 0, width.isFinite else { return nil }
        self.init(
            color: color, width: width, lineCap: ShapeEntity.LineCap(number: styles.lineCap) ?? .butt,
            lineJoin: ShapeEntity.LineJoin(number: styles.lineJoin) ?? .miter, miterLimit: 10, dash: nil)
    }
}

extension ShapeEntity.Dash {
    /// The dash is at least 1 and the gap at least 0.1; the phase is reduced to the period.
    package init(phased written: (on: Double, off: Double, phase: Double)) {
        let (on, off) = (max(1, written.on), max(0.1, written.off))
        let offset = written.phase.isFinite ? fmod(written.phase, on + off) : 0
        self.init(dash: on, gap: off, phase: offset < 0 ? offset + on + off : offset)
    }
}
