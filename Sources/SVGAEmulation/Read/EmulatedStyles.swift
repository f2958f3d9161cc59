import SVGAFormat
import SVGAModel
import SVGASupport

/// Resolves a shape's styles by a profile.
struct EmulatedStyles {
    private let profile: Profile
    private let isJSON: Bool

    init(_ profile: Profile, isJSON: Bool) {
        self.profile = profile
        self.isJSON = isJSON
    }

    func fill(_ styles: WireStyle?) -> SVGAColor? {
        guard let styles else { return profile.unstyled == .black ? .black : nil }
        return styles.fill.map { color($0) }
    }

    func stroke(_ styles: WireStyle?) -> ShapeEntity.Stroke? {
        guard let styles else { return nil }
        var color = styles.stroke.map { self.color($0) }
        // The stroke is invisible, unless the sprite's alpha replaces the color's alpha.
        if color == nil, profile.strokesWithoutColor { color = SVGAColor(red: 0, green: 0, blue: 0, alpha: 0) }
        let width = styles.strokeWidth == 0 ? profile.zeroStrokeWidth : Double(styles.strokeWidth)
        if !profile.strokesFilledShapes, styles.fill != nil { return nil }
        guard let color, var stroke = ShapeEntity.Stroke(styles, color: color, width: width) else { return nil }
        limitMiters(of: &stroke, Double(styles.miterLimit))
        stroke.dash = dash(styles, cap: stroke.lineCap)
        return stroke
    }

    private func limitMiters(of stroke: inout ShapeEntity.Stroke, _ written: Double) {
        let limit = profile.cutsMiterLimit && written.isFinite ? written.rounded(.towardZero) : written
        if limit > 0, limit.isFinite {
            stroke.miterLimit = max(1, limit)
            return
        }
        let isBevel =
            switch profile.zeroMiterLimit {
            case .ten: false
            case .bevel: true
            case .bevelInProtobuf: !isJSON
            }
        if isBevel, stroke.lineJoin == .miter { stroke.lineJoin = .bevel }
    }

    // MARK: Colors

    private func color(_ wire: WireColor) -> SVGAColor {
        if profile.colors == .detected { return SVGAColor(detecting: wire) }
        if profile.colors == .packed || profile.colors == .detectedTogether {
            let isWide = profile.colors == .detectedTogether && [wire.r, wire.g, wire.b, wire.a].contains { $0 > 1 }
            return SVGAColor(packing: wire, factor: isWide ? 1 : 255)
        }
        return SVGAColor(red: component(wire.r), green: component(wire.g), blue: component(wire.b), alpha: alpha(wire.a))
    }

    private func component(_ value: Float) -> Double {
        guard value > 0 else { return 0 }
        return switch profile.colors {
        case .detected, .detectedTogether, .packed, .unit: min(Double(value), 1)
        case .cut, .cutWithoutAlpha: Profile.cutTo255(min(Double(value), 1))
        case .wrapped: Profile.wrappedTo255(Double(value))
        }
    }

    private func alpha(_ value: Float) -> Double {
        guard value > 0 else { return 0 }
        return switch profile.colors {
        case .detected, .detectedTogether, .packed, .unit, .cut: min(Double(value), 1)
        case .cutWithoutAlpha: value >= 1 ? 1 : 0
        case .wrapped: value > 1 ? Profile.wrappedTo255(Double(value)) : Double(value)
        }
    }

    // MARK: Dashes

