import SVGAModel
import SVGAPlatform
import SVGASupport

/// How a shape's styles are read (Rules of rendering, section 6), or as a player reads them.
struct StyleReading {
    private let profile: Profile
    private let isJSON: Bool

    init(_ profile: Profile, isJSON: Bool) {
        self.profile = profile
        self.isJSON = isJSON
    }

    func fill(_ styles: WireStyle?, _ site: inout DiagnosticSite) -> Color? {
        guard let styles else { return profile.unstyled == .black ? .black : nil }
        return color(styles.fill, &site)
    }

    func stroke(_ styles: WireStyle?, _ site: inout DiagnosticSite) -> ShapeEntity.Stroke? {
        guard let styles else { return nil }
        var color = color(styles.stroke, &site)
        // Nothing to see, until the sprite's alpha takes the place of the colour's.
        if color == nil, profile.strokesWithoutColor { color = Color(red: 0, green: 0, blue: 0, alpha: 0) }
        guard let color else { return nil }
        let width = styles.strokeWidth == 0 ? profile.zeroStrokeWidth : Double(styles.strokeWidth)
        guard width > 0, width.isFinite else { return nil }
        var stroke = ShapeEntity.Stroke(
            color: color, width: width, lineCap: ShapeEntity.LineCap(number: styles.lineCap) ?? .butt,
            lineJoin: ShapeEntity.LineJoin(number: styles.lineJoin) ?? .miter, miterLimit: 10, dash: nil)
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

    // MARK: Colours

    private func color(_ wire: WireColor?, _ site: inout DiagnosticSite) -> Color? {
        guard let wire else { return nil }
        // The three colours and the alpha are looked at separately.
        let isColor255 = wire.r > 1 || wire.g > 1 || wire.b > 1
        let isAlpha255 = wire.a > 1
        if isColor255 || isAlpha255 {
            let numbers = [wire.r, wire.g, wire.b, wire.a].map { Double($0).brief }.joined(separator: ", ")
            site.add(.colorRange255, "a colour is written as 0…255: \(numbers)")
        }
        let detects = profile.colors == .detected
        return Color(
            red: component(wire.r, is255: detects && isColor255), green: component(wire.g, is255: detects && isColor255),
            blue: component(wire.b, is255: detects && isColor255), alpha: alpha(wire.a, is255: detects && isAlpha255))
    }

    private func component(_ value: Float, is255: Bool) -> Double {
        guard value > 0 else { return 0 }
        switch profile.colors {
        case .detected: return min(Double(value) / (is255 ? 255 : 1), 1)
        case .unit: return min(Double(value), 1)
        case .cut, .cutWithoutAlpha: return Profile.cutTo255(min(Double(value), 1))
        case .wrapped: return Profile.wrappedTo255(Double(value))
        }
    }

    private func alpha(_ value: Float, is255: Bool) -> Double {
        guard value > 0 else { return 0 }
        switch profile.colors {
        case .detected: return min(Double(value) / (is255 ? 255 : 1), 1)
        case .unit, .cut: return min(Double(value), 1)
        case .cutWithoutAlpha: return value >= 1 ? 1 : 0
        case .wrapped: return value > 1 ? Profile.wrappedTo255(Double(value)) : Double(value)
        }
    }

    // MARK: Dashes

    private func dash(_ styles: WireStyle, cap: ShapeEntity.LineCap) -> ShapeEntity.Dash? {
        let written = (Double(styles.lineDash.0), Double(styles.lineDash.1), Double(styles.lineDash.2))
        guard written.0.isFinite, written.1.isFinite else { return nil }
        switch profile.dashes {
        case .ifPositive: return written.0 > 0 || written.1 > 0 ? phased(written) : nil
        // A pattern that is left out cannot be told from one of zeros.
        case .alwaysInJSON: return written.0 > 0 || written.1 > 0 || isJSON && written.2 != 0 ? phased(written) : nil
        case .threeDashes:
            if isJSON { return ShapeEntity.Dash(alternating: [written.0, written.1, written.2], cap) }
            var lengths: [Double] = written.0 > 0 ? [written.0] : []
            if written.1 > 0 { lengths = [max(0, written.0), written.1, 0] }
            if written.2 > 0 {
                if lengths.count < 2 { lengths += [0, 0] }
                lengths = [lengths[0], lengths[1], written.2]
            }
            return ShapeEntity.Dash(alternating: lengths, cap)
        case .positiveDashes:
            var lengths: [Double] = written.0 > 0 ? [written.0] : []
            if written.1 > 0 { lengths = [max(0, written.0), written.1] }
            if written.2 > 0 { lengths = [max(0, written.0), max(0, written.1), written.2] }
            return ShapeEntity.Dash(alternating: lengths, cap)
        }
    }

    private func phased(_ written: (Double, Double, Double)) -> ShapeEntity.Dash {
        let (on, off) = (max(1, written.0), max(0.1, written.1))
        let offset = written.2.isFinite ? fmod(written.2, on + off) : 0
        return ShapeEntity.Dash(dash: on, gap: off, phase: offset < 0 ? offset + on + off : offset)
    }
}

extension ShapeEntity.Dash {
    /// The shortest dash that caps make visible.
    private static let dot = 1e-3

