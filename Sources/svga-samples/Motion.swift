import Foundation
import SVGAModel

/// How a value gets from one key to the next: maps 0…1 to about 0…1.
enum Ease {
    case linear, hold, smooth, in2, out2, in3, out3, outBack, inBack, outElastic

    func callAsFunction(_ t: Double) -> Double {
        switch self {
        case .linear: t
        case .hold: t < 1 ? 0 : 1
        case .smooth: t * t * (3 - 2 * t)
        case .in2: t * t
        case .out2: 1 - (1 - t) * (1 - t)
        case .in3: t * t * t
        case .out3: 1 - (1 - t) * (1 - t) * (1 - t)
        case .outBack: 1 + 2.7 * (t - 1) * (t - 1) * (t - 1) + 1.7 * (t - 1) * (t - 1)
        case .inBack: 2.7 * t * t * t - 1.7 * t * t
        case .outElastic: t <= 0 ? 0 : t >= 1 ? 1 : exp2(-9 * t) * sin((t * 9 - 0.75) * 2 * Double.pi / 3) + 1
        }
    }
}

/// A value over time, by keys: `(frame, value, how it is reached)`.
struct Track {
    typealias Key = (frame: Double, value: Double, ease: Ease)

    private let keys: [Key]

    init(_ keys: Key...) {
        self.keys = keys
    }

    subscript(_ frame: Int) -> Double { self[Double(frame)] }

    /// Before the first key and after the last the value stands still.
    subscript(_ frame: Double) -> Double {
        guard let next = keys.firstIndex(where: { $0.frame > frame }) else { return keys.last?.value ?? 0 }
        guard next > 0 else { return keys[0].value }
        let (from, to) = (keys[next - 1], keys[next])
        return from.value + (to.value - from.value) * to.ease((frame - from.frame) / (to.frame - from.frame))
    }
}

/// Where something stands in one frame and how visible it is.
struct Placement {
    var transform: Transform
    var alpha: Double

    init(
        x: Double = 0, y: Double = 0, scale: Double = 1, scaleX: Double = 1, scaleY: Double = 1, rotation: Double = 0,
        alpha: Double = 1
    ) {
        let (sin, cos) = (sin(rotation * Double.pi / 180), cos(rotation * Double.pi / 180))
        transform = Transform(
            a: cos * scale * scaleX, b: sin * scale * scaleX, c: -sin * scale * scaleY, d: cos * scale * scaleY, tx: x, ty: y)
        self.alpha = alpha
    }

    /// The same, as a part of `parent`: moved and faded with it.
    func inside(_ parent: Placement) -> Placement {
        var result = self
        result.transform = parent.transform.appending(transform)
        result.alpha = alpha * parent.alpha
        return result
    }

    /// Grown and turned around (x, y) instead of the origin.
    func around(x: Double, y: Double) -> Placement {
        var result = self
        result.transform = transform.appending(.translation(x: -x, y: -y))
        result.transform.tx += x
        result.transform.ty += y
        return result
    }
}

/// Repeatable chance (SplitMix64), so that the samples never change by themselves.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number of the range; written out so that it does not depend on the standard library's way.
    mutating func roll(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / Double(1 << 53)
    }
}