    private func dash(_ styles: WireStyle, cap: ShapeEntity.LineCap) -> ShapeEntity.Dash? {
        let written = styles.dashNumbers
        guard written.on.isFinite, written.off.isFinite else { return nil }
        let isPositive = written.on > 0 || written.off > 0
        switch profile.dashes {
        case .ifPositive: return isPositive ? ShapeEntity.Dash(phased: written) : nil
        case .nonzeroDashes: return ShapeEntity.Dash(alternating: [written.on, written.off, written.phase].filter { $0 != 0 }, cap)
        case .withoutPhase: return written.off > 0 ? ShapeEntity.Dash(alternating: [max(0, written.on), written.off], cap) : nil
        case .fromPhase:
            guard isPositive else { return nil }
            var dash = ShapeEntity.Dash(phased: (written.on, written.off, -written.phase))
            dash.alternates = true
            if written.phase > 0, written.phase.isFinite { (dash.lead, dash.phase) = (written.phase, 0) }
            return dash
        case .always where !isJSON: return ShapeEntity.Dash(phased: written)
        case .always: return isPositive || written.phase != 0 ? ShapeEntity.Dash(phased: written) : nil
        // A missing pattern cannot be distinguished from one of zeros.
        case .alwaysInJSON: return isPositive || isJSON && written.phase != 0 ? ShapeEntity.Dash(phased: written) : nil
        case .threeDashes:
            if isJSON { return ShapeEntity.Dash(alternating: [written.on, written.off, written.phase], cap) }
            var lengths: [Double] = written.on > 0 ? [written.on] : []
            if written.off > 0 { lengths = [max(0, written.on), written.off, 0] }
            if written.phase > 0 {
                if lengths.count < 2 { lengths += [0, 0] }
                lengths = [lengths[0], lengths[1], written.phase]
            }
            return ShapeEntity.Dash(alternating: lengths, cap)
        case .positiveDashes:
            var lengths: [Double] = written.on > 0 ? [written.on] : []
            if written.off > 0 { lengths = [max(0, written.on), written.off] }
            if written.phase > 0 { lengths = [max(0, written.on), max(0, written.off), written.phase] }
            return ShapeEntity.Dash(alternating: lengths, cap)
        }
    }
}

extension ShapeEntity.Dash {
    /// The length that replaces a dash of 0 if line caps make it visible.
    private static let dot = 1e-3

    /// Alternating dashes and gaps, as in a canvas: an odd list is repeated. nil if the stroke is not dashed.
    init?(alternating lengths: [Double], _ cap: ShapeEntity.LineCap) {
        let lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
        guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 }) else { return nil }
        var pairs: [(dash: Double, gap: Double)] = []
        for index in stride(from: 0, to: lengths.count, by: 2) {
            var dash = lengths[index]
            let gap = lengths[index + 1]
            if dash == 0, cap != .butt { dash = Self.dot }
            if let last = pairs.last, last.gap == 0 || dash == 0 {
                // Joins two dashes without a gap between them, or two gaps without a dash.
                pairs[pairs.count - 1] = last.gap == 0 ? (last.dash + dash, gap) : (last.dash, last.gap + gap)
            } else {
                pairs.append((dash, gap))
            }
        }
        var phase = 0.0
        if pairs.count > 1, let last = pairs.last, last.gap == 0 {
            // The last dash continues with the first.
            pairs.removeLast()
            pairs[0].dash += last.dash
            phase = last.dash
        }
        guard let first = pairs.first, first.gap > 0 else { return nil }
        self.init(dash: first.dash, gap: first.gap, phase: phase)
        rest = pairs.dropFirst().flatMap { [$0.dash, $0.gap] }
    }
}

extension SVGAColor {
    /// A color of 32 bits, combined as `alpha << 24 | red << 16 | green << 8 | blue` from truncated products, which may have more than 8 bits.
    fileprivate init(packing wire: WireColor, factor: Float) {
        func product(_ value: Float) -> Int { value.isNaN ? 0 : Int(Int32(saturating: value * factor)) }
        let word = product(wire.a) << 24 | product(wire.r) << 16 | product(wire.g) << 8 | product(wire.b)
        func part(_ shift: Int) -> Double { Double(word >> shift & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: part(24))
    }
}

extension Profile {
    /// A number from 0 to 1, truncated to a multiple of 1/255.
    static func cutTo255(_ value: Double) -> Double { (value * 255).rounded(.towardZero) / 255 }

    /// A number, truncated to a multiple of 1/255, of which the low 8 bits are used.
    static func wrappedTo255(_ value: Double) -> Double {
        guard value.magnitude < 1e9 else { return 0 }
        return Double(Int(saturating: value * 255) & 255) / 255
    }
}