    /// Dashes and gaps in turn, as a canvas takes them: twice over if their count is odd. nil where the stroke is not dashed.
    init?(alternating lengths: [Double], _ cap: ShapeEntity.LineCap) {
        let lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
        guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 }) else { return nil }
        var pairs: [(dash: Double, gap: Double)] = []
        for index in stride(from: 0, to: lengths.count, by: 2) {
            var (dash, gap) = (lengths[index], lengths[index + 1])
            if dash == 0, cap != .butt { dash = Self.dot }
            if let last = pairs.last, last.gap == 0 || dash == 0 {
                // Without a gap between them, two dashes are one; without a dash between them, two gaps.
                pairs[pairs.count - 1] = last.gap == 0 ? (last.dash + dash, gap) : (last.dash, last.gap + gap)
            } else {
                pairs.append((dash, gap))
            }
            gap = 0
        }
        var phase = 0.0
        if pairs.count > 1, let last = pairs.last, last.gap == 0 {
            // The last dash leads on into the first.
            pairs.removeLast()
            pairs[0].dash += last.dash
            phase = last.dash
        }
        guard let first = pairs.first, first.gap > 0 else { return nil }
        self.init(dash: first.dash, gap: first.gap, phase: phase)
        rest = pairs.dropFirst().flatMap { [$0.dash, $0.gap] }
    }
}

// MARK: - Numbers of frames

extension Profile {
    /// What is left of a number from 0 to 1 in 8 bits, rounded down.
    static func cutTo255(_ value: Double) -> Double { (value * 255).rounded(.towardZero) / 255 }

    /// The same of any number, of which the low 8 bits are kept.
    static func wrappedTo255(_ value: Double) -> Double {
        guard value.magnitude < 1e9 else { return 0 }
        return Double(Int(saturating: value * 255) & 255) / 255
    }

    /// A sprite's alpha as it is drawn: 0…1, of which 0 is hidden.
    func alpha(_ written: Float, isJSON: Bool) -> Float {
        if written.isNaN { return alphaOfNaN }
        if written == 0, !isJSON { return unwrittenAlpha }
        if written < lowestAlpha || written <= 0 { return 0 }
        if wrapsAlpha, written > 1 { return Float(Profile.wrappedTo255(Double(written))) }
        let alpha = min(written, 1)
        return cutsAlpha ? Float(Profile.cutTo255(Double(alpha))) : alpha
    }
}

extension WireTransform {
    /// Puts another number in place of an `a` or `d` of 0.
    mutating func replaceZeroScale(by scale: Float) {
        guard scale != 0 else { return }
        if a == 0 || a.isNaN { a = scale }
        if d == 0 || d.isNaN { d = scale }
    }
}
