import SVGAModel
import SVGAPlatform
import SVGASupport

/// A text animator at one time.
struct TextAnimatorState {
    /// The strength for each letter, usually 0…1.
    let shares: [Double]
    let anchor: (x: Double, y: Double)?
    let position: (x: Double, y: Double)?
    /// Factors.
    let scale: (x: Double, y: Double)?
    /// In radians.
    let rotation: Double
    let turns: (x: Double, y: Double)?
    /// In degrees.
    let skew: Double
    let skewAxis: Double
    /// 0…1.
    let opacity: Double?
    let tracking: Double?
    let fill: SVGAColor?
    /// In degrees.
    let hue: Double
    /// Shares.
    let saturation: Double
    let brightness: Double
    let stroke: SVGAColor?
    let strokeWidth: Double?

    init(_ animator: LottieText.Animator, _ lines: TextLines, at time: Double) {
        func pair(_ track: Track?) -> (x: Double, y: Double)? { track.map { ($0.number(0, at: time), $0.number(1, at: time)) } }
        func number(_ track: Track?) -> Double { track?.number(at: time) ?? 0 }
        let (positions, count) = lines.positions(animator.selector.unit)
        if let selector = animator.selector.live {
            let values = selector.shares(count, at: time) ?? []
            shares = positions.map { values.indices.contains($0) ? values[$0] : 0 }
        } else {
            let range = TextRange(animator.selector, count: count, at: time)
            shares = positions.map { range.share(at: $0) }
        }
        anchor = pair(animator.anchor)
        position = pair(animator.position)
        scale = pair(animator.scale).map { ($0.x / 100, $0.y / 100) }
        rotation = number(animator.rotation) * .pi / 180
        turns =
            animator.turns.count == 2
            ? (number(animator.turns[0]) * .pi / 180, number(animator.turns[1]) * .pi / 180) : nil
        (skew, skewAxis) = (number(animator.skew), number(animator.skewAxis))
        opacity = animator.opacity.map { $0.number(at: time) / 100 }
        tracking = animator.tracking?.number(at: time)
        fill = animator.fill.map { SVGAColor(lottie: $0, at: time) }
        (hue, saturation, brightness) = (number(animator.hue), number(animator.saturation) / 100, number(animator.brightness) / 100)
        stroke = animator.stroke.map { SVGAColor(lottie: $0, at: time) }
        strokeWidth = animator.strokeWidth?.number(at: time)
    }

    /// The fill of a letter.
    func fill(_ color: SVGAColor, _ share: Double) -> SVGAColor {
        var result = fill.map { color.mixed(with: $0, share) } ?? color
        if hue != 0 || saturation != 0 || brightness != 0 {
            result = result.shifted(hue: hue * share, saturation: saturation * share, brightness: brightness * share)
        }
        return result
    }
}

/// The range of a selector at one time. The rules are those of lottie-web.
private struct TextRange {
    private let shape: LottieText.Animator.Selector.Shape
    private let start: Double
    private let end: Double
    private let easing: CubicEasing
    /// 0…1.
    private let smoothness: Double
    private let amount: Double

    /// - Parameter count: the number of the selector's units in the text.
    init(_ selector: LottieText.Animator.Selector, count: Int, at time: Double) {
        func number(_ track: Track?, _ fallback: Double) -> Double { track?.number(at: time) ?? fallback }
        let unit = selector.isIndex ? 1.0 : Double(count) / 100
        let offset = number(selector.offset, 0) * unit
        let (from, to) = (number(selector.start, 0) * unit + offset, number(selector.end, 100) * unit + offset)
        (start, end) = (min(from, to), max(from, to))
        shape = selector.shape
        let (high, low) = (number(selector.easeHigh, 0) / 100, number(selector.easeLow, 0) / 100)
        easing = CubicEasing(x1: max(low, 0), y1: max(-low, 0), x2: high > 0 ? 1 - high : 1, y2: high > 0 ? 1 : 1 + high)
        smoothness = number(selector.smoothness, 100) / 100
        amount = number(selector.amount, 100) / 100
    }

    func share(at position: Int) -> Double {
        var share = easing.progress(raw(Double(position)))
        if smoothness != 1 {
            let width = smoothness == 0 ? 1e-8 : smoothness
            let low = 0.5 - width / 2
            share = share < low ? 0 : min((share - low) / width, 1)
        }
        return share.isFinite ? share * amount : 0
    }

    private func raw(_ position: Double) -> Double {
        let length = end - start
        if shape == .square {
            guard position >= start.rounded(.down) else { return 0 }
            let share = position < start ? min(end, 1) - (start - position) : end - position
            return min(max(share, 0), 1)
        }
        guard length > 0 else {
            switch shape {
            case .rampUp: return position >= end ? 1 : 0
            case .rampDown: return position >= end ? 0 : 1
            default: return 0
            }
        }
        let middle = min(max((position + 0.5 - start) / length, 0), 1)
        return switch shape {
        case .square, .rampUp: middle
        case .rampDown: 1 - middle
        case .triangle: 1 - (2 * middle - 1).magnitude
        case .round: (1 - (2 * middle - 1) * (2 * middle - 1)).squareRoot()
        case .smooth: (1 + cos(.pi + 2 * .pi * middle)) / 2
        }
    }
}

extension SVGAColor {
    func mixed(with other: SVGAColor, _ share: Double) -> SVGAColor {
        func mix(_ a: Double, _ b: Double) -> Double { min(max(a + (b - a) * share, 0), 1) }
        return SVGAColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
    }

    /// Changes hue, in degrees, and adds to saturation and value.
    fileprivate func shifted(hue: Double, saturation: Double, brightness: Double) -> SVGAColor {
        let (high, low) = (max(red, green, blue), min(red, green, blue))
        let range = high - low
        var sector = 0.0
        if range > 0 {
            if high == red {
                sector = (green - blue) / range
            } else if high == green {
                sector = 2 + (blue - red) / range
            } else {
                sector = 4 + (red - green) / range
            }
        }
        sector += hue / 60
        sector -= 6 * (sector / 6).rounded(.down)
        let newSaturation = min(max((high > 0 ? range / high : 0) + saturation, 0), 1)
        let value = min(max(high + brightness, 0), 1)
        func part(_ offset: Double) -> Double {
            let k = (offset + sector).truncatingRemainder(dividingBy: 6)
            return value - value * newSaturation * max(0, min(k, 4 - k, 1))
        }
        return SVGAColor(red: part(5), green: part(3), blue: part(1), alpha: alpha)
    }
}
